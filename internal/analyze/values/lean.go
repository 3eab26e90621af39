package values

import (
	"context"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Lean returns proofs for questions about locks and pointers rather than numbers: races and deadlocks.
// Each proof costs more than the previous one and states more. None has counters, or locks that are
// words in memory. No obligations are checked: package confirm/threads does that.
type Lean struct {
	a      *solver
	lost   string
	rounds int
}

// leanWork bounds the work for all proofs of a Lean.
const leanWork = maxWork / 8

// NewLean starts for a program with choices of the environment.
func NewLean(ctx context.Context, facts *analyze.Facts, env ir.Environment) *Lean {
	pts := facts.PointsTo(ctx)
	a := newSolver(ctx, facts, env, pts, false)
	a.wordless, a.maxWork = true, leanWork
	return &Lean{a: a, lost: a.lost}
}

// Next returns two proofs in turn: first with values found without lock protection, then with it. After
// that, or if ctx has ended, it returns nil.
func (l *Lean) Next(ctx context.Context) *threadproof.Proof {
	a := l.a
	if l.lost != "" || l.rounds == 2 {
		return nil
	}
	a.ctx = ctx
	if l.rounds++; l.rounds == 1 {
		a.filled = a.par.Filled(a.mayTake)
		a.solve()
		a.findTrusted()
	} else {
		a.filled = a.par.Filled(func(e raceproof.Edge) bool { return a.edges[e] })
		a.findOwned()
		a.solveProtected()
	}
	if l.lost = a.lost; l.lost != "" {
		return nil
	}
	return a.annotate()
}

// mayTake reports whether control may take an edge. Edges taken only by a disabled environment choice
// are excluded.
func (a *solver) mayTake(e raceproof.Edge) bool {
	view := a.pts.View(e.Node)
	t := &view.IR.Blocks[e.From].Term
	if t.Op != ir.TermCondBr || t.Targets[0] == t.Targets[1] || view.Values[view.Term(e.From)].Kind != ssa.Def {
		return true
	}
	in := view.Instr(view.Term(e.From))
	return in.Op != ir.OpChoose || a.env.Asks(ir.ChooseReason(in.Sub)) || e.To == t.Targets[1]
}

// Lost returns the reason why Next returned no more proofs; empty: there are no others.
func (l *Lean) Lost() string { return l.lost }
