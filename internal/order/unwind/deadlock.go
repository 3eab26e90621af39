package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// deadlocks adds the facts which restrict endless waits (wait.go) to deadlocks: each thread that could end
// such a wait has finished or waits for ever, too. Facts that many waits share are added once.
type deadlocks struct {
	u       *unwinder
	threads []*thread
	member  map[*thread]term.ID // it waits for ever
	joined  map[*instance]int   // lists of the threads that could end a wait, by its object
	locks   map[*cell]*holders
	anybody *holders
}

// holders is a list of threads that could end waits, with the facts about them.
type holders struct {
	list int     // in Graph.Unblock
	word term.ID // of a lock: the value of its cell at the end
	fact term.ID // the list is of finished threads and members; True: a fact anyway
}

// closeWaits makes the facts of deadlocks, and an obligation for each block.
func (u *unwinder) closeWaits() {
	if len(u.finals) == 0 {
		return
	}
	s := u.terms
	d := &deadlocks{
		u: u, member: make(map[*thread]term.ID),
		joined: make(map[*instance]int), locks: make(map[*cell]*holders),
	}
	for _, i := range u.w.list {
		if t := u.unwound(i); t != nil {
			d.threads = append(d.threads, t)
			d.member[t] = term.False
		}
	}
	blocked := make(map[*node]term.ID)
	for _, b := range u.waits {
		if blocked[b.node] == term.None {
			blocked[b.node] = term.False
		}
		blocked[b.node] = s.Or(blocked[b.node], b.guard)
		d.member[b.t] = s.Or(d.member[b.t], b.guard)
	}
	for _, sec := range u.finals {
		if any := blocked[sec.node]; any != term.None {
			u.fact(s.Implies(sec.node.Guard, any))
		} else {
			sec.node.Guard, sec.node.events = term.False, nil
		}
	}
	for _, b := range u.waits {
		u.graph.Obligations = append(u.graph.Obligations, event.Obligation{
			Property: verdict.Deadlock, Thread: b.t.id, Node: b.node.id, Guard: b.guard, Cond: term.False, Text: b.text, By: d.closed(b), Func: b.fn, Pos: b.pos,
		})
	}
}

// closed adds the facts about the threads that could end a wait, and returns the list of these threads.
func (d *deadlocks) closed(b *block) int {
	s := d.u.terms
	switch {
	case b.lock != nil:
		h := d.locks[b.lock]
		if h == nil {
			if h = d.owners(); b.lock.holds {
				h = d.sharers(b.lock)
			}
			d.locks[b.lock] = h
		}
		d.u.fact(s.Implies(b.guard, s.Eq(b.word, h.word)))
		return h.list
	case b.target != nil:
		return d.joins(b)
	}
	if d.anybody == nil {
		d.anybody = d.everybody()
	}
	d.u.fact(s.Implies(b.guard, d.anybody.fact))
	return d.anybody.list
}

// joins makes the fact that a thread that is joined is a member: it never finishes.
func (d *deadlocks) joins(b *block) int {
	t := b.target.current
	member, ok := d.member[t]
	if !ok { // it does not exist within the bounds
		d.u.fact(d.u.terms.Not(b.guard))
		return 0
	}
	d.u.fact(d.u.terms.Implies(b.guard, member))
	list, ok := d.joined[b.target]
	if !ok {
		list = d.add([]event.Unblocker{{Thread: t.id, Guard: term.True}})
		d.joined[b.target] = list
	}
	return list
}

func (d *deadlocks) add(list []event.Unblocker) int {
	d.u.graph.Unblock = append(d.u.graph.Unblock, list)
	return len(d.u.graph.Unblock) - 1
}

// settled returns whether a thread is finished or a member.
func (d *deadlocks) settled(t *thread) term.ID {
	return d.u.terms.Or(d.member[t], d.u.finished(t.inst))
}

// owners lists the threads that may hold a lock exclusively at the end.
func (d *deadlocks) owners() *holders {
	s := d.u.terms
	word := s.Var("owner", term.BV(ownerBits))
	return &holders{word: word, list: d.everyone(func(t *thread) term.ID {
		owns := s.Eq(word, t.me())
		d.u.fact(s.Implies(owns, d.settled(t)))
		return owns
	})}
}

// everyone adds the list of the threads that could end a wait, with the conditions.
func (d *deadlocks) everyone(could func(t *thread) term.ID) int {
	var list []event.Unblocker
	for _, t := range d.threads {
		if guard := could(t); guard != term.False {
			list = append(list, event.Unblocker{Thread: t.id, Guard: guard})
		}
	}
	return d.add(list)
}

// sharers lists the threads that hold a lock shared at the end. If these hold it as often as its count
// says, only members and finished threads hold it.
func (d *deadlocks) sharers(c *cell) *holders {
	s := d.u.terms
	none := s.Uint(0, holdBits)
	h := &holders{word: none}
	h.list = d.everyone(func(t *thread) term.ID {
		count := d.sharedHolds(t, c)
		holds := s.Distinct(count, none)
		if holds != term.False {
			h.word = s.Add(h.word, count)
		}
		return holds
	})
	return h
}

// sharedHolds returns how often a thread that has finished or waits for ever holds a lock shared.
func (d *deadlocks) sharedHolds(t *thread, c *cell) term.ID {
	s := d.u.terms
	count := s.Uint(0, holdBits)
	key := t.holds[holdsKey(c, t.inst)]
	if key == 0 {
		return count
	}
	in := func(mem *trie, when term.ID) {
		if held := mem.get(key - 1); held != nil {
			count = s.Ite(when, held.bits, count)
		}
	}
	for _, b := range d.u.waits {
		if b.t == t {
			in(&b.mem, b.guard)
		}
	}
	in(&t.left, d.u.finished(t.inst))
	return count
}

// everybody lists all threads.
func (d *deadlocks) everybody() *holders {
	s := d.u.terms
	h := &holders{fact: s.Not(d.u.unbegun)}
	h.list = d.everyone(func(t *thread) term.ID {
		created := t.graph().Guard
		if created == term.None {
			created = term.True
		}
		h.fact = s.And(h.fact, s.Implies(created, d.settled(t)))
		return created
	})
	return h
}
