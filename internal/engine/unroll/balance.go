package unroll

import (
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/term"
)

// Padding returns how many states that do nothing each edge of a graph needs so that
// all paths from the entry to a node have the same length: path balancing (PB; Ganai
// and Gupta, section 7). Edges back to where a search came from are left alone: a
// loop stays as long as its longest way around.
//
// The length of a path in a run is what it was, up to steps that touch nothing.
func Padding(entry efsm.StateID, succ [][]efsm.StateID) [][]int {
	order, back := postorder(entry, succ)
	level := make([]int, len(succ))
	for i := len(order) - 1; i >= 0; i-- {
		c := order[i]
		for j, to := range succ[c] {
			if !back[c][j] {
				level[to] = max(level[to], level[c]+1)
			}
		}
	}
	pad := make([][]int, len(succ))
	for _, c := range order {
		pad[c] = make([]int, len(succ[c]))
		for j, to := range succ[c] {
			if !back[c][j] {
				pad[c][j] = level[to] - level[c] - 1
			}
		}
	}
	return pad
}

// postorder returns the nodes that can be reached, each after its successors but for
// those along back edges, and which edges are those.
func postorder(entry efsm.StateID, succ [][]efsm.StateID) (order []efsm.StateID, back [][]bool) {
	const (
		unseen = iota
		open
		done
	)
	type visit struct {
		c    efsm.StateID
		next int
	}
	status := make([]uint8, len(succ))
	back = make([][]bool, len(succ))
	stack := []visit{{entry, 0}}
	status[entry], back[entry] = open, make([]bool, len(succ[entry]))
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(succ[top.c]) {
			status[top.c] = done
			order = append(order, top.c)
			stack = stack[:len(stack)-1]
			continue
		}
		to := succ[top.c][top.next]
		back[top.c][top.next] = status[to] == open
		top.next++
		if status[to] == unseen {
			status[to], back[to] = open, make([]bool, len(succ[to]))
			stack = append(stack, visit{to, 0})
		}
	}
	return order, back
}

// Balance returns the system with Padding as local states. It shares all else with
// the one that it is given.
func Balance(s *efsm.System) *efsm.System {
	out := *s
	out.Threads = append([]efsm.Thread(nil), s.Threads...)
	for i := 1; i < len(out.Threads); i++ {
		t := &out.Threads[i]
		pad := Padding(t.Entry, t.Successors())
		t.States = append([]efsm.State(nil), t.States...)
		for c := 1; c < len(pad); c++ {
			edges := append([]efsm.Edge(nil), t.States[c].Edges...)
			for j, n := range pad[c] {
				for range n {
					edges[j].To = t.AddState(efsm.State{
						Name: t.States[c].Name + ".nop", Origin: t.States[c].Origin, Enable: term.True,
						Edges: []efsm.Edge{{Guard: term.True, To: edges[j].To}},
					})
				}
			}
			t.States[c].Edges = edges
		}
	}
	return &out
}
