package ir

import "slices"

// ReversePostorder lists the blocks that control can reach, the entry first. Each comes before its
// successors, except for successors by a back edge of the depth-first search that takes targets in
// order.
func (f *Func) ReversePostorder() []BlockID {
	type visit struct {
		b    BlockID
		next int
	}
	var order []BlockID
	seen := make([]bool, len(f.Blocks))
	seen[1] = true
	for stack := []visit{{1, 0}}; len(stack) > 0; {
		v := &stack[len(stack)-1]
		targets := f.Blocks[v.b].Term.Targets
		if v.next == len(targets) {
			order = append(order, v.b)
			stack = stack[:len(stack)-1]
			continue
		}
		to := targets[v.next]
		v.next++
		if !seen[to] {
			seen[to] = true
			stack = append(stack, visit{to, 0})
		}
	}
	slices.Reverse(order)
	return order
}
