package sat

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// Options configure a solver. The zero value is a sensible default.
type Options struct {
	// Seed chooses among equally good search orders. Runs with one seed are
	// identical, step for step.
	Seed uint64
	// Without switches techniques off. No answer depends on it.
	Without Technique
	// With switches on techniques that are off by default: Rephase. Without takes precedence.
	With Technique
	// Proof receives a proof of everything that is derived; nil for none. The
	// clauses given to AddClause are numbered from 1 in the order of the calls.
	Proof ProofWriter
	// ProofBase is the number of the first derived clause, larger than the
	// number of clauses that will be given; 0 leaves room for 2³² - 1.
	ProofBase ClauseID
}

// Technique is a set of parts of the search that only make it faster.
type Technique uint32

// The techniques.
const (
	Minimize      Technique = 1 << iota // shortening of learned clauses
	Restart                             // restarts
	Reduce                              // deletion of learned clauses
	Rephase                             // resetting of saved phases
	Stable                              // stable mode
	Focused                             // focused mode
	Vivify                              // vivification
	Probe                               // failed literal probing
	Eliminate                           // variable elimination and subsumption
	Substitute                          // equivalent literal substitution
	Reasons                             // bumping of reasons in stable mode
	NumTechniques = iota                // their number
)

// offByDefault are techniques without which most formulas from programs are
// decided sooner (lab/bench-sat.md).
const offByDefault = Rephase

// Solver is an incremental CDCL solver. It is not safe for concurrent use.
type Solver struct {
	opts  Options
	pace  pace // how often the techniques run
	stats Stats
	rng   rng
	nvar  Var
	empty bool // the empty clause was derived: unsatisfiable for good

	// The assignment.
	vals     []int8    // by literal: 1 true, -1 false, 0 unassigned
	vars     []varData // by variable
	trail    []Lit     // assigned literals, oldest first
	frames   []frame   // the open levels; frames[0] is level 1
	qhead    int       // trail[:qhead] is propagated
	conflict conflict  // the clause found false by propagation

	// The clauses.
	arena   []uint32
	wasted  int        // words of the arena that compaction would reclaim
	watches watchLists // by literal l: clauses that watch ¬l
	clauses []cref     // given clauses, by ascending ref
	learned []cref     // learned clauses, by ascending ref
	nbin    int        // binary clauses

	// Decisions.
	heap  heap  // unassigned variables by score (stable mode)
	queue queue // all variables by last bump (focused mode)
	phase phases

	an  analysis
	th  theory
	mo  mode
	re  restarts
	rs  restorer
	lim limits

	proof *prover // nil for none

	fixedStripped int // level-0 literals already taken out of the clauses
	probeNext     Lit // the literal probed last

	// The last answer.
	assumptions []Lit
	searching   bool   // inside Solve
	model       []int8 // by variable
	core        []Lit
	scratch     []Lit
}

// New returns a solver without variables and clauses.
func New(opts Options) *Solver {
	opts.Without |= offByDefault &^ opts.With
	s := &Solver{opts: opts, pace: defaultPace, proof: newProver(opts)}
	s.rng = newRNG(opts.Seed)
	s.arena = make([]uint32, firstRef, 1<<10)
	s.grow(1) // variable 0 is not used
	s.lim.cancelled = new(atomic.Bool)
	s.startPacing()
	return s
}

// NewVar adds a variable.
func (s *Solver) NewVar() Var { return s.NewVars(1) }

// NewVars adds n variables and returns the first; the others follow it.
//
// requires: Solve is not running.
func (s *Solver) NewVars(n int) Var {
	s.mustBeReady("add variables")
	if n < 0 || int64(s.nvar)+int64(n) > MaxVar {
		panic(fmt.Sprintf("sat: %d more variables than the %d there are", n, s.nvar))
	}
	first := s.nvar + 1
	s.nvar += Var(n)
	s.grow(int(s.nvar) + 1)
	for v := first; v <= s.nvar; v++ {
		if s.opts.Seed != 0 && s.rng.next()%seedRarity == 0 {
			s.heap.score[v] = seedScore
		}
		s.heap.push(v)
		s.queue.enqueue(v)
	}
	return first
}

