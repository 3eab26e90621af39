package seqz

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Schedule says in which order threads have contexts.
type Schedule uint8

// The schedules. Their bounds count as smc.Bounds does: main is a thread, the
// creation of a thread is no switch.
const (
	RoundRobin Schedule = iota // in a round each thread has one, in the order of creation
	Arbitrary                  // any thread has the next
)

// ParseSchedule reads the name of a schedule: rr or arbitrary.
func ParseSchedule(s string) (Schedule, error) {
	switch s {
	case "rr":
		return RoundRobin, nil
	case "arbitrary":
		return Arbitrary, nil
	}
	return 0, fmt.Errorf("unknown schedule %q, expected rr or arbitrary", s)
}

// String returns the name of the schedule.
func (s Schedule) String() string { return [...]string{"rr", "arbitrary"}[s] }

// Limits bound the switches of a context-bounded method.
type Limits struct {
	Schedule Schedule
	Number   int // of rounds, or of contexts; at least 1
}

// driver adds the functions that call points to a program.
type driver struct {
	*Sequential
	limits Limits
	b      *ir.FuncBuilder
	// used counts rounds or contexts that an execution needs, last is the index of
	// the thread that ran last, latest that of the last one of the round.
	used, last, latest ir.GlobalID
	varies             bool       // the order of creation is not that of the slots
	commuting          *commuting // leaves out executions that differ in nothing; nil: none
}

// newDriver starts a program that shares the points with a flat form. The points'
// functions are those of the flat form: a method that rewrites them replaces them.
func newDriver(f *Flat, limits Limits) *driver {
	p := *f.Program
	p.Globals = append([]ir.Global(nil), p.Globals...)
	p.Funcs = append([]ir.Func(nil), p.Funcs...)
	d := &driver{Sequential: &Sequential{Flat: f, Program: &p, Marks: append([]Cut(nil), f.Cuts...)}, limits: limits}
	d.used = d.global("used", 4, 1)
	d.last = d.global("last", 4, 0)
	for _, t := range f.Threads {
		d.varies = d.varies || t.Creator > 0
	}
	if d.varies && limits.Schedule == RoundRobin {
		d.latest = d.global("latest", 4, 0)
	}
	return d
}

// global adds a word with an initial value.
func (d *driver) global(name string, size int64, init byte) ir.GlobalID {
	g := ir.Global{Name: name + ".driver", Size: size, Align: size, Model: true}
	if init != 0 {
		g.Init = []ir.InitItem{{Bytes: []byte{init}}}
	}
	d.Program.Globals = append(d.Program.Globals, g)
	return ir.GlobalID(len(d.Program.Globals) - 1)
}

// function starts a function.
func (d *driver) function(name string) *ir.FuncBuilder {
	d.b = ir.NewFuncBuilder(d.Program.Model, &ir.Func{Name: name})
	d.b.SetBlock(d.b.NewBlock())
	return d.b
}

// finish adds the function to the program.
func (d *driver) finish() ir.FuncID {
	d.Program.Funcs = append(d.Program.Funcs, *d.b.Finish())
	return ir.FuncID(len(d.Program.Funcs) - 1)
}

func (d *driver) load(g ir.GlobalID, typ ir.Type) ir.Operand {
	return d.b.Load(typ, d.b.GlobalAddr(g), ir.Access{Align: int32(typ.Bytes(d.Program.Model))})
}

func (d *driver) store(g ir.GlobalID, v ir.Operand) {
	d.b.Store(d.b.GlobalAddr(g), v, ir.Access{Align: int32(d.b.TypeOf(v).Bytes(d.Program.Model))})
}

// mark adds a mark, after which control goes on if it is passed by.
func (d *driver) mark(c Cut) {
	d.Marks = append(d.Marks, c)
	here, on := d.b.NewBlock(), d.b.NewBlock()
	d.b.CondBr(d.b.Choose(ir.I1, ir.ChooseNondet), here, on)
	d.b.SetBlock(here)
	d.b.Emit(ir.Instr{Op: ir.OpUnsupported, Text: MarkText(len(d.Marks) - 1)})
	d.b.RetVoid()
	d.b.SetBlock(on)
}

// when emits code that is executed where a condition holds.
func (d *driver) when(cond ir.Operand, then func()) {
	yes, on := d.b.NewBlock(), d.b.NewBlock()
	d.b.CondBr(cond, yes, on)
	d.b.SetBlock(yes)
	then()
	d.b.Br(on)
	d.b.SetBlock(on)
}

