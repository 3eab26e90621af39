package inclusion

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Execution holds one execution of a program, step by step. It is data: the machine that executed it is
// gone.
type Execution struct {
	Code     *interp.Code
	Property verdict.Property
	Steps    []Step   // the first has main's instructions before its first visible operation
	Threads  []Thread // by the order of creation
	Uninit   map[Byte]byte
	// Violation is the violation at the end, if any. Found is the trace to it, including the idle
	// iterations that are removed from Steps.
	Violation *interp.Violation
	Found     *trace.Trace
	Kind      verdict.Kind // of the violation, if there is one
	End       interp.End   // Running: there are later steps, which are not checked
}

// Step is a visible operation with the instructions up to the thread's next one, by this thread and by the
// threads that it creates.
type Step struct {
	Thread   int
	Func     ir.FuncID // where the operation is
	Block    ir.BlockID
	Instr    int
	Pos      ir.Pos // outside the library models
	Done     []Done // instructions that other threads could notice, the operation first
	Accesses []Access
	Spawned  []int // threads, in the order of creation
	// Choices and Blocks are, by thread, how many were made and begun with this step.
	Choices, Blocks []int
}

// Thread holds all choices and blocks of a thread.
type Thread struct {
	Name    string
	Choices []Choice
	Blocks  []Block
}

// Choice is a choice that a thread made.
type Choice struct {
	Reason ir.ChooseReason
	Width  int
	Value  wide.Word
}

// Block is a block that a thread began, with the contents of its registers.
type Block struct {
	Func  ir.FuncID
	Block ir.BlockID
	Regs  []wide.Word
}

// Byte is a byte of an object.
type Byte struct {
	Object interp.ObjectKey
	Offset uint64
}

// Done is an instruction that a thread executed.
type Done struct {
	Thread int
	Func   ir.FuncID
	Block  ir.BlockID
	Instr  int
	Pos    ir.Pos // outside the library models
	End    bool   // of the thread
}

// Access is a read or a write of bytes of an object by an operation.
type Access struct {
	Thread  int
	Write   bool
	Object  interp.ObjectKey
	Offset  uint64
	Size    uint64
	Value   wide.Word // of a pointer its bits
	Pointer bool
	Model   bool // by a library model's code
	Opaque  bool // a pointer that has no bits
}

// recorder observes a machine.
type recorder struct {
	e     *Execution
	step  *Step
	count uint64 // of instructions, at the last one of step.Done
}

// Observe implements interp.Observer.
func (r *recorder) Observe(m *interp.Machine, t *interp.Thread, o *interp.Observation) {
	th := r.thread(t)
	r.did(m, t, o)
	switch o.Kind {
	case interp.ObservedRead:
		r.access(m, t, o, false, o.Old)
	case interp.ObservedWrite:
		r.access(m, t, o, true, o.New)
	case interp.ObservedUpdate:
		r.access(m, t, o, false, o.Old)
		r.access(m, t, o, true, o.New)
	case interp.ObservedSpawn:
		r.step.Spawned = append(r.step.Spawned, o.Other.Index())
	case interp.ObservedBlock:
		f, b, _ := t.Next()
		regs := make([]wide.Word, len(r.e.Code.Program().Funcs[f].Regs))
		for i := range regs {
			regs[i] = t.Register(ir.Reg(i))
		}
		th.Blocks = append(th.Blocks, Block{f, b, regs})
	}
}

// did records an instruction that a thread executes. Those in an atomic section belong to the section.
func (r *recorder) did(m *interp.Machine, t *interp.Thread, o *interp.Observation) {
	switch o.Kind {
	case interp.ObservedChoice, interp.ObservedBlock, interp.ObservedBlocked, interp.ObservedRollback:
		return
	}
	d := Done{Thread: t.Index(), Pos: t.Where().Pos, End: o.Kind == interp.ObservedExit}
	d.Func, d.Block, d.Instr = t.Next()
	if t.InSection() && !d.End {
		return
	}
	count := m.Instructions()
	n := len(r.step.Done)
	again := n > 0 && r.step.Done[n-1] == d && (n == 1 || r.count == count)
	if r.count = count; !again {
		r.step.Done = append(r.step.Done, d)
	}
}

