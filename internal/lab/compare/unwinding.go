package compare

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// Row is a program of an index (docs/use/bench.md) with a property and the verdict stated in its source.
type Row struct {
	File     string // relative to the index
	Origin   string
	Property string // Heddle's name
	Expected string // safe or violation
	Defines  string // macros, -DNAME=VALUE …, separated by spaces
	Arch     string // lp64 or ilp32
}

// UnwindingOptions selects the part of the experiment with memory unwinding that is run.
type UnwindingOptions struct {
	Dir     string   // of the index; its files are relative to it
	Rows    []Row    // of the index
	Engines []string // supported by the command
	Methods []string // empty: all
	// Environment lists the choices that the environment may make, as for check.
	Environment []string
	// EachWrite counts the writes of atomic sections one by one, for methods that count writes.
	EachWrite bool
	Quick     bool // fewer numbers of writes and rounds
}

// Valid returns an error if an option names an unknown method, or if no row remains.
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

// variants lists the schemes of memory unwinding, then the baselines, in the order of tables.
var variants = []string{"mu:fine-explicit", "mu:fine-implicit", "mu:mixed", "mu:intra", "mu:inter", "lr", "lazyseq", "order"}

// bounding returns the engine option for a method's bound n; empty: it has none.
func bounding(method string) string {
	switch {
	case strings.HasPrefix(method, "mu:"):
		return "writes"
	case method == noModel:
		return ""
	}
	return "rounds"
}

// counting reports whether a method counts single writes instead of clusters.
func counting(method string) bool {
	return slices.Contains([]string{"mu:fine-explicit", "mu:fine-implicit", "mu:mixed"}, method)
}

// The numbers of writes, clusters or rounds that are tried in turn until the violation is found.
var (
	allWrites   = append(series(1, 1, 12), 14, 16, 20, 24, 32, 48, 64, 90, 120)
	quickWrites = []int{2, 4, 8, 16, 32}
	quickEach   = []int{8, 16, 24, 32, 48, 64, 90, 120} // sections have many writes
	allRounds   = append(series(1, 1, 6), 8, 12, 16)
	quickRounds = []int{2, 4, 8}
)

// numbers returns the bounds that are tried with a method.
func (o *UnwindingOptions) numbers(method string) []int {
	switch inRounds := bounding(method) == "rounds"; {
	case inRounds && o.Quick:
		return quickRounds
	case inRounds:
		return allRounds
	case o.Quick && o.EachWrite && counting(method):
		return quickEach
	case o.Quick:
		return quickWrites
	}
	return allWrites
}

// rows returns the rows with a violation that memory unwinding can find.
func (o *UnwindingOptions) rows() []Row {
	return slices.DeleteFunc(slices.Clone(o.Rows), func(r Row) bool {
		return r.Expected != "violation" || r.Property != "assert" && r.Property != "reach"
	})
}

// unwindingKeys lists the columns that identify a cell.
var unwindingKeys = []string{"category", "file", "property", "defines", "arch", "method", "n"}

// category returns a row's category in the table: the first two directories of its file, or its origin.
func category(r *Row) string {
	parts := strings.Split(path.Dir(path.Clean(r.File)), "/")
	if parts[0] == "." {
		return r.Origin
	}
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// MemoryUnwinding returns Table 1 of Tomasco et al., TACAS 2015, over the violations of an index. It
// has, for each variant, the smallest number of writes (or clusters) that finds a violation, and its
// time. For comparison it has lr and lazyseq with the smallest number of rounds, and order.
func MemoryUnwinding(o UnwindingOptions) *Experiment {
	e := &Experiment{
		Sheet: cell.Sheet{Keys: unwindingKeys, Measures: []cell.Measure{
			cell.Field("terms", "stats", "terms"), cell.Field("clauses", "stats", "clauses"), cell.Field("threads", "stats", "threads"),
		}, Ends: func(r *cell.Result) bool { return !r.Answered() || r.Verdict == "violation" }},
		Report:  func(r []cell.Result) *page.Page { return reportUnwinding(r, &o) },
		Wrong:   wrongUnwinding,
		Answers: func(r []cell.Result) []Answer { return answersOfUnwinding(r, &o) },
	}
	for _, r := range o.rows() {
		asks := o.asks(&r)
		for _, m := range variants {
			if !slices.Contains(o.Engines, m) || len(o.Methods) > 0 && !slices.Contains(o.Methods, m) {
				continue
			}
			key := []string{category(&r), r.File, r.Property, r.Defines, r.Arch, m}
			args := append([]string{"check", "--engine", m, "-j", "1"}, asks...)
			bound := bounding(m)
			if bound == "" {
				e.Cells = append(e.Cells, cell.Cell{Key: append(key, none), Args: args, Asks: asks})
				continue
			}
			if o.EachWrite && counting(m) {
				args = append(args, "--engine-option", "writes-in-sections=each")
			}
			for _, n := range o.numbers(m) {
				e.Cells = append(e.Cells, cell.Cell{Key: append(slices.Clone(key), strconv.Itoa(n)), Ladder: strings.Join(key, " "), Asks: asks,
					Args: append(slices.Clone(args), option(bound, n)...)})
			}
		}
	}
	return e
}

// asks returns the arguments that select program and property of a row.
func (o *UnwindingOptions) asks(r *Row) []string {
	args := r.asks(o.Dir)
	if len(o.Environment) > 0 {
		args = append(args, "--environment", strings.Join(o.Environment, ","))
	}
	return args
}

// asks returns the arguments that select program and property of a row of an index in dir.
func (r *Row) asks(dir string) []string {
	args := []string{"--property", r.Property, "--arch", r.Arch}
	for d := range strings.FieldsSeq(r.Defines) {
		args = append(args, "-D", strings.TrimPrefix(d, "-D"))
	}
	return append(args, filepath.Join(dir, filepath.FromSlash(r.File)))
}

// wrongUnwinding lists the proofs, since all programs have a violation. (Violations are replayed.)
func wrongUnwinding(results []cell.Result) []string {
	return withVerdict(results, "safe", "safe, but there is a violation")
}
