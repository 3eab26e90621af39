package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// interleaving is a cell of the experiment with interleavings.
type interleaving struct {
	*cell.Result
	problem
	method string
}

// interleavings reads results, in the order of tables. It skips unknown cells.
func interleavings(results []cell.Result) []interleaving {
	var out []interleaving
	for _, p := range problems() {
		for _, m := range interleavingMethods {
			if i := slices.IndexFunc(results, func(r cell.Result) bool { return slices.Equal(r.Key, p.key(m)) }); i >= 0 {
				out = append(out, interleaving{&results[i], p, m})
			}
		}
	}
	return out
}

// settled reports whether the verdict is the correct one within the bounds.
func (c *interleaving) settled() bool {
	return c.Answered() && (c.Verdict == "violation") == (c.variant == wrong)
}

// The columns read from answers.
func (c *interleaving) checks() string     { return c.Measures[1] }
func (c *interleaving) executions() string { return c.Measures[2] }

// counts writes the number of failing interleavings, of which the first ends the search, and the number
// of all.
func (c *interleaving) counts() string {
	switch {
	case c.Measures[0] == "":
		return ""
	case c.Verdict == "violation":
		return "1/" + c.Measures[0]
	}
	return "0/" + c.Measures[0]
}

// The goals: a speed-up over the paper where its method needs long, a number of seconds where it does
// not, and one where it ran out of time or memory.
const (
	longSeconds  = 10
	timesFaster  = 100
	shortSeconds = 0.1
	anySeconds   = 60
)

// due returns the goal, in seconds, for one of the paper's times; 0: the paper has no time.
func due(published string) float64 {
	n, err := strconv.ParseFloat(published, 64)
	switch {
	case published == "":
		return 0
	case err == nil && n >= longSeconds:
		return n / timesFaster
	case err == nil || strings.HasPrefix(published, "<"):
		return shortSeconds
	}
	return anySeconds
}

// time returns the paper's time for one of its methods.
func (row *publishedInterleaving) time(method string) string {
	return map[string]string{lazily: row.lazy, recording: row.schedule, widening: row.uw, explorer: row.chess}[method]
}

// reportInterleavings creates the report of the experiment.
func reportInterleavings(results []cell.Result, o *InterleavingsOptions) *page.Page {
	list := interleavings(results)
	p := &page.Page{Title: "Lazy exploration, schedule recording, under-approximation and widening", Intro: []string{
		"After the evaluation of Cordeiro, Fischer: Verifying Multi-threaded Software using SMT-based Context-Bounded Model Checking (ICSE 2011), as slides have it. " +
			"The programs are our own, after the descriptions there (download for aget-0.4, compress for bzip2smp), so that ratios are to other programs, and to another computer. " +
			"#L: lines of ours; #T: threads; B: iterations of loops, but for those that a constant bounds, which are never cut (download: all, 200 in the paper; compress: 1 in the paper); C: switches, forced ones and that from main included. " +
			"#FI/#I: interleavings that fail, and all that were looked at; ours are those of the last bound that was begun, end with the first that fails, and are one where they come to one state. Times are processor seconds.",
		"lazy, schedule and uw have at most C switches (--engine-option contexts=C+1). explore has at most C preemptions (--preemptions C), which is the bound of CHESS and another one: a switch that is forced, " +
			"because a thread waits or has ended, is free. It remembers states, and tries no random schedules first. order looks at all schedules.",
	}}
	if missing := slices.DeleteFunc(slices.Clone(interleavingMethods), func(m string) bool { return slices.Contains(o.Engines, m) }); len(missing) > 0 {
		p.Intro = append(p.Intro, "Absent, since this build does not know them: "+strings.Join(missing, ", ")+".")
	}
	if len(list) == 0 {
		return p
	}
	p.Sections = append(p.Sections, page.Section{Title: "Reading", Text: interleavingReading(list), Tables: []page.Table{interleavingMethodTable(list)}})
	for _, s := range []struct {
		title, text string
		table       page.Table
	}{
		{"Comparison of the approaches", "TO, MO: out of time (an hour) or memory in the paper; checks: the solver's answers that uw needs, iterations in the paper.", approachTable(list, o)},
		{"Beside CHESS", "CHESS bounds preemptions, as explore does. Tests and executions are schedules that were run.", chessTable(list)},
		{"Beside SATABS", "SATABS looks at all schedules, as order does, by predicate abstraction; -: it failed, or was wrong.", satabsTable(list)},
	} {
		if len(s.table.Rows) > 0 {
			p.Sections = append(p.Sections, page.Section{Title: s.title, Text: []string{s.text}, Tables: []page.Table{s.table}})
		}
	}
	p.Sections = append(p.Sections, page.Section{Title: "Every cell", Tables: []page.Table{interleavingCellTable(list)}})
	return p
}

