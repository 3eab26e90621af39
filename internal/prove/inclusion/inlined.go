package inclusion

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Inlined is the model of the inlined program (package sequential), with which all sequentialisations
// begin. Its steps are called in the order in which the execution does their operations.
type Inlined struct {
	inlined *sequential.Inlined
	code    *interp.Code // calls the steps that its input names
	steps   []threadStep // from 1, as the start function numbers them
	number  [][]int      // by thread, step: index in steps
	flags   map[ir.GlobalID]threadStep
	places  []map[sequential.InstrAt]bool // by thread: of steps
	births  map[ir.GlobalID]int           // by flag: the object
	of      map[*ir.Instr]int             // by an instruction that asks for an input: the thread
	marks   map[*ir.Instr]int             // by an instruction before a mark: the index in inlined.Marks
	which   *ir.Instr                     // asks for the next step
}

// threadStep names a step.
type threadStep struct{ tid, step int }

// NewInlined prepares an inlined program.
func NewInlined(inlined *sequential.Inlined) *Inlined {
	m := &Inlined{
		inlined: inlined, steps: make([]threadStep, 1), number: make([][]int, len(inlined.Threads)), flags: make(map[ir.GlobalID]threadStep),
		births: make(map[ir.GlobalID]int), of: make(map[*ir.Instr]int), marks: make(map[*ir.Instr]int),
	}
	seq := sequential.NewSequential(inlined)
	for tid := range inlined.Threads {
		m.number[tid] = make([]int, len(inlined.Threads[tid].Steps))
		m.places = append(m.places, make(map[sequential.InstrAt]bool))
		for i := range inlined.Threads[tid].Steps {
			at := threadStep{tid, i}
			m.number[tid][i] = len(m.steps)
			m.steps = append(m.steps, at)
			m.places[tid][inlined.Threads[tid].Steps[i].Origin] = true
			m.flags[inlined.Threads[tid].Steps[i].At] = at
			m.findMarks(&seq.Program.Funcs[inlined.Threads[tid].Steps[i].Func])
		}
	}
	for i := range inlined.Objects {
		if b := inlined.Objects[i].Born; b != 0 {
			m.births[b] = i
		}
	}
	for _, in := range seq.Inputs {
		m.of[&seq.Program.Funcs[in.Func].Blocks[in.Block].Instrs[in.Instr]] = in.Thread
	}
	m.start(seq)
	m.code = interp.Prepare(seq.Program)
	return m
}

// findMarks finds the choices of a step before marks.
func (m *Inlined) findMarks(fn *ir.Func) {
	for b := range fn.Blocks {
		blk := &fn.Blocks[b]
		if n := len(blk.Instrs); n > 0 && blk.Instrs[n-1].Op == ir.OpChoose && blk.Term.Op == ir.TermCondBr {
			to := &fn.Blocks[blk.Term.Targets[0]]
			if len(to.Instrs) > 0 && to.Instrs[0].Mark != 0 {
				m.marks[&blk.Instrs[n-1]] = int(to.Instrs[0].Mark) - 1
			}
		}
	}
}

// start adds the start function. It sets the flag of main's first step and calls the steps that its input
// names, until the input is 0.
func (m *Inlined) start(seq *sequential.Sequential) {
	b := seq.NewFunc("member")
	b.StoreGlobal(m.inlined.Threads[0].Steps[0].At, b.Int(ir.I8, 1))
	loop := b.NewBlock()
	b.Br(loop)
	b.SetBlock(loop)
	which := b.ChooseRange(b.Int(ir.I32, 0), b.Int(ir.I32, uint64(len(m.steps)-1)), ir.ChooseNondet)
	b.SwitchEach(which, len(m.steps), func(i int) {
		if i == 0 {
			b.Halt(b.Int(ir.I32, 0))
		} else {
			b.Call(m.inlined.Threads[m.steps[i].tid].Steps[m.steps[i].step].Func, ir.NoType)
		}
	})
	b.Br(loop)
	seq.Program.Start = seq.AddFunc(b)
	m.which = &seq.Program.Funcs[seq.Program.Start].Blocks[loop].Instrs[0]
}

