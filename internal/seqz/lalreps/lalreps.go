package lalreps

import (
	"context"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/seqz/rounds"
)

// LalReps is the eager translation of Lal and Reps, "Reducing concurrent analysis
// under a context bound to sequential analysis", CAV 2008, in the form of Ghafari, Hu,
// Rakamarić, "Context-bounded translations for concurrent software: an empirical
// evaluation", SPIN 2010, section 2.2. Threads run one after another, each from its
// beginning to its end; each of K rounds has a copy of what threads share, and what
// the copies of rounds 1 to K-1 hold when their round begins is guessed:
//
//	sequential:  copy 0 = initial; copies 1..K-1 = guess 1..K-1
//	             for each thread t: thread(t)
//	             for k = 1..K-1: assume(copy k-1 == guess k)
//	             assert(no thread was at a failing assertion)
//	thread(t):   k = round in which t was created
//	             for i = 0..steps(t)-1: if at.t.i:
//	                 k = choose k..K; if k == K: return
//	                 step(t, i, k)                        on copy k (rounds/rewrite.go)
//
// The memory at the end of a round's last thread is that of the next round's first.
// A thread may stop before every visible operation (k == K), as a thread that waits
// for good or is never scheduled again does: so a step that cannot be executed, in
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
// (rounds/sharing.go): others would be nowhere.
func LalReps(ctx context.Context, p *seqz.Inlined, limits seqz.Limits) (*seqz.Sequential, error) {
	r, refused, err := rounds.New(ctx, p, limits)
	if err != nil || r == nil {
		return refused, err
	}
	var threads []ir.FuncID
	for tid := range p.Threads {
		threads = append(threads, r.Thread(tid))
	}
	r.B = r.Seq.NewFunc("sequential")
	r.StartMain()
	for k := 1; k < r.Rounds; k++ {
		r.ChooseOwner(k)
	}
	guesses := make([][]ir.Operand, r.Rounds)
	for k := 1; k < r.Rounds; k++ {
		guesses[k] = r.Guess(k)
	}
	for _, t := range threads {
		r.B.Call(t, ir.NoType)
	}
	for k := 1; k < r.Rounds; k++ {
		r.AssumeValues(k-1, guesses[k], 0)
	}
	r.Judge(r.Rounds - 1)
	return r.End(), nil
}
