package values

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// liveness determines the values that a state of a function keeps: values still in use, the parameters,
// which tell a caller about its arguments, and the operands of conditions that are tested later.
type liveness struct {
	view  *ssa.Func
	out   []set                 // by block
	in    [][]ssa.ValueID       // by block; the phis are in their block's
	at    map[int][]ssa.ValueID // before an instruction: block<<32 | index
	phis  [][]ssa.ValueID       // by block
	pars  []ssa.ValueID         // the parameters
	heads []bool                // by block: control may reach it from a later block
	ranks []int                 // by block: its place in the order of the blocks
}

// set is a set of values of a function.
type set []uint64

func (s set) has(v ssa.ValueID) bool { return s[v/64]>>(v%64)&1 != 0 }
func (s set) add(v ssa.ValueID)      { s[v/64] |= 1 << (v % 64) }
func (s set) remove(v ssa.ValueID)   { s[v/64] &^= 1 << (v % 64) }

// maxOrigin is the depth to which the operands of a condition are followed.
const maxOrigin = 8

func newLiveness(view *ssa.Func) *liveness {
	n := len(view.IR.Blocks)
	l := &liveness{view: view, out: make([]set, n), in: make([][]ssa.ValueID, n), at: make(map[int][]ssa.ValueID), phis: make([][]ssa.ValueID, n), heads: make([]bool, n), ranks: make([]int, n)}
	for i, b := range view.Order {
		l.ranks[b] = i
	}
	for _, b := range view.Order {
		for _, p := range view.Preds[b] {
			l.heads[b] = l.heads[b] || l.ranks[p] >= l.ranks[b]
		}
	}
	words := (len(view.Values) + 63) / 64
	in := make([]set, n)
	for b := range in {
		in[b], l.out[b] = make(set, words), make(set, words)
	}
	for v := range view.Values {
		switch d := &view.Values[v]; d.Kind {
		case ssa.Param:
			l.pars = append(l.pars, ssa.ValueID(v))
		case ssa.Phi:
			l.phis[d.Block] = append(l.phis[d.Block], ssa.ValueID(v))
		}
	}
	for changed := true; changed; {
		changed = false
		for k := len(view.Order) - 1; k >= 0; k-- {
			b := view.Order[k]
			live := make(set, words)
			for _, to := range view.IR.Blocks[b].Term.Targets {
				for i, x := range in[to] {
					live[i] |= x
				}
				for _, phi := range l.phis[to] {
					live.remove(phi)
				}
				for e, from := range view.Preds[to] {
					if from != b {
						continue
					}
					for _, phi := range l.phis[to] {
						if in[to].has(phi) && e < len(view.Values[phi].Args) {
							l.use(live, view.Values[phi].Args[e], 0)
						}
					}
				}
			}
			copy(l.out[b], live)
			l.backwards(b, 0, live)
			for i := range live {
				if live[i] != in[b][i] {
					in[b], changed = live, true
					break
				}
			}
		}
	}
	for _, b := range view.Order {
		l.in[b] = l.list(in[b])
	}
	return l
}

// backwards turns the live set behind a block's instructions into the live set before the instruction
// at index from.
func (l *liveness) backwards(b ir.BlockID, from int, live set) {
	block := &l.view.IR.Blocks[b]
	if block.Term.HasArg {
		l.use(live, l.view.Term(b), maxOrigin)
	}
	for i := len(block.Instrs) - 1; i >= from; i-- {
		in := &block.Instrs[i]
		if in.Dst != 0 {
			live.remove(l.view.Def(b, i))
		}
		fuel := 0
		if in.Op == ir.OpCall || in.Op == ir.OpCallPtr || in.Op == ir.OpAssume || in.Op == ir.OpAssert || in.Op == ir.OpBlockUntil {
			fuel = maxOrigin
		}
		for _, a := range l.view.Args(b, i) {
			l.use(live, a, fuel)
		}
	}
}

// use adds a value and, within the depth fuel, the operands of conditions.
func (l *liveness) use(live set, v ssa.ValueID, fuel int) {
	if v == ssa.NoValue {
		return
	}
	d := &l.view.Values[v]
	if d.Kind == ssa.Const || d.Kind == ssa.Zero {
		return
	}
	live.add(v)
	if d.Kind != ssa.Def || fuel == 0 || !transparent(l.view.Instr(v).Op) {
		return
	}
	for _, a := range l.view.Args(d.Block, d.Index) {
		l.use(live, a, fuel-1)
	}
}

// transparent reports whether a result of op may restrict the operands.
func transparent(op ir.Op) bool {
	switch op {
	case ir.OpCopy, ir.OpEq, ir.OpNe, ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpZExt, ir.OpSExt, ir.OpTrunc, ir.OpAdd, ir.OpSub:
		return true
	}
	return false
}

// list returns the elements of a set, and the parameters.
func (l *liveness) list(s set) []ssa.ValueID {
	for _, p := range l.pars {
		s.add(p)
	}
	var out []ssa.ValueID
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			out = append(out, ssa.ValueID(64*i+bits.TrailingZeros64(w)))
		}
	}
	return out
}

// before returns the values that a state before an instruction keeps. Behind a call these include its
// arguments and the operands of these.
func (l *liveness) before(b ir.BlockID, i int) []ssa.ValueID {
	if i == 0 {
		return l.in[b]
	}
	key := int(b)<<32 | i
	if list, ok := l.at[key]; ok {
		return list
	}
	live := make(set, len(l.out[b]))
	copy(live, l.out[b])
	l.backwards(b, i, live)
	for _, a := range l.view.Args(b, i-1) {
		l.use(live, a, maxOrigin)
	}
	if l.view.IR.Blocks[b].Instrs[i-1].Dst != 0 {
		live.add(l.view.Def(b, i-1))
	}
	list := l.list(live)
	l.at[key] = list
	return list
}
