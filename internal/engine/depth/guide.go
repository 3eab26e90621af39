package depth

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/unroll"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// maxExtra bounds the visible operations of the program between two that the system
// has: those on memory that, for all that the system knows, one thread uses.
const maxExtra = 1 << 16

// guide executes a program as a witness says, and so finds its trace. For each step
// of the witness that is visible, the step's thread goes on until it has done the
// operation at the step's place; the system is executed beside it, and says which
// thread is new and which inputs are chosen.
type guide struct {
	p       *engine.Problem
	sys     *efsm.System
	w       *unroll.Witness
	run     *efsm.Run
	machine *interp.Machine
	names   map[string]efsm.ThreadID // of the program's threads
	alive   []bool                   // by ThreadID
	next    efsm.ThreadID            // whose creation is going on
	inputs  [][]interp.Value         // by ThreadID: what it chooses, in order
	out     trace.Trace              // the schedule
}

// follow returns the trace of a witness.
func follow(ctx context.Context, p *engine.Problem, s *efsm.System, w *unroll.Witness) (*trace.Trace, error) {
	g := &guide{
		p: p, sys: s, w: w, names: map[string]efsm.ThreadID{"main": 1},
		alive: make([]bool, len(s.Threads)), inputs: make([][]interp.Value, len(s.Threads)),
	}
	initial := func(v efsm.VarID) term.Word { return w.Initial[v] }
	g.choose(efsm.NewRun(s, initial))
	g.run = efsm.NewRun(s, initial)
	g.machine = interp.NewMachine(p.Code, interp.Config{
		Properties: interp.PropertySet(p.Property), Environment: p.Environment, Source: g, Loops: interp.CutIdle, Done: ctx.Done(),
	})
	for i := range w.Steps {
		if g.over() {
			break
		}
		if err := g.step(&w.Steps[i]); err != nil {
			return nil, err
		}
	}
	return g.trace(w.Steps[len(w.Steps)-1])
}

// choose finds out which values the threads choose.
func (g *guide) choose(run *efsm.Run) {
	for i := range g.w.Steps {
		s := &g.w.Steps[i]
		done, err := run.Step(s.Thread, func(v efsm.VarID) term.Word { return s.Inputs[v] })
		if err != nil {
			panic("depth: " + err.Error())
		}
		for _, c := range done.Choices {
			value := done.Inputs[g.sys.Threads[s.Thread].States[s.State].Choices[c].Input]
			g.inputs[s.Thread] = append(g.inputs[s.Thread], interp.Value{Lo: value.Lo, Hi: value.Hi})
		}
	}
}

// over reports whether there is no going on: the violation, or another end.
func (g *guide) over() bool { return g.machine.End().Kind != interp.Running }

// step does one step of the witness.
func (g *guide) step(s *unroll.Step) error {
	if _, err := g.run.Step(s.Thread, func(v efsm.VarID) term.Word { return s.Inputs[v] }); err != nil {
		return err
	}
	g.next = 0
	for i := 1; i < len(g.sys.Threads); i++ {
		if v := g.sys.Threads[i].Alive; v != 0 && !g.alive[i] && !g.run.Value(v).IsZero() {
			g.alive[i], g.next = true, efsm.ThreadID(i)
		}
	}
	st := &g.sys.Threads[s.Thread].States[s.State]
	if !st.IsVisible() {
		return nil
	}
	for range maxExtra {
		t := g.thread(s.Thread)
		if t == nil {
			return fmt.Errorf("there is no thread %s yet", g.sys.Threads[s.Thread].Name)
		}
		at := t.Where()
		there := !g.located(st.Origin) || at.Pos == st.Origin.Pos && at.Func == st.Origin.Func
		if err := g.advance(t); err != nil {
			return err
		}
		if g.over() || there && !g.ending(st, s.Thread, t) {
			return nil
		}
	}
	return fmt.Errorf("thread %s does not come to line %d", g.sys.Threads[s.Thread].Name, st.Origin.Pos.Line)
}

