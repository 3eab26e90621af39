package raceproof

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// These bound the effort of flow, in stretches of code. After fineSteps a place has one path for each set of locks and
// entry, after coarseSteps one path.
const (
	fineSteps   = 1 << 17
	coarseSteps = 1 << 18
	maxSteps    = 1 << 19
)

// briefPart is the part of the effort, as a divisor, that SurveyBriefly spends.
const briefPart = 4

// prover is the state of Analyse.
type prover struct {
	ctx   context.Context
	prog  *ir.Program
	pts   *pointsto.Result
	env   ir.Environment // choices that the environment may make
	known Known
	once  *once
	lost  string
	// survey: constructs that Analyse does not cover are noted in beyond.
	survey bool
	beyond []string
	// moreArgs is the mark for more arguments of main, if control may come there; limited: the proof covers no more of them.
	moreArgs string
	limited  bool

	// Forms.
	forms   map[value]form
	atoms   []atom
	atomIDs map[string]int32
	steady  map[pointsto.At]bool // whether a load is steady, as far as known
	search  int                  // stretches of code searched for later places
	unique  []answer             // by object: it has at most one instance

	// Flow.
	states     map[pointsto.At]*paths
	entries    []entry // from 1
	entryIDs   map[string]int32
	entriesOf  map[pointsto.NodeID][]int32
	back       []caller // returnTo lets paths return only there; nil: to all callers
	todo       *places
	steps      int
	arrivals   int                                          // of paths at places
	fine, most int                                          // limits of the steps
	coarse     int                                          // the limit from which on a place has one path
	mostPairs  int                                          // limit of the pairs that are judged
	partial    bool                                         // the flow has not ended: nothing is known about places
	open       map[pointsto.NodeID]map[pointsto.NodeID]bool // by node: it and the nodes that called it
	locks      []lockFact
	lockDeps   [][]value // by lock: the values in its form
	lockIDs    map[lockKey]int32
	mentioned  map[value]bool
	writes     []write
	writesIn   [][]target // by object
	marks      map[markKey]bool
	words      map[markKey]bool
	phisOf     map[*ssa.Func][][]ssa.ValueID
	inside     []bool // by node: it runs on behalf of a function that has a summary
	quiet      []bool // by node (quiet.go)
	returns    []bool // by node: it is quiet, and may return

	// Threads.
	ends     [][]status      // by thread: its path at its end; nil: it does not end
	joins    [][]pointsto.At // by thread: places where it is joined
	joinable map[pointsto.LocID]pointsto.ThreadID
	joiners  map[pointsto.LocID]pointsto.ThreadID // kind of the thread that joins a handle
	// loopJoins holds the edges after which all threads of a kind are joined.
	loopJoins map[loopExit]pointsto.ThreadID
	owns      []own         // by thread
	belong    []*belongings // by thread; nil: there is only one

	claimed   map[value]*counter // loads that return numbers claimed by their threads
	regions   map[regionKey]*region
	tables    map[value][]regionKey // by pointer: the tables that it may come from
	trust     trust
	accesses  []access
	prints    [][]pointsto.Loc // by number
	printIDs  map[footprint]int32
	crowds    [][]*group // by footprint: the accesses, in groups
	pathFacts map[*path]pathFacts
	factIDs   map[string]int32 // see factsOf
	classIDs  map[string]int32 // see classify
	familyIDs map[string]int32
	barriers  *barriers
	teams     bool // a pair has a reason that rests on a team's constructs
	// announces: some access comes after a thread that has set a mark.
	announces bool
	seen      map[pairKey]bool // the reported pairs
	deferred  []deferral
	tallies   map[tallyKey]*tally
	named     map[tallyName]*tally
	types     map[pointsto.ObjID]ir.CTypeID
	escaped   []bool                  // by object
	freshAt   map[pointsto.ObjID]bool // some path had a fresh pointer to it
	// freshWild: some path had a fresh pointer that may lead anywhere.
	freshWild bool
	hidden    map[pointsto.ObjID]bool // library models store pointers in them, without accesses that could race
}

func (a *prover) lose(why string) {
	if a.lost == "" {
		a.lost = why
	}
}

// single reports whether an object has at most one instance.
func (a *prover) single(o pointsto.ObjID) bool {
	if a.unique[o] == unasked {
		a.unique[o] = said(a.once.object(o))
	}
	return a.unique[o] == yes
}

// Analyse analyses a program under choices of the environment. If ctx ends, it proves nothing.
func Analyse(ctx context.Context, facts *analyze.Facts, env ir.Environment) *Result {
	return AnalyseKnowing(ctx, facts, env, nil)
}

// AnalyseKnowing is Analyse with further facts about executions; nil: none.
func AnalyseKnowing(ctx context.Context, facts *analyze.Facts, env ir.Environment, known Known) *Result {
	start := time.Now()
	pts := facts.PointsTo(ctx)
	if known != nil {
		pts = known.PointsTo()
	}
	return analyse(ctx, pts, start, env, known, proof)
}

