package compare

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// translations lists the translations that the paper compares, and its successor.
var translations = []string{"epc", "lr", "lmp", "lazyseq"}

// duelSection counts, for each pair of translations, the wins of each.
func duelSection(list []outcome) page.Section {
	s := page.Section{Title: "Translation against translation", Text: []string{
		"Of the cells with T and K of at least 2 (others are decided without a search), how many the first of two translations answers in less time, or alone, and how many the second. " +
			"Cells that neither answers do not count; programs that were not tried, since a shorter one had no answer, have none."}}
	t := page.Table{Left: 3, Header: []string{"program", "schedules", "solver"}}
	for i, a := range translations {
		for _, b := range translations[i+1:] {
			t.Header = append(t.Header, a+" : "+b)
		}
	}
	fought := where(list, func(o *outcome) bool {
		return o.seed == 0 && o.threads > 1 && o.bound > 1 && slices.Contains(translations, o.method)
	})
	for _, program := range programNames {
		for _, schedule := range []string{rounds, contexts} {
			own := where(fought, func(o *outcome) bool { return o.program == program && o.schedule == schedule })
			solvers := slices.DeleteFunc(values(own, solverOf), func(name string) bool { return name == embedded })
			for _, solver := range append([]string{embedded}, solvers...) {
				cells := where(own, func(o *outcome) bool { return o.solver == solver })
				if len(cells) == 0 {
					continue
				}
				row := []string{program, schedule, solver}
				for i, a := range translations {
					for _, b := range translations[i+1:] {
						row = append(row, duel(cells, a, b))
					}
				}
				t.Rows = append(t.Rows, row)
			}
		}
	}
	if len(t.Rows) > 0 {
		s.Tables = append(s.Tables, t)
	}
	return s
}

// duel counts the cells in which each of two methods is faster.
func duel(cells []outcome, a, b string) string {
	at := make(map[[3]int]*outcome)
	for i := range cells {
		if o := &cells[i]; o.method == b && o.answered {
			at[[3]int{o.threads, o.bound, o.length}] = o
		}
	}
	first, second := 0, len(at)
	for i := range cells {
		o := &cells[i]
		if o.method != a || !o.answered {
			continue
		}
		if other := at[[3]int{o.threads, o.bound, o.length}]; other == nil || o.cpu < other.cpu {
			first++
			if other != nil {
				second--
			}
		}
	}
	return fmt.Sprintf("%d : %d", first, second)
}
