package values

import (
	"context"
	"slices"
	"sync"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Limits of the effort: total work (see walk), cells of memory, cells times blocks.
const (
	maxWork  = 1 << 26
	maxCells = 3000
	maxSpace = 1 << 24
)

// solver is the state of Analyse.
type solver struct {
	ctx   context.Context
	prog  *ir.Program
	model ir.DataModel
	pts   *pointsto.Result
	par   *raceproof.Parallel
	env   ir.Environment // choices that the environment may make
	lost  string
	// maxWork bounds work, over all rounds.
	maxWork int

	// Immutable data.
	globals   []pointsto.ObjID // by global, those with static storage
	functions []pointsto.ObjID // by function
	cells     []cell
	parts     [][]cellID           // by object
	initial   map[cellID]value     // initial contents of cells
	filled    map[pointsto.At]bool // loads of elements that were written before; nil: unknown
	reach     map[pointsto.At][]cellID
	live      map[*ssa.Func]*liveness
	wider     *steps
	guards    []guard
	protect   [][]guardID // by cell: the guards that protect it; nil: unknown
	guarded   [][]guardID // by lock: the guards of the cells that it protects
	trusted   []bool      // by lock: it gives mutual exclusion
	words     []int32     // by cell: the trusted lock in this word; negative: none
	owned     map[pointsto.At]raceproof.Owned
	toNodes   map[pointsto.At]pointsto.ObjID // accesses to nodes of lists, with the table that they do not access
	ownBy     [][]int64                      // by cell: the distances of elements' own locks; nil: unknown
	ownLocks  *ownLocks                      // nil: no element has one
	users     []raceproof.Threads            // by object: the threads that access it
	recent    []pointsto.ObjID               // by object; see fresh.go
	bases     []pointsto.ObjID               // by recent object
	ancestors []map[pointsto.NodeID]bool     // by node: its callers, directly or not

	first *solver // after the round without protection, without its states; nil: not kept

	// The fixed point.
	counts *counts // of the last round, which bounds counters; else nil
	states map[pointsto.At]*entry
	saved  map[pointsto.At]*entry  // by call: the caller's values behind it
	rets   []*entry                // by node: the state at its return
	edges  map[raceproof.Edge]bool // edges that control may take
	queue  worklist
	work   int
	spare  tables
	shared sharing
	linked map[origin]bool // values that a cell was found to hold
	sizes  map[pointsto.ObjID]int64

	counters map[cellID]bool // cells with additions
	judge    *judge          // while obligations are checked
	wordless bool            // words in memory are not treated as locks
	weak     bool            // executions are those of RC11 (weak.go)
}

func (a *solver) lose(why string) {
	if a.lost == "" {
		a.lost = why
	}
}

// maxAttempts bounds the number of analyses under assumptions about computations.
const maxAttempts = 6

// Analyse analyses a program under choices of the environment. If ctx ends, nothing is proved.
//
// The values of indices may show that their products with the sizes of elements do not wrap. Package
// pointsto cannot know that, and without it may know nothing about a program with pointers of 32 bits.
// So all such computations are first assumed to be exact. The results are then checked for computations
// that may wrap. If there are none the assumption is true: the results hold up to the first computation
// that wraps in an execution, so there is no first one.
func Analyse(ctx context.Context, facts *analyze.Facts, env ir.Environment) *Result {
	pts := facts.PointsTo(ctx)
	exact, refuted := make(map[pointsto.Computation]bool), make(map[pointsto.Computation]bool)
	for range maxAttempts {
		grew := false
		for c := range pts.Wraps {
			if !exact[c] && !refuted[c] {
				exact[c], grew = true, true
			}
		}
		if grew {
			pts = pointsto.AnalyseExact(ctx, facts.Program, exact)
			continue
		}
		r := analyse(ctx, facts, env, pts)
		switch {
		case len(exact) == 0:
			return r
		case r.Lost != "":
			return analyse(ctx, facts, env, facts.PointsTo(ctx))
		}
		before := len(exact)
		for c := range exact {
			if !r.Exact(c) {
				refuted[c] = true
				delete(exact, c)
			}
		}
		if len(exact) == before {
			return r
		}
		pts = pointsto.AnalyseExact(ctx, facts.Program, exact)
	}
	return analyse(ctx, facts, env, facts.PointsTo(ctx))
}

// newSolver returns a solver for given targets of pointers. It has no results yet, or is lost. weak: it is for the executions
// of RC11.
func newSolver(ctx context.Context, facts *analyze.Facts, env ir.Environment, pts *pointsto.Result, weak bool) *solver {
	p := facts.Program
	if pts.Lost != "" {
		return &solver{lost: pts.Lost}
	}
	a := &solver{
		ctx: ctx, prog: p, model: p.Model, pts: pts, env: env,
		par:     raceproof.FindParallel(ctx, pts, env),
		initial: make(map[cellID]value), reach: make(map[pointsto.At][]cellID), live: make(map[*ssa.Func]*liveness),
		globals: make([]pointsto.ObjID, len(p.Globals)), functions: make([]pointsto.ObjID, len(p.Funcs)),
		sizes: make(map[pointsto.ObjID]int64), maxWork: maxWork, weak: weak, wordless: weak,
	}
	for o := 1; o < len(pts.Objects); o++ {
		switch obj := &pts.Objects[o]; obj.Kind {
		case pointsto.Global:
			a.globals[obj.Global] = pointsto.ObjID(o)
		case pointsto.Function:
			a.functions[obj.Func] = pointsto.ObjID(o)
		}
	}
	if !weak {
		a.owned, a.toNodes = a.par.Owned(), a.par.ToNodes()
	}
	a.layOut()
	a.findRecent()
	a.findSteps()
	a.protectNothing()
	blocks := 0
	for n := 1; n < len(pts.Nodes); n++ {
		blocks += len(pts.View(pointsto.NodeID(n)).Order)
	}
	if len(a.cells) > maxCells || len(a.cells)*blocks > maxSpace {
		a.lose("the program is too large")
	}
	return a
}

// protectNothing removes the protection of all cells.
func (a *solver) protectNothing() {
	a.protect, a.words = make([][]guardID, len(a.cells)), make([]int32, len(a.cells))
	for c := range a.words {
		a.words[c] = -1
	}
}

// analyse is Analyse for given targets of pointers.
func analyse(ctx context.Context, facts *analyze.Facts, env ir.Environment, pts *pointsto.Result) *Result {
	p := facts.Program
	a := newSolver(ctx, facts, env, pts, false)
	if a.lost != "" {
		return &Result{Program: p, Lost: a.lost}
	}
	// The first round assumes no protection. It finds the locks that threads hold at each instruction
	// and the reachable code, and from these the elements that loops write. With these the second round
	// finds the trip counts of loops, and from these the third round bounds counters.
	written := a
	for round := range 3 {
		switch round {
		case 0:
			a.solve()
			first := *a // a round creates everything that it changes anew
			first.states, first.saved, first.rets = nil, nil, nil
			a.first = &first
		case 1:
			a.filled = a.par.Filled(func(e raceproof.Edge) bool { return a.edges[e] })
			a.findOwned()
			a.solveProtected()
		case 2:
			if len(a.counters) == 0 {
				continue
			}
			written = a.recount()
		}
		if a.lost != "" {
			return &Result{Program: p, Lost: a.lost}
		}
	}
	r := a.judgeAll()
	if a.usesOwn() {
		r.plain = sync.OnceValue(func() *Result {
			written := a.confirmable()
			b := written
			if b.lost == "" && len(b.counters) > 0 {
				written = b.recount()
			}
			if b.lost != "" {
				return &Result{Program: p, Lost: b.lost}
			}
			r := b.judgeAll()
			r.proof = b.writtenBy(written)
			return r
		})
	}
	r.proof = a.writtenBy(written)
	return r
}

// recount does another round, which bounds the counters, and returns the solver as it was before.
func (a *solver) recount() (before *solver) {
	saved := *a
	a.counts = newCounts(a)
	a.solve()
	return &saved
}

// writtenBy returns a function that writes the proof for the results of a round.
func (a *solver) writtenBy(round *solver) func(ctx context.Context) *threadproof.Proof {
	return func(ctx context.Context) *threadproof.Proof {
		asked := *round
		asked.ctx = ctx
		p := asked.annotate()
		if a.counts != nil {
			a.counts.annotate(p)
		}
		a.judge.leaks.annotate(p)
		return p
	}
}

// findSteps collects the numbers at which growing intervals stop: the program's constants and their
// neighbours, and the ends of the types.
func (a *solver) findSteps() {
	s := &steps{}
	number := func(x int64) {
		s.signed = append(s.signed, x)
		s.unsigned = append(s.unsigned, uint64(x))
	}
	for _, w := range []int{1, 8, 16, 32, 64} {
		number(smin(w))
		number(smax(w))
		s.unsigned = append(s.unsigned, umax(w))
		if w < 64 {
			number(int64(umax(w)))
		}
	}
	for x := int64(-2); x <= 2; x++ {
		number(x)
	}
	for n := range a.prog.Funcs {
		f := &a.prog.Funcs[n]
		if f.Model || len(s.signed) > maxConstants {
			continue
		}
		for _, c := range f.Consts {
			if w := c.Type.Bits(a.model); c.Type.IsInt() && w <= 64 && w > 1 {
				x := int64(c.Lo<<(64-w)) >> (64 - w)
				for d := int64(-1); d <= 1; d++ {
					if y, over := addSigned(x, d, 64); !over {
						number(y)
						s.unsigned = append(s.unsigned, uint64(y)&umax(w))
					}
				}
			}
		}
	}
	s.unsigned = append(s.unsigned, 0)
	slices.Sort(s.signed)
	slices.Sort(s.unsigned)
	s.signed, s.unsigned = slices.Compact(s.signed), slices.Compact(s.unsigned)
	a.wider = s
}

// maxConstants bounds the number of steps.
const maxConstants = 600

func (a *solver) liveIn(view *ssa.Func) *liveness {
	l := a.live[view]
	if l == nil {
		l = newLiveness(view)
		a.live[view] = l
	}
	return l
}
