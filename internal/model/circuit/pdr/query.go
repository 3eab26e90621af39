package pdr

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// engine is the solver with the next-state functions, and the variables that the frames' clauses use.
type engine struct {
	solver   *sat.Solver
	encoder  *bitblast.Encoder
	now      []sat.Var // by latch
	next     []sat.Lit // by latch
	acts     []sat.Lit // by frame: its clauses hold
	discards int       // literals of past queries
}

// maxDiscards is the number of literals of past queries at which the solver is rebuilt.
const maxDiscards = 4000

// restart rebuilds the solver.
func (k *Checker) restart() {
	if k.solver != nil {
		k.past.Conflicts += k.solver.Stats().Conflicts
	}
	s := sat.New(sat.Options{Without: sat.Eliminate | sat.Substitute | sat.Probe | sat.Stable})
	s.SetLimits(sat.Limits{Memory: k.opts.Memory})
	k.engine = engine{solver: s, encoder: bitblast.NewEncoder(k.c.Graph, s)}
	for i := range k.c.Latches {
		k.now = append(k.now, k.encoder.Literal(k.c.Latches[i].Edge, bitblast.Both).Var())
	}
	for i := range k.c.Latches {
		k.next = append(k.next, k.encoder.Literal(k.c.Latches[i].Next, bitblast.Both))
	}
	for _, x := range k.c.Constraints {
		k.encoder.Assert(x.Edge)
	}
	for _, p := range k.c.Compared {
		k.encoder.Assert(p.Right)
	}
	for _, set := range k.c.Exclusive {
		for j, b := range set {
			for _, a := range set[:j] {
				s.AddClause(k.now[a].Neg(), k.now[b].Neg())
			}
		}
	}
	for _, c := range k.seeds {
		k.exclude(c)
	}
	for i := range k.frames {
		k.activate(i)
		for _, c := range k.frames[i] {
			k.assert(c, i)
		}
	}
}

// activate creates the literal of a frame.
func (k *Checker) activate(i int) {
	k.acts = append(k.acts, k.solver.NewVar().Pos())
	if i > 0 {
		return
	}
	for l := range k.c.Latches {
		switch k.c.Latches[l].Init {
		case circuit.Zero:
			k.solver.AddClause(k.acts[0].Not(), k.now[l].Neg())
		case circuit.One:
			k.solver.AddClause(k.acts[0].Not(), k.now[l].Pos())
		}
	}
}

// here returns the solver's literal for a latch before the step.
func (k *Checker) here(l circuit.Literal) sat.Lit { return k.now[l.Latch()].Lit(l.Value()) }

// there returns the solver's literal for a latch after the step.
func (k *Checker) there(l circuit.Literal) sat.Lit { return k.next[l.Latch()].XorSign(!l.Value()) }

func (k *Checker) assert(c cube, frame int) { k.exclude(c, k.acts[frame].Not()) }

// exclude adds the clause of a cube, or its disjunction with some literals.
func (k *Checker) exclude(c cube, or ...sat.Lit) {
	k.lits = append(k.lits[:0], or...)
	for _, l := range c {
		k.lits = append(k.lits, k.here(l).Not())
	}
	k.solver.AddClause(k.lits...)
}

// assume begins a query in a frame.
func (k *Checker) assume(frame int) {
	k.assumed = k.assumed[:0]
	for i := len(k.acts) - 1; i >= frame; i-- {
		k.assumed = append(k.assumed, k.acts[i])
	}
}

// stopError is returned when the solver has no answer.
type stopError struct{ reason sat.Reason }

// Error names the reason.
func (e *stopError) Error() string { return e.reason.String() }

// solve solves under k.assumed and reports whether it is satisfiable.
func (k *Checker) solve(ctx context.Context) (bool, error) {
	k.past.Checks++
	switch k.solver.Solve(ctx, k.assumed...) {
	case sat.Satisfiable:
		return true, nil
	case sat.Unsatisfiable:
		return false, nil
	}
	return false, &stopError{k.solver.Reason()}
}

