package link

import (
	"cmp"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// hookState holds the hooks of the program, by their names.
type hookState struct {
	targets map[string]string        // the function to which a hook leads; "": none, the hook is null
	waiting []*parsedFunc            // functions that read hooks and are not in the program yet
	readers map[string][]libraryItem // functions in the program that read the hook when it was null
	fixed   bool                     // no hook gets a target any more
}

func newHookState() hookState {
	s := hookState{targets: make(map[string]string, len(clib.Hooks)), readers: make(map[string][]libraryItem)}
	for i := range clib.Hooks {
		s.targets[clib.Hooks[i].Pointer] = ""
	}
	return s
}

// install gives the hooks of the program their targets. Functions that were read with a null hook are
// loaded again.
func (l *linker) install() {
	s := &l.library.hooks
	if s.fixed {
		return
	}
	for i := range clib.Hooks {
		h := &clib.Hooks[i]
		if _, used := l.library.funcs[h.User]; !used || s.targets[h.Pointer] != "" {
			continue
		}
		s.targets[h.Pointer] = h.Target
		for _, it := range s.readers[h.Pointer] {
			l.loadItem(it)
		}
		delete(s.readers, h.Pointer)
	}
}

// fold replaces the hooks in a function by their values. The code behind null hooks is dropped, and
// calls through the others become calls of the targets.
func (s *hookState) fold(p *parsedFunc, m ir.DataModel) {
	h := &hookFolder{parsedFunc: p, hooks: s, model: m, values: make([]hookValue, len(p.f.Regs)), reached: make([]bool, len(p.f.Blocks))}
	for _, r := range p.f.Params {
		h.values[r].kind = varying
	}
	h.reached[1] = true
	for h.changed = true; h.changed; {
		h.changed = false
		for b := range p.f.Blocks {
			if h.reached[b] {
				h.block(&p.f.Blocks[b])
			}
		}
	}
	h.rewrite()
	lower.Tidy(&p.f, m)
}

// hookFolder computes the registers of a function that are constant because of hooks (Wegman, Zadeck:
// Constant Propagation with Conditional Branches, TOPLAS 1991, with one value per register).
type hookFolder struct {
	*parsedFunc
	hooks   *hookState
	model   ir.DataModel
	values  []hookValue // by register
	reached []bool      // by block
	changed bool
}

// hookValue is the value of a register at all its assignments that are reached.
type hookValue struct {
	kind hookKind
	n    uint64 // of a number, zero-extended
	name string // of a hook or function
}

// hookKind is a kind of hookValue.
type hookKind uint8

const (
	unassigned hookKind = iota
	number              // an integer, or a null pointer
	hook                // the address of a hook
	function            // the address of a function: the value of a hook
	varying             // none of these, or several
)

// block computes the assignments of a block and the blocks that follow.
func (h *hookFolder) block(b *ir.Block) {
	for i := range b.Instrs {
		in := &b.Instrs[i]
		if in.Dst == 0 {
			continue
		}
		old := h.values[in.Dst]
		v := h.result(in)
		if old.kind == varying || v.kind == unassigned || v == old {
			continue
		}
		if old.kind != unassigned {
			v = hookValue{kind: varying}
		}
		h.values[in.Dst], h.changed = v, true
	}
	for i, to := range b.Term.Targets {
		if h.reached[to] {
			continue
		}
		if b.Term.Op == ir.TermCondBr {
			if c := h.value(b.Term.Arg); c.kind == number && (c.n == 0) != (i == 1) {
				continue
			}
		}
		h.reached[to], h.changed = true, true
	}
}

// value returns the value of an operand.
func (h *hookFolder) value(o ir.Operand) hookValue {
	if !o.IsConst() {
		return h.values[o.Reg()]
	}
	c := h.f.Consts[o.Const()]
	if c.Type.IsFloat() || c.Type.Bits(h.model) > 64 {
		return hookValue{kind: varying}
	}
	return hookValue{kind: number, n: ir.Truncate(c.Lo, c.Type.Bits(h.model))}
}

// result returns the value that an instruction assigns.
func (h *hookFolder) result(in *ir.Instr) hookValue {
	if in.Op == ir.OpGlobalAddr {
		if name := h.names.globals[in.Glob-1]; h.isHook(name) {
			return hookValue{kind: hook, name: name}
		}
		return hookValue{kind: varying}
	}
	if len(in.Args) == 0 || in.Op != ir.OpLoad && !in.Op.Computes() {
		return hookValue{kind: varying}
	}
	x := h.value(in.Args[0])
	y := x
	if len(in.Args) > 1 {
		y = h.value(in.Args[1])
	}
	switch {
	case in.Op == ir.OpLoad && x.kind == hook:
		if target := h.hooks.targets[x.name]; target != "" {
			return hookValue{kind: function, name: target}
		}
		return hookValue{kind: number}
	case in.Op == ir.OpLoad || len(in.Args) > 2:
		return hookValue{kind: varying}
	case in.Op == ir.OpCopy:
		return x
	case in.Op == ir.OpAnd && (x == hookValue{kind: number} || y == hookValue{kind: number}):
		return hookValue{kind: number}
	case x.kind == unassigned || y.kind == unassigned:
		return hookValue{}
	case x.kind == function && y == hookValue{kind: number} && (in.Op == ir.OpEq || in.Op == ir.OpNe):
		x, y = hookValue{kind: number, n: 1}, hookValue{kind: number}
	case x.kind != number || y.kind != number:
		return hookValue{kind: varying}
	}
	to, from := in.ResultType().Bits(h.model), h.f.TypeOf(in.Args[0]).Bits(h.model)
	if n, ok := ir.Fold(in.Op, to, from, x.n, y.n); ok && to <= 64 && from <= 64 {
		return hookValue{kind: number, n: n}
	}
	return hookValue{kind: varying}
}

// isHook reports whether a global is a hook.
func (h *hookFolder) isHook(name string) bool {
	_, is := h.hooks.targets[name]
	return is
}

// rewrite puts the values of registers in the places of the registers.
func (h *hookFolder) rewrite() {
	known := func(r ir.Reg) bool { k := h.values[r].kind; return k != unassigned && k != varying }
	for b := range h.f.Blocks {
		if !h.reached[b] {
			continue
		}
		blk := &h.f.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op == ir.OpLoad && h.values[in.Args[0].Reg()].kind == hook && h.values[in.Dst].kind == number {
				h.remember(h.values[in.Args[0].Reg()].name)
			}
			if in.Op != ir.OpCallPtr {
				continue
			}
			if callee := h.values[in.Args[0].Reg()]; callee.kind == function {
				in.Op, in.Args = ir.OpCall, in.Args[1:]
				in.Func, _ = h.names.Func(callee.name)
			}
		}
		blk.Instrs = slices.DeleteFunc(blk.Instrs, func(in ir.Instr) bool { return known(in.Dst) })
		for o := range blk.Operands() {
			if v := h.values[o.Reg()]; v.kind == number && !o.IsConst() {
				h.f.Consts = append(h.f.Consts, ir.Const{Type: h.f.TypeOf(*o), Word: wide.WordOf(v.n)})
				*o = ir.ConstOperand(len(h.f.Consts) - 1)
			}
		}
		h.dropTrue(blk)
	}
}

