// Package plot draws measurements as SVG: small charts in a grid, with the same axes and one legend, as papers
// print them. Labels are text, not outlines. The same data give the same bytes. The package computes no
// statistics. Packages lab/compare and lab/compare/page draw with it.
package plot

import (
	"math"
	"slices"
)

// Grid is a figure: charts in rows, which share their axes.
type Grid struct {
	Title   string
	Columns int // charts in a row, at least 1
	X, Y    Axis
	Names   []string // of the series, in the order of the legend
	// Looks has every name of several figures, so that each looks the same in all
	// of them; empty: Names.
	Looks  []string
	Charts []Chart
	Limit  float64 // a value of y that is drawn as a dashed line; 0: none
}

// Axis is the measure along an axis.
type Axis struct {
	Label string
	Log   bool // a logarithmic scale; values that are not positive are not drawn
}

// Chart is one pair of axes.
type Chart struct {
	Title  string
	Series []Series
}

// Series is a set of points that belong together.
type Series struct {
	Name   string // one of the grid's
	Line   bool   // the points are connected, in their order
	Points []Point
}

// Point is a measurement.
type Point struct {
	X, Y float64
	// Low and High are the ends of a range that is drawn as a bar; equal: none.
	Low, High float64
	Size      float64 // of the mark, 1 being usual; 0: no mark
	Open      bool    // the mark is hollow: the measurement was given up
}

// scale maps an axis to pixels.
type scale struct {
	log      bool
	low, top float64 // after taking the logarithm
	from, to float64 // pixels
}

func (s *scale) value(v float64) (float64, bool) {
	if s.log {
		if v <= 0 {
			return 0, false
		}
		return math.Log10(v), true
	}
	return v, !math.IsNaN(v) && !math.IsInf(v, 0)
}

// at returns the pixel of a value; ok is false if it cannot be drawn.
func (s *scale) at(v float64) (pixel float64, ok bool) {
	u, ok := s.value(v)
	return s.from + (u-s.low)/(s.top-s.low)*(s.to-s.from), ok
}

// newScale creates a scale that includes all values, with round ends.
func newScale(values []float64, log bool) scale {
	s := scale{log: log, low: math.Inf(1), top: math.Inf(-1)}
	for _, v := range values {
		if u, ok := s.value(v); ok {
			s.low, s.top = min(s.low, u), max(s.top, u)
		}
	}
	if s.low > s.top {
		s.low, s.top = 0, 1
	}
	if log {
		s.low, s.top = math.Floor(s.low), math.Ceil(s.top)
		if s.low == s.top {
			s.top++
		}
		return s
	}
	s.low = min(s.low, 0)
	if s.low == s.top {
		s.top = s.low + 1
	}
	step := step(s.top - s.low)
	s.low, s.top = math.Floor(s.low/step)*step, math.Ceil(s.top/step)*step
	return s
}

// step returns the distance between ticks of a linear axis: 1, 2 or 5 times a power of ten, for about
// four ticks.
func step(span float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(span/4)))
	for _, k := range []float64{1, 2, 5} {
		if span/(k*unit) <= 5 {
			return k * unit
		}
	}
	return 10 * unit
}

// mostTicks is the greatest number of powers of ten on an axis.
const mostTicks = 6

// ticks returns the values that are labelled on an axis.
func (s *scale) ticks() []float64 {
	var out []float64
	if s.log {
		every := math.Ceil((s.top - s.low) / mostTicks)
		for u := s.low; u <= s.top+0.01; u += every {
			out = append(out, math.Pow(10, u))
		}
		return out
	}
	d := step(s.top - s.low)
	for i := math.Round(s.low / d); i*d <= s.top+d/100; i++ {
		out = append(out, i*d)
	}
	return out
}

// between returns the values that a logarithmic axis marks without labels: 2 to 9 times each power of
// ten. An axis that does not label each power of ten has none.
func (s *scale) between() []float64 {
	if !s.log || s.top-s.low > mostTicks {
		return nil
	}
	var out []float64
	for u := s.low; u < s.top-0.01; u++ {
		for k := 2.0; k < 10; k++ {
			out = append(out, k*math.Pow(10, u))
		}
	}
	return out
}

// values returns all values drawn along x and along y.
func (g *Grid) values() (xs, ys []float64) {
	for i := range g.Charts {
		for _, s := range g.Charts[i].Series {
			for _, p := range s.Points {
				xs, ys = append(xs, p.X), append(ys, p.Y)
				if p.Low != p.High {
					ys = append(ys, p.Low, p.High)
				}
			}
		}
	}
	if g.Limit > 0 {
		ys = append(ys, g.Limit)
	}
	return xs, ys
}

// look returns the index of a series' name, on which its colour and marks depend.
func (g *Grid) look(name string) int {
	if len(g.Looks) > 0 {
		return max(0, slices.Index(g.Looks, name))
	}
	return max(0, slices.Index(g.Names, name))
}