// consecution asks whether a step leads from a state of a frame outside a cube into the cube. If not,
// it returns a part of the cube for which this holds, too. The part contains no initial state if the
// cube contains none.
func (k *Checker) consecution(ctx context.Context, frame int, c cube) (blocked cube, err error) {
	if k.discards >= maxDiscards {
		k.restart()
	}
	outside := k.solver.NewVar()
	k.discards++
	k.lits = append(k.lits[:0], outside.Neg())
	for _, l := range c {
		k.lits = append(k.lits, k.here(l).Not())
	}
	k.solver.AddClause(k.lits...)
	k.assume(frame)
	k.assumed = append(k.assumed, outside.Pos())
	for _, l := range c {
		k.assumed = append(k.assumed, k.there(l))
	}
	led, err := k.solve(ctx)
	if err == nil && !led {
		blocked = k.core(c)
	} else if err == nil {
		k.read()
	}
	k.solver.AddClause(outside.Neg())
	return blocked, err
}

// core returns the literals of a cube that the last answer needs, and, if none of these excludes the
// initial states, a literal that does.
func (k *Checker) core(c cube) cube {
	needed := make(map[sat.Lit]bool)
	for _, l := range k.solver.Core() {
		needed[l] = true
	}
	out := make(cube, 0, len(c))
	safe := false
	for _, l := range c {
		if needed[k.there(l)] {
			out = append(out, l)
			safe = safe || k.never(l)
		}
	}
	if safe {
		return out
	}
	for _, l := range c {
		if k.never(l) {
			out = append(out, l)
			slices.Sort(out)
			break
		}
	}
	return out
}

// read takes state and inputs from the solver's model.
func (k *Checker) read() {
	for i, v := range k.now {
		k.state[i] = k.solver.Value(v.Pos())
	}
	for i, in := range k.c.Inputs {
		v := k.encoder.Var(in.Edge)
		k.inputs[i] = v != 0 && k.solver.Value(v.Pos())
	}
	k.lifter.evaluate(k.state, k.inputs)
}

// lifted returns a part of the state read last from which, under the inputs read last, the step leads
// into a cube.
func (k *Checker) lifted(into cube) cube {
	k.edges = k.edges[:0]
	for _, l := range into {
		k.edges = append(k.edges, k.c.Latches[l.Latch()].Next)
	}
	return k.liftAll()
}

// liftAll lifts k.edges and the constraints behind the pruning ones.
func (k *Checker) liftAll() cube {
	for _, x := range k.c.Constraints[k.c.Pruning:] {
		k.edges = append(k.edges, x.Edge)
	}
	return k.relate(k.locate(k.lifter.lift(k.edges...)))
}

// relate replaces the bits of compared words in a cube by the comparisons of words that it mentions.
// The new cube contains more states.
func (k *Checker) relate(c cube) cube {
	if !slices.ContainsFunc(c, func(l circuit.Literal) bool { return k.word[l.Latch()] }) {
		return c
	}
	var out cube
	for _, l := range c {
		if !k.word[l.Latch()] {
			out = append(out, l)
		}
	}
	for _, p := range k.c.Compared {
		about := slices.ContainsFunc(c, func(l circuit.Literal) bool { return slices.Contains(p.Of, l.Latch()) })
		if l := circuit.LatchIs(p.Latch, k.state[p.Latch]); about && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	slices.Sort(out)
	return out
}

// locate replaces literals of a cube. If the cube has negative literals of an exclusive set, and a
// latch of the set is 1, it gets that positive literal in their place.
func (k *Checker) locate(c cube) cube {
	for s, set := range k.c.Exclusive {
		one := slices.IndexFunc(set, func(i int) bool { return k.state[i] })
		others := func(l circuit.Literal) bool { return k.set[l.Latch()] == s+1 && !l.Value() }
		if one < 0 || !slices.ContainsFunc(c, others) {
			continue
		}
		c = slices.DeleteFunc(c, others)
		positive := circuit.LatchIs(set[one], true)
		if at, has := slices.BinarySearch(c, positive); !has {
			c = slices.Insert(c, at, positive)
		}
	}
	return c
}
