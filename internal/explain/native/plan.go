package native

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Plan is a trace in a form that a compiled program can follow: the order of visible operations and
// their threads, in terms that the program has as well.
type Plan struct {
	Model   ir.DataModel
	Failure trace.Failure
	Race    *Race // the two accesses; nil: the failure is no race
	Threads []ThreadPlan
	Objects []Object
	// Externals lists the undefined functions.
	Externals []External
	Start     Start
	// Returned are the objects to which undefined functions return pointers.
	Returned []Given
}

// ThreadPlan holds the operations and inputs of one thread, in order.
type ThreadPlan struct {
	Name    string
	Anchors []Anchor
	Inputs  []Input
}

// AnchorKind is the form in which a visible operation appears in a compiled program.
type AnchorKind uint8

// The kinds of anchor.
const (
	Reads   AnchorKind = iota // of Object at Offset
	Writes                    // the same place
	Updates                   // the same place; also matches any access
	Calls                     // the library function Call
	Enters                    // an atomic section of the program
	Ends                      // the thread
)

// Anchor is a visible operation, at which the runtime compares the compiled program with
// its trace.
type Anchor struct {
	Step   int // of the schedule, from 1
	Kind   AnchorKind
	File   string
	Line   int    // from 1; 0: no place
	Call   string // the library function that is called, or that does the access; empty: none
	Object int    // index of Plan.Objects, from 1; 0: none is accessed
	Offset uint64
	Size   uint64
	Alone  bool // a wait that ends without a signal: spuriously, or because its time is up
}

// Object is memory that anchors access.
type Object struct {
	Global string // its name; empty: no global
	Size   uint64 // bytes
	Uninit []Byte // values of bytes that are read before they are written
}

// Byte is a byte of an object.
type Byte struct {
	Offset uint64
	Value  byte
}

// Input is a value that a thread was given, in order of the calls of the same name.
type Input struct {
	Call string // the library function; for a choice of the environment, its reason; empty: a value that the program requests itself
	wide.Word
	Object int // of a pointer to a new object: index of Plan.Returned, from 1, and Lo is the offset; 0: none
}

// Race has the accesses of a data race.
type Race struct{ First, Second Access }

// Access is one of two accesses that race.
type Access struct {
	Thread string
	File   string
	Line   int
}

// External is an undefined function, with the type of its result.
type External struct {
	Name   string
	Result ir.Type
}

// Checks are the checks whose violations a compiled program can show.
const Checks = verdict.StatedCheck | verdict.PairCheck | verdict.WaitCheck | verdict.AccessCheck | verdict.HeapCheck

// NewPlan replays a trace that leads to a failure and records the data that a compiled program needs
// to follow it. An error means that the trace does not replay (an *interp.MisfitError, wrapped) or
// that the context ended.
func NewPlan(ctx context.Context, code *interp.Code, t *trace.Trace) (*Plan, error) {
	if t.Failure == nil {
		return nil, fmt.Errorf("native: the trace leads to no failure")
	}
	if property, err := verdict.ParseProperty(t.Failure.Property); err != nil || !property.Is(Checks) {
		return nil, &PropertyError{t.Failure.Property}
	}
	if t.Memory != "" {
		return nil, &MemoryError{t.Memory}
	}
	p := &planner{prog: code.Program(), entry: entryOf(code.Program()), objects: make(map[interp.ObjectKey]int), threads: make(map[string]int)}
	p.plan.Model, p.plan.Failure = p.prog.Model, *t.Failure
	p.schedule = t.Schedule
	res, err := interp.ReplayCode(ctx, code, t, interp.ReplayOptions{Observer: p, Stepped: p.stepped})
	if err != nil {
		return nil, fmt.Errorf("native: %w", err)
	}
	if v := res.Violation; v.First != nil {
		p.plan.Race = &Race{p.access(v.First.Thread, v.First.Pos), p.access(v.Thread, v.Pos)}
	}
	for _, u := range t.Uninit {
		key := interp.ObjectKey{Global: u.Global, Site: ir.SiteID(u.Site), Thread: u.Thread, Count: u.Count}
		if i := p.objects[key]; i > 0 {
			o := &p.plan.Objects[i-1]
			o.Uninit = append(o.Uninit, Byte{u.Offset, u.Value})
		}
		if i := slices.Index(p.returnedKeys, key); i >= 0 {
			o := &p.plan.Returned[i]
			o.Bytes = append(o.Bytes, Byte{u.Offset, u.Value})
		}
	}
	if !p.started {
		p.plan.Start = Start{Main: true, Arguments: []Given{{Size: uint64(len(programName) + 1)}}}
	}
	p.plan.Start.fill(t.Uninit)
	for id := range p.prog.Funcs {
		if f := &p.prog.Funcs[id]; f.External != "" {
			p.plan.Externals = append(p.plan.Externals, External{f.Name, f.Result})
		}
	}
	return &p.plan, nil
}

