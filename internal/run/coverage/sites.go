package coverage

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Site is a check in the program's own code, or in a library function that it calls.
type Site struct {
	Func ir.FuncID
	Pos  ir.Pos
	at   ir.At
	// branches holds the blocks whose final branches decide whether control reaches the check. It is
	// for checks that always fail; nil: the instruction itself must be executed.
	branches []ir.BlockID
	// guard means that the instruction at guardAt decides instead: the last call, before the check, of
	// a function that may end the process.
	guard   bool
	guardAt ir.At
	// Itself is true if the instruction at Pos is the check, and false if it is a call that leads to
	// one.
	Itself bool
}

// Sites lists the checks of assert or reach, in the order of the code, each place once.
func Sites(p *ir.Program, property verdict.Property) []Site {
	ends := ending(p)
	fails := failing(p, property, ends)
	var out []Site
	for id := 1; id < len(p.Funcs); id++ {
		f := &p.Funcs[id]
		if f.Model || fails[id] {
			continue
		}
		for at, in := range f.Instrs() {
			s := Site{Func: ir.FuncID(id), Pos: in.Pos, at: at, Itself: isCheck(in, property)}
			switch {
			case isCheck(in, property) && !isFalse(f, in), in.Op == ir.OpCall && checks(p, fails, in.Func, property):
			case isCheck(in, property), in.Op == ir.OpCall && fails[in.Func]:
				if s.branches = deciders(f, at.Block); s.branches == nil {
					s.guardAt, s.guard = guard(f, at, ends)
				}
			default:
				continue
			}
			if !slices.ContainsFunc(out, func(o Site) bool { return o.Func == s.Func && o.Pos == s.Pos }) {
				out = append(out, s)
			}
		}
	}
	return out
}

func isCheck(in *ir.Instr, property verdict.Property) bool {
	return in.Op == ir.OpAssert && in.Property() == property
}

// isFalse reports whether a check fails whenever it is evaluated.
func isFalse(f *ir.Func, in *ir.Instr) bool {
	c := in.Args[0]
	return c.IsConst() && f.Consts[c.Const()].Lo == 0
}

// checks reports whether a call of a library function evaluates a check that can hold.
func checks(p *ir.Program, fails []bool, id ir.FuncID, property verdict.Property) bool {
	f := &p.Funcs[id]
	if !f.Model || fails[id] {
		return false
	}
	for _, in := range f.Instrs() {
		if isCheck(in, property) && !isFalse(f, in) {
			return true
		}
	}
	return false
}

// failing finds the functions that are called by name and fail a check in every call. Their calls are
// the checks.
func failing(p *ir.Program, property verdict.Property, ends []bool) []bool {
	called := make([]bool, len(p.Funcs))
	for f, in := range p.Instrs() {
		if in.Op == ir.OpCall && f != &p.Funcs[p.Start] {
			called[in.Func] = true
		}
	}
	fails := make([]bool, len(p.Funcs))
	for changed := true; changed; {
		changed = false
		for id := range p.Funcs {
			f := &p.Funcs[id]
			if fails[id] || !called[id] {
				continue
			}
			for at, in := range f.Instrs() {
				certain := isCheck(in, property) && isFalse(f, in) || in.Op == ir.OpCall && fails[in.Func]
				if !certain || deciders(f, at.Block) != nil {
					continue
				}
				if _, guarded := guard(f, at, ends); !guarded {
					fails[id], changed = true, true
				}
			}
		}
	}
	return fails
}

// deciders returns the blocks some of whose targets certainly lead to a given block while others do
// not; nil: control always reaches the block.
func deciders(f *ir.Func, b ir.BlockID) []ir.BlockID {
	certain := make([]bool, len(f.Blocks))
	certain[b] = true
	leads := func(to ir.BlockID) bool { return certain[to] }
	for changed := true; changed; {
		changed = false
		for at := range f.Blocks {
			if targets := f.Blocks[at].Term.Targets; !certain[at] && len(targets) > 0 && !slices.ContainsFunc(targets, func(to ir.BlockID) bool { return !leads(to) }) {
				certain[at], changed = true, true
			}
		}
	}
	if certain[1] {
		return nil
	}
	var list []ir.BlockID
	for at := range f.Blocks {
		if !certain[at] && slices.ContainsFunc(f.Blocks[at].Term.Targets, leads) {
			list = append(list, ir.BlockID(at))
		}
	}
	return list
}

// ending finds the program's own functions that may either return or end the process or execution. A
// call of such a function decides whether control continues.
func ending(p *ir.Program) []bool {
	ends := make([]bool, len(p.Funcs))
	for changed := true; changed; {
		changed = false
		for id := range p.Funcs {
			f := &p.Funcs[id]
			if ends[id] || f.Model || f.NoReturn || !f.HasBody() || ir.FuncID(id) == p.Start {
				continue
			}
			for _, in := range f.Instrs() {
				if in.Op == ir.OpAssume || in.Op == ir.OpCall && (ends[in.Func] || p.Funcs[in.Func].NoReturn) {
					ends[id], changed = true, true
					break
				}
			}
		}
	}
	return ends
}

// guard returns the last call, before a place, of a function that may end the process. Control reaches
// the place only through this call.
func guard(f *ir.Func, at ir.At, ends []bool) (ir.At, bool) {
	d := f.Dominators()
	if d.Place(at.Block) == 0 {
		return ir.At{}, false
	}
	for b, list := at.Block, f.Blocks[at.Block].Instrs[:at.Index]; ; list = f.Blocks[b].Instrs {
		for i := range slices.Backward(list) {
			if list[i].Op == ir.OpCall && ends[list[i].Func] {
				return ir.At{Block: b, Index: i}, true
			}
		}
		if b == 1 {
			return ir.At{}, false
		}
		b = d.Parent(b)
	}
}
