package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/fit"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
	"github.com/heddle-mc/heddle/internal/lab/compare/plot"
)

// unrolling is a cell of the experiment with lazy token modelling.
type unrolling struct {
	*cell.Result
	program, model, analyses string
	levels                   []level
	races                    []found
}

// unrollings reads results, in the order of tables: by program, by set of analyses, and by model. It
// skips unknown cells.
func unrollings(results []cell.Result) []unrolling {
	var out []unrolling
	for _, v := range tokenVariants {
		for _, analyses := range append(slices.Clone(analysisSets), none) {
			for _, model := range models {
				for i := range results {
					if r := &results[i]; slices.Equal(r.Key, []string{v.name, model, analyses}) {
						out = append(out, unrolling{r, v.name, model, analyses, readLevels(r.Measures[3]), readRaces(r.Measures[4])})
					}
				}
			}
		}
	}
	return out
}

// of returns the unrollings of a program.
func of(list []unrolling, program string) []unrolling {
	return slices.DeleteFunc(slices.Clone(list), func(u unrolling) bool { return u.program != program })
}

// find returns the unrolling of a model with some analyses, nil if there is none.
func find(list []unrolling, model, analyses string) *unrolling {
	for i := range list {
		if u := &list[i]; u.model == model && u.analyses == analyses {
			return u
		}
	}
	return nil
}

// reportLazyToken creates the report of the experiment.
func reportLazyToken(results []cell.Result) *page.Page {
	list := unrollings(results)
	p := &page.Page{Title: "Lazy token modelling", Intro: []string{
		"After Table 4 of Ganai, Gupta: Efficient Modeling of Concurrent Systems in BMC (SPIN 2008), on examples/daisy with two threads and two blocks. " +
			"token is the lazy model, token by SMT the same with an SMT solver, eager the one with a scheduler and wait-cycles, order a method without either, for all schedules. " +
			"Times are processor seconds; those of depths and races count from where the engine begins. Depth D of the lazy model covers runs of D steps of each thread, depth D of the eager one those of D steps in all.",
		"verdict, seconds, MB: of the whole cell. depth: the last one up to which all races are known, with the sum of |R(d)| and the pairs of a read_sync and a write_sync " +
			"up to there. law, R²: the power of the depth that fits the pairs best; pairs/d²: the most at any depth. races: those that differ in how the token goes, " +
			"of which the lazy model looks for several; places: pairs of accesses; first: the depth at which the first race was found, and the seconds that took.",
		"Of races there are the first five of the lazy model with " + allAnalyses + ", and the last. (i: k,l) is thread i from its local depth k, where it gets the token, to l, where it gives it away.",
	}}
	for _, v := range tokenVariants {
		own := of(list, v.name)
		if len(own) == 0 {
			continue
		}
		file := "daisy-" + strings.ReplaceAll(v.name, " ", "-")
		s := page.Section{Title: "Daisy: " + v.name, Text: []string{v.text}, Tables: []page.Table{modelTable(own, file)}}
		for _, t := range []page.Table{raceTable(own, file), besideTable(own, file)} {
			if len(t.Rows) > 0 {
				s.Tables = append(s.Tables, t)
			}
		}
		p.Sections = append(p.Sections, s)
	}
	if s := depthSection(list); len(s.Plots) > 0 {
		p.Sections = append(p.Sections, s)
	}
	return p
}

// modelTable is the paper's Table 4 (a).
func modelTable(list []unrolling, file string) page.Table {
	t := page.Table{File: file, Left: 3, Header: []string{"analyses", "model", "verdict", "seconds", "MB", "depth", "Σ|R(d)|", "pairs", "law", "R²", "pairs/d²",
		"races", "places", "first", "after"},
		Title: "Depth reached, its costs, and races"}
	for i := range list {
		u := &list[i]
		row := []string{u.analyses, u.model, verdictOf(u.Result), seconds(u.CPU.Seconds()), megabytes(u.Result)}
		row = append(row, u.Measures[:3]...)
		row = append(row, growth(u.levels)...)
		places := make(map[string]bool)
		for _, r := range u.races {
			places[r.place] = true
		}
		switch {
		case len(u.races) > 0:
			row = append(row, strconv.Itoa(len(u.races)), strconv.Itoa(len(places)), strconv.Itoa(u.races[0].depth), seconds(u.races[0].seconds))
		case u.Verdict == "violation":
			row = append(row, "1", "1", "", "")
		default:
			row = append(row, "0", "0", "", "")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// growth fits the pairs of levels to a power of the depth: the exponent, R², and the
// most pairs for the depth's square. All are empty where there are no pairs.
func growth(list []level) []string {
	var xs, ys []float64
	most := 0.0
	for _, l := range list {
		if l.pairs > 0 {
			x, y := float64(l.depth), float64(l.pairs)
			xs, ys, most = append(xs, x), append(ys, y), max(most, y/(x*x))
		}
	}
	law, ok := fit.Power(xs, ys)
	if !ok {
		return []string{"", "", ""}
	}
	return []string{"d^" + seconds(law.Rate), seconds(law.R2), seconds(most)}
}

// firstRaces is the number of races in the paper's Table 4 (b).
const firstRaces = 5

// raceTable is the paper's Table 4 (b): the first races of the lazy model with all
// analyses, and the last.
func raceTable(list []unrolling, file string) page.Table {
	t := page.Table{File: file + "-races", Left: 1, Header: []string{"race", "depth", "seconds", "MB", "accesses", "switches"},
		Title: "Races in the order in which they were found"}
	u := find(list, lazyModel, allAnalyses)
	if u == nil {
		return t
	}
	for i := range u.races {
		if i < firstRaces || i == len(u.races)-1 {
			r := &u.races[i]
			t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), strconv.Itoa(r.depth), seconds(r.seconds), seconds(r.megabytes), r.place, r.switches()})
		}
	}
	return t
}

