package loops

import "github.com/heddle-mc/heddle/internal/program/ir"

// concreteness sets Loop.Concrete. A register varies if it may depend on more than constants on some
// path: through its operands, or because a branch on a varying register inside a loop decides whether
// it is assigned.
func (fn *Func) concreteness(f *ir.Func) {
	if len(fn.Loops) == 0 {
		return
	}
	varies := make([]bool, max(len(f.Regs), 1))
	for _, r := range f.Params {
		varies[r] = true
	}
	// Blocks of loops that some iterations may skip because of a varying branch.
	unsure := make([]bool, len(f.Blocks))
	for changed := true; changed; {
		changed = false
		for n := range fn.Loops {
			if l := &fn.Loops[n]; fn.branchesVary(f, l, varies) {
				for _, b := range l.Blocks {
					if !unsure[b] && fn.Nest.Innermost(b) == n && !fn.Nest.EveryTime(l.Loop, b) {
						unsure[b] = true
						changed = true
					}
				}
			}
		}
		for at, in := range f.InstrsOf(fn.Nest.Dom.Order) {
			if in.Dst != 0 && !varies[in.Dst] && (unsure[at.Block] || mayVary(in, varies)) {
				varies[in.Dst] = true
				changed = true
			}
		}
	}
	for n := range fn.Loops {
		l := &fn.Loops[n]
		exits := false
		l.Concrete = true
		for _, b := range l.Blocks {
			t := &f.Blocks[b].Term
			leaves := len(t.Targets) == 0
			for _, to := range t.Targets {
				leaves = leaves || !l.Contains(to)
			}
			if leaves {
				exits = true
				l.Concrete = l.Concrete && !termVaries(t, varies)
			}
		}
		l.Concrete = l.Concrete && exits
	}
}

// branchesVary reports whether some branch in a loop depends on more than
// constants.
func (fn *Func) branchesVary(f *ir.Func, l *Loop, varies []bool) bool {
	for _, b := range l.Blocks {
		if termVaries(&f.Blocks[b].Term, varies) {
			return true
		}
	}
	return false
}

func termVaries(t *ir.Term, varies []bool) bool {
	return t.HasArg && len(t.Targets) > 1 && t.Arg.Reg() != 0 && varies[t.Arg.Reg()]
}

// mayVary reports whether an instruction's result may depend on more than constants.
func mayVary(in *ir.Instr, varies []bool) bool {
	if in.Op < ir.OpCopy || in.Op > ir.OpSExt {
		return true
	}
	for _, a := range in.Args {
		if r := a.Reg(); r != 0 && varies[r] {
			return true
		}
	}
	return false
}
