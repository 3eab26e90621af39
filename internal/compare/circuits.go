package compare

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/compare/cell"
)

// use is the use of a file system: by how many threads, and what each does.
type use struct{ threads, path, macros string }

// What a thread does with the file that it made.
const (
	created = "create"
	written = "write" // and read back
)

// uses lists them in the order of tables.
var uses = []use{
	{"2", created, ""},
	{"2", written, "DAISY_WRITE"},
	{"3", created, "DAISY_THIRD=2"},
	{"3", written, "DAISY_THIRD=2 DAISY_WRITE"},
}

// laterBits is the file system whose two threads use the second and third file. With three
// threads those are among the files of the others.
const laterBits = "bits of 1 and 2"

// circuitPrograms are the programs: those of paper-a, and the paper's second pair of blocks.
func circuitPrograms() []fileSystem {
	return append(slices.Clone(daisyVariants), fileSystem{laterBits, "DAISY_FIX_SEEK DAISY_FIRST=1 DAISY_OTHER=2",
		"The same race between the threads of the second and third file."})
}

// asked is an engine, with the reduction of what it executes.
type asked struct{ engine, reduction string }

func (a asked) String() string {
	if a.reduction == none {
		return a.engine
	}
	return a.engine + " " + a.reduction
}

// walks is in place of a reduction: bmc as it is, which begins with random executions of the circuit. The others are
// without them, since they would find the races, whatever is reduced.
const walks = "walks"

// circuitEngines lists what is asked, in the order of tables. Proofs are of all that threads can
// do, so that the engines that look for one know no reduction; order has no circuit.
var circuitEngines = []asked{
	{"bmc", walks},
	{"bmc", "none"}, {"bmc", "stubborn"}, {"bmc", "transactions"}, {"kind", none}, {"itp", none}, {"pdr", none}, {"bdd", none}, {noModel, none},
}

// Circuits is section 5 of Kahlon, Gupta, Sinha, "Symbolic Model Checking of Concurrent
// Programs Using Partial Orders and On-the-Fly Transactions", CAV 2006, on our own Daisy, whose
// example programs are in dir: the engines on one circuit, with and without reductions.
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
					continue // what they find bmc finds
				}
				if a.reduction == walks && v.name == repaired {
					continue // they prove nothing
				}
				args := []string{"check", "--engine", a.engine, "-j", "1"}
				if a.reduction != none && a.reduction != walks {
					args = append(args, "--reduce", a.reduction, "--without", "walk")
				}
				e.Cells = append(e.Cells, cell.Cell{Key: []string{v.name, u.threads, u.path, a.engine, a.reduction}, Args: append(args, asks...), Asks: asks})
			}
		}
	}
	return e
}
