package efsm

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

// bracketed is the weight of a state where visible operations are bracketed, as the
// token method does (Ganai and Gupta, section 5.1).
func bracketed(st *State) int {
	if st.IsVisible() {
		return 3
	}
	return 1
}

// WriteReach writes, for every thread and depth, how many control states can be
// reached there (CSR), with balanced paths (PB), with contexts (CXT), and with both,
// and the sums. Visible operations count as three states.
func WriteReach(w io.Writer, s *System, depth int) error {
	out := bufio.NewWriter(w)
	split := s.Contexts()
	for i := 1; i < len(s.Threads); i++ {
		var ways []*Reach
		for _, t := range []*Thread{&s.Threads[i], &split.Threads[i]} {
			ways = append(ways, expand(t).Reach(), expand(t.Balance(bracketed, 0)).Reach())
		}
		fmt.Fprintf(out, "thread %s\n%5s %6s %6s %6s %8s\n", s.Threads[i].Name, "depth", "csr", "+pb", "+cxt", "+pb+cxt")
		for d := 0; d <= depth && slices.ContainsFunc(ways, func(r *Reach) bool { return len(r.At(d)) > 0 }); d++ {
			fmt.Fprintf(out, "%5d %6d %6d %6d %8d\n", d, len(ways[0].At(d)), len(ways[1].At(d)), len(ways[2].At(d)), len(ways[3].At(d)))
		}
		fmt.Fprintf(out, "%5s %6d %6d %6d %8d\n", "sum", ways[0].Sum(depth), ways[1].Sum(depth), ways[2].Sum(depth), ways[3].Sum(depth))
	}
	return out.Flush()
}

// expand returns a thread with the control states of another one, visible ones
// stretched to their weight. It does nothing.
func expand(t *Thread) *Thread {
	out := &Thread{States: make([]State, len(t.States))}
	in := make([]StateID, len(t.States))
	for c := 1; c < len(t.States); c++ {
		in[c] = StateID(c)
		if t.States[c].IsVisible() {
			in[c] = out.AddState(State{Edges: []Edge{{To: StateID(c)}}})
		}
	}
	for c := 1; c < len(t.States); c++ {
		from := StateID(c)
		if t.States[c].IsVisible() {
			from = out.AddState(State{})
			out.States[c].Edges = []Edge{{To: from}}
		}
		for _, e := range t.States[c].Edges {
			out.States[from].Edges = append(out.States[from].Edges, Edge{To: in[e.To]})
		}
	}
	out.Entry = in[t.Entry]
	return out
}
