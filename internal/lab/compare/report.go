package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
	"github.com/heddle-mc/heddle/internal/lab/compare/plot"
)

// where returns the elements that satisfy a condition.
func where[T any](list []T, holds func(*T) bool) (out []T) {
	for i := range list {
		if holds(&list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}

// verdictOf writes a verdict with its reason. The message of a failed command appears only in the table
// of cells.
func verdictOf(r *cell.Result) string {
	if r.Verdict == cell.Failed {
		return r.Verdict
	}
	return strings.TrimSpace(r.Verdict + " " + r.Reason)
}

// megabytes writes the memory of a cell.
func megabytes(r *cell.Result) string { return strconv.FormatInt(r.Memory>>20, 10) }

// values returns the different values of a field, in order.
func values[T cmp.Ordered](list []outcome, field func(o *outcome) T) []T {
	var out []T
	for i := range list {
		out = append(out, field(&list[i]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func threadsOf(o *outcome) int     { return o.threads }
func boundOf(o *outcome) int       { return o.bound }
func lengthOf(o *outcome) int      { return o.length }
func scheduleOf(o *outcome) string { return o.schedule }
func solverOf(o *outcome) string   { return o.solver }

// methodsOf returns the names of the methods in a list, in the order of tables.
func methodsOf(list []outcome) []string {
	var out []string
	for _, m := range methods() {
		if slices.ContainsFunc(list, func(o outcome) bool { return o.method == m.name }) {
			out = append(out, m.name)
		}
	}
	return out
}

// methodNames returns the names of all methods, in the order of tables.
func methodNames() []string {
	var out []string
	for _, m := range methods() {
		out = append(out, m.name)
	}
	return out
}

// absent lists the methods that the command does not support and that have no results from another
// command.
func absent(engines []string, list []outcome) []string {
	have := methodsOf(list)
	var out []string
	for _, m := range methods() {
		if !m.in(engines) && !slices.Contains(have, m.name) {
			out = append(out, m.name)
		}
	}
	return out
}

// gaveUp returns, as a word, the reason why a cell has no answer.
func (o *outcome) gaveUp() string {
	switch {
	case o.answered:
		return ""
	case o.reason != "": // also if a smaller bound was completed in time
		return o.reason
	}
	return "error"
}

// heldUp reports whether a cell ended at its limit of time or memory.
func (o *outcome) heldUp() bool { return o.gaveUp() == "timeout" || o.gaveUp() == "memory" }

// seconds writes a time in seconds with two decimals.
func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 2, 64) }

// reportTranslations creates the report of the comparison of translations.
func reportTranslations(list []outcome, o *TranslationOptions) *page.Page {
	p := &page.Page{Title: "Context-bounded translations compared", Intro: []string{
		"After Ghafari, Hu, Rakamarić: Context-Bounded Translations for Concurrent Software: An Empirical Evaluation (SPIN 2010). T threads, main among them; " +
			"K rounds of a round-robin schedule or K contexts of any schedule; L is the length of each thread. Times are processor seconds of the whole check, " +
			"the front end and the trace of a violation included. A hollow mark is a cell that ended at its limit (dashed). Cells whose T, K and L are no smaller were not tried then: they are dominated.",
	}}
	if missing := absent(o.Engines, list); len(missing) > 0 {
		p.Intro = append(p.Intro, "Absent, since this build does not know them: "+strings.Join(missing, ", ")+".")
	}
	usual := func(o *outcome) bool { return o.seed == 0 && (o.solver == embedded || o.solver == none) }
	for _, name := range programNames {
		for _, schedule := range []string{rounds, contexts} {
			cells := where(list, func(o *outcome) bool {
				return usual(o) && o.program == name && (o.schedule == schedule || o.schedule == allOf || o.schedule == clusters && schedule == contexts)
			})
			if len(cells) > 0 {
				p.Sections = append(p.Sections, gridSection(name, schedule, cells))
			}
		}
	}
	sections := []page.Section{
		duelSection(list),
		boundSection(where(list, usual)),
		solverSection(where(list, func(o *outcome) bool { return o.program == increment && o.seed == 0 && o.solver != none })),
		seedSection(where(list, func(o *outcome) bool { return o.program == increment && o.solver == embedded })),
		sizeSection(where(list, usual)),
	}
	for _, s := range sections {
		if len(s.Tables)+len(s.Plots) > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
	return p
}

// figures holds the figures of the paper that a section corresponds to.
var figures = map[string]string{
	increment + rounds: "like the paper's Figs. 1 and 2", increment + contexts: "like the paper's Figs. 6 and 7",
	bluetooth + rounds: "like the paper's Figs. 8 and 9", bluetooth + contexts: "not in the paper",
}

// gridSection shows one program under one kind of bound: time against length, with a chart for each
// number of threads and each bound.
func gridSection(name, schedule string, cells []outcome) page.Section {
	prog := programs[name]
	title := fmt.Sprintf("%s, K %s", prog.title, schedule)
	s := page.Section{Title: title, Text: []string{"Time against length (" + figures[name+schedule] + "). Methods without a bound on schedules are the same in every row."}}
	if schedule == contexts {
		s.Text[0] += " mu:intra and mu:inter have K clusters of writes, which cover K contexts and more."
	}
	s.Tables = append(s.Tables, summary(schedule, cells), reached(cells))
	grid := plot.Grid{
		Title: title, Columns: len(values(cells, threadsOf)), Names: methodsOf(cells), Looks: methodNames(), Limit: limitOf(cells),
		X: plot.Axis{Label: "L, " + prog.unit}, Y: plot.Axis{Label: "processor seconds", Log: true},
	}
	for _, k := range boundsOf(cells) {
		for _, t := range values(cells, threadsOf) {
			c := plot.Chart{Title: fmt.Sprintf("T = %d, K = %d", t, k)}
			for _, m := range grid.Names {
				c.Series = append(c.Series, curve(m, where(cells, func(o *outcome) bool {
					return o.method == m && o.threads == t && (o.bound == k || o.schedule == allOf)
				})))
			}
			grid.Charts = append(grid.Charts, c)
		}
	}
	if len(grid.Charts) > 0 {
		s.Plots = append(s.Plots, page.Plot{Name: name + "-" + schedule, Grid: grid})
	}
	return s
}

// boundsOf returns the bounds on schedules; if no method has one, the absent bound.
func boundsOf(cells []outcome) []int {
	bounded := where(cells, func(o *outcome) bool { return o.schedule != allOf })
	if len(bounded) == 0 {
		return []int{0}
	}
	return values(bounded, boundOf)
}

// limitOf returns the largest limit of time, in seconds.
func limitOf(cells []outcome) float64 {
	limit := 0.0
	for i := range cells {
		limit = max(limit, cells[i].limit.Seconds())
	}
	return limit
}

// curve returns a method's time against length.
func curve(name string, cells []outcome) plot.Series {
	slices.SortFunc(cells, func(a, b outcome) int { return cmp.Compare(a.length, b.length) })
	s := plot.Series{Name: name, Line: true}
	for i := range cells {
		o := &cells[i]
		pt := plot.Point{X: float64(o.length), Y: o.cpu.Seconds(), Size: 1}
		switch {
		case o.heldUp():
			pt.Y, pt.Open = o.limit.Seconds(), true
		case !o.answered:
			continue
		}
		s.Points = append(s.Points, pt)
	}
	return s
}

// summary counts answers by method, and the wins of each.
func summary(schedule string, cells []outcome) page.Table {
	t := page.Table{Title: "Answers by method", Left: 2,
		Header: []string{"method", "schedules", "cells", "answered", "timeout", "memory", "dominated", "other", "fastest", "seconds", "most MB"}}
	fastest := make(map[string]int)
	best := make(map[string]*outcome)
	for i := range cells {
		o := &cells[i]
		if !o.answered || o.schedule != schedule {
			continue
		}
		key := fmt.Sprint(o.threads, o.bound, o.length)
		if b := best[key]; b == nil || o.cpu < b.cpu {
			best[key] = o
		}
	}
	for _, o := range best {
		fastest[o.method]++
	}
	for _, name := range methodsOf(cells) {
		own := where(cells, func(o *outcome) bool { return o.method == name })
		count := make(map[string]int)
		sum, memory := 0.0, int64(0)
		for i := range own {
			switch why := own[i].gaveUp(); why {
			case "", "timeout", "memory", cell.Dominated:
				count[why]++
			default:
				count["other"]++
			}
			sum += own[i].cpu.Seconds()
			memory = max(memory, own[i].memory)
		}
		first := ""
		if own[0].schedule == schedule {
			first = strconv.Itoa(fastest[name])
		}
		t.Rows = append(t.Rows, []string{name, own[0].schedule, strconv.Itoa(len(own)), strconv.Itoa(count[""]), strconv.Itoa(count["timeout"]),
			strconv.Itoa(count["memory"]), strconv.Itoa(count[cell.Dominated]), strconv.Itoa(count["other"]), first, seconds(sum), strconv.FormatInt(memory>>20, 10)})
	}
	return t
}

// reached gives the longest program that each method can decide, and the time for it.
func reached(cells []outcome) page.Table {
	names := methodsOf(cells)
	t := page.Table{Title: "The longest program answered, its seconds, and what stopped the next", Left: 2, Header: append([]string{"T", "K"}, names...)}
	for _, threads := range values(cells, threadsOf) {
		for _, k := range boundsOf(cells) {
			row := []string{strconv.Itoa(threads), strconv.Itoa(k)}
			for _, name := range names {
				row = append(row, longest(where(cells, func(o *outcome) bool {
					return o.method == name && o.threads == threads && (o.bound == k || o.schedule == allOf)
				})))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// longest returns an entry of reached.
func longest(cells []outcome) string {
	slices.SortFunc(cells, func(a, b outcome) int { return cmp.Compare(a.length, b.length) })
	text := "-"
	for i := range cells {
		o := &cells[i]
		if !o.answered {
			return strings.TrimPrefix(text+" ("+o.gaveUp()+")", "- ")
		}
		text = fmt.Sprintf("%d: %s", o.length, seconds(o.cpu.Seconds()))
	}
	return text
}
