package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/compare/cell"
	"github.com/heddle-mc/heddle/internal/compare/page"
)

// Row is a program of an index (docs/bench.md), a property of it, and the verdict
// that its source states.
type Row struct {
	File     string // relative to the index
	Origin   string
	Property string // Heddle's name
	Expected string // safe or violation
	Defines  string // macros, -DNAME=VALUE …, separated by spaces
	Arch     string // lp64 or ilp32
}

// UnwindingOptions says which part of the experiment with memory unwinding is run.
type UnwindingOptions struct {
	Dir     string   // of the index, to which its files are relative
	Rows    []Row    // of the index
	Engines []string // that the command knows
	Methods []string // empty: all
	// Environment has the choices of the environment that are on, as check knows them.
	Environment []string
	Size        Size
}

// Valid returns an error if an option names what does not exist, or there is
// nothing to run.
func (o *UnwindingOptions) Valid() error {
	for _, name := range o.Methods {
		if !slices.Contains(variants, name) {
			return fmt.Errorf("unknown method %q", name)
		}
	}
	if len(o.rows()) == 0 {
		return fmt.Errorf("no row of the index is a violation of assert or reach")
	}
	return nil
}

// variants lists the schemes of memory unwinding, and what they are held against,
// in the order of tables.
var variants = []string{"mu:fine-explicit", "mu:fine-implicit", "mu:mixed", "mu:intra", "mu:inter", "order"}

// unwinds reports whether a method has a number of writes.
func unwinds(method string) bool { return strings.HasPrefix(method, "mu:") }

// The numbers of writes or clusters that are tried, one after the other, until the
// violation is found.
var (
	allWrites   = append(series(1, 1, 12), 14, 16, 20, 24, 32, 48, 64, 96, 128)
	quickWrites = []int{2, 4, 8, 16, 32}
)

// rows returns the rows with a violation that memory unwinding looks for.
func (o *UnwindingOptions) rows() []Row {
	return slices.DeleteFunc(slices.Clone(o.Rows), func(r Row) bool {
		return r.Expected != "violation" || r.Property != "assert" && r.Property != "reach"
	})
}

// unwindingKeys are the columns that identify a cell.
var unwindingKeys = []string{"category", "file", "property", "defines", "arch", "method", "writes"}

// category is a row's line in the table: the first two directories of its file,
// or its origin.
func category(r *Row) string {
	parts := strings.Split(path.Dir(path.Clean(r.File)), "/")
	if parts[0] == "." {
		return r.Origin
	}
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// MemoryUnwinding is Table 1 of Tomasco et al., TACAS 2015, over the violations of
// an index: for each variant the smallest number of writes (or clusters) that
// finds a violation, and the time that takes.
func MemoryUnwinding(o UnwindingOptions) *Experiment {
	writes := allWrites
	if o.Size == Quick {
		writes = quickWrites
	}
	e := &Experiment{
		Sheet: cell.Sheet{Keys: unwindingKeys, Measures: []cell.Measure{
			cell.Field("terms", "stats", "terms"), cell.Field("clauses", "stats", "clauses"), cell.Field("threads", "stats", "threads"),
		}, Ends: func(r *cell.Result) bool { return !r.Answered() || r.Verdict == "violation" }},
		Report: func(r []cell.Result) *page.Page { return reportUnwinding(r, &o) },
		Wrong:  wrongUnwinding,
	}
	for _, r := range o.rows() {
		for _, m := range variants {
			if !slices.Contains(o.Engines, m) || len(o.Methods) > 0 && !slices.Contains(o.Methods, m) {
				continue
			}
			key := []string{category(&r), r.File, r.Property, r.Defines, r.Arch, m}
			args := []string{"check", "--engine", m, "-j", "1", "--property", r.Property, "--arch", r.Arch}
			for d := range strings.FieldsSeq(r.Defines) {
				args = append(args, "-D", strings.TrimPrefix(d, "-D"))
			}
			if len(o.Environment) > 0 {
				args = append(args, "--environment", strings.Join(o.Environment, ","))
			}
			args = append(args, filepath.Join(o.Dir, filepath.FromSlash(r.File)))
			if !unwinds(m) {
				e.Cells = append(e.Cells, cell.Cell{Key: append(key, none), Args: args})
				continue
			}
			for _, n := range writes {
				e.Cells = append(e.Cells, cell.Cell{Key: append(slices.Clone(key), strconv.Itoa(n)), Ladder: strings.Join(key, " "),
					Args: append(slices.Clone(args), "--writes", strconv.Itoa(n))})
			}
		}
	}
	return e
}

// wrongUnwinding lists the proofs of programs that have a violation. (A violation
// is replayed, and one exists.)
func wrongUnwinding(results []cell.Result) []string {
	var out []string
	for i := range results {
		if r := &results[i]; r.Verdict == "safe" {
			out = append(out, fmt.Sprintf("%v: safe, but there is a violation", r.Key))
		}
	}
	return out
}

// search is what a method did with a row: all numbers of writes together.
type search struct {
	category, row, method string
	found                 bool
	writes                int     // with which it was found; 0: the method has none
	seconds               float64 // with that number
	why                   string  // not found: why the last try ended
}

// searches puts the cells of a row and method together.
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
			out = append(out, search{category: r.Key[0], row: row, method: r.Key[5]})
		}
		s := &out[at]
		n, _ := strconv.Atoi(r.Key[6]) // none: not a number
		switch {
		case r.Verdict == "violation" && (!s.found || n < s.writes):
			s.found, s.writes, s.seconds = true, n, r.CPU.Seconds()
		case !r.Answered():
			s.why = cmp.Or(r.Reason, r.Verdict)
			if r.Verdict == cell.Failed {
				s.why = cell.Failed
			}
		}
	}
	return out
}

