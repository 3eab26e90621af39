package mu

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// fine is a fine-grained memory unwinding (Tomasco et al., section 4.1): position i holds the writing
// thread, the unit, and the value.
//
//	thread[i]       who writes at position i, its thread plus one; 0: the position is not
//	                used, nor are those after it
//	unit[i]         what the write of position i is to; 0: there is none
//	value[i]        and its value
//	after[t,i]      the first position after i at which t writes; n+1: none
//	next[t]         the first position after its own at which t still has to write
//
// read-implicit, for units that are not explicit:
//
//	again[i]        the first position after i at which the unit is written again
//	first[u]        the first position at which unit u is written
//
// read-explicit:
//
//	now[u,i]        unit u is written at position i
//	has[u,i]        at i or before
//	last[u,i]       and its value at position i
//
// A read of a thread at position p goes to a position q, p <= q < next[t]. Explicit: q is guessed, and
// the value is last[u,q]. Implicit: the write w < next[t] that is read is guessed, and q is the later
// one of p and w; the unit must not be written again up to q. Initial values are in the program's own
// memory, which is not written any more.
//
// A step that may write several units, as an atomic section may, writes them at one
// position, whose unit[i] is the number after all units. Units that are written so are
// explicit in every scheme:
//
//	also[u,i]       unit u is written where unit[i] is that number
//	given[u,i]      and its value
//
// With Limits.EachWrite the writes of an atomic section of the source are at positions
// that follow one another (section.go):
//
//	inner[i]        the write of position i is one of a section that goes on at i+1; no
//	                other thread is ever at such a position
//	settled[i]      the first position from i on that is not inner
type fine struct {
	m                                *unwinding
	thread, unit, value, after, next table
	again                            table
	first, now, has, last            map[*unit]table
	also, given                      map[*unit]table
	inner, settled                   table // zero: each step has one position
}

func newFine(m *unwinding) *fine {
	f := &fine{m: m, first: make(map[*unit]table), now: make(map[*unit]table),
		also: make(map[*unit]table), given: make(map[*unit]table), has: make(map[*unit]table), last: make(map[*unit]table)}
	n, threads := m.n+1, len(m.seq.Inlined.Threads)
	f.thread = m.table("thread", n, ir.I8)
	f.unit = m.table("unit", n, ir.I16)
	f.value = m.table("value", n, m.word)
	f.after = m.table("after", n*threads, ir.I8)
	f.next = m.table("next", threads, ir.I8)
	if m.scheme != FineExplicit {
		f.again = m.table("again", n, ir.I8)
	}
	if m.each {
		f.inner, f.settled = m.table("inner", n, ir.I8), m.table("settled", n, ir.I8)
	}
	for _, t := range m.units.unwound {
		name := "." + m.nameOf(t)
		if f.explicit(t) {
			f.now[t] = m.table("now"+name, n, ir.I8)
			f.has[t] = m.table("has"+name, n, ir.I8)
			f.last[t] = m.table("last"+name, n, m.word)
			if t.joint {
				f.also[t] = m.table("also"+name, n, ir.I8)
				f.given[t] = m.table("given"+name, n, m.word)
			}
		} else {
			f.first[t] = m.table("first"+name, 1, ir.I8)
		}
	}
	return f
}

// explicit reports whether the values of a unit are kept at every position.
func (f *fine) explicit(t *unit) bool {
	return t.joint || f.m.scheme == FineExplicit || f.m.scheme == Mixed && !t.indexed
}

// several returns the value of unit[i] for a position whose step may write several units.
func (f *fine) several() int { return f.m.units.numbers }

// stops reports that seek never ends a thread.
func (f *fine) stops() bool { return false }

func (f *fine) guesses() bool { return true }