// ending reports whether a state is the end of its thread, which the program's thread
// has not come to yet.
func (g *guide) ending(st *efsm.State, id efsm.ThreadID, t *interp.Thread) bool {
	done := g.sys.Threads[id].Done
	last := done != 0 && slices.ContainsFunc(st.Updates, func(u efsm.Update) bool { return u.Var == done })
	return last && t.State() != interp.Finished
}

// located reports whether an origin is a place in the program's own functions, which
// are those that Thread.Where names.
func (g *guide) located(o efsm.Origin) bool {
	if !o.Pos.IsValid() {
		return false
	}
	for i := range g.p.Code.Program().Funcs {
		if f := &g.p.Code.Program().Funcs[i]; f.Name == o.Func {
			return !f.Model
		}
	}
	return false
}

// advance makes a thread do its next visible operation.
func (g *guide) advance(t *interp.Thread) error {
	at := t.Where()
	switch g.machine.Step(t) {
	case interp.Waits:
		return fmt.Errorf("thread %s waits for %s in %s, line %d", t.Name(), t.Waiting().Kind, at.Func, at.Pos.Line)
	case interp.Idle:
		return fmt.Errorf("thread %s does not run any more", t.Name())
	}
	g.out.AddStep(t.Name())
	for _, t := range g.machine.Threads() {
		g.idOf(t.Name())
	}
	return nil
}

// thread returns the program's thread that one of the system stands for.
func (g *guide) thread(id efsm.ThreadID) *interp.Thread {
	for _, t := range g.machine.Threads() {
		if g.idOf(t.Name()) == id {
			return t
		}
	}
	return nil
}

// idOf returns the thread of the system that a thread of the program is. One that is
// not known yet is the one that was made last.
func (g *guide) idOf(name string) efsm.ThreadID {
	id, ok := g.names[name]
	if !ok {
		id = g.next
		g.names[name] = id
	}
	return id
}

// Choose implements interp.Source.
func (g *guide) Choose(c interp.Choice) (interp.Value, error) {
	list := g.inputs[g.idOf(c.Thread)]
	if c.Index < len(list) {
		return list[c.Index], nil
	}
	values, _ := interp.Corners(c) // beyond what the witness knows
	return values[0], nil
}

// Uninit implements interp.Source.
func (g *guide) Uninit(key interp.ObjectKey, offset uint64) (byte, error) {
	for v := 1; v < len(g.sys.Vars); v++ {
		h := g.sys.Vars[v].Home
		if h == nil || g.sys.Vars[v].Init != term.None || offset < h.Offset || offset >= h.Offset+uint64(h.Bytes) {
			continue
		}
		if h.Global != key.Global || h.Global == "" && (h.Site != key.Site || h.Maker != g.idOf(key.Thread) || h.Count != key.Count) {
			continue
		}
		return byte(g.w.Initial[efsm.VarID(v)].Shr(uint(8 * (offset - h.Offset))).Lo), nil
	}
	return 0, nil
}

// trace returns the trace when the witness's steps are done. What fails in code that
// others do not see may come a little later.
func (g *guide) trace(last unroll.Step) (*trace.Trace, error) {
	for range maxExtra {
		if v := g.violation(last); v != nil {
			t := g.machine.Trace(v)
			t.Schedule = g.out.Schedule
			return t, nil
		}
		if g.p.Property == verdict.Race || g.over() {
			break
		}
		if err := g.advance(g.thread(last.Thread)); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("the program does not violate %s in %s steps of the model", g.p.Property, strconv.Itoa(len(g.w.Steps)))
}

// violation returns what is violated: of several races, the one at the last step's
// place.
func (g *guide) violation(last unroll.Step) *interp.Violation {
	list := g.machine.Violations()
	if g.p.Property == verdict.Race {
		list = g.machine.Races()
		origin := g.sys.Threads[last.Thread].States[last.State].Origin
		for i := range list {
			if list[i].Pos == origin.Pos {
				return &list[i]
			}
		}
	}
	if len(list) > 0 {
		return &list[0]
	}
	return nil
}
