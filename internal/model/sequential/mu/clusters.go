package mu

import "github.com/heddle-mc/heddle/internal/program/ir"

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
// The position of a thread is 2i-1 inside cluster i and 2i after it. A step is inside a cluster or
// between two clusters. Inside, it reads and writes the cluster's own copy. Between two, it may only
// read, and sees the values after the last cluster. After all threads were executed the copy of every
// cluster must equal its guessed values. The variants intra and inter define which threads may be
// inside a cluster, and how threads move.
//
// A thread may stop before any write: there need not be a cluster for it.
//
// An execution does not show whether more clusters would have further behaviour, since writes are
// always hidden. All executions are covered for certain if there are as many clusters as steps that
// write. Otherwise verdict.WriteBound is always marked.
type clusters struct {
	m                              *unwinding
	exposed, has, last, wrote, now map[*unit]table
	covered                        bool
}

func newClusters(m *unwinding) *clusters {
	f := &clusters{m: m, covered: m.n >= m.writing, exposed: make(map[*unit]table), has: make(map[*unit]table),
		last: make(map[*unit]table), wrote: make(map[*unit]table), now: make(map[*unit]table)}
	n := m.n + 1
	for _, t := range m.units.unwound {
		name := "." + m.nameOf(t)
		f.exposed[t] = m.table("exposed"+name, n, ir.I8)
		f.has[t], f.last[t] = m.table("has"+name, n, ir.I8), m.table("last"+name, n, m.word)
		f.wrote[t], f.now[t] = m.table("wrote"+name, n, ir.I8), m.table("now"+name, n, m.word)
	}
	return f
}

func (f *clusters) setup(c *code) {
	before := c.variable("before", c.b.Int(ir.I1, 1))
	c.up(1, f.m.n, func(i ir.Operand) {
		used, last := c.b.Int(ir.I1, 0), c.b.Binary(ir.OpSub, 0, i, c.at(1))
		for _, t := range f.m.units.unwound {
			exposed := c.b.Choose(ir.I1, ir.ChooseNondet)
			v := ir.Operand(0)
			if len(t.holds) > 0 || t.size > 8 {
				v = c.anyWord()
			} else {
				v = c.guessOf(t)
			}
			was := c.get(f.last[t], last)
			c.put(f.now[t], i, was)
			c.put(f.exposed[t], i, c.asFlag(exposed))
			c.put(f.has[t], i, c.b.Select(exposed, c.byteConst(1), c.get(f.has[t], last)))
			c.put(f.last[t], i, c.b.Select(exposed, v, was))
			used = c.or(used, exposed)
		}
		c.b.Assume(c.or(ir.RegOperand(before), c.not(used)))
		c.b.CopyTo(before, used)
	})
}

func (f *clusters) moveTo(c *code, thread, q ir.Operand) {
	c.put(f.m.pos, thread, q)
	c.put(f.m.when, thread, q)
}

// stops reports that seek may end a thread.
func (f *clusters) stops() bool { return true }

// stop ends a thread before a step that would write.
func (f *clusters) stop(c *code, thread ir.Operand) {
	c.b.When(c.b.Choose(ir.I1, ir.ChooseNondet), func() {
		c.put(f.m.stuck, thread, c.byteConst(1))
		c.put(f.m.when, thread, c.byteConst(255))
		if c.b.F.Result == ir.NoType {
			c.b.RetVoid()
		} else {
			c.b.Ret(c.b.Int(c.b.F.Result, 0))
		}
	})
}

// assign executes writes in the cluster that the thread is inside; is emits, for each cluster, whether
// it is that one.
func (f *clusters) assign(c *code, list []unitWrite, is func(i ir.Operand) ir.Operand) {
	c.up(1, f.m.n, func(i ir.Operand) {
		inside := is(i)
		for _, w := range list {
			for _, t := range w.at.units {
				here := c.and(c.hits(w, t), inside)
				c.b.Assume(c.b.Or(c.b.Not(here), c.b.NonZero(c.get(f.exposed[t], i))))
				c.put(f.wrote[t], i, c.b.Select(here, c.byteConst(1), c.get(f.wrote[t], i)))
				c.put(f.now[t], i, c.b.Select(here, w.value, c.get(f.now[t], i)))
			}
		}
	})
}

// finish checks that the final values of the clusters are the guessed ones.
func (f *clusters) finish(c *code) {
	if !f.covered {
		c.raise(f.m.full)
	}
	c.up(1, f.m.n, func(i ir.Operand) {
		for _, t := range f.m.units.unwound {
			c.b.Assume(c.b.Equal(c.get(f.wrote[t], i), c.get(f.exposed[t], i)))
			c.b.Assume(c.b.Equal(c.get(f.now[t], i), c.get(f.last[t], i)))
		}
	})
}
