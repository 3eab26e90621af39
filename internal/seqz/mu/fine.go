package mu

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
)

// fine is a fine-grained memory unwinding (Tomasco et al., section 4.1): position i
// holds who writes, which unit, and which value.
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
// A read of a thread at position p goes to a position q, p <= q < next[t]. Explicit: q
// is guessed, and the value is last[u,q]. Implicit: the write w < next[t] that is read
// is guessed, and q is the later one of p and w; it must not be written again up to q.
// Initial values are those of the program's own memory, which is not written any more.
//
// A step that may write several units, as an atomic section may, writes them at one
// position, whose unit[i] is the number after all units. Units that are written so are
// explicit in every scheme:
//
//	also[u,i]       unit u is written where unit[i] is that number
//	given[u,i]      and its value
type fine struct {
	m                                *unwinding
	thread, unit, value, after, next ir.GlobalID
	again                            ir.GlobalID
	first, now, has, last            map[*unit]ir.GlobalID
	also, given                      map[*unit]ir.GlobalID
}

func newFine(m *unwinding) *fine {
	f := &fine{m: m, first: make(map[*unit]ir.GlobalID), now: make(map[*unit]ir.GlobalID),
		also: make(map[*unit]ir.GlobalID), given: make(map[*unit]ir.GlobalID), has: make(map[*unit]ir.GlobalID), last: make(map[*unit]ir.GlobalID)}
	n, threads := m.n+1, len(m.seq.Inlined.Threads)
	f.thread = m.table("thread", n, ir.I8)
	f.unit = m.table("unit", n, ir.I16)
	f.value = m.table("value", n, m.word)
	f.after = m.table("after", n*threads, ir.I8)
	f.next = m.table("next", threads, ir.I8)
	if m.scheme != FineExplicit {
		f.again = m.table("again", n, ir.I8)
	}
	for _, t := range m.units.unwound {
		name := fmt.Sprintf(".%s.%d", m.seq.Program.Globals[t.global].Name, t.start)
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

// several is what unit[i] is where a step may write several units.
func (f *fine) several() int { return f.m.units.numbers }

func (f *fine) setup(c *code) {
	most := f.m.units.numbers - 1
	if f.m.joint {
		most = f.several()
	}
	before := c.byteConst(1)
	for i := 1; i <= f.m.n; i++ {
		t := c.b.ChooseUpTo(ir.I8, len(f.m.seq.Inlined.Threads))
		c.put(f.thread, i, t)
		c.b.Assume(c.b.Or(c.b.NonZero(before), c.b.Equal(t, c.byteConst(0))))
		before = t
		u := c.b.ChooseUpTo(ir.I16, most)
		c.put(f.unit, i, u)
		some := c.b.NonZero(u)
		c.b.Assume(c.b.Equal(c.b.NonZero(t), some))
		c.put(f.value, i, c.b.Select(some, c.anyWord(), c.b.Int(f.m.word, 0)))
	}
	for tid := range f.m.seq.Inlined.Threads {
		next := c.byteConst(f.m.n + 1)
		for i := f.m.n; i >= 0; i-- {
			c.put(f.after, tid*(f.m.n+1)+i, next)
			if i > 0 {
				next = c.b.Select(c.b.Equal(c.get(f.thread, i, ir.I8), c.byteConst(tid+1)), c.byteConst(i), next)
			}
		}
	}
	for _, t := range f.m.units.unwound {
		if f.explicit(t) {
			f.rows(c, t)
		} else {
			first := c.byteConst(f.m.n + 1)
			for i := f.m.n; i > 0; i-- {
				first = c.b.Select(c.b.Equal(c.get(f.unit, i, ir.I16), c.number(t.number)), c.byteConst(i), first)
			}
			c.put(f.first[t], 0, first)
		}
	}
	if f.again != 0 {
		f.rewritten(c)
	}
}

// rows fills the tables of an explicit unit.
func (f *fine) rows(c *code, t *unit) {
	has, last := c.b.Int(ir.I1, 0), c.b.Int(f.m.word, 0)
	for i := 1; i <= f.m.n; i++ {
		now, v := c.b.Equal(c.get(f.unit, i, ir.I16), c.number(t.number)), c.get(f.value, i, f.m.word)
		if t.joint {
			also := c.b.And(c.b.Equal(c.get(f.unit, i, ir.I16), c.number(f.several())), c.b.Choose(ir.I1, ir.ChooseNondet))
			given := c.anyWord()
			c.put(f.also[t], i, c.b.Convert(ir.OpZExt, ir.I8, also))
			c.put(f.given[t], i, given)
			now, v = c.b.Or(now, also), c.b.Select(also, given, v)
		}
		last = c.b.Select(now, v, last)
		has = c.b.Or(has, now)
		c.put(f.now[t], i, c.b.Convert(ir.OpZExt, ir.I8, now))
		c.put(f.has[t], i, c.b.Convert(ir.OpZExt, ir.I8, has))
		c.put(f.last[t], i, last)
	}
}

// rewritten fills the table of when writes are overwritten.
func (f *fine) rewritten(c *code) {
	for i := 1; i <= f.m.n; i++ {
		u := c.get(f.unit, i, ir.I16)
		again := c.byteConst(f.m.n + 1)
		for j := f.m.n; j > i; j-- {
			again = c.b.Select(c.b.Equal(c.get(f.unit, j, ir.I16), u), c.byteConst(j), again)
		}
		c.put(f.again, i, again)
	}
}

func (f *fine) enter(c *code, tid int) {
	next := c.get(f.after, tid*(f.m.n+1), ir.I8)
	c.b.Assume(c.b.Less(c.get(f.m.pos, tid, ir.I8), next))
	c.put(f.next, tid, next)
}

// leave checks that the thread did all the writes that it was to do.
func (f *fine) leave(c *code, tid int) {
	c.b.Assume(c.b.Equal(c.get(f.next, tid, ir.I8), c.byteConst(f.m.n+1)))
}

// seek goes, in a step that writes, to directly before its thread's next write; else
// to where something changes of what the step may see, or nowhere: reading later is
// reading the same.
func (f *fine) seek(c *code, tid int, s *footprint) ir.Operand {
	p, next := c.get(f.m.pos, tid, ir.I8), c.get(f.next, tid, ir.I8)
	before := c.b.Binary(ir.OpSub, 0, next, c.byteConst(1))
	if s.may && s.always {
		f.moveTo(c, tid, before)
		return 0
	}
	q := p
	if len(s.units) > 0 {
		q = f.later(c, p, s.units)
	}
	for _, other := range s.ends {
		end := c.get(f.m.pos, other, ir.I8)
		wait := c.b.And(c.b.Choose(ir.I1, ir.ChooseNondet), c.b.Less(q, end))
		q = c.b.Select(wait, end, q)
	}
	writes := ir.Operand(0)
	if s.may {
		writes = c.b.Choose(ir.I1, ir.ChooseNondet)
		q = c.b.Select(writes, before, q)
	}
	c.b.Assume(c.b.Less(q, next))
	f.moveTo(c, tid, q)
	return writes
}

// later guesses a position from p on at which one of some units is written, or p.
func (f *fine) later(c *code, p ir.Operand, units []*unit) ir.Operand {
	q := c.b.ChooseUpTo(ir.I8, f.m.n)
	c.b.Assume(c.b.LessOrEqual(p, q))
	for _, t := range units {
		if !f.explicit(t) || len(units) > maxSought {
			return q
		}
	}
	at := c.index(q, 1, f.m.n)
	changes := c.b.Equal(p, q)
	for _, t := range units {
		changes = c.b.Or(changes, c.b.NonZero(c.pick(at, func(i int) ir.Operand { return c.get(f.now[t], i, ir.I8) })))
	}
	c.b.Assume(changes)
	return q
}

// maxSought bounds the units of which fine.later looks at where they are written.
const maxSought = 4

// moveTo sets the position of a thread that reads. Its step is after the write of that
// position.
func (f *fine) moveTo(c *code, tid int, q ir.Operand) {
	c.put(f.m.pos, tid, q)
	c.put(f.m.when, tid, c.b.Binary(ir.OpAdd, 0, c.b.Binary(ir.OpShl, 0, q, c.byteConst(1)), c.byteConst(1)))
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

func (f *fine) row(c *code, tid int, at unitRef) (written, value ir.Operand) {
	if f.allExplicit(at) {
		return f.explicitRow(c, tid, at)
	}
	w := c.b.ChooseUpTo(ir.I8, f.m.n)
	c.b.Assume(c.b.LessOrEqual(w, c.get(f.m.pos, tid, ir.I8)))
	return f.implicitRow(c, tid, at, w)
}

func (f *fine) read(c *code, tid int, at unitRef) (written, value ir.Operand) {
	if f.allExplicit(at) {
		return c.seekAndRead(tid, at)
	}
	w := c.b.ChooseUpTo(ir.I8, f.m.n)
	c.b.Assume(c.b.Less(w, c.get(f.next, tid, ir.I8)))
	p := c.get(f.m.pos, tid, ir.I8)
	f.moveTo(c, tid, c.b.Select(c.b.Less(p, w), w, p))
	return f.implicitRow(c, tid, at, w)
}

// explicitRow looks the value up at the position of a thread.
func (f *fine) explicitRow(c *code, tid int, at unitRef) (written, value ir.Operand) {
	is := c.index(c.get(f.m.pos, tid, ir.I8), 0, f.m.n)
	return c.among(at, func(t *unit) (has, last ir.Operand) {
		has = c.b.NonZero(c.pick(is, func(i int) ir.Operand { return c.get(f.has[t], i, ir.I8) }))
		return has, c.pick(is, func(i int) ir.Operand { return c.get(f.last[t], i, f.m.word) })
	})
}

// implicitRow checks that the write at a guessed position is what a thread sees; 0
// stands for the initial value.
func (f *fine) implicitRow(c *code, tid int, at unitRef, w ir.Operand) (written, value ir.Operand) {
	p := c.get(f.m.pos, tid, ir.I8)
	is := c.index(w, 0, f.m.n)
	value = c.pick(is, func(i int) ir.Operand { return c.get(f.value, i, f.m.word) })
	u := c.pick(is, func(i int) ir.Operand { return c.get(f.unit, i, ir.I16) })
	again := c.pick(is, func(i int) ir.Operand { return c.get(f.again, i, ir.I8) })
	written = c.b.NonZero(w)
	untouched := c.b.Less(p, f.firstOf(c, at))
	c.b.Assume(c.b.Select(written, c.b.And(c.b.Equal(u, at.number), c.b.Less(p, again)), untouched))
	return written, value
}

// firstOf returns the first position at which a unit is written.
func (f *fine) firstOf(c *code, at unitRef) ir.Operand {
	if at.only {
		return c.get(f.first[at.units[0]], 0, ir.I8)
	}
	some := c.b.NonZero(at.number)
	first := c.byteConst(f.m.n + 1)
	for i := f.m.n; i > 0; i-- {
		hit := c.b.And(c.b.Equal(c.get(f.unit, i, ir.I16), at.number), some)
		first = c.b.Select(hit, c.byteConst(i), first)
	}
	return first
}

func (f *fine) write(c *code, tid int, list []unitWrite, how writeMode) {
	next := c.get(f.next, tid, ir.I8)
	c.b.When(c.b.Equal(next, c.byteConst(f.m.n+1)), func() {
		c.put(f.m.stuck, tid, c.byteConst(1))
		c.put(f.m.when, tid, c.byteConst(255))
		c.b.When(c.b.NonZero(c.get(f.thread, f.m.n, ir.I8)), func() { c.put(f.m.full, 0, c.byteConst(1)) })
		c.b.RetVoid()
	})
	is := c.index(next, 1, f.m.n)
	unit := c.pick(is, func(i int) ir.Operand { return c.get(f.unit, i, ir.I16) })
	if how.several {
		c.b.Assume(c.b.Equal(unit, c.number(f.several())))
		f.matchAll(c, is, list)
	} else {
		number, value := list[0].at.number, list[0].value
		for _, w := range list[1:] {
			number, value = c.b.Select(w.done, w.at.number, number), c.b.Select(w.done, w.value, value)
		}
		c.b.Assume(c.b.Equal(unit, number))
		c.b.Assume(c.b.Equal(value, c.pick(is, func(i int) ir.Operand { return c.get(f.value, i, f.m.word) })))
	}
	c.put(f.m.pos, tid, next)
	c.put(f.m.when, tid, c.b.Binary(ir.OpShl, 0, next, c.byteConst(1)))
	c.put(f.next, tid, c.pick(is, func(i int) ir.Operand { return c.get(f.after, tid*(f.m.n+1)+i, ir.I8) }))
}

// matchAll checks that what a step writes is what its position has, of all units.
func (f *fine) matchAll(c *code, is index, list []unitWrite) {
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
				done, value = c.b.Or(done, this), c.b.Select(this, w.value, value)
			}
		}
		also := c.b.NonZero(c.pick(is, func(i int) ir.Operand { return c.get(f.also[t], i, ir.I8) }))
		c.b.Assume(c.b.Equal(done, also))
		if value != 0 {
			given := c.pick(is, func(i int) ir.Operand { return c.get(f.given[t], i, f.m.word) })
			c.b.Assume(c.b.Or(c.b.Not(done), c.b.Equal(value, given)))
		}
	}
}

// finish checks that the threads that are to write were created.
func (f *fine) finish(c *code) {
	for tid := range f.m.seq.Inlined.Threads {
		none := c.b.Equal(c.get(f.after, tid*(f.m.n+1), ir.I8), c.byteConst(f.m.n+1))
		c.b.Assume(c.b.Or(c.b.NonZero(c.get(f.m.started, tid, ir.I8)), none))
	}
}