// MemoryError is the error for a trace with reads that sequential consistency does not allow.
type MemoryError struct{ Memory string }

// Error names the memory model.
func (e *MemoryError) Error() string {
	return "a compiled program does not follow the reads of a trace under " + e.Memory + "; heddle replay without --native does"
}

// PropertyError is the error for a property whose violations a compiled program cannot show.
type PropertyError struct{ Property string }

// Error names the property and the supported properties.
func (e *PropertyError) Error() string {
	return fmt.Sprintf("found a trace of %s, expected one of %v", e.Property, Checks.Names())
}

// planner observes a replay and writes its plan.
type planner struct {
	plan     Plan
	prog     *ir.Program
	schedule []trace.Segment // from the present step on
	done     uint64          // steps of the first segment
	steps    int             // done, of all
	begun    bool
	next     Anchor // of the step that is being done
	section  bool   // it is a section of the program
	single   bool   // it is a single access, not a whole library function
	seen     bool   // it accessed next.Object
	inputs   []heard
	entry    ir.FuncID
	started  bool // entry was entered
	objects  map[interp.ObjectKey]int
	threads  map[string]int // index of Plan.Threads

	returnedKeys []interp.ObjectKey // of Plan.Returned
}

// heard is an input of a thread in a step that may be undone.
type heard struct {
	thread string
	Input
}

// thread returns the plan of a thread.
func (p *planner) thread(name string) *ThreadPlan {
	i, ok := p.threads[name]
	if !ok {
		i = len(p.plan.Threads)
		p.threads[name] = i
		p.plan.Threads = append(p.plan.Threads, ThreadPlan{Name: name})
	}
	return &p.plan.Threads[i]
}

func (p *planner) access(thread string, pos ir.Pos) Access {
	at := pos.In(p.prog.Files, "")
	return Access{thread, at.File, at.Line}
}

// stepped ends a step, and records the instruction at which the thread of the next step is.
func (p *planner) stepped(m *interp.Machine, t *interp.Thread) {
	for _, in := range p.inputs {
		th := p.thread(in.thread)
		th.Inputs = append(th.Inputs, in.Input)
	}
	p.inputs = p.inputs[:0]
	if p.begun {
		if th := p.thread(t.Name()); p.isAnchor(th) {
			th.Anchors = append(th.Anchors, p.next)
		}
		p.steps++
		if p.done++; p.done == p.schedule[0].Steps {
			p.schedule, p.done = p.schedule[1:], 0
		}
	}
	p.begun = true
	if len(p.schedule) == 0 {
		return
	}
	if next := m.Named(p.schedule[0].Thread); next != nil && m.End().Kind == interp.Running {
		p.stand(next)
	}
}

// stand describes the next operation of a thread, in the program's terms.
func (p *planner) stand(t *interp.Thread) {
	call, rest := outsideModels(t.Stack())
	p.next = Anchor{Step: p.steps + 1, Kind: Calls, Call: call.Func}
	p.section, p.single, p.seen = false, false, false
	if len(rest) > 0 {
		at := rest[0].Pos.In(p.prog.Files, "")
		p.next.File, p.next.Line = at.File, at.Line
	}
	fn, b, i := t.Next()
	block := &p.prog.Funcs[fn].Blocks[b]
	if i >= len(block.Instrs) {
		if block.Term.Op == ir.TermRet {
			p.next.Kind = Ends
		}
		return
	}
	switch in := &block.Instrs[i]; in.Op {
	case ir.OpAtomicBegin:
		if ir.SectionKind(in.Sub) == ir.UserSection {
			p.next.Kind, p.section = Enters, true
		}
	case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		p.single = true
	case ir.OpFence:
		p.next.Call = fence
	case ir.OpLeave:
		if f := &p.prog.Funcs[fn]; !f.Model && returns(f, b, i) {
			p.next.Call = returning + f.Name[strings.LastIndexByte(f.Name, ':')+1:]
		}
	}
}

// returning begins the call of an anchor that is the end of a function's variables.
const returning = "return of "

// returns reports whether a function does nothing from an instruction on but end the lives of its variables.
func returns(f *ir.Func, b ir.BlockID, i int) bool {
	for range len(f.Blocks) {
		for _, in := range f.Blocks[b].Instrs[i:] {
			if in.Op != ir.OpLeave {
				return false
			}
		}
		term := &f.Blocks[b].Term
		if term.Op != ir.TermBr {
			return term.Op == ir.TermRet
		}
		b, i = term.Targets[0], 0
	}
	return false
}

// isAnchor reports whether a compiled program shows the step, which no anchor is of yet: of the variables of a
// function that returns the first one stands for all.
func (p *planner) isAnchor(th *ThreadPlan) bool {
	switch {
	case p.next.Kind != Calls || isInterposed(p.next.Call):
		return true
	case !strings.HasPrefix(p.next.Call, returning):
		return false
	}
	n := len(th.Anchors)
	return n == 0 || th.Anchors[n-1].Call != p.next.Call
}

