package compare

import (
	"fmt"
	"math"
	"strconv"

	"github.com/heddle-mc/heddle/internal/compare/fit"
	"github.com/heddle-mc/heddle/internal/compare/page"
	"github.com/heddle-mc/heddle/internal/compare/plot"
)

// fixedCosts is the processor time, in seconds, below which the start of the
// process and the front end are what is measured: such cells tell no law.
const fixedCosts = 0.1

// fewestClauses is the size below which the formula was decided while it was built.
const fewestClauses = 100

// fewestCells is the number of cells below which a law would be one of chance.
const fewestCells = 5

// scheduleNames lists the ways to bound schedules in the order of legends.
var scheduleNames = []string{rounds, contexts, clusters, allOf}

// sizeSection shows time against the size of the formula.
func sizeSection(list []outcome) page.Section {
	s := page.Section{Title: "Time against the size of the formula", Text: []string{
		fmt.Sprintf("Cells with the embedded solver that were answered after a search, with a conflict and %d clauses at least; a mark's area grows with K (like the paper's Fig. 10, "+
			"whose size is that of the verification condition in words). Where there are %d cells of at least %s seconds, two laws are fitted to these by least squares of logarithms: "+
			"time = a · clauses^e, which is drawn for each kind of schedule, and time = a · b^(clauses/1000).", fewestClauses, fewestCells, seconds(fixedCosts))}}
	searched := where(list, func(o *outcome) bool { return o.answered && o.conflicts > 0 && o.clauses >= fewestClauses })
	if len(searched) == 0 {
		return s
	}
	t := page.Table{Title: "Laws of growth", Left: 3, Header: []string{"program", "method", "of", "cells", "exponent e", "R²", "base b", "R²"}}
	grid := plot.Grid{Title: "Processor time against clauses", Columns: 4, Names: scheduleNames,
		X: plot.Axis{Label: "clauses", Log: true}, Y: plot.Axis{Label: "processor seconds", Log: true}}
	for _, name := range programNames {
		for _, m := range methodsOf(where(list, func(o *outcome) bool { return o.solver != none })) {
			own := where(searched, func(o *outcome) bool { return o.program == name && o.method == m })
			l, _ := fitted(own)
			t.Rows = append(t.Rows, l.row(name, m, "all"))
			c := plot.Chart{Title: name + ", " + m}
			schedules := values(own, scheduleOf)
			for _, schedule := range schedules {
				cells := where(own, func(o *outcome) bool { return o.schedule == schedule })
				l, ok := fitted(cells)
				if len(schedules) > 1 && ok {
					t.Rows = append(t.Rows, l.row(name, m, schedule))
				}
				c.Series = append(c.Series, cloudOf(schedule, cells), l.curve(schedule))
			}
			if ks := values(own, boundOf); len(ks) > 1 {
				for _, k := range ks {
					if l, ok := fitted(where(own, func(o *outcome) bool { return o.bound == k })); ok {
						t.Rows = append(t.Rows, l.row(name, m, fmt.Sprintf("K = %d", k)))
					}
				}
			}
			if len(own) >= fewestCells {
				grid.Charts = append(grid.Charts, c)
			}
		}
	}
	s.Tables = append(s.Tables, t)
	s.Plots = append(s.Plots, page.Plot{Name: "time-size", Grid: grid})
	return s
}

// cloudOf draws each cell as a mark.
func cloudOf(name string, cells []outcome) plot.Series {
	s := plot.Series{Name: name}
	for _, o := range cells {
		s.Points = append(s.Points, plot.Point{X: o.clauses, Y: o.cpu.Seconds(), Size: 0.4 + 0.4*float64(o.bound)})
	}
	return s
}

// laws are those of some cells.
type laws struct {
	cells              int // that are long enough to tell a law
	power, exponential fit.Law
	least, most        float64 // clauses of these cells
	ok                 bool    // there are laws
}

// fitted fits the laws; ok is false if there are too few cells for one.
func fitted(cells []outcome) (l laws, ok bool) {
	var sizes, thousands, times []float64
	for i := range cells {
		if o := &cells[i]; o.cpu.Seconds() >= fixedCosts {
			if len(sizes) == 0 {
				l.least = o.clauses
			}
			l.least, l.most = min(l.least, o.clauses), max(l.most, o.clauses)
			sizes, thousands, times = append(sizes, o.clauses), append(thousands, o.clauses/1000), append(times, o.cpu.Seconds())
		}
	}
	var ok1, ok2 bool
	l.power, ok1 = fit.Power(sizes, times)
	l.exponential, ok2 = fit.Exponential(thousands, times)
	l.cells, l.ok = len(sizes), ok1 && ok2 && len(sizes) >= fewestCells
	return l, l.ok
}

// row is a line of the table of laws.
func (l *laws) row(program, method, part string) []string {
	row := []string{program, method, part, strconv.Itoa(l.cells)}
	if !l.ok {
		return append(row, "-", "-", "-", "-")
	}
	return append(row, seconds(l.power.Rate), seconds(l.power.R2), strconv.FormatFloat(l.exponential.Rate, 'f', 4, 64), seconds(l.exponential.R2))
}

// curve draws the power of the size, over the sizes that it was fitted to.
func (l *laws) curve(name string) plot.Series {
	s := plot.Series{Name: name, Line: true}
	if l.ok {
		for _, x := range []float64{l.least, l.most} {
			s.Points = append(s.Points, plot.Point{X: x, Y: l.power.Factor * math.Pow(x, l.power.Rate)})
		}
	}
	return s
}
