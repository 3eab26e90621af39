package compare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// LazyTokenOptions configures the experiment with lazy token modelling.
type LazyTokenOptions struct {
	Dir       string // of the example programs
	Witnesses int    // the number of token paths to a race that the lazy model searches
	Depth     int    // the greatest depth
	SMT       string // an SMT solver with which the lazy model with all analyses is checked in addition; empty: none
}

// The sets without and with all static analyses.
const (
	noAnalyses  = "none"
	allAnalyses = "csr,pb,cxt,mtx"
)

// analysisSets lists the columns of the paper's Table 4 (a), after the empty set.
var analysisSets = []string{noAnalyses, "csr", "csr,pb", "csr,pb,cxt", allAnalyses, "csr,pb,mtx"}

// The lazy model, the same with an SMT solver, the eager model, and the baseline, which has no analyses
// to choose from.
const (
	lazyModel  = "token"
	smtModel   = "token by SMT"
	eagerModel = "eager"
	noModel    = "order"
)

// models lists them in the order of tables.
var models = []string{lazyModel, smtModel, eagerModel, noModel}

// fileSystem is a variant of examples/daisy: the macros that define it, separated by spaces.
type fileSystem struct{ name, defines, text string }

// daisyVariants lists the programs.
var daisyVariants = []fileSystem{
	{"seek and bits", "", "The file system as it stands, with the races of the disk's arm and of the allocation bits."},
	{"bits", "DAISY_FIX_SEEK", "With the race of the allocation bits alone."},
	{repaired, "DAISY_FIXED", "Repaired: there is no race."},
}

// tokenVariants lists the programs of this experiment. The paths are longer if threads write to their
// files.
var tokenVariants = append(slices.Clone(daisyVariants),
	fileSystem{"bits writing", "DAISY_FIX_SEEK DAISY_WRITE", "With the race of the allocation bits alone; each thread writes to its file and reads this back."},
	fileSystem{repaired + " writing", "DAISY_FIXED DAISY_WRITE", "Repaired, with threads that write."},
)

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
	for _, v := range tokenVariants {
		for _, model := range models {
			for _, analyses := range analysisSets {
				if model == noModel && analyses != analysisSets[0] || model == smtModel && (o.SMT == "" || analyses != allAnalyses) {
					continue
				}
				engine := model
				if model == smtModel {
					engine = lazyModel
				}
				args := []string{"check", "--engine", engine, "-j", "1"}
				key := []string{v.name, model, analyses}
				switch model {
				case noModel:
					key[2] = none
				case smtModel:
					args = append(args, "--solver", o.SMT)
					fallthrough
				default:
					args = append(args, "--engine-option", "without="+leftOut(engine, analyses))
					args = append(args, option("depth", o.Depth)...)
				}
				if model == lazyModel && o.Witnesses > 0 {
					args = append(args, option("witnesses", o.Witnesses)...)
				}
				asks := v.races(o.Dir, "DAISY_BLOCKS=2")
				e.Cells = append(e.Cells, cell.Cell{Key: key, Args: append(args, asks...), Asks: asks})
			}
		}
	}
	return e
}

// races returns the arguments with which check searches the races of a file system. macros define its
// size and use.
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

// leftOut lists the analyses of a model that are not in a set; locks is an analysis of the lazy model
// only.
func leftOut(model, analyses string) string {
	var out []string
	for _, name := range strings.Split(allAnalyses, ",") {
		if !slices.Contains(strings.Split(analyses, ","), name) && (name != "mtx" || model == lazyModel) {
			out = append(out, name)
		}
	}
	return strings.Join(out, ",")
}

// repaired is the file system without races, and the prefix of the names of its variants.
const repaired = "fixed"

// isRepaired reports whether a program has no race.
func isRepaired(program string) bool { return strings.HasPrefix(program, repaired) }

// wrongRaces lists verdicts that contradict the known races of the file systems.
func wrongRaces(results []cell.Result) []string {
	var out []string
	for i := range results {
		r := &results[i]
		if fixed := isRepaired(r.Key[0]); fixed && r.Verdict == "violation" || !fixed && r.Verdict == "safe" {
			out = append(out, fmt.Sprintf("%v: %s", r.Key, r.Verdict))
		}
	}
	return out
}
