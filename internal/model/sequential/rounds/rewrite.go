package rounds

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// violation is an assertion with the flag that it failed.
type violation struct {
	flag   ir.GlobalID
	assert ir.Instr
}

// rewriter creates the function of one step that works on the copy of a round.
type rewriter struct {
	prog    *Program
	tid     int
	fn      ir.FuncID
	view    *ssa.Func // made when needed
	b       *ir.FuncBuilder
	access  map[ir.At]access
	section bool // the step is an atomic section
	round   ir.Operand
}

// rewrite adds the number of the round as a parameter to the function of a step, and rewrites its body:
//
//	Shared, Sync:   *p            → *(copy(round) of the target of p)
//	assert c        → if (!c) { violated.i = 1; return; }
//	mark i          → reached.i = 1; return
//
// An access through a pointer that may point to several objects compares the pointer with each. If it
// points to none of them the process ends there (semantics 5), so the thread stops.
func (r *Program) rewrite(tid int, p *sequential.Step) {
	fn := &r.Seq.Inlined.Program.Funcs[p.Func]
	w := &rewriter{prog: r, tid: tid, fn: p.Func, access: r.sharing.access[p.Func], section: r.opensSection(p)}
	copied := ir.Func{Name: fn.Name, Regs: append([]ir.RegInfo(nil), fn.Regs...), Consts: append([]ir.Const(nil), fn.Consts...), Pos: fn.Pos}
	w.b = ir.NewFuncBuilder(r.Seq.Program.Model, &copied)
	w.round = ir.RegOperand(w.b.Param(r.Seq.Program.Model.PtrInt(), "round", 0))
	for b := 1; b < len(fn.Blocks); b++ {
		w.b.NewBlock()
	}
	for b := 1; b < len(fn.Blocks); b++ {
		blk := &fn.Blocks[b]
		w.b.SetBlock(ir.BlockID(b))
		for i := range blk.Instrs {
			w.b.Pos = blk.Instrs[i].Pos
			w.instr(&blk.Instrs[i], ir.At{Block: ir.BlockID(b), Index: i}, p.Classes[b][i])
		}
		w.b.Pos = blk.Term.Pos
		end := blk.Term
		end.Targets = append([]ir.BlockID(nil), end.Targets...)
		w.b.Terminate(end)
	}
	r.Seq.Program.Funcs[p.Func] = *w.b.Finish()
}

// opensSection reports whether a step is an atomic section.
func (r *Program) opensSection(p *sequential.Step) bool {
	if p.Silent || p.Origin.Func == 0 {
		return false
	}
	list := r.Seq.Inlined.Source.Funcs[p.Origin.Func].Blocks[p.Origin.Block].Instrs
	return p.Origin.Instr < len(list) && list[p.Origin.Instr].Op == ir.OpAtomicBegin
}

func (w *rewriter) instr(in *ir.Instr, at ir.At, c sequential.Class) {
	switch a, ok := w.access[at]; {
	case in.Op == ir.OpAssert:
		flag := w.prog.Seq.AddGlobal(ir.Global{Name: fmt.Sprintf("violated.%d", len(w.prog.violated)), Size: 1, Align: 1, Model: true})
		w.prog.violated = append(w.prog.violated, violation{flag, *in})
		w.prog.Seq.Failed[flag] = w.tid
		w.b.Unless(in.Args[0], func() { w.raise(flag) })
	case in.Op == ir.OpUnsupported:
		w.raise(w.prog.reach(in.Mark))
	case ok:
		out := *in
		out.Args = append([]ir.Operand(nil), in.Args...)
		w.whole(&a, in, at)
		out.Args[0] = w.address(&a, in)
		w.b.Emit(out)
	default:
		w.b.Emit(*in)
		if c == sequential.Input {
			w.prog.Seq.IsInput(w.tid, w.fn, w.b)
		}
	}
}

func (w *rewriter) raise(flag ir.GlobalID) {
	w.b.StoreGlobal(flag, w.b.Int(ir.I8, 1))
}

// reach returns the flag of a mark.
func (r *Program) reach(mark int32) ir.GlobalID {
	g, ok := r.reached[mark]
	if !ok {
		g = r.Seq.AddGlobal(ir.Global{Name: fmt.Sprintf("reached.%d", len(r.order)), Size: 1, Align: 1, Model: true})
		r.reached[mark] = g
		r.order = append(r.order, mark)
	}
	return g
}

