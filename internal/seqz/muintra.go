package seqz

import "github.com/heddle-mc/heddle/internal/ir"

// muIntra is the coarse-grained unwinding with clusters of one thread each:
//
//	owner[i]         who may be inside cluster i
type muIntra struct {
	*muCoarse
	owner ir.GlobalID
}

func newIntra(m *mu) *muIntra {
	return &muIntra{newCoarse(m), m.table("owner", m.n+1, ir.I8)}
}

func (f *muIntra) setup(c *muCode) {
	for i := 1; i <= f.n; i++ {
		c.put(f.owner, i, c.guess(len(f.Flat.Threads)-1, ir.I8))
	}
	f.muCoarse.setup(c)
}

func (f *muIntra) enter(*muCode, int) {}

// inside returns what holds of a thread that is inside a cluster.
func (f *muIntra) inside(c *muCode, slot int, at muIndex) ir.Operand {
	return c.equal(c.pick(at, func(i int) ir.Operand { return c.get(f.owner, i+1, ir.I8) }), c.byteConst(slot))
}

// cluster returns the cluster, from 0, that a position is inside.
func (f *muIntra) cluster(c *muCode, q ir.Operand) ir.Operand {
	return c.b.Binary(ir.OpLShr, 0, q, c.byteConst(1))
}

// seek goes, in a step that writes, inside one of its thread's clusters; another one stays
// where it is, or goes to after a cluster that changes something of what it may see, or in
// which a thread ends.
func (f *muIntra) seek(c *muCode, slot int, s *muStep) ir.Operand {
	p := c.get(f.pos, slot, ir.I8)
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
func (f *muIntra) later(c *muCode, p ir.Operand, units []*unit) ir.Operand {
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
func (f *muIntra) into(c *muCode, slot int, p ir.Operand) ir.Operand {
	i := c.guess(f.n-1, ir.I8)
	q := c.or(c.b.Binary(ir.OpShl, 0, i, c.byteConst(1)), c.byteConst(1))
	c.assume(c.lessOrEq(p, q))
	c.assume(f.inside(c, slot, c.index(i, 0, f.n-1)))
	return q
}

func (f *muIntra) row(c *muCode, slot int, at muRef) (written, value ir.Operand) {
	is := c.index(c.get(f.pos, slot, ir.I8), 0, 2*f.n)
	return f.rowOf(c, at, func(at func(k int) ir.Operand) ir.Operand { return c.pick(is, at) })
}

func (f *muIntra) read(c *muCode, slot int, at muRef) (written, value ir.Operand) {
	f.seek(c, slot, &muStep{units: at.units})
	return f.row(c, slot, at)
}

func (f *muIntra) write(c *muCode, slot int, list []muWrite, how muHow) {
	q := c.get(f.pos, slot, ir.I8)
	if how.sought {
		c.assume(c.equal(c.and(q, c.byteConst(1)), c.byteConst(1)))
	} else {
		c.when(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.stop(c, slot) })
		q = f.into(c, slot, q)
		f.moveTo(c, slot, q)
	}
	f.assign(c, list, c.is(f.cluster(c, q), 0, f.n-1))
}
