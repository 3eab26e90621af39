package seqz

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
)

// emitter makes the function of one step.
type emitter struct {
	div    *divider
	p      *Step
	head   ir.BlockID
	out    *ir.FuncBuilder
	regs   map[ir.Reg]ir.Reg
	class  map[place]Class
	begins map[ir.BlockID]ir.BlockID // by block of the body
}

// step makes the function of the step that begins at a block.
func (c *divider) step(p *Step, index int, head ir.BlockID) {
	e := &emitter{div: c, p: p, head: head, regs: make(map[ir.Reg]ir.Reg), class: make(map[place]Class),
		begins: make(map[ir.BlockID]ir.BlockID)}
	fn := &ir.Func{Name: fmt.Sprintf("thread%d.%d", c.t.tid, index), CType: 0}
	e.out = ir.NewFuncBuilder(c.t.inl.prog.Model, fn)
	if h := c.t.heads[head]; c.visible(head) {
		p.Silent, p.Origin, p.Creates = false, h.origin, h.creates
	}
	blocks := c.parts[head]
	for _, b := range blocks {
		e.begins[b] = e.out.NewBlock()
	}
	for _, b := range blocks {
		e.block(b)
	}
	e.out.Finish()
	prog := c.t.inl.out.Program
	prog.Funcs = append(prog.Funcs, *fn)
	p.Func = ir.FuncID(len(prog.Funcs) - 1)
	p.Classes = make([][]Class, len(fn.Blocks))
	for b := range fn.Blocks {
		p.Classes[b] = make([]Class, len(fn.Blocks[b].Instrs))
		for i := range p.Classes[b] {
			p.Classes[b][i] = e.class[place{Block: ir.BlockID(b), Index: i}]
		}
	}
}

// block emits a block of the body.
func (e *emitter) block(b ir.BlockID) {
	blk := &e.div.body.Blocks[b]
	e.out.SetBlock(e.begins[b])
	e.out.Pos = blk.Term.Pos
	if len(blk.Instrs) > 0 {
		e.out.Pos = blk.Instrs[0].Pos
	}
	if b == e.head {
		e.flag(e.p.At, 0)
		e.restore(e.div.parts[e.head])
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if e.div.skips(in) {
			continue
		}
		e.out.Pos = in.Pos
		class := e.div.t.classes[place{Block: b, Index: i}]
		if obj := e.div.t.accessed[place{Block: b, Index: i}]; class == Shared && obj != 0 && e.div.t.inl.out.Objects[obj].Private {
			class = Private
		}
		e.instr(in, class, place{Block: b, Index: i})
		if in.Dst != 0 && e.div.kept[in.Dst] != 0 {
			e.put(e.div.kept[in.Dst], ir.RegOperand(e.reg(in.Dst)), Private)
		}
	}
	e.out.Pos = blk.Term.Pos
	e.terminate(b, &blk.Term)
}

// flag sets or clears a flag of a place of the thread.
func (e *emitter) flag(g ir.GlobalID, v uint64) { e.put(g, e.out.Int(ir.I8, v), Private) }

// restore loads the registers that the step reads and that are kept.
func (e *emitter) restore(blocks []ir.BlockID) {
	seen := make(map[ir.Reg]bool)
	load := func(o ir.Operand) {
		r := o.Reg()
		if r == 0 || seen[r] || e.div.kept[r] == 0 {
			return
		}
		seen[r] = true
		typ := e.div.body.Regs[r].Type
		p := e.out.GlobalAddr(e.div.kept[r])
		e.out.Emit(ir.Instr{Op: ir.OpLoad, Type: typ, Dst: e.reg(r), Args: []ir.Operand{p}, Align: e.alignOf(e.div.kept[r])})
	}
	for _, b := range blocks {
		blk := &e.div.body.Blocks[b]
		for i := range blk.Instrs {
			if in := &blk.Instrs[i]; !e.div.skips(in) {
				for _, a := range in.Args {
					load(a)
				}
			}
		}
		if blk.Term.HasArg {
			load(blk.Term.Arg)
		}
	}
}

func (e *emitter) alignOf(g ir.GlobalID) int32 {
	return int32(e.div.t.inl.out.Program.Globals[g].Align)
}

// reg returns the step's register for one of the body.
func (e *emitter) reg(r ir.Reg) ir.Reg {
	if r == 0 {
		return 0
	}
	if e.regs[r] == 0 {
		info := e.div.body.Regs[r]
		e.regs[r] = e.out.NewReg(info.Type, info.Name, info.CType)
	}
	return e.regs[r]
}

// arg returns the step's operand for one of the body.
func (e *emitter) arg(o ir.Operand) ir.Operand {
	if o.IsConst() {
		return e.out.Const(e.div.body.Consts[o.Const()])
	}
	return ir.RegOperand(e.reg(o.Reg()))
}

// emit appends an instruction of a class.
func (e *emitter) emit(in ir.Instr, c Class) ir.Operand {
	r := e.out.Emit(in)
	if c != Private {
		b := e.out.Block()
		e.class[place{Block: b, Index: len(e.out.F.Blocks[b].Instrs) - 1}] = c
	}
	return r
}

// get and put access a global as a whole.
func (e *emitter) get(g ir.GlobalID, typ ir.Type, c Class) ir.Operand {
	p := e.out.GlobalAddr(g)
	return e.emit(ir.Instr{Op: ir.OpLoad, Type: typ, Dst: e.out.Temp(typ), Args: []ir.Operand{p}, Align: e.alignOf(g)}, c)
}

func (e *emitter) put(g ir.GlobalID, v ir.Operand, c Class) {
	p := e.out.GlobalAddr(g)
	e.emit(ir.Instr{Op: ir.OpStore, Type: e.out.TypeOf(v), Args: []ir.Operand{p, v}, Align: e.alignOf(g)}, c)
}

// instr emits an instruction of the body; those about threads and locks are
// rewritten (sync.go).
func (e *emitter) instr(in *ir.Instr, c Class, at place) {
	switch in.Op {
	case ir.OpJoin:
		e.join(e.arg(in.Args[0]))
		return
	case ir.OpAcquire, ir.OpRelease, ir.OpLockState:
		e.lock(in, at)
		return
	}
	out := *in
	out.Dst = e.reg(in.Dst)
	out.Args = make([]ir.Operand, len(in.Args))
	for i, a := range in.Args {
		out.Args[i] = e.arg(a)
	}
	e.emit(out, c)
}

// terminate emits the end of a block. Control that goes to another step sets that
// one's flag.
func (e *emitter) terminate(b ir.BlockID, term *ir.Term) {
	out := *term
	out.Targets = make([]ir.BlockID, len(term.Targets))
	if term.HasArg {
		out.Arg = e.arg(term.Arg)
	}
	var leaving []int
	for i, to := range term.Targets {
		if e.div.owner[to] == e.head && to != e.head {
			out.Targets[i] = e.begins[to]
			continue
		}
		out.Targets[i] = e.out.NewBlock()
		leaving = append(leaving, i)
	}
	e.out.Terminate(out)
	for _, i := range leaving {
		next := e.div.index[term.Targets[i]]
		e.out.SetBlock(out.Targets[i])
		e.flag(e.div.t.inl.out.Threads[e.div.t.tid].Steps[next].At, 1)
		e.out.RetVoid()
	}
}
