package seqz

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
)

// muFine is a fine-grained memory unwinding (Tomasco et al., section 4.1): position i
// holds who writes, which units, and which values. A step that writes several units,
// as an atomic section may, writes them at one position.
//
//	thread[i]       who writes at position i, its slot plus one; 0: the position is not
//	                used, nor are those after it
//	unit[i,s]       what the s-th write of position i is to; 0: there is none
//	value[i,s]      and its value
//	after[t,i]      the first position after i at which t writes; n+1: none
//	next[t]         the first position after its own at which t still has to write
//
// read-implicit, for units that are not explicit:
//
//	again[i,s]      the first position from i on at which the unit is written again
//	first[u]        the first position at which unit u is written
//
// read-explicit:
//
//	has[u,i]        unit u is written at position i or before
//	last[u,i]       and its value at position i
//
// A read of a thread at position p goes to a position q, p <= q < next[t]. Explicit: q
// is guessed, and the value is last[u,q]. Implicit: the write w < next[t] that is read
// is guessed, and q is the later one of p and w; it must not be written again up to q.
// Initial values are those of the program's own memory, which is not written any more.
type muFine struct {
	*mu
	thread, unit, value, after, next ir.GlobalID
	again                            ir.GlobalID
	first, has, last                 map[*unit]ir.GlobalID
}

func newFine(m *mu) *muFine {
	f := &muFine{mu: m, first: make(map[*unit]ir.GlobalID), has: make(map[*unit]ir.GlobalID), last: make(map[*unit]ir.GlobalID)}
	n, threads := m.n+1, len(m.Flat.Threads)
	f.thread = m.table("thread", n, ir.I8)
	f.unit = m.table("unit", n*m.slots, ir.I16)
	f.value = m.table("value", n*m.slots, m.word)
	f.after = m.table("after", n*threads, ir.I8)
	f.next = m.table("next", threads, ir.I8)
	if m.scheme != MuFineExplicit {
		f.again = m.table("again", n*m.slots, ir.I8)
	}
	for _, t := range m.units.unwound {
		name := fmt.Sprintf(".%s.%d", m.Program.Globals[t.global].Name, t.start)
		if f.explicit(t) {
			f.has[t] = m.table("has"+name, n, ir.I8)
			f.last[t] = m.table("last"+name, n, m.word)
		} else {
			f.first[t] = m.table("first"+name, 1, ir.I8)
		}
	}
	return f
}

// explicit reports whether the values of a unit are kept at every position.
func (f *muFine) explicit(t *unit) bool {
	return f.scheme == MuFineExplicit || f.scheme == MuMixed && !t.indexed
}

// at returns the index of the s-th write of a position.
func (f *muFine) at(position, s int) int { return position*f.slots + s }

func (f *muFine) setup(c *muCode) {
	before := c.byteConst(1)
	for i := 1; i <= f.n; i++ {
		t := c.guess(len(f.Flat.Threads), ir.I8)
		c.put(f.thread, i, t)
		c.assume(c.or(c.notZero(before), c.equal(t, c.byteConst(0))))
		before = t
		held := c.notZero(t)
		for s := range f.slots {
			u := c.guess(f.units.numbers-1, ir.I16)
			c.put(f.unit, f.at(i, s), u)
			some := c.b.Compare(ir.OpNe, u, c.number(0))
			if s == 0 {
				c.assume(c.equal(held, some))
			} else {
				c.assume(c.or(held, c.not(some)))
			}
			held = some
			v := c.anyWord()
			c.put(f.value, f.at(i, s), c.b.Select(some, v, c.b.Int(f.word, 0)))
		}
	}
	for slot := range f.Flat.Threads {
		next := c.byteConst(f.n + 1)
		for i := f.n; i >= 0; i-- {
			c.put(f.after, slot*(f.n+1)+i, next)
			if i > 0 {
				next = c.b.Select(c.equal(c.get(f.thread, i, ir.I8), c.byteConst(slot+1)), c.byteConst(i), next)
			}
		}
	}
	for _, t := range f.units.unwound {
		if f.explicit(t) {
			f.rows(c, t)
		} else {
			first := c.byteConst(f.n + 1)
			for i := f.n; i > 0; i-- {
				for s := range f.slots {
					hit := c.equal(c.get(f.unit, f.at(i, s), ir.I16), c.number(t.number))
					first = c.b.Select(hit, c.byteConst(i), first)
				}
			}
			c.put(f.first[t], 0, first)
		}
	}
	if f.again != 0 {
		f.rewritten(c)
	}
}

