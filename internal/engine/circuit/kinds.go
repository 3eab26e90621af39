package circuit

import (
	"cmp"
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/abc"
	"github.com/heddle-mc/heddle/internal/model/circuit/bdd"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/circuit/itp"
	"github.com/heddle-mc/heddle/internal/model/circuit/kinduction"
	"github.com/heddle-mc/heddle/internal/model/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// The passes that only these engines have.
const (
	compose = "circuit"
	walks   = "walk" // of those that find shortest executions
)

// reduce is the option for the threads that may step.
var reduce = engine.Option{
	Name:   "reduce",
	Help:   "the threads that may continue: all (the default of engines other than `bmc`, and for properties of executions as a whole), those of a conditional stubborn set, or those of a stubborn set that held locks make smaller (the default of `bmc`)",
	Values: []string{"none", "stubborn", "transactions"}, // by fromefsm.Reduction
}

// reducing returns the reduction for a problem: that of the settings, or the default. Proofs by bmc of
// properties of executions as a whole have certificates only without one.
func (e *Engine) reducing(p *engine.Problem) fromefsm.Reduction {
	switch {
	case e.reduction >= 0:
		return fromefsm.Reduction(e.reduction)
	case e.method.proves || p.Temporal != nil:
		return fromefsm.None
	}
	return fromefsm.Transactions
}

// backend is the option of methods that an outside program has as well. A proof of that program has no
// certificate.
var backend = engine.Option{
	Name:   "backend",
	Help:   "the model checker: the built-in one, or the program ABC with its `pdr` or `bmc3`, whose proofs are not certified",
	Values: []string{"embedded", abc.Name},
}

// method makes the checker of a circuit whose outputs hold where a thread moves.
type method struct {
	name, summary string
	proves        bool        // its proofs are confirmed, on the circuit of all that threads can do
	locates       int         // states of a thread, at most, that are latches of their own; 0: none
	abc           abc.Command // the same method in ABC; empty: there is none
	replicates    bool        // proofs of any number of threads are looked for
	walks         bool        // random executions come first
	outside       bool        // the checker is a program of its own
	make          func(*circuit.Circuit, options) circuit.Checker
}

// with returns the method as settings have it.
func (m method) with(s engine.Settings) method {
	if s[backend.Name] == abc.Name {
		m.outside, m.locates, m.replicates, m.walks = true, 0, false, false
		m.make = func(c *circuit.Circuit, o options) circuit.Checker {
			if m.abc == abc.BMC3 {
				o.depth = cmp.Or(o.depth, depth.DefaultDepth)
			}
			return abc.New(c, m.abc, abc.Options{Depth: o.depth, Memory: o.memory})
		}
	}
	return m
}

// missing returns an error text if the settings require an outside program that is not installed.
func missing(_ engine.Bounds, s engine.Settings) string {
	if s[backend.Name] == abc.Name {
		if _, err := abc.Find(); err != nil {
			return err.Error()
		}
	}
	return ""
}

// options bound a checker.
type options struct {
	depth     int // 0: no bound
	memory    int64
	completed func(depth int)
}

// steps returns the options of checkers that go through executions step by step. In each step some thread
// moves. For a circuit without outputs it is not known whether one moves.
func (o *options) steps(c *circuit.Circuit) bmc.Options {
	opts := bmc.Options{Depth: o.depth, Memory: o.memory, Completed: o.completed}
	if len(c.Outputs) == 0 {
		opts.Depth = cmp.Or(o.depth, depth.DefaultDepth)
		return opts
	}
	opts.Progress = moves(c)
	return opts
}

// moves returns the condition that some thread moves, for a circuit whose outputs are these conditions of
// the threads.
func moves(c *circuit.Circuit) bitblast.Edge {
	var any []bitblast.Edge
	for _, out := range c.Outputs {
		any = append(any, out.Edge)
	}
	return circuit.Or(c.Graph, any...)
}

var methods = []method{
	{name: "bmc", summary: "the same systems as one sequential circuit, whose executions of 0, 1, 2 … steps are formulas (Kahlon, Gupta, Sinha)", locates: math.MaxInt, walks: true, abc: abc.BMC3,
		make: func(c *circuit.Circuit, o options) circuit.Checker { return bmc.New(c, o.steps(c)) }},
	{name: "kind", summary: "the same circuit by k-induction", proves: true,
		make: func(c *circuit.Circuit, o options) circuit.Checker { return kinduction.New(c, o.steps(c)) }},
	{name: "itp", summary: "the same circuit by interpolation, from the proofs of the solver", proves: true, locates: 200,
		make: func(c *circuit.Circuit, o options) circuit.Checker { return itp.New(c, o.steps(c)) }},
	{name: "bdd", summary: "the same circuit by sets of states as binary decision diagrams", proves: true,
		make: func(c *circuit.Circuit, o options) circuit.Checker {
			return bdd.New(c, bdd.Options{Depth: o.depth, Memory: o.memory, Completed: o.completed})
		}},
	{name: "pdr", summary: "the same circuit by property-directed reachability (IC3), which proves without a bound", proves: true, replicates: true, locates: 200, abc: abc.PDR,
		make: func(c *circuit.Circuit, o options) circuit.Checker {
			return pdr.New(c, pdr.Options{Depth: o.depth, Memory: o.memory, Completed: o.completed})
		}},
}

// Kinds lists the engines of this package, one for each method.
func Kinds() []engine.Kind {
	var out []engine.Kind
	for _, m := range methods {
		k := depth.Kind()
		k.Name, k.Summary, k.Solver, k.Bounds = m.name, m.summary, engine.TheorySolver, depth.Bounds
		k.Checks = fromir.Checks
		k.Passes = k.Passes[:2] // a step is a depth, whatever the state
		k.Options = append(k.Options, reduce)
		if m.abc != "" {
			k.Options, k.Refuses = append(k.Options, backend), missing
		}
		k.Passes = append(k.Passes, engine.Pass{Name: compose, Help: "the circuit of the system, as AIGER", Needed: true, Form: true})
		if m.walks {
			k.Passes = append(k.Passes, engine.Pass{Name: walks, Help: "random executions of the circuit come first"})
		}
		k.New = func(s engine.Settings) engine.Engine {
			return &Engine{method: m.with(s), depth: depth.OptionsOf(s).Depth, reduction: slices.Index(reduce.Values, s[reduce.Name])}
		}
		out = append(out, k)
	}
	return out
}
