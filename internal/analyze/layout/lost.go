package layout

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// lost finds the places if package pointsto knows nothing: computations from the number of a pointer
// within one function, stores of such a number, and all comparisons of pointers.
func (f *finder) lost() {
	l := &guesser{finder: f, views: make([]*ssa.Func, len(f.prog.Funcs)), given: make(map[ir.FuncID][]operand), open: make(map[ir.FuncID]bool)}
	for id := 1; id < len(f.prog.Funcs); id++ {
		if fn := &f.prog.Funcs[id]; fn.HasBody() {
			l.views[id] = ssa.Build(fn)
		}
	}
	for id := 1; id < len(f.prog.Funcs); id++ {
		if l.views[id] != nil {
			l.calls(ir.FuncID(id))
		}
	}
	for g := range f.prog.Globals {
		for _, item := range f.prog.Globals[g].Init {
			l.open[item.Func] = true
		}
	}
	for id := 1; id < len(f.prog.Funcs); id++ {
		if l.views[id] != nil && !f.prog.Funcs[id].Model {
			l.function(ir.FuncID(id))
		}
	}
}

// guesser finds places from the code of functions alone.
type guesser struct {
	*finder
	views []*ssa.Func
	given map[ir.FuncID][]operand // arguments of parameters, from calls
	open  map[ir.FuncID]bool      // functions that may also be called from elsewhere
	frees bool
}

// operand is the argument of a parameter.
type operand struct {
	param int
	fn    ir.FuncID // the caller
	v     ssa.ValueID
}

// calls records the arguments of called functions and of the functions of threads.
func (l *guesser) calls(id ir.FuncID) {
	view := l.views[id]
	starts := func(in *ir.Instr) bool {
		return in.Op == ir.OpCall && l.prog.Funcs[in.Func].Role.Verb == ir.VerbCreate
	}
	for _, b := range view.Order {
		for i := range view.IR.Blocks[b].Instrs {
			in := &view.IR.Blocks[b].Instrs[i]
			args := view.Args(b, i)
			l.frees = l.frees || in.Op == ir.OpFree
			if in.Op == ir.OpCall {
				for k, v := range args {
					l.given[in.Func] = append(l.given[in.Func], operand{k, id, v})
				}
			}
			n := len(args)
			for k, v := range args {
				d := &view.Values[v]
				if d.Kind != ssa.Def || view.Instr(v).Op != ir.OpFuncAddr {
					continue
				}
				if routine := view.Instr(v).Func; starts(in) && k == n-2 {
					l.given[routine] = append(l.given[routine], operand{0, id, args[n-1]})
				} else {
					l.open[routine] = true
				}
			}
		}
		if v := view.Term(b); v != ssa.NoValue && view.Values[v].Kind == ssa.Def && view.Instr(v).Op == ir.OpFuncAddr {
			l.open[view.Instr(v).Func] = true
		}
	}
}

func (l *guesser) function(id ir.FuncID) {
	at := instr{view: l.views[id]}
	for _, b := range at.view.Order {
		at.block = b
		for i := range at.view.IR.Blocks[b].Instrs {
			at.index = i
			in := &at.view.IR.Blocks[b].Instrs[i]
			args := at.view.Args(b, i)
			pointers := len(args) > 0 && at.view.Values[args[0]].Type.IsPtr()
			constant := slices.ContainsFunc(args, func(v ssa.ValueID) bool { _, is := at.view.Const(v); return is })
			looks := computes(in.Op) || in.Op == ir.OpStore || in.Op == ir.OpRMW
			switch in.Op {
			case ir.OpEq, ir.OpNe:
				if looks = !constant; pointers && l.frees && !constant {
					l.add(at, verdict.ReuseBound, in.Pos, true)
				}
			case ir.OpCmpXchg:
				if looks = true; in.Type.IsPtr() && l.frees {
					l.add(at, verdict.ReuseBound, in.Pos, true)
				}
			case ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
				if looks = !constant; pointers && !constant {
					l.add(at, verdict.AddressBound, in.Pos, true)
				}
			}
			if looks && slices.ContainsFunc(args, func(v ssa.ValueID) bool {
				return at.view.Values[v].Type.IsInt() && l.isAddress(id, v, make(map[operand]bool))
			}) {
				l.add(at, verdict.AddressBound, in.Pos, false)
			}
		}
	}
}

// isAddress reports whether a value of a function may be an address. A number may be one if it was made
// from a pointer in its function. A pointer may be one unless it was made from other numbers.
func (l *guesser) isAddress(id ir.FuncID, v ssa.ValueID, seen map[operand]bool) bool {
	key := operand{fn: id, v: v}
	if seen[key] {
		return false
	}
	seen[key] = true
	view := l.views[id]
	d := &view.Values[v]
	switch d.Kind {
	case ssa.Const, ssa.Zero:
		return false
	case ssa.Phi:
		return slices.ContainsFunc(d.Args, func(x ssa.ValueID) bool { return l.isAddress(id, x, seen) })
	case ssa.Def:
		switch view.Instr(v).Op {
		case ir.OpCopy, ir.OpPtrToInt, ir.OpIntToPtr:
			return l.isAddress(id, view.Arg(d.Block, d.Index, 0), seen)
		}
	case ssa.Param:
		if d.Type.IsPtr() && !l.open[id] && id != l.prog.Start {
			return slices.ContainsFunc(l.given[id], func(o operand) bool { return o.param == d.Index && l.isAddress(o.fn, o.v, seen) })
		}
	}
	return d.Type.IsPtr()
}
