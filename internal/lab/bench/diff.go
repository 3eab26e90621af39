package bench

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// worth orders scores for comparisons: more is better.
var worth = map[Score]int{Correct: 3, InBounds: 2, Missed: 1, Unknown: 1, Reserved: 1, Failed: 0, Wrong: -1}

// Diff writes the differences between two tables of results. It lists the rows whose score changed,
// worse ones first. Then follow the numbers of rows in only one table, and the sums over common rows.
func Diff(w io.Writer, before, after []Result) error {
	later := make(map[string]*Result)
	for i := range after {
		later[after[i].key()] = &after[i]
	}
	type pair struct{ a, b *Result }
	var common, changed []pair
	for i := range before {
		a := &before[i]
		b := later[a.key()]
		if b == nil {
			continue
		}
		common = append(common, pair{a, b})
		if a.Score != b.Score {
			changed = append(changed, pair{a, b})
		}
	}
	gain := func(p pair) int { return worth[p.b.Score] - worth[p.a.Score] }
	slices.SortStableFunc(changed, func(p, q pair) int { return cmp.Compare(gain(p), gain(q)) })
	out := &errorWriter{w: w}
	for _, p := range changed {
		sign := "better"
		switch n := gain(p); {
		case n < 0:
			sign = "worse"
		case n == 0:
			sign = "other"
		}
		text := fmt.Sprintf("%s: %s %s (expected %s): %s → %s %s", sign, p.a.File, p.a.Property, p.a.Expected, p.a.Score, p.b.Score, p.b.Reason)
		out.printf("%s\n", strings.TrimSpace(text))
	}
	var sum [2]group
	sum[0].count, sum[1].count = make(map[Score]int), make(map[Score]int)
	for _, p := range common {
		sum[0].add(p.a)
		sum[1].add(p.b)
	}
	out.printf("%d rows in both, %d only before, %d only after\n", len(common), len(before)-len(common), len(after)-len(common))
	if len(common) == 0 {
		return out.err
	}
	for _, s := range scores {
		if sum[0].count[s]+sum[1].count[s] > 0 {
			out.printf("%-9s %5d → %d\n", s, sum[0].count[s], sum[1].count[s])
		}
	}
	n := float64(len(common))
	out.printf("%-9s %5.1f s → %.1f s\n", "PAR-2", sum[0].par2.Seconds()/n, sum[1].par2.Seconds()/n)
	out.printf("%-9s %5.1f s → %.1f s\n", "median", sum[0].median().Seconds(), sum[1].median().Seconds())
	out.printf("%-9s %5d MB → %d MB\n", "memory", sum[0].memory/bytesPerMB, sum[1].memory/bytesPerMB)
	return out.err
}

// errorWriter keeps the first error of printing.
type errorWriter struct {
	w   io.Writer
	err error
}

func (e *errorWriter) printf(format string, args ...any) {
	if e.err == nil {
		if _, err := fmt.Fprintf(e.w, format, args...); err != nil {
			e.err = fmt.Errorf("write comparison: %w", err)
		}
	}
}
