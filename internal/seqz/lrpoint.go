package seqz

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/analysis/ssa"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// turned makes the functions of points that work on copies.
type turned struct {
	*copies
	// violated and reached are flags that points set where an assertion fails and at
	// marks: which of them count is known only once all threads ran.
	violated []violation
	reached  map[string]ir.GlobalID
	order    []string // texts of reached
}

// violation is a flag that an assertion failed, and the assertion.
type violation struct {
	flag   ir.GlobalID
	assert ir.Instr
}

// turner makes the function of one point.
type turner struct {
	*turned
	slot    int
	fn      ir.FuncID
	view    *ssa.Func // made when needed
	out     *ir.FuncBuilder
	access  map[place]access
	class   map[place]Class
	section bool
	round   ir.Operand
}

// point returns the function of a point with the number of the copy it works on as
// its parameter, and the classes of its instructions.
//
//	Shared, Sync:   *p            → *(copy(round) of what p points to)
//	assert c        → if (!c) { violated.i = 1; return; }
//	mark i          → reached.i = 1; return
//
// An access through a pointer that may point to several objects looks for the one
// that it points to. If it is none of them the process ends there (semantics 5), so
// that the thread stops.
func (t *turned) point(slot int, p *Point, name string) (ir.Func, [][]Class) {
	fn := &t.Flat.Program.Funcs[p.Func]
	r := &turner{turned: t, slot: slot, fn: p.Func, access: t.access[p.Func], class: make(map[place]Class), section: t.opensSection(p)}
	copied := ir.Func{Name: name, Regs: append([]ir.RegInfo(nil), fn.Regs...), Consts: append([]ir.Const(nil), fn.Consts...), Pos: fn.Pos}
	r.out = ir.NewFuncBuilder(t.Program.Model, &copied)
	r.round = ir.RegOperand(r.out.Param(t.Program.Model.PtrInt(), "round", 0))
	for b := 1; b < len(fn.Blocks); b++ {
		r.out.NewBlock()
	}
	for b := 1; b < len(fn.Blocks); b++ {
		blk := &fn.Blocks[b]
		r.out.SetBlock(ir.BlockID(b))
		for i := range blk.Instrs {
			r.out.Pos = blk.Instrs[i].Pos
			r.instr(&blk.Instrs[i], place{Block: ir.BlockID(b), Index: i}, p.Classes[b][i])
		}
		r.out.Pos = blk.Term.Pos
		end := blk.Term
		end.Targets = append([]ir.BlockID(nil), end.Targets...)
		r.out.Terminate(end)
	}
	done := *r.out.Finish()
	classes := make([][]Class, len(done.Blocks))
	for b := range done.Blocks {
		classes[b] = make([]Class, len(done.Blocks[b].Instrs))
		for i := range classes[b] {
			classes[b][i] = r.class[place{Block: ir.BlockID(b), Index: i}]
		}
	}
	return done, classes
}

// opensSection reports whether a point is an atomic section.
func (t *turned) opensSection(p *Point) bool {
	if p.Silent || p.Origin.Func == 0 {
		return false
	}
	list := t.Flat.Source.Funcs[p.Origin.Func].Blocks[p.Origin.Block].Instrs
	return p.Origin.Instr < len(list) && list[p.Origin.Instr].Op == ir.OpAtomicBegin
}

func (r *turner) emit(in ir.Instr, c Class) {
	r.out.Emit(in)
	if c != Private {
		b := r.out.Block()
		r.class[place{Block: b, Index: len(r.out.F.Blocks[b].Instrs) - 1}] = c
	}
}

func (r *turner) instr(in *ir.Instr, at place, c Class) {
	switch a, ok := r.access[at]; {
	case in.Op == ir.OpAssert:
		flag := r.add(ir.Global{Name: fmt.Sprintf("violated.%d", len(r.violated)), Size: 1, Align: 1, Model: true})
		r.violated = append(r.violated, violation{flag, *in})
		r.Failed[flag] = r.slot
		r.unless(in.Args[0], func() { r.raise(flag) })
	case in.Op == ir.OpUnsupported:
		r.raise(r.reach(in.Text))
	case ok:
		out := *in
		out.Args = append([]ir.Operand(nil), in.Args...)
		r.whole(&a, in, at)
		out.Args[0] = r.address(&a, in)
		r.emit(out, c)
	default:
		r.emit(*in, c)
	}
}

// unless executes something and leaves the point where a condition does not hold.
func (r *turner) unless(cond ir.Operand, otherwise func()) {
	on, no := r.out.NewBlock(), r.out.NewBlock()
	r.out.CondBr(cond, on, no)
	r.out.SetBlock(no)
	otherwise()
	r.out.RetVoid()
	r.out.SetBlock(on)
}

// raise sets a flag.
func (r *turner) raise(flag ir.GlobalID) {
	r.out.Store(r.out.GlobalAddr(flag), r.out.Int(ir.I8, 1), ir.Access{Align: 1})
}