// took writes the seconds, or why there is no answer. A wrong verdict is written out.
func (c *interleaving) took() string {
	switch {
	case c.settled():
		return seconds(c.CPU.Seconds())
	case c.Answered(), c.Verdict == cell.Failed:
		return c.Verdict
	}
	return c.Reason
}

// column writes the text of the cell of a method for a problem, or nothing if there is no such cell.
func column(list []interleaving, p problem, method string, text func(*interleaving) string) string {
	for i := range list {
		if c := &list[i]; c.problem == p && c.method == method {
			return text(c)
		}
	}
	return ""
}

// has reports whether a problem has a cell.
func has(list []interleaving, p problem) bool {
	return slices.ContainsFunc(list, func(c interleaving) bool { return c.problem == p })
}

// times writes the times of methods for a problem.
func times(list []interleaving, p problem, methods ...string) (out []string) {
	for _, m := range methods {
		out = append(out, column(list, p, m, (*interleaving).took))
	}
	return out
}

// publishedOf returns the paper's row for a problem. If it has none, all fields except the problem are
// empty.
func publishedOf(p problem) publishedInterleaving {
	i := slices.IndexFunc(publishedInterleavings, func(row publishedInterleaving) bool { return row.problem == p })
	if i < 0 {
		return publishedInterleaving{problem: p}
	}
	return publishedInterleavings[i]
}

// size writes the bounds of a problem: #T, B and C.
func (p problem) size() []string {
	return []string{strconv.Itoa(p.threads), cmp.Or(numbered(p.unwind), none), strconv.Itoa(p.switches)}
}

// approachTable is the paper's comparison of its approaches, and the programs' other variants.
func approachTable(list []interleaving, o *InterleavingsOptions) page.Table {
	t := page.Table{File: "paper", Left: 1, Header: []string{"program", "#L", "#T", "B", "C", "#FI/#I", "lazy", "schedule", "uw", "explore", "order", "checks",
		"paper: #L", "#FI/#I", "lazy", "schedule", "uw", "iterations"}}
	for _, p := range problems() {
		row := publishedOf(p)
		if row.chess != "" || !has(list, p) {
			continue
		}
		t.Rows = append(t.Rows, slices.Concat([]string{p.name(), strconv.Itoa(p.lines(o.Dir))}, p.size(), []string{column(list, p, lazily, (*interleaving).counts)},
			times(list, p, interleavingMethods...), []string{column(list, p, widening, (*interleaving).checks)},
			[]string{row.lines, row.interleavings, row.lazy, row.schedule, row.uw, row.iterations}))
	}
	return t
}

// chessTable is the paper's comparison with CHESS.
func chessTable(list []interleaving) page.Table {
	t := page.Table{File: "chess", Left: 1, Header: []string{"program", "#T", "B", "C", "executions", "#FI/#I", "explore", "lazy", "schedule", "uw", "order",
		"paper: tests", "#FI/#I", "CHESS", "lazy"}}
	for _, row := range publishedInterleavings {
		if p := row.problem; row.chess != "" && has(list, p) {
			t.Rows = append(t.Rows, slices.Concat([]string{p.name()}, p.size(),
				[]string{column(list, p, explorer, (*interleaving).executions), column(list, p, lazily, (*interleaving).counts)},
				times(list, p, explorer, lazily, recording, widening, noModel), []string{row.tests, row.interleavings, row.chess, row.lazy}))
		}
	}
	return t
}

