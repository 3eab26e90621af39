package lower

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// randomFlow returns a function with n blocks and random jumps. Every block stores its number in
// register 1; register 2 stands for all values on which branches depend.
func randomFlow(rng *rand.Rand, n int) *ir.Func {
	fn := &ir.Func{Name: "f"}
	b := ir.NewFuncBuilder(ir.LP64, fn)
	label, branch := b.Temp(ir.I32), b.Temp(ir.I32)
	for range n {
		b.NewBlock()
	}
	for k := 1; k <= n; k++ {
		b.SetBlock(ir.BlockID(k))
		b.CopyTo(label, b.Int(ir.I32, uint64(k)))
		to := func() ir.BlockID { return ir.BlockID(1 + rng.IntN(n)) }
		switch rng.IntN(6) {
		case 0:
			b.RetVoid()
		case 1, 2:
			b.Br(to())
		default:
			var cases []ir.Case
			var targets []ir.BlockID
			for i := range 1 + rng.IntN(3) {
				cases, targets = append(cases, ir.Case{Lo: uint64(i), Hi: uint64(i)}), append(targets, to())
			}
			b.Switch(ir.RegOperand(branch), to(), cases, targets)
		}
	}
	renumberBlocks(b.Finish())
	return fn
}

// walk returns the labels of the blocks that a function passes. A branch on the selector follows its
// value; each other branch takes the next of the decisions.
func walk(fn *ir.Func, decisions []int) []uint64 {
	var labels []uint64
	regs := make(map[ir.Reg]uint64)
	value := func(o ir.Operand) uint64 {
		if o.IsConst() {
			return fn.Consts[o.Const()].Lo
		}
		return regs[o.Reg()]
	}
	for b := ir.BlockID(1); ; {
		blk := &fn.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			regs[in.Dst] = value(in.Args[0])
			if in.Dst == 1 {
				labels = append(labels, regs[1])
			}
		}
		t := &blk.Term
		switch {
		case t.Op == ir.TermRet:
			return append(labels, 0)
		case t.Op == ir.TermBr:
			b = t.Targets[0]
		case t.Arg == ir.RegOperand(2):
			if len(decisions) == 0 {
				return labels
			}
			b = t.Targets[decisions[0]%len(t.Targets)]
			decisions = decisions[1:]
		default:
			v := value(t.Arg)
			b = t.Targets[1+slices.IndexFunc(t.Cases, func(c ir.Case) bool { return c.Lo <= v && v <= c.Hi })]
		}
		if len(labels) > 200 { // a loop without a branch
			return labels[:200]
		}
	}
}

// TestReducible makes random functions reducible: control passes the same blocks as
// before, and the size is linear.
func TestReducible(t *testing.T) {
	changed, nested := 0, 0
	for seed := range 5000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		fn := randomFlow(rng, 2+seed%16)
		old := *fn
		old.Blocks = make([]ir.Block, len(fn.Blocks))
		edges := 0
		for b, blk := range fn.Blocks {
			old.Blocks[b] = ir.Block{Instrs: slices.Clone(blk.Instrs), Term: blk.Term}
			old.Blocks[b].Term.Targets = slices.Clone(blk.Term.Targets)
			edges += len(blk.Term.Targets)
		}
		rank := make([]int32, len(fn.Blocks))
		for b, k := range rng.Perm(len(fn.Blocks)) {
			rank[b] = int32(k)
		}
		MakeReducible(fn, rank)
		if from, to := fn.SideEntry(); from != 0 {
			t.Fatalf("seed %d: b%d goes back to b%d in %v\nmade of %v", seed, from, to, fn.Blocks, old.Blocks)
		}
		for range 20 {
			decisions := make([]int, 50)
			for i := range decisions {
				decisions[i] = rng.IntN(12)
			}
			if got, want := walk(fn, decisions), walk(&old, decisions); !slices.Equal(got, want) {
				t.Fatalf("seed %d: control passes %d instead of %d\nin %v\nmade of %v", seed, got, want, fn.Blocks, old.Blocks)
			}
		}
		after := 0
		for _, blk := range fn.Blocks {
			after += len(blk.Term.Targets)
		}
		n := len(old.Blocks) - 1
		if len(fn.Blocks)-1 > 2*n+edges || after > 2*n+2*edges {
			t.Fatalf("seed %d: %d blocks and %d edges become %d and %d", seed, n, edges, len(fn.Blocks)-1, after)
		}
		if from, _ := old.SideEntry(); from != 0 {
			changed++
			for _, blk := range fn.Blocks {
				if slices.ContainsFunc(blk.Term.Cases, func(c ir.Case) bool { return c.Lo < c.Hi }) {
					nested++
				}
			}
		} else if len(fn.Blocks) != len(old.Blocks) {
			t.Fatalf("seed %d: a reducible function has changed", seed)
		}
	}
	if changed < 1000 || nested < 50 {
		t.Errorf("%d functions changed, %d dispatch blocks lead to others", changed, nested)
	}
}

// TestDispatchPosition checks the position of the head of a loop with two entries: it is the start of
// the loop in the source, which bound marks name.
func TestDispatchPosition(t *testing.T) {
	p := Lower(analyze(t, `int f(int n)
{
	int i = 0;
	if (n)
		goto second;
first:
	i++;
second:
	i += 2;
	if (i < n)
		goto first;
	return i;
}
`, ir.LP64), Options{}).Program
	heads := 0
	for _, blk := range p.Funcs[1].Blocks {
		if blk.Term.Op == ir.TermSwitch {
			heads++
			if line := blk.Pos().Line; line != 7 {
				t.Errorf("the loop begins at line %d", line)
			}
		}
	}
	if heads != 1 {
		t.Errorf("%d heads", heads)
	}
}
