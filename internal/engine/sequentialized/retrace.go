package sequentialized

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/engine/record"
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/solver"
)

// decode turns a model into a trace of the original program.
func (r *run) decode(ctx context.Context, seq *sequential.Sequential, g *event.Graph, host solver.Solver) (*trace.Trace, error) {
	t := inputs(g, host)
	f, err := r.follow(context.WithoutCancel(ctx), seq, t)
	if err != nil {
		return nil, err
	}
	return r.retrace(seq, f)
}

// retracer drives the original program.
type retracer struct {
	m       *interp.Machine
	inlined *sequential.Inlined
	names   []string
	rest    [][]sequential.InstrAt // by thread: the visible operations of the points to come
	taken   trace.Trace
	// passed holds the instructions that a thread has executed since its last matched step. A step of the
	// sequential program may be no visible operation for the interpreter.
	passed interp.Passed
}

// errUndefined is the error for undefined behaviour of the original that the sequential program does not
// model: it has no lifetimes of objects, and does not know which numbers are no threads.
var errUndefined = errors.New("undefined behaviour")

// retrace runs the original with the inputs of an execution of the sequential
// program, each thread to where its steps end, and returns the trace.
func (r *run) retrace(seq *sequential.Sequential, f *followed) (*trace.Trace, error) {
	inlined := seq.Inlined
	x := &retracer{inlined: inlined, names: threadNames(inlined, f), rest: make([][]sequential.InstrAt, len(inlined.Threads)), passed: make(interp.Passed)}
	var given trace.Trace
	created := creations(inlined, f)
	for tid, list := range f.inputs {
		// A thread is known by its place in the order of creation there, here by its number.
		for i := range list {
			if in := &list[i]; in.Reason == ir.ChooseWake.String() && in.Value.Lo < uint64(len(created)) {
				in.Value.Lo = uint64(record.Number(x.names[created[in.Value.Lo]]))
			}
		}
		if x.names[tid] != "" {
			given.Threads = append(given.Threads, trace.ThreadInputs{Thread: x.names[tid], Inputs: list})
		}
	}
	given.Uninit = uninitOf(seq, f, x.names)
	src, err := interp.TraceSource(&given)
	if err != nil {
		return nil, err
	}
	x.m = interp.NewMachine(r.problem.Code(), interp.Config{Properties: interp.PropertySet(r.problem.Property), Environment: r.problem.Environment, Source: src, Observer: x.passed})
	var steps []step
	for _, s := range f.steps {
		if p := &inlined.Threads[s.tid].Steps[s.step]; !p.Silent {
			steps = append(steps, s)
			x.rest[s.tid] = append(x.rest[s.tid], p.Origin)
		}
	}
	for _, s := range steps {
		if err := x.advance(s.tid); err != nil {
			if len(given.Uninit) > 0 && x.joins() {
				err = fmt.Errorf("%w: a thread joins a number that may be unwritten", errUndefined)
			}
			return nil, err
		}
	}
	if len(f.steps) > 0 && x.m.End().Kind == interp.Running {
		if err := x.end(f.steps[len(f.steps)-1].tid); err != nil {
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

// advance executes a thread until it is past the visible operation of its next step, if the interpreter has
// one there.
func (x *retracer) advance(tid int) error {
	want := x.rest[tid][0]
	x.rest[tid] = x.rest[tid][1:]
	for x.m.End().Kind == interp.Running {
		t := x.thread(tid)
		if t == nil {
			return fmt.Errorf("thread %d of the inlined program is not created", tid)
		}
		if x.forget(t, want) || t.State() != interp.Ready {
			return nil
		}
		f, b, i := t.Next()
		here := sequential.InstrAt{Func: f, Block: b, Instr: i}
		if i == len(x.inlined.Source.Funcs[f].Blocks[b].Instrs) && want == (sequential.InstrAt{}) {
			return x.step(t)
		}
		if here == want {
			x.passed[t] = x.passed[t][:0]
			err := x.step(t)
			x.forget(t, want)
			return err
		}
		if slices.Contains(x.rest[tid], here) {
			return nil
		}
		switch err := x.step(t); {
		case errors.Is(err, errWaits):
			return nil // the step's operation was none for the interpreter, and the next one cannot be done
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
		for _, b := range x.inlined.Source.Funcs[f].Blocks {
			if slices.ContainsFunc(b.Instrs, isJoin) {
				return true
			}
		}
	}
	return false
}

// forget reports whether a thread has executed an operation, and deletes it and all earlier ones from
// passed.
func (x *retracer) forget(t *interp.Thread, at sequential.InstrAt) bool {
	if at == (sequential.InstrAt{}) || at.Instr >= len(x.inlined.Source.Funcs[at.Func].Blocks[at.Block].Instrs) {
		return false
	}
	i := slices.Index(x.passed[t], &x.inlined.Source.Funcs[at.Func].Blocks[at.Block].Instrs[at.Instr])
	x.passed[t] = x.passed[t][i+1:]
	return i >= 0
}

// end lets a thread run on until the violation: it may be an operation of its own for
// the interpreter, after the last step.
func (x *retracer) end(tid int) error {
	for range maxSteps {
		t := x.thread(tid)
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

// errWaits is the error for a thread that waits where it continued in the sequential program.
var errWaits = errors.New("a thread waits")

func (x *retracer) step(t *interp.Thread) error {
	if x.m.Step(t) != interp.Stepped {
		f, b, i := t.Next()
		return fmt.Errorf("%w: %s at %s b%d %d, for %s", errWaits, t.Name(), x.inlined.Source.Funcs[f].Name, b, i, t.Waiting().Kind)
	}
	x.taken.AddStep(t.Name())
	return nil
}

func (x *retracer) thread(tid int) *interp.Thread {
	for _, t := range x.m.Threads() {
		if t.Name() == x.names[tid] {
			return t
		}
	}
	return nil
}

// threadNames returns the names that the interpreter gives the threads: by their
// creators, and which of the creator's threads each is. Threads that are not created
// have none.
func threadNames(inlined *sequential.Inlined, f *followed) []string {
	names := make([]string, len(inlined.Threads))
	names[0] = "main"
	children := make([]int, len(inlined.Threads))
	for _, s := range f.steps {
		if tid := inlined.Threads[s.tid].Steps[s.step].Creates; tid > 0 && names[tid] == "" {
			children[s.tid]++
			names[tid] = names[s.tid] + "." + strconv.Itoa(children[s.tid])
		}
	}
	return names
}

// creations returns the threads in the order of their creation.
func creations(inlined *sequential.Inlined, f *followed) []int {
	list := []int{0}
	for _, s := range f.steps {
		if tid := inlined.Threads[s.tid].Steps[s.step].Creates; tid > 0 && !slices.Contains(list, tid) {
			list = append(list, tid)
		}
	}
	return list
}

// uninitOf returns the values of bytes that had none, by the objects' names in the
// original: a site, a thread, and how many objects the thread made there before.
func uninitOf(seq *sequential.Sequential, f *followed, names []string) []trace.Uninit {
	type maker struct {
		tid  int
		site ir.SiteID
	}
	count := make(map[maker]uint32)
	keys := make(map[string]trace.Object)
	for _, i := range f.births {
		o := &seq.Inlined.Objects[i]
		by := maker{o.Thread, o.Site}
		keys[seq.Inlined.Program.Globals[o.Global].Name] = trace.Object{Site: int(o.Site), Thread: names[o.Thread], Count: count[by]}
		count[by]++
	}
	var out []trace.Uninit
	for _, u := range f.uninit {
		name := u.Object.Global
		if o := seq.Copies[name]; o != 0 {
			g := &seq.Inlined.Program.Globals[o]
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
