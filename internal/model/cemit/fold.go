package cemit

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// folds lists the registers of a function that do not become variables: each use is replaced by the
// defining expression. Folded are temporaries with one definition,
//
//   - addresses of objects and functions, and sums of them and constants, everywhere;
//   - addresses that a member or element has from another pointer, in their block;
//   - other operations, loads and calls with one use, in their block,
//
// as long as the registers they read do not change in between, and the order of memory accesses, calls
// and operations that can fail is kept. An expression that reads memory does not move past an
// instruction that accesses memory. The loads of one expression, read from left to right, are in the
// program's order.
type folds struct {
	p     *printer
	code  *code
	fn    *ir.Func
	def   []*ir.Instr // by Reg: the definition that is folded, or nil
	born  []*ir.Instr // by Reg: the first definition in the text, or nil
	uses  []int32     // by Reg: the number of uses that have text
	defs  []int32     // by Reg: the number of definitions, parameters included
	dead  map[*ir.Instr]bool
	first []ir.At // by Reg: its first use
	where []ir.At // by Reg: its last use
	multi []bool  // by Reg: used in several blocks
	trees []tree  // by Reg: of the folded ones
}

// tree describes a folded expression.
type tree struct {
	leaves []ir.Reg // registers that it reads
	loads  []int    // indices of its loads and calls in the block, in reading order
	size   int      // operators
	call   bool     // it calls
	fails  bool     // it divides, shifts or may overflow
	fixed  bool     // it is the same everywhere
	at     int
}

// maxTree bounds the operators of an expression.
const maxTree = 12

func findFolds(p *printer, c *code) *folds {
	fn := c.fn
	f := &folds{
		p: p, code: c, fn: fn, def: make([]*ir.Instr, len(fn.Regs)), born: make([]*ir.Instr, len(fn.Regs)), uses: make([]int32, len(fn.Regs)),
		defs: make([]int32, len(fn.Regs)), dead: make(map[*ir.Instr]bool),
		first: make([]ir.At, len(fn.Regs)), where: make([]ir.At, len(fn.Regs)),
		multi: make([]bool, len(fn.Regs)), trees: make([]tree, len(fn.Regs)),
	}
	f.count()
	for b := 1; b < len(fn.Blocks); b++ {
		f.block(ir.BlockID(b))
	}
	return f
}

// count counts definitions and uses, leaving out instructions without text and those
// whose result is not needed.
func (f *folds) count() {
	for _, r := range f.fn.Params {
		f.defs[r]++
	}
	var pure []*ir.Instr
	f.each(func(in *ir.Instr, at ir.At) {
		if in.Dst != 0 {
			f.defs[in.Dst]++
			if f.born[in.Dst] == nil {
				f.born[in.Dst] = in
			}
			if in.Op.Computes() && !mayEnd(in) || f.p.isHarmlessLoad(f.code, in) {
				pure = append(pure, in)
			}
		}
		f.useAll(in.Args, at)
	}, f.useTerm)
	for again := true; again; {
		again = false
		for i := len(pure) - 1; i >= 0; i-- {
			in := pure[i]
			if f.uses[in.Dst] > 0 || f.dead[in] {
				continue
			}
			f.dead[in], again = true, true
			for _, a := range in.Args {
				if r := a.Reg(); r != 0 {
					f.uses[r]--
				}
			}
		}
	}
	clear(f.uses)
	clear(f.multi)
	f.each(func(in *ir.Instr, at ir.At) {
		if !f.dead[in] {
			f.useAll(in.Args, at)
		}
	}, f.useTerm)
}

func (f *folds) useAll(args []ir.Operand, at ir.At) {
	for _, a := range args {
		f.use(a, at)
	}
}

func (f *folds) useTerm(t *ir.Term, at ir.At) {
	if t.HasArg {
		f.use(t.Arg, at)
	}
}

// silent reports whether an instruction has no text.
func (f *folds) silent(in *ir.Instr) bool {
	return f.p.isSilent(f.fn, in) || f.p.isUnreadStore(f.code, in)
}

func (f *folds) use(o ir.Operand, at ir.At) {
	r := o.Reg()
	if r == 0 {
		return
	}
	if f.uses[r] == 0 {
		f.first[r] = at
	} else if f.where[r].Block != at.Block {
		f.multi[r] = true
	}
	f.uses[r]++
	f.where[r] = at
}

