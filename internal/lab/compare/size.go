package compare

import (
	"fmt"
	"math"
	"strconv"

	"github.com/heddle-mc/heddle/internal/lab/compare/fit"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
	"github.com/heddle-mc/heddle/internal/lab/compare/plot"
)

// fixedCosts is the processor time, in seconds, below which the start of the process and the front end
// dominate. Such cells are not fitted.
const fixedCosts = 0.1

// fewestClauses is the number of clauses below which the formula was decided during its construction.
const fewestClauses = 100

// fewestCells is the least number of cells for which laws are fitted.
const fewestCells = 5

// scheduleNames lists the ways to bound schedules in the order of legends.
var scheduleNames = []string{rounds, contexts, clusters, allOf}

// sizeSection shows time against the size of the formula.
func sizeSection(list []outcome) page.Section {
	s := page.Section{Title: "Time against the size of the formula", Text: []string{
		fmt.Sprintf("Cells with the embedded solver that were answered after a search, with a conflict and %d clauses at least; a mark's area grows with K (like the paper's Fig. 10, "+
			"whose size is that of the verification condition in words, to which the terms of the formula come nearest). Where there are %d cells of at least %s seconds, two laws are fitted to these by least squares of logarithms: "+
			"time = a · size^e, which is drawn for each kind of schedule with clauses as the size, and time = a · b^(size/1000).", fewestClauses, fewestCells, seconds(fixedCosts))}}
	searched := where(list, func(o *outcome) bool { return o.answered && o.conflicts > 0 && o.clauses >= fewestClauses })
	if len(searched) == 0 {
		return s
	}
	t := page.Table{Title: "Laws of growth", Left: 3, Header: []string{"program", "method", "of", "cells", "exponent e", "R²", "base b", "R²",
		"of terms: e", "R²", "b", "R²"}}
	grid := plot.Grid{Title: "Processor time against clauses", Columns: 4, Names: scheduleNames,
		X: plot.Axis{Label: "clauses", Log: true}, Y: plot.Axis{Label: "processor seconds", Log: true}}
	for _, name := range programNames {
		for _, m := range methodsOf(where(list, func(o *outcome) bool { return o.solver != none })) {
			own := where(searched, func(o *outcome) bool { return o.program == name && o.method == m })
			t.Rows = append(t.Rows, lawRow(own, name, m, "all"))
			c := plot.Chart{Title: name + ", " + m}
			schedules := values(own, scheduleOf)
			for _, schedule := range schedules {
				cells := where(own, func(o *outcome) bool { return o.schedule == schedule })
				l, ok := fitted(cells, clausesOf)
				if len(schedules) > 1 && ok {
					t.Rows = append(t.Rows, lawRow(cells, name, m, schedule))
				}
				c.Series = append(c.Series, cloudOf(schedule, cells), l.curve(schedule))
			}
			if ks := values(own, boundOf); len(ks) > 1 {
				for _, k := range ks {
					cells := where(own, func(o *outcome) bool { return o.bound == k })
					if _, ok := fitted(cells, clausesOf); ok {
						t.Rows = append(t.Rows, lawRow(cells, name, m, fmt.Sprintf("K = %d", k)))
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

// A size returns the size of a cell's formula.
type size func(*outcome) float64

func clausesOf(o *outcome) float64 { return o.clauses }
func termsOf(o *outcome) float64   { return o.terms }

// laws holds the laws fitted to some cells.
type laws struct {
	cells              int // that take long enough to be fitted
	power, exponential fit.Law
	least, most        float64 // size of these cells
	ok                 bool    // the fit succeeded
}

// fitted fits the laws; ok is false if there are too few cells.
func fitted(cells []outcome, of size) (l laws, ok bool) {
	var sizes, thousands, times []float64
	for i := range cells {
		if o := &cells[i]; o.cpu.Seconds() >= fixedCosts {
			n := of(o)
			if len(sizes) == 0 {
				l.least = n
			}
			l.least, l.most = min(l.least, n), max(l.most, n)
			sizes, thousands, times = append(sizes, n), append(thousands, n/1000), append(times, o.cpu.Seconds())
		}
	}
	var ok1, ok2 bool
	l.power, ok1 = fit.Power(sizes, times)
	l.exponential, ok2 = fit.Exponential(thousands, times)
	l.cells, l.ok = len(sizes), ok1 && ok2 && len(sizes) >= fewestCells
	return l, l.ok
}

// lawRow returns a row of the table of laws.
func lawRow(cells []outcome, program, method, part string) []string {
	byClauses, _ := fitted(cells, clausesOf)
	byTerms, _ := fitted(cells, termsOf)
	row := []string{program, method, part, strconv.Itoa(byClauses.cells)}
	for _, l := range []*laws{&byClauses, &byTerms} {
		if !l.ok {
			row = append(row, "-", "-", "-", "-")
			continue
		}
		row = append(row, seconds(l.power.Rate), seconds(l.power.R2), strconv.FormatFloat(l.exponential.Rate, 'f', 4, 64), seconds(l.exponential.R2))
	}
	return row
}

// curve draws the power law over the sizes that it was fitted to.
func (l *laws) curve(name string) plot.Series {
	s := plot.Series{Name: name, Line: true}
	if l.ok {
		for _, x := range []float64{l.least, l.most} {
			s.Points = append(s.Points, plot.Point{X: x, Y: l.power.Factor * math.Pow(x, l.power.Rate)})
		}
	}
	return s
}
