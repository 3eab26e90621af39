package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/host/cputime"
)

// stageOrder lists the stages of heddle check.
var stageOrder = []string{"compile", "unwind", "narrow", "encode", "solve", "minimise"}

// writeMachine writes the conditions of the measurements.
func writeMachine(w io.Writer, opts options) {
	fmt.Fprintf(w, "Machine: %s, %d threads, %s, %s/%s; %d runs per check; limit %v of processor time.\n\n",
		cputime.Processor(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, opts.runs, opts.limit)
}

// writeFamilies prints the table of the part families.
func writeFamilies(w io.Writer, results []result) {
	fmt.Fprint(w, "## Families\n\n| check | verdict | cpu s | bar s | | wall s | solve s | minimise s | MiB | events | candidates | conflicts |\n"+
		"| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	met, bars := 0, 0
	for i := range results {
		r := &results[i]
		bar, mark := "", ""
		if r.bar > 0 {
			bars++
			bar, mark = fmt.Sprint(r.bar.Seconds()), "missed"
			if r.solved() && r.cpu <= r.bar {
				met++
				mark = "met"
			}
		}
		fmt.Fprintf(w, "| %s | %s | %.2f | %s | %s | %.2f | %s | %s | %d | %d | %d | %d |\n", r.name(), r.verdict, r.cpu.Seconds(), bar, mark,
			r.wall.Seconds(), seconds(r.times["solve"]), seconds(r.times["minimise"]), r.memory>>20, r.stats.Events, r.stats.Candidates, r.stats.Conflicts)
	}
	fmt.Fprintf(w, "\n%d of %d bars met.\n\n", met, bars)
}

// writeStages prints the tables of the part stages: the figures, and the
// exponents.
func writeStages(w io.Writer, results []result) {
	fmt.Fprintf(w, "## Stages\n\n| program | verdict | events | candidates | terms | clauses | conflicts | %s | MiB |\n| --- | --- |%s\n",
		strings.Join(stageOrder, " s | ")+" s", strings.Repeat(" ---: |", 6+len(stageOrder)))
	for i := range results {
		r := &results[i]
		fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %d | %d |", r.name(), r.verdict, r.stats.Events, r.stats.Candidates, r.stats.Terms, r.stats.Clauses, r.stats.Conflicts)
		for _, name := range stageOrder {
			fmt.Fprintf(w, " %s |", seconds(r.times[name]))
		}
		fmt.Fprintf(w, " %d |\n", r.memory>>20)
	}
	writeExponents(w, results)
}

// writeExponents prints how sizes and times grow with the size of the program.
func writeExponents(w io.Writer, results []result) {
	grown := []string{"unwind", "narrow", "encode", "solve", "minimise"}
	fmt.Fprintf(w, "\n| program | sizes | events | terms | candidates | clauses | %s | whole |\n| --- | --- |%s\n",
		strings.Join(grown, " | "), strings.Repeat(" ---: |", 5+len(grown)))
	for _, rs := range byFamily(results) {
		var xs, events, terms, candidates, clauses, whole []float64
		var labels []string
		for i := range rs {
			r := &rs[i]
			labels = append(labels, r.label)
			xs = append(xs, float64(r.size))
			events = append(events, float64(r.stats.Events))
			terms = append(terms, float64(r.stats.Terms))
			candidates = append(candidates, float64(r.stats.Candidates))
			clauses = append(clauses, float64(r.stats.Clauses))
			whole = append(whole, r.cpu.Seconds())
		}
		fmt.Fprintf(w, "| %s | %s |", rs[0].family, strings.Join(labels, ", "))
		for _, ys := range [][]float64{events, terms, candidates, clauses} {
			fmt.Fprintf(w, " %s |", shownExponent(xs, ys, 0))
		}
		for _, name := range grown {
			fmt.Fprintf(w, " %s |", shownExponent(xs, stageTimes(rs, name), least))
		}
		fmt.Fprintf(w, " %s |\n", shownExponent(xs, whole, least))
	}
	fmt.Fprintln(w)
}

// byFamily splits results, in order, by their family.
func byFamily(results []result) [][]result {
	var out [][]result
	for i, r := range results {
		if i == 0 || r.family != results[i-1].family {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], r)
	}
	return out
}

func shownExponent(xs, ys []float64, bound float64) string {
	k, ok := exponent(xs, ys, bound)
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%.1f", k)
}

// seconds shows a time, empty if there is none.
func seconds(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f", d.Seconds())
}
