package compare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/compare/cell"
	"github.com/heddle-mc/heddle/internal/compare/page"
)

// family is a program with a variant that is right and one that is wrong, which BUG selects.
type family struct {
	files      string // among the examples, as a pattern whose last letter is that of C files
	properties string
	// crowd is the macro that says how many threads there are, but for the alone ones of
	// another kind; empty: they are as many as the paper has.
	crowd string
	alone int
	flags []string // that make the rest small, and give main its arguments
}

var families = map[string]family{
	"fsbench":   {files: "switches/fsbench.c", properties: "memory,assert", crowd: "THREADS"},
	"indexer":   {files: "switches/indexer.c", properties: "assert", crowd: "THREADS"},
	"reorder":   {files: "switches/reorder.c", properties: "assert", crowd: "SETTERS", alone: 1},
	"twostage":  {files: "switches/twostage.c", properties: "assert", crowd: "WRITERS", alone: 1},
	"wronglock": {files: "switches/wronglock.c", properties: "assert", crowd: "STRANGERS", alone: 1},
	"micro":     {files: "switches/micro.c", properties: "assert", crowd: "THREADS"},
	"download": {files: "download/*.c", properties: "assert",
		flags: []string{"--args", "source target", "-D", "DOWNLOAD_BLOCK=2", "-D", "DOWNLOAD_BLOCKS=2", "-D", "DOWNLOAD_TRIES=2"}},
	"compress": {files: "compress/*.c", properties: "assert",
		flags: []string{"--args", "source target", "-D", "COMPRESS_BLOCK=1", "-D", "COMPRESS_LETTERS=2", "-D", "COMPRESS_MOST=1", "-D", "COMPRESS_JOBS=1"}},
}

// problem is a variant of a program, and the part of it that is looked at.
type problem struct {
	family   string
	variant  string // right or wrong
	threads  int    // main not among them
	unwind   int    // iterations of loops that no constant bounds; 0: all
	switches int    // forced ones included, main's among them
}

// The variants, named as in the paper.
const (
	right = "ok"
	wrong = "bad"
)

func (p problem) name() string { return p.family + "_" + p.variant }

func (p problem) key(method string) []string {
	return []string{p.name(), strconv.Itoa(p.threads), strconv.Itoa(p.unwind), strconv.Itoa(p.switches), method}
}

// problems are the paper's rows, then for each program of which they have one variant the other
// as well, with the bounds of the first.
func problems() []problem {
	var out []problem
	for _, row := range publishedInterleavings {
		out = append(out, row.problem)
	}
	for _, p := range slices.Clone(out) {
		if p.variant == right {
			p.variant = wrong
		} else {
			p.variant = right
		}
		if !slices.ContainsFunc(out, func(other problem) bool { return other.name() == p.name() }) {
			out = append(out, p)
		}
	}
	return out
}

// interleavingMethods lists what is asked, in the order of tables. The first three bound switches;
// the bound of the fourth, which is that of CHESS, is on preemptions, and switches that are
// forced are free; the last looks at every schedule.
var interleavingMethods = []string{lazily, recording, widening, explorer, noModel}

// The methods of the paper.
const (
	lazily    = "lazy"
	recording = "schedule"
	widening  = "uw"
)

// arguments are those of the command for a problem, before what it asks.
func (p problem) arguments(method string) []string {
	args := []string{"check", "--engine", method, "-j", "1"}
	switch method {
	case explorer:
		args = []string{"explore", "--hash", "--first", "--no-random", "--preemptions", strconv.Itoa(p.switches)}
	case noModel:
	default:
		args = append(args, "--contexts", strconv.Itoa(p.switches+1))
	}
	if p.unwind > 0 {
		args = append(args, "--unwind", strconv.Itoa(p.unwind))
	}
	return args
}

// asks are the arguments that say what is asked of a problem, with the example programs in dir.
func (p problem) asks(dir string) []string {
	f := families[p.family]
	args := append([]string{"--property", f.properties}, f.flags...)
	if f.crowd != "" {
		args = append(args, "-D", fmt.Sprintf("%s=%d", f.crowd, p.threads-f.alone))
	}
	if p.variant == wrong {
		args = append(args, "-D", "BUG")
	}
	return append(args, files(dir, f.files)...)
}

// files lists the examples in dir that a pattern has.
func files(dir, pattern string) []string {
	out, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern))) // the patterns are good
	return out
}

// lines counts the lines of the program, with its headers.
func (p problem) lines(dir string) (n int) {
	for _, name := range files(dir, strings.TrimSuffix(families[p.family].files, "c")+"[ch]") {
		n += linesOf(name)
	}
	return n
}

// InterleavingsOptions says which part of the experiment with interleavings is run.
type InterleavingsOptions struct {
	Dir     string   // of the example programs
	Engines []string // that the command knows
}

// Interleavings is the evaluation of Cordeiro and Fischer's lazy exploration, schedule recording,
// and under-approximation and widening (ICSE 2011, as slides have it), on programs of our own that
// follow its descriptions.
func Interleavings(o InterleavingsOptions) *Experiment {
	e := &Experiment{
		Sheet: cell.Sheet{Keys: []string{"program", "threads", "unwind", "switches", "method"}, Measures: []cell.Measure{
			cell.Field("interleavings", "stats", "interleavings"),
			cell.Field("checks", "stats", "checks"),
			cell.Field("executions", "stats", "executions"),
		}},
		Report: func(r []cell.Result) *page.Page { return reportInterleavings(r, &o) },
		Wrong:  wrongInterleavings, Answers: answersOfInterleavings,
	}
	for _, p := range problems() {
		asks := p.asks(o.Dir)
		for _, m := range interleavingMethods {
			if slices.Contains(o.Engines, m) {
				e.Cells = append(e.Cells, cell.Cell{Key: p.key(m), Args: append(p.arguments(m), asks...), Asks: asks})
			}
		}
	}
	return e
}

// wrongInterleavings lists verdicts that contradict what is known of the programs: every error
// takes no more switches, of whichever kind, than its row has.
func wrongInterleavings(results []cell.Result) []string {
	var out []string
	for i := range results {
		if r := &results[i]; r.Answered() && (r.Verdict == "violation") != strings.HasSuffix(r.Key[0], "_"+wrong) {
			out = append(out, fmt.Sprintf("%v: %s", r.Key, r.Verdict))
		}
	}
	return out
}
