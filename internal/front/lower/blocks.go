package lower

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// arrangeBlocks brings the control flow of a finished function into normal form. It resolves constant
// branches, redirects jumps to blocks that only jump to their final targets, joins straight lines into
// one block, removes unreachable blocks, and numbers the others in reverse post-order. It changes no
// instruction. It returns places, a list by block, in the order of the new numbers.
func arrangeBlocks(fn *ir.Func, places []int32) []int32 {
	for id := 1; id < len(fn.Blocks); id++ {
		resolveBranch(fn, &fn.Blocks[id].Term)
	}
	thread(fn)
	joinLines(fn)
	order := renumberBlocks(fn)
	out := make([]int32, len(fn.Blocks))
	for i, b := range order {
		out[i+1] = places[b]
	}
	return out
}

// resolveBranch turns a branch whose outcome is known into a br.
func resolveBranch(fn *ir.Func, t *ir.Term) {
	to := ir.BlockID(0)
	switch t.Op {
	case ir.TermCondBr:
		if t.Arg.IsConst() {
			to = t.Targets[1]
			if fn.Consts[t.Arg.Const()].Lo != 0 {
				to = t.Targets[0]
			}
		}
	case ir.TermSwitch:
		if t.Arg.IsConst() {
			to = t.Targets[0]
			v := fn.Consts[t.Arg.Const()].Lo
			for i, c := range t.Cases {
				if c.Lo <= v && v <= c.Hi {
					to = t.Targets[i+1]
					break
				}
			}
		}
	}
	if to == 0 {
		return
	}
	*t = ir.Term{Op: ir.TermBr, Targets: []ir.BlockID{to}, Pos: t.Pos}
}

// thread redirects jumps to blocks that only jump on, and turns branches whose
// targets are all the same into a br.
func thread(fn *ir.Func) {
	final := make([]ir.BlockID, len(fn.Blocks))
	var follow func(id ir.BlockID) ir.BlockID
	follow = func(id ir.BlockID) ir.BlockID {
		if final[id] != 0 {
			return final[id]
		}
		final[id] = id // an empty loop ends here
		b := &fn.Blocks[id]
		if len(b.Instrs) == 0 && b.Term.Op == ir.TermBr {
			final[id] = follow(b.Term.Targets[0])
		}
		return final[id]
	}
	for id := 1; id < len(fn.Blocks); id++ {
		t := &fn.Blocks[id].Term
		for i := range t.Targets {
			t.Targets[i] = follow(t.Targets[i])
		}
		if same(t.Targets) && (t.Op == ir.TermCondBr || t.Op == ir.TermSwitch) {
			readVariable(fn, ir.BlockID(id), t.Arg, t.Pos)
			*t = ir.Term{Op: ir.TermBr, Targets: t.Targets[:1], Pos: t.Pos}
		}
	}
	// A branch that became a br may have made its block empty.
	for id := range final {
		final[id] = 0
	}
	for id := 1; id < len(fn.Blocks); id++ {
		t := &fn.Blocks[id].Term
		for i := range t.Targets {
			t.Targets[i] = follow(t.Targets[i])
		}
	}
}

// readVariable appends a read of a variable to a block that no longer branches on it. It
// lasts until markUninitialised has seen that the variable is used there.
func readVariable(fn *ir.Func, id ir.BlockID, v ir.Operand, pos ir.Pos) {
	if !isNamed(fn, v) {
		return
	}
	fn.Regs = append(fn.Regs, ir.RegInfo{Type: fn.TypeOf(v)})
	b := &fn.Blocks[id]
	b.Instrs = append(b.Instrs, ir.Instr{Op: ir.OpCopy, Type: fn.TypeOf(v), Dst: ir.Reg(len(fn.Regs) - 1), Pos: pos, Args: []ir.Operand{v}})
}

func same(ids []ir.BlockID) bool {
	for _, id := range ids[min(1, len(ids)):] {
		if id != ids[0] {
			return false
		}
	}
	return len(ids) > 0
}

// joinLines merges a block that ends in a br with its target if no other block jumps there.
func joinLines(fn *ir.Func) {
	preds := make([]int, len(fn.Blocks))
	for _, id := range postOrder(fn) {
		for _, t := range fn.Blocks[id].Term.Targets {
			preds[t]++
		}
	}
	for _, id := range postOrder(fn) {
		b := &fn.Blocks[id]
		for b.Term.Op == ir.TermBr {
			to := b.Term.Targets[0]
			if to == id || to == 1 || preds[to] != 1 {
				break
			}
			next := &fn.Blocks[to]
			b.Instrs = append(b.Instrs, next.Instrs...)
			b.Term = next.Term
			*next = ir.Block{Term: ir.Term{Op: ir.TermUnreachable}}
		}
	}
}

// postOrder lists the blocks reachable from the entry, each after its successors, back edges aside.
// The first target of a branch comes right after the branch when the list is read backwards.
func postOrder(fn *ir.Func) []ir.BlockID {
	type frame struct {
		id   ir.BlockID
		next int
	}
	seen := make([]bool, len(fn.Blocks))
	order := make([]ir.BlockID, 0, len(fn.Blocks))
	stack := []frame{{1, len(fn.Blocks[1].Term.Targets)}}
	seen[1] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == 0 {
			order = append(order, top.id)
			stack = stack[:len(stack)-1]
			continue
		}
		top.next--
		to := fn.Blocks[top.id].Term.Targets[top.next]
		if !seen[to] {
			seen[to] = true
			stack = append(stack, frame{to, len(fn.Blocks[to].Term.Targets)})
		}
	}
	return order
}

// renumberBlocks drops unreachable blocks and orders the others. It returns the old
// numbers in the new order.
func renumberBlocks(fn *ir.Func) []ir.BlockID {
	order := postOrder(fn)
	slices.Reverse(order)
	number := make([]ir.BlockID, len(fn.Blocks))
	blocks := make([]ir.Block, 1, len(order)+1)
	for _, b := range order {
		number[b] = ir.BlockID(len(blocks))
		blocks = append(blocks, fn.Blocks[b])
	}
	for id := 1; id < len(blocks); id++ {
		t := &blocks[id].Term
		if len(t.Targets) == 0 {
			t.Targets = nil
			continue
		}
		targets := make([]ir.BlockID, len(t.Targets))
		for i, to := range t.Targets {
			targets[i] = number[to]
		}
		t.Targets = targets
	}
	fn.Blocks = blocks
	return order
}
