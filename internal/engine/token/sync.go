package token

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// pass is a pair of a read_sync and a write_sync that the token may go between.
type pass struct {
	reader     efsm.ThreadID
	readDepth  int // k
	writer     efsm.ThreadID
	writeDepth int     // h
	holds      term.ID // RW: it does
	read       int     // index in the reader's reads
	// The slots of the two instances (order.go).
	readSlot, writeSlot int
}

// acquire makes the read_sync of a depth, where at is its condition. The thread may get the token there,
// with the values of the thread that gives it away.
func (m *machine) acquire(d int, at term.ID, values []term.ID) {
	e := m.e
	r := readInstance{depth: d, first: e.boolean("rc", m.id, d)}
	r.rest = r.first
	e.solver.Assert(e.terms.Implies(r.first, e.terms.And(at, e.terms.Not(m.token[d]))))
	m.token[d+1] = e.terms.Or(m.token[d+1], r.first)
	r.before, r.copies = make([]term.ID, len(e.copied)), make([]term.ID, len(e.copied))
	for i, v := range e.copied {
		r.before[i], r.copies[i] = values[v], e.unroller.Fresh(v, m.id, d+1)
		if e.active[i] {
			e.unchanged(&r, r.copies[i], r.before[i])
		}
		if e.untouched[i] != term.None {
			e.imply(e.untouched[i], e.terms.Eq(r.copies[i], e.initial[v]))
		}
		values[v] = r.copies[i]
	}
	before := m.clocks[d]
	r.clocks = make([]term.ID, len(before))
	for q := 1; q < len(before); q++ {
		switch {
		case efsm.ThreadID(q) == m.id:
			r.clocks[q] = e.tick(r.first, before[q])
		case e.isPair():
			r.clocks[q] = before[q] // counted by giveAway
		default:
			r.clocks[q] = e.terms.Var(e.name("cs", m.id, d+1), e.terms.Sort(before[q]))
			e.unchanged(&r, r.clocks[q], before[q])
		}
	}
	m.clocks[d+1] = r.clocks
	m.reads = append(m.reads, r)
}

// isPair reports whether there are two threads. Each then computes the other's clock by itself: it counts
// how often it gave the token away.
func (e *Encoding) isPair() bool { return len(e.sys.Threads) == 3 }

// tick returns a clock that is one later if a condition holds.
func (e *Encoding) tick(cond, clock term.ID) term.ID {
	return e.terms.Ite(cond, e.terms.Add(clock, e.terms.Uint(1, e.clockWidth)), clock)
}

// unchanged asserts that a value stays the same without an acquisition (S1).
func (e *Encoding) unchanged(r *readInstance, after, before term.ID) {
	e.solver.Assert(e.terms.Or(r.first, e.terms.Eq(after, before)))
}

// giveAway makes the write_sync of a depth.
func (m *machine) giveAway(d int, at term.ID) {
	e := m.e
	w := writeInstance{depth: d, first: e.boolean("wc", m.id, d)}
	w.rest = w.first
	e.solver.Assert(e.terms.Implies(w.first, e.terms.And(at, m.token[d])))
	m.token[d+1] = e.terms.And(m.token[d+1], e.terms.Not(w.first))
	if e.isPair() {
		other := 3 - m.id
		m.clocks[d+1] = slices.Clone(m.clocks[d+1])
		m.clocks[d+1][other] = e.tick(w.first, m.clocks[d+1][other])
	}
	m.writes = append(m.writes, w)
}

// pair adds the pairs that a new depth makes possible: one side is at this depth, the
// other not deeper.
func (e *Encoding) pair(depth int) {
	for i := 1; i < len(e.machines); i++ {
		for j := 1; j < len(e.machines); j++ {
			if i != j {
				e.pairThreads(e.machines[i], e.machines[j], depth)
			}
		}
	}
}

