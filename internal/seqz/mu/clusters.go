package mu

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
)

// clusters is a coarse-grained memory unwinding (Tomasco et al., section 4.2): position i
// is a cluster, in which writes are done that others do not see, and after which some
// units have new values. Only these are guessed.
//
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
// the copy of every cluster must be what was guessed. Who may be inside a cluster, and
// how threads move, is for intra and inter to say.
//
// A thread may stop before any write: there need not be a cluster for it.
//
// Whether more clusters would show more cannot be seen from an execution, in which
// writes are always hidden: all executions are covered for certain when there are as
// many clusters as steps that write, otherwise verdict.WriteBound is always marked.
type clusters struct {
	m                              *unwinding
	exposed, has, last, wrote, now map[*unit]ir.GlobalID
	covered                        bool
}

func newClusters(m *unwinding) *clusters {
	f := &clusters{m: m, covered: m.n >= m.writing, exposed: make(map[*unit]ir.GlobalID), has: make(map[*unit]ir.GlobalID),
		last: make(map[*unit]ir.GlobalID), wrote: make(map[*unit]ir.GlobalID), now: make(map[*unit]ir.GlobalID)}
	n := m.n + 1
	for _, t := range m.units.unwound {
		name := fmt.Sprintf(".%s.%d", m.seq.Program.Globals[t.global].Name, t.start)
		f.exposed[t] = m.table("exposed"+name, n, ir.I8)
		f.has[t], f.last[t] = m.table("has"+name, n, ir.I8), m.table("last"+name, n, m.word)
		f.wrote[t], f.now[t] = m.table("wrote"+name, n, ir.I8), m.table("now"+name, n, m.word)
	}
	return f
}

func (f *clusters) setup(c *code) {
	used := make([]ir.Operand, f.m.n+1)
	for i := range used {
		used[i] = c.b.Int(ir.I1, 0)
	}
	for _, t := range f.m.units.unwound {
		has, last := c.byteConst(0), c.b.Int(f.m.word, 0)
		for i := 1; i <= f.m.n; i++ {
			c.put(f.now[t], i, last)
			exposed := c.b.Choose(ir.I1, ir.ChooseNondet)
			v := ir.Operand(0)
			if len(t.holds) > 0 || t.size > 8 {
				v = c.anyWord()
			} else {
				v = c.guessOf(t)
			}
			has, last = c.b.Select(exposed, c.byteConst(1), has), c.b.Select(exposed, v, last)
			used[i] = c.b.Or(used[i], exposed)
			c.put(f.exposed[t], i, c.b.Convert(ir.OpZExt, ir.I8, exposed))
			c.put(f.has[t], i, has)
			c.put(f.last[t], i, last)
		}
	}
	for i := 2; i <= f.m.n; i++ {
		c.b.Assume(c.b.Or(used[i-1], c.b.Not(used[i])))
	}
}

func (f *clusters) moveTo(c *code, tid int, q ir.Operand) {
	c.put(f.m.pos, tid, q)
	c.put(f.m.when, tid, q)
}

// stop ends a thread before a step that would write.
func (f *clusters) stop(c *code, tid int) {
	c.put(f.m.stuck, tid, c.byteConst(1))
	c.put(f.m.when, tid, c.byteConst(255))
	c.b.RetVoid()
}

// hasAt returns whether a unit is written up to position k, as far as threads were
// executed.
func (f *clusters) hasAt(c *code, t *unit, k int) ir.Operand {
	has := c.get(f.has[t], k/2, ir.I8)
	if k%2 == 0 {
		return has
	}
	return c.b.Or(has, c.get(f.wrote[t], k/2+1, ir.I8))
}

// valueAt returns the last value that is.
func (f *clusters) valueAt(c *code, t *unit, k int) ir.Operand {
	if k%2 == 0 {
		return c.get(f.last[t], k/2, f.m.word)
	}
	return c.get(f.now[t], k/2+1, f.m.word)
}

// rowOf returns what is written to a unit at the position of a thread: pick chooses among the
// positions from 0.
func (f *clusters) rowOf(c *code, at unitRef, pick func(at func(k int) ir.Operand) ir.Operand) (written, value ir.Operand) {
	return c.among(at, func(t *unit) (has, last ir.Operand) {
		has = c.b.NonZero(pick(func(k int) ir.Operand { return f.hasAt(c, t, k) }))
		return has, pick(func(k int) ir.Operand { return f.valueAt(c, t, k) })
	})
}

// assign does writes in the cluster that the thread is inside: is says of each, from the
// first one, whether it is that.
func (f *clusters) assign(c *code, list []unitWrite, is []ir.Operand) {
	for _, w := range list {
		for _, t := range w.at.units {
			this := c.hits(w, t)
			for i := range is {
				here := c.b.And(this, is[i])
				c.b.Assume(c.b.Or(c.b.Not(here), c.b.NonZero(c.get(f.exposed[t], i+1, ir.I8))))
				c.put(f.wrote[t], i+1, c.b.Select(here, c.byteConst(1), c.get(f.wrote[t], i+1, ir.I8)))
				c.put(f.now[t], i+1, c.b.Select(here, w.value, c.get(f.now[t], i+1, f.m.word)))
			}
		}
	}
}

// finish checks that the clusters came to what was guessed.
func (f *clusters) finish(c *code) {
	if !f.covered {
		c.put(f.m.full, 0, c.byteConst(1))
	}
	for _, t := range f.m.units.unwound {
		for i := 1; i <= f.m.n; i++ {
			c.b.Assume(c.b.Equal(c.get(f.wrote[t], i, ir.I8), c.get(f.exposed[t], i, ir.I8)))
			c.b.Assume(c.b.Equal(c.get(f.now[t], i, f.m.word), c.get(f.last[t], i, f.m.word)))
		}
	}
}
