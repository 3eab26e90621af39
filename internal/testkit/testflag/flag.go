package testflag

import (
	"flag"
	"iter"
	"slices"
	"strings"
	"time"
)

// meanings holds the help texts of the flags, by name.
var meanings = map[string]string{
	"corpus":     "judge the programs of ../shared/corpus, too",
	"engines":    "engines or methods to ask, with commas; empty: all",
	"every":      "of the programs of a list, judge every Nth; 1: all",
	"executions": "how many executions of one program",
	"generated":  "how many generated inputs: programs, terms, graphs, …",
	"keep":       "directory for the programs that something is wrong with; empty: none",
	"long":       "do what takes long, too",
	"only":       "judge only programs whose names contain this",
	"patience":   "time for one question: program, property and engine",
	"seed":       "seed of the first generated input",
	"show":       "print the unproved parts",
	"update":     "rewrite the golden files and generated documents",
}

func boolean(name string) *bool { return flag.Bool(name, false, meanings[name]) }
func text(name string) *string  { return flag.String(name, "", meanings[name]) }

// Corpus declares -corpus.
func Corpus() *bool { return boolean("corpus") }

// Keep declares -keep.
func Keep() *string { return text("keep") }

// Long declares -long.
func Long() *bool { return boolean("long") }

// Show declares -show.
func Show() *bool { return boolean("show") }

// Update declares -update.
func Update() *bool { return boolean("update") }

// Patience declares -patience.
func Patience(usual time.Duration) *time.Duration {
	return flag.Duration("patience", usual, meanings["patience"])
}

// Executions declares -executions.
func Executions(usual uint64) *uint64 {
	return flag.Uint64("executions", usual, meanings["executions"])
}

// Filter is the selection by -only or -engines. The zero value selects everything.
type Filter struct {
	given *string
	fits  func(given, name string) bool
}

// IsSet reports whether the flag was given.
func (f Filter) IsSet() bool { return f.given != nil && *f.given != "" }

// Has reports whether a name is selected.
func (f Filter) Has(name string) bool { return !f.IsSet() || f.fits(*f.given, name) }

// Only declares -only.
func Only() Filter {
	return Filter{text("only"), func(given, name string) bool { return strings.Contains(name, given) }}
}

// Engines declares -engines.
func Engines() Filter {
	return Filter{text("engines"), func(given, name string) bool { return slices.Contains(strings.Split(given, ","), name) }}
}

// Sample is the selection by -every.
type Sample struct{ every *int }

// Every declares -every.
func Every(usual int) Sample { return Sample{flag.Int("every", usual, meanings["every"])} }

// IsAll reports whether everything is selected.
func (s Sample) IsAll() bool { return s.Step() == 1 }

// Step returns the distance between selected indices.
func (s Sample) Step() int { return max(*s.every, 1) }

// Has reports whether an index is selected.
func (s Sample) Has(index int) bool { return index%s.Step() == 0 }

// Seeds is the range of seeds given by -generated and -seed.
type Seeds struct {
	n     *int
	first *uint64
}

// Generated declares -generated and -seed.
func Generated(usual int) Seeds {
	return Seeds{flag.Int("generated", usual, meanings["generated"]), flag.Uint64("seed", 1, meanings["seed"])}
}

// N returns the number of seeds.
func (s Seeds) N() int { return *s.n }

// First returns the first seed.
func (s Seeds) First() uint64 { return *s.first }

// All iterates over the seeds.
func (s Seeds) All() iter.Seq[uint64] { return s.Next(*s.n) }

// Next iterates over n seeds from the first on, for a test with a number of its own.
func (s Seeds) Next(n int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range n {
			if !yield(*s.first + uint64(i)) {
				return
			}
		}
	}
}