// fence is the call of fences of all kinds.
const fence = "fence"

// Observe implements interp.Observer.
func (p *planner) Observe(m *interp.Machine, t *interp.Thread, o *interp.Observation) {
	switch o.Kind {
	case interp.ObservedRollback:
		p.inputs, p.seen = p.inputs[:0], false
		return
	case interp.ObservedBlock:
		if id, b, _ := t.Next(); id == p.entry && b == 1 && !p.started {
			p.starts(m, t, &p.prog.Funcs[id])
		}
		p.returned(m, t)
		return
	case interp.ObservedChoice:
		p.chose(t, o)
		return
	case interp.ObservedExit, interp.ObservedHalt:
		p.ended(t, o.Kind)
		return
	}
	if p.section || p.seen || !p.doing(t) {
		return
	}
	kind, ok := accessKinds[o.Kind]
	info, known := m.ObjectInfo(o.Object)
	if !ok || !known || !o.Shared || info.Model || info.Function || p.next.Call != "" && isInterposed(p.next.Call) && !p.single {
		return
	}
	if o.Bookkeeping {
		kind = Updates
	}
	p.seen = true
	p.next.Kind, p.next.Object, p.next.Offset, p.next.Size = kind, p.object(&info), o.Offset, o.Size
}

// ended notes that the step is the end of the thread or of the process.
func (p *planner) ended(t *interp.Thread, kind interp.ObservedKind) {
	if !p.doing(t) {
		return
	}
	p.next.Kind, p.next.Call = Ends, ""
	if kind == interp.ObservedHalt {
		p.next.Kind, p.next.Call = Calls, "exit"
	}
}

// doing reports whether a thread does the present step.
func (p *planner) doing(t *interp.Thread) bool {
	return p.begun && len(p.schedule) > 0 && t.Name() == p.schedule[0].Thread
}

var accessKinds = map[interp.ObservedKind]AnchorKind{
	interp.ObservedRead: Reads, interp.ObservedWrite: Writes, interp.ObservedUpdate: Updates, interp.ObservedFault: Updates,
}

// object returns the number of an object.
func (p *planner) object(info *interp.ObjectInfo) int {
	i, ok := p.objects[info.Key]
	if !ok {
		p.plan.Objects = append(p.plan.Objects, Object{Global: info.Key.Global, Size: info.Size})
		i = len(p.plan.Objects)
		p.objects[info.Key] = i
	}
	return i
}

// chose records a choice: a value that a library function returned, or a choice of the environment.
func (p *planner) chose(t *interp.Thread, o *interp.Observation) {
	reason := ir.ChooseReason(o.Instr.Sub)
	call, _ := outsideModels(t.Stack())
	name := call.Func
	if id, _, _ := t.Next(); id == p.prog.Start || p.prog.Funcs[id].External != "" {
		return // it is part of the entry function's arguments, or of the function's result
	}
	switch {
	case reason.IsSpurious(), reason == ir.ChooseTimeout:
		p.next.Alone = p.next.Alone || o.New.Lo != 0
		return
	case reason.IsEnvironment():
		name = reason.String()
	case reason != ir.ChooseNondet && reason != ir.ChooseIO:
		return
	}
	p.inputs = append(p.inputs, heard{t.Name(), Input{Call: name, Word: o.New}})
}

// returned records the value that an undefined function returns.
func (p *planner) returned(m *interp.Machine, t *interp.Thread) {
	id, b, _ := t.Next()
	fn := &p.prog.Funcs[id]
	term := &fn.Blocks[b].Term
	if fn.External == "" || term.Op != ir.TermRet || !term.HasArg {
		return
	}
	in := Input{Call: fn.Name}
	if term.Arg.IsConst() {
		c := fn.Consts[term.Arg.Const()]
		in.Word = c.Word
	} else {
		v := t.Register(term.Arg.Reg())
		in.Word = v
		if info, ok := m.ObjectInfo(v.Hi); fn.Result.IsPtr() && ok {
			p.plan.Returned, p.returnedKeys = append(p.plan.Returned, Given{Size: info.Size}), append(p.returnedKeys, info.Key)
			in.Hi, in.Object = 0, len(p.plan.Returned)
		}
	}
	p.inputs = append(p.inputs, heard{t.Name(), in})
}

// outsideModels splits a stack, innermost first, at the innermost frame outside of the library models.
// It returns the library function that was called there, if any, and the frames from there on without
// models.
func outsideModels(stack []interp.Location) (call interp.Location, rest []interp.Location) {
	for _, l := range stack {
		switch {
		case !l.Model:
			rest = append(rest, l)
		case len(rest) == 0:
			call = l
		}
	}
	return call, rest
}

// waits are the threads of a deadlock.
func (p *Plan) waits() []string {
	if p.Failure.Property != verdict.Deadlock.String() {
		return nil
	}
	return slices.Clone(p.Failure.Threads)
}
