package efsm

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

// bracketed returns the weight of a state if visible operations are bracketed, as the token method does
// (Ganai and Gupta, section 5.1).
func bracketed(st *State) int {
	if st.IsVisible() {
		return 3
	}
	return 1
}

// WriteReach writes, for every thread and depth, how many control states are reachable there, and the
// sums. The columns are CSR, matched calls and returns, and contexts (CXT), each also with balanced
// paths (PB). Visible operations count as three states.
//
// Matched counts original states, as a pushdown system has them: R(d) has the states with some context at
// d. It is computed from Contexts, which makes separate states of these.
func WriteReach(w io.Writer, s *System, depth int) error {
	out := bufio.NewWriter(w)
	split, of := s.contexts()
	balanced := s.Balance(bracketed, 0)
	splitBalanced, ofBalanced := balanced.contexts()
	for i := 1; i < len(s.Threads); i++ {
		ways := []func(d int) int{
			widths(&s.Threads[i]), widths(&balanced.Threads[i]),
			matched(&split.Threads[i], of[i]), matched(&splitBalanced.Threads[i], ofBalanced[i]),
			widths(&split.Threads[i]), widths(split.Threads[i].Balance(bracketed, 0)),
		}
		line := func(head string, count func(width func(d int) int) int) {
			fmt.Fprintf(out, "%5s", head)
			for _, width := range ways {
				fmt.Fprintf(out, " %11d", count(width))
			}
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "thread %s\n%5s %11s %11s %11s %11s %11s %11s\n", s.Threads[i].Name, "depth", "csr", "+pb", "+matched", "+pb+matched", "+cxt", "+pb+cxt")
		for d := 0; d <= depth && slices.ContainsFunc(ways, func(width func(d int) int) bool { return width(d) > 0 }); d++ {
			line(fmt.Sprint(d), func(width func(d int) int) int { return width(d) })
		}
		line("sum", func(width func(d int) int) int {
			sum := 0
			for d := range depth + 1 {
				sum += width(d)
			}
			return sum
		})
	}
	return out.Flush()
}

// widths returns |R(d)| of a thread, by depth.
func widths(t *Thread) func(d int) int {
	large, _ := expand(t)
	r := large.Reach()
	return func(d int) int { return len(r.At(d)) }
}

// matched returns, by depth, the number of original states of which the states of R(d) were made.
func matched(t *Thread, of []StateID) func(d int) int {
	large, parts := expand(t)
	r := large.Reach()
	return func(d int) int {
		seen := make(map[part]bool)
		for _, c := range r.At(d) {
			p := parts[c]
			seen[part{of[p.state], p.nth}] = true
		}
		return len(seen)
	}
}

// part is one of the states into which a state is expanded.
type part struct {
	state StateID
	nth   int
}

// expand returns a thread with the control states of another one, with visible states expanded to their
// weight, and the original of each state. The thread only has edges.
func expand(t *Thread) (*Thread, []part) {
	out := &Thread{States: make([]State, len(t.States))}
	parts := make([]part, len(t.States))
	add := func(c StateID, nth int, edges []Edge) StateID {
		parts = append(parts, part{c, nth})
		return out.AddState(State{Edges: edges})
	}
	in := make([]StateID, len(t.States))
	for c := range StateID(len(t.States)) {
		in[c], parts[c] = c, part{state: c}
		if t.States[c].IsVisible() {
			in[c] = add(c, 1, []Edge{{To: c}})
		}
	}
	for c := StateID(1); int(c) < len(t.States); c++ {
		from := c
		if t.States[c].IsVisible() {
			from = add(c, 2, nil)
			out.States[c].Edges = []Edge{{To: from}}
		}
		for _, e := range t.States[c].Edges {
			out.States[from].Edges = append(out.States[from].Edges, Edge{To: in[e.To]})
		}
	}
	out.Entry = in[t.Entry]
	return out, parts
}
