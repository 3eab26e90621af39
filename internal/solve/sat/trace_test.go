package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(1000)

// A trace is a sequence of calls of the API with their arguments. Running it checks every answer
// against dpll.
type trace struct {
	opts Options
	pace pace
	ops  []traceOp
}

type opKind uint8

const (
	opVars opKind = iota
	opClause
	opSolve
	opLimit
	opConnect
	opParity
)

type traceOp struct {
	kind opKind
	n    int
	lits []Lit
}

func (t trace) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "options %+v pace %+v\n", t.opts, t.pace)
	for _, op := range t.ops {
		fmt.Fprintf(&b, "%s %d %v\n", [...]string{"vars", "clause", "solve", "limit", "connect", "parity"}[op.kind], op.n, op.lits)
	}
	return b.String()
}

func randomTrace(seed uint64) trace {
	r := rand.New(rand.NewPCG(seed, 0))
	t := trace{
		opts: Options{Seed: r.Uint64N(3), Without: randomTechniques(r), With: randomTechniques(r)},
		pace: pace{mode: 1 + r.Int64N(20), reduce: 1 + r.Int64N(10), rephase: 1 + r.Int64N(10), inprocess: 1 + r.Int64N(30), inspect: 1},
	}
	vars := 3 + r.IntN(40)
	t.ops = append(t.ops, traceOp{kind: opVars, n: vars})
	literal := func() Lit { return Var(1 + r.IntN(vars)).Lit(r.IntN(2) == 0) }
	literals := func(n int) []Lit {
		lits := make([]Lit, n)
		for i := range lits {
			lits[i] = literal()
		}
		return lits
	}
	theory := r.IntN(3) == 0
	if theory {
		t.ops = append(t.ops, traceOp{kind: opConnect, n: r.IntN(4)})
	}
	// Clauses of one width, in all about as many as make half of such
	// formulas unsatisfiable, so that answers need conflicts.
	width := 2 + r.IntN(3)
	rounds := 1 + r.IntN(6)
	perVar := []float64{2: 1, 3: 4.26, 4: 9.9}[width] * (0.7 + r.Float64()/2) / float64(rounds)
	for range rounds {
		if r.IntN(3) == 0 {
			n := 1 + r.IntN(4)
			t.ops = append(t.ops, traceOp{kind: opVars, n: n})
			vars += n
		}
		for range int(perVar * float64(vars)) {
			n := width
			switch k := r.IntN(2000); {
			case k == 0:
				n = 0
			case k < 10:
				n = 1
			case k < 200:
				n = 2 + r.IntN(6)
			}
			t.ops = append(t.ops, traceOp{kind: opClause, lits: literals(n)})
		}
		if theory {
			for range r.IntN(4) {
				t.ops = append(t.ops, traceOp{kind: opParity, lits: distinct(literals(2 + r.IntN(4)))})
			}
		}
		if r.IntN(4) == 0 {
			t.ops = append(t.ops, traceOp{kind: opLimit, n: r.IntN(20)})
		}
		for range 1 + r.IntN(3) {
			t.ops = append(t.ops, traceOp{kind: opSolve, lits: literals([]int{0, 0, 1, 2, 5, 10}[r.IntN(6)])})
		}
	}
	return t
}

// randomTechniques switches off none, one or any techniques.
func randomTechniques(r *rand.Rand) Technique {
	switch r.IntN(3) {
	case 0:
		return 0
	case 1:
		return 1 << r.IntN(NumTechniques)
	}
	return Technique(r.Uint32N(1 << NumTechniques))
}

// distinct keeps one literal per variable.
func distinct(lits []Lit) []Lit {
	var out []Lit
	seen := map[Var]bool{}
	for _, l := range lits {
		if !seen[l.Var()] {
			seen[l.Var()] = true
			out = append(out, l)
		}
	}
	return out
}

