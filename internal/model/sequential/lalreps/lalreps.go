package lalreps

import (
	"context"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/model/sequential/rounds"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// LalReps is the eager translation of Lal and Reps, "Reducing concurrent analysis under a context
// bound to sequential analysis", CAV 2008. It has the form of Ghafari, Hu, Rakamarić, "Context-bounded
// translations for concurrent software: an empirical evaluation", SPIN 2010, section 2.2. Threads run
// one after another, each from its beginning to its end. Each of K rounds has a copy of the shared
// memory. The contents of copies 1 to K-1 at the beginning of their rounds are guessed:
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
// The memory after a round's last thread equals the memory before the next round's first thread. A
// thread may stop before every visible operation (k == K), like a thread that waits forever or is never
// scheduled again. So a step that cannot be executed in the chosen round simply excludes the execution.
// The end of the process stops the thread that reaches it; operations of other threads before it can
// come first. A violation counts only after the assumptions, so it sets a flag, and its thread stops
// there.
//
// With an arbitrary schedule of K contexts there are K rounds. Each belongs to one thread, which is
// guessed first (figure 7 of the paper: "it is essentially doing a round-robin K-round translation,
// plus extra work to ensure that only one context executes in each round").
//
// Memory that only one thread accesses, or that no thread writes once there are several, has no copies.
// A guessed pointer is one of the pointers found by the points-to analysis (rounds/sharing.go); others
// would point nowhere.
func LalReps(ctx context.Context, p *sequential.Inlined, limits sequential.Limits) (*sequential.Sequential, error) {
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