func (f *fine) setup(c *code) {
	most := f.m.units.numbers - 1
	if f.m.joint {
		most = f.several()
	}
	threads := len(f.m.seq.Inlined.Threads)
	c.put(f.thread, c.at(0), c.byteConst(1))
	c.up(1, f.m.n, func(i ir.Operand) {
		t := c.b.ChooseUpTo(ir.I8, threads)
		c.put(f.thread, i, t)
		before := c.get(f.thread, c.b.Binary(ir.OpSub, 0, i, c.at(1)))
		c.b.Assume(c.b.Or(c.b.NonZero(before), c.b.Equal(t, c.byteConst(0))))
		u := c.b.ChooseUpTo(ir.I16, most)
		c.put(f.unit, i, u)
		some := c.b.NonZero(u)
		c.b.Assume(c.b.Equal(c.b.NonZero(t), some))
		c.put(f.value, i, c.b.Select(some, c.anyWord(), c.b.Int(f.m.word, 0)))
	})
	f.setupSections(c)
	c.up(0, threads-1, func(t ir.Operand) {
		row := c.times(t, f.m.n+1)
		number := c.b.Binary(ir.OpAdd, 0, c.asByte(t), c.byteConst(1))
		next := c.variable("next", c.byteConst(f.m.n+1))
		c.down(f.m.n, c.at(1), func(i ir.Operand) {
			c.put(f.after, c.plus(row, i), ir.RegOperand(next))
			c.found(next, i, c.b.Equal(c.get(f.thread, i), number))
		})
		c.put(f.after, row, ir.RegOperand(next))
	})
	for _, t := range f.m.units.unwound {
		if f.explicit(t) {
			f.rows(c, t)
		} else {
			c.put(f.first[t], c.at(0), f.firstAt(c, c.number(t.number)))
		}
	}
	if f.again != (table{}) {
		c.up(1, f.m.n, func(i ir.Operand) {
			u := c.get(f.unit, i)
			again := c.variable("again", c.byteConst(f.m.n+1))
			c.down(f.m.n, c.plus(i, c.at(1)), func(j ir.Operand) { c.found(again, j, c.b.Equal(c.get(f.unit, j), u)) })
			c.put(f.again, i, ir.RegOperand(again))
		})
	}
}

// found sets a variable to a position if a condition holds there.
func (c *code) found(position ir.Reg, i, cond ir.Operand) {
	c.b.CopyTo(position, c.b.Select(cond, c.asByte(i), ir.RegOperand(position)))
}

// firstAt returns the first position at which a unit is written.
func (f *fine) firstAt(c *code, number ir.Operand) ir.Operand {
	first := c.variable("first", c.byteConst(f.m.n+1))
	c.down(f.m.n, c.at(1), func(i ir.Operand) { c.found(first, i, c.b.Equal(c.get(f.unit, i), number)) })
	return ir.RegOperand(first)
}

// rows fills the tables of an explicit unit.
func (f *fine) rows(c *code, t *unit) {
	has, last := c.variable("has", c.b.Int(ir.I1, 0)), c.variable("last", c.b.Int(f.m.word, 0))
	open := f.openSection(c)
	c.up(1, f.m.n, func(i ir.Operand) {
		now, v := c.b.Equal(c.get(f.unit, i), c.number(t.number)), c.get(f.value, i)
		if t.joint {
			also := c.b.And(c.b.Equal(c.get(f.unit, i), c.number(f.several())), c.b.Choose(ir.I1, ir.ChooseNondet))
			given := c.anyWord()
			c.put(f.also[t], i, c.asFlag(also))
			c.put(f.given[t], i, given)
			now, v = c.b.Or(now, also), c.b.Select(also, given, v)
		}
		c.b.CopyTo(last, c.b.Select(now, v, ir.RegOperand(last)))
		c.b.CopyTo(has, c.b.Or(ir.RegOperand(has), now))
		c.put(f.now[t], i, c.asFlag(f.shown(c, i, now, open)))
		c.put(f.has[t], i, c.asFlag(ir.RegOperand(has)))
		c.put(f.last[t], i, ir.RegOperand(last))
	})
}

func (f *fine) enter(c *code, tid int) {
	thread := c.at(tid)
	next := c.get(f.after, c.at(tid*(f.m.n+1)))
	c.b.Assume(c.b.Less(c.get(f.m.pos, thread), next))
	c.put(f.next, thread, next)
}

// leave checks that the thread did all the writes that it was to do.
func (f *fine) leave(c *code, tid int) {
	c.b.Assume(c.b.Equal(c.get(f.next, c.at(tid)), c.byteConst(f.m.n+1)))
}

