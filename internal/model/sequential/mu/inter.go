package mu

import "github.com/heddle-mc/heddle/internal/program/ir"

// inter is the coarse-grained unwinding with clusters that every thread may be inside. In
// the copy the threads follow one another as they are executed: a cluster has one
// stretch of each thread, in the order of their creation, which is a round of a
// round-robin schedule.
//
// Threads move with every step at most, so positions are kept in a form from which the solver derives
// consequences early:
//
//	from[t,k]        thread t is at position k or later, 1 ≤ k ≤ 2n
type inter struct {
	clusters *clusters
	from     table
}

func newInter(m *unwinding) *inter {
	f := &inter{clusters: newClusters(m)}
	f.from = m.table("from", len(m.seq.Inlined.Threads)*f.width(), ir.I8)
	return f
}

// width is how many elements of from a thread has.
func (f *inter) width() int { return 2*f.clusters.m.n + 1 }

func (f *inter) setup(c *code)    { f.clusters.setup(c) }
func (f *inter) finish(c *code)   { f.clusters.finish(c) }
func (f *inter) leave(*code, int) {}
func (f *inter) stops() bool      { return f.clusters.stops() }
func (f *inter) guesses() bool    { return false }

func (f *inter) enter(c *code, tid int) {
	if by := f.clusters.m.seq.Inlined.Threads[tid].Creator; by >= 0 {
		c.up(1, 2*f.clusters.m.n, func(k ir.Operand) {
			v := c.get(f.from, c.plus(c.at(by*f.width()), k))
			c.put(f.from, c.plus(c.at(tid*f.width()), k), v)
		})
	}
}

// reached returns whether a thread is at a position or later.
func (f *inter) reached(c *code, thread, k ir.Operand) ir.Operand {
	return c.b.NonZero(c.get(f.from, c.plus(c.times(thread, f.width()), k)))
}

// seek moves a thread to any later position; if the step certainly writes, to one inside a cluster. A
// step that only reads moves only for a cluster that changes a unit which it sees. Otherwise it would
// see the same values at its old position, or after the last cluster that changes one.
func (f *inter) seek(c *code, thread ir.Operand, s *footprint) ir.Operand {
	inside := s.may && s.always
	if inside {
		f.clusters.stop(c, thread)
	}
	if s.may || len(s.ends) > 0 || len(s.units) == 0 || len(s.units) > maxSought {
		f.onward(c, thread, inside, nil)
	} else {
		f.onward(c, thread, inside, s.units)
	}
	return 0
}

// onward moves to a position that is not before the thread's own, and inside a cluster if inside is
// set. If units is given, each cluster that is passed exposes one of them.
func (f *inter) onward(c *code, thread ir.Operand, inside bool, units []*unit) {
	beyond := c.variable("beyond", c.b.Int(ir.I1, 0)) // the thread is then at the next position or later
	step := func(i, k ir.Operand, moves bool) {
		was, now := f.reached(c, thread, k), ir.RegOperand(beyond)
		if moves {
			now = c.b.Or(now, c.b.Choose(ir.I1, ir.ChooseNondet))
		}
		c.b.Assume(c.b.Or(now, c.b.Not(was)))
		if units != nil {
			reason := c.b.Or(c.b.Or(was, c.b.Not(now)), ir.RegOperand(beyond))
			for _, t := range units {
				reason = c.b.Or(reason, c.b.NonZero(c.get(f.clusters.exposed[t], i)))
			}
			c.b.Assume(reason)
		}
		c.put(f.from, c.plus(c.times(thread, f.width()), k), c.asFlag(now))
		if moves {
			c.b.CopyTo(beyond, now)
		}
	}
	c.down(f.clusters.m.n, c.at(1), func(i ir.Operand) {
		k := c.times(i, 2)
		step(i, k, !inside) // a position after a cluster is inside the next one
		step(i, c.b.Binary(ir.OpSub, 0, k, c.at(1)), true)
	})
	if inside {
		c.b.Assume(ir.RegOperand(beyond))
	}
	q := c.variable("q", c.byteConst(0))
	c.up(1, 2*f.clusters.m.n, func(k ir.Operand) { c.found(q, k, f.reached(c, thread, k)) })
	f.clusters.moveTo(c, thread, ir.RegOperand(q))
}

func (f *inter) row(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand) {
	return c.among(at, func(t *unit) (has, last ir.Operand) {
		is, now := c.variable("has", c.b.Int(ir.I1, 0)), c.variable("last", c.b.Int(c.m.word, 0))
		see := func(here, has, value ir.Operand) {
			c.b.CopyTo(is, c.b.Select(here, has, ir.RegOperand(is)))
			c.b.CopyTo(now, c.b.Select(here, value, ir.RegOperand(now)))
		}
		c.up(1, f.clusters.m.n, func(i ir.Operand) {
			k, before := c.times(i, 2), c.b.Binary(ir.OpSub, 0, i, c.at(1))
			inside := c.b.Or(c.get(f.clusters.has[t], before), c.get(f.clusters.wrote[t], i))
			see(f.reached(c, thread, c.b.Binary(ir.OpSub, 0, k, c.at(1))), c.b.NonZero(inside), c.get(f.clusters.now[t], i))
			see(f.reached(c, thread, k), c.b.NonZero(c.get(f.clusters.has[t], i)), c.get(f.clusters.last[t], i))
		})
		return ir.RegOperand(is), ir.RegOperand(now)
	})
}

func (f *inter) read(c *code, thread ir.Operand, at unitRef) (written, value ir.Operand) {
	return c.seekAndRead(thread, at)
}

func (f *inter) write(c *code, thread ir.Operand, list []unitWrite, how writeMode) {
	f.clusters.stop(c, thread) // where it is inside no cluster
	if !how.sought {
		f.onward(c, thread, true, nil)
	}
	inside := c.variable("inside", c.b.Int(ir.I1, 0))
	f.clusters.assign(c, list, func(i ir.Operand) ir.Operand {
		k := c.times(i, 2)
		at := c.b.And(f.reached(c, thread, c.b.Binary(ir.OpSub, 0, k, c.at(1))), c.b.Not(f.reached(c, thread, k)))
		c.b.CopyTo(inside, c.b.Or(ir.RegOperand(inside), at))
		return at
	})
	c.b.Assume(ir.RegOperand(inside))
}
