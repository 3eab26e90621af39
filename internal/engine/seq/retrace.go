package seq

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/engine/schedule"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/trace"
)

// decode turns a model into a trace of the original program.
func (r *run) decode(ctx context.Context, seq *seqz.Sequential, g *event.Graph, host solver.Solver) (*trace.Trace, error) {
	t := inputs(g, host)
	f, err := r.follow(context.WithoutCancel(ctx), seq, t)
	if err != nil {
		return nil, err
	}
	return r.retrace(seq, f)
}

// retracer drives the original program.
type retracer struct {
	m     *interp.Machine
	flat  *seqz.Flat
	names []string
	rest  [][]seqz.Origin // by slot: the visible operations of the points to come
	taken trace.Trace
	// passed is what a thread has executed since its last step that was a point's: what
	// is a point may be no visible operation for the interpreter.
	passed map[*interp.Thread][]*ir.Instr
}

// errUndefined says that the original does something undefined that the sequential
// program does not know of: it does not know when objects die, nor which numbers are
// no threads.
var errUndefined = errors.New("undefined behaviour")

// retrace runs the original with the inputs of an execution of the sequential
// program, each thread to where its points end, and returns the trace.
func (r *run) retrace(seq *seqz.Sequential, f *followed) (*trace.Trace, error) {
	flat := seq.Flat
	x := &retracer{flat: flat, names: threadNames(flat, f), rest: make([][]seqz.Origin, len(flat.Threads)), passed: make(map[*interp.Thread][]*ir.Instr)}
	var given trace.Trace
	created := creations(flat, f)
	for slot, list := range f.inputs {
		// A thread is known by its place in the order of creation there, here by its number.
		for i := range list {
			if in := &list[i]; in.Reason == ir.ChooseWake.String() && in.Lo < uint64(len(created)) {
				in.Lo = uint64(schedule.Number(x.names[created[in.Lo]]))
			}
		}
		if x.names[slot] != "" {
			given.Threads = append(given.Threads, trace.ThreadInputs{Thread: x.names[slot], Inputs: list})
		}
	}
	given.Uninit = uninitOf(seq, f, x.names)
	src, err := interp.TraceSource(&given)
	if err != nil {
		return nil, err
	}
	x.m = interp.NewMachine(r.Code(), interp.Config{Properties: interp.PropertySet(r.Property), Environment: r.Environment, Source: src, Observer: x})
	var steps []step
	for _, s := range f.steps {
		if p := &flat.Threads[s.slot].Points[s.point]; !p.Silent {
			steps = append(steps, s)
			x.rest[s.slot] = append(x.rest[s.slot], p.Origin)
		}
	}
	for _, s := range steps {
		if err := x.advance(s.slot); err != nil {
			if len(given.Uninit) > 0 && x.joins() {
				err = fmt.Errorf("%w: a thread joins a number that may be unwritten", errUndefined)
			}
			return nil, err
		}
	}
	if len(f.steps) > 0 && x.m.End().Kind == interp.Running {
		if err := x.end(f.steps[len(f.steps)-1].slot); err != nil {
			return nil, err
		}
	}
	list := x.m.Violations()
	if end := x.m.End(); end.Kind == interp.Undefined || end.Kind == interp.Unsupported {
		return nil, fmt.Errorf("%w: %s", errUndefined, end.Text)
	}
	if x.m.End().Kind != interp.Violated || len(list) == 0 {
		return nil, fmt.Errorf("the original's run ends %s: %s", x.m.End().Kind, x.m.End().Text)
	}
	t := x.m.Trace(&list[len(list)-1])
	t.Schedule = x.taken.Schedule
	return t, nil
}

// advance brings a thread past the visible operation of its next point, if the
// interpreter sees one there.
func (x *retracer) advance(slot int) error {
	want := x.rest[slot][0]
	x.rest[slot] = x.rest[slot][1:]
	for x.m.End().Kind == interp.Running {
		t := x.thread(slot)
		if t == nil {
			return fmt.Errorf("thread %d of the flat form is not created", slot)
		}
		if x.forget(t, want) || t.State() != interp.Ready {
			return nil
		}
		f, b, i := t.Next()
		here := seqz.Origin{Func: f, Block: b, Instr: i}
		if i == len(x.flat.Source.Funcs[f].Blocks[b].Instrs) && want == (seqz.Origin{}) {
			return x.step(t)
		}
		if here == want {
			x.passed[t] = x.passed[t][:0]
			err := x.step(t)
			x.forget(t, want)
			return err
		}
		if x.later(slot, here) {
			return nil
		}
		switch err := x.step(t); {
		case errors.Is(err, errWaits):
			return nil // the point's operation was none for the interpreter, and the next one cannot be done
		case err != nil:
			return err
		}
	}
	return nil
}

