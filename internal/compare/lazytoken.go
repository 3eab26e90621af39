package compare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/compare/cell"
	"github.com/heddle-mc/heddle/internal/compare/fit"
	"github.com/heddle-mc/heddle/internal/compare/page"
)

// LazyTokenOptions says what the experiment with lazy token modelling is run with.
type LazyTokenOptions struct {
	Dir       string // of the example programs
	Witnesses int    // ways of the token to a race that the lazy model looks for
	Depth     int    // no deeper than this
}

// analysisSets are the columns of the paper's Table 4 (a).
var analysisSets = []string{"csr", "csr,pb", "csr,pb,cxt", "csr,pb,cxt,mtx", "csr,pb,mtx"}

// daisyVariants are the programs: the file system as it stands, with its allocation
// bits' race alone, and without a race.
var daisyVariants = []struct{ name, defines string }{
	{"seek and bits", ""},
	{"bits", "DAISY_FIX_SEEK"},
	{"fixed", "DAISY_FIXED"},
}

// LazyToken is Table 4 of Ganai and Gupta, "Efficient Modeling of Concurrent Systems
// in BMC", SPIN 2008, on our own Daisy: the lazy and the eager model with growing
// sets of static analyses.
func LazyToken(o LazyTokenOptions) *Experiment {
	e := &Experiment{
		Sheet: cell.Sheet{Keys: []string{"program", "model", "analyses"}, Measures: []cell.Measure{
			cell.Field("depth", "stats", "depth"), cell.Field("reachable", "stats", "reachable"), cell.Field("pairs", "stats", "pairs"),
			{Name: "witnesses", Read: func(answer any) string { return strconv.Itoa(len(entries(answer, "witnesses"))) }},
			{Name: "first", Read: firstWitness},
			{Name: "growth", Read: pairGrowth},
		}},
		Report: reportLazyToken,
		Wrong:  wrongLazyToken,
	}
	files := []string{"lock.c", "disk.c", "area.c", "block.c", "inode.c", "file.c", "check.c", "two_threads.c"}
	for _, v := range daisyVariants {
		for _, model := range []string{"token", "eager", "order"} {
			for _, analyses := range analysisSets {
				if model == "order" && analyses != analysisSets[0] {
					continue
				}
				args := []string{"check", "--engine", model, "-j", "1", "--property", "race", "-D", "DAISY_BLOCKS=2"}
				key := []string{v.name, model, analyses}
				if model == "order" {
					key[2] = none
				} else {
					args = append(args, "--static", analyses, "--depth", strconv.Itoa(o.Depth))
				}
				if model == "token" {
					args = append(args, "--witnesses", strconv.Itoa(o.Witnesses))
				}
				if v.defines != "" {
					args = append(args, "-D", v.defines)
				}
				for _, f := range files {
					args = append(args, filepath.Join(o.Dir, "daisy", f))
				}
				e.Cells = append(e.Cells, cell.Cell{Key: key, Args: args})
			}
		}
	}
	return e
}

// entries returns a list of an answer's statistics.
func entries(answer any, name string) []any {
	object, _ := answer.(map[string]any)
	stats, _ := object["stats"].(map[string]any)
	list, _ := stats[name].([]any)
	return list
}

// firstWitness says at which depth and after how many seconds the first race was
// found, and how the token went.
func firstWitness(answer any) string {
	list := entries(answer, "witnesses")
	if len(list) == 0 {
		return ""
	}
	w, _ := list[0].(map[string]any)
	passes, _ := w["passes"].(string)
	return strings.TrimSpace(fmt.Sprintf("%.0f: %.1f s %s", cell.Number(w, "depth"), cell.Number(w, "time_ns")/1e9, passes))
}

// pairGrowth fits the pairs so far to a power of the depth.
func pairGrowth(answer any) string {
	var xs, ys []float64
	for _, d := range entries(answer, "depths") {
		if n := cell.Number(d, "pairs"); n > 0 {
			xs, ys = append(xs, cell.Number(d, "depth")), append(ys, n)
		}
	}
	law, ok := fit.Power(xs, ys)
	if !ok {
		return ""
	}
	return fmt.Sprintf("d^%.2f, R² %.2f", law.Rate, law.R2)
}

// reportLazyToken lays the experiment out.
func reportLazyToken(results []cell.Result) *page.Page {
	p := &page.Page{Title: "Lazy token modelling", Intro: []string{
		"After Table 4 of Ganai, Gupta: Efficient Modeling of Concurrent Systems in BMC (SPIN 2008), on examples/daisy with two threads and two blocks. " +
			"depth: the last one that was looked at; reachable: the sum of |R(d)|; pairs: of a read_sync and a write_sync, with the power of the depth that fits their number best; " +
			"witnesses: races that differ in how the token goes, with the depth, time by the clock and passings of the first.",
	}}
	for _, v := range daisyVariants {
		t := page.Table{Title: v.name, Left: 2, Header: []string{"model", "analyses", "verdict", "seconds", "MB", "depth", "reachable", "pairs", "growth", "witnesses", "first"}}
		for i := range results {
			r := &results[i]
			if r.Key[0] != v.name {
				continue
			}
			m := slices.Clone(r.Measures)
			t.Rows = append(t.Rows, []string{r.Key[1], r.Key[2], strings.TrimSpace(r.Verdict + " " + r.Reason), seconds(r.CPU.Seconds()),
				strconv.FormatInt(r.Memory>>20, 10), m[0], m[1], m[2], m[5], m[3], m[4]})
		}
		if len(t.Rows) > 0 {
			p.Sections = append(p.Sections, page.Section{Title: "Daisy: " + v.name, Tables: []page.Table{t}})
		}
	}
	return p
}

// wrongLazyToken lists verdicts that contradict what is known of the programs.
func wrongLazyToken(results []cell.Result) []string {
	var out []string
	for i := range results {
		r := &results[i]
		if fixed := r.Key[0] == "fixed"; fixed && r.Verdict == "violation" || !fixed && r.Verdict == "safe" {
			out = append(out, fmt.Sprintf("%v: %s", r.Key, r.Verdict))
		}
	}
	return out
}
