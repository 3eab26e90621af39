package seqz

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
)

// muCoarse is a coarse-grained memory unwinding (Tomasco et al., section 4.2): position i
// is a cluster, in which writes are done that others do not see, and after which some
// units have new values. Only these are guessed.
//
//	owner[i]         intra-thread: who may be inside cluster i
//	exposed[u,i]     unit u is written in cluster i; some unit is, unless all clusters from
//	                 i on are unused
//	has[u,i]         unit u is written in cluster i or before
//	last[u,i]        and its value after cluster i
//	wrote[u,i]      the same inside cluster i, by what was executed so far; at first,
//	now[u,i]         as after cluster i-1
//
// The position of a thread is 2i-1 inside cluster i and 2i after it. A step is inside a
// cluster, where it sees and changes the cluster's own copy, or between two, where it may
// only read, and sees the values after the last one. After all threads were executed
// the copy of every cluster must be what was guessed.
//
// inter-thread: every thread may be inside a cluster. In the copy the threads follow one
// another as they are executed: a cluster has one stretch of each thread, in the order
// of their creation, which is a round of a round-robin schedule.
//
// A thread may stop before any write: there need not be a cluster for it.
//
// Whether more clusters would show more cannot be seen from an execution, in which
// writes are always hidden: all executions are covered for certain when there are as
// many clusters as steps that write, otherwise verdict.WriteBound is always marked.
type muCoarse struct {
	*mu
	owner                          ir.GlobalID
	exposed, has, last, wrote, now map[*unit]ir.GlobalID
	covered                        bool
}

func newCoarse(m *mu) *muCoarse {
	f := &muCoarse{mu: m, covered: m.n >= m.writing, exposed: make(map[*unit]ir.GlobalID), has: make(map[*unit]ir.GlobalID),
		last: make(map[*unit]ir.GlobalID), wrote: make(map[*unit]ir.GlobalID), now: make(map[*unit]ir.GlobalID)}
	n := m.n + 1
	if m.scheme == MuIntra {
		f.owner = m.table("owner", n, ir.I8)
	}
	for _, t := range m.units.unwound {
		name := fmt.Sprintf(".%s.%d", m.Program.Globals[t.global].Name, t.start)
		f.exposed[t] = m.table("exposed"+name, n, ir.I8)
		f.has[t], f.last[t] = m.table("has"+name, n, ir.I8), m.table("last"+name, n, m.word)
		f.wrote[t], f.now[t] = m.table("wrote"+name, n, ir.I8), m.table("now"+name, n, m.word)
	}
	return f
}

func (f *muCoarse) setup(c *muCode) {
	if f.owner != 0 {
		for i := 1; i <= f.n; i++ {
			c.put(f.owner, i, c.guess(len(f.Flat.Threads)-1, ir.I8))
		}
	}
	used := make([]ir.Operand, f.n+1)
	for i := range used {
		used[i] = c.b.Int(ir.I1, 0)
	}
	for _, t := range f.units.unwound {
		has, last := c.byteConst(0), c.b.Int(f.word, 0)
		for i := 1; i <= f.n; i++ {
			c.put(f.now[t], i, last)
			exposed := c.b.Choose(ir.I1, ir.ChooseNondet)
			v := ir.Operand(0)
			if len(t.holds) > 0 || t.size > 8 {
				v = c.anyWord()
			} else {
				v = c.guessOf(t)
			}
			has, last = c.b.Select(exposed, c.byteConst(1), has), c.b.Select(exposed, v, last)
			used[i] = c.or(used[i], exposed)
			c.put(f.exposed[t], i, c.b.Convert(ir.OpZExt, ir.I8, exposed))
			c.put(f.has[t], i, has)
			c.put(f.last[t], i, last)
		}
	}
	for i := 2; i <= f.n; i++ {
		c.assume(c.or(used[i-1], c.not(used[i])))
	}
}

func (f *muCoarse) enter(*muCode, int) {}

func (f *muCoarse) leave(*muCode, int) {}

// inside emits what holds of a thread that is inside a cluster.
func (f *muCoarse) inside(c *muCode, slot int, at muIndex) ir.Operand {
	if f.owner == 0 {
		return c.b.Int(ir.I1, 1)
	}
	return c.equal(c.pick(at, func(i int) ir.Operand { return c.get(f.owner, i+1, ir.I8) }), c.byteConst(slot))
}

func (f *muCoarse) moveTo(c *muCode, slot int, q ir.Operand) {
	c.put(f.pos, slot, q)
	c.put(f.when, slot, q)
}

// cluster returns the cluster, from 0, that a position is inside.
func (f *muCoarse) cluster(c *muCode, q ir.Operand) ir.Operand {
	return c.b.Binary(ir.OpLShr, 0, q, c.byteConst(1))
}

// seek goes anywhere, inter-thread. Intra-thread, a step that writes goes inside one of
// its thread's clusters; another one stays where it is, or goes to after a cluster that
// changes something of what it may see, or in which a thread ends.
func (f *muCoarse) seek(c *muCode, slot int, s *muStep) ir.Operand {
	p := c.get(f.pos, slot, ir.I8)
	if f.owner == 0 {
		q := c.guess(2*f.n, ir.I8)
		c.assume(c.lessOrEq(p, q))
		f.moveTo(c, slot, q)
		return 0
	}
	q := p
	if len(s.units) > 0 {
		q = f.later(c, p, s.units)
	}
	for _, other := range s.ends {
		end := c.b.Binary(ir.OpAdd, 0, c.get(f.pos, other, ir.I8), c.byteConst(1))
		end = c.and(end, c.byteConst(254))
		wait := c.and(c.b.Choose(ir.I1, ir.ChooseNondet), c.less(q, end))
		q = c.b.Select(wait, end, q)
	}
	if !s.may {
		f.moveTo(c, slot, q)
		return 0
	}
	c.when(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.stop(c, slot) })
	writes, to := c.b.Choose(ir.I1, ir.ChooseNondet), c.b.Temp(ir.I8)
	c.b.CopyTo(to, q)
	c.when(writes, func() { c.b.CopyTo(to, f.into(c, slot, p)) })
	f.moveTo(c, slot, ir.RegOperand(to))
	return writes
}