// Survey judges the pairs of accesses of a program of which Analyse proves nothing. It takes pointers that
// were made from numbers to lead nowhere, and executions to end at constructs without a meaning. Result.Beyond
// lists these assumptions, so its result is no proof.
func Survey(ctx context.Context, facts *analyze.Facts, env ir.Environment) *Result {
	start := time.Now()
	return analyse(ctx, pointsto.AnalyseWithoutNumbers(ctx, facts.Program), start, env, nil, survey)
}

// SurveyBriefly is Survey in a part of the time, with less precise targets of pointers and a part of the effort.
func SurveyBriefly(ctx context.Context, facts *analyze.Facts, env ir.Environment) *Result {
	start := time.Now()
	return analyse(ctx, pointsto.AnalyseCoarsely(ctx, facts.Program), start, env, nil, briefSurvey)
}

// task is the kind of an analysis.
type task uint8

const (
	proof task = iota
	survey
	briefSurvey
)

// analyse judges the pairs of accesses, with the targets of pointers, which were computed since start.
func analyse(ctx context.Context, pts *pointsto.Result, start time.Time, env ir.Environment, known Known, what task) *Result {
	took := time.Since(start)
	if pts.Lost != "" {
		return &Result{Program: pts.Program, Lost: pts.Lost, Pointers: took}
	}
	a := newAnalysis(ctx, pts, env)
	a.known, a.survey = known, what != proof
	if what == briefSurvey {
		a.fine, a.coarse, a.most, a.mostPairs = a.fine/briefPart, a.coarse/briefPart, a.most/briefPart, a.mostPairs/briefPart
	}
	r := a.analyse()
	r.Pointers = took
	return r
}

func (a *prover) analyse() *Result {
	a.flow()
	if a.lost != "" {
		a.lost, a.partial = "", true
	}
	a.collect()
	if a.moreArgs != "" && a.limited {
		a.lose(ir.OpLimit.String() + ": " + a.moreArgs)
	}
	if a.lost != "" {
		return &Result{Program: a.prog, Lost: a.lost}
	}
	return a.judge()
}

func newAnalysis(ctx context.Context, pts *pointsto.Result, env ir.Environment) *prover {
	a := &prover{
		ctx: ctx, prog: pts.Program, pts: pts, env: env, once: newOnce(pts), fine: fineSteps, coarse: coarseSteps, most: maxSteps, mostPairs: maxPairs, open: make(map[pointsto.NodeID]map[pointsto.NodeID]bool),
		forms: make(map[value]form), atomIDs: make(map[string]int32), steady: make(map[pointsto.At]bool), unique: make([]answer, len(pts.Objects)),
		states: make(map[pointsto.At]*paths), todo: newPlaces(pts), entryIDs: make(map[string]int32), entriesOf: make(map[pointsto.NodeID][]int32),
		lockIDs: make(map[lockKey]int32), mentioned: make(map[value]bool), marks: make(map[markKey]bool), words: make(map[markKey]bool), phisOf: make(map[*ssa.Func][][]ssa.ValueID),
		printIDs: make(map[footprint]int32), seen: make(map[pairKey]bool), trust: trust{known: make(map[int32]bool)},
		ends: make([][]status, len(pts.Threads)), joins: make([][]pointsto.At, len(pts.Threads)),
		joinable: make(map[pointsto.LocID]pointsto.ThreadID), joiners: make(map[pointsto.LocID]pointsto.ThreadID),
	}
	a.pathFacts, a.factIDs, a.classIDs, a.familyIDs = make(map[*path]pathFacts), make(map[string]int32), make(map[string]int32), make(map[string]int32)
	a.freshAt = make(map[pointsto.ObjID]bool)
	a.hidden, a.types = make(map[pointsto.ObjID]bool), make(map[pointsto.ObjID]ir.CTypeID)
	a.tallies, a.named = make(map[tallyKey]*tally), make(map[tallyName]*tally)
	a.regions, a.tables = make(map[regionKey]*region), make(map[value][]regionKey)
	a.escaped = pts.Shared()
	a.findInside()
	a.findQuiet()
	a.findReturning()
	a.findJoinable()
	a.findLoopJoins()
	a.findOwn()
	return a
}

// findInside finds the nodes that only functions with summaries call, and that return to these. A
// thread cancelled in one runs handlers of the program, which are analysed.
func (a *prover) findInside() {
	a.inside = make([]bool, len(a.pts.Nodes))
	for n := range a.inside {
		a.inside[n] = len(a.pts.Nodes[n].Callers) > 0 && !a.prog.Funcs[a.pts.Nodes[n].Func].NoReturn
	}
	for changed := true; changed; {
		changed = false
		for n := 1; n < len(a.inside); n++ {
			if !a.inside[n] {
				continue
			}
			x, whole := a.summaryOf(a.pts.Nodes[n].Func)
			if whole = whole && x.effect != joins; whole {
				continue
			}
			for _, c := range a.pts.Nodes[n].Callers {
				if !a.inside[c.Node] {
					a.inside[n] = false
					changed = true
					break
				}
			}
		}
	}
}