// dropTrue reads an operand of "and" instead of its result where the other operand is true. The
// result is of the same block.
func (h *hookFolder) dropTrue(b *ir.Block) {
	one := func(o ir.Operand) bool { return h.f.TypeOf(o) == ir.I1 && o.IsConst() && h.value(o).n == 1 }
	same := make(map[ir.Reg]ir.Operand)
	for i := range b.Instrs {
		in := &b.Instrs[i]
		for k, o := range in.Args {
			in.Args[k] = cmp.Or(same[o.Reg()], o)
		}
		maps.DeleteFunc(same, func(r ir.Reg, o ir.Operand) bool { return r == in.Dst || o.Reg() == in.Dst })
		if in.Op == ir.OpAnd && one(in.Args[1]) && in.Dst != in.Args[0].Reg() {
			same[in.Dst] = in.Args[0]
		}
	}
	if b.Term.HasArg {
		b.Term.Arg = cmp.Or(same[b.Term.Arg.Reg()], b.Term.Arg)
	}
}

// remember notes that the function was read with a null hook.
func (h *hookFolder) remember(name string) {
	if list := h.hooks.readers[name]; !slices.ContainsFunc(list, func(it libraryItem) bool { return it.fn == h.item.fn }) {
		h.hooks.readers[name] = append(list, h.item)
	}
}