// besideTable has the times of both models at every depth that both reach with some
// set of analyses. (Every model's levels are 0, 1, 2 ….)
func besideTable(list []unrolling, file string) page.Table {
	t := page.Table{File: file + "-depths", Header: []string{"depth"},
		Title: "Seconds up to each depth that both models reach, and how many times as many the eager one takes"}
	for _, analyses := range analysisSets {
		lazy, eager := find(list, lazyModel, analyses), find(list, eagerModel, analyses)
		if lazy == nil || eager == nil {
			continue
		}
		filled := len(t.Header)
		t.Header = append(t.Header, analyses+": token", "eager", "ratio")
		for i := range min(len(lazy.levels), len(eager.levels)) {
			if i == len(t.Rows) {
				t.Rows = append(t.Rows, append([]string{strconv.Itoa(i)}, make([]string, filled-1)...))
			}
			l, e := lazy.levels[i].seconds, eager.levels[i].seconds
			t.Rows[i] = append(t.Rows[i], seconds(l), seconds(e), ratio(e, l))
		}
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], make([]string, len(t.Header)-len(t.Rows[i]))...)
		}
	}
	return t
}

// ratio writes a quotient of times, or nothing if the divisor is not positive.
func ratio(a, b float64) string {
	if b <= 0 {
		return ""
	}
	return strconv.FormatFloat(a/b, 'f', 1, 64)
}

// depthSection draws times, widths of R(d) and pairs against the depth.
func depthSection(list []unrolling) page.Section {
	s := page.Section{Title: "Growth with the depth", Text: []string{
		"A line goes on as long as all races up to the depth are known. A full mark at its end: the search was over; a hollow one: the limit (dashed) ended it. order has no depth: its line is the time that it takes."}}
	deepest := 0
	for i := range list {
		for _, l := range list[i].levels {
			deepest = max(deepest, l.depth)
		}
	}
	times := plot.Grid{Title: "Processor time against depth", Columns: 2, Names: append(slices.Clone(analysisSets), noModel),
		X: plot.Axis{Label: "depth"}, Y: plot.Axis{Label: "processor seconds", Log: true}}
	pairs := plot.Grid{Title: "Pairs of the lazy model against depth", Columns: len(tokenVariants), Names: analysisSets,
		X: plot.Axis{Label: "depth", Log: true}, Y: plot.Axis{Label: "pairs", Log: true}}
	widths := plot.Grid{Title: "Control states of each depth, |R(d)|", Columns: 2, Names: analysisSets,
		X: plot.Axis{Label: "depth"}, Y: plot.Axis{Label: "|R(d)|", Log: true}}
	for _, v := range tokenVariants {
		own := of(list, v.name)
		for _, model := range []string{lazyModel, eagerModel} {
			c, w := plot.Chart{Title: v.name + ", " + model}, plot.Chart{Title: v.name + ", " + model}
			for _, analyses := range analysisSets {
				if u := find(own, model, analyses); u != nil {
					times.Limit = max(times.Limit, u.Limit.Seconds())
					c.Series = append(c.Series, u.curve(analyses, func(l *level) float64 { return l.seconds }))
					before := 0
					w.Series = append(w.Series, u.curve(analyses, func(l *level) float64 {
						width := l.reachable - before
						before = l.reachable
						return float64(width)
					}))
				}
			}
			if u := find(own, noModel, none); u != nil && u.Answered() {
				y := u.CPU.Seconds()
				c.Series = append(c.Series, plot.Series{Name: u.model, Line: true, Points: []plot.Point{{Y: y}, {X: float64(deepest), Y: y}}})
			}
			if len(c.Series) > 0 {
				times.Charts = append(times.Charts, c)
			}
			if len(w.Series) > 0 {
				widths.Charts = append(widths.Charts, w)
			}
		}
		c := plot.Chart{Title: v.name}
		for _, analyses := range analysisSets {
			if u := find(own, lazyModel, analyses); u != nil {
				c.Series = append(c.Series, u.curve(analyses, func(l *level) float64 { return float64(l.pairs) }))
			}
		}
		if len(c.Series) > 0 {
			pairs.Charts = append(pairs.Charts, c)
		}
	}
	if len(times.Charts) > 0 {
		s.Plots = append(s.Plots, page.Plot{Name: "time-depth", Grid: times})
	}
	if len(widths.Charts) > 0 { // the paper's Fig. 3 (b)
		s.Plots = append(s.Plots, page.Plot{Name: "width-depth", Grid: widths})
	}
	if len(pairs.Charts) > 0 {
		s.Plots = append(s.Plots, page.Plot{Name: "pairs-depth", Grid: pairs})
	}
	return s
}

// curve is a number of levels against the depth. The last point has a mark: hollow if the time limit
// ended the search, full if the search was complete.
func (u *unrolling) curve(name string, number func(*level) float64) plot.Series {
	s := plot.Series{Name: name, Line: true}
	for i := range u.levels {
		l := &u.levels[i]
		s.Points = append(s.Points, plot.Point{X: float64(l.depth), Y: number(l)})
	}
	if n := len(s.Points); n > 0 {
		s.Points[n-1].Size, s.Points[n-1].Open = 1, !u.Answered()
	}
	return s
}
