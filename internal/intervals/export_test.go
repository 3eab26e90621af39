package intervals

import "github.com/heddle-mc/heddle/internal/term"

// What tests that import packages above this one need of it.
var (
	Top     = top
	Exactly = exactly
	Members = members
)

// Within reports whether a value has no others than another one.
func Within(v, other Value, w uint) bool { return v.within(other, w) }

// Vars returns the values of reads that are variables.
func Vars(r *Result) []term.ID { return r.vars }