// Check implements Model.
func (m *Inlined) Check(ctx context.Context, e *Execution) (*Outcome, error) {
	c := &caller{model: m, e: e, standing: make([]int, len(m.inlined.Threads)), tids: []int{0}, took: make([]int, len(m.inlined.Threads)),
		cut: make([]*verdict.Mark, len(m.inlined.Threads))}
	for i := range c.standing {
		c.standing[i] = none
	}
	c.m = interp.NewMachine(m.code, interp.Config{
		Properties: interp.PropertySet(e.Property), Environment: ^ir.Environment(0), Source: c, Observer: c, Done: ctx.Done(),
	})
	for c.m.End().Kind == interp.Running && c.m.Step(c.m.Threads()[0]) == interp.Stepped {
	}
	return c.judge()
}

// none is the position of a thread that stands at no step.
const none = -1

// caller follows one execution. It answers the choices of the inlined program.
type caller struct {
	model    *Inlined
	e        *Execution
	m        *interp.Machine
	standing []int // by thread: the step that it stands at
	tids     []int // by the execution's thread
	took     []int // by thread: choices that were made
	cut      []*verdict.Mark
	born     []int // objects of the inlined program, as they are created
	at, did  int   // the next of Steps[at].Done
	calls    int   // the step that was called last
	caught   error
	over     bool
	outcome  Outcome
}

func (c *caller) lost(d *Done, format string, args ...any) error {
	return &LostError{Model: "inlined program", Step: max(0, c.at-1), Thread: c.e.Threads[d.Thread].Name,
		Place: d.Pos.Text(c.e.Code.Program().Files), Msg: fmt.Sprintf(format, args...), Execution: c.e}
}

// step returns where a thread stands; nil: nowhere.
func (c *caller) step(tid int) *sequential.Step {
	if c.standing[tid] == none {
		return nil
	}
	return &c.model.inlined.Threads[tid].Steps[c.standing[tid]]
}

// call counts a step of a thread, and returns the step's number.
func (c *caller) call(tid int) int {
	c.outcome.Steps++
	c.calls = c.model.number[tid][c.standing[tid]]
	return c.calls
}

// next returns the number of the point to call; 0: none.
func (c *caller) next() int {
	for tid := range c.standing {
		if p := c.step(tid); p != nil && p.Silent {
			return c.call(tid)
		}
	}
	for ; c.at < len(c.e.Steps); c.at, c.did = c.at+1, 0 {
		st := &c.e.Steps[c.at]
		for c.did < len(st.Done) {
			d := &st.Done[c.did]
			c.did++
			tid, known := c.tid(d.Thread)
			if !known {
				continue
			}
			switch p := c.step(tid); {
			case p != nil && c.isAt(p, d):
				if p.Creates > 0 {
					c.creates(p, st)
				}
				return c.call(tid)
			case c.cut[tid] != nil:
				c.outcome.Cut, c.over = c.cut[tid], true
				return 0
			case c.did == 1 && c.at > 0 && c.required(tid, st) && !c.last():
				c.caught = c.lost(d, "the inlined program %s", c.whereText(p))
				return 0
			}
		}
	}
	return 0
}

func (c *caller) last() bool {
	return c.at == len(c.e.Steps)-1 && c.e.End.Kind != interp.Running
}

func (c *caller) whereText(p *sequential.Step) string {
	if p == nil {
		return "has nothing more for the thread to do"
	}
	if p.Origin == (sequential.InstrAt{}) {
		return "is at the end of the thread"
	}
	fn := &c.e.Code.Program().Funcs[p.Origin.Func]
	pos := fn.Blocks[p.Origin.Block].Term.Pos
	if list := fn.Blocks[p.Origin.Block].Instrs; p.Origin.Instr < len(list) {
		pos = list[p.Origin.Instr].Pos
	}
	return fmt.Sprintf("is before the operation of %s at %s", fn.Name, pos.Text(c.e.Code.Program().Files))
}

// tid returns the index of a thread of the execution, if it has one.
func (c *caller) tid(thread int) (int, bool) {
	if thread < len(c.tids) && c.tids[thread] >= 0 {
		return c.tids[thread], true
	}
	return 0, false
}

// isAt reports whether an instruction is the operation of a step.
func (c *caller) isAt(p *sequential.Step, d *Done) bool {
	if p.Origin == (sequential.InstrAt{}) {
		return d.End
	}
	return p.Origin == sequential.InstrAt{Func: d.Func, Block: d.Block, Instr: d.Instr}
}