// rows fills the tables of an explicit unit.
func (f *muFine) rows(c *muCode, t *unit) {
	has, last := c.byteConst(0), c.b.Int(f.word, 0)
	for i := 1; i <= f.n; i++ {
		for s := range f.slots {
			hit := c.equal(c.get(f.unit, f.at(i, s), ir.I16), c.number(t.number))
			has = c.b.Select(hit, c.byteConst(1), has)
			last = c.b.Select(hit, c.get(f.value, f.at(i, s), f.word), last)
		}
		c.put(f.has[t], i, has)
		c.put(f.last[t], i, last)
	}
}

// rewritten fills the table of when writes are overwritten.
func (f *muFine) rewritten(c *muCode) {
	for i := 1; i <= f.n; i++ {
		for s := range f.slots {
			u := c.get(f.unit, f.at(i, s), ir.I16)
			again := c.byteConst(f.n + 1)
			for j := f.n; j >= i; j-- {
				for k := f.slots - 1; k >= 0 && (j > i || k > s); k-- {
					again = c.b.Select(c.equal(c.get(f.unit, f.at(j, k), ir.I16), u), c.byteConst(j), again)
				}
			}
			c.put(f.again, f.at(i, s), again)
		}
	}
}

func (f *muFine) enter(c *muCode, slot int) {
	next := c.get(f.after, slot*(f.n+1), ir.I8)
	c.assume(c.less(c.get(f.pos, slot, ir.I8), next))
	c.put(f.next, slot, next)
}

// leave checks that the thread did all the writes that it was to do.
func (f *muFine) leave(c *muCode, slot int) {
	c.assume(c.equal(c.get(f.next, slot, ir.I8), c.byteConst(f.n+1)))
}

func (f *muFine) seek(c *muCode, slot int) {
	q := c.guess(f.n, ir.I8)
	c.assume(c.lessOrEq(c.get(f.pos, slot, ir.I8), q))
	c.assume(c.less(q, c.get(f.next, slot, ir.I8)))
	f.moveTo(c, slot, q)
}

// moveTo sets the position of a thread that reads. Its step is after the write of that
// position.
func (f *muFine) moveTo(c *muCode, slot int, q ir.Operand) {
	c.put(f.pos, slot, q)
	c.put(f.when, slot, c.b.Binary(ir.OpAdd, 0, c.b.Binary(ir.OpShl, 0, q, c.byteConst(1)), c.byteConst(1)))
}

// allExplicit reports whether all units of an access are.
func (f *muFine) allExplicit(at muRef) bool {
	for _, t := range at.units {
		if !f.explicit(t) {
			return false
		}
	}
	return true
}

func (f *muFine) row(c *muCode, slot int, at muRef) (written, value ir.Operand) {
	if f.allExplicit(at) {
		return f.explicitRow(c, slot, at)
	}
	w := c.guess(f.n, ir.I8)
	c.assume(c.lessOrEq(w, c.get(f.pos, slot, ir.I8)))
	return f.implicitRow(c, slot, at, w)
}

func (f *muFine) read(c *muCode, slot int, at muRef) (written, value ir.Operand) {
	if f.allExplicit(at) {
		f.seek(c, slot)
		return f.explicitRow(c, slot, at)
	}
	w := c.guess(f.n, ir.I8)
	c.assume(c.less(w, c.get(f.next, slot, ir.I8)))
	p := c.get(f.pos, slot, ir.I8)
	f.moveTo(c, slot, c.b.Select(c.less(p, w), w, p))
	return f.implicitRow(c, slot, at, w)
}

// explicitRow looks the value up at the position of a thread.
func (f *muFine) explicitRow(c *muCode, slot int, at muRef) (written, value ir.Operand) {
	is := c.index(c.get(f.pos, slot, ir.I8), 0, f.n)
	written, value = c.b.Int(ir.I1, 0), c.b.Int(f.word, 0)
	for _, t := range at.units {
		has := c.notZero(c.pick(is, func(i int) ir.Operand { return c.get(f.has[t], i, ir.I8) }))
		last := c.pick(is, func(i int) ir.Operand { return c.get(f.last[t], i, f.word) })
		if len(at.units) == 1 && at.only {
			return has, last
		}
		this := c.equal(at.number, c.number(t.number))
		written, value = c.b.Select(this, has, written), c.b.Select(this, last, value)
	}
	return written, value
}

