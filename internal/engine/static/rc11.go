package static

import (
	"context"
	"slices"
	"sync"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Proofs for weaker memory are about the executions of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential
// consistency in C/C++11", PLDI 2017). There a race of plain accesses is undefined behaviour, so each proof needs race
// freedom. The proofs of package raceproof are valid under RC11: each reason is an edge of happens-before, exclusion by a
// lock that synchronises, or the disjointness of accesses. An argument about the first race of an execution follows an order
// that extends program order and reads-from; RC11 has no cycle of these, and the executions before the race are consistent.
// A lock that is a word of the program needs atomic updates that acquire and stores that release (flag.go there). In the order
// of its writes, each update that takes the lock directly follows the store that released it: the update is atomic.
//
// Locks in one order exclude deadlocks in every model, since locks are sequentially consistent (semantics 7.8). For values see
// values.AnalyseRC11. The executions of TSO and PSO are among those of RC11 if no plain accesses race, since the
// compilation schemes are correct (the same paper, section 6). The models of Arm and RISC-V have cycles of program order and
// reads-from, so they have no such proofs.

// models are the memory models that the proofs cover.
var models = []string{engine.RC11, engine.TSO, engine.PSO}

// modelChecks are the checks with proofs for these models. Uses of bytes without a value are not among them.
const modelChecks = values.Checks&^verdict.ValueCheck | verdict.PairCheck | verdict.WaitCheck

// unchecked is the reason why the proofs are uncertified: package confirm/threads assumes sequential consistency.
const unchecked = "proofs about weaker memory models have no checker"

// weakly keeps the results for RC11 of the last program.
type weakly struct {
	sync.Mutex
	program     *ir.Program
	environment ir.Environment
	races       string // the reason why race freedom is not proved; empty: it is, or was not tried
	tried       bool
	values      *values.Result // nil: not yet analysed
}

// underRC11 proves a property of all executions of RC11.
func (e *Engine) underRC11(ctx context.Context, p *engine.Problem) *engine.Outcome {
	w := &e.weakly
	w.Lock()
	defer w.Unlock()
	env := p.Environment
	if p.Property == verdict.Race {
		env = env.For(verdict.Race)
	}
	if w.program != p.Program || w.environment != env {
		w.program, w.environment, w.races, w.tried, w.values = p.Program, env, "", false, nil
	}
	if !w.tried {
		w.races = raceFreeRC11(ctx, p, env)
		w.tried = ctx.Err() == nil
	}
	out := &engine.Outcome{Verdict: verdict.Safe, Detail: "static race freedom", Layout: engine.EveryLayout, Assumed: []string{Assumed}, Uncertified: unchecked}
	why := w.races
	switch {
	case why != "" || p.Property == verdict.Race:
	case p.Property == verdict.Deadlock:
		if out = deadlocks(ctx, p); out.Verdict == verdict.Safe {
			out.Uncertified = unchecked
		}
		return out
	default:
		if w.values == nil {
			if r := values.AnalyseRC11(ctx, p.Facts(), env); ctx.Err() == nil {
				w.values = r
			}
		}
		out.Detail = "static values"
		if w.values == nil {
			break
		}
		proved, left := w.values.Proves(p.Property)
		switch {
		case left != nil:
			why = place(p.Program, left.Pos) + ": " + left.Why
		case !proved:
			why = w.values.Lost
		}
	}
	switch {
	case ctx.Err() != nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout}
	case why != "":
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.NotProved, Detail: why}
	}
	return out
}

// raceFreeRC11 returns the reason why accesses may race under RC11; empty: they do not.
func raceFreeRC11(ctx context.Context, p *engine.Problem, env ir.Environment) string {
	facts := p.Facts()
	pts := facts.PointsTo(ctx)
	if pts.Lost != "" {
		return pts.Lost
	}
	if at, mixed := mixedAtomics(pts); mixed {
		return "the atomic access at " + place(p.Program, at) + " has another size than others to the same bytes"
	}
	r := raceproof.Analyse(ctx, facts, env)
	switch {
	case r.RaceFree():
		return ""
	case r.Lost != "":
		return r.Lost
	case len(r.Pairs) == 0:
		return "the program is too large"
	}
	return "accesses at " + place(p.Program, r.Pairs[0].PosA) + " and " + place(p.Program, r.Pairs[0].PosB) + " may race"
}

// footprint is the bytes of an atomic access.
type footprint struct {
	at   pointsto.Loc
	size int64
}

// maxFootprints bounds the different footprints of the atomic accesses to an object.
const maxFootprints = 1 << 10

// mixedAtomics reports whether two atomic accesses may have only a part of their bytes in common, with the place of one. RC11 has
// no such accesses. It assumes so if there are too many footprints.
func mixedAtomics(pts *pointsto.Result) (ir.Pos, bool) {
	shared, known := pts.Shared(), make(map[pointsto.ObjID][]footprint)
	for n := 1; n < len(pts.Nodes); n++ {
		view := pts.View(pointsto.NodeID(n))
		for use, in := range view.Instrs() {
			if view.IR.Model || !in.Op.Accesses() || !pts.Program.ExcusesAccess(in) {
				continue
			}
			size := in.Type.Bytes(pts.Program.Model)
			for _, l := range pts.PointsTo(pointsto.NodeID(n), view.Arg(use.Block, use.Index, 0)) {
				f := footprint{pts.Locs[l], size}
				o := f.at.Obj
				if o == 0 || !shared[o] || slices.Contains(known[o], f) {
					continue
				}
				if len(known[o]) == maxFootprints || f.at.Step%size != 0 || slices.ContainsFunc(known[o], f.meets) {
					return in.Pos, true
				}
				known[o] = append(known[o], f)
			}
		}
	}
	return ir.Pos{}, false
}

// meets reports whether f and another footprint of the object may have some bytes in common, but not all. The steps of both are
// multiples of their sizes.
func (f footprint) meets(g footprint) bool {
	return pointsto.Overlap(f.at, f.size, g.at, g.size) && (f.size != g.size || (f.at.Off-g.at.Off)%f.size != 0)
}
