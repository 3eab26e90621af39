// Package efsmtest generates random transition systems for tests of packages that unroll, compose
// or reduce them, and reads systems in text form. It is imported by tests only.
package efsmtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// maker generates small systems of threads that use locks correctly and incorrectly. Locks are nested,
// taken in wrong orders, released by others or never, tried, re-entrant, chosen by the thread, or
// waited for with a condition. There are also semaphores, creation, joins, sections and loops.
type maker struct {
	rng         *rand.Rand
	s           *efsm.System
	data, locks []efsm.VarID
	count, flag efsm.VarID
	alive, done []efsm.VarID // by thread
	created     int          // threads beyond this one wait for their creation
	id          efsm.ThreadID
	own         efsm.VarID // a variable of the thread
	list        []efsm.State
	sections    bool
	locked      bool // locks are only used as locks, and declared as such
}

// Random returns a small system of two or three threads. It has no inputs, and its variables have
// initial values. Assertions are at visible states.
func Random(seed uint64) *efsm.System { return random(seed, false) }

// Locked is like Random, but states acquire and release locks, not always in turn. No other accesses
// touch the locks.
func Locked(seed uint64) *efsm.System { return random(seed, true) }

func random(seed uint64, locked bool) *efsm.System {
	m := &maker{rng: rand.New(rand.NewPCG(seed, 3)), s: efsm.NewSystem(term.New(term.Options{})), locked: locked}
	m.s.Files = []string{"a.c"}
	shared := func(name string, class efsm.Class, width uint, init uint64) efsm.VarID {
		return m.s.AddVar(efsm.Var{Name: name, Sort: term.BV(width), Class: class, Init: m.s.Terms.Uint(init, width)})
	}
	m.data = []efsm.VarID{shared("x", efsm.Data, 2, 0), shared("y", efsm.Data, 2, 0)}
	m.locks = []efsm.VarID{shared("k", efsm.Sync, 2, 0), shared("l", efsm.Sync, 2, 0)}
	m.count, m.flag = shared("count", efsm.Sync, 2, uint64(m.rng.IntN(2))), shared("flag", efsm.Sync, 1, 0)
	m.sections = m.rng.IntN(3) == 0 && !locked
	n := 2 + m.rng.IntN(2)
	m.created = n - m.rng.IntN(3)/2
	m.alive, m.done = make([]efsm.VarID, n+1), make([]efsm.VarID, n+1)
	for i := 1; i <= n; i++ {
		m.s.AddThread(fmt.Sprint("t", i))
		m.done[i] = m.s.AddVar(efsm.Var{Name: fmt.Sprint("done", i), Sort: term.Bool, Class: efsm.Sync, Init: term.False})
		if i > m.created {
			m.alive[i] = m.s.AddVar(efsm.Var{Name: fmt.Sprint("alive", i), Sort: term.Bool, Class: efsm.Sync, Init: term.False})
		}
	}
	for i := 1; i <= n; i++ {
		m.thread(efsm.ThreadID(i), 3+m.rng.IntN(12-3*n))
	}
	return m.s
}

func (m *maker) v(v efsm.VarID) term.ID { return m.s.Vars[v].Term }

func (m *maker) is(v efsm.VarID, n uint64) term.ID {
	return m.s.Terms.Eq(m.v(v), m.s.Terms.Uint(n, m.s.Vars[v].Sort.Width()))
}

func (m *maker) pick(list []efsm.VarID) efsm.VarID { return list[m.rng.IntN(len(list))] }

