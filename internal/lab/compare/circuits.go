package compare

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// use is a use of a file system: the number of threads, and the actions of each.
type use struct{ threads, path, macros string }

// The actions of a thread on its file.
const (
	created = "create"
	written = "write" // and read back
)

// uses lists the uses in the order of tables.
var uses = []use{
	{"2", created, ""},
	{"2", written, "DAISY_WRITE"},
	{"3", created, "DAISY_THIRD=2"},
	{"3", written, "DAISY_THIRD=2 DAISY_WRITE"},
}

// laterBits is the file system whose two threads use the second and third file. With three threads
// other threads use these files, too.
const laterBits = "bits of 1 and 2"

// circuitPrograms returns the programs: those of paper-a, and the paper's second pair of blocks.
func circuitPrograms() []fileSystem {
	return append(slices.Clone(daisyVariants), fileSystem{laterBits, "DAISY_FIX_SEEK DAISY_FIRST=1 DAISY_OTHER=2",
		"The same race between the threads of the second and third file."})
}

// asked is an engine with a reduction.
type asked struct{ engine, reduction string }

func (a asked) String() string {
	if a.reduction == none {
		return a.engine
	}
	return a.engine + " " + a.reduction
}

// walks stands in place of a reduction for plain bmc, which begins with random executions of the
// circuit. The other rows omit these, since they would find the races under any reduction.
const walks = "walks"

// circuitEngines lists the engines in the order of tables. The engines that search proofs have no
// reduction, since a proof is about all executions. order uses no circuit.
var circuitEngines = []asked{
	{"bmc", walks},
	{"bmc", "none"}, {"bmc", "stubborn"}, {"bmc", "transactions"}, {"kind", none}, {"itp", none}, {"pdr", none}, {"bdd", none}, {noModel, none},
}

// Circuits is section 5 of Kahlon, Gupta, Sinha, "Symbolic Model Checking of Concurrent Programs Using
// Partial Orders and On-the-Fly Transactions", CAV 2006, on our own Daisy. It compares the engines on
// one circuit, with and without reductions. The example programs are in dir.
func Circuits(dir string) *Experiment {
	e := &Experiment{
		Sheet: cell.Sheet{Keys: []string{"program", "threads", "path", "engine", "reduction"}, Measures: []cell.Measure{
			lastLevel("depth", func(l level) float64 { return float64(l.depth) }),
			cell.Field("latches", "stats", "latches"),
			cell.Field("clauses", "stats", "invariant_clauses"),
			{Name: "levels", Read: writeLevels},
		}},
		Report: reportCircuits,
		Wrong:  wrongRaces, Answers: answersOfCircuits,
	}
	for _, u := range uses {
		for _, v := range circuitPrograms() {
			if v.name == laterBits && u.threads != "2" {
				continue
			}
			each := u.threads
			if v.name == laterBits {
				each = "3"
			}
			macros := append([]string{"DAISY_FILES=" + each, "DAISY_INODES=" + each, "DAISY_BLOCKS=" + each}, strings.Fields(u.macros)...)
			asks := v.races(dir, macros...)
			for _, a := range circuitEngines {
				if (a.engine == "kind" || a.engine == "itp") && v.name != repaired {
					continue // bmc finds the same violations
				}
				if a.reduction == walks && v.name == repaired {
					continue // they prove no property
				}
				args := []string{"check", "--engine", a.engine, "-j", "1"}
				if a.reduction != none && a.reduction != walks {
					args = append(args, "--engine-option", "reduce="+a.reduction, "--engine-option", "without=walk")
				}
				e.Cells = append(e.Cells, cell.Cell{Key: []string{v.name, u.threads, u.path, a.engine, a.reduction}, Args: append(args, asks...), Asks: asks})
			}
		}
	}
	return e
}
