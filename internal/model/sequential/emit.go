package sequential

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// emitter makes the function of one step.
type emitter struct {
	div    *divider
	p      *Step
	head   ir.BlockID
	out    *ir.FuncBuilder
	regs   map[ir.Reg]ir.Reg
	class  map[ir.At]Class
	begins map[ir.BlockID]ir.BlockID // by block of the body
}

// step makes the function of the step that begins at a block.
func (c *divider) step(p *Step, index int, head ir.BlockID) {
	e := &emitter{div: c, p: p, head: head, regs: make(map[ir.Reg]ir.Reg), class: make(map[ir.At]Class),
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
			p.Classes[b][i] = e.class[ir.At{Block: ir.BlockID(b), Index: i}]
		}
	}
}

func (e *emitter) block(b ir.BlockID) {
	blk := &e.div.body.Blocks[b]
	e.out.SetBlock(e.begins[b])
	e.out.Pos = blk.Term.Pos
	if len(blk.Instrs) > 0 {
		e.out.Pos = blk.Instrs[0].Pos
	}
	if b == e.head {
		e.out.StoreGlobal(e.p.At, e.out.Int(ir.I8, 0))
		e.restore(e.div.parts[e.head])
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		at := ir.At{Block: b, Index: i}
		if e.div.skips(at) {
			continue
		}
		e.out.Pos = in.Pos
		class := e.div.t.classes[at]
		if obj := e.div.t.accessed[at]; class == Shared && obj != 0 && e.div.t.inl.out.Objects[obj].Private {
			class = Private
		}
		e.instr(in, class, at)
		if in.Dst != 0 && e.div.kept[in.Dst] != 0 {
			e.out.StoreGlobal(e.div.kept[in.Dst], ir.RegOperand(e.reg(in.Dst)))
		}
	}
	e.out.Pos = blk.Term.Pos
	e.terminate(&blk.Term)
}

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
		e.out.Emit(ir.Instr{Op: ir.OpLoad, Type: typ, Dst: e.reg(r), Args: []ir.Operand{p}, Align: int32(typ.Bytes(e.out.Model))})
	}
	for _, b := range blocks {
		e.div.reads(b, load, func(ir.Reg) {})
	}
}

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

func (e *emitter) arg(o ir.Operand) ir.Operand {
	if o.IsConst() {
		return e.out.Const(e.div.body.Consts[o.Const()])
	}
	return ir.RegOperand(e.reg(o.Reg()))
}

// isOf notes the class of the instruction that was emitted last.
func (e *emitter) isOf(c Class) { note(e.class, e.out.Last(), c) }

// note sets the class of an instruction. Private ones are not in the map.
func note(classes map[ir.At]Class, at ir.At, c Class) {
	if c != Private {
		classes[at] = c
	}
}

// get loads a global of the machine's state.
func (e *emitter) get(g ir.GlobalID, typ ir.Type) ir.Operand {
	v := e.out.LoadGlobal(typ, g)
	e.isOf(Sync)
	return v
}

// instr emits an instruction of the body; those about threads and locks are
// rewritten (sync.go).
func (e *emitter) instr(in *ir.Instr, c Class, at ir.At) {
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
	e.out.Emit(out)
	e.isOf(c)
}

// terminate emits the end of a block. Control that goes to another step sets that
// one's flag.
func (e *emitter) terminate(term *ir.Term) {
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
		e.out.StoreGlobal(e.div.t.inl.out.Threads[e.div.t.tid].Steps[next].At, e.out.Int(ir.I8, 1))
		e.out.RetVoid()
	}
}
