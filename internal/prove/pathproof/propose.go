package pathproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// maxProposed bounds the number of memory bounds that are proposed for one loop.
const maxProposed = 40

// Propose returns possible bounds of loops, for the registers to which a loop adds and the globals that
// it writes. One kind says that such a value is not below, or not above, its value at the entry of the
// loop. Another kind is for a register that decides whether the loop continues: while it is set, one
// global is below another. Nothing is proved; package confirm/threads chooses the bounds that hold.
func Propose(p *ir.Program, proof *threadproof.Proof) (regs []threadproof.Bound, cells []threadproof.CellBound) {
	words := wordsOf(proof)
	for n := 1; n < len(proof.Nodes); n++ {
		node := threadproof.NodeID(n)
		f := &p.Funcs[proof.Nodes[node].Func]
		if f.Model {
			continue
		}
		g := &proposer{f: f, words: words, defs: definitions(f)}
		nest := f.Loops()
		for i := range nest.Loops {
			l := &nest.Loops[i]
			at := threadproof.At{Node: node, Block: l.Header}
			if s := proof.States[at]; s != nil {
				regs = append(regs, g.registers(at, l, s)...)
				list := g.cells(at, l, s)
				cells = append(cells, list[:min(len(list), maxProposed)]...)
			}
		}
	}
	return regs, cells
}

// wordsOf returns the cells at the beginning of a global, by global and size.
func wordsOf(proof *threadproof.Proof) map[word]threadproof.CellID {
	out := make(map[word]threadproof.CellID)
	for x := 1; x < len(proof.Cells); x++ {
		c := &proof.Cells[x]
		if o := &proof.Objects[c.Object]; o.Kind == threadproof.Global && o.Base == 0 && c.Off == 0 && c.Step == 0 && !c.Mixed && c.Strong && c.Size <= 8 {
			out[word{o.Global, c.Size}] = threadproof.CellID(x)
		}
	}
	return out
}

// word is the first bytes of a global.
type word struct {
	global ir.GlobalID
	size   int64
}

// proposer proposes bounds for the loops of one function.
type proposer struct {
	f     *ir.Func
	words map[word]threadproof.CellID
	defs  []*ir.Instr // by register, the only instruction that sets it
}

// definitions returns, by register, the only instruction that sets it; nil: there are several, or none.
func definitions(f *ir.Func) []*ir.Instr {
	out := make([]*ir.Instr, len(f.Regs))
	again := make([]bool, len(f.Regs))
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if again[in.Dst] || out[in.Dst] != nil {
				out[in.Dst], again[in.Dst] = nil, true
				continue
			}
			out[in.Dst] = in
		}
	}
	return out
}

// def returns the instruction that computes an operand.
func (g *proposer) def(o ir.Operand) *ir.Instr {
	if o.IsConst() || o.Reg() == 0 {
		return nil
	}
	return g.defs[o.Reg()]
}

// cell returns the cell that an access touches; 0: it is not known.
func (g *proposer) cell(in *ir.Instr, size int64) threadproof.CellID {
	if at := g.def(in.Args[0]); at != nil && at.Op == ir.OpGlobalAddr {
		return g.words[word{at.Glob, size}]
	}
	return 0
}

// registers proposes bounds of registers to which the loop adds constants.
func (g *proposer) registers(at threadproof.At, l *ir.Loop, s *threadproof.State) (list []threadproof.Bound) {
	for _, b := range l.Blocks {
		for i := range g.f.Blocks[b].Instrs {
			in := &g.f.Blocks[b].Instrs[i]
			if in.Op != ir.OpAdd && in.Op != ir.OpSub || in.Args[0].IsConst() || in.Args[0].Reg() != in.Dst || !in.Args[1].IsConst() {
				continue
			}
			if _, live := s.Regs[in.Dst]; !live || slices.ContainsFunc(list, func(b threadproof.Bound) bool { return b.Reg == in.Dst }) {
				continue
			}
			list = append(list, threadproof.Bound{At: at, Reg: in.Dst, Above: true}, threadproof.Bound{At: at, Reg: in.Dst})
		}
	}
	return list
}

// cells proposes bounds of globals.
func (g *proposer) cells(at threadproof.At, l *ir.Loop, s *threadproof.State) (list []threadproof.CellBound) {
	var written []threadproof.CellID
	var set []ir.Reg // registers that the loop sets and that are known at its head
	for _, b := range l.Blocks {
		for i := range g.f.Blocks[b].Instrs {
			in := &g.f.Blocks[b].Instrs[i]
			if _, live := s.Regs[in.Dst]; live && in.Dst != 0 && in.Type.IsInt() && !slices.Contains(set, in.Dst) {
				set = append(set, in.Dst)
			}
			if in.Op != ir.OpStore || !in.Type.IsInt() || in.Type.Bits(ir.LP64) > 64 {
				continue
			}
			if x := g.cell(in, in.Type.Bytes(ir.LP64)); x != 0 && !slices.Contains(written, x) {
				written = append(written, x)
			}
		}
	}
	for _, x := range written {
		list = append(list, threadproof.CellBound{At: at, Cell: x}, threadproof.CellBound{At: at, Cell: x, Relation: threadproof.NotAbove})
	}
	if at.Block == 1 {
		return list
	}
	for _, pair := range g.compared() {
		for _, r := range set {
			list = append(list, threadproof.CellBound{At: at, Cell: pair[0], Relation: threadproof.Below, Than: pair[1], If: r})
		}
	}
	return list
}

// compared returns the pairs of globals that the function compares with "less than".
func (g *proposer) compared() (list [][2]threadproof.CellID) {
	for b := range g.f.Blocks {
		for i := range g.f.Blocks[b].Instrs {
			in := &g.f.Blocks[b].Instrs[i]
			if in.Op != ir.OpSLt {
				continue
			}
			x, y := g.def(in.Args[0]), g.def(in.Args[1])
			if x == nil || y == nil || x.Op != ir.OpLoad || y.Op != ir.OpLoad || x.Type != y.Type || !x.Type.IsInt() || x.Type.Bits(ir.LP64) > 64 {
				continue
			}
			size := x.Type.Bytes(ir.LP64)
			if pair := [2]threadproof.CellID{g.cell(x, size), g.cell(y, size)}; pair[0] != 0 && pair[1] != 0 && pair[0] != pair[1] && !slices.Contains(list, pair) {
				list = append(list, pair)
			}
		}
	}
	return list
}