// reach returns the flag of a mark.
func (t *turned) reach(text string) ir.GlobalID {
	g, ok := t.reached[text]
	if !ok {
		g = t.add(ir.Global{Name: fmt.Sprintf("reached.%d", len(t.order)), Size: 1, Align: 1, Model: true})
		t.reached[text] = g
		t.order = append(t.order, text)
	}
	return g
}

// whole marks where a store puts a pointer, or a part of one, into cells that are narrower
// than a pointer: what is guessed of these would lead nowhere.
func (r *turner) whole(a *access, in *ir.Instr, at place) {
	if in.Op == ir.OpLoad {
		return
	}
	n, model := in.Type.Bytes(r.Program.Model), r.Program.Model
	var apart []ir.Operand
	for i, t := range a.targets {
		o := r.of[t.global]
		if o == nil || i > 0 && t.global == a.targets[i-1].global {
			continue
		}
		for _, part := range o.parts(model) {
			lo := max(part.lo-n+1, 0)
			if a.exact && (t.off < lo || t.off >= part.hi) {
				continue
			}
			if apart == nil && !r.mayBePointer(at, in) {
				return
			}
			base := r.out.GlobalAddr(t.global)
			inside := r.out.Binary(ir.OpAnd, 0, r.out.Compare(ir.OpULe, r.moved(base, lo), in.Args[0]), r.out.Compare(ir.OpULe, in.Args[0], r.moved(base, part.hi-1)))
			apart = append(apart, r.out.Unary(ir.OpNot, 0, inside))
		}
	}
	for _, cond := range apart {
		r.Marks = append(r.Marks, Cut{Unsupported: "a pointer in memory that is accessed in parts of it", Mark: verdict.Mark{Location: in.Pos.In(r.Program.Files, "")}})
		r.stop(cond, r.reach(MarkText(len(r.Marks)-1)))
	}
}

// mayBePointer reports whether an instruction may store a pointer, or a part of one.
func (r *turner) mayBePointer(at place, in *ir.Instr) bool {
	if r.view == nil {
		r.view = ssa.Build(&r.Flat.Program.Funcs[r.fn])
	}
	for k := 1; k < len(in.Args); k++ {
		if r.sharing.mayBePointer(r.fn, r.view.Arg(at.Block, at.Index, k)) {
			return true
		}
	}
	return false
}

// address returns where an access of the program goes.
func (r *turner) address(a *access, in *ir.Instr) ir.Operand {
	p := in.Args[0]
	if a.exact {
		at := a.targets[0]
		o := r.of[at.global]
		if !o.holds(at.off) {
			return p
		}
		return r.moved(r.copy(o), at.off)
	}
	if a.lost {
		text := "a pointer that may point anywhere"
		r.Marks = append(r.Marks, Cut{Unsupported: text, Mark: verdict.Mark{Location: in.Pos.In(r.Program.Files, "")}})
		r.stop(r.out.Int(ir.I1, 0), r.reach(MarkText(len(r.Marks)-1)))
	}
	n := in.Type.Bytes(r.Program.Model)
	somewhere, q := r.out.Int(ir.I1, 0), p
	var last ir.GlobalID
	for i, t := range a.targets {
		if i > 0 && t.global == last {
			continue
		}
		last = t.global
		base := r.out.GlobalAddr(t.global)
		end := r.moved(base, r.Program.Globals[t.global].Size-n)
		here := r.out.Binary(ir.OpAnd, 0, r.out.Compare(ir.OpULe, base, p), r.out.Compare(ir.OpULe, p, end))
		somewhere = r.out.Binary(ir.OpOr, 0, somewhere, here)
		if o := r.of[t.global]; o != nil && o.indirect {
			off := r.out.PtrDiff(r.out.Select(here, p, base), base)
			q = r.out.Select(here, r.out.PtrAdd(r.copy(o), off), q)
		}
	}
	r.stop(somewhere, 0)
	return q
}

// stop stops the thread where a condition does not hold, and sets a flag, if any.
func (r *turner) stop(cond ir.Operand, flag ir.GlobalID) {
	if flag == 0 && r.section {
		r.out.Emit(ir.Instr{Op: ir.OpAssume, Args: []ir.Operand{cond}})
		return
	}
	r.unless(cond, func() {
		if flag != 0 {
			r.raise(flag)
		}
	})
}

// copy returns a pointer to the round's copy of an object.
func (r *turner) copy(o *sharedObject) ir.Operand {
	word := r.Program.Model.PtrInt()
	by := r.out.Binary(ir.OpMul, 0, r.round, r.out.Int(word, uint64(o.stride)))
	return r.out.PtrAdd(r.out.GlobalAddr(o.copies), by)
}

// moved returns a pointer moved by a constant.
func (r *turner) moved(p ir.Operand, by int64) ir.Operand {
	if by == 0 {
		return p
	}
	return r.out.PtrAdd(p, r.out.Int(r.Program.Model.PtrInt(), uint64(by)))
}
