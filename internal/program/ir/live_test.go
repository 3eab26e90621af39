package ir

import (
	"slices"
	"testing"
)

// TestLiveness examines a function with a loop. A register that is assigned from itself is live before
// the loop; a register that is assigned first is not.
func TestLiveness(t *testing.T) {
	f := &Func{Regs: make([]RegInfo, 4), Blocks: make([]Block, 4)}
	set := func(b BlockID, term Term, instrs ...Instr) { f.Blocks[b] = Block{Instrs: instrs, Term: term} }
	copies := func(to, from Reg) Instr { return Instr{Op: OpCopy, Dst: to, Args: []Operand{RegOperand(from)}} }
	set(1, Term{Op: TermBr, Targets: []BlockID{2}}, copies(2, 1))
	set(2, Term{Op: TermCondBr, HasArg: true, Arg: RegOperand(2), Targets: []BlockID{2, 3}}, copies(3, 3))
	set(3, Term{Op: TermRet, HasArg: true, Arg: RegOperand(1)}, copies(1, 2), copies(2, 3))
	all := f.Liveness(nil)
	for b, want := range map[BlockID][]bool{1: {false, true, false, true}, 2: {false, false, true, true}, 3: {false, false, true, true}} {
		if got := all.Before(b, 0); !slices.Equal(got, want) {
			t.Errorf("block %d: %v, want %v", b, got, want)
		}
		for r := range f.Regs {
			if all.Has(b, Reg(r)) != want[r] {
				t.Errorf("block %d, register %d: not %v", b, r, want[r])
			}
		}
	}
	if got := all.Before(3, 1); !slices.Equal(got, []bool{false, true, false, true}) {
		t.Errorf("inside block 3: %v", got)
	}
	if got := all.Before(3, 3); slices.Contains(got, true) {
		t.Errorf("behind the return: %v", got)
	}
	some := f.Liveness([]bool{false, true, false, true})
	if some.Has(2, 2) || !some.Has(2, 3) || !some.HasBehind(2, 3) || some.HasBehind(3, 3) || some.HasBehind(1, 1) {
		t.Error("of registers 1 and 3 another result")
	}
}
