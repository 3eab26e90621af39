package mu

import "github.com/heddle-mc/heddle/internal/ir"

// intra is the coarse-grained unwinding with clusters of one thread each:
//
//	owner[i]         who may be inside cluster i
type intra struct {
	*clusters
	owner ir.GlobalID
}

func newIntra(m *unwinding) *intra {
	return &intra{newClusters(m), m.table("owner", m.n+1, ir.I8)}
}

func (f *intra) setup(c *code) {
	for i := 1; i <= f.n; i++ {
		c.put(f.owner, i, c.guess(len(f.Inlined.Threads)-1, ir.I8))
	}
	f.clusters.setup(c)
}

func (f *intra) enter(*code, int) {}

// inside returns what holds of a thread that is inside a cluster.
func (f *intra) inside(c *code, tid int, at index) ir.Operand {
	return c.equal(c.pick(at, func(i int) ir.Operand { return c.get(f.owner, i+1, ir.I8) }), c.byteConst(tid))
}

// cluster returns the cluster, from 0, that a position is inside.
func (f *intra) cluster(c *code, q ir.Operand) ir.Operand {
	return c.b.Binary(ir.OpLShr, 0, q, c.byteConst(1))
}

// seek goes, in a step that writes, inside one of its thread's clusters; another one stays
// where it is, or goes to after a cluster that changes something of what it may see, or in
// which a thread ends.
func (f *intra) seek(c *code, tid int, s *footprint) ir.Operand {
	p := c.get(f.pos, tid, ir.I8)
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
		f.moveTo(c, tid, q)
		return 0
	}
	c.when(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.stop(c, tid) })
	writes, to := c.b.Choose(ir.I1, ir.ChooseNondet), c.b.Temp(ir.I8)
	c.b.CopyTo(to, q)
	c.when(writes, func() { c.b.CopyTo(to, f.into(c, tid, p)) })
	f.moveTo(c, tid, ir.RegOperand(to))
	return writes
}

// later guesses a position after p that follows a cluster in which one of some units
// is exposed, or p.
func (f *intra) later(c *code, p ir.Operand, units []*unit) ir.Operand {
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
func (f *intra) into(c *code, tid int, p ir.Operand) ir.Operand {
	i := c.guess(f.n-1, ir.I8)
	q := c.or(c.b.Binary(ir.OpShl, 0, i, c.byteConst(1)), c.byteConst(1))
	c.assume(c.lessOrEq(p, q))
	c.assume(f.inside(c, tid, c.index(i, 0, f.n-1)))
	return q
}

func (f *intra) row(c *code, tid int, at unitRef) (written, value ir.Operand) {
	is := c.index(c.get(f.pos, tid, ir.I8), 0, 2*f.n)
	return f.rowOf(c, at, func(at func(k int) ir.Operand) ir.Operand { return c.pick(is, at) })
}

func (f *intra) read(c *code, tid int, at unitRef) (written, value ir.Operand) {
	f.seek(c, tid, &footprint{units: at.units})
	return f.row(c, tid, at)
}

func (f *intra) write(c *code, tid int, list []unitWrite, how writeMode) {
	q := c.get(f.pos, tid, ir.I8)
	if how.sought {
		c.assume(c.equal(c.and(q, c.byteConst(1)), c.byteConst(1)))
	} else {
		c.when(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.stop(c, tid) })
		q = f.into(c, tid, q)
		f.moveTo(c, tid, q)
	}
	f.assign(c, list, c.is(f.cluster(c, q), 0, f.n-1))
}
