package compare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/compare/cell"
)

// LazyTokenOptions says what the experiment with lazy token modelling is run with.
type LazyTokenOptions struct {
	Dir       string // of the example programs
	Witnesses int    // ways of the token to a race that the lazy model looks for
	Depth     int    // no deeper than this
}

// The sets of no and of all static analyses.
const (
	noAnalyses  = "none"
	allAnalyses = "csr,pb,cxt,mtx"
)

// analysisSets are the columns of the paper's Table 4 (a), after none at all.
var analysisSets = []string{noAnalyses, "csr", "csr,pb", "csr,pb,cxt", allAnalyses, "csr,pb,mtx"}

// The lazy model, the eager one, and what they are held against, which has no
// analyses to choose from.
const (
	lazyModel  = "token"
	eagerModel = "eager"
	noModel    = "order"
)

// models lists them in the order of tables.
var models = []string{lazyModel, eagerModel, noModel}

// daisyVariants are the programs.
var daisyVariants = []struct{ name, defines, text string }{
	{"seek and bits", "", "The file system as it stands, with the races of the disk's arm and of the allocation bits."},
	{"bits", "DAISY_FIX_SEEK", "With the race of the allocation bits alone."},
	{"fixed", "DAISY_FIXED", "Repaired: there is no race."},
}

// LazyToken is Table 4 of Ganai and Gupta, "Efficient Modeling of Concurrent Systems
// in BMC", SPIN 2008, on our own Daisy: the lazy and the eager model with growing
// sets of static analyses.
func LazyToken(o LazyTokenOptions) *Experiment {
	e := &Experiment{
		Sheet: cell.Sheet{Keys: []string{"program", "model", "analyses"}, Measures: []cell.Measure{
			lastLevel("depth", func(l level) float64 { return float64(l.depth) }),
			lastLevel("reachable", func(l level) float64 { return float64(l.reachable) }),
			lastLevel("pairs", func(l level) float64 { return float64(l.pairs) }),
			{Name: "levels", Read: writeLevels},
			{Name: "races", Read: writeRaces},
		}},
		Report: reportLazyToken,
		Wrong:  wrongLazyToken,
	}
	files := []string{"lock.c", "disk.c", "area.c", "block.c", "inode.c", "file.c", "check.c", "two_threads.c"}
	for _, v := range daisyVariants {
		for _, model := range models {
			for _, analyses := range analysisSets {
				if model == noModel && analyses != analysisSets[0] {
					continue
				}
				args := []string{"check", "--engine", model, "-j", "1", "--property", "race", "-D", "DAISY_BLOCKS=2"}
				key := []string{v.name, model, analyses}
				if model == noModel {
					key[2] = none
				} else {
					args = append(args, "--without", leftOut(model, analyses), "--depth", strconv.Itoa(o.Depth))
				}
				if model == lazyModel && o.Witnesses > 0 {
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

// leftOut lists the analyses of a model that are not among some; locks are the lazy model's.
func leftOut(model, analyses string) string {
	var out []string
	for _, name := range strings.Split(allAnalyses, ",") {
		if !slices.Contains(strings.Split(analyses, ","), name) && (name != "mtx" || model == lazyModel) {
			out = append(out, name)
		}
	}
	return strings.Join(out, ",")
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