// each visits the instructions and terminators that have text.
func (f *folds) each(instr func(*ir.Instr, ir.At), term func(*ir.Term, ir.At)) {
	for b := 1; b < len(f.fn.Blocks); b++ {
		blk := &f.fn.Blocks[b]
		for i := range blk.Instrs {
			if !f.silent(&blk.Instrs[i]) {
				instr(&blk.Instrs[i], ir.At{Block: ir.BlockID(b), Index: i})
			}
		}
		term(&blk.Term, ir.At{Block: ir.BlockID(b), Index: len(blk.Instrs)})
	}
}

// canFail reports whether a pure instruction may be undefined in C.
func canFail(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpShl, ir.OpLShr, ir.OpAShr:
		return true
	}
	return in.Flags&ir.NSW != 0
}

// mayEnd reports whether a pure instruction may end the process, or be meant to. A
// shift may not, by whatever amount.
func mayEnd(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return in.Flags&ir.NSW != 0
	}
	return canFail(in)
}

// isAddress reports whether a folded register may be used often.
func (f *folds) isAddress(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpGlobalAddr, ir.OpFuncAddr:
		return true
	case ir.OpEnter:
		return len(in.Args) == 0
	case ir.OpPtrAdd:
		return in.Args[1].IsConst()
	}
	return false
}

// foldable reports whether an instruction may be part of an expression at all.
func (f *folds) foldable(in *ir.Instr) bool {
	switch {
	case in.Dst == 0, f.defs[in.Dst] != 1, f.fn.Regs[in.Dst].Name != "", f.uses[in.Dst] == 0:
		return false
	case in.Op == ir.OpEnter:
		return len(in.Args) == 0
	case in.Op == ir.OpLoad:
		return in.Flags&ir.Volatile == 0 && (in.Order == ir.NonAtomic || f.p.opts.Sequential)
	case in.Op == ir.OpCall, in.Op == ir.OpCallPtr:
		return true
	case in.Op == ir.OpChoose:
		return !ir.ChooseReason(in.Sub).IsEnvironment()
	}
	return in.Op.Computes()
}

// touchesMemory reports whether an instruction other than a load or call orders memory accesses.
func touchesMemory(in *ir.Instr) bool {
	if in.Op.Computes() {
		return false
	}
	switch in.Op {
	case ir.OpLoad, ir.OpCall, ir.OpCallPtr, ir.OpChoose, ir.OpEnter, ir.OpLeave, ir.OpUnsupported, ir.OpFork, ir.OpShare, ir.OpLimit:
		return in.Op == ir.OpEnter && len(in.Args) > 0
	}
	return true
}

// block decides for the instructions of one block, in order.
func (f *folds) block(b ir.BlockID) {
	blk := &f.fn.Blocks[b]
	var pending []ir.Reg // folded in this block, with uses to come
	now := 0
	unfold := func(hit func(r ir.Reg, t *tree) bool) {
		pending = slices.DeleteFunc(pending, func(r ir.Reg) bool {
			if f.def[r] == nil || f.lastUse(r, b) < now {
				return true
			}
			if hit(r, &f.trees[r]) {
				f.def[r] = nil
			}
			return f.def[r] == nil
		})
	}
	ordered := func(t *tree) bool { return len(t.loads) > 0 || t.call }
	among := !f.p.opts.Sequential // of one thread, the order of loads among themselves does not matter
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if f.silent(in) || f.dead[in] {
			continue
		}
		now = i
		t, ok := f.tree(in, b, now)
		last := f.lastUse
		switch {
		case in.Op == ir.OpLoad || in.Op == ir.OpCall || in.Op == ir.OpCallPtr || in.Op == ir.OpChoose:
			// Loads that were done before, and are not part of this expression, stay before it.
			own := t.loads
			unfold(func(r ir.Reg, q *tree) bool {
				return last(r, b) > i && (q.call || in.Op != ir.OpLoad && (ordered(q) || q.fails)) ||
					last(r, b) > i && !ok && (ordered(q) && among || in.Op != ir.OpLoad && ordered(q)) && !slices.Contains(own, q.at)
			})
		case touchesMemory(in):
			unfold(func(r ir.Reg, q *tree) bool { return last(r, b) > i && (ordered(q) || q.fails) })
		case !ok && len(t.loads) > 0 && among:
			unfold(func(r ir.Reg, q *tree) bool { return last(r, b) > i && ordered(q) })
		}
		if in.Dst != 0 {
			unfold(func(r ir.Reg, q *tree) bool { return last(r, b) > i && slices.Contains(q.leaves, in.Dst) })
		}
		if ok {
			f.def[in.Dst], f.trees[in.Dst] = in, t
			if !t.fixed {
				pending = append(pending, in.Dst)
			}
		}
	}
	if blk.Term.HasArg {
		f.operands([]ir.Operand{blk.Term.Arg}, &tree{}, nil)
	}
}

