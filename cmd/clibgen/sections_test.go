package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestSharedStateInSections checks that models access state that threads share inside atomic sections only.
// Outside, no engine could determine when the access happens. Shared state is a part of a models' global,
// at a constant offset, that some code writes. Objects that models allocate are not checked.
func TestSharedStateInSections(t *testing.T) {
	for _, m := range models {
		text, err := os.ReadFile(filepath.Join(genDir, m.String()+".ir")) // written by generate: TestFresh
		if err != nil {
			t.Fatal(err)
		}
		prog, err := ir.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range unprotected(prog) {
			t.Errorf("%s: %s", m, at)
		}
	}
}

// spot is a byte of a global, or its whole (offset -1).
type spot struct {
	global ir.GlobalID
	off    int64
}

// protection finds accesses to shared state outside sections: a fixpoint over the targets of registers, and
// over the functions in which control may be outside a section.
type protection struct {
	prog    *ir.Program
	points  []map[ir.Reg]map[spot]bool // by function
	outside []bool                     // by function: entered outside a section
	changed bool
}

func unprotected(prog *ir.Program) (list []string) {
	p := &protection{prog: prog, points: make([]map[ir.Reg]map[spot]bool, len(prog.Funcs)), outside: make([]bool, len(prog.Funcs))}
	for f := 1; f < len(prog.Funcs); f++ {
		p.points[f] = make(map[ir.Reg]map[spot]bool)
		p.outside[f] = !strings.HasPrefix(prog.Funcs[f].Name, "__heddle_")
	}
	p.changed = true
	for p.changed {
		p.changed = false
		p.walk(func(int, *ir.Instr, bool) {})
	}
	written := make(map[spot]bool)
	p.walk(func(f int, in *ir.Instr, _ bool) {
		if in.Op == ir.OpStore || in.Op == ir.OpRMW || in.Op == ir.OpCmpXchg {
			for s := range p.points[f][in.Args[0].Reg()] {
				written[s] = true
			}
		}
	})
	shared := func(s spot) bool {
		for w := range written {
			if w.global == s.global && (w.off < 0 || s.off < 0 || w.off == s.off) {
				return true
			}
		}
		return false
	}
	p.walk(func(f int, in *ir.Instr, outside bool) {
		switch in.Op {
		case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		default:
			return
		}
		for s := range p.points[f][in.Args[0].Reg()] {
			if outside && shared(s) {
				list = append(list, fmt.Sprintf("%s: %s of %s at %d outside a section", prog.Funcs[f].Name, in.Op, prog.Globals[s.global].Name, in.Pos.Line))
			}
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// walk visits every instruction, with whether control may be outside a section.
func (p *protection) walk(visit func(f int, in *ir.Instr, outside bool)) {
	for f := 1; f < len(p.prog.Funcs); f++ {
		fn := &p.prog.Funcs[f]
		if !fn.HasBody() {
			continue
		}
		depth := make([]int, len(fn.Blocks)) // plus 1; 0: not reached
		depth[1] = 1
		for changed := true; changed; {
			changed = false
			for b := 1; b < len(fn.Blocks); b++ {
				if depth[b] == 0 {
					continue
				}
				d := depth[b]
				for i := range fn.Blocks[b].Instrs {
					d = nested(d, fn.Blocks[b].Instrs[i].Op)
				}
				for _, to := range fn.Blocks[b].Term.Targets {
					if depth[to] == 0 {
						depth[to], changed = d, true
					}
				}
			}
		}
		for b := 1; b < len(fn.Blocks); b++ {
			d := depth[b]
			for i := range fn.Blocks[b].Instrs {
				in := &fn.Blocks[b].Instrs[i]
				d = nested(d, in.Op)
				outside := d == 1 && p.outside[f]
				p.instr(f, in, outside)
				visit(f, in, outside)
			}
		}
	}
}

func nested(depth int, op ir.Op) int {
	switch op {
	case ir.OpAtomicBegin:
		return depth + 1
	case ir.OpAtomicEnd:
		return depth - 1
	}
	return depth
}

// instr records the targets that an instruction gives to registers and parameters, and the functions that
// it calls outside a section.
func (p *protection) instr(f int, in *ir.Instr, outside bool) {
	fn := &p.prog.Funcs[f]
	switch in.Op {
	case ir.OpGlobalAddr:
		if g := &p.prog.Globals[in.Glob]; g.Model && g.Storage == ir.Static {
			p.add(f, in.Dst, spot{in.Glob, 0})
		}
	case ir.OpPtrAdd:
		for s := range p.points[f][in.Args[0].Reg()] {
			if by := in.Args[1]; by.IsConst() && s.off >= 0 {
				s.off += int64(fn.Consts[by.Const()].Lo)
			} else {
				s.off = -1
			}
			p.add(f, in.Dst, s)
		}
	case ir.OpCopy, ir.OpSelect:
		for _, a := range in.Args {
			for s := range p.points[f][a.Reg()] {
				p.add(f, in.Dst, s)
			}
		}
	case ir.OpFuncAddr:
		p.enter(in.Func)
	case ir.OpCall:
		if outside {
			p.enter(in.Func)
		}
		for i, a := range in.Args {
			if params := p.prog.Funcs[in.Func].Params; i < len(params) {
				for s := range p.points[f][a.Reg()] {
					p.add(int(in.Func), params[i], s)
				}
			}
		}
	}
}

func (p *protection) enter(f ir.FuncID) {
	if !p.outside[f] {
		p.outside[f], p.changed = true, true
	}
}

func (p *protection) add(f int, r ir.Reg, s spot) {
	if r == 0 || p.points[f][r][s] {
		return
	}
	if p.points[f][r] == nil {
		p.points[f][r] = make(map[spot]bool)
	}
	p.points[f][r][s], p.changed = true, true
}
