package compare

import (
	"fmt"
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
	// Environment says what the environment may choose, as check knows it.
	Environment []string
	Quick       bool // fewer numbers of writes
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

// writes returns the numbers that are tried.
func (o *UnwindingOptions) writes() []int {
	if o.Quick {
		return quickWrites
	}
	return allWrites
}

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
			for _, n := range o.writes() {
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