// run executes the trace and returns the first wrong answer.
func (t trace) run() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v %s", p, debug.Stack())
		}
	}()
	opts, proof := withProof(t.opts)
	s := newWithPace(opts, t.pace)
	var theory *xorTheory
	var clauses [][]Lit
	limited := false
	for i, op := range t.ops {
		usable := true
		for _, l := range op.lits {
			usable = usable && int(l.Var()) <= s.NumVars()
		}
		if !usable {
			continue // shrinking removed the variable
		}
		switch op.kind {
		case opVars:
			s.NewVars(op.n)
		case opClause:
			proof.give(op.lits)
			s.AddClause(op.lits...)
			clauses = append(clauses, op.lits)
		case opLimit:
			s.SetLimits(Limits{Conflicts: int64(op.n)})
			limited = op.n > 0
		case opConnect:
			theory = newXorTheory(s, uint64(i), op.n&1 != 0)
			if op.n&2 != 0 {
				s.Connect(decidingTheory{theory})
			} else {
				s.Connect(theory)
			}
		case opParity:
			if theory == nil {
				continue
			}
			p := parity{op.lits}
			theory.list = append(theory.list, p)
			for _, l := range op.lits {
				s.Observe(l.Var())
			}
			clauses = append(clauses, p.cnf()...)
		case opSolve:
			status := s.Solve(context.Background(), op.lits...)
			if err := checkAnswer(s, status, clauses, op.lits, limited); err != nil {
				return fmt.Errorf("operation %d: %w", i, err)
			}
			if err := checkProof(proof, s, status, theory); err != nil {
				return fmt.Errorf("operation %d: %w", i, err)
			}
			if theory != nil && theory.err != nil {
				return fmt.Errorf("operation %d: propagator: %w", i, theory.err)
			}
		}
	}
	return nil
}

func checkAnswer(s *Solver, status Status, clauses [][]Lit, assumptions []Lit, limited bool) error {
	switch status {
	case Unknown:
		if !limited || s.Reason() != ReasonConflicts {
			return fmt.Errorf("unknown because of %v", s.Reason())
		}
	case Satisfiable:
		for _, c := range append(clauses, units(assumptions)...) {
			if !satisfied(s, c) {
				return fmt.Errorf("model violates %v", c)
			}
		}
	case Unsatisfiable:
		given := map[Lit]bool{}
		for _, l := range assumptions {
			given[l] = true
		}
		for _, l := range s.Core() {
			if !given[l] || !s.Failed(l) {
				return fmt.Errorf("core %v with %d, which was not assumed", s.Core(), l)
			}
		}
		if naiveSat(clauses, s.Core()...) {
			return fmt.Errorf("core %v is satisfiable", s.Core())
		}
	}
	return s.checkInvariants()
}

// checkProof checks the proof so far, and that its axioms are clauses of the
// theory.
func checkProof(proof *proofChecker, s *Solver, status Status, theory *xorTheory) error {
	for _, c := range proof.axioms {
		if !slices.ContainsFunc(theory.list, func(p parity) bool { return implies(p, c) }) {
			return fmt.Errorf("axiom %v does not follow from the theory", c)
		}
	}
	proof.axioms = nil
	if status == Unsatisfiable {
		return proof.refuted(s.Core())
	}
	return proof.err
}

// implies reports whether c is a clause of p.
func implies(p parity, c []Lit) bool {
	return slices.ContainsFunc(p.cnf(), func(d []Lit) bool { return sameLits(c, d) })
}

func units(lits []Lit) [][]Lit {
	var out [][]Lit
	for _, l := range lits {
		out = append(out, []Lit{l})
	}
	return out
}

func satisfied(s *Solver, c []Lit) bool {
	return slices.ContainsFunc(c, s.Value)
}

// newWithPace returns a solver that runs its techniques as often as pace says.
func newWithPace(opts Options, p pace) *Solver {
	s := New(opts)
	s.pace = p
	s.startPacing()
	return s
}

// shrink removes operations while the trace still fails.
func (t trace) shrink() trace {
	for size := len(t.ops) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(t.ops); {
			smaller := t
			smaller.ops = append(append([]traceOp{}, t.ops[:at]...), t.ops[at+size:]...)
			if smaller.run() != nil {
				t = smaller
			} else {
				at += size
			}
		}
	}
	return t
}

func TestRandomTraces(t *testing.T) {
	for seed := range generated.All() {
		if tr := randomTrace(seed); tr.run() != nil {
			small := tr.shrink()
			t.Fatalf("seed %d: %v\n%v", seed, small.run(), small)
		}
	}
}
