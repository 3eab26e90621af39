package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/cputime"
)

// floor is the smallest time that is compared, in seconds. Smaller times measure mostly the start of
// the process.
const floor = 0.01

// largeMemory is the least size, in bytes, from which memory is compared.
const largeMemory = 50 << 20

// report prints the table and the summary.
func report(w io.Writer, opts options, rows []row, builds map[string]string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "Machine: %s, %d threads, %s, %s/%s.\n", cputime.Processor(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, solver := range opts.solvers {
		fmt.Fprintf(out, "%s: %s.\n", solver, builds[solver])
	}
	fmt.Fprintf(out, "Limit %v of processor time per run, %d variable orders per formula, median; unsolved counts %.0f s.\n\n",
		opts.limit, opts.orders, 2*opts.limit.Seconds())

	fmt.Fprint(out, "| formula | status | variables | clauses |")
	for _, solver := range opts.solvers {
		fmt.Fprintf(out, " %s s | MB |", solver)
	}
	for _, other := range opts.solvers[1:] {
		fmt.Fprintf(out, " ratio to %s |", other)
	}
	fmt.Fprintf(out, "\n| --- | --- | ---: | ---: |%s\n", strings.Repeat(" ---: |", 3*len(opts.solvers)-1))
	for _, r := range rows {
		fmt.Fprintf(out, "| %s | %v | %d | %d |", r.name, r.answer, r.vars, r.clauses)
		for i := range opts.solvers {
			if len(r.runs[i]) == 0 {
				fmt.Fprint(out, " | |")
				continue
			}
			fmt.Fprintf(out, " %s | %d |", shown(opts, r.runs[i]), peakMemory(r.runs[i])>>20)
		}
		for i := 1; i < len(opts.solvers); i++ {
			if ratio, ok := r.ratio(i); ok {
				fmt.Fprintf(out, " %.2f |", ratio)
			} else {
				fmt.Fprint(out, " |")
			}
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out)
	for i, solver := range opts.solvers {
		n, runs := 0, 0
		for _, r := range rows {
			n += solved(r.runs[i])
			runs += len(r.runs[i])
		}
		fmt.Fprintf(out, "- %s solved %d of %d runs.\n", solver, n, runs)
	}
	for i := 1; i < len(opts.solvers); i++ {
		summarise(out, opts, rows, i)
	}
	return out.Flush()
}

// summarise compares the first solver with solver i.
func summarise(out io.Writer, opts options, rows []row, i int) {
	first, other := opts.solvers[0], opts.solvers[i]
	var all, stored []float64
	memory := 0.0
	for _, r := range rows {
		ratio, ok := r.ratio(i)
		if !ok {
			continue
		}
		all = append(all, ratio)
		if slices.ContainsFunc(storedFormulas, func(f struct {
			name string
			want status
		}) bool {
			return f.name == r.name
		}) {
			stored = append(stored, ratio)
		}
		if m := peakMemory(r.runs[i]); m > largeMemory {
			memory = max(memory, float64(peakMemory(r.runs[0]))/float64(m))
		}
	}
	fmt.Fprintf(out, "- %s / %s: geometric mean of time ratios %.2f over all %d formulas", first, other, geometricMean(all), len(all))
	if len(stored) > 0 && len(stored) < len(all) {
		fmt.Fprintf(out, ", %.2f over the %d of concurrent programs", geometricMean(stored), len(stored))
	}
	if memory > 0 {
		fmt.Fprintf(out, "; largest ratio of peak memory %.2f where %s needs more than %d MB", memory, other, largeMemory>>20)
	}
	fmt.Fprintln(out, ".")
}

func geometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
