package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

// growthSizes are the sizes of the programs of the part growth, in lines.
var growthSizes = []int{5000, 10000, 20000, 40000}

// growth returns programs of 5 000 to 40 000 lines, in which some phase takes long, for the property race. Heddle's own
// verdicts about them do not matter.
func growth() []check {
	var out []check
	for _, shape := range testgen.LargeShapes() {
		for _, n := range growthSizes {
			out = append(out, check{family: shape, label: fmt.Sprint(n), size: n, generated: true,
				args: []string{"--engine", "static", "--property", "race"}})
		}
	}
	return out
}

// growthOrder lists the stages of a static check of races.
var growthOrder = []string{"compile", "points-to", "race proof"}

// writeGrowth prints the figures of the part growth, and the exponents with which they grow.
func writeGrowth(w io.Writer, results []result) {
	head := strings.Join(growthOrder, " s | ") + " s | whole s | MiB"
	fmt.Fprintf(w, "## Growth\n\n| program | verdict | %s |\n| --- | --- |%s\n", head, strings.Repeat(" ---: |", len(growthOrder)+2))
	for i := range results {
		r := &results[i]
		fmt.Fprintf(w, "| %s | %s |", r.name(), r.verdict)
		for _, name := range growthOrder {
			fmt.Fprintf(w, " %s |", seconds(r.times[name]))
		}
		fmt.Fprintf(w, " %.2f | %d |\n", r.cpu.Seconds(), r.memory>>20)
	}
	fmt.Fprintf(w, "\nThe exponents:\n\n| program | %s |\n| --- |%s\n", head, strings.Repeat(" ---: |", len(growthOrder)+2))
	for _, rs := range byFamily(results) {
		var xs, whole, memory []float64
		for i := range rs {
			xs, whole, memory = append(xs, float64(rs[i].size)), append(whole, rs[i].cpu.Seconds()), append(memory, float64(rs[i].memory))
		}
		fmt.Fprintf(w, "| %s |", rs[0].family)
		for _, name := range growthOrder {
			fmt.Fprintf(w, " %s |", shownExponent(xs, stageTimes(rs, name), 10*least))
		}
		fmt.Fprintf(w, " %s | %s |\n", shownExponent(xs, whole, least), shownExponent(xs, memory, 0))
	}
	fmt.Fprintln(w)
}

// stageTimes returns the times of a stage in seconds.
func stageTimes(rs []result, name string) (ys []float64) {
	for i := range rs {
		ys = append(ys, rs[i].times[name].Seconds())
	}
	return ys
}