// context adds the function in which a thread has one context: its points in their
// order, each if the thread stands there and goes says so; goes is asked for points
// at which the thread may be left.
func (d *driver) context(slot int, begin func(), goes func(point int) ir.Operand) ir.FuncID {
	b := d.function(fmt.Sprintf("thread%d", slot))
	t := &d.Flat.Threads[slot]
	if d.latest != 0 {
		before := b.NewBlock()
		on := b.NewBlock()
		b.CondBr(b.Compare(ir.OpSLe, d.load(d.latest, ir.I32), d.load(t.Index, ir.I32)), on, before)
		b.SetBlock(before)
		b.RetVoid()
		b.SetBlock(on)
	}
	begin()
	deeds := d.commuting.context(slot)
	ran := b.NewReg(ir.I1, "ran", 0)
	b.CopyTo(ran, b.Int(ir.I1, 0))
	at, flag := b.Temp(ir.Ptr), b.Temp(ir.I8)
	stands := b.Temp(ir.I1)
	for i := range t.Points {
		p := &t.Points[i]
		b.Emit(ir.Instr{Op: ir.OpGlobalAddr, Type: ir.Ptr, Dst: at, Glob: p.At})
		b.Emit(ir.Instr{Op: ir.OpLoad, Type: ir.I8, Dst: flag, Args: []ir.Operand{ir.RegOperand(at)}, Align: 1})
		b.Emit(ir.Instr{Op: ir.OpNe, Type: ir.I8, Dst: stands, Args: []ir.Operand{ir.RegOperand(flag), b.Int(ir.I8, 0)}})
		d.when(ir.RegOperand(stands), func() {
			if p.Silent {
				b.Call(p.Func, ir.NoType)
				return
			}
			call := func() {
				b.CopyTo(ran, b.Int(ir.I1, 1))
				b.Call(p.Func, ir.NoType)
				deeds.done(i)
			}
			if i < t.Alone {
				call()
				return
			}
			d.when(deeds.allows(i, ir.RegOperand(ran), goes(i)), call)
		})
	}
	deeds.over(ir.RegOperand(ran))
	d.when(ir.RegOperand(ran), func() { d.account(t) })
	b.RetVoid()
	return d.finish()
}

// account counts what the context of a thread adds to what an execution uses.
func (d *driver) account(t *Thread) {
	b := d.b
	index, last := d.load(t.Index, ir.I32), d.load(d.last, ir.I32)
	more := ir.Operand(0)
	if d.limits.Schedule == RoundRobin {
		more = b.Compare(ir.OpSLt, index, last)
	} else {
		more = b.Compare(ir.OpNe, index, last)
	}
	used := d.load(d.used, ir.I32)
	d.store(d.used, b.Binary(ir.OpAdd, 0, used, b.Convert(ir.OpZExt, ir.I32, more)))
	d.store(d.last, index)
	if d.latest != 0 {
		d.store(d.latest, index)
	}
}

// schedule adds the start function: the contexts, as far as the bound allows, and a
// mark where an execution uses up the bound.
func (d *driver) schedule(contexts []ir.FuncID) {
	b := d.function("sequential")
	flag := d.Flat.Threads[0].Points[0].At
	d.store(flag, b.Int(ir.I8, 1))
	for k := range d.limits.Number {
		if d.limits.Schedule == RoundRobin {
			d.round(contexts)
			continue
		}
		if k == 0 || len(contexts) == 1 {
			b.Call(contexts[0], ir.NoType)
			continue
		}
		d.anyOf(contexts)
	}
	full := b.Compare(ir.OpEq, d.load(d.used, ir.I32), b.Int(ir.I32, uint64(d.limits.Number)))
	d.when(full, func() {
		d.mark(Cut{Mark: verdict.Mark{Bound: verdict.SwitchBound, Limit: d.limits.Number}})
	})
	b.Halt(b.Int(ir.I32, 0))
	d.Program.Start = d.finish()
}

// round calls the contexts of a round. Where threads other than main create
// threads, the order of creation may differ from that of the slots: then a round goes
// through the slots several times, and a context is empty unless it comes in the
// order of creation.
func (d *driver) round(contexts []ir.FuncID) {
	times := 1
	if d.latest != 0 {
		d.store(d.latest, d.b.Int(ir.I32, 0))
		times = max(1, len(contexts)-1)
	}
	for range times {
		for _, c := range contexts {
			d.b.Call(c, ir.NoType)
		}
	}
}

// anyOf calls the context of one thread.
func (d *driver) anyOf(contexts []ir.FuncID) {
	b := d.b
	which := b.Temp(ir.I32)
	b.Emit(ir.Instr{Op: ir.OpChooseRange, Type: ir.I32, Dst: which, Sub: uint8(ir.ChooseNondet),
		Args: []ir.Operand{b.Int(ir.I32, 0), b.Int(ir.I32, uint64(len(contexts)-1))}})
	on := b.NewBlock()
	from := b.Block()
	var cases []ir.Case
	var targets []ir.BlockID
	for i, c := range contexts {
		to := b.NewBlock()
		b.SetBlock(to)
		b.Call(c, ir.NoType)
		b.Br(on)
		targets = append(targets, to)
		if i > 0 {
			cases = append(cases, ir.Case{Lo: uint64(i), Hi: uint64(i)})
		}
	}
	b.SetBlock(from)
	b.Switch(ir.RegOperand(which), targets[0], cases, targets[1:])
	b.SetBlock(on)
}
