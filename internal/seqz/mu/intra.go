package mu

import "github.com/heddle-mc/heddle/internal/ir"

// intra is the coarse-grained unwinding with clusters of one thread each:
//
//	owner[i]         who may be inside cluster i
type intra struct {
	clusters *clusters
	owner    ir.GlobalID
}

func newIntra(m *unwinding) *intra {
	return &intra{newClusters(m), m.table("owner", m.n+1, ir.I8)}
}

func (f *intra) setup(c *code) {
	for i := 1; i <= f.clusters.m.n; i++ {
		c.put(f.owner, i, c.b.ChooseUpTo(ir.I8, len(f.clusters.m.seq.Inlined.Threads)-1))
	}
	f.clusters.setup(c)
}

func (f *intra) enter(*code, int) {}
func (f *intra) leave(*code, int) {}
func (f *intra) finish(c *code)   { f.clusters.finish(c) }

// inside returns what holds of a thread that is inside a cluster.
func (f *intra) inside(c *code, tid int, at index) ir.Operand {
	return c.b.Equal(c.pick(at, func(i int) ir.Operand { return c.get(f.owner, i+1, ir.I8) }), c.byteConst(tid))
}

// cluster returns the cluster, from 0, that a position is inside.
func (f *intra) cluster(c *code, q ir.Operand) ir.Operand {
	return c.b.Binary(ir.OpLShr, 0, q, c.byteConst(1))
}

// seek goes, in a step that writes, inside one of its thread's clusters; another one stays
// where it is, or goes to after a cluster that changes something of what it may see, or in
// which a thread ends.
func (f *intra) seek(c *code, tid int, s *footprint) ir.Operand {
	p := c.get(f.clusters.m.pos, tid, ir.I8)
	q := p
	if len(s.units) > 0 {
		q = f.later(c, p, s.units)
	}
	for _, other := range s.ends {
		end := c.b.Binary(ir.OpAdd, 0, c.get(f.clusters.m.pos, other, ir.I8), c.byteConst(1))
		end = c.b.And(end, c.byteConst(254))
		wait := c.b.And(c.b.Choose(ir.I1, ir.ChooseNondet), c.b.Less(q, end))
		q = c.b.Select(wait, end, q)
	}
	if !s.may {
		f.clusters.moveTo(c, tid, q)
		return 0
	}
	c.b.When(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.clusters.stop(c, tid) })
	writes, to := c.b.Choose(ir.I1, ir.ChooseNondet), c.b.Temp(ir.I8)
	c.b.CopyTo(to, q)
	c.b.When(writes, func() { c.b.CopyTo(to, f.into(c, tid, p)) })
	f.clusters.moveTo(c, tid, ir.RegOperand(to))
	return writes
}

// later guesses a position after p that follows a cluster in which one of some units
// is exposed, or p.
func (f *intra) later(c *code, p ir.Operand, units []*unit) ir.Operand {
	k := c.b.ChooseUpTo(ir.I8, f.clusters.m.n)
	q := c.b.Binary(ir.OpShl, 0, k, c.byteConst(1))
	on := c.b.Less(p, q)
	if len(units) <= maxSought {
		at, changes := c.index(k, 1, f.clusters.m.n), c.b.Int(ir.I1, 0)
		for _, t := range units {
			changes = c.b.Or(changes, c.b.NonZero(c.pick(at, func(i int) ir.Operand { return c.get(f.clusters.exposed[t], i, ir.I8) })))
		}
		on = c.b.And(on, changes)
	}
	stays := c.b.Equal(k, c.byteConst(0))
	c.b.Assume(c.b.Or(stays, on))
	return c.b.Select(stays, p, q)
}

// into guesses a position from p on inside a cluster of the thread.
func (f *intra) into(c *code, tid int, p ir.Operand) ir.Operand {
	i := c.b.ChooseUpTo(ir.I8, f.clusters.m.n-1)
	q := c.b.Or(c.b.Binary(ir.OpShl, 0, i, c.byteConst(1)), c.byteConst(1))
	c.b.Assume(c.b.LessOrEqual(p, q))
	c.b.Assume(f.inside(c, tid, c.index(i, 0, f.clusters.m.n-1)))
	return q
}

func (f *intra) row(c *code, tid int, at unitRef) (written, value ir.Operand) {
	is := c.index(c.get(f.clusters.m.pos, tid, ir.I8), 0, 2*f.clusters.m.n)
	return f.clusters.rowOf(c, at, func(at func(k int) ir.Operand) ir.Operand { return c.pick(is, at) })
}

func (f *intra) read(c *code, tid int, at unitRef) (written, value ir.Operand) {
	return c.seekAndRead(tid, at)
}

func (f *intra) write(c *code, tid int, list []unitWrite, how writeMode) {
	q := c.get(f.clusters.m.pos, tid, ir.I8)
	if how.sought {
		c.b.Assume(c.b.Equal(c.b.And(q, c.byteConst(1)), c.byteConst(1)))
	} else {
		c.b.When(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.clusters.stop(c, tid) })
		q = f.into(c, tid, q)
		f.clusters.moveTo(c, tid, q)
	}
	f.clusters.assign(c, list, c.is(f.cluster(c, q), 0, f.clusters.m.n-1))
}