// thread returns the record of a thread.
func (r *recorder) thread(t *interp.Thread) *Thread {
	for len(r.e.Threads) <= t.Index() {
		r.e.Threads = append(r.e.Threads, Thread{})
	}
	th := &r.e.Threads[t.Index()]
	th.Name = t.Name()
	return th
}

func (r *recorder) access(m *interp.Machine, t *interp.Thread, o *interp.Observation, write bool, v wide.Word) {
	info, ok := m.ObjectInfo(o.Object)
	if !ok {
		return
	}
	fn, _, _ := t.Next()
	a := Access{Thread: t.Index(), Model: r.e.Code.Program().Funcs[fn].Model, Write: write, Object: info.Key, Offset: o.Offset, Size: o.Size, Value: v}
	if o.Instr != nil && o.Instr.Type.IsPtr() {
		bits, ok := m.Address(v)
		a.Value, a.Pointer, a.Opaque = wide.Word{Lo: bits}, true, !ok
	} else if o.Size <= 8 {
		a.Value.Hi = 0
	}
	r.step.Accesses = append(r.step.Accesses, a)
}

// settle records the choices and blocks that the machine knows after a step.
func (r *recorder) settle(m *interp.Machine) {
	for _, t := range m.Threads() {
		th := r.thread(t)
		for _, in := range t.Inputs()[len(th.Choices):] {
			th.Choices = append(th.Choices, Choice{in.Reason, in.Width, in.Value})
		}
		r.step.Choices = append(r.step.Choices, len(th.Choices))
		r.step.Blocks = append(r.step.Blocks, len(th.Blocks))
	}
	r.e.Steps = append(r.e.Steps, *r.step)
}

// tried adds the choices of an attempt of a section that violates the property, and that
// was taken back because it does not reach its end (semantics 4).
func (r *recorder) tried(m *interp.Machine) error {
	list := m.Violations()
	if len(list) == 0 {
		return nil
	}
	v := &list[len(list)-1]
	r.e.Kind = v.Kind
	t := m.Trace(v)
	for i := range r.e.Threads {
		th := &r.e.Threads[i]
		for _, inputs := range t.Threads {
			if inputs.Thread != th.Name {
				continue
			}
			for _, in := range inputs.Inputs[min(len(th.Choices), len(inputs.Inputs)):] {
				reason, ok := ir.ParseChooseReason(in.Reason)
				if !ok {
					return fmt.Errorf("unknown choice %q", in.Reason)
				}
				th.Choices = append(th.Choices, Choice{reason, in.Width, in.Value})
			}
		}
		if last := &r.e.Steps[len(r.e.Steps)-1]; i < len(last.Choices) {
			last.Choices[i] = len(th.Choices)
		}
	}
	for _, u := range t.Uninit {
		key := interp.ObjectKey{Global: u.Object.Global, Site: ir.SiteID(u.Object.Site), Thread: u.Object.Thread, Count: u.Object.Count}
		r.e.Uninit[Byte{key, u.Offset}] = u.Value
	}
	return nil
}

// futileError reports that a step was the last of an iteration that changed nothing.
type futileError struct {
	thread     string
	steps      uint64 // of the thread, before the iteration and with it
	last       uint64
	inputs     int
	lastInputs int
}

// Error implements error.
func (e *futileError) Error() string {
	return fmt.Sprintf("%s does its steps %d to %d in vain", e.thread, e.steps+1, e.last)
}

