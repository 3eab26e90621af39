package confirm

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// RefutedError says which part of a proof is wrong.
type RefutedError struct{ Part string }

// Error returns a message that names the part.
func (e *RefutedError) Error() string { return "a proof is not confirmed: " + e.Part }

// Invariant confirms that clauses over the latches and locations of a circuit hold in all initial
// states and are preserved by a step, and that no bad signal holds in a state that satisfies them. Each
// clause is a separate question after the step: in one question for all clauses the solver would have
// to find the violated one. An error that is not a *RefutedError says that the solver had no answer,
// because ctx ended.
func Invariant(ctx context.Context, c *circuit.Circuit, clauses []circuit.Clause, bads []int) error {
	for _, clause := range clauses {
		for _, l := range clause {
			if c.Fact(l.Latch()).Edge == bitblast.NoEdge {
				return &RefutedError{fmt.Sprintf("a clause over latch %d of %d", l.Latch(), len(c.Latches))}
			}
		}
	}
	initiation := newFormula(c)
	initiation.initial()
	if err := initiation.refute(ctx, "initiation", initiation.fail(clauses)); err != nil {
		return err
	}
	consecution := newFormula(c)
	consecution.hold(clauses)
	consecution.constrain()
	consecution.advance()
	for _, clause := range clauses {
		if err := consecution.refute(ctx, "consecution", consecution.fail([]circuit.Clause{clause})); err != nil {
			return err
		}
	}
	safety := newFormula(c)
	safety.hold(clauses)
	safety.constrain()
	return safety.refute(ctx, "safety", safety.any(safety.bads(bads)))
}

// formula is a path of the circuit, which advance extends at its last state.
type formula struct {
	c      *circuit.Circuit
	solver *sat.Solver
	vars   []sat.Var // by node of the graph, before the last step
}

// newFormula returns the formula of a single state.
func newFormula(c *circuit.Circuit) *formula {
	f := &formula{c: c, solver: sat.New(sat.Options{})}
	f.vars = f.gates(nil)
	return f
}

// gates makes a variable for each node that has none yet, and the clauses of these nodes' gates.
func (f *formula) gates(vars []sat.Var) []sat.Var {
	if len(vars) == 0 {
		vars = make([]sat.Var, 1) // the unused node
	}
	for n := uint32(len(vars)); n < uint32(f.c.Graph.NumNodes()); n++ {
		vars = append(vars, f.solver.NewVar())
		l, r, and := f.c.Graph.Fanins(n)
		switch {
		case n == bitblast.False.Node():
			f.solver.AddClause(vars[n].Neg())
		case and:
			x, y := vars[l.Node()].Lit(!l.IsNeg()), vars[r.Node()].Lit(!r.IsNeg())
			f.solver.AddClause(vars[n].Neg(), x)
			f.solver.AddClause(vars[n].Neg(), y)
			f.solver.AddClause(vars[n].Pos(), x.Not(), y.Not())
		}
	}
	return vars
}

// advance extends the path by a step.
func (f *formula) advance() {
	var next []sat.Lit
	for i := range f.c.Latches {
		next = append(next, f.literal(f.c.Latches[i].Next))
	}
	f.vars = f.gates(nil)
	for i, l := range next {
		f.solver.AddClause(l, f.latch(i).Not())
		f.solver.AddClause(l.Not(), f.latch(i))
	}
}

func (f *formula) literal(e bitblast.Edge) sat.Lit { return f.vars[e.Node()].Lit(!e.IsNeg()) }

func (f *formula) latch(i int) sat.Lit { return f.literal(f.c.Latches[i].Edge) }

// initial makes the state an initial state.
func (f *formula) initial() {
	for i := range f.c.Latches {
		switch f.c.Latches[i].Init {
		case circuit.Zero:
			f.solver.AddClause(f.latch(i).Not())
		case circuit.One:
			f.solver.AddClause(f.latch(i))
		}
	}
}

// constrain makes the constraints hold.
func (f *formula) constrain() {
	for _, s := range f.c.Constraints {
		f.solver.AddClause(f.literal(s.Edge))
	}
}

// hold makes clauses hold before the step.
func (f *formula) hold(clauses []circuit.Clause) {
	for _, clause := range clauses {
		f.solver.AddClause(f.literals(clause)...)
	}
}

// literals returns the literals of a clause.
func (f *formula) literals(clause circuit.Clause) []sat.Lit {
	var lits []sat.Lit
	for _, l := range clause {
		lits = append(lits, f.literal(f.c.Fact(l.Latch()).Edge).XorSign(!l.Value()))
	}
	return lits
}

// fail returns a literal that implies that one of the clauses does not hold.
func (f *formula) fail(clauses []circuit.Clause) sat.Lit {
	var list []sat.Lit
	for _, clause := range clauses {
		fails := f.solver.NewVar()
		for _, l := range f.literals(clause) {
			f.solver.AddClause(fails.Neg(), l.Not())
		}
		list = append(list, fails.Pos())
	}
	return f.any(list)
}

func (f *formula) bads(list []int) []sat.Lit {
	var lits []sat.Lit
	for _, b := range list {
		lits = append(lits, f.literal(f.c.Bads[b].Edge))
	}
	return lits
}

// latches returns the literals of some latches.
func (f *formula) latches(list []int) []sat.Lit {
	var lits []sat.Lit
	for _, i := range list {
		lits = append(lits, f.latch(i))
	}
	return lits
}

// different returns literals; each of them implies that the two lists differ at one position.
func (f *formula) different(a, b []sat.Lit) []sat.Lit {
	var lits []sat.Lit
	for i := range a {
		d := f.solver.NewVar()
		f.solver.AddClause(d.Neg(), a[i], b[i])
		f.solver.AddClause(d.Neg(), a[i].Not(), b[i].Not())
		lits = append(lits, d.Pos())
	}
	return lits
}

// any returns a literal that implies that one of lits holds.
func (f *formula) any(lits []sat.Lit) sat.Lit {
	v := f.solver.NewVar()
	f.solver.AddClause(append([]sat.Lit{v.Neg()}, lits...)...)
	return v.Pos()
}

// refute confirms that the formula has no model in which l holds.
func (f *formula) refute(ctx context.Context, part string, l sat.Lit) error {
	switch f.solver.Solve(ctx, l) {
	case sat.Unsatisfiable:
		return nil
	case sat.Satisfiable:
		return &RefutedError{part}
	}
	return fmt.Errorf("a proof is not confirmed: %s: no answer: %s", part, f.solver.Reason())
}
