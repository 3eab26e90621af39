package pdr

import (
	"context"
	"errors"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Options bound a search.
type Options struct {
	Depth  int   // the last frame; 0: no bound
	Memory int64 // of the solver, in bytes; 0: no bound
	// Alike holds lists of parts of the circuit. A part is a list of latches, and corresponding latches
	// have the same index. The circuit, its initial states and its bad signals must be invariant under
	// exchanging two parts of a list. Each clause is learned with its images, and clauses about few
	// parts are preferred.
	Alike [][][]int
	// Completed, if not nil, is called with each number of steps that reaches no bad signal.
	Completed func(depth int)
}

// Checker implements circuit.Checker.
type Checker struct {
	c    *circuit.Circuit // its graph grows by the signals that are checked
	opts Options
	engine
	frames [][]cube // by frame: the cubes whose clauses no later frame has; the first frame has none
	seeds  []cube   // their clauses hold in all reachable states
	clear  int      // the last frame without bad states; -1: none
	queue  queue
	uses   []int  // by latch: the number of learned clauses with it
	word   []bool // by latch: it belongs to a compared word, so that cubes do not contain it
	set    []int  // by latch: the number of its set of exclusive latches, from 1; 0: none
	past   circuit.Stats
	// exchanges holds, for each pair of neighbours in Options.Alike, the map of latches that exchanges
	// them, without unmoved latches.
	exchanges []map[int]int

	lifter        *lifter
	state, inputs []bool // of the last model
	lits, assumed []sat.Lit
	edges         []bitblast.Edge
}

var _ circuit.Checker = (*Checker)(nil)

// New returns a checker of a circuit.
func New(c *circuit.Circuit, opts Options) *Checker {
	k := &Checker{
		c: c, opts: opts, frames: make([][]cube, 1), clear: -1, uses: make([]int, len(c.Latches)),
		lifter: newLifter(c), state: make([]bool, len(c.Latches)), inputs: make([]bool, len(c.Inputs)),
	}
	k.word = make([]bool, len(c.Latches))
	for _, p := range c.Compared {
		for _, i := range p.Of {
			k.word[i] = true
		}
	}
	k.set = make([]int, len(c.Latches))
	for s, set := range c.Exclusive {
		for _, i := range set {
			k.set[i] = s + 1
		}
	}
	for _, parts := range opts.Alike {
		for p := range parts[1:] {
			to := make(map[int]int)
			for i, l := range parts[p] {
				to[l], to[parts[p+1][i]] = parts[p+1][i], l
			}
			k.exchanges = append(k.exchanges, to)
		}
	}
	k.restart()
	return k
}

// Depth implements circuit.Checker.
func (k *Checker) Depth() int { return k.clear }

// Stats implements circuit.Checker.
func (k *Checker) Stats() circuit.Stats {
	s := circuit.StatsOf(k.solver, k.past.Checks)
	s.Conflicts += k.past.Conflicts
	return s
}

// Check implements circuit.Checker.
func (k *Checker) Check(ctx context.Context, bads []int) (*circuit.Answer, error) {
	k.queue = nil
	a, err := k.check(ctx, bads)
	var stop *stopError
	if errors.As(err, &stop) {
		return &circuit.Answer{Reason: stop.reason}, nil
	}
	return a, err
}

func (k *Checker) check(ctx context.Context, bads []int) (*circuit.Answer, error) {
	for {
		for {
			o, err := k.bad(ctx, bads)
			if err != nil {
				return nil, err
			}
			if o == nil {
				break
			}
			k.queue.push(o)
			if o, err = k.block(ctx); err != nil {
				return nil, err
			}
			if o != nil && len(k.c.Compared) > 0 {
				return &circuit.Answer{}, nil // it need not be an execution
			}
			if o != nil {
				return circuit.Found(k.c, k.execution(o), bads)
			}
		}
		last := len(k.frames) - 1
		k.clear = last
		if k.opts.Completed != nil {
			k.opts.Completed(last)
		}
		if k.opts.Depth > 0 && last >= k.opts.Depth {
			return &circuit.Answer{Status: circuit.Bounded}, nil
		}
		k.frames = append(k.frames, nil)
		k.activate(len(k.frames) - 1)
		equal, err := k.propagate(ctx)
		if err != nil {
			return nil, err
		}
		if equal > 0 {
			return k.proved(equal), nil
		}
	}
}

// proved returns the answer Proved for a frame that is equal to the next.
func (k *Checker) proved(frame int) *circuit.Answer {
	a := &circuit.Answer{Status: circuit.Proved}
	for _, list := range append([][]cube{k.seeds}, k.frames[frame:]...) {
		for _, c := range list {
			a.Invariant = append(a.Invariant, c.clause())
		}
	}
	return a
}

// bad returns an obligation for a state of the last frame in which a bad signal holds; nil: there is
// none.
func (k *Checker) bad(ctx context.Context, bads []int) (*obligation, error) {
	var any []sat.Lit
	k.assume(len(k.frames) - 1)
	some := k.solver.NewVar()
	k.discards++
	for _, b := range bads {
		any = append(any, k.encoder.Literal(k.c.Bads[b].Edge, bitblast.Positive))
	}
	k.solver.AddClause(append(any, some.Neg())...)
	k.assumed = append(k.assumed, some.Pos())
	held, err := k.solve(ctx)
	if held {
		k.read()
	}
	k.solver.AddClause(some.Neg())
	if err != nil || !held {
		return nil, err
	}
	for _, b := range bads {
		if e := k.c.Bads[b].Edge; k.lifter.holds(e) {
			k.edges = append(k.edges[:0], e)
			break
		}
	}
	return k.obligation(k.liftAll(), len(k.frames)-1, nil), nil
}

// obligation returns an obligation for the state read from the model.
func (k *Checker) obligation(c cube, frame int, next *obligation) *obligation {
	o := &obligation{cube: c, frame: frame, next: next, inputs: slices.Clone(k.inputs)}
	if next != nil {
		o.depth = next.depth + 1
	}
	return o
}

// execution returns the execution of an obligation whose cube has an initial state.
func (k *Checker) execution(o *obligation) *circuit.Execution {
	e := &circuit.Execution{Initial: make([]bool, len(k.c.Latches))}
	for i := range k.c.Latches {
		e.Initial[i] = k.c.Latches[i].Init == circuit.One
	}
	for _, l := range o.cube {
		e.Initial[l.Latch()] = l.Value()
	}
	for ; o != nil; o = o.next {
		e.Inputs = append(e.Inputs, o.inputs)
	}
	return e
}
