package bench

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// group is a line of the summary.
type group struct {
	origin, property, expected string
	rows                       int
	count                      map[Score]int
	par2                       time.Duration // the sum
	times                      []time.Duration
	memory                     int64 // the largest
}

// PAR2 returns the time of a solved row, and twice the limit otherwise. A verdict within bounds solves
// a row only if the expected verdict is limited to the bound.
func (r *Result) PAR2() time.Duration {
	if r.Score == Correct {
		return r.Time
	}
	return 2 * r.Limit
}

func (g *group) add(r *Result) {
	g.rows++
	g.count[r.Score]++
	g.par2 += r.PAR2()
	g.times = append(g.times, r.Time)
	g.memory = max(g.memory, r.Memory)
}

// median returns the middle of the times, the upper of two.
func (g *group) median() time.Duration {
	slices.Sort(g.times)
	return g.times[len(g.times)/2]
}

// Summarise writes a table of results: by origin, property and expected
// verdict, then the sums over origins, then the sum of all. Last come the rows
// that are wrong or failed.
func Summarise(w io.Writer, results []Result) error {
	var detailed, sums []*group
	all := &group{origin: "all", count: make(map[Score]int)}
	for i := range results {
		r := &results[i]
		find(&detailed, r.Origin, r.Property, r.Expected).add(r)
		find(&sums, "all", r.Property, r.Expected).add(r)
		all.add(r)
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(out, "origin\tproperty\texpected\trows\t")
	for _, s := range scores {
		fmt.Fprintf(out, "%s\t", s)
	}
	fmt.Fprint(out, "PAR-2\tmedian\tmemory\t\n")
	groups := append(sorted(detailed), sorted(sums)...)
	if all.rows > 0 {
		groups = append(groups, all)
	}
	for _, g := range groups {
		fmt.Fprintf(out, "%s\t%s\t%s\t%d\t", g.origin, g.property, g.expected, g.rows)
		for _, s := range scores {
			if n := g.count[s]; n > 0 {
				fmt.Fprintf(out, "%d", n)
			}
			fmt.Fprint(out, "\t")
		}
		par2 := g.par2.Seconds() / float64(g.rows)
		fmt.Fprintf(out, "%.1f s\t%.1f s\t%d MB\t\n", par2, g.median().Seconds(), g.memory/bytesPerMB)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	for i := range results {
		if r := &results[i]; r.Score == Wrong || r.Score == Failed {
			text := fmt.Sprintf("%s: %s %s: expected %s, found %s %s", r.Score, r.File, r.Property, r.Expected, r.Verdict, r.Reason)
			if _, err := fmt.Fprintln(w, strings.TrimSpace(text)); err != nil {
				return fmt.Errorf("write summary: %w", err)
			}
		}
	}
	return nil
}

// find returns the group with these names, and creates it if necessary.
func find(list *[]*group, origin, property, expected string) *group {
	for _, g := range *list {
		if g.origin == origin && g.property == property && g.expected == expected {
			return g
		}
	}
	g := &group{origin: origin, property: property, expected: expected, count: make(map[Score]int)}
	*list = append(*list, g)
	return g
}

func sorted(list []*group) []*group {
	slices.SortFunc(list, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.origin, b.origin), cmp.Compare(a.property, b.property), cmp.Compare(a.expected, b.expected))
	})
	return list
}
