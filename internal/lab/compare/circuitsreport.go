package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
	"github.com/heddle-mc/heddle/internal/lab/compare/plot"
)

// published holds the paper's figures for two threads that create a file each, by bounded model
// checking.
var published = []struct {
	program, race, reduction string
	depth, seconds, memory   string // depth of the race, or of the end for want of memory, without the others
}{
	{"bits", "bits of blocks 0 and 1", "none", "15", "", ""},
	{"bits", "bits of blocks 0 and 1", "stubborn", "122", "36707", "999"},
	{"bits", "bits of blocks 0 and 1", "transactions", "122", "1283", "122"},
	{laterBits, "bits of blocks 1 and 2", "none", "15", "", ""},
	{laterBits, "bits of blocks 1 and 2", "stubborn", "151", "145176", "1870"},
	{laterBits, "bits of blocks 1 and 2", "transactions", "151", "5925", "902"},
	{"seek and bits", "seek and read", "none", "20", "", ""},
	{"seek and bits", "seek and read", "stubborn", "48", "2.99", "5.7"},
	{"seek and bits", "seek and read", "transactions", "48", "2.89", "5.5"},
}

// The goal for the time and memory of every race.
const (
	goalSeconds = 5
	goalMemory  = 500 << 20
)

// checked is a cell of the experiment with circuits.
type checked struct {
	*cell.Result
	program, threads, path string
	asked
	levels []level
}

// checks reads results, in the order of tables. It skips unknown cells.
func checks(results []cell.Result) []checked {
	var out []checked
	for _, v := range circuitPrograms() {
		for _, u := range uses {
			for _, a := range circuitEngines {
				key := []string{v.name, u.threads, u.path, a.engine, a.reduction}
				if i := slices.IndexFunc(results, func(r cell.Result) bool { return slices.Equal(r.Key, key) }); i >= 0 {
					r := &results[i]
					out = append(out, checked{r, v.name, u.threads, u.path, a, readLevels(r.Measures[3])})
				}
			}
		}
	}
	return out
}

// problem identifies the question of a cell.
func (c *checked) problem() string { return c.program + ", " + c.threads + ", " + c.path }

// settled reports whether the verdict is the correct one.
func (c *checked) settled() bool {
	if c.program == repaired {
		return c.Verdict == "safe"
	}
	return c.Verdict == "violation"
}

// reportCircuits creates the report of the experiment.
func reportCircuits(results []cell.Result) *page.Page {
	list := checks(results)
	p := &page.Page{Title: "Stubborn sets and transactions on circuits", Intro: []string{
		"After section 5 of Kahlon, Gupta, Sinha: Symbolic Model Checking of Concurrent Programs Using Partial Orders and On-the-Fly Transactions (CAV 2006), " +
			"on examples/daisy. Two or three threads create a file each; with the path write each writes to its file and reads that back. " +
			"bmc is asked with all interleavings, with stubborn sets, and with those that know transactions; and (bmc walks) as it is, which begins with random executions of the circuit, of which the others are without; kind and itp, which are asked where there is something to prove, pdr and bdd prove, which they do for all that threads can do; " +
			"order is a method without a circuit. Times are processor seconds.",
		"depth: the last number of steps (of frames: pdr) of which it is known that they reach nothing, which is one less than those to what bmc, kind and bdd find; a step is one of one thread, but for local steps, which all threads do at once. " +
			"latches: that can differ and matter. clauses: of the invariant that proves.",
	}}
	if t := paperTable(list); len(t.Rows) > 0 {
		p.Sections = append(p.Sections, page.Section{Title: "Beside the paper", Tables: []page.Table{t},
			Text: []string{"Two threads that create a file each, and bmc. The paper's Daisy, computer (3.2 GHz, 2 GB) and time limit (two days) are others; where it has no seconds, it ran out of memory."}})
	}
	if len(list) > 0 {
		p.Sections = append(p.Sections, page.Section{Title: "Reading", Text: reading(list), Tables: []page.Table{engineTable(list)}})
	}
	for _, v := range circuitPrograms() {
		if own := where(list, func(c *checked) bool { return c.program == v.name }); len(own) > 0 {
			p.Sections = append(p.Sections, page.Section{Title: "Daisy: " + v.name, Text: []string{v.text}, Tables: []page.Table{checkedTable(own)}})
		}
	}
	if g := timeGrid(list); len(g.Charts) > 0 {
		p.Sections = append(p.Sections, page.Section{Title: "Time against depth", Plots: []page.Plot{{Name: "time-depth", Grid: g}}, Text: []string{
			"A line goes on as long as nothing is reached. A full mark at its end: the search was over; a hollow one: a limit (dashed: of time) ended it."}})
	}
	return p
}

// paperTable compares the measurements with the paper's figures.
func paperTable(list []checked) page.Table {
	t := page.Table{File: "paper", Left: 3, Header: []string{"race", "reduction", "verdict", "seconds", "MB", "depth", "paper: seconds", "MB", "depth"}}
	for _, row := range published {
		own := where(list, func(c *checked) bool {
			return c.program == row.program && c.threads == "2" && c.path == created && c.asked == asked{"bmc", row.reduction}
		})
		for i := range own {
			c := &own[i]
			t.Rows = append(t.Rows, []string{row.race, row.reduction, verdictOf(c.Result), seconds(c.CPU.Seconds()), megabytes(c.Result), c.Measures[0], row.seconds, row.memory, row.depth})
		}
	}
	return t
}