// reportUnwinding lays out the experiment with memory unwinding.
func reportUnwinding(results []cell.Result, o *UnwindingOptions) *page.Page {
	list := searches(results)
	p := &page.Page{Title: "Memory unwinding", Intro: []string{
		"After Table 1 of Tomasco, Inverso, Fischer, La Torre, Parlato: Verifying Concurrent Programs by Memory Unwinding (TACAS 2015), over the violations of assert and reach " +
			"of an index. The number n of writes (of clusters for mu:intra and mu:inter) grows until the violation is found: pass; " +
			"else fail. Times are processor seconds with the smallest n that suffices, of those that pass.",
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
		page.Section{Title: "By program", Text: []string{"The smallest n that suffices and its seconds, or why the search ended."}, Tables: []page.Table{programTable(list, names)}})
	return p
}

// tally is what a method did with the rows of a sub-category.
type tally struct {
	pass, fail int
	seconds    float64 // of those that passed
	writes     int     // the largest of the smallest numbers that suffice; 0: the method has none
}

// tallied counts the searches of a method in a sub-category, or in all.
func tallied(list []search, category, method string) (t tally) {
	for i := range list {
		s := &list[i]
		switch {
		case s.method != method || category != everywhere && s.category != category:
		case s.found:
			t.pass, t.seconds, t.writes = t.pass+1, t.seconds+s.seconds, max(t.writes, s.writes)
		default:
			t.fail++
		}
	}
	return t
}

// everywhere is the line for all sub-categories together.
const everywhere = "all"

// categoryTables are the columns of the paper's Table 1, a table for each.
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
		{"pass", "Pass and fail", func(t *tally) string { return fmt.Sprintf("%d + %d", t.pass, t.fail) }},
		{"time", "Mean time", func(t *tally) string { return mean(t.seconds, t.pass) }},
		{"writes", "The n with which all that pass do", func(t *tally) string { return numbered(t.writes) }},
	} {
		t := page.Table{File: column.file, Title: column.title, Left: 1, Header: append([]string{"sub-category", "rows", "lines"}, names...)}
		for _, c := range categories {
			line := []string{c, strconv.Itoa(rows[c]), strconv.Itoa(lines[c])}
			for _, m := range names {
				sums := tallied(list, c, m)
				line = append(line, column.text(&sums))
			}
			t.Rows = append(t.Rows, line)
		}
		out = append(out, t)
	}
	return out
}

// mean writes the mean of n times, nothing if there are none.
func mean(sum float64, n int) string {
	if n == 0 {
		return ""
	}
	return seconds(sum / float64(n))
}

// numbered writes a number of writes, nothing if there is none.
func numbered(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// programTable has a line for each row of the index.
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
