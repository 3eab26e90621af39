package proof

import (
	"context"
	"io"
)

// Format is a format of proofs.
type Format int

const (
	LRAT Format = iota
	DRAT
)

// Options say what is to be proved, and how.
type Options struct {
	Format Format

	// Assumptions are the literals under which the formula has no model.
	Assumptions []int32

	// Axiom judges theory lemmas; an error rejects the proof. If it is nil, all
	// are accepted. The literals are valid during the call.
	Axiom func(lits []int32, why string) error
}

// Result counts the steps read until the end or the rejection.
type Result struct {
	Clauses   int // of the formula
	Lemmas    int
	RAT       int // lemmas that are not implied
	Axioms    int // theory lemmas
	Deletions int // clauses deleted
	Ignored   int // deletions without effect, DRAT only

	// Derived tells that the empty clause, or a clause of negated assumptions,
	// was derived.
	Derived bool
}

// Check checks that proof shows that the formula in cnf, together with the
// proof's theory lemmas, has no model in which the assumptions hold. The error is
// nil if the proof is accepted, a [*Rejection] if it is not, a [*SyntaxError] if
// one of the texts cannot be read, and otherwise that of ctx.
func Check(ctx context.Context, cnf, proof io.Reader, opts Options) (Result, error) {
	run := newRun(opts)
	if err := readFormula(cnf, run.input); err != nil {
		return run.result, err
	}
	return run.check(ctx, proof)
}

// checker keeps the clauses of one format.
type checker interface {
	// input adds a clause of the formula.
	input(lits []lit)

	// lemma adds a clause if its rule allows it; rat tells that it is not implied.
	lemma(s *step) (rat bool, err error)

	// axiom adds a theory lemma.
	axiom(s *step) error

	// remove deletes clauses and returns how many deletions had an effect and
	// how many had none.
	remove(s *step) (removed, ignored int, err error)

	// contradictory tells that propagation alone refutes the clauses; a checker
	// may know only that they contain the empty clause.
	contradictory() bool
}

// run is the state of one check.
type run struct {
	opts    Options
	db      *database
	checker checker
	result  Result
}

func newRun(opts Options) *run {
	r := &run{opts: opts, db: newDatabase()}
	if opts.Format == DRAT {
		r.checker = newDrat(r.db)
	} else {
		r.checker = newLrat(r.db)
	}
	for _, a := range r.db.lits(opts.Assumptions) {
		r.db.assumed[a] = true
	}
	return r
}

// input adds a clause of the formula.
func (r *run) input(clause []int32) {
	lits := r.db.lits(clause)
	r.checker.input(lits)
	r.result.Clauses++
	r.derived(lits)
}

// derived records whether a clause that holds proves the goal: all its literals are negations of
// assumptions.
func (r *run) derived(lits []lit) {
	if r.result.Derived {
		return
	}
	for _, l := range lits {
		if !r.db.assumed[l.not()] {
			r.result.Derived = r.checker.contradictory()
			return
		}
	}
	r.result.Derived = true
}

// check reads the proof.
func (r *run) check(ctx context.Context, proof io.Reader) (Result, error) {
	reader, err := newReader(proof, r.opts.Format)
	if err != nil {
		return r.result, err
	}
	const pace = 256 // steps between looks at ctx
	for n := 0; ; n++ {
		if n%pace == 0 && ctx.Err() != nil {
			return r.result, ctx.Err()
		}
		s, err := reader.next(r.db)
		if err == io.EOF {
			break
		}
		if err != nil {
			return r.result, err
		}
		if err := r.step(s); err != nil {
			return r.result, &Rejection{s.line, err.Error()}
		}
	}
	switch {
	case r.result.Derived:
		return r.result, nil
	case len(r.opts.Assumptions) > 0:
		return r.result, &Rejection{0, "no clause of negated assumptions is derived"}
	}
	return r.result, &Rejection{0, "the empty clause is not derived"}
}

// step does what one line says.
func (r *run) step(s *step) error {
	switch s.kind {
	case deletion:
		removed, ignored, err := r.checker.remove(s)
		r.result.Deletions += removed
		r.result.Ignored += ignored
		return err
	case theoryLemma:
		if r.opts.Axiom != nil {
			if err := r.opts.Axiom(r.db.dimacs(s.lits), s.why); err != nil {
				return err
			}
		}
		if err := r.db.mayAdd(s.lits); err != nil {
			return err
		}
		if err := r.checker.axiom(s); err != nil {
			return err
		}
		r.result.Axioms++
	default:
		rat, err := r.checker.lemma(s)
		if err != nil {
			return err
		}
		r.result.Lemmas++
		if rat {
			r.result.RAT++
		}
	}
	r.derived(s.lits)
	return nil
}