// checkedTable has a row for each cell of a program.
func checkedTable(list []checked) page.Table {
	t := page.Table{File: "daisy-" + strings.ReplaceAll(list[0].program, " ", "-"), Left: 4,
		Header: []string{"threads", "path", "engine", "verdict", "seconds", "MB", "depth", "latches", "clauses"}}
	for i := range list {
		c := &list[i]
		t.Rows = append(t.Rows, append([]string{c.threads, c.path, c.String(), verdictOf(c.Result), seconds(c.CPU.Seconds()), megabytes(c.Result)}, c.Measures[:3]...))
	}
	return t
}

// engineTable counts the cells that each engine settled.
func engineTable(list []checked) page.Table {
	t := page.Table{File: "engines", Title: "What each engine settles", Left: 1,
		Header: []string{"engine", "races", "found", "within the goal", "without", "proved", "timeout", "memory", "other"}}
	for _, a := range circuitEngines {
		own := where(list, func(c *checked) bool { return c.asked == a })
		if len(own) == 0 {
			continue
		}
		count := func(holds func(c *checked) bool) string { return strconv.Itoa(len(where(own, holds))) }
		gaveUp := func(why string) string {
			return count(func(c *checked) bool { return !c.settled() && c.Reason == why })
		}
		t.Rows = append(t.Rows, []string{
			a.String(), count(racing), count(func(c *checked) bool { return racing(c) && c.settled() }), count(cheap),
			count(func(c *checked) bool { return !racing(c) }), count(func(c *checked) bool { return !racing(c) && c.settled() }),
			gaveUp("timeout"), gaveUp("memory"),
			count(func(c *checked) bool { return !c.settled() && c.Reason != "timeout" && c.Reason != "memory" }),
		})
	}
	return t
}

// racing reports whether a cell's program has a race.
func racing(c *checked) bool { return c.program != repaired }

// cheap reports whether a race was found within the goal.
func cheap(c *checked) bool {
	return racing(c) && c.settled() && c.CPU.Seconds() <= goalSeconds && c.Memory <= goalMemory
}

// reading summarises the numbers.
func reading(list []checked) []string {
	onCircuit := func(c *checked) bool { return c.engine != noModel }
	problems := func(holds func(c *checked) bool) int {
		seen := make(map[string]bool)
		for _, c := range where(list, holds) {
			seen[c.problem()] = true
		}
		return len(seen)
	}
	out := []string{fmt.Sprintf("Of %d file systems with a race the engines on a circuit find it in %d, in %d within %d s and %d MB; order does so in %d and %d.",
		problems(racing), problems(func(c *checked) bool { return onCircuit(c) && racing(c) && c.settled() }),
		problems(func(c *checked) bool { return onCircuit(c) && cheap(c) }), goalSeconds, goalMemory>>20,
		problems(func(c *checked) bool { return !onCircuit(c) && racing(c) && c.settled() }), problems(func(c *checked) bool { return !onCircuit(c) && cheap(c) })),
		fmt.Sprintf("Of %d without a race they prove %d, and order %d.", problems(func(c *checked) bool { return !racing(c) }),
			problems(func(c *checked) bool { return onCircuit(c) && !racing(c) && c.settled() }), problems(func(c *checked) bool { return !onCircuit(c) && !racing(c) && c.settled() })),
	}
	plain := where(list, func(c *checked) bool { return c.asked == asked{"bmc", "none"} })
	for _, a := range []asked{{"bmc", "stubborn"}, {"bmc", "transactions"}} {
		var times, deeper []float64
		for i := range plain {
			own := where(list, func(c *checked) bool { return c.asked == a && c.problem() == plain[i].problem() })
			if len(own) == 0 {
				continue
			}
			if t := relative(own[0].levels, plain[i].levels); t > 0 {
				times = append(times, t)
			}
			if !own[0].Answered() && !plain[i].Answered() && len(own[0].levels) > 1 && len(plain[i].levels) > 1 {
				deeper = append(deeper, float64(len(own[0].levels)-1)/float64(len(plain[i].levels)-1))
			}
		}
		if len(times) > 0 {
			text := fmt.Sprintf("At the last depth that both complete, bmc needs %s times as long with --engine-option reduce=%s as without (geometric mean over %d file systems).",
				seconds(geometricMean(times)), a.reduction, len(times))
			if len(deeper) > 0 {
				text += fmt.Sprintf(" Where both run out of time or memory, it is then at %s times the depth (%d).", seconds(geometricMean(deeper)), len(deeper))
			}
			out = append(out, text)
		}
	}
	return out
}

// relative returns the ratio of the times of two searches to the last depth that both have completed;
// 0: there is no such depth, or no time.
func relative(one, other []level) float64 {
	last := min(len(one), len(other)) - 1
	if last < 0 || other[last].seconds == 0 {
		return 0
	}
	return one[last].seconds / other[last].seconds
}

func geometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// timeGrid draws the time of each engine against the depth, with a chart for each program and use.
func timeGrid(list []checked) plot.Grid {
	g := plot.Grid{Title: "Processor time against depth", Columns: len(uses),
		X: plot.Axis{Label: "depth"}, Y: plot.Axis{Label: "processor seconds", Log: true}}
	for _, a := range circuitEngines {
		if a.engine != noModel && a.reduction != walks { // which completes no depth
			g.Names = append(g.Names, a.String())
		}
	}
	for i := range list {
		c := &list[i]
		if len(c.levels) == 0 {
			continue
		}
		title := c.program + ": " + c.threads + " threads, " + c.path
		if n := len(g.Charts); n == 0 || g.Charts[n-1].Title != title {
			g.Charts = append(g.Charts, plot.Chart{Title: title})
		}
		chart := &g.Charts[len(g.Charts)-1]
		u := unrolling{Result: c.Result, levels: c.levels}
		chart.Series = append(chart.Series, u.curve(c.String(), func(l *level) float64 { return l.seconds }))
		g.Limit = max(g.Limit, c.Limit.Seconds())
	}
	return g
}