// thread makes the states of a thread.
func (m *maker) thread(id efsm.ThreadID, states int) {
	m.id, m.list = id, nil
	m.own = m.s.AddVar(efsm.Var{Name: fmt.Sprint("n", id), Sort: term.BV(1), Thread: id, Init: m.s.Terms.Uint(0, 1)})
	if int(id) <= m.created && m.created < len(m.alive)-1 && m.rng.IntN(int(id)) == 0 {
		child := m.alive[m.created+1]
		m.add(efsm.State{Kind: efsm.Visible, Accesses: m.access(child, efsm.Write), Updates: []efsm.Update{{Var: child, Value: term.True}}})
	}
	m.block(states, 0)
	for len(m.list) > states+2 {
		m.list = m.list[:len(m.list)-1]
	}
	last := efsm.State{Kind: efsm.Visible, Accesses: m.access(m.done[id], efsm.Write), Updates: []efsm.Update{{Var: m.done[id], Value: term.True}}}
	if m.rng.IntN(8) == 0 {
		last = efsm.State{Kind: efsm.Halt}
	}
	m.add(last)
	t := &m.s.Threads[id]
	t.Entry, t.Alive = 1, m.alive[id]
	for i, st := range m.list {
		st.Name = fmt.Sprint("s", i+1)
		next := efsm.StateID(i + 2)
		if i+1 < len(m.list) && st.Edges == nil {
			guard, other := term.True, efsm.StateID(1+m.rng.IntN(len(m.list)))
			switch {
			case m.rng.IntN(2) > 0:
			case st.Kind == efsm.Local:
				guard = m.is(m.own, uint64(m.rng.IntN(2)))
			case len(st.Accesses) > 0 && m.s.Vars[st.Accesses[0].Var].Class == efsm.Data:
				guard = m.is(st.Accesses[0].Var, uint64(m.rng.IntN(4)))
			}
			st.Edges = []efsm.Edge{{Guard: guard, To: next}}
			if guard != term.True {
				st.Edges = append(st.Edges, efsm.Edge{Guard: m.s.Terms.Not(guard), To: other})
			}
		}
		t.AddState(st)
	}
}

func (m *maker) access(v efsm.VarID, mode efsm.Mode) []efsm.Access {
	return []efsm.Access{{Var: v, Mode: mode, When: term.True, Atomic: m.s.Vars[v].Class == efsm.Sync}}
}

func (m *maker) add(st efsm.State) {
	if st.Enable == term.None {
		st.Enable = term.True
	}
	m.list = append(m.list, st)
}

// waits adds a state that waits for a variable and changes it.
func (m *maker) waits(v efsm.VarID, enable, value term.ID) {
	m.add(efsm.State{Kind: efsm.Visible, Enable: enable, Accesses: m.access(v, efsm.ReadWrite), Updates: []efsm.Update{{Var: v, Value: value}}})
}

func (m *maker) acquire(l efsm.VarID) {
	m.waits(l, m.is(l, 0), m.s.Terms.Uint(uint64(m.id), 2))
	m.acts(efsm.LockAct{Lock: l, When: term.True}, efsm.WaitLock)
}

func (m *maker) release(l efsm.VarID) {
	m.waits(l, term.True, m.s.Terms.Uint(0, 2))
	m.acts(efsm.LockAct{Lock: l, Release: true, When: term.True}, efsm.NoWait)
}

// acts records a lock operation in the last state.
func (m *maker) acts(l efsm.LockAct, wait efsm.Wait) {
	if m.locked {
		st := &m.list[len(m.list)-1]
		st.Locks, st.Wait = []efsm.LockAct{l}, wait
	}
}

