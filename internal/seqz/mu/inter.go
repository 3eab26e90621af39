package mu

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
)

// inter is the coarse-grained unwinding with clusters that every thread may be inside. In
// the copy the threads follow one another as they are executed: a cluster has one
// stretch of each thread, in the order of their creation, which is a round of a
// round-robin schedule.
//
// Threads move at most with every step, so that positions are kept in a form of which
// the solver finds consequences early:
//
//	from[t,k]        thread t is at position k or later
type inter struct {
	clusters *clusters
	from     []ir.GlobalID // by thread
}

func newInter(m *unwinding) *inter {
	f := &inter{clusters: newClusters(m)}
	for tid := range m.seq.Inlined.Threads {
		f.from = append(f.from, m.table(fmt.Sprintf("from.%d", tid), 2*m.n+1, ir.I8))
	}
	return f
}

func (f *inter) setup(c *code)    { f.clusters.setup(c) }
func (f *inter) finish(c *code)   { f.clusters.finish(c) }
func (f *inter) leave(*code, int) {}

func (f *inter) enter(c *code, tid int) {
	if by := f.clusters.m.seq.Inlined.Threads[tid].Creator; by >= 0 {
		for k := 1; k <= 2*f.clusters.m.n; k++ {
			c.put(f.from[tid], k, c.get(f.from[by], k, ir.I8))
		}
	}
}

// levels returns for each position k whether the thread is there or later.
func (f *inter) levels(c *code, tid int) []ir.Operand {
	out := make([]ir.Operand, 2*f.clusters.m.n+2)
	out[0], out[2*f.clusters.m.n+1] = c.b.Int(ir.I1, 1), c.b.Int(ir.I1, 0)
	for k := 1; k <= 2*f.clusters.m.n; k++ {
		out[k] = c.b.NonZero(c.get(f.from[tid], k, ir.I8))
	}
	return out
}

// seek goes anywhere; inside a cluster if the step writes for certain. A step that only reads
// moves on for a cluster that changes something of what it sees: otherwise it would see the
// same where it is, or after the last cluster that does.
func (f *inter) seek(c *code, tid int, s *footprint) ir.Operand {
	inside := s.may && s.always
	if inside {
		c.b.When(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.clusters.stop(c, tid) })
	}
	was := f.levels(c, tid)
	now := f.onward(c, tid, was, inside)
	if s.may || len(s.ends) > 0 || len(s.units) == 0 || len(s.units) > maxSought {
		return 0
	}
	for k := 1; k <= 2*f.clusters.m.n; k++ {
		reason := c.b.Or(c.b.Or(was[k], c.b.Not(now[k])), now[k+1])
		for _, t := range s.units {
			reason = c.b.Or(reason, c.b.NonZero(c.get(f.clusters.exposed[t], (k+1)/2, ir.I8)))
		}
		c.b.Assume(reason)
	}
	return 0
}

// onward goes to a position that is not before the thread's own, inside a cluster if that is
// asked for, given where the thread is. It returns where it is then.
func (f *inter) onward(c *code, tid int, was []ir.Operand, inside bool) (now []ir.Operand) {
	last := 2 * f.clusters.m.n
	now = make([]ir.Operand, last+2)
	now[0], now[last+1] = was[0], was[last+1]
	for k := last; k >= 1; k-- {
		switch {
		case inside && k%2 == 0:
			now[k] = now[k+1] // what is after a cluster is inside the next one
		case inside && k == 1:
			now[k] = now[0]
		default:
			now[k] = c.b.Or(now[k+1], c.b.Choose(ir.I1, ir.ChooseNondet))
		}
		c.b.Assume(c.b.Or(now[k], c.b.Not(was[k])))
	}
	q := c.byteConst(0)
	for k := 1; k <= last; k++ {
		c.put(f.from[tid], k, c.b.Convert(ir.OpZExt, ir.I8, now[k]))
		q = c.b.Select(now[k], c.byteConst(k), q)
	}
	f.clusters.moveTo(c, tid, q)
	return now
}

func (f *inter) row(c *code, tid int, at unitRef) (written, value ir.Operand) {
	here := f.levels(c, tid)
	return f.clusters.rowOf(c, at, func(at func(k int) ir.Operand) ir.Operand {
		v := at(0)
		for k := 1; k <= 2*f.clusters.m.n; k++ {
			v = c.b.Select(here[k], at(k), v)
		}
		return v
	})
}

func (f *inter) read(c *code, tid int, at unitRef) (written, value ir.Operand) {
	return c.seekAndRead(tid, at)
}

func (f *inter) write(c *code, tid int, list []unitWrite, how writeMode) {
	// A thread stops where it is to write and is inside no cluster.
	c.b.When(c.b.Choose(ir.I1, ir.ChooseNondet), func() { f.clusters.stop(c, tid) })
	here := f.levels(c, tid)
	if !how.sought {
		here = f.onward(c, tid, here, true)
	}
	is, inside := make([]ir.Operand, f.clusters.m.n), c.b.Int(ir.I1, 0)
	for i := range is {
		is[i] = c.b.And(here[2*i+1], c.b.Not(here[2*i+2]))
		inside = c.b.Or(inside, is[i])
	}
	c.b.Assume(inside)
	f.clusters.assign(c, list, is)
}
