package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/dimacs"
)

// status is the answer of a solver, or the known status of a formula.
type status uint8

const (
	unknown status = iota
	satisfiable
	unsatisfiable
)

var statusNames = [...]string{"?", "SAT", "UNSAT"}

func (st status) String() string { return statusNames[st] }

// statusNamed is the inverse of String; other texts are unknown.
func statusNamed(text string) status {
	return status(max(0, slices.Index(statusNames[:], text)))
}

// problem is a formula of the list.
type problem struct {
	name   string
	want   status // unknown if not known beforehand
	source func() (*dimacs.Formula, error)
}

// storedFormulas lists the files of the CNF directory with their status.
var storedFormulas = []struct {
	name string
	want status
}{
	{"peterson_u6", unsatisfiable},
	{"bakery_u4", unsatisfiable},
	{"rwlock_u6", unsatisfiable},
	{"qrcu_u3", unsatisfiable},
	{"dekker_u6", unsatisfiable},
	{"lamport_u5", unsatisfiable},
	{"fib_unsafe_u7", satisfiable},
	{"bluetooth_driver_bad_u3", satisfiable},
	{"queue_ok_u5", unsatisfiable},
	{"fib_safe_u7", unsatisfiable},
	{"tri5_safe", unsatisfiable},
	{"szymanski_u4", unsatisfiable},
	{"tri4_safe", unsatisfiable},
	{"fib_safe_u6", unsatisfiable},
	{"lazy01_ok_u3", unsatisfiable},
	{"fib7_unsafe", satisfiable},
	{"account_sym_u3", unsatisfiable},
	{"fib8_unsafe", satisfiable},
	{"fib7_safe", unsatisfiable},
	{"tri6_safe", unsatisfiable},
}

// stored returns the formulas of the directory, or none if it does not exist.
func stored(dir string) []problem {
	if _, err := os.Stat(dir); err != nil {
		fmt.Fprintf(os.Stderr, "satbench: SKIPPING the %d stored formulas: %v\n", len(storedFormulas), err)
		return nil
	}
	var out []problem
	for _, f := range storedFormulas {
		path := filepath.Join(dir, f.name+".cnf.gz")
		out = append(out, problem{f.name, f.want, func() (*dimacs.Formula, error) {
			file, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			defer file.Close()
			formula, err := dimacs.Read(file)
			if err != nil {
				return nil, fmt.Errorf("%s:%w", path, err)
			}
			return formula, nil
		}})
	}
	return out
}

// renamed returns the formula with its variables permuted; order 0 is the
// formula itself.
func renamed(f *dimacs.Formula, order int) *dimacs.Formula {
	if order == 0 {
		return f
	}
	perm := rand.New(rand.NewPCG(uint64(order), 4)).Perm(f.Vars)
	out := &dimacs.Formula{Vars: f.Vars, Clauses: make([][]int32, len(f.Clauses))}
	for i, c := range f.Clauses {
		lits := make([]int32, len(c))
		for j, l := range c {
			if l > 0 {
				lits[j] = int32(perm[l-1] + 1)
			} else {
				lits[j] = -int32(perm[-l-1] + 1)
			}
		}
		out.Clauses[i] = lits
	}
	return out
}

// holds reports whether the model, the set of true literals, satisfies f.
func holds(f *dimacs.Formula, model map[int32]bool) bool {
next:
	for _, c := range f.Clauses {
		for _, l := range c {
			if model[l] {
				continue next
			}
		}
		return false
	}
	return true
}
