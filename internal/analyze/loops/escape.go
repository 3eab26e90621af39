package loops

import "github.com/heddle-mc/heddle/internal/program/ir"

// class is the common target of all assignments of a register: the start of a local, somewhere in it, a
// parameter's object, or anything.
type class struct {
	kind  classKind
	local ir.LocalID
	param int // index of Func.Params
}

type classKind uint8

const (
	unassigned classKind = iota
	toLocal              // its start
	intoLocal            // perhaps elsewhere in it
	toParam              // the target of a parameter, or near it
	anything
)

// maxLocal is the greatest size of non-escaping locals, in bytes, since engines compare their bytes.
const maxLocal = 256

// findNonEscaping finds the non-escaping locals and parameters of all functions: the greatest solution,
// since passing a pointer to a function is non-escaping only if the function's parameter is.
func (i *Info) findNonEscaping() {
	p := i.prog
	for id := 1; id < len(p.Funcs); id++ {
		f, fn := &p.Funcs[id], &i.funcs[id]
		if !f.HasBody() {
			continue
		}
		fn.classify(f)
		fn.nonEscaping = make([]bool, max(len(f.Locals), 1))
		for l := 1; l < len(f.Locals); l++ {
			fn.nonEscaping[l] = f.Locals[l].Size > 0 && f.Locals[l].Size <= maxLocal && !f.Locals[l].Volatile
		}
		fn.params = make([]bool, len(f.Params))
		for k := range fn.params {
			fn.params[k] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for id := 1; id < len(p.Funcs); id++ {
			if f := &p.Funcs[id]; f.HasBody() && i.restrict(f, &i.funcs[id]) {
				changed = true
			}
		}
	}
}

// classify computes the targets of registers, ignoring the order of execution.
func (fn *Func) classify(f *ir.Func) {
	fn.class = make([]class, max(len(f.Regs), 1))
	for k, r := range f.Params {
		fn.class[r] = class{kind: toParam, param: k}
		if !f.Regs[r].Type.IsPtr() {
			fn.class[r].kind = anything
		}
	}
	for changed := true; changed; {
		changed = false
		for _, in := range f.InstrsOf(fn.Nest.Dom.Order) {
			if in.Dst != 0 && fn.join(in.Dst, fn.result(in)) {
				changed = true
			}
		}
	}
}

func (fn *Func) result(in *ir.Instr) class {
	switch in.Op {
	case ir.OpEnter:
		if len(in.Args) == 0 {
			return class{kind: toLocal, local: in.Local}
		}
	case ir.OpCopy:
		if r := in.Args[0].Reg(); r != 0 && in.Type.IsPtr() {
			return fn.class[r]
		}
	case ir.OpPtrAdd:
		if r := in.Args[0].Reg(); r != 0 {
			c := fn.class[r]
			if c.kind == toLocal {
				c.kind = intoLocal
			}
			return c
		}
	}
	return class{kind: anything}
}

// join merges an assignment into the class of a register.
func (fn *Func) join(r ir.Reg, c class) (changed bool) {
	old := fn.class[r]
	switch {
	case old == c || old.kind == anything || c.kind == unassigned:
		return false
	case old.kind == unassigned:
	case old.kind <= intoLocal && c.kind <= intoLocal && old.local == c.local:
		if old.kind == intoLocal {
			return false
		}
		c.kind = intoLocal
	default:
		c = class{kind: anything}
	}
	fn.class[r] = c
	return true
}

// restrict marks locals and parameters as escaping because of a function's instructions.
func (i *Info) restrict(f *ir.Func, fn *Func) (changed bool) {
	escapes := func(o ir.Operand) {
		if r := o.Reg(); r != 0 && fn.spoil(fn.class[r]) {
			changed = true
		}
	}
	for _, b := range fn.Nest.Dom.Order {
		blk := &f.Blocks[b]
		for n := range blk.Instrs {
			in := &blk.Instrs[n]
			if in.Dst != 0 && fn.class[in.Dst].kind == anything {
				switch in.Op {
				case ir.OpEnter:
					changed = fn.spoil(class{kind: toLocal, local: in.Local}) || changed
				case ir.OpCopy, ir.OpPtrAdd:
					escapes(in.Args[0]) // the target is lost
				}
			}
			switch in.Op {
			case ir.OpCopy, ir.OpPtrAdd, ir.OpLoad:
			case ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
				for _, a := range in.Args[1:] {
					escapes(a)
				}
			case ir.OpEq, ir.OpNe:
				if !isNull(f, in.Args[0]) && !isNull(f, in.Args[1]) {
					escapes(in.Args[0])
					escapes(in.Args[1])
				}
			case ir.OpCall:
				callee := &i.funcs[in.Func]
				for k, a := range in.Args {
					if k >= len(callee.params) || !callee.params[k] {
						escapes(a)
					}
				}
			default:
				for _, a := range in.Args {
					escapes(a)
				}
			}
		}
		if blk.Term.HasArg {
			escapes(blk.Term.Arg)
		}
	}
	for k, r := range f.Params {
		if fn.params[k] && fn.class[r].kind != toParam {
			fn.params[k] = false
			changed = true
		}
	}
	return changed
}

// spoil marks the target of a class as escaping.
func (fn *Func) spoil(c class) (changed bool) {
	switch c.kind {
	case toLocal, intoLocal:
		changed = fn.nonEscaping[c.local]
		fn.nonEscaping[c.local] = false
	case toParam:
		changed = fn.params[c.param]
		fn.params[c.param] = false
	}
	return changed
}

// local returns the non-escaping local that an operand points to, or zero; whole reports whether it
// points to its start.
func (fn *Func) local(o ir.Operand) (l ir.LocalID, whole bool) {
	if r := o.Reg(); r != 0 {
		if c := fn.class[r]; (c.kind == toLocal || c.kind == intoLocal) && fn.nonEscaping[c.local] {
			return c.local, c.kind == toLocal
		}
	}
	return 0, false
}

func isNull(f *ir.Func, o ir.Operand) bool {
	if !o.IsConst() {
		return false
	}
	c := f.Consts[o.Const()]
	return c.Lo == 0 && c.Hi == 0
}
