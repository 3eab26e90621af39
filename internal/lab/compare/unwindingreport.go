package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// search is the result of a method for a row: the cells with all numbers of writes together.
type search struct {
	category, row, method string
	key                   []string // of its first cell
	found                 bool
	writes                int     // the number that found it; 0: the method has none
	seconds               float64 // with that number
	why                   string  // not found: the reason that ended the last try
	tried                 int     // the largest number that did not find it; 0: none
}

// open reports whether larger numbers are not tried yet.
func (s *search) open(o *UnwindingOptions) bool {
	return !s.found && s.why == "" && s.tried > 0 && s.tried < slices.Max(o.numbers(s.method))
}

// searches groups the cells by row and method.
func searches(results []cell.Result) []search {
	var out []search
	index := make(map[string]int)
	for i := range results {
		r := &results[i]
		row := strings.Join(r.Key[1:5], " ")
		at, ok := index[row+" "+r.Key[5]]
		if !ok {
			at = len(out)
			index[row+" "+r.Key[5]] = at
			out = append(out, search{category: r.Key[0], row: row, method: r.Key[5], key: r.Key})
		}
		s := &out[at]
		n, _ := strconv.Atoi(r.Key[6]) // none gives 0
		switch {
		case r.Verdict == "violation" && (!s.found || n < s.writes):
			s.found, s.writes, s.seconds = true, n, r.CPU.Seconds()
		case r.Reason == cell.Dominated: // an earlier cell has the reason
		case !r.Answered():
			s.why = cmp.Or(r.Reason, r.Verdict)
			if r.Verdict == cell.Failed {
				s.why = cell.Failed
			}
		default:
			s.tried = max(s.tried, n)
		}
	}
	return out
}

// reportUnwinding creates the report of the experiment with memory unwinding.
func reportUnwinding(results []cell.Result, o *UnwindingOptions) *page.Page {
	list := searches(results)
	p := &page.Page{Title: "Memory unwinding", Intro: []string{
		"After Table 1 of Tomasco, Inverso, Fischer, La Torre, Parlato: Verifying Concurrent Programs by Memory Unwinding (TACAS 2015), over the violations of assert and reach " +
			"of an index. The number n of writes (of clusters for mu:intra and mu:inter, of rounds for lr and lazyseq) grows until the violation is found: pass; " +
			"else fail. Those of which larger n are still to be tried are counted with a question mark. Times are processor seconds with the smallest n that suffices, of those that pass.",
	}}
	var missing []string
	for _, m := range variants {
		if !slices.Contains(o.Engines, m) {
			missing = append(missing, m)
		}
	}
	if len(missing) > 0 {
		p.Intro = append(p.Intro, "Absent, since this build does not know them: "+strings.Join(missing, ", ")+".")
	}
	var names []string
	for _, m := range variants {
		if slices.ContainsFunc(list, func(s search) bool { return s.method == m }) {
			names = append(names, m)
		}
	}
	p.Sections = append(p.Sections, page.Section{Title: "By sub-category", Tables: categoryTables(list, names, o)},
		page.Section{Title: "Cells", Text: []string{"A cell is one n. Those with a larger n than one that ended at its limit of time or memory are not run: they are dominated."},
			Tables: []page.Table{costTable(results, names)}},
		page.Section{Title: "By program", Text: []string{"The smallest n that suffices and its seconds, or why the search ended: > n if that was the last that was tried."}, Tables: []page.Table{programTable(list, names)}})
	return p
}

// tally counts the results of a method for the rows of a sub-category.
type tally struct {
	pass, fail, open int     // open: larger numbers are not tried yet
	seconds          float64 // of the rows that passed
	writes           int     // the largest of the least sufficient numbers; 0: the method has none
}

// tallied counts the searches of a method in a sub-category, or in all of them.
func tallied(list []search, category, method string, o *UnwindingOptions) (t tally) {
	for i := range list {
		s := &list[i]
		switch {
		case s.method != method || category != everywhere && s.category != category:
		case s.found:
			t.pass, t.seconds, t.writes = t.pass+1, t.seconds+s.seconds, max(t.writes, s.writes)
		case s.open(o):
			t.open++
		default:
			t.fail++
		}
	}
	return t
}

