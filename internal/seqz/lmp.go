package seqz

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
)

// LMP is the lazy translation of La Torre, Madhusudan, Parlato, "Reducing
// context-bounded concurrent reachability to sequential reachability", CAV 2009, in the
// form of Ghafari, Hu, Rakamarić, "Context-bounded translations for concurrent software:
// an empirical evaluation", SPIN 2010, section 2.2. Contexts come in the order in which
// they are executed, each of the thread that a guessed schedule says. What threads share
// is remembered as it is before (in) and after (out) every context; what a thread knows for itself
// is forgotten at its end, and found again by running the thread from its beginning, on
// the memory that its contexts up to now had:
//
//	sequential:  main runs until there is a second thread
//	             for c = 0..: in(c) = out(c-1); t = thread of context c
//	                 for each context d <= c of t: copy d = in(d)
//	                 thread(t, c)
//	                 for each context d < c of t: assume(copy d == out(d))
//	                 out(c) = copy c
//	                 assert(no thread was at a failing assertion)
//	thread(t,c): the points of t as in lr, in contexts of its own up to c
//
// So only states that an execution comes to are ever seen. A thread that is run again
// may make other choices than before. That adds nothing: its last run fits all of its
// contexts, and the last runs together are the execution. Main does not repeat what it
// does alone, so that others find what it chose there.
//
// A context of a round-robin schedule is a round's of a thread, and each thread has
// copies for its rounds.
func LMP(ctx context.Context, f *Flat, limits Limits) (*Sequential, error) {
	s, err := newSharing(ctx, f)
	if err != nil {
		return nil, err
	}
	l := &lazy{runner: newRunner(newDriver(f, limits), s)}
	if s.lost != "" {
		return l.refuse(s.lost), nil
	}
	l.Run = l.add(ir.Global{Name: "run", Size: 4, Align: 4, Model: true})
	for slot := range f.Threads {
		l.threads = append(l.threads, l.thread(slot, true))
	}
	alone := l.alone()
	b := l.function("sequential")
	b.Call(alone, ir.NoType)
	for slot := range f.Threads {
		l.fresh = append(l.fresh, l.privately(slot))
	}
	l.memory = l.values(0)
	if limits.Schedule == RoundRobin {
		l.roundRobin()
	} else {
		l.arbitrary()
	}
	l.end(l.rounds())
	return l.Sequential, nil
}

// lazy is the work of LMP.
type lazy struct {
	*runner
	threads []ir.FuncID
	fresh   [][]ir.Operand // by slot: the values of what its thread keeps for itself, before it is run again
	memory  []ir.Operand   // the values of what threads share, after the last context
}

// alone adds the function of what main does while it is the only thread.
func (l *lazy) alone() ir.FuncID {
	b := l.function(fmt.Sprintf("thread%d.alone", 0))
	t := &l.Flat.Threads[0]
	zero := b.Int(l.Program.Model.PtrInt(), 0)
	l.storeByte(b.GlobalAddr(t.Points[0].At), 1)
	l.now(zero)
	for i := range t.Alone {
		p := &t.Points[i]
		l.when(b.Compare(ir.OpNe, l.loadByte(b.GlobalAddr(p.At)), b.Int(ir.I8, 0)), func() {
			b.Call(p.Func, ir.NoType, zero)
		})
	}
	b.RetVoid()
	return l.finish()
}

// privately returns the values of what a thread keeps for itself.
func (l *lazy) privately(slot int) []ir.Operand {
	var out []ir.Operand
	for _, o := range l.own[slot] {
		for i := range o.cells {
			out = append(out, l.b.Load(o.cells[i].typ, l.privateCell(o, &o.cells[i]), ir.Access{Align: 1}))
		}
	}
	return out
}

func (l *lazy) privateCell(o *sharedObject, c *cell) ir.Operand {
	p := l.b.GlobalAddr(o.global)
	if c.off != 0 {
		p = l.b.PtrAdd(p, l.b.Int(l.Program.Model.PtrInt(), uint64(c.off)))
	}
	return p
}