// implicitRow checks that the write at a guessed position is what a thread sees; 0
// stands for the initial value.
func (f *muFine) implicitRow(c *muCode, slot int, at muRef, w ir.Operand) (written, value ir.Operand) {
	p := c.get(f.pos, slot, ir.I8)
	is := c.index(w, 0, f.n)
	any := c.b.Int(ir.I1, 0)
	value = c.b.Int(f.word, 0)
	for s := range f.slots {
		u := c.pick(is, func(i int) ir.Operand { return c.get(f.unit, f.at(i, s), ir.I16) })
		v := c.pick(is, func(i int) ir.Operand { return c.get(f.value, f.at(i, s), f.word) })
		again := c.pick(is, func(i int) ir.Operand { return c.get(f.again, f.at(i, s), ir.I8) })
		hit := c.and(c.equal(u, at.number), c.less(p, again))
		any = c.or(any, hit)
		value = c.b.Select(hit, v, value)
	}
	written = c.notZero(w)
	untouched := c.less(p, f.firstOf(c, at))
	c.assume(c.b.Select(written, any, untouched))
	return written, value
}

// firstOf returns the first position at which a unit is written.
func (f *muFine) firstOf(c *muCode, at muRef) ir.Operand {
	first := c.byteConst(f.n + 1)
	for i := f.n; i > 0; i-- {
		if at.only && f.first[at.units[0]] != 0 {
			return c.get(f.first[at.units[0]], 0, ir.I8)
		}
		for s := range f.slots {
			hit := c.and(c.equal(c.get(f.unit, f.at(i, s), ir.I16), at.number), c.b.Compare(ir.OpNe, at.number, c.number(0)))
			first = c.b.Select(hit, c.byteConst(i), first)
		}
	}
	return first
}

func (f *muFine) write(c *muCode, slot int, list []muWrite, sought bool) {
	any := list[0].done
	for _, w := range list[1:] {
		any = c.or(any, w.done)
	}
	c.when(any, func() {
		next := c.get(f.next, slot, ir.I8)
		c.when(c.equal(next, c.byteConst(f.n+1)), func() {
			c.put(f.stuck, slot, c.byteConst(1))
			c.put(f.when, slot, c.byteConst(255))
			c.when(c.notZero(c.get(f.thread, f.n, ir.I8)), func() { c.put(f.full, 0, c.byteConst(1)) })
			c.b.RetVoid()
		})
		if sought {
			p := c.get(f.pos, slot, ir.I8)
			c.assume(c.equal(next, c.b.Binary(ir.OpAdd, 0, p, c.byteConst(1))))
		}
		is := c.index(next, 1, f.n)
		rank := c.byteConst(0)
		unit, value := make([]ir.Operand, f.slots), make([]ir.Operand, f.slots)
		for s := range unit {
			unit[s], value[s] = c.number(0), c.b.Int(f.word, 0)
		}
		for _, w := range list {
			for s := range unit {
				here := c.and(w.done, c.equal(rank, c.byteConst(s)))
				unit[s], value[s] = c.b.Select(here, w.at.number, unit[s]), c.b.Select(here, w.value, value[s])
			}
			rank = c.b.Binary(ir.OpAdd, 0, rank, c.b.Convert(ir.OpZExt, ir.I8, w.done))
		}
		for s := range unit {
			c.assume(c.equal(unit[s], c.pick(is, func(i int) ir.Operand { return c.get(f.unit, f.at(i, s), ir.I16) })))
			c.assume(c.equal(value[s], c.pick(is, func(i int) ir.Operand { return c.get(f.value, f.at(i, s), f.word) })))
		}
		c.put(f.pos, slot, next)
		c.put(f.when, slot, c.b.Binary(ir.OpShl, 0, next, c.byteConst(1)))
		c.put(f.next, slot, c.pick(is, func(i int) ir.Operand { return c.get(f.after, slot*(f.n+1)+i, ir.I8) }))
	})
}

// over checks that the threads that are to write were created.
func (f *muFine) over(c *muCode) {
	for slot := range f.Flat.Threads {
		none := c.equal(c.get(f.after, slot*(f.n+1), ir.I8), c.byteConst(f.n+1))
		c.assume(c.or(c.notZero(c.get(f.started, slot, ir.I8)), none))
	}
}