// later guesses a position after p that follows a cluster in which one of some units
// is exposed, or p.
func (f *muCoarse) later(c *muCode, p ir.Operand, units []*unit) ir.Operand {
	k := c.guess(f.n, ir.I8)
	q := c.b.Binary(ir.OpShl, 0, k, c.byteConst(1))
	on := c.less(p, q)
	if len(units) <= maxSought {
		at, changes := c.index(k, 1, f.n), c.b.Int(ir.I1, 0)
		for _, t := range units {
			changes = c.or(changes, c.notZero(c.pick(at, func(i int) ir.Operand { return c.get(f.exposed[t], i, ir.I8) })))
		}
		on = c.and(on, changes)
	}
	stays := c.equal(k, c.byteConst(0))
	c.assume(c.or(stays, on))
	return c.b.Select(stays, p, q)
}

// into guesses a position from p on inside a cluster of the thread.
func (f *muCoarse) into(c *muCode, slot int, p ir.Operand) ir.Operand {
	i := c.guess(f.n-1, ir.I8)
	q := c.or(c.b.Binary(ir.OpShl, 0, i, c.byteConst(1)), c.byteConst(1))
	c.assume(c.lessOrEq(p, q))
	c.assume(f.inside(c, slot, c.index(i, 0, f.n-1)))
	return q
}

// stop ends a thread before a step that would write.
func (f *muCoarse) stop(c *muCode, slot int) {
	c.put(f.stuck, slot, c.byteConst(1))
	c.put(f.when, slot, c.byteConst(255))
	c.b.RetVoid()
}

func (f *muCoarse) row(c *muCode, slot int, at muRef) (written, value ir.Operand) {
	is := c.index(c.get(f.pos, slot, ir.I8), 0, 2*f.n)
	hasAt := func(t *unit) func(k int) ir.Operand {
		return func(k int) ir.Operand {
			has := c.get(f.has[t], k/2, ir.I8)
			if k%2 == 0 {
				return has
			}
			return c.or(has, c.get(f.wrote[t], k/2+1, ir.I8))
		}
	}
	valueAt := func(t *unit) func(k int) ir.Operand {
		return func(k int) ir.Operand {
			if k%2 == 0 {
				return c.get(f.last[t], k/2, f.word)
			}
			return c.get(f.now[t], k/2+1, f.word)
		}
	}
	written, value = c.b.Int(ir.I1, 0), c.b.Int(f.word, 0)
	for _, t := range at.units {
		has, last := c.notZero(c.pick(is, hasAt(t))), c.pick(is, valueAt(t))
		if at.only {
			return has, last
		}
		this := c.equal(at.number, c.number(t.number))
		written, value = c.b.Select(this, has, written), c.b.Select(this, last, value)
	}
	return written, value
}

func (f *muCoarse) read(c *muCode, slot int, at muRef) (written, value ir.Operand) {
	f.seek(c, slot, &muStep{units: at.units})
	return f.row(c, slot, at)
}

func (f *muCoarse) write(c *muCode, slot int, list []muWrite, how muHow) {
	q := c.get(f.pos, slot, ir.I8)
	if !how.sought || f.owner == 0 {
		c.when(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.stop(c, slot) })
	}
	if how.sought {
		c.assume(c.equal(c.and(q, c.byteConst(1)), c.byteConst(1)))
	} else {
		q = f.into(c, slot, q)
		f.moveTo(c, slot, q)
	}
	at := c.index(f.cluster(c, q), 0, f.n-1)
	is := c.is(f.cluster(c, q), 0, f.n-1)
	for _, w := range list {
		for _, t := range w.at.units {
			this := w.done
			if !w.at.only {
				this = c.and(this, c.equal(w.at.number, c.number(t.number)))
			}
			f.assign(c, t, this, at, is, w.value)
		}
	}
}

// assign changes a unit in the cluster that the thread is inside, if this holds.
func (f *muCoarse) assign(c *muCode, t *unit, this ir.Operand, at muIndex, is []ir.Operand, value ir.Operand) {
	exposed := c.notZero(c.pick(at, func(i int) ir.Operand { return c.get(f.exposed[t], i+1, ir.I8) }))
	c.assume(c.or(c.not(this), exposed))
	for i := range is {
		here := c.and(this, is[i])
		c.put(f.wrote[t], i+1, c.b.Select(here, c.byteConst(1), c.get(f.wrote[t], i+1, ir.I8)))
		c.put(f.now[t], i+1, c.b.Select(here, value, c.get(f.now[t], i+1, f.word)))
	}
}

// over checks that the clusters came to what was guessed.
func (f *muCoarse) over(c *muCode) {
	if !f.covered {
		c.put(f.full, 0, c.byteConst(1))
	}
	for _, t := range f.units.unwound {
		for i := 1; i <= f.n; i++ {
			c.assume(c.equal(c.get(f.wrote[t], i, ir.I8), c.get(f.exposed[t], i, ir.I8)))
			c.assume(c.equal(c.get(f.now[t], i, f.word), c.get(f.last[t], i, f.word)))
		}
	}
}