// seek moves a thread to the position of a step. A step that writes goes directly before its thread's
// next write. Another step stays, or goes to a position at which a unit that it may see changes:
// positions in between give the same values.
func (f *fine) seek(c *code, thread ir.Operand, s *footprint) ir.Operand {
	p, next := c.get(f.m.pos, thread), c.get(f.next, thread)
	before := c.b.Binary(ir.OpSub, 0, next, c.byteConst(1))
	if s.may && s.always {
		f.moveTo(c, thread, before)
		return 0
	}
	q := p
	if len(s.units) > 0 {
		q = f.later(c, p, s.units)
	}
	for _, other := range s.ends {
		end := c.get(f.m.pos, c.at(other))
		wait := c.b.And(c.b.Choose(ir.I1, ir.ChooseNondet), c.b.Less(q, end))
		q = c.b.Select(wait, end, q)
	}
	writes := ir.Operand(0)
	if s.may {
		writes = c.b.Choose(ir.I1, ir.ChooseNondet)
		q = c.b.Select(writes, before, q)
	}
	c.b.Assume(c.b.Less(q, next))
	f.moveTo(c, thread, q)
	return writes
}

// later guesses a position from p on, p itself or one where one of the given units is written.
func (f *fine) later(c *code, p ir.Operand, units []*unit) ir.Operand {
	q := c.b.ChooseUpTo(ir.I8, f.m.n)
	c.b.Assume(c.b.LessOrEqual(p, q))
	f.between(c, q)
	for _, t := range units {
		if !f.explicit(t) || len(units) > maxSought {
			return q
		}
	}
	changes := c.b.Equal(p, q)
	for _, t := range units {
		changes = c.b.Or(changes, c.b.NonZero(c.pick(f.now[t], c.at(0), q, 1, f.m.n)))
	}
	c.b.Assume(changes)
	return q
}

// maxSought bounds the units for which fine.later uses the positions of their writes.
const maxSought = 4

// moveTo sets the position of a thread that reads. Its step is after the write of that
// position.
func (f *fine) moveTo(c *code, thread, q ir.Operand) {
	c.put(f.m.pos, thread, q)
	c.put(f.m.when, thread, c.b.Binary(ir.OpAdd, 0, c.b.Binary(ir.OpShl, 0, q, c.byteConst(1)), c.byteConst(1)))
}

// allExplicit reports whether all units of an access are.
func (f *fine) allExplicit(at unitRef) bool {
	for _, t := range at.units {
		if !f.explicit(t) {
			return false
		}
	}
	return true
}

func (f *fine) row(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand) {
	if f.allExplicit(at) {
		return f.explicitRow(c, thread, at)
	}
	w := c.b.ChooseUpTo(ir.I8, f.m.n)
	c.b.Assume(c.b.LessOrEqual(w, c.get(f.m.pos, thread)))
	return f.implicitRow(c, thread, at, w)
}

func (f *fine) read(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand) {
	if f.allExplicit(at) {
		return c.seekAndRead(thread, at)
	}
	w := c.b.ChooseUpTo(ir.I8, f.m.n)
	c.b.Assume(c.b.Less(w, c.get(f.next, thread)))
	p := c.get(f.m.pos, thread)
	f.moveTo(c, thread, f.settledAt(c, c.b.Select(c.b.Less(p, w), w, p)))
	return f.implicitRow(c, thread, at, w)
}

// explicitRow looks the value up at the position of a thread.
func (f *fine) explicitRow(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand) {
	p := c.get(f.m.pos, thread)
	return c.among(at, func(t *unit) (has, last ir.Operand) {
		has = c.b.NonZero(c.pick(f.has[t], c.at(0), p, 0, f.m.n))
		return has, c.pick(f.last[t], c.at(0), p, 0, f.m.n)
	})
}

// implicitRow checks that a thread sees the write at a guessed position; 0 stands for the initial
// value.
func (f *fine) implicitRow(c *code, thread ir.Operand, at unitRef, w ir.Operand) (written, value ir.Operand) {
	p := c.get(f.m.pos, thread)
	value = c.pick(f.value, c.at(0), w, 0, f.m.n)
	u := c.pick(f.unit, c.at(0), w, 0, f.m.n)
	again := c.pick(f.again, c.at(0), w, 0, f.m.n)
	written = c.b.NonZero(w)
	untouched := c.b.Less(p, f.firstOf(c, at))
	c.b.Assume(c.b.Select(written, c.b.And(c.b.Equal(u, at.number), c.b.Less(p, again)), untouched))
	return written, value
}