// lastUse returns where in block b register r is used last, an index after all when
// it is used elsewhere too.
func (f *folds) lastUse(r ir.Reg, b ir.BlockID) int {
	if f.where[r].Block != b || f.multi[r] {
		return len(f.fn.Blocks[b].Instrs) + 1
	}
	at := f.where[r].Index
	// A use inside a folded expression happens where that expression is used.
	if blk := &f.fn.Blocks[b]; at < len(blk.Instrs) {
		if in := &blk.Instrs[at]; in.Dst != 0 && f.def[in.Dst] == in {
			return f.lastUse(in.Dst, b)
		}
	}
	return at
}

// tree describes in as an expression and reports whether it is to be folded. Operands that would break
// the order are unfolded.
func (f *folds) tree(in *ir.Instr, b ir.BlockID, at int) (t tree, ok bool) {
	t = tree{size: 1, at: at, fails: in.Op.Computes() && canFail(in)}
	ok = f.foldable(in)
	var strict []ir.Operand
	if in.Op == ir.OpSelect {
		strict = in.Args[1:]
	}
	f.operands(in.Args, &t, strict)
	switch in.Op {
	case ir.OpLoad:
		t.loads = append(t.loads, at)
	case ir.OpCall, ir.OpCallPtr, ir.OpChoose:
		t.loads = append(t.loads, at)
		t.call = true
	case ir.OpGlobalAddr, ir.OpFuncAddr, ir.OpEnter:
		t.fixed, t.size = ok, 0
	}
	if in.Op == ir.OpPtrAdd && in.Args[1].IsConst() && len(t.leaves) == 0 && len(t.loads) == 0 {
		t.fixed = ok
	}
	switch {
	case !ok, t.fixed:
		return t, ok
	case f.isAddress(in) && len(t.loads) == 0 && !t.fails && !f.multi[in.Dst] && f.where[in.Dst].Block == b:
		return t, f.first[in.Dst].Index > at
	}
	return t, f.uses[in.Dst] == 1 && f.where[in.Dst].Block == b && f.where[in.Dst].Index > at && t.size <= maxTree
}

// operands adds the operands to a tree, left to right. Among strict ones only
// harmless expressions may stay folded: they may not be evaluated.
func (f *folds) operands(args []ir.Operand, t *tree, strict []ir.Operand) {
	var parts []ir.Reg
	for _, a := range args {
		r := a.Reg()
		switch {
		case r == 0:
		case f.def[r] == nil:
			t.leaves = append(t.leaves, r)
		default:
			parts = append(parts, r)
		}
	}
	size := t.size
	for _, r := range parts {
		size += f.trees[r].size
	}
	var loads []int
	calls := 0
	for _, r := range parts {
		loads = append(loads, f.trees[r].loads...)
		if f.trees[r].call {
			calls++
		}
	}
	// C does not define the order in which the operands of an operator are evaluated. A call must be
	// the only operand whose order matters.
	disordered := !slices.IsSorted(loads) && !f.p.opts.Sequential || calls > 0 && len(loads) > 1
	for _, r := range parts {
		q := &f.trees[r]
		lazily := slices.Contains(strict, ir.RegOperand(r)) && (len(q.loads) > 0 || q.fails)
		if lazily || disordered && len(q.loads) > 0 || size > maxTree && q.size > 1 && !q.fixed {
			f.def[r] = nil
			t.leaves = append(t.leaves, r)
			continue
		}
		t.leaves = append(t.leaves, q.leaves...)
		t.loads = append(t.loads, q.loads...)
		t.size += q.size
		t.fails = t.fails || q.fails
		t.call = t.call || q.call
	}
}
