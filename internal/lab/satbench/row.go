package main

import (
	"fmt"
	"slices"
)

// row holds the results for one formula.
type row struct {
	name    string
	answer  status
	vars    int
	clauses int
	runs    []map[int]outcome // by solver, then order; some may be missing
}

// rows collects the runs by formula, without formulas that have none.
func (st *store) rows(opts options, chosen []problem) []row {
	var out []row
	for _, p := range chosen {
		r := row{name: p.name, answer: st.answer(p), runs: make([]map[int]outcome, len(opts.solvers))}
		for i, solver := range opts.solvers {
			r.runs[i] = map[int]outcome{}
			for order := range opts.orders {
				if e, ok := st.known[runKey{p.name, order, solver}]; ok {
					r.vars, r.clauses = e.Vars, e.Clauses
					r.runs[i][order] = outcome{statusNamed(e.Answer), e.Seconds, e.Memory}
				}
			}
		}
		if r.vars > 0 {
			out = append(out, r)
		}
	}
	return out
}

// answer returns the status of p, if it is known or some run found it.
func (st *store) answer(p problem) status {
	answer := p.want
	for key, e := range st.known {
		if key.formula == p.name && answer == unknown {
			answer = statusNamed(e.Answer)
		}
	}
	return answer
}

// ratio compares the first solver's time with solver i's, over the orders that
// both have; ok is false if there are none.
func (r row) ratio(i int) (ratio float64, ok bool) {
	first, other := map[int]outcome{}, map[int]outcome{}
	for order, out := range r.runs[0] {
		if _, ok := r.runs[i][order]; ok {
			first[order], other[order] = out, r.runs[i][order]
		}
	}
	if len(first) == 0 {
		return 0, false
	}
	return max(medianTime(first), floor) / max(medianTime(other), floor), true
}

// medianTime returns the median time of the runs, the mean of the middle two if
// their number is even.
func medianTime(runs map[int]outcome) float64 {
	times := make([]float64, 0, len(runs))
	for _, r := range runs {
		times = append(times, r.time)
	}
	slices.Sort(times)
	n := len(times)
	return (times[(n-1)/2] + times[n/2]) / 2
}

// peakMemory returns the largest memory of the runs.
func peakMemory(runs map[int]outcome) int64 {
	peak := int64(0)
	for _, r := range runs {
		peak = max(peak, r.memory)
	}
	return peak
}

// solved counts the runs with an answer.
func solved(runs map[int]outcome) int {
	n := 0
	for _, r := range runs {
		if r.answer != unknown {
			n++
		}
	}
	return n
}

// shown returns the median time as text, with the number of solved runs if not all orders were solved.
func shown(opts options, runs map[int]outcome) string {
	text := fmt.Sprintf("%.2f", medianTime(runs))
	if n := solved(runs); n < opts.orders {
		text += fmt.Sprintf(" (%d/%d)", n, len(runs))
	}
	return text
}