// A seed other than zero puts one in seedRarity variables before the others in
// stable mode, as long as no conflict tells more.
const (
	seedRarity = 8
	seedScore  = 1e-9
)

// mustBeReady panics inside Solve, where only the propagator could be calling:
// levels are open then, variables may be eliminated, and slices in use.
func (s *Solver) mustBeReady(call string) {
	if s.searching {
		panic("sat: " + call + " while Solve is running")
	}
}

// MaxVar is the largest variable.
const MaxVar = 1<<29 - 1

// BytesPerVar is the memory that a variable needs before any clause.
const BytesPerVar = 107

// NumVars returns the number of variables.
func (s *Solver) NumVars() int { return int(s.nvar) }

// grow makes the tables fit variables below n.
func (s *Solver) grow(n int) {
	s.vals = extend(s.vals, 2*n)
	s.watches.heads = extend(s.watches.heads, 2*n)
	s.vars = extend(s.vars, n)
	s.trail = extend(s.trail, n)[:len(s.trail)]
	s.heap.grow(n)
	s.queue.grow(n)
	s.phase.grow(n)
	s.rs.grow(n)
	s.an.grow(n)
	s.th.observed = extend(s.th.observed, n)
	if p := s.proof; p != nil {
		p.units = extend(p.units, n)
		p.hints.stamp = extend(p.hints.stamp, n)
	}
}

// extend returns t with length n, new elements being zero.
func extend[T any](t []T, n int) []T {
	if n <= cap(t) {
		return t[:max(n, len(t))]
	}
	grown := make([]T, n, max(n, cap(t)+cap(t)/2))
	copy(grown, t)
	return grown
}

// AddClause adds a clause over existing variables. The empty clause makes the
// formula unsatisfiable. The slice is not kept.
//
// requires: Solve is not running.
func (s *Solver) AddClause(lits ...Lit) {
	s.mustBeReady("add clause")
	for _, l := range lits {
		if v := l.Var(); v < 1 || v > s.nvar {
			panic(fmt.Sprintf("sat: clause over unknown variable %d", v))
		}
	}
	id := s.proof.nextGiven()
	if s.empty || !s.room() {
		return
	}
	s.need(lits)
	s.add(lits, id)
}

// add adds the clause id over variables that are not eliminated.
func (s *Solver) add(lits []Lit, id ClauseID) {
	s.lim.givenSince++
	// Drop repeated and false literals; give up on a true clause.
	kept := s.scratch[:0]
	redundant := false
	for _, l := range lits {
		switch {
		case s.vals[l] > 0 || s.an.mark[l.Not()]:
			redundant = true
		case s.vals[l] == 0 && !s.an.mark[l]:
			s.an.mark[l] = true
			kept = append(kept, l)
		}
	}
	for _, l := range kept {
		s.an.mark[l] = false
	}
	s.scratch = kept
	if redundant {
		s.proof.delete(id, lits)
		return
	}
	id = s.proof.shorter(id, lits, kept, s.vals)
	if !s.addShort(kept, id) {
		s.clauses = append(s.clauses, s.addLong(kept, 0, id))
	}
}

// addShort adds a clause of at most two literals, which have no value. It reports whether the clause is short.
func (s *Solver) addShort(lits []Lit, id ClauseID) bool {
	switch len(lits) {
	case 0:
		s.empty = true
	case 1:
		s.assignUnit(lits[0], id)
	case 2:
		s.addBinary(lits[0], lits[1], id)
	default:
		return false
	}
	return true
}

// Value reports whether l is true in the model.
//
// requires: the last Solve returned Satisfiable. Variables added since then
// have no value.
func (s *Solver) Value(l Lit) bool { return (s.model[l.Var()] > 0) != l.IsNeg() }

// Failed reports whether the assumption l belongs to the core.
//
// requires: the last Solve returned Unsatisfiable.
func (s *Solver) Failed(l Lit) bool {
	return slices.Contains(s.core, l)
}

// Core returns a subset of the assumptions that cannot hold together, in the
// order in which they were given; it is empty if the clauses alone are
// unsatisfiable. The slice is valid until the next call of Solve.
//
// requires: the last Solve returned Unsatisfiable.
func (s *Solver) Core() []Lit { return s.core }
