package persistent

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Reduction is a reduced circuit of a system.
type Reduction struct {
	System   *efsm.System
	Circuit  *circuit.Circuit
	Property verdict.Property
	Allowed  []bitblast.Edge                // by thread, over latches
	Ended    bitblast.Edge                  // the process ended; False: it never does
	Edge     func(id term.ID) bitblast.Edge // returns the edge of a term over variables of the system
}

// Refuted is returned if the reduction may lose bad signals.
type Refuted struct{ What string }

// Error returns a message that names the failed question.
func (e *Refuted) Error() string { return "a reduction is not confirmed: " + e.What }

// Uncovered is returned if Confirm cannot check the reduction.
type Uncovered struct{ What string }

// Error returns a message that names the reason.
func (e *Uncovered) Error() string { return "a reduction is not checked: " + e.What }

// checker is the state of Confirm.
type checker struct {
	*Reduction
	ctx     context.Context
	graph   *bitblast.Graph
	search  *sat.Solver
	encoder *bitblast.Encoder
	host    *solver.Embedded // for frames
	vars    map[term.ID]efsm.VarID
	at      [][]bitblast.Edge // by thread and state
	states  [][]state         // by thread and state
	gates   []efsm.VarID      // the variables that threads wait for
	shut    []bitblast.Edge   // by gate: it keeps its value while only threads outside the set do steps
}

// Confirm checks a reduction. It returns nil if the circuit reaches a bad signal whenever the system
// violates the property or meets a mark. It returns a *Refuted if that does not follow, and an *Uncovered
// for reductions that it does not know. Another error says that the solver had no answer before ctx ended. Confirm
// adds terms to the system's store and gates to the circuit's graph.
func Confirm(ctx context.Context, r *Reduction) error {
	switch {
	case len(r.System.Replicas) > 0:
		return &Uncovered{"replicas"}
	case r.Property == verdict.Race || r.Property == verdict.Deadlock || r.Property == verdict.Exclusion || r.Property.IsTemporal():
		return &Uncovered{"the property " + r.Property.String()}
	case len(r.Allowed) != len(r.System.Threads) || len(r.Circuit.Locations) != len(r.System.Threads)-1:
		return &Refuted{"it is about other threads"}
	}
	c := &checker{
		Reduction: r, ctx: ctx, graph: r.Circuit.Graph, search: sat.New(sat.Options{}), host: solver.New(r.System.Terms, sat.Options{}),
		vars: make(map[term.ID]efsm.VarID), at: make([][]bitblast.Edge, len(r.System.Threads)), states: make([][]state, len(r.System.Threads)),
	}
	c.encoder = bitblast.NewEncoder(c.graph, c.search)
	for v := 1; v < len(r.System.Vars); v++ {
		c.vars[r.System.Vars[v].Term] = efsm.VarID(v)
	}
	for _, check := range []func() error{c.form, c.constraint, c.progress, c.persistence, c.cycles} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// form confirms that the sets are functions of the state, and reads the states of the threads.
func (c *checker) form() error {
	latch := make(map[uint32]bool)
	for i := range c.Circuit.Latches {
		latch[c.Circuit.Latches[i].Edge.Node()] = true
	}
	for _, n := range circuit.Cone(c.graph, c.Allowed[1:]...) {
		if _, _, and := c.graph.Fanins(n); !and && !latch[n] && n != bitblast.False.Node() {
			return &Refuted{"a set depends on inputs"}
		}
	}
	for i := 1; i < len(c.System.Threads); i++ {
		t := &c.System.Threads[i]
		if len(c.Circuit.Locations[i-1]) != len(t.States)-1 {
			return &Refuted{"it is about other states"}
		}
		c.at[i], c.states[i] = make([]bitblast.Edge, len(t.States)), make([]state, len(t.States))
		for k := 1; k < len(t.States); k++ {
			c.at[i][k] = c.Circuit.Locations[i-1][k-1].Edge
			s, err := c.state(efsm.ThreadID(i), efsm.StateID(k))
			if err != nil {
				return err
			}
			c.states[i][k] = s
		}
	}
	return nil
}

// refute confirms that an edge never holds.
func (c *checker) refute(e bitblast.Edge, what string) error {
	if e == bitblast.False {
		return nil
	}
	switch c.search.Solve(c.ctx, c.encoder.Literal(e, bitblast.Both)) {
	case sat.Unsatisfiable:
		return nil
	case sat.Satisfiable:
		return &Refuted{what}
	}
	return fmt.Errorf("a reduction is not confirmed: %s: no answer: %s", what, c.search.Reason())
}

func (c *checker) or(list ...bitblast.Edge) bitblast.Edge { return circuit.Or(c.graph, list...) }

// name returns a thread's name.
func (c *checker) name(i int) string { return c.System.Threads[i].Name }

// ready returns whether a thread is at a visible state and can execute it.
func (c *checker) ready(i, k int) bitblast.Edge {
	t := &c.System.Threads[i]
	ready := c.graph.And(c.at[i][k], c.Edge(t.States[k].Enable))
	if efsm.StateID(k) == t.Entry && t.Alive != 0 {
		ready = c.graph.And(ready, c.Edge(c.System.Vars[t.Alive].Term))
	}
	return ready
}

// visible returns whether a thread is at a visible state and can execute it, unless the process ended.
func (c *checker) visible(i int) bitblast.Edge {
	var list []bitblast.Edge
	for k := 1; k < len(c.at[i]); k++ {
		if c.System.Threads[i].States[k].IsVisible() {
			list = append(list, c.ready(i, k))
		}
	}
	return c.or(list...)
}

// constraint confirms that the constraints exclude only visible steps of threads outside the set.
func (c *checker) constraint() error {
	outside := bitblast.False
	for i := 1; i < len(c.at); i++ {
		step := c.graph.And(c.Circuit.Outputs[i-1].Edge, c.visible(i))
		outside = c.or(outside, c.graph.And(step, c.Allowed[i].Not()))
	}
	var any []bitblast.Edge
	for _, out := range c.Circuit.Outputs {
		any = append(any, out.Edge)
	}
	if err := c.refute(c.graph.And(c.Ended, c.or(any...)), "a thread does a step behind the end of the process"); err != nil {
		return err
	}
	for k := range c.Circuit.Pruning {
		excluded := c.graph.And(c.Circuit.Constraints[k].Edge.Not(), outside.Not())
		if err := c.refute(excluded, "a constraint excludes other steps"); err != nil {
			return err
		}
	}
	return nil
}

// progress confirms that a thread of the set can execute a visible state if any thread can.
func (c *checker) progress() error {
	var any, chosen []bitblast.Edge
	for i := 1; i < len(c.at); i++ {
		v := c.visible(i)
		any, chosen = append(any, v), append(chosen, c.graph.And(v, c.Allowed[i]))
	}
	return c.refute(c.graph.And(c.graph.And(c.Ended.Not(), c.or(any...)), c.or(chosen...).Not()), "no thread of the set can do a step")
}
