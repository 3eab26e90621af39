package compare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// prover is an engine that searches proofs, with the program that does its work; none: the engine
// itself.
type prover struct{ engine, backend string }

func (p prover) String() string {
	if p.backend == none {
		return p.engine
	}
	return p.engine + " by " + p.backend
}

// provers lists the provers in the order of tables.
var provers = []prover{{"pdr", none}, {"pdr", "abc"}, {"bdd", none}, {"kind", none}, {"itp", none}, {noModel, none}}

// Proofs searches proofs without a bound. It covers the infinite programs among the examples in dir,
// for assertions, and the rows of an index in indexDir with expected verdict safe.
func Proofs(dir, indexDir string, rows []Row) (*Experiment, error) {
	e := &Experiment{
		Sheet: cell.Sheet{Keys: []string{"file", "property", "defines", "arch", "engine", "backend"}, Measures: []cell.Measure{
			cell.Field("depth", "stats", "depth"), cell.Field("latches", "stats", "latches"), cell.Field("clauses", "stats", "invariant_clauses"),
		}},
		Report: reportProofs,
		Wrong:  wrongProofs, Answers: answersOfProofs,
	}
	ask := func(dir string, r *Row) {
		for _, p := range provers {
			args, asks := []string{"check", "--engine", p.engine, "-j", "1"}, r.asks(dir)
			if p.backend != none {
				args = append(args, "--engine-option", "backend="+p.backend)
			}
			e.Cells = append(e.Cells, cell.Cell{Key: []string{r.File, r.Property, r.Defines, r.Arch, p.engine, p.backend},
				Args: append(args, asks...), Asks: asks})
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "endless", "*.c"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		ask(dir, &Row{File: "endless/" + filepath.Base(f), Property: "assert", Arch: "lp64"})
	}
	for i := range rows {
		if rows[i].Expected == "safe" {
			ask(indexDir, &rows[i])
		}
	}
	return e, nil
}

// wrongProofs lists all violations, since the programs have none.
func wrongProofs(results []cell.Result) []string {
	return withVerdict(results, "violation", "violation, but the program is safe")
}

// withVerdict lists the results with a verdict, with a comment.
func withVerdict(results []cell.Result, verdict, comment string) []string {
	var out []string
	for i := range results {
		if r := &results[i]; r.Verdict == verdict {
			out = append(out, fmt.Sprintf("%v: %s", r.Key, comment))
		}
	}
	return out
}

// reportProofs creates the report.
func reportProofs(results []cell.Result) *page.Page {
	p := &page.Page{Title: "Proofs without a bound", Intro: []string{
		"The endless programs in examples/endless, and rows of an index that are expected safe. A proof of pdr, bdd, kind or itp is an invariant, or an induction, that was confirmed (docs/understand/architecture.md); " +
			"that of pdr by abc is the word of berkeley-abc. Times are processor seconds of a whole check, with compiling the program and confirming the proof. " +
			"depth: the last number of steps (of frames: pdr) of which it was known that they reach nothing. latches: that can differ and matter. clauses: of the invariant.",
	}}
	if len(results) == 0 {
		return p
	}
	all := page.Table{File: "proofs", Left: 3, Header: []string{"file", "property", "engine", "verdict", "seconds", "MB", "depth", "latches", "clauses"}}
	counts := page.Table{File: "provers", Title: "What each engine settles", Left: 1, Header: []string{"engine", "questions", "proved", "bounded", "timeout", "memory", "other"}}
	by := make(map[prover][]*cell.Result)
	for i := range results {
		r := &results[i]
		who := prover{r.Key[4], r.Key[5]}
		by[who] = append(by[who], r)
		all.Rows = append(all.Rows, append([]string{strings.TrimSpace(r.Key[0] + " " + r.Key[2]), r.Key[1], who.String(), strings.TrimSpace(r.Verdict + " " + r.Reason),
			seconds(r.CPU.Seconds()), strconv.FormatInt(r.Memory>>20, 10)}, r.Measures...))
	}
	for _, who := range provers {
		if len(by[who]) > 0 {
			counts.Rows = append(counts.Rows, countProofs(who, by[who]))
		}
	}
	p.Sections = []page.Section{{Title: "Reading", Text: besideABC(by), Tables: []page.Table{counts}}, {Title: "All", Tables: []page.Table{all}}}
	return p
}

// countProofs returns the row of a prover.
func countProofs(who prover, list []*cell.Result) []string {
	line := []string{who.String(), strconv.Itoa(len(list))}
	left := len(list)
	for _, is := range []func(r *cell.Result) bool{
		func(r *cell.Result) bool { return r.Verdict == "safe" },
		func(r *cell.Result) bool { return r.Verdict == "bounded" && r.Reason == "" },
		func(r *cell.Result) bool { return r.Reason == "timeout" },
		func(r *cell.Result) bool { return r.Reason == "memory" },
	} {
		n := 0
		for _, r := range list {
			if is(r) {
				n++
			}
		}
		line = append(line, strconv.Itoa(n))
		left -= n
	}
	return append(line, strconv.Itoa(left))
}

// besideABC compares the time of pdr with ABC's where both have a proof.
func besideABC(by map[prover][]*cell.Result) []string {
	var times []float64
	for _, r := range by[prover{"pdr", none}] {
		i := slices.IndexFunc(by[prover{"pdr", "abc"}], func(o *cell.Result) bool { return slices.Equal(o.Key[:4], r.Key[:4]) })
		if i < 0 {
			continue
		}
		if o := by[prover{"pdr", "abc"}][i]; r.Verdict == "safe" && o.Verdict == "safe" && o.CPU > 0 {
			times = append(times, r.CPU.Seconds()/o.CPU.Seconds())
		}
	}
	if len(times) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Where both prove, pdr needs %s times as long as berkeley-abc (geometric mean over %d questions; at most %s times).",
		seconds(geometricMean(times)), len(times), seconds(slices.Max(times)))}
}