// whole adds a mark for a store of a pointer, or a part of one, into cells that are narrower than a
// pointer, because guessed values of such cells would point nowhere.
func (w *rewriter) whole(a *access, in *ir.Instr, at ir.At) {
	if in.Op == ir.OpLoad {
		return
	}
	n, model := in.Type.Bytes(w.prog.Seq.Program.Model), w.prog.Seq.Program.Model
	var apart []ir.Operand
	for i, t := range a.targets {
		o := w.prog.sharing.of[t.global]
		if o == nil || i > 0 && t.global == a.targets[i-1].global {
			continue
		}
		for _, part := range o.parts(model) {
			lo := max(part.lo-n+1, 0)
			if a.exact && (t.off < lo || t.off >= part.hi) {
				continue
			}
			if apart == nil && !w.mayBePointer(at, in) {
				return
			}
			base := w.b.GlobalAddr(t.global)
			inside := w.b.And(w.b.LessOrEqual(w.b.Moved(base, lo), in.Args[0]), w.b.LessOrEqual(in.Args[0], w.b.Moved(base, part.hi-1)))
			apart = append(apart, w.b.Not(inside))
		}
	}
	for _, cond := range apart {
		mark := w.prog.Seq.AddMark(verdict.Mark{Unsupported: "a pointer in memory that is accessed in parts of it", Location: in.Pos.In(w.prog.Seq.Program.Files, "")})
		w.stop(cond, w.prog.reach(mark))
	}
}

// mayBePointer reports whether an instruction may store a pointer, or a part of one.
func (w *rewriter) mayBePointer(at ir.At, in *ir.Instr) bool {
	if w.view == nil {
		w.view = ssa.Build(&w.prog.Seq.Inlined.Program.Funcs[w.fn])
	}
	for k := 1; k < len(in.Args); k++ {
		if w.prog.sharing.mayBePointer(w.fn, w.view.Arg(at.Block, at.Index, k)) {
			return true
		}
	}
	return false
}

// address returns the address of an access on the round's copies.
func (w *rewriter) address(a *access, in *ir.Instr) ir.Operand {
	p := in.Args[0]
	if a.exact {
		at := a.targets[0]
		o := w.prog.sharing.of[at.global]
		if !o.holds(at.off) {
			return p
		}
		return w.b.Moved(w.copy(o), at.off)
	}
	if a.lost {
		text := "a pointer that may point anywhere"
		mark := w.prog.Seq.AddMark(verdict.Mark{Unsupported: text, Location: in.Pos.In(w.prog.Seq.Program.Files, "")})
		w.stop(w.b.Int(ir.I1, 0), w.prog.reach(mark))
	}
	n := in.Type.Bytes(w.prog.Seq.Program.Model)
	somewhere, q := w.b.Int(ir.I1, 0), p
	var last ir.GlobalID
	for i, t := range a.targets {
		if i > 0 && t.global == last {
			continue
		}
		last = t.global
		base := w.b.GlobalAddr(t.global)
		end := w.b.Moved(base, w.prog.Seq.Program.Globals[t.global].Size-n)
		here := w.b.And(w.b.LessOrEqual(base, p), w.b.LessOrEqual(p, end))
		somewhere = w.b.Or(somewhere, here)
		if o := w.prog.sharing.of[t.global]; o != nil && o.indirect {
			off := w.b.PtrDiff(w.b.Select(here, p, base), base)
			q = w.b.Select(here, w.b.PtrAdd(w.copy(o), off), q)
		}
	}
	w.stop(somewhere, 0)
	return q
}

// stop stops the thread if a condition does not hold, and sets a flag, if any.
func (w *rewriter) stop(cond ir.Operand, flag ir.GlobalID) {
	if flag == 0 && w.section {
		w.b.Assume(cond)
		return
	}
	w.b.Unless(cond, func() {
		if flag != 0 {
			w.raise(flag)
		}
	})
}

// copy returns a pointer to the round's copy of an object.
func (w *rewriter) copy(o *sharedObject) ir.Operand {
	word := w.prog.Seq.Program.Model.PtrInt()
	by := w.b.Binary(ir.OpMul, 0, w.round, w.b.Int(word, uint64(o.stride)))
	return w.b.PtrAdd(w.b.GlobalAddr(o.copies), by)
}
