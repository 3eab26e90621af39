package sequentialized

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// step is a step that was executed.
type step struct{ tid, step, round int }

// followed is the execution of the original that an execution of a sequential program represents.
type followed struct {
	steps  []step
	inputs [][]trace.Input // by thread
	births []int           // objects of the inlined program without initial values, as they are created
	uninit []interp.UninitByte
}

// follower observes an execution of a sequential program.
type follower struct {
	out       followed
	model     ir.DataModel
	seq       *sequential.Sequential
	flags     map[ir.GlobalID]step
	born      map[ir.GlobalID]int // by flag: the object
	chosen    map[*ir.Instr]int   // by a choice of the program: its thread
	round     int
	failed    []int   // threads that are at violations that are judged later
	kept      *prefix // the part that stays although threads are run again, once one was
	resetting bool
	clock     *clock // of a program that executes threads against positions
}

// prefix holds the lengths of lists at some time.
type prefix struct{ steps, inputs, births int }

func newFollower(seq *sequential.Sequential) *follower {
	f := &follower{seq: seq, model: seq.Program.Model, flags: make(map[ir.GlobalID]step), born: make(map[ir.GlobalID]int), chosen: make(map[*ir.Instr]int)}
	f.out.inputs = make([][]trace.Input, len(seq.Inlined.Threads))
	for i := range seq.Inlined.Objects {
		if b := seq.Inlined.Objects[i].Born; b != 0 {
			f.born[b] = i
		}
	}
	for tid := range seq.Inlined.Threads {
		for i := range seq.Inlined.Threads[tid].Steps {
			p := &seq.Inlined.Threads[tid].Steps[i]
			f.flags[p.At] = step{tid: tid, step: i}
		}
	}
	for _, in := range seq.Inputs {
		f.chosen[&seq.Program.Funcs[in.Func].Blocks[in.Block].Instrs[in.Instr]] = in.Thread
	}
	if seq.Unwound != nil {
		f.clock = &clock{unwinding: seq.Unwound, inlined: seq.Inlined, latest: make([]int, len(seq.Inlined.Threads))}
	}
	return f
}

// Observe implements interp.Observer.
func (f *follower) Observe(m *interp.Machine, _ *interp.Thread, o *interp.Observation) {
	switch o.Kind {
	case interp.ObservedWrite:
		info, ok := m.ObjectInfo(o.Object)
		if !ok || info.Global == 0 {
			return
		}
		f.wrote(info.Global, o.New.Lo)
		f.clock.wrote(info.Global, o)
	case interp.ObservedChoice:
		if tid, ok := f.chosen[o.Instr]; ok {
			reason := ir.ChooseReason(o.Instr.Sub)
			if o.Instr.Op >= ir.OpShl && o.Instr.Op <= ir.OpAShr {
				reason = ir.ChooseUninit
			}
			width := o.Instr.Type.Bits(f.model)
			f.out.inputs[tid] = append(f.out.inputs[tid], trace.Input{Reason: reason.String(), Width: width, Value: o.New})
		}
	}
}

// wrote interprets a write to a global.
func (f *follower) wrote(g ir.GlobalID, v uint64) {
	if g == f.seq.Round {
		f.round = int(v)
		return
	}
	if g == f.seq.Run {
		f.again(int(v))
		return
	}
	if f.resetting {
		return
	}
	if tid, ok := f.seq.Failed[g]; ok {
		f.failed = append(f.failed, tid)
		return
	}
	if i, ok := f.born[g]; ok && v != 0 {
		f.out.births = append(f.out.births, i)
	}
	if s, ok := f.flags[g]; ok && v == 0 {
		s.round = f.round
		f.out.steps = append(f.out.steps, s)
		f.clock.step(s)
	}
}

// again deletes the steps of a thread that is run again. The steps of main before the first such run stay.
func (f *follower) again(run int) {
	if f.resetting = run == 0; f.resetting {
		return
	}
	tid := run - 1
	if f.kept == nil {
		f.kept = &prefix{len(f.out.steps), len(f.out.inputs[0]), len(f.out.births)}
	}
	f.out.steps = without(f.out.steps, f.kept.steps, func(s step) bool { return s.tid == tid })
	f.out.births = without(f.out.births, f.kept.births, func(i int) bool { return f.seq.Inlined.Objects[i].Thread == tid })
	if tid == 0 {
		f.out.inputs[0] = f.out.inputs[0][:f.kept.inputs]
	} else {
		f.out.inputs[tid] = nil
	}
}

// without removes elements from a list, but none of the first ones.
func without[T any](list []T, first int, drop func(T) bool) []T {
	first = min(first, len(list))
	return append(list[:first], slices.DeleteFunc(list[first:], drop)...)
}

// arrange sorts the steps into the order in which the threads do them, up to the first violation.
func (f *follower) arrange() {
	if f.seq.Round == 0 {
		return
	}
	slices.SortStableFunc(f.out.steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.tid, b.tid))
	})
	end := len(f.out.steps)
	for _, tid := range f.failed {
		for i := len(f.out.steps) - 1; i >= 0; i-- {
			if f.out.steps[i].tid == tid {
				end = min(end, i+1)
				break
			}
		}
	}
	f.out.steps = f.out.steps[:end]
}

// follow runs a sequential program with the inputs of a model, in the environment that the
// model is of.
func (r *run) follow(ctx context.Context, seq *sequential.Sequential, t *trace.Trace) (*followed, error) {
	src, err := interp.TraceSource(t)
	if err != nil {
		return nil, err
	}
	f := newFollower(seq)
	m := interp.NewMachine(interp.Prepare(seq.Program), interp.Config{
		Properties: interp.PropertySet(r.problem.Property), Environment: r.problem.Environment, Source: src, Observer: f, Done: ctx.Done(),
	})
	for m.End().Kind == interp.Running && m.Step(m.Threads()[0]) == interp.Stepped {
	}
	if m.End().Kind != interp.Violated {
		return nil, fmt.Errorf("the sequential program's run ends %s: %s", m.End().Kind, m.End().Text)
	}
	f.arrange()
	if f.clock != nil {
		f.out.steps = f.clock.inOrder()
	}
	f.out.uninit = m.UninitBytes()
	return &f.out, nil
}