// counts writes the numbers of rows that passed and failed.
func (t *tally) counts() string {
	text := fmt.Sprintf("%d + %d", t.pass, t.fail)
	if t.open > 0 {
		text += fmt.Sprintf(" + %d?", t.open)
	}
	return text
}

// everywhere is the row for all sub-categories together.
const everywhere = "all"

// categoryTables returns a table for each column of the paper's Table 1.
func categoryTables(list []search, names []string, o *UnwindingOptions) []page.Table {
	lines, rows := make(map[string]int), make(map[string]int)
	for _, r := range o.rows() {
		n := linesOf(filepath.Join(o.Dir, filepath.FromSlash(r.File)))
		for _, c := range []string{category(&r), everywhere} {
			lines[c] += n
			rows[c]++
		}
	}
	var categories []string
	for i := range list {
		categories = append(categories, list[i].category)
	}
	slices.Sort(categories)
	categories = append(slices.Compact(categories), everywhere)
	var out []page.Table
	for _, column := range []struct {
		file, title string
		text        func(*tally) string
	}{
		{"pass", "Pass and fail", (*tally).counts},
		{"time", "Mean time", func(t *tally) string { return mean(t.seconds, t.pass) }},
		{"writes", "The n with which all that pass do", func(t *tally) string { return numbered(t.writes) }},
	} {
		t := page.Table{File: column.file, Title: column.title, Left: 1, Header: append([]string{"sub-category", "rows", "lines"}, names...)}
		for _, c := range categories {
			line := []string{c, strconv.Itoa(rows[c]), strconv.Itoa(lines[c])}
			for _, m := range names {
				sums := tallied(list, c, m, o)
				line = append(line, column.text(&sums))
			}
			t.Rows = append(t.Rows, line)
		}
		out = append(out, t)
	}
	return out
}

// costTable counts the cells of each method, and their costs.
func costTable(results []cell.Result, names []string) page.Table {
	t := page.Table{File: "costs", Left: 1, Header: []string{"method", "cells", "answered", "timeout", "memory", "dominated", "other", "processor seconds"}}
	for _, m := range names {
		count, sum := make(map[string]int), 0.0
		for i := range results {
			r := &results[i]
			if r.Key[5] != m {
				continue
			}
			what := "other"
			if r.Answered() {
				what = "answered"
			} else if slices.Contains(t.Header[3:6], r.Reason) {
				what = r.Reason
			}
			count["cells"]++
			count[what]++
			sum += r.CPU.Seconds()
		}
		line := []string{m}
		for _, what := range t.Header[1:7] {
			line = append(line, strconv.Itoa(count[what]))
		}
		t.Rows = append(t.Rows, append(line, seconds(sum)))
	}
	return t
}

// mean writes the mean of n times, or nothing if n is 0.
func mean(sum float64, n int) string {
	if n == 0 {
		return ""
	}
	return seconds(sum / float64(n))
}

// numbered writes a number of writes, or nothing if it is 0.
func numbered(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// programTable has a row for each row of the index.
func programTable(list []search, names []string) page.Table {
	t := page.Table{File: "programs", Left: 1, Header: append([]string{"file, property, macros, data model"}, names...)}
	var rows []string
	for i := range list {
		rows = append(rows, list[i].row)
	}
	slices.Sort(rows)
	for _, row := range slices.Compact(rows) {
		line := []string{strings.Join(strings.Fields(row), " ")}
		for _, m := range names {
			text := "-"
			if at := slices.IndexFunc(list, func(s search) bool { return s.row == row && s.method == m }); at >= 0 {
				text = list[at].text()
			}
			line = append(line, text)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func (s *search) text() string {
	switch {
	case s.found && s.writes > 0:
		return fmt.Sprintf("%d: %s", s.writes, seconds(s.seconds))
	case s.found:
		return seconds(s.seconds)
	case s.why != "":
		return "(" + s.why + ")"
	case s.tried > 0:
		return fmt.Sprintf("> %d", s.tried)
	}
	return "(not found)"
}

// linesOf counts the lines of a file, 0 if it cannot be read.
func linesOf(name string) int {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	return bytes.Count(text, []byte("\n"))
}
