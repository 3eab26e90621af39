package seqz

import (
	"context"

	"github.com/heddle-mc/heddle/internal/ir"
)

// LalReps is the eager translation of Lal and Reps, "Reducing concurrent analysis
// under a context bound to sequential analysis", CAV 2008, in the form of Ghafari, Hu,
// Rakamarić, "Context-bounded translations for concurrent software: an empirical
// evaluation", SPIN 2010, section 2.2. Threads run one after another, each from its
// beginning to its end; each of K rounds has a copy of what threads share, and what
// the copies of rounds 1 to K-1 hold when their round begins is guessed:
//
//	sequential:  copy 0 = initial; copies 1..K-1 = guess 1..K-1
//	             for each slot t: thread(t)
//	             for k = 1..K-1: assume(copy k-1 == guess k)
//	             assert(no thread was at a failing assertion)
//	thread(t):   k = round in which t was created
//	             for i = 0..points(t)-1: if at.t.i:
//	                 k = choose k..K; if k == K: return
//	                 point(t, i, k)                       on copy k (lrpoint.go)
//
// The memory at the end of a round's last thread is that of the next round's first.
// A thread may stop before every visible operation (k == K), as a thread that waits
// for good or is never scheduled again does: so a point that cannot be executed, in
// the round that was chosen, just is no execution. The end of the process stops the thread
// that reaches it: what others do before it they may do first. A violation is
// believed only after the assumptions, which is why it is a flag, and nothing that
// the thread would do after it is executed.
//
// With an arbitrary schedule of K contexts there are K rounds of which each belongs to one
// thread, that is guessed first (figure 7 of the paper: "it is essentially doing a
// round-robin K-round translation, plus extra work to ensure that only one context
// executes in each round").
//
// What only one thread accesses, or nobody writes once there are several threads, has
// no copies. Guessed pointers are those that the points-to analysis knows
// (lrshare.go): others would be nowhere.
func LalReps(ctx context.Context, f *Flat, limits Limits) (*Sequential, error) {
	s, err := newSharing(ctx, f)
	if err != nil {
		return nil, err
	}
	e := &eager{newRunner(newDriver(f, limits), s)}
	if s.lost != "" {
		return e.refuse(s.lost), nil
	}
	var threads []ir.FuncID
	for slot := range f.Threads {
		threads = append(threads, e.thread(slot, false))
	}
	e.start(threads)
	return e.Sequential, nil
}

// eager is the work of LalReps.
type eager struct{ *runner }

// start adds the start function.
func (e *eager) start(threads []ir.FuncID) {
	b := e.function("sequential")
	e.storeByte(b.GlobalAddr(e.Flat.Threads[0].Points[0].At), 1)
	for k := 1; k < e.n && e.owner != 0; k++ {
		e.chooseOwner(k)
	}
	guesses := make([][]ir.Operand, e.n)
	for k := 1; k < e.n; k++ {
		for _, o := range e.shared {
			for i := range o.cells {
				v := e.guess(&o.cells[i])
				guesses[k] = append(guesses[k], v)
				e.set(o, k, &o.cells[i], v)
			}
		}
	}
	for _, t := range threads {
		b.Call(t, ir.NoType)
	}
	for k := 1; k < e.n; k++ {
		next := guesses[k]
		for _, o := range e.shared {
			for i := range o.cells {
				e.assume(e.equal(e.get(o, k-1, &o.cells[i]), next[0]))
				next = next[1:]
			}
		}
	}
	used := e.rounds()
	e.within(used)
	e.judge()
	e.end(used)
}
