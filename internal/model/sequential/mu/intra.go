package mu

import "github.com/heddle-mc/heddle/internal/program/ir"

// intra is the coarse-grained unwinding with clusters of one thread each:
//
//	owner[i]         who may be inside cluster i
type intra struct {
	clusters *clusters
	owner    table
}

func newIntra(m *unwinding) *intra {
	return &intra{newClusters(m), m.table("owner", m.n+1, ir.I8)}
}

func (f *intra) setup(c *code) {
	c.up(1, f.clusters.m.n, func(i ir.Operand) {
		c.put(f.owner, i, c.b.ChooseUpTo(ir.I8, len(f.clusters.m.seq.Inlined.Threads)-1))
	})
	f.clusters.setup(c)
}

func (f *intra) enter(*code, int) {}
func (f *intra) leave(*code, int) {}
func (f *intra) finish(c *code)   { f.clusters.finish(c) }
func (f *intra) stops() bool      { return f.clusters.stops() }
func (f *intra) guesses() bool    { return true }

// cluster returns the cluster, from 0, that a position is inside, or that follows it.
func (f *intra) cluster(c *code, q ir.Operand) ir.Operand {
	return c.b.Binary(ir.OpLShr, 0, q, c.byteConst(1))
}

// inside returns whether a position is inside a cluster, and not after one.
func (f *intra) inside(c *code, q ir.Operand) ir.Operand {
	return c.b.Equal(c.b.And(q, c.byteConst(1)), c.byteConst(1))
}

// seek moves a thread to the position of a step. A step that writes goes inside one of its thread's
// clusters. Another step stays, or goes behind a cluster that changes a unit which it may see, or in
// which a thread ends.
func (f *intra) seek(c *code, thread ir.Operand, s *footprint) ir.Operand {
	p := c.get(f.clusters.m.pos, thread)
	q := p
	if len(s.units) > 0 {
		q = f.later(c, p, s.units)
	}
	for _, other := range s.ends {
		end := c.b.Binary(ir.OpAdd, 0, c.get(f.clusters.m.pos, c.at(other)), c.byteConst(1))
		end = c.b.And(end, c.byteConst(254))
		wait := c.b.And(c.b.Choose(ir.I1, ir.ChooseNondet), c.b.Less(q, end))
		q = c.b.Select(wait, end, q)
	}
	if !s.may {
		f.clusters.moveTo(c, thread, q)
		return 0
	}
	f.clusters.stop(c, thread)
	writes, to := c.b.Choose(ir.I1, ir.ChooseNondet), c.variable("to", q)
	c.b.When(writes, func() { c.b.CopyTo(to, f.into(c, thread, p)) })
	f.clusters.moveTo(c, thread, ir.RegOperand(to))
	return writes
}

// later guesses a position after p that follows a cluster with an exposed given unit, or returns p.
func (f *intra) later(c *code, p ir.Operand, units []*unit) ir.Operand {
	k := c.b.ChooseUpTo(ir.I8, f.clusters.m.n)
	q := c.b.Binary(ir.OpShl, 0, k, c.byteConst(1))
	on := c.b.Less(p, q)
	if len(units) <= maxSought {
		changes := c.b.Int(ir.I1, 0)
		for _, t := range units {
			changes = c.or(changes, c.b.NonZero(c.pick(f.clusters.exposed[t], c.at(0), k, 1, f.clusters.m.n)))
		}
		on = c.b.And(on, changes)
	}
	stays := c.b.Equal(k, c.byteConst(0))
	c.b.Assume(c.b.Or(stays, on))
	return c.b.Select(stays, p, q)
}

// into guesses a position from p on inside a cluster of the thread.
func (f *intra) into(c *code, thread, p ir.Operand) ir.Operand {
	i := c.b.ChooseUpTo(ir.I8, f.clusters.m.n-1)
	q := c.b.Or(c.b.Binary(ir.OpShl, 0, i, c.byteConst(1)), c.byteConst(1))
	c.b.Assume(c.b.LessOrEqual(p, q))
	owner := c.pick(f.owner, c.at(1), i, 0, f.clusters.m.n-1)
	c.b.Assume(c.b.Equal(owner, c.asByte(thread)))
	return q
}

func (f *intra) row(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand) {
	n, q := f.clusters.m.n, c.get(f.clusters.m.pos, thread)
	inside, i := f.inside(c, q), f.cluster(c, q)
	return c.among(at, func(t *unit) (has, last ir.Operand) {
		wrote := c.b.NonZero(c.pick(f.clusters.wrote[t], c.at(1), i, 0, n-1))
		has = c.b.NonZero(c.pick(f.clusters.has[t], c.at(0), i, 0, n))
		last = c.b.Select(inside, c.pick(f.clusters.now[t], c.at(1), i, 0, n-1), c.pick(f.clusters.last[t], c.at(0), i, 0, n))
		return c.b.Or(has, c.b.And(inside, wrote)), last
	})
}

func (f *intra) read(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand) {
	return c.seekAndRead(thread, at)
}

func (f *intra) write(c *code, thread ir.Operand, list []unitWrite, how writeMode) {
	q := c.get(f.clusters.m.pos, thread)
	if how.sought {
		c.b.Assume(f.inside(c, q))
	} else {
		f.clusters.stop(c, thread)
		q = f.into(c, thread, q)
		f.clusters.moveTo(c, thread, q)
	}
	own := f.cluster(c, q)
	f.clusters.assign(c, list, func(i ir.Operand) ir.Operand {
		return c.b.Equal(own, c.asByte(c.b.Binary(ir.OpSub, 0, i, c.at(1))))
	})
}
