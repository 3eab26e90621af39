package pathproof

import (
	"context"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Bounds on the effort for one question.
const (
	maxConflicts = 4000
	maxInstrs    = 20000 // that are translated
)

// prover has the data that several questions share.
type prover struct {
	ctx   context.Context
	facts *values.Facts
	pts   *pointsto.Result
	model ir.DataModel
	loops map[pointsto.At][]bound // by head, those that were looked at
}

// Prove returns the first obligation of a property that values left and that Prove cannot show, or nil.
// In the latter case it also returns the bounds of loops that the proof needs. After ctx ends, nothing
// more is shown.
//
// requires: r.Lost is empty.
func Prove(ctx context.Context, r *values.Result, property verdict.Property) (left *values.Obligation, rests []threadproof.Bound) {
	p := &prover{ctx: ctx, facts: r.Facts, pts: r.Facts.PointsTo, model: r.Program.Model, loops: make(map[pointsto.At][]bound)}
	for i := range r.Left {
		if o := &r.Left[i]; o.Property == property && !p.proves(r.Places(*o)) {
			return o, nil
		}
	}
	return nil, p.annotate()
}

// annotate returns the bounds of loops that were found, in the form of proofs.
func (p *prover) annotate() (list []threadproof.Bound) {
	for _, head := range slices.SortedFunc(maps.Keys(p.loops), pointsto.At.Compare) {
		start := p.pts.View(head.Node).AtStart(head.Block)
		for _, b := range p.loops[head] {
			for _, r := range slices.Sorted(maps.Keys(start)) {
				if start[r] == b.merged {
					at := threadproof.At{Node: threadproof.NodeID(head.Node), Block: head.Block, Instr: head.Instr}
					list = append(list, threadproof.Bound{At: at, Reg: r, Above: b.above})
				}
			}
		}
	}
	return list
}

// proves reports whether an obligation holds at all places where it is left.
func (p *prover) proves(places []pointsto.At) bool {
	for _, at := range places {
		q := p.newQuestion(at)
		fails := q.fails()
		if q.decide(p.ctx, fails) != sat.Unsatisfiable {
			return false
		}
	}
	return len(places) > 0
}

// decide asks the solver whether control may reach the place of the question while holds is true. The
// term holds must be the last one made of values there.
func (q *question) decide(ctx context.Context, holds term.ID) sat.Status {
	t := q.s.And(q.withSides(holds), q.comes())
	if q.work > maxInstrs {
		return sat.Unknown
	}
	s := solver.New(q.s, sat.Options{})
	s.SetLimits(sat.Limits{Conflicts: maxConflicts})
	s.Assert(t)
	got, err := s.Check(ctx)
	if err != nil {
		return sat.Unknown
	}
	return got.Status
}
