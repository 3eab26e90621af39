package compare

import (
	"fmt"
	"strconv"

	"github.com/heddle-mc/heddle/internal/lab/compare/page"
	"github.com/heddle-mc/heddle/internal/lab/compare/plot"
)

// boundSection shows the smallest bounds with which the Bluetooth driver's violation is found, beside
// the smallest bounds by exploration.
func boundSection(list []outcome) page.Section {
	s := page.Section{Title: "Smallest bounds that find the Bluetooth driver's violation", Text: []string{
		"For one request of each adder. `fewest` is what heddle explore establishes by executing every schedule within the bound."}}
	cells := where(list, func(o *outcome) bool { return o.program == bluetooth && o.length == 1 && o.schedule != allOf })
	if len(cells) == 0 {
		return s
	}
	t := page.Table{Left: 2, Header: append([]string{"bound", "T", "fewest"}, methodsOf(cells)...)}
	for _, schedule := range []string{rounds, contexts, clusters} {
		for _, threads := range values(where(cells, func(o *outcome) bool { return o.schedule == schedule }), threadsOf) {
			fewest := "-"
			if n := programs[bluetooth].fewest[schedule]; n > 0 {
				fewest = strconv.Itoa(n)
			}
			row := []string{schedule, strconv.Itoa(threads), fewest}
			for _, name := range methodsOf(cells) {
				row = append(row, smallest(where(cells, func(o *outcome) bool {
					return o.schedule == schedule && o.threads == threads && o.method == name
				})))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	s.Tables = append(s.Tables, t)
	return s
}

// smallest returns the smallest bound with a violation, and marks it if a smaller
// one has no answer.
func smallest(cells []outcome) string {
	doubt := ""
	for _, k := range values(cells, boundOf) {
		for i := range cells {
			switch o := &cells[i]; {
			case o.bound != k:
			case o.verdict == "violation":
				return strconv.Itoa(k) + doubt
			case !o.answered:
				doubt = "?"
			}
		}
	}
	return "-" + doubt
}

// solverSection shows the baseline with different solvers.
func solverSection(list []outcome) page.Section {
	s := page.Section{Title: "Solvers", Text: []string{
		"The increment microbenchmark with other solvers, K rounds or no bound on schedules (like the paper's Fig. 5)."}}
	wide := where(list, func(o *outcome) bool { return o.schedule == rounds || o.schedule == allOf })
	others := where(wide, func(o *outcome) bool { return o.solver != embedded })
	if len(others) == 0 {
		return s
	}
	ts, ks := values(others, threadsOf), boundsOf(others)
	names := methodsOf(others)
	grid := plot.Grid{Title: "Increment microbenchmark, by solver", Columns: len(ts) * len(ks), Names: names, Looks: methodNames(), Limit: limitOf(wide),
		X: plot.Axis{Label: "L, " + programs[increment].unit}, Y: plot.Axis{Label: "processor seconds", Log: true}}
	t := page.Table{Title: "The longest program answered, its seconds, and what stopped the next", Left: 3, Header: append([]string{"solver", "T", "K"}, names...)}
	solvers := append([]string{embedded}, values(others, solverOf)...)
	for _, solver := range solvers {
		for _, k := range ks {
			for _, threads := range ts {
				c := plot.Chart{Title: fmt.Sprintf("%s, T = %d, K = %d", solver, threads, k)}
				row := []string{solver, strconv.Itoa(threads), strconv.Itoa(k)}
				for _, name := range names {
					own := where(wide, func(o *outcome) bool {
						return o.solver == solver && o.method == name && o.threads == threads && (o.bound == k || o.schedule == allOf)
					})
					c.Series = append(c.Series, curve(name, own))
					row = append(row, longest(own))
				}
				grid.Charts = append(grid.Charts, c)
				t.Rows = append(t.Rows, row)
			}
		}
	}
	s.Tables, s.Plots = append(s.Tables, t), append(s.Plots, page.Plot{Name: "increment-solvers", Grid: grid})
	return s
}

// seedSection shows the spread of times over seeds.
func seedSection(list []outcome) page.Section {
	s := page.Section{Title: "Seeds", Text: []string{
		"The range of times over seeds of the search: the bar goes from the fastest to the slowest (like the paper's Fig. 4)."}}
	// Only points that were run with every seed have a range.
	seeded := where(list, func(o *outcome) bool { return o.seed > 0 && o.schedule == rounds })
	if len(seeded) == 0 {
		return s
	}
	ts, ks, names := values(seeded, threadsOf), values(seeded, boundOf), methodsOf(seeded)
	grid := plot.Grid{Title: "Increment microbenchmark, over seeds", Columns: len(ts), Names: names, Looks: methodNames(), Limit: limitOf(seeded),
		X: plot.Axis{Label: "L, " + programs[increment].unit}, Y: plot.Axis{Label: "processor seconds", Log: true}}
	t := page.Table{Title: "Slowest time over fastest, where every seed has an answer", Left: 1, Header: []string{"method", "points", "least", "mean", "most"}}
	ratios := make(map[string][]float64)
	for _, k := range ks {
		for _, threads := range ts {
			c := plot.Chart{Title: fmt.Sprintf("T = %d, K = %d", threads, k)}
			for _, name := range names {
				c.Series = append(c.Series, rangeOf(name, where(list, func(o *outcome) bool {
					return o.method == name && o.threads == threads && o.bound == k && o.schedule == rounds
				}), ratios))
			}
			grid.Charts = append(grid.Charts, c)
		}
	}
	for _, name := range names {
		if r := ratios[name]; len(r) > 0 {
			least, most, sum := r[0], r[0], 0.0
			for _, f := range r {
				least, most, sum = min(least, f), max(most, f), sum+f
			}
			t.Rows = append(t.Rows, []string{name, strconv.Itoa(len(r)), seconds(least), seconds(sum / float64(len(r))), seconds(most)})
		}
	}
	s.Tables, s.Plots = append(s.Tables, t), append(s.Plots, page.Plot{Name: "increment-seeds", Grid: grid})
	return s
}

// rangeOf returns a method's time against length, as ranges over seeds. It records the ratios of
// slowest to fastest.
func rangeOf(name string, cells []outcome, ratios map[string][]float64) plot.Series {
	s := plot.Series{Name: name, Line: true}
	for _, length := range values(cells, lengthOf) {
		own := where(cells, func(o *outcome) bool { return o.length == length })
		first := own[0].cpu.Seconds()
		p := plot.Point{X: float64(length), Low: first, High: first, Size: 0.3}
		complete := len(own) > 1
		for i := range own {
			o := &own[i]
			complete = complete && o.answered
			p.Low, p.High = min(p.Low, o.cpu.Seconds()), max(p.High, o.cpu.Seconds())
			p.Y += o.cpu.Seconds() / float64(len(own))
		}
		if !complete {
			continue
		}
		if p.Low > 0 {
			ratios[name] = append(ratios[name], p.High/p.Low)
		}
		s.Points = append(s.Points, p)
	}
	return s
}
