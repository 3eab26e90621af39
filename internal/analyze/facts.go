package analyze

import (
	"context"
	"sync"

	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Facts holds the results of the analyses of one immutable program that passed ir.Check. Each result is
// computed at the first request and kept. Several goroutines may use it.
type Facts struct {
	Program *ir.Program
	Sites   func() *ir.Sites
	Space   func() *ir.Space
	Loops   func() *loops.Info

	mu     sync.Mutex
	flows  []*Flow // by FuncID
	points *pointsto.Result
}

// Flow holds the control-flow facts of a function.
type Flow struct {
	*loops.WeakOrder
	Live *ir.Liveness
}

// Of returns the facts of a program, none of them computed yet.
func Of(p *ir.Program) *Facts {
	f := &Facts{Program: p, flows: make([]*Flow, len(p.Funcs))}
	f.Sites = sync.OnceValue(func() *ir.Sites { return ir.NewSites(p) })
	f.Space = sync.OnceValue(func() *ir.Space { return ir.NewSpace(p, f.Sites()) })
	f.Loops = sync.OnceValue(func() *loops.Info { return loops.Analyse(p) })
	return f
}

// Flow returns the control flow of a function with a body.
func (f *Facts) Flow(id ir.FuncID) *Flow {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.flows[id] == nil {
		fn := &f.Program.Funcs[id]
		f.flows[id] = &Flow{loops.NewWeakOrder(fn), fn.Liveness(nil)}
	}
	return f.flows[id]
}

// PointsTo returns the targets of pointers. If ctx ends early the result is Lost, and the next call
// computes it again.
func (f *Facts) PointsTo(ctx context.Context) *pointsto.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.points == nil {
		points := pointsto.Analyse(ctx, f.Program)
		if points.Lost != "" && ctx.Err() != nil {
			return points
		}
		f.points = points
	}
	return f.points
}
