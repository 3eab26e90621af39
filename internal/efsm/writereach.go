package efsm

import (
	"bufio"
	"fmt"
	"io"
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
	for i := 1; i < len(s.Threads); i++ {
		plain := expand(&s.Threads[i])
		even := expand(s.Threads[i].Balance(bracketed, 0))
		ways := []*Reach{plain.Reach(), even.Reach(), plain.ContextReach(), even.ContextReach()}
		fmt.Fprintf(out, "thread %s\n%5s %6s %6s %6s %8s\n", s.Threads[i].Name, "depth", "csr", "+pb", "+cxt", "+pb+cxt")
		for d := range depth + 1 {
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
			out.States[from].Edges = append(out.States[from].Edges, Edge{To: in[e.To], Call: e.Call, Return: e.Return})
		}
	}
	out.Entry = in[t.Entry]
	return out
}
