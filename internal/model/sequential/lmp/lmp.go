package lmp

import (
	"context"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/model/sequential/rounds"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// LMP is the lazy translation of La Torre, Madhusudan, Parlato, "Reducing context-bounded concurrent
// reachability to sequential reachability", CAV 2009. It has the form of Ghafari, Hu, Rakamarić,
// "Context-bounded translations for concurrent software: an empirical evaluation", SPIN 2010, section
// 2.2. Contexts come in their order of execution; a guessed schedule gives the thread of each. Shared
// memory is saved before (in) and after (out) every context. The private memory of a thread is not
// saved. It is recomputed by running the thread from its beginning, on the memory of its contexts up
// to now:
//
//	sequential:  main runs until there is a second thread
//	             for c = 0..: in(c) = out(c-1); t = thread of context c
//	                 for each context d <= c of t: copy d = in(d)
//	                 thread(t, c)
//	                 for each context d < c of t: assume(copy d == out(d))
//	                 out(c) = copy c
//	                 assert(no thread was at a failing assertion)
//	thread(t,c): the steps of t as in lalreps, in contexts of its own up to c
//
// So only reachable states occur. A thread that is run again may make other choices than before. That
// is sound: its last run fits all of its contexts, and the last runs together are the execution. Main
// does not repeat its part before other threads exist, so that other threads see the choices made
// there.
//
// In a round-robin schedule a context is the part of a thread in a round, and each thread has copies
// for its rounds.
func LMP(ctx context.Context, p *sequential.Inlined, limits sequential.Limits) (*sequential.Sequential, error) {
	r, refused, err := rounds.New(ctx, p, limits)
	if err != nil || r == nil {
		return refused, err
	}
	r.Seq.Run = r.Seq.AddGlobal(ir.Global{Name: "run", Size: 4, Align: 4, Model: true})
	l := &lmp{prog: r}
	for tid := range p.Threads {
		l.threads = append(l.threads, r.ThreadAgain(tid))
	}
	alone := l.alone()
	r.B = r.Seq.NewFunc("sequential")
	r.B.Call(alone, ir.NoType)
	for tid := range p.Threads {
		l.fresh = append(l.fresh, r.Private(tid))
	}
	l.memory = r.Values(0)
	if limits.Schedule == sequential.RoundRobin {
		l.roundRobin()
	} else {
		l.arbitrary()
	}
	return r.End(), nil
}

// lmp is the state of LMP.
type lmp struct {
	prog    *rounds.Program
	threads []ir.FuncID
	fresh   [][]ir.Operand // by thread: the values of its private memory before it is run again
	memory  []ir.Operand   // the values of shared memory after the last context
}

// alone adds the function with main's steps while it is the only thread.
func (l *lmp) alone() ir.FuncID {
	r := l.prog
	r.B = r.Seq.NewFunc("thread0.alone")
	t := &r.Seq.Inlined.Threads[0]
	zero := r.B.Int(r.Seq.Program.Model.PtrInt(), 0)
	r.StartMain()
	r.SetRound(zero)
	for i := range t.Alone {
		r.Call(&t.Steps[i], zero)
	}
	r.B.RetVoid()
	return r.Seq.AddFunc(r.B)
}

// run runs a thread from its beginning to at most a given context.
func (l *lmp) run(tid, until int) {
	r := l.prog
	r.B.StoreGlobal(r.Seq.Run, r.B.Int(ir.I32, 0))
	r.RestorePrivate(tid, l.fresh[tid])
	r.Forget(tid)
	r.B.StoreGlobal(r.Seq.Run, r.B.Int(ir.I32, uint64(tid)+1))
	r.B.Call(l.threads[tid], ir.NoType, r.B.Int(r.Seq.Program.Model.PtrInt(), uint64(until)))
}

// roundRobin emits the contexts of all rounds.
func (l *lmp) roundRobin() {
	r := l.prog
	in := make([][][]ir.Operand, len(l.threads)) // by thread and round, as out
	out := make([][][]ir.Operand, len(l.threads))
	for k := range r.Rounds {
		for tid := range l.threads {
			in[tid] = append(in[tid], l.memory)
			for d := range k + 1 {
				r.Restore(d, in[tid][d])
			}
			l.run(tid, k)
			for d := range k {
				r.AssumeValues(d, out[tid][d], 0)
			}
			l.memory = r.Values(k)
			out[tid] = append(out[tid], l.memory)
			r.Judge(k)
		}
	}
}

// arbitrary emits the contexts of a guessed schedule; the first is main's.
func (l *lmp) arbitrary() {
	r := l.prog
	var owners []ir.Operand
	var in, out [][]ir.Operand
	for k := range r.Rounds {
		owner := r.B.Int(r.Seq.Program.Model.PtrInt(), 0)
		if k > 0 {
			owner = r.ChooseOwner(k)
		}
		in = append(in, l.memory)
		for d := range k + 1 {
			r.Restore(d, in[d])
		}
		if k == 0 {
			l.run(0, 0)
		} else {
			r.B.SwitchEach(owner, len(l.threads), func(tid int) { l.run(tid, k) })
		}
		for d := range k {
			r.AssumeValues(d, out[d], r.B.Equal(owner, owners[d]))
		}
		l.memory = r.Values(k)
		owners, out = append(owners, owner), append(out, l.memory)
		r.Judge(k)
	}
}