// required reports whether the inlined program must have a step of the execution. It has no ends of
// lifetimes, and need not have reads of memory that no other thread writes: it may know the contents.
func (c *caller) required(tid int, st *Step) bool {
	list := c.e.Code.Program().Funcs[st.Func].Blocks[st.Block].Instrs
	if st.Instr >= len(list) {
		return false
	}
	switch list[st.Instr].Op {
	case ir.OpLoad:
		return c.model.places[tid][sequential.InstrAt{Func: st.Func, Block: st.Block, Instr: st.Instr}] && slices.ContainsFunc(st.Accesses, c.othersWrite)
	case ir.OpStore, ir.OpRMW, ir.OpCmpXchg, ir.OpAtomicBegin, ir.OpSpawn, ir.OpJoin, ir.OpAcquire:
		return true
	}
	return false
}

// othersWrite reports whether threads other than that of an access write to its bytes in the execution.
func (c *caller) othersWrite(a Access) bool {
	for i := range c.e.Steps {
		for _, w := range c.e.Steps[i].Accesses {
			if w.Write && w.Thread != a.Thread && w.Object == a.Object && w.Offset < a.Offset+a.Size && a.Offset < w.Offset+w.Size {
				return true
			}
		}
	}
	return false
}

// creates records which thread of the inlined program a thread of the execution is, when a step creates it.
func (c *caller) creates(p *sequential.Step, st *Step) {
	for _, t := range st.Spawned {
		for len(c.tids) <= t {
			c.tids = append(c.tids, none)
		}
		if c.tids[t] == none {
			c.tids[t] = p.Creates
			return
		}
	}
}

// Choose implements interp.Source.
func (c *caller) Choose(ch interp.Choice) (wide.Word, error) {
	if ch.Instr == c.model.which {
		if c.caught != nil || c.over {
			return wide.Word{}, nil
		}
		return wide.Word{Lo: uint64(c.next())}, nil
	}
	tid, input := c.model.of[ch.Instr]
	if !input {
		if i, ok := c.model.marks[ch.Instr]; ok {
			c.cut[c.model.steps[c.calls].tid] = &c.model.inlined.Marks[i]
		}
		return least(ch), nil
	}
	for thread, s := range c.tids {
		if s != tid {
			continue
		}
		list := c.e.Threads[thread].Choices
		if c.took[tid] >= len(list) {
			break // the execution ends before
		}
		have := list[c.took[tid]]
		if have.Reason != ch.Reason && c.caught == nil && c.cut[tid] == nil {
			c.caught = c.lost(&Done{Thread: thread}, "the execution chooses for %s, the inlined program for %s", have.Reason, ch.Reason)
		}
		c.took[tid]++
		v := have.Value
		if have.Reason == ir.ChooseWake {
			for i := range c.e.Threads {
				if numberOf(c.e.Threads[i].Name) == v.Lo {
					v.Lo = uint64(i)
					break
				}
			}
		}
		return v, nil
	}
	return least(ch), nil
}

// least returns the least answer to a choice.
func least(ch interp.Choice) wide.Word {
	switch {
	case ch.Range:
		return wide.Word{Lo: ch.Lo}
	case ch.Bits != 0:
		low := uint64(0)
		for ch.Bits>>low&1 == 0 {
			low++
		}
		return wide.Word{Lo: low}
	}
	return wide.Word{}
}

// Uninit implements interp.Source.
func (c *caller) Uninit(key interp.ObjectKey, offset uint64) (byte, error) {
	count := make(map[threadStep]uint32) // by thread and site
	for _, i := range c.born {
		o := &c.model.inlined.Objects[i]
		by := threadStep{o.Thread, int(o.Site)}
		if c.model.inlined.Program.Globals[o.Global].Name == key.Global {
			for thread, tid := range c.tids {
				if tid == o.Thread {
					k := interp.ObjectKey{Site: o.Site, Thread: c.e.Threads[thread].Name, Count: count[by]}
					return c.e.Uninit[Byte{k, offset}], nil
				}
			}
		}
		count[by]++
	}
	return c.e.Uninit[Byte{key, offset}], nil
}

// Observe implements interp.Observer.
func (c *caller) Observe(m *interp.Machine, _ *interp.Thread, o *interp.Observation) {
	if o.Kind != interp.ObservedWrite && o.Kind != interp.ObservedUpdate {
		return
	}
	info, ok := m.ObjectInfo(o.Object)
	if !ok || info.Global == 0 {
		return
	}
	if at, ok := c.model.flags[info.Global]; ok {
		switch {
		case o.New.Lo != 0:
			c.standing[at.tid] = at.step
		case c.standing[at.tid] == at.step:
			c.standing[at.tid] = none
		}
		return
	}
	if i, ok := c.model.births[info.Global]; ok && o.New.Lo != 0 {
		c.born = append(c.born, i)
		return
	}
	c.compare(info, o)
}

