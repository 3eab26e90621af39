// Package litmus judges litmus tests under a memory model: it reads a test, enumerates its executions, and says
// whether its condition holds and which final states there are. It does not run the engines of heddle check.
//
// The public package calls it for heddle litmus.
//
// In an execution, the values of reads decide an operation at most 4 times (candidate.Unrolled). Executions with longer
// loops are left out, and Result.Bounded reports that. A test with too many paths or events is an error.
package litmus

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/candidate"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/read"
)

// State is a final state.
type State struct {
	Values     []Value // of each place that the test mentions
	Executions int     // that end in it
	Satisfied  bool    // the condition holds in it
}

// Value is the final value of a place.
type Value struct{ Place, Value string }

// Result is the answer for a test.
type Result struct {
	Name       string
	Quantifier program.Quantifier
	Condition  string // as written
	Holds      bool   // exists: in some execution; ~exists and forall: in all
	Complete   bool   // States has all states, not only the one that decides the condition
	Bounded    bool   // executions in which a loop goes on for longer are left out
	States     []State
	Positive   int // executions in which the condition holds
	Negative   int // and in which it does not
	Flags      []string
	Forbidden  *candidate.Refusal // from Why; Run leaves it nil
	Witness    string             // an execution that decides the condition, as a graph in the language dot; empty: there is none
}

// Models has the default model of each dialect.
var Models = map[program.Dialect]string{
	program.C: "rc11", program.Kernel: "lkmm", program.X86: "tso", program.AArch64: "aarch64", program.RISCV: "riscv",
}

// Read reads the test in a file. Its error is a *read.Error or a *fs.PathError.
func Read(file string) (*program.Test, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return read.Test(file, string(text))
}

// Run judges a test. Without all, the search ends when the condition is decided.
func Run(ctx context.Context, test *program.Test, model *memmodel.Model, all bool) (*Result, error) {
	r := &Result{Name: test.Name, Quantifier: test.Quantifier, Condition: test.Text, Complete: all, Holds: test.Quantifier != program.Exists}
	places := placesOf(test)
	states := make(map[string]*State)
	flags := make(map[string]bool)
	s := candidate.Search{Test: test, Model: model, All: all}
	s.Visit = func(x *candidate.Execution) bool {
		if x.Satisfied == (test.Quantifier != program.Forall) {
			r.Holds = test.Quantifier == program.Exists
			if r.Witness == "" {
				r.Witness = dot(x)
			}
		}
		var values []Value
		key := ""
		for i := range places {
			v := Value{places[i].Name, test.Show(x.Final(&places[i]))}
			values = append(values, v)
			key += v.Place + "=" + v.Value + "; "
		}
		state := states[key]
		if state == nil {
			state = &State{Values: values, Satisfied: x.Satisfied}
			states[key] = state
		}
		state.Executions++
		if x.Satisfied {
			r.Positive++
		} else {
			r.Negative++
		}
		for _, f := range x.Flags() {
			flags[f] = true
		}
		return all
	}
	if err := s.Run(ctx); err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(states)) {
		r.States = append(r.States, *states[key])
	}
	r.Flags = slices.Sorted(maps.Keys(flags))
	r.Bounded = s.Bounded
	return r, nil
}

// Why returns the reason why no execution decides a condition, which must be so: an axiom that forbids a candidate that
// would decide it. The result is nil if there is no such candidate.
func Why(ctx context.Context, test *program.Test, model *memmodel.Model) (refusal *candidate.Refusal, err error) {
	for _, plain := range []bool{false, true} { // candidates that obey coherence first
		s := candidate.Search{Test: test, Model: model, Plain: plain}
		s.Visit = func(*candidate.Execution) bool { return false }
		s.Refused = func(r *candidate.Refusal) bool {
			refusal = r
			return false
		}
		if err := s.Run(ctx); err != nil || refusal != nil {
			return refusal, err
		}
	}
	return nil, nil
}

// placesOf returns the places whose values make a state: those of the locations and of the condition, memory after registers.
func placesOf(test *program.Test) []program.Place {
	var places []program.Place
	add := func(p *program.Place) {
		if !slices.ContainsFunc(places, func(q program.Place) bool { return q.Name == p.Name }) {
			places = append(places, *p)
		}
	}
	for i := range test.Locations {
		add(&test.Locations[i])
	}
	test.Condition.Places(add)
	slices.SortStableFunc(places, func(a, b program.Place) int {
		if (a.Thread == program.None) != (b.Thread == program.None) {
			return b.Thread - a.Thread
		}
		if a.Thread != b.Thread {
			return a.Thread - b.Thread
		}
		return strings.Compare(a.Name, b.Name)
	})
	return places
}

// Files returns the tests that the arguments name: files, and all .litmus files in directories. It is an error if there
// are none.
func Files(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(p, ".litmus") {
				files = append(files, p)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no litmus test in %s", strings.Join(paths, ", "))
	}
	return files, nil
}
