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

// fileSystem is a variant of examples/daisy: the macros that make it, separated by spaces.
type fileSystem struct{ name, defines, text string }

// daisyVariants are the programs.
var daisyVariants = []fileSystem{
	{"seek and bits", "", "The file system as it stands, with the races of the disk's arm and of the allocation bits."},
	{"bits", "DAISY_FIX_SEEK", "With the race of the allocation bits alone."},
	{repaired, "DAISY_FIXED", "Repaired: there is no race."},
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
		Wrong:  wrongRaces, Answers: answersOfLazyToken,
	}
	for _, v := range daisyVariants {
		for _, model := range models {
			for _, analyses := range analysisSets {
				if model == noModel && analyses != analysisSets[0] {
					continue
				}
				args := []string{"check", "--engine", model, "-j", "1"}
				key := []string{v.name, model, analyses}
				if model == noModel {
					key[2] = none
				} else {
					args = append(args, "--without", leftOut(model, analyses), "--depth", strconv.Itoa(o.Depth))
				}
				if model == lazyModel && o.Witnesses > 0 {
					args = append(args, "--witnesses", strconv.Itoa(o.Witnesses))
				}
				asks := v.races(o.Dir, "DAISY_BLOCKS=2")
				e.Cells = append(e.Cells, cell.Cell{Key: key, Args: append(args, asks...), Asks: asks})
			}
		}
	}
	return e
}

// races returns the arguments of check that ask for the races of a file system, with macros of
// its size and use.
func (v *fileSystem) races(dir string, macros ...string) []string {
	args := []string{"--property", "race"}
	for _, d := range append(macros, strings.Fields(v.defines)...) {
		args = append(args, "-D", d)
	}
	for _, f := range []string{"lock.c", "disk.c", "area.c", "block.c", "inode.c", "file.c", "check.c", "two_threads.c"} {
		args = append(args, filepath.Join(dir, "daisy", f))
	}
	return args
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

// repaired is the file system without races.
const repaired = "fixed"

// wrongRaces lists verdicts that contradict what is known of the file systems.
func wrongRaces(results []cell.Result) []string {
	var out []string
	for i := range results {
		r := &results[i]
		if fixed := r.Key[0] == repaired; fixed && r.Verdict == "violation" || !fixed && r.Verdict == "safe" {
			out = append(out, fmt.Sprintf("%v: %s", r.Key, r.Verdict))
		}
	}
	return out
}