func (e *Encoding) pairThreads(reader, writer *machine, depth int) {
	for i := range reader.reads {
		r := &reader.reads[i]
		for j := range writer.writes {
			w := &writer.writes[j]
			if max(r.depth, w.depth) == depth {
				if e.exclusive(reader, r, writer, w) {
					e.stats.Pruned++
					continue
				}
				needed := e.needed(reader, r, writer, w)
				if needed == term.False {
					e.stats.Pruned++
					continue
				}
				e.connect(reader, i, writer, w, needed)
			}
		}
	}
}

// connect adds the constraints of one pair: P1, P2 and P3 of Table 1. RC and WC are chains of booleans, one
// for each pair, of which at most one is true. A chain grows with the depth, and its open end is assumed to
// be false (limit). The token passes only if the condition needed holds.
func (e *Encoding) connect(reader *machine, index int, writer *machine, w *writeInstance, needed term.ID) {
	terms := e.terms
	r := &reader.reads[index]
	p := pass{
		reader: reader.id, readDepth: r.depth, writer: writer.id, writeDepth: w.depth, read: index,
		readSlot: r.slot, writeSlot: w.slot, holds: e.boolean("rw", reader.id, r.depth),
	}
	r.rest = e.extend(r.rest, p.holds)
	w.rest = e.extend(w.rest, p.holds)
	e.imply(p.holds, needed)
	mine := reader.clocks[r.depth][reader.id]
	theirs := writer.clocks[w.depth]
	e.imply(p.holds, terms.Eq(mine, theirs[reader.id]))
	for q := 1; q < len(theirs); q++ {
		if efsm.ThreadID(q) != reader.id {
			e.imply(p.holds, terms.Eq(r.clocks[q], theirs[q]))
		}
	}
	values := writer.frames[w.depth].Values()
	for i, v := range e.copied {
		if e.active[i] {
			e.imply(p.holds, terms.Eq(r.copies[i], values[v]))
		}
	}
	e.orderPass(&p)
	r.passes = append(r.passes, len(e.passes))
	e.passes = append(e.passes, p)
	e.stats.Pairs++
}

// extend adds a pair to a chain. At most one pair of a chain holds: the chain's open end holds iff exactly
// one of the pair and the new open end does.
func (e *Encoding) extend(open, holds term.ID) term.ID {
	rest := e.terms.Var("rest", term.Bool)
	e.solver.Assert(e.terms.Iff(open, e.terms.Xor(holds, rest)))
	e.solver.Assert(e.terms.Not(e.terms.And(holds, rest)))
	return rest
}

func (e *Encoding) imply(cond, then term.ID) {
	if then != term.True {
		e.solver.Assert(e.terms.Implies(cond, then))
	}
}

// activate makes a copied variable follow the token. Before that call it has an arbitrary value after an
// acquisition.
func (e *Encoding) activate(i int) {
	e.active[i] = true
	v := e.copied[i]
	for _, m := range e.machines[1:] {
		for j := range m.reads {
			r := &m.reads[j]
			e.unchanged(r, r.copies[i], r.before[i])
		}
	}
	for _, p := range e.passes {
		value := e.machines[p.writer].frames[p.writeDepth].Values()[v]
		e.imply(p.holds, e.terms.Eq(e.machines[p.reader].reads[p.read].copies[i], value))
	}
}

// touch records that a thread can change a variable by now.
func (e *Encoding) touch(v efsm.VarID) {
	if i := slices.Index(e.copied, v); i >= 0 {
		e.untouched[i] = term.None
	}
}

// open returns assumptions that close all chains at the present depth.
func (e *Encoding) open() []term.ID {
	if e.closed == term.None {
		list := []term.ID{}
		for _, m := range e.machines[1:] {
			for i := range m.reads {
				list = append(list, e.terms.Not(m.reads[i].rest))
			}
			for i := range m.writes {
				list = append(list, e.terms.Not(m.writes[i].rest))
			}
		}
		e.closed = e.terms.Var("closed", term.Bool)
		e.closeFlags(e.closed)
		for _, t := range list {
			e.imply(e.closed, t)
		}
	}
	list := []term.ID{e.closed}
	for _, t := range e.untouched {
		if t != term.None {
			list = append(list, t)
		}
	}
	return list
}
