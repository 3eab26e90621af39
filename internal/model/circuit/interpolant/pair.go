package interpolant

import (
	"context"

	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// firstDerived is the number of the first clause that the solver derives.
const firstDerived sat.ClauseID = 1 << 32

// Pair holds the clauses of A and, from Second on, of B. It implements bitblast.Sink.
type Pair struct {
	solver  *sat.Solver
	memory  int64 // of solver and proof each, in bytes; 0: no bound
	firstB  int   // the number of A's clauses; -1: B has not begun
	given   rows[sat.Lit]
	derived rows[sat.Lit]
	hints   rows[sat.ClauseID] // of the derived clauses
	empty   int                // the derived clause without literals; -1: none
	full    bool               // the proof is too large
	cancel  func()             // ends Solve
}

// New returns a pair without clauses; memory bounds the solver and the proof, each, in bytes; 0:
// no bound.
func New(memory int64) *Pair {
	p := &Pair{memory: memory, firstB: -1, empty: -1, cancel: func() {}}
	p.solver = sat.New(sat.Options{Proof: recorder{p}, ProofBase: firstDerived})
	p.solver.SetLimits(sat.Limits{Memory: memory})
	return p
}

// NewVar adds a variable.
func (p *Pair) NewVar() sat.Var { return p.solver.NewVar() }

// AddClause adds a clause to the present part.
func (p *Pair) AddClause(lits ...sat.Lit) {
	p.given.add(lits)
	p.solver.AddClause(lits...)
}

// Second ends A and begins B.
func (p *Pair) Second() { p.firstB = p.given.len() }

// Solve decides whether A and B contradict each other. It is called once.
func (p *Pair) Solve(ctx context.Context) sat.Status {
	ctx, p.cancel = context.WithCancel(ctx)
	defer p.cancel()
	status := p.solver.Solve(ctx)
	if p.full {
		return sat.Unknown
	}
	return status
}

// Reason returns the reason why Solve returned sat.Unknown.
func (p *Pair) Reason() sat.Reason {
	if p.full {
		return sat.ReasonMemory
	}
	return p.solver.Reason()
}

// Solver returns the solver, for its counters.
func (p *Pair) Solver() *sat.Solver { return p.solver }

// recorder keeps the proof.
type recorder struct{ *Pair }

var _ sat.ProofWriter = recorder{}

// Add implements sat.ProofWriter.
func (r recorder) Add(_ sat.ClauseID, lits []sat.Lit, hints []sat.ClauseID) {
	if r.full {
		return
	}
	if len(lits) == 0 && r.empty < 0 {
		r.empty = r.derived.len()
	}
	r.derived.add(lits)
	r.hints.add(hints)
	if r.memory > 0 && 4*int64(len(r.derived.all))+8*int64(len(r.hints.all)) > r.memory {
		r.full = true
		r.cancel()
	}
}

// Axiom implements sat.ProofWriter.
func (recorder) Axiom(sat.ClauseID, []sat.Lit, string) { panic("interpolant: a clause of a theory") }

// Delete implements sat.ProofWriter. Deleted clauses are kept, since earlier steps may need them.
func (recorder) Delete(sat.ClauseID, []sat.Lit) {}

// rows is a list of lists. Lists are appended, and never changed.
type rows[T any] struct {
	all  []T
	ends []int
}

func (r *rows[T]) len() int { return len(r.ends) }

func (r *rows[T]) add(row []T) {
	r.all = append(r.all, row...)
	r.ends = append(r.ends, len(r.all))
}

func (r *rows[T]) at(i int) []T {
	if i == 0 {
		return r.all[:r.ends[0]]
	}
	return r.all[r.ends[i-1]:r.ends[i]]
}
