package smtlib

import "github.com/heddle-mc/heddle/internal/term"

// Logic returns the smallest logic of SMT-LIB that has the terms below roots:
// QF_BV, or QF_ABV if there are arrays. There is no logic of Bools alone that all
// solvers know.
func Logic(s *term.Store, roots ...term.ID) string {
	logic := "QF_BV"
	walk := term.NewWalk(s)
	for _, r := range roots {
		walk.Visit(r, func(id term.ID) {
			if s.Sort(id).IsArray() {
				logic = "QF_ABV"
			}
		})
	}
	return logic
}
