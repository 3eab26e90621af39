package token

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Pass is the token's way from a write_sync to a read_sync.
type Pass struct {
	Reader     efsm.ThreadID
	ReadDepth  int
	Writer     efsm.ThreadID
	WriteDepth int
}

// String returns (r2@10,w1@6).
func (p Pass) String() string {
	return fmt.Sprintf("(r%d@%d,w%d@%d)", p.Reader, p.ReadDepth, p.Writer, p.WriteDepth)
}

// Witness is an execution that violates the property, and how the token went.
type Witness struct {
	unroll.Witness
	Passes []Pass // in their order, up to the violation

	passed []int // indices in Encoding.passes
}

// Via returns the passes as text: the token-passing set that is counted.
func (w *Witness) Via() string {
	list := make([]string, len(w.Passes))
	for i, p := range w.Passes {
		list[i] = p.String()
	}
	return strings.Join(list, ",")
}

// reader reads an execution from a model.
type reader struct {
	e    *Encoding
	eval *term.Evaluator
	path [][]nodeID // by thread and depth: where the thread is; zero: nowhere
}

func (e *Encoding) read() *reader {
	x := &reader{e: e, eval: term.NewEvaluator(e.terms, e.solver.Model()), path: make([][]nodeID, len(e.machines))}
	for i, m := range e.machines {
		if m == nil {
			continue
		}
		x.path[i] = make([]nodeID, len(m.holds))
		for d, holds := range m.holds {
			for n, h := range holds {
				if x.eval.Holds(h) {
					x.path[i][d] = m.reach.At(d)[n]
				}
			}
		}
	}
	return x
}

// segment is the steps of one thread while it has the token, and those after it gave the
// token away.
type segment struct {
	thread   efsm.ThreadID
	from, to int // depths, both included
}

// tour follows the token until last reports the violation: last is called with a thread and the depths from
// … until at which it has the token. tour returns the thread that has the token first, and the passes in
// their order.
func (x *reader) tour(last func(t efsm.ThreadID, from, until int) bool) (first efsm.ThreadID, passed []int, err error) {
	for i := 1; i < len(x.e.first); i++ {
		if x.eval.Holds(x.e.first[i]) {
			first = efsm.ThreadID(i)
		}
	}
	at, from := first, 0
	for {
		next := -1
		for i := range x.e.passes {
			p := &x.e.passes[i]
			if p.writer == at && p.writeDepth >= from && x.eval.Holds(p.holds) && (next < 0 || p.writeDepth < x.e.passes[next].writeDepth) {
				next = i
			}
		}
		until := x.e.depth
		if next >= 0 {
			until = x.e.passes[next].writeDepth
		}
		if last(at, from, until) {
			return first, passed, nil
		}
		if next < 0 || len(passed) > len(x.e.passes) {
			return 0, nil, fmt.Errorf("the token does not come to the violation")
		}
		passed = append(passed, next)
		at, from = x.e.passes[next].reader, x.e.passes[next].readDepth+1
	}
}

func (x *reader) obligation(o *unroll.Obligation) (*Witness, error) {
	first, passed, err := x.tour(func(t efsm.ThreadID, from, until int) bool {
		return t == o.At.Thread && from <= o.At.Depth && o.At.Depth <= until
	})
	if err != nil {
		return nil, err
	}
	w := x.witness(first, passed, o.At.Depth)
	w.Obligation = o.Index
	return w, nil
}

// race reads the execution that leads to a race: the writer's thread has just done the first
// access, the reader's, which gets the token, does the second next (P4).
func (x *reader) race(r *unroll.Race) (*Witness, error) {
	first, passed, err := x.tour(func(t efsm.ThreadID, from, _ int) bool {
		return t == r.Second.Thread && from == r.Second.Depth
	})
	if err != nil {
		return nil, err
	}
	w := x.witness(first, passed, r.Second.Depth)
	w.Obligation, w.Var = -1, r.Var
	w.First = slices.IndexFunc(w.Steps, func(s unroll.Step) bool { return s.Thread == r.First.Thread && s.Depth == r.First.Depth })
	return w, nil
}

// witness returns the steps of a tour that ends with a step of thread last, followed by the segments in
// more. A thread without the token uses the values that it read before: such steps come before the pass, or
// first of all if the thread never had the token.
func (x *reader) witness(first efsm.ThreadID, passed []int, depth int, more ...segment) *Witness {
	w := &Witness{passed: passed}
	w.Initial = make(map[efsm.VarID]term.Word)
	parts := []segment{{first, 0, 0}}
	for _, i := range passed {
		p := &x.e.passes[i]
		w.Passes = append(w.Passes, Pass{p.reader, p.readDepth, p.writer, p.writeDepth})
		parts[len(parts)-1].to = p.writeDepth
		parts = append(parts, segment{p.reader, p.readDepth + 1, 0})
	}
	parts[len(parts)-1].to = depth
	parts = append(parts, more...)
	var early []segment
	began := make([]bool, len(x.e.machines))
	for i := range parts {
		s := &parts[i]
		switch {
		case began[s.thread]:
		case x.e.machines[s.thread].t.Alive != 0:
			s.from = 0 // the thread is created first, and has read nothing yet
		case s.from > 0:
			early = append(early, segment{s.thread, 0, s.from - 1})
		}
		began[s.thread] = true
		if later := slices.IndexFunc(parts[i+1:], func(n segment) bool { return n.thread == s.thread }); later >= 0 {
			s.to = parts[i+1+later].from - 1
		}
	}
	for _, s := range append(early, parts...) {
		for d := s.from; d <= s.to; d++ {
			x.step(w, s.thread, d)
		}
	}
	for v := 1; v < len(x.e.sys.Vars); v++ {
		if s := &x.e.sys.Vars[v]; s.Class != efsm.Input && s.Init == term.None {
			w.Initial[efsm.VarID(v)] = x.eval.Word(x.e.initial[v])
		}
	}
	return w
}

// step appends the operation of a thread at a depth. A read_sync or write_sync is no operation.
func (x *reader) step(w *Witness, t efsm.ThreadID, d int) {
	m := x.e.machines[t]
	if d >= len(x.path[t]) || x.path[t][d] == 0 {
		return
	}
	n := &m.g.nodes[x.path[t][d]]
	if n.role != operation {
		return
	}
	s := unroll.Step{Thread: t, State: n.state, Depth: d, Inputs: make(map[efsm.VarID]term.Word)}
	values := m.frames[d].Values()
	for _, v := range x.e.sys.Inputs(&m.t.States[n.state]) {
		if values[v] != term.None {
			s.Inputs[v] = x.eval.Word(values[v])
		}
	}
	w.Steps = append(w.Steps, s)
}
