package refine

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/por"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// elements returns the elements of arrays that steps access, and further ones. For each index variable, the
// other variables of its cluster give elements at the same distances: where one thread's part ends,
// another's may begin.
func elements(m *por.Model) []term.ID {
	s := m.System
	out := slices.Clone(m.Elements())
	all := make(map[term.ID][2]int) // variables, by term
	for _, v := range m.Vars() {
		if s.Vars[v].Sort.IsBV() {
			all[s.Vars[v].Term] = [2]int{0, int(v)}
		}
	}
	clusters := relate(s, all)
	for _, id := range m.Elements() {
		var places []term.ID
		for _, below := range s.Terms.Below(s.Terms.Arg(id, 1)) {
			if s.Terms.IsVar(below) {
				places = append(places, below)
			}
		}
		if len(places) != 1 {
			continue
		}
		at := slices.IndexFunc(clusters, func(c *cluster) bool { return slices.Contains(c.columns, int(m.VarOf(places[0]))) })
		if at < 0 {
			continue
		}
		for _, v := range clusters[at].columns {
			tr := term.NewTranslator(s.Terms, s.Terms)
			tr.Bind(places[0], s.Vars[efsm.VarID(v)].Term)
			if other := tr.Term(id); !slices.Contains(out, other) {
				out = append(out, other)
			}
		}
	}
	return out
}