// compare compares a write to a global of the program with the execution.
func (c *caller) compare(info interp.ObjectInfo, o *interp.Observation) {
	if int(info.Global) >= len(c.model.inlined.Source.Globals) || info.Model || o.Instr == nil || o.Instr.Type.IsPtr() || c.caught != nil ||
		c.at >= len(c.e.Steps) || c.last() {
		return
	}
	bits := uint64(c.model.inlined.Source.Model.PtrBits())
	if o.Size == bits/8 && o.New.Lo>>16 != 0 {
		return // perhaps an address, which is another one here
	}
	st := &c.e.Steps[c.at]
	tid := c.model.steps[c.calls].tid
	for thread, s := range c.tids {
		if s != tid {
			continue
		}
		for i := range min(o.Size, 8) {
			b := Byte{interp.ObjectKey{Global: c.model.inlined.Source.Globals[info.Global].Name}, o.Offset + i}
			if !wrote(st, thread, b, byte(o.New.Lo>>(8*i))) {
				c.caught = c.lost(&Done{Thread: thread, Pos: o.Instr.Pos}, "the inlined program writes %#x to %s+%d, the execution does not", o.New.Lo, b.Object, b.Offset)
				return
			}
		}
	}
}

// wrote reports whether a thread writes a byte in a step.
func wrote(st *Step, thread int, b Byte, v byte) bool {
	for i := range st.Accesses {
		a := &st.Accesses[i]
		if a.Write && a.Thread == thread && a.Object == b.Object && b.Offset >= a.Offset && b.Offset < a.Offset+a.Size &&
			(byteOf(a, b.Offset) == v || a.Model) { // models know threads by other numbers here
			return true
		}
	}
	return false
}

// goesOn reports whether the thread of the last called step has later steps in the execution, except the
// last one. The inlined program may execute several of the interpreter's steps with one operation.
func (c *caller) goesOn() bool {
	for i := c.at + 1; i < len(c.e.Steps)-1; i++ {
		if tid, known := c.tid(c.e.Steps[i].Thread); known && tid == c.model.steps[c.calls].tid {
			return true
		}
	}
	return false
}

// judge returns the outcome of the run.
func (c *caller) judge() (*Outcome, error) {
	end, last := c.m.End(), &c.e.Steps[len(c.e.Steps)-1]
	pos := c.e.End.Pos
	done := &Done{Thread: last.Thread, Pos: pos}
	tid, _ := c.tid(last.Thread)
	switch {
	case c.caught != nil:
		return nil, c.caught
	case c.outcome.Cut != nil:
	case end.Kind == interp.Violated:
		if (c.e.End.Kind != interp.Violated || end.Pos.Line != pos.Line) && c.goesOn() {
			return nil, c.lost(done, "the inlined program violates %s at %s, the execution does not", c.e.Property, end.Pos.Text(c.e.Code.Program().Files))
		}
	case end.Kind == interp.Running && c.calls > 0 && c.cut[c.model.steps[c.calls].tid] != nil:
		c.outcome.Cut = c.cut[c.model.steps[c.calls].tid] // in a section, which is not completed
	case c.e.End.Kind == interp.Violated && c.cut[tid] != nil:
		c.outcome.Cut = c.cut[tid]
	case c.e.End.Kind == interp.Violated:
		return nil, c.lost(done, "the execution violates %s, the inlined program does not", c.e.Property)
	case end.Kind == interp.Exited:
	case c.at >= len(c.e.Steps)-1 || end.Kind == interp.Undefined && !c.goesOn():
		// An operation that fails in the execution fails here as well.
	case end.Kind == interp.Undefined || end.Kind == interp.Unsupported:
		return nil, c.lost(&Done{Thread: c.e.Steps[c.at].Thread, Pos: c.e.Steps[c.at].Pos}, "the inlined program ends %s here: %s", end.Kind, end.Text)
	default:
		return nil, c.lost(&Done{Thread: c.e.Steps[c.at].Thread, Pos: c.e.Steps[c.at].Pos}, "the inlined program cannot do the operation (%s)", end.Kind)
	}
	return &c.outcome, nil
}