// record executes a trace and records the execution. If a loop of the execution waits in vain, the error is
// a *futileError.
func record(ctx context.Context, code *interp.Code, property verdict.Property, env ir.Environment, t *trace.Trace, most uint64) (*Execution, error) {
	src, err := interp.TraceSource(t)
	if err != nil {
		return nil, err
	}
	properties := interp.PropertySet(property)
	if property == verdict.Race {
		properties = 0 // else an iteration in vain is left in where its reads may race
	}
	e := &Execution{Code: code, Property: property, Uninit: make(map[Byte]byte)}
	r := &recorder{e: e, step: &Step{}}
	m := interp.NewMachine(code, interp.Config{
		Properties: properties, Environment: env, Source: src, Observer: r, Done: ctx.Done(),
		MaxSteps: most, Loops: interp.CutAwait, Blocks: true,
	})
	r.settle(m)
	if err := futile(m); err != nil {
		return nil, err
	}
	for _, s := range t.Schedule {
		for range s.Steps {
			th := m.Named(s.Thread)
			if m.End().Kind != interp.Running {
				return nil, fmt.Errorf("the execution ends before its trace: %s", m.End().Kind)
			}
			if th == nil {
				return nil, fmt.Errorf("there is no thread %s", s.Thread)
			}
			r.step = &Step{Thread: th.Index(), Pos: th.Where().Pos}
			r.step.Func, r.step.Block, r.step.Instr = th.Next()
			r.step.Done = []Done{{Thread: th.Index(), Func: r.step.Func, Block: r.step.Block, Instr: r.step.Instr, Pos: r.step.Pos}}
			if out := m.Step(th); out != interp.Stepped {
				return nil, &waitsError{uint64(len(e.Steps) - 1)}
			}
			r.settle(m)
			if err := futile(m); err != nil {
				return nil, err
			}
		}
	}
	e.End = m.End()
	if err := r.tried(m); err != nil {
		return nil, err
	}
	for _, u := range m.UninitBytes() {
		e.Uninit[Byte{u.Object, u.Offset}] = u.Value
	}
	return e, nil
}

// waitsError reports that a thread waits at a step of a trace, because of an iteration in vain inside an
// atomic section.
type waitsError struct{ steps uint64 } // done before

// Error implements error.
func (e *waitsError) Error() string { return "a thread of the trace has to wait" }

// futile returns a *futileError if a thread was stopped for waiting in vain.
func futile(m *interp.Machine) error {
	for _, t := range m.Threads() {
		if steps, inputs, ok := t.SideEffectFree(); ok {
			return &futileError{thread: t.Name(), steps: steps, last: t.Steps(), inputs: inputs, lastInputs: len(t.Inputs())}
		}
	}
	return nil
}

// without returns a trace without the steps and choices of an iteration.
func without(t *trace.Trace, f *futileError) *trace.Trace {
	out := *t
	out.Schedule, out.Threads = nil, slices.Clone(t.Threads)
	done := uint64(0)
	for _, s := range t.Schedule {
		for range s.Steps {
			if s.Thread == f.thread {
				if done++; done > f.steps && done <= f.last {
					continue
				}
			}
			out.AddStep(s.Thread)
		}
	}
	for i := range out.Threads {
		if th := &out.Threads[i]; th.Thread == f.thread {
			th.Inputs = append(slices.Clone(th.Inputs[:f.inputs]), th.Inputs[min(f.lastInputs, len(th.Inputs)):]...)
		}
	}
	return &out
}

// threadAt returns whose step the n-th of a trace is, from 0.
func threadAt(t *trace.Trace, n uint64) string {
	for _, s := range t.Schedule {
		if n < s.Steps {
			return s.Thread
		}
		n -= s.Steps
	}
	return ""
}

// prefix returns the first steps of a trace.
func prefix(t *trace.Trace, steps uint64) *trace.Trace {
	out := *t
	out.Schedule, out.Failure = nil, nil
	for _, s := range t.Schedule {
		for range min(s.Steps, steps) {
			out.AddStep(s.Thread)
		}
		steps -= min(s.Steps, steps)
	}
	return &out
}
