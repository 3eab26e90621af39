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

// family is a program with a correct variant and a wrong one, which the macro BUG selects.
type family struct {
	files      string // pattern of the example files; its last letter is the extension of C files
	properties string
	// crowd is the macro for the number of threads, without the alone threads of another kind. If it is
	// empty the program has the paper's number of threads.
	crowd string
	alone int
	flags []string // flags that keep other sizes small, and give main its arguments
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

// problem is a variant of a program with its bounds.
type problem struct {
	family   string
	variant  string // right or wrong
	threads  int    // without main
	unwind   int    // of loops without a constant bound; 0: all
	switches int    // including forced ones and main's
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

// problems returns the paper's rows. For a program with only one variant in the paper the other variant
// follows, with the same bounds.
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

// interleavingMethods lists the methods in the order of tables. The first three bound switches. The
// fourth bounds preemptions, as CHESS does; forced switches are free. The last covers every schedule.
var interleavingMethods = []string{lazily, recording, widening, explorer, noModel}

// The methods of the paper.
const (
	lazily    = "lazy"
	recording = "schedule"
	widening  = "uw"
)

// arguments returns the arguments of the command for a problem, without those of asks.
func (p problem) arguments(method string) []string {
	args := []string{"check", "--engine", method, "-j", "1"}
	switch method {
	case explorer:
		args = []string{"explore", "--hash", "--first", "--no-random", "--preemptions", strconv.Itoa(p.switches)}
	case noModel:
	default:
		args = append(args, option("contexts", p.switches+1)...)
	}
	if p.unwind > 0 {
		args = append(args, "--unwind", strconv.Itoa(p.unwind))
	}
	return args
}

// asks returns the arguments that select the program and property of a problem. The example programs
// are in dir.
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

// files lists the examples in dir that match a pattern.
func files(dir, pattern string) []string {
	out, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern))) // the patterns are well formed
	return out
}

// lines counts the lines of the program and its headers.
func (p problem) lines(dir string) (n int) {
	for _, name := range files(dir, strings.TrimSuffix(families[p.family].files, "c")+"[ch]") {
		n += linesOf(name)
	}
	return n
}

// InterleavingsOptions selects the part of the experiment that is run.
type InterleavingsOptions struct {
	Dir     string   // of the example programs
	Engines []string // supported by the command
}

// Interleavings is the evaluation of Cordeiro and Fischer's lazy exploration, schedule recording, and
// under-approximation and widening (ICSE 2011, as slides have it), on our own programs written after
// its descriptions.
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

// wrongInterleavings lists verdicts that contradict the known verdicts of the programs. Every error
// needs at most as many switches, of either kind, as its row has.
func wrongInterleavings(results []cell.Result) []string {
	var out []string
	for i := range results {
		if r := &results[i]; r.Answered() && (r.Verdict == "violation") != strings.HasSuffix(r.Key[0], "_"+wrong) {
			out = append(out, fmt.Sprintf("%v: %s", r.Key, r.Verdict))
		}
	}
	return out
}