// satabsTable is the paper's comparison with SATABS.
func satabsTable(list []interleaving) page.Table {
	t := page.Table{File: "satabs", Left: 1, Header: []string{"program", "#T", "order", "lazy", "paper: SATABS", "lazy"}}
	for _, row := range publishedInterleavings {
		if p := row.problem; row.satabs != "" && has(list, p) {
			t.Rows = append(t.Rows, slices.Concat([]string{p.name(), strconv.Itoa(p.threads)}, times(list, p, noModel, lazily), []string{row.satabs, row.lazy}))
		}
	}
	return t
}

// interleavingMethodTable counts the outcomes of the cells of each method.
func interleavingMethodTable(list []interleaving) page.Table {
	t := page.Table{File: "methods", Title: "What each method settles", Left: 1,
		Header: []string{"method", "wrong programs", "found", "right programs", "none found", "timeout", "memory", "other", "seconds", "most MB"}}
	for _, m := range interleavingMethods {
		own := where(list, func(c *interleaving) bool { return c.method == m })
		if len(own) == 0 {
			continue
		}
		count := func(holds func(c *interleaving) bool) string { return strconv.Itoa(len(where(own, holds))) }
		sum, most := 0.0, int64(0)
		for i := range own {
			sum, most = sum+own[i].CPU.Seconds(), max(most, own[i].Memory)
		}
		line := []string{m}
		for _, variant := range []string{wrong, right} {
			line = append(line, count(func(c *interleaving) bool { return c.variant == variant }),
				count(func(c *interleaving) bool { return c.variant == variant && c.settled() }))
		}
		t.Rows = append(t.Rows, append(line, count(func(c *interleaving) bool { return !c.settled() && c.Reason == "timeout" }),
			count(func(c *interleaving) bool { return !c.settled() && c.Reason == "memory" }),
			count(func(c *interleaving) bool { return !c.settled() && c.Reason != "timeout" && c.Reason != "memory" }), seconds(sum), strconv.FormatInt(most>>20, 10)))
	}
	return t
}

// interleavingCellTable has a row for each cell.
func interleavingCellTable(list []interleaving) page.Table {
	t := page.Table{File: "interleavings", Left: 3, Header: []string{"program", "method", "verdict", "#T", "B", "C", "seconds", "MB", "#FI/#I", "checks", "executions", "paper", "times as fast"}}
	for i := range list {
		c := &list[i]
		row := publishedOf(c.problem)
		published, faster := row.time(c.method), ""
		if n, err := strconv.ParseFloat(published, 64); err == nil && c.settled() && c.method != explorer {
			faster = ratio(n, c.CPU.Seconds())
		}
		t.Rows = append(t.Rows, slices.Concat([]string{c.name(), c.method, verdictOf(c.Result)}, c.size(),
			[]string{seconds(c.CPU.Seconds()), megabytes(c.Result), c.counts(), c.checks(), c.executions(), published, faster}))
	}
	return t
}

// interleavingReading summarises the numbers.
func interleavingReading(list []interleaving) []string {
	out := []string{fmt.Sprintf("Due are %d times the paper's speed where it needs %d s or more, %.1f s where it needs less, and %d s where it ran out of time or memory.",
		timesFaster, longSeconds, shortSeconds, anySeconds)}
	for _, m := range interleavingMethods[:3] {
		rows, met := 0, 0
		var late, open []string
		for i := range publishedInterleavings {
			row := &publishedInterleavings[i]
			limit := due(row.time(m))
			own := where(list, func(c *interleaving) bool { return c.problem == row.problem && c.method == m })
			if limit == 0 || len(own) == 0 {
				continue
			}
			rows++
			if own[0].settled() && own[0].CPU.Seconds() <= limit {
				met++
				continue
			}
			text := fmt.Sprintf("%s with %d threads and C = %d (%s; due %s)", row.name(), row.threads, row.switches, own[0].took(), seconds(limit))
			if !own[0].Answered() && own[0].CPU.Seconds() < limit {
				open = append(open, text)
			} else {
				late = append(late, text)
			}
		}
		if rows == 0 {
			continue
		}
		text := fmt.Sprintf("%s is in time in %d of %d published rows.", m, met, rows)
		if len(late) > 0 {
			text += " Too late in: " + strings.Join(late, ", ") + "."
		}
		if len(open) > 0 {
			text += " Given up before it was due: " + strings.Join(open, ", ") + "."
		}
		out = append(out, text)
	}
	return out
}
