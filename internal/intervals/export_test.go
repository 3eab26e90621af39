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

// Ranked returns options with ranks looked at in all components.
func Ranked(o Options) Options {
	o.ranked = true
	return o
}