// block adds some operations.
func (m *maker) block(states, depth int) {
	s := m.s.Terms
	for end := len(m.list) + states; len(m.list) < end; {
		l, x := m.pick(m.locks), m.pick(m.data)
		kind := m.rng.IntN(27)
		if depth > 0 && m.rng.IntN(2) == 0 {
			kind = -1
		}
		if m.locked && (kind == 6 || kind == 7 || kind == 8 || kind == 16) {
			kind = 0
		}
		switch kind {
		case 0, 1, 2, 3, 4:
			m.acquire(l)
			m.section(l, depth)
		case 5:
			m.release(l)
		case 6: // a try
			m.waits(l, term.True, s.Ite(m.is(l, 0), s.Uint(uint64(m.id), 2), m.v(l)))
			m.section(l, depth)
		case 7: // a re-entrant lock
			m.waits(l, s.Or(m.is(l, 0), m.is(l, uint64(m.id))), s.Uint(uint64(m.id), 2))
			m.section(l, depth)
		case 8: // a lock of the thread's choice
			k, l := m.locks[0], m.locks[1]
			first := m.is(m.own, 0)
			change := func(enable term.ID, value uint64) {
				m.add(efsm.State{
					Kind: efsm.Visible, Enable: enable, Accesses: append(m.access(k, efsm.ReadWrite), m.access(l, efsm.ReadWrite)...),
					Updates: []efsm.Update{
						{Var: k, Value: s.Ite(first, s.Uint(value, 2), m.v(k))},
						{Var: l, Value: s.Ite(first, m.v(l), s.Uint(value, 2))},
					},
				})
			}
			change(s.Ite(first, m.is(k, 0), m.is(l, 0)), uint64(m.id))
			m.touch(l, x)
			change(term.True, 0)
		case 16: // a lock that is taken at times
			skips := m.is(m.own, 1)
			m.waits(l, s.Or(skips, m.is(l, 0)), s.Ite(skips, m.v(l), s.Uint(uint64(m.id), 2)))
			m.section(l, depth)
		case 9: // a condition
			m.release(l)
			m.waits(m.flag, m.is(m.flag, 1), s.Uint(uint64(m.rng.IntN(2)), 1))
			m.acquire(l)
		case 10:
			m.waits(m.flag, term.True, s.Uint(1, 1))
		case 11: // a semaphore
			m.waits(m.count, s.Ult(s.Uint(0, 2), m.v(m.count)), s.Sub(m.v(m.count), s.Uint(1, 2)))
		case 12:
			m.waits(m.count, term.True, s.Add(m.v(m.count), s.Uint(1, 2)))
		case 13: // a join
			v := m.done[1+m.rng.IntN(len(m.done)-1)]
			m.add(efsm.State{Kind: efsm.Visible, Enable: m.v(v), Accesses: m.access(v, efsm.Read)})
		case 14, 17, 18:
			st := efsm.State{Kind: efsm.Local}
			if m.rng.IntN(2) == 0 {
				st.Updates = []efsm.Update{{Var: m.own, Value: s.BvNot(m.v(m.own))}}
			}
			m.add(st)
		case 15:
			m.add(efsm.State{Kind: efsm.Visible, Asked: true, Origin: efsm.Origin{Pos: ir.Pos{Line: int32(1 + m.rng.IntN(2))}}})
		default:
			m.touch(l, x)
		}
	}
}

// section adds operations of a thread with a lock, and mostly the release of the lock.
func (m *maker) section(l efsm.VarID, depth int) {
	if depth < 2 {
		m.block(1+m.rng.IntN(2), depth+1)
	}
	if m.rng.IntN(8) > 0 {
		m.release(l)
	}
}

// touch adds an access to data, which may be in a section with a lock operation.
func (m *maker) touch(l, x efsm.VarID) {
	s := m.s.Terms
	st := efsm.State{Kind: efsm.Visible, Accesses: m.access(x, efsm.Mode(m.rng.IntN(3)))}
	if st.Accesses[0].Mode != efsm.Read {
		value := s.Uint(uint64(m.rng.IntN(4)), 2)
		if m.rng.IntN(2) == 0 {
			st.Accesses[0].Mode, value = efsm.ReadWrite, s.Add(m.v(x), s.Uint(1, 2))
		}
		st.Updates = []efsm.Update{{Var: x, Value: value}}
	}
	if m.rng.IntN(2) == 0 {
		st.Updates = append(st.Updates, efsm.Update{Var: m.own, Value: s.Extract(m.v(x), 0, 0)})
		if st.Accesses[0].Mode == efsm.Write {
			st.Accesses[0].Mode = efsm.ReadWrite
		}
	}
	if m.sections && m.rng.IntN(2) == 0 {
		st.Accesses = append(st.Accesses, m.access(l, efsm.ReadWrite)...)
		if m.rng.IntN(2) == 0 {
			st.Enable = m.is(l, 0)
		}
		st.Updates = append(st.Updates, efsm.Update{Var: l, Value: s.Uint(uint64(m.rng.IntN(2))*uint64(m.id), 2)})
	}
	when := m.is(x, uint64(m.rng.IntN(4)))
	switch m.rng.IntN(5) {
	case 0, 1, 2:
		st.Obligations = []efsm.Obligation{{When: when, Property: verdict.Assert}}
	case 3:
		st.Marks = []efsm.Mark{{Mark: verdict.Mark{Bound: verdict.LoopBound}, When: when}}
	}
	m.add(st)
}
