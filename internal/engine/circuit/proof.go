package circuit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/prove/confirm/persistent"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// reduction is the reason for uncertified proofs of reduced circuits.
const reduction = "reduction"

// certify confirms a proof, if the answer is one. A proof of a reduced circuit counts if the reduction is
// confirmed, too. Else pdr starts from it on the unreduced circuit, in the time that is left. If this fails,
// the verdict is marked as uncertified.
func (r *run) certify(ctx context.Context, answer *circuit.Answer) (err error) {
	switch answer.Status {
	case circuit.Proved, circuit.Induction, circuit.Exhausted:
	case circuit.Claimed:
		if r.isReduced() {
			r.Found.Uncertified = reduction
		}
		return nil
	default:
		return nil
	}
	clauses := r.reduced.Invariant(answer.Invariant)
	if r.isReduced() {
		if confirmed, err := r.persists(ctx); err != nil {
			r.Found.Uncertified = reduction
			return err
		} else if !confirmed {
			answer.States = bitblast.NoEdge // which are of another circuit
			return r.unreduced(ctx, answer, clauses)
		}
	}
	err = r.confirm(ctx, r.model, r.circuit, r.open, answer, clauses)
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// confirm confirms a proof on a circuit, and notes it, over the names of its composition.
func (r *run) confirm(ctx context.Context, m *fromefsm.Composition, c *circuit.Circuit, open []int, answer *circuit.Answer, clauses []circuit.Clause) (err error) {
	end := r.Stage("certify")
	defer func() { end(len(clauses)) }()
	proof, written := &engine.Proof{Summary: "an inductive invariant"}, &certificate.Circuit{Kind: certificate.Invariant}
	switch {
	case answer.Status == circuit.Induction:
		proof.Summary = fmt.Sprintf("induction over %d steps through different states, in which", answer.Steps)
		written = &certificate.Circuit{Kind: certificate.Induction, Steps: answer.Steps, Matter: confirm.Latches(r.reduced.Latches)}
	case answer.Status == circuit.Exhausted:
		clauses = nil
		proof.Summary = fmt.Sprintf("executions end within %d steps of the circuit", answer.Steps)
		written = &certificate.Circuit{Kind: certificate.Exhaustion, Steps: answer.Steps}
	case answer.States != bitblast.NoEdge:
		set, constant := r.reduced.Set(c, answer.States)
		written = confirm.Set(c, constant, set)
	}
	if written.Kind != certificate.States {
		written.Clauses = confirm.Clauses(clauses)
	}
	if err = confirm.Confirm(ctx, c, nil, open, written); err != nil {
		return err
	}
	proof.Conjuncts = m.Tell(c, clauses)
	if answer.States != bitblast.NoEdge {
		proof.Conjuncts = append(proof.Conjuncts, "the state is in a set that is too large for a text")
	}
	r.proved(m, proof, written)
	return nil
}

// proved records a confirmed proof.
func (r *run) proved(m *fromefsm.Composition, proof *engine.Proof, written *certificate.Circuit) {
	r.Found.Proof, r.stats.Clauses = proof, len(written.Clauses)
	if m.Allowed != nil {
		proof.Summary = "for the executions of persistent sets, " + proof.Summary
	} else if p := r.Problem; p.Temporal == nil && p.Bounds.Threads == 0 { // whose circuits are other ones
		written.Instances = p.Bounds.Unwind
		written.Names, written.Remarks = confirm.Names(m.Circuit), append([]string{proof.Summary}, proof.Conjuncts...)
		r.Found.Certificate = &certificate.Claim{Circuit: written}
	}
}

// persists confirms the reduction of the circuit. It reports whether the reduced circuit reaches the same bad signals.
func (r *run) persists(ctx context.Context) (bool, error) {
	end := r.Stage("persistence")
	defer func() { end(len(r.model.System.Threads) - 1) }()
	err := persistent.Confirm(ctx, &persistent.Reduction{
		System: r.model.System, Circuit: r.model.Circuit, Property: r.Problem.Property, Allowed: r.model.Allowed, Ended: r.model.Ended(), Edge: r.model.Edge,
	})
	switch {
	case errors.As(err, new(*persistent.Refuted)) || errors.As(err, new(*persistent.Uncovered)):
		return false, nil
	case err != nil && ctx.Err() != nil:
		return false, nil
	}
	return err == nil, err
}

// isReduced reports whether the circuit leaves executions out.
func (r *run) isReduced() bool { return r.model.Allowed != nil }

// composition makes the circuit of a system.
func (r *run) composition(ctx context.Context, s *efsm.System, reduction fromefsm.Reduction) (*fromefsm.Composition, error) {
	p := r.Problem
	opts := fromefsm.Options{Property: p.Property, Places: p.Places, Atoms: r.temporal.atoms, Reduce: reduction}
	if t := r.temporal.Temporal; t != nil {
		opts.Unfair = t.Unfair
		for _, f := range t.Formula.Conjuncts() {
			opts.Observed = append(opts.Observed, f.Atoms())
		}
	}
	return fromefsm.Build(ctx, s, opts)
}

// shrink makes a circuit smaller as the method needs it.
func (r *run) shrink(c *circuit.Circuit) *circuit.Reduced {
	switch {
	case r.method.locates > 0:
		c = circuit.Locate(c, r.method.locates, false)
		if r.method.proves {
			c.Outputs = nil // progress is not needed
		}
	case r.method.outside:
		bare := *c
		bare.Outputs = nil
		c = &bare
	}
	return circuit.Reduce(c)
}

// comparison is the search for a proof in which words occur only in comparisons.
type comparison struct {
	*fromefsm.Composition
	reduced *circuit.Reduced // the circuit that the proof is of
	checker *pdr.Checker
	bads    []int
	enough  bool // the guesses are a proof
}

// compare begins the search for such a proof of a composition with guesses; nil: it compares nothing.
func (r *run) compare(ctx context.Context, m *fromefsm.Composition, opts pdr.Options) *comparison {
	if len(m.Circuit.Comparisons) == 0 {
		return nil
	}
	located := circuit.Locate(m.Circuit, r.method.locates, true)
	located.Outputs = nil
	c := &comparison{Composition: m, reduced: circuit.Reduce(located), bads: targets(m)}
	opts.Alike = alike(c.reduced, m.Replicas())
	c.checker = pdr.New(c.reduced.Circuit, opts)
	guessed := r.Stage("guess")
	var kept int
	kept, c.enough = guess(ctx, c.checker, m, c.reduced, c.bads)
	guessed(kept)
	return c
}

// targets lists the bad signals of a composition.
func targets(m *fromefsm.Composition) (all []int) {
	for b := range m.Targets {
		all = append(all, b)
	}
	return all
}

// trimmed returns a part of an invariant that is enough (pdr.Trim), if it is found in an eighth of the time
// left. Confirming the whole invariant often takes less time than the search for a part.
func trimmed(ctx context.Context, k *pdr.Checker, invariant []circuit.Clause, bads []int) []circuit.Clause {
	if end, limited := ctx.Deadline(); limited {
		part, cancel := context.WithTimeout(ctx, time.Until(end)/8)
		defer cancel()
		ctx = part
	}
	return k.Trim(ctx, invariant, bads)
}

// alike returns the lists of equal parts of the reduced circuit, given those of the original one.
func alike(reduced *circuit.Reduced, lists [][][]int) (out [][][]int) {
	for _, parts := range lists {
		if list := reduced.Parts(parts); list != nil {
			out = append(out, list)
		}
	}
	return out
}

// unreduced looks for a proof about the unreduced circuit. It begins with the clauses of a proof about a
// reduced one: the latches of the two circuits are the same.
func (r *run) unreduced(ctx context.Context, answer *circuit.Answer, clauses []circuit.Clause) error {
	r.Found.Uncertified = reduction
	if !r.method.proves || len(r.Found.Marks)+len(r.Found.Violations) > 0 || r.Unsupported != "" || r.Problem.Temporal != nil {
		return nil
	}
	full, err := r.composition(ctx, r.model.System, fromefsm.None)
	if err != nil {
		return nil // the time is up
	}
	var all []int
	for b := range full.Targets {
		all = append(all, b)
	}
	err = r.confirm(ctx, full, full.Circuit, all, answer, clauses)
	if errors.As(err, new(*confirm.RefutedError)) {
		if answer, clauses, err = r.seeded(ctx, full, all, clauses); answer == nil {
			return err
		}
		err = r.confirm(ctx, full, full.Circuit, all, answer, clauses)
	}
	if err != nil && ctx.Err() != nil {
		return nil
	}
	r.Found.Uncertified = ""
	return err
}

// seeded runs pdr with the given clauses on all bad signals of a circuit. It returns the proof that it
// finds, if any.
func (r *run) seeded(ctx context.Context, full *fromefsm.Composition, all []int, clauses []circuit.Clause) (*circuit.Answer, []circuit.Clause, error) {
	end, kept := r.Stage("unreduced"), 0
	defer func() { end(kept) }()
	reduced := r.shrink(full.Circuit)
	k := pdr.New(reduced.Circuit, pdr.Options{Memory: r.Problem.Memory})
	kept = k.Seed(ctx, reduced.Seeds(clauses), 0)
	answer, err := k.Check(ctx, all)
	switch {
	case err != nil:
		return nil, nil, err
	case answer.Status == circuit.Reached && full.Targets[answer.Bad].Deadlock == fromefsm.Apparent:
		r.Unsupported = unlocks // on a way that the reduction may leave out
		return nil, nil, nil
	case answer.Status == circuit.Reached:
		return nil, nil, errors.New("the reduction lost an execution")
	case answer.Status != circuit.Proved:
		return nil, nil, nil
	}
	return answer, reduced.Invariant(answer.Invariant), nil
}