// firstOf returns the first position at which a unit is written.
func (f *fine) firstOf(c *code, at unitRef) ir.Operand {
	if at.only {
		return c.get(f.first[at.units[0]], c.at(0))
	}
	some := c.b.NonZero(at.number)
	first := c.variable("first", c.byteConst(f.m.n+1))
	c.down(f.m.n, c.at(1), func(i ir.Operand) {
		c.found(first, i, c.b.And(c.b.Equal(c.get(f.unit, i), at.number), some))
	})
	return ir.RegOperand(first)
}

func (f *fine) write(c *code, thread ir.Operand, list []unitWrite, how writeMode) {
	if how.each {
		f.writeEach(c, thread, list)
		return
	}
	next := c.get(f.next, thread)
	f.stopAtEnd(c, thread, next, func() ir.Operand { return c.b.NonZero(c.get(f.thread, c.at(f.m.n))) })
	unit := c.pick(f.unit, c.at(0), next, 1, f.m.n)
	if how.several {
		c.b.Assume(c.b.Equal(unit, c.number(f.several())))
		f.matchAll(c, next, list)
	} else {
		number, value := list[0].at.number, list[0].value
		for _, w := range list[1:] {
			number, value = c.choice(w.done, w.at.number, number), c.choice(w.done, w.value, value)
		}
		c.b.Assume(c.b.Equal(unit, number))
		c.b.Assume(c.b.Equal(value, c.pick(f.value, c.at(0), next, 1, f.m.n)))
	}
	f.goesOn(c, next, c.b.Int(ir.I1, 0))
	f.advance(c, thread, next)
}

// stopAtEnd ends a thread that has no position left for a write. full emits whether all positions are
// used.
func (f *fine) stopAtEnd(c *code, thread, next ir.Operand, full func() ir.Operand) {
	c.b.When(c.b.Equal(next, c.byteConst(f.m.n+1)), func() {
		c.put(f.m.stuck, thread, c.byteConst(1))
		c.put(f.m.when, thread, c.byteConst(255))
		c.b.When(full(), func() { c.raise(f.m.full) })
		c.b.RetVoid()
	})
}

// advance moves a thread to the position of a write that it did.
func (f *fine) advance(c *code, thread, next ir.Operand) {
	c.put(f.m.pos, thread, next)
	c.put(f.m.when, thread, c.b.Binary(ir.OpShl, 0, next, c.byteConst(1)))
	c.put(f.next, thread, c.pick(f.after, c.times(thread, f.m.n+1), next, 1, f.m.n))
}

// matchAll checks that the writes of a step are those of its position, for all units.
func (f *fine) matchAll(c *code, position ir.Operand, list []unitWrite) {
	for _, t := range f.m.units.unwound {
		if !t.joint {
			continue
		}
		done, value := c.b.Int(ir.I1, 0), ir.Operand(0)
		for _, w := range list {
			if !slices.Contains(w.at.units, t) {
				continue
			}
			this := c.hits(w, t)
			if value == 0 {
				done, value = this, w.value
			} else {
				done, value = c.or(done, this), c.choice(this, w.value, value)
			}
		}
		also := c.b.NonZero(c.pick(f.also[t], c.at(0), position, 1, f.m.n))
		c.b.Assume(c.b.Equal(done, also))
		if value != 0 {
			given := c.pick(f.given[t], c.at(0), position, 1, f.m.n)
			c.b.Assume(c.or(c.not(done), c.b.Equal(value, given)))
		}
	}
}

// finish checks that the threads that are to write were created.
func (f *fine) finish(c *code) {
	c.up(0, len(f.m.seq.Inlined.Threads)-1, func(t ir.Operand) {
		none := c.b.Equal(c.get(f.after, c.times(t, f.m.n+1)), c.byteConst(f.m.n+1))
		c.b.Assume(c.b.Or(c.b.NonZero(c.get(f.m.started, t)), none))
	})
}