// joins reports whether a thread stands in a function that joins one.
func (x *retracer) joins() bool {
	isJoin := func(in ir.Instr) bool { return in.Op == ir.OpJoin }
	for _, t := range x.m.Threads() {
		f, _, _ := t.Next()
		for _, b := range x.flat.Source.Funcs[f].Blocks {
			if slices.ContainsFunc(b.Instrs, isJoin) {
				return true
			}
		}
	}
	return false
}

// Observe implements interp.Observer.
func (x *retracer) Observe(_ *interp.Machine, t *interp.Thread, o *interp.Observation) {
	switch o.Kind {
	case interp.ObservedRollback:
		x.passed[t] = x.passed[t][:0]
	case interp.ObservedChoice, interp.ObservedBlocked:
	default:
		x.passed[t] = append(x.passed[t], o.Instr)
	}
}

// forget reports whether a thread has executed an operation, and forgets it and what it
// executed before.
func (x *retracer) forget(t *interp.Thread, at seqz.Origin) bool {
	if at == (seqz.Origin{}) || at.Instr >= len(x.flat.Source.Funcs[at.Func].Blocks[at.Block].Instrs) {
		return false
	}
	i := slices.Index(x.passed[t], &x.flat.Source.Funcs[at.Func].Blocks[at.Block].Instrs[at.Instr])
	x.passed[t] = x.passed[t][i+1:]
	return i >= 0
}

// later reports whether a point to come begins at a place.
func (x *retracer) later(slot int, here seqz.Origin) bool {
	for _, o := range x.rest[slot] {
		if o == here {
			return true
		}
	}
	return false
}

// end lets a thread run on until the violation: it may be an operation of its own for
// the interpreter, after the last point.
func (x *retracer) end(slot int) error {
	for range maxSteps {
		t := x.thread(slot)
		if t == nil || t.State() != interp.Ready || x.m.End().Kind != interp.Running {
			break
		}
		if err := x.step(t); err != nil {
			return err
		}
	}
	return nil
}

// maxSteps bounds the steps that end takes.
const maxSteps = 1000

// errWaits says that a thread waits where the sequential program went on.
var errWaits = errors.New("a thread waits")

func (x *retracer) step(t *interp.Thread) error {
	if x.m.Step(t) != interp.Stepped {
		f, b, i := t.Next()
		return fmt.Errorf("%w: %s at %s b%d %d, for %s", errWaits, t.Name(), x.flat.Source.Funcs[f].Name, b, i, t.Waiting().Kind)
	}
	x.taken.AddStep(t.Name())
	return nil
}

func (x *retracer) thread(slot int) *interp.Thread {
	for _, t := range x.m.Threads() {
		if t.Name() == x.names[slot] {
			return t
		}
	}
	return nil
}

// threadNames returns the names that the interpreter gives the threads: by their
// creators, and which of the creator's threads each is. Threads that are not created
// have none.
func threadNames(flat *seqz.Flat, f *followed) []string {
	names := make([]string, len(flat.Threads))
	names[0] = "main"
	children := make([]int, len(flat.Threads))
	for _, s := range f.steps {
		if slot := flat.Threads[s.slot].Points[s.point].Creates; slot > 0 && names[slot] == "" {
			children[s.slot]++
			names[slot] = names[s.slot] + "." + strconv.Itoa(children[s.slot])
		}
	}
	return names
}

// creations returns the slots of the threads in the order of their creation.
func creations(flat *seqz.Flat, f *followed) []int {
	list := []int{0}
	for _, s := range f.steps {
		if slot := flat.Threads[s.slot].Points[s.point].Creates; slot > 0 && !slices.Contains(list, slot) {
			list = append(list, slot)
		}
	}
	return list
}

// uninitOf returns the values of bytes that had none, by the objects' names in the
// original: a site, a thread, and how many objects the thread made there before.
func uninitOf(seq *seqz.Sequential, f *followed, names []string) []trace.Uninit {
	type maker struct {
		slot int
		site ir.SiteID
	}
	count := make(map[maker]uint32)
	keys := make(map[string]trace.Object)
	for _, i := range f.births {
		o := &seq.Flat.Objects[i]
		by := maker{o.Slot, o.Site}
		keys[seq.Flat.Program.Globals[o.Global].Name] = trace.Object{Site: int(o.Site), Thread: names[o.Slot], Count: count[by]}
		count[by]++
	}
	var out []trace.Uninit
	for _, u := range f.uninit {
		name := u.Object.Global
		if o := seq.Copies[name]; o != 0 {
			g := &seq.Flat.Program.Globals[o]
			if u.Offset >= uint64(g.Size) {
				continue
			}
			name = g.Name
		}
		key, made := keys[name]
		if !made {
			key = trace.Object{Global: name}
		}
		out = append(out, trace.Uninit{Object: key, Offset: u.Offset, Value: u.Value})
	}
	return out
}
