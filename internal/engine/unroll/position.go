package unroll

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Positions makes the terms for the positions of threads.
type Positions struct {
	Terms  *term.Store
	Solver solver.Solver
	CSR    bool // a term may show that a state cannot be reached
}

// Reach returns the nodes of a graph that terms are made for, by depth. Without CSR
// they are all nodes at every depth but the first.
func (p *Positions) Reach(entry efsm.StateID, succ [][]efsm.StateID) *efsm.Reach {
	if p.CSR {
		return efsm.NewReach(entry, succ)
	}
	return efsm.Everywhere(entry, len(succ))
}

// At returns the term for "the thread is at the node at the depth". With CSR it is holds, the condition for
// this. Without CSR it is a variable equal to holds; only the solver uses the equality.
func (p *Positions) At(id efsm.ThreadID, node efsm.StateID, depth int, holds term.ID) term.ID {
	if p.CSR {
		return holds
	}
	at := p.Terms.Var(fmt.Sprintf("at.%d.%d@%d", id, node, depth), term.Bool)
	p.Solver.Assert(p.Terms.Eq(at, holds))
	return at
}