// values returns the values of what threads share, in a copy.
func (l *lazy) values(k int) []ir.Operand {
	var out []ir.Operand
	for _, o := range l.shared {
		for i := range o.cells {
			out = append(out, l.get(o, k, &o.cells[i]))
		}
	}
	return out
}

// restore gives a copy values.
func (l *lazy) restore(k int, values []ir.Operand) {
	n := 0
	for _, o := range l.shared {
		for i := range o.cells {
			l.set(o, k, &o.cells[i], values[n])
			n++
		}
	}
}

// same assumes that a copy has values, where a condition holds, if there is one.
func (l *lazy) same(k int, values []ir.Operand, where ir.Operand) {
	otherwise := ir.Operand(0)
	if where != 0 {
		otherwise = l.b.Unary(ir.OpNot, 0, where)
	}
	for i, v := range l.values(k) {
		eq := l.equal(v, values[i])
		if where != 0 {
			eq = l.b.Binary(ir.OpOr, 0, otherwise, eq)
		}
		l.assume(eq)
	}
}

// run runs a thread from its beginning to a context at most.
func (l *lazy) run(slot, until int) {
	b := l.b
	l.store(l.Run, b.Int(ir.I32, 0))
	n := 0
	for _, o := range l.own[slot] {
		for i := range o.cells {
			b.Store(l.privateCell(o, &o.cells[i]), l.fresh[slot][n], ir.Access{Align: 1})
			n++
		}
	}
	word := l.Program.Model.PtrInt()
	for k := range l.n {
		did := uint64(0)
		if slot == 0 && k == 0 {
			did = 1 // alone
		}
		l.storeByte(l.element(l.ran[slot], b.Int(word, uint64(k))), did)
	}
	l.store(l.Run, b.Int(ir.I32, uint64(slot)+1))
	b.Call(l.threads[slot], ir.NoType, b.Int(word, uint64(until)))
}

// decide judges after a context.
func (l *lazy) decide(k int) {
	if l.until = k; l.n > l.limits.Number {
		l.within(l.rounds())
	}
	l.judge()
}

// roundRobin emits the contexts of all rounds.
func (l *lazy) roundRobin() {
	in := make([][][]ir.Operand, len(l.threads)) // by slot and round, as out
	out := make([][][]ir.Operand, len(l.threads))
	for k := range l.n {
		for slot := range l.threads {
			in[slot] = append(in[slot], l.memory)
			for d := range k + 1 {
				l.restore(d, in[slot][d])
			}
			l.run(slot, k)
			for d := range k {
				l.same(d, out[slot][d], 0)
			}
			l.memory = l.values(k)
			out[slot] = append(out[slot], l.memory)
			l.decide(k)
		}
	}
}

// arbitrary emits the contexts of a schedule that is chosen; the first is main's.
func (l *lazy) arbitrary() {
	var owners []ir.Operand
	var in, out [][]ir.Operand
	for k := range l.n {
		owner := l.b.Int(l.Program.Model.PtrInt(), 0)
		if k > 0 {
			owner = l.chooseOwner(k)
		}
		in = append(in, l.memory)
		for d := range k + 1 {
			l.restore(d, in[d])
		}
		if k == 0 {
			l.run(0, 0)
		} else {
			l.switchOn(owner, func(slot int) { l.run(slot, k) })
		}
		for d := range k {
			l.same(d, out[d], l.b.Compare(ir.OpEq, owner, owners[d]))
		}
		l.memory = l.values(k)
		owners, out = append(owners, owner), append(out, l.memory)
		l.decide(k)
	}
}

// switchOn emits a case for each slot.
func (d *driver) switchOn(v ir.Operand, each func(slot int)) {
	from, on := d.b.Block(), d.b.NewBlock()
	var cases []ir.Case
	var targets []ir.BlockID
	for slot := range d.Flat.Threads {
		to := d.b.NewBlock()
		d.b.SetBlock(to)
		each(slot)
		d.b.Br(on)
		targets = append(targets, to)
		if slot > 0 {
			cases = append(cases, ir.Case{Lo: uint64(slot), Hi: uint64(slot)})
		}
	}
	d.b.SetBlock(from)
	d.b.Switch(v, targets[0], cases, targets[1:])
	d.b.SetBlock(on)
}
