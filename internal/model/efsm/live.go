package efsm

import (
	"maps"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Live returns, by state of a thread, the variables of the thread whose values matter there: some path
// from the state reads them before it writes them. A variable is read if a term mentions it for any
// reason. So a variable that keeps its value under a condition is read.
func (s *System) Live(id ThreadID) []map[VarID]bool {
	t := &s.Threads[id]
	own := make(map[term.ID]VarID)
	for _, v := range s.Own(id) {
		own[s.Vars[v].Term] = v
	}
	live, written := make([]map[VarID]bool, len(t.States)), make([]map[VarID]bool, len(t.States))
	for c := 1; c < len(t.States); c++ {
		live[c], written[c] = make(map[VarID]bool), make(map[VarID]bool)
		for _, below := range t.States[c].below(s.Terms) {
			if v, is := own[below]; is {
				live[c][v] = true
			}
		}
		for _, u := range t.States[c].Updates {
			written[c][u.Var] = true
		}
	}
	for changes := true; changes; {
		changes = false
		for c := len(t.States) - 1; c > 0; c-- {
			before := len(live[c])
			for _, e := range t.States[c].Edges {
				for v := range maps.Keys(live[e.To]) {
					if !written[c][v] {
						live[c][v] = true
					}
				}
			}
			changes = changes || len(live[c]) > before
		}
	}
	return live
}
