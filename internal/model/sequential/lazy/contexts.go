package lazy

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// contexts is the common part of the methods: it adds the functions that call steps to a program.
type contexts struct {
	seq    *sequential.Sequential
	limits sequential.Limits
	// used counts the rounds or contexts that an execution needs. last is the number of the thread
	// that ran last, latest the number of the last thread in the round. latest is zero if the order of
	// threads in a round is always the order of their indices.
	used, last, latest ir.GlobalID
	reduction          *reduction // leaves out equivalent executions; nil: none
}

func newContexts(p *sequential.Inlined, limits sequential.Limits) *contexts {
	c := &contexts{seq: sequential.NewSequential(p), limits: limits}
	c.used = c.seq.AddGlobal(ir.Global{Name: "used.driver", Size: 4, Align: 4, Model: true, Init: []ir.InitItem{{Bytes: []byte{1}}}})
	c.last = c.seq.AddGlobal(ir.Global{Name: "last.driver", Size: 4, Align: 4, Model: true})
	if limits.Schedule == sequential.RoundRobin && p.CreationVaries() {
		c.latest = c.seq.AddGlobal(ir.Global{Name: "latest.driver", Size: 4, Align: 4, Model: true})
	}
	return c
}

// program makes the sequential program. At the beginning of a context of a thread, begin emits the
// choices of the context. It returns a function that emits whether the context continues with a step at
// which the thread may stop.
func (c *contexts) program(begin func(b *ir.FuncBuilder, tid int) (goes func(step int) ir.Operand)) *sequential.Sequential {
	var funcs []ir.FuncID
	for tid := range c.seq.Inlined.Threads {
		funcs = append(funcs, c.context(tid, begin))
	}
	c.start(funcs)
	return c.seq
}

// context adds the function for one context of a thread: its steps in their order, each executed if the
// thread is there and the context continues.
func (c *contexts) context(tid int, begin func(*ir.FuncBuilder, int) func(int) ir.Operand) ir.FuncID {
	b := c.seq.NewFunc(fmt.Sprintf("thread%d", tid))
	t := &c.seq.Inlined.Threads[tid]
	if c.latest != 0 {
		b.Unless(b.Compare(ir.OpSLe, b.LoadGlobal(ir.I32, c.latest), b.LoadGlobal(ir.I32, t.Number)), func() {})
	}
	goes := begin(b, tid)
	effects := c.reduction.begin(b, tid)
	ran := b.NewReg(ir.I1, "ran", 0)
	b.CopyTo(ran, b.Int(ir.I1, 0))
	// All steps use the same registers. There may be thousands of steps, and an engine that executes
	// the function keeps every register on every path.
	at, flag, stands := b.Temp(ir.Ptr), b.Temp(ir.I8), b.Temp(ir.I1)
	for i := range t.Steps {
		p := &t.Steps[i]
		b.Emit(ir.Instr{Op: ir.OpGlobalAddr, Type: ir.Ptr, Dst: at, Glob: p.At})
		b.Emit(ir.Instr{Op: ir.OpLoad, Type: ir.I8, Dst: flag, Args: []ir.Operand{ir.RegOperand(at)}, Align: 1})
		b.Emit(ir.Instr{Op: ir.OpNe, Type: ir.I8, Dst: stands, Args: []ir.Operand{ir.RegOperand(flag), b.Int(ir.I8, 0)}})
		b.When(ir.RegOperand(stands), func() {
			if p.Silent {
				b.Call(p.Func, ir.NoType)
				return
			}
			call := func() {
				b.CopyTo(ran, b.Int(ir.I1, 1))
				b.Call(p.Func, ir.NoType)
				effects.add(i)
			}
			if i < t.Alone {
				call()
				return
			}
			b.When(effects.allow(i, ir.RegOperand(ran), goes(i)), call)
		})
	}
	effects.end(ir.RegOperand(ran))
	b.When(ir.RegOperand(ran), func() { c.account(b, t) })
	b.RetVoid()
	return c.seq.AddFunc(b)
}

// account counts the rounds or contexts that the context of a thread adds to an execution.
func (c *contexts) account(b *ir.FuncBuilder, t *sequential.Thread) {
	number, last := b.LoadGlobal(ir.I32, t.Number), b.LoadGlobal(ir.I32, c.last)
	more := c.limits.Schedule.Counts(b, number, last)
	used := b.LoadGlobal(ir.I32, c.used)
	b.StoreGlobal(c.used, b.Binary(ir.OpAdd, 0, used, b.Convert(ir.OpZExt, ir.I32, more)))
	b.StoreGlobal(c.last, number)
	if c.latest != 0 {
		b.StoreGlobal(c.latest, number)
	}
}

// start adds the start function, which runs the contexts within the bound.
func (c *contexts) start(funcs []ir.FuncID) {
	b := c.seq.NewFunc("sequential")
	b.StoreGlobal(c.seq.Inlined.Threads[0].Steps[0].At, b.Int(ir.I8, 1))
	for k := range c.limits.Number {
		switch {
		case c.limits.Schedule == sequential.RoundRobin:
			c.round(b, funcs)
		case k == 0 || len(funcs) == 1:
			b.Call(funcs[0], ir.NoType)
		default:
			tid := b.ChooseRange(b.Int(ir.I32, 0), b.Int(ir.I32, uint64(len(funcs)-1)), ir.ChooseNondet)
			b.SwitchEach(tid, len(funcs), func(tid int) { b.Call(funcs[tid], ir.NoType) })
		}
	}
	c.seq.Start(b, b.LoadGlobal(ir.I32, c.used), c.limits)
}

// round calls the contexts of a round. If the order of creation may differ from the order of indices,
// a context out of the order of creation is empty.
func (c *contexts) round(b *ir.FuncBuilder, funcs []ir.FuncID) {
	if c.latest != 0 {
		b.StoreGlobal(c.latest, b.Int(ir.I32, 0))
	}
	for range c.seq.Inlined.Passes(c.limits.Schedule) {
		for _, f := range funcs {
			b.Call(f, ir.NoType)
		}
	}
}
