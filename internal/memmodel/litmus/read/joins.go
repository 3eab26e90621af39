package read

import "github.com/heddle-mc/heddle/internal/memmodel/litmus/program"

// joins finds where the ways from each branch meet again: the first operation that is on all ways to the end. Only the operations
// before it depend on the branch. The algorithm is that of Cooper, Harvey and Kennedy, "A simple, fast dominance
// algorithm", on the reversed graph.
func (t *thread) joins() {
	n := len(t.Code)
	before := make([][]int, n+1) // the operations from which an operation is next
	for i := range t.Code {
		for _, next := range t.following(i) {
			before[next] = append(before[next], i)
		}
	}
	order, place := fromEnd(before)
	join := make([]int, n+1)
	for i := range join {
		join[i] = program.None
	}
	join[n] = n
	for changed := true; changed; {
		changed = false
		for _, i := range order[1:] {
			meeting := program.None
			for _, next := range t.following(i) {
				if join[next] == program.None {
					continue
				}
				if meeting == program.None {
					meeting = next
					continue
				}
				for next != meeting {
					if place[next] > place[meeting] {
						next = join[next]
					} else {
						meeting = join[meeting]
					}
				}
			}
			if join[i] != meeting {
				join[i], changed = meeting, true
			}
		}
	}
	for i := range t.Code {
		if t.Code[i].Kind == program.Branch {
			t.Code[i].End = join[i]
		}
	}
}

// following returns the operations that may come after one.
func (t *thread) following(i int) []int {
	switch op := &t.Code[i]; op.Kind {
	case program.Jump:
		return []int{op.Target}
	case program.Branch, program.Fork:
		return []int{i + 1, op.Target}
	}
	return []int{i + 1}
}

// fromEnd returns the operations from which the end can be reached, in the reverse of a depth-first order from the end, and their places.
func fromEnd(before [][]int) (order, place []int) {
	n := len(before) - 1
	place = make([]int, n+1)
	seen := make([]bool, n+1)
	type visit struct{ at, next int }
	stack := []visit{{at: n}}
	seen[n] = true
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if v.next == len(before[v.at]) {
			order = append(order, v.at)
			stack = stack[:len(stack)-1]
			continue
		}
		i := before[v.at][v.next]
		v.next++
		if !seen[i] {
			seen[i] = true
			stack = append(stack, visit{at: i})
		}
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	for i, at := range order {
		place[at] = i
	}
	return order, place
}
