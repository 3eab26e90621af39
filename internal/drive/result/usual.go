package result

import (
	"github.com/heddle-mc/heddle/internal/engine/static"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Environment lists the choices of the environment (semantics 12), each with the assumption that a verdict
// makes when the choice is off.
var Environment = []struct {
	Reason  ir.ChooseReason
	Assumed string
}{
	{ir.ChooseSpurious, "no spurious wake-ups"},
	{ir.ChooseAllocFail, "allocations succeed"},
	{ir.ChooseSpawnFail, "threads can be created"},
	{ir.ChooseWeakFail, "a weak compare and exchange fails only if the values differ"},
	{ir.ChooseOutputFail, "output succeeds"},
	{ir.ChooseSignal, "no signal arrives that the program handles or asked for"},
}

// IsUsual reports whether an assumption is made for many programs, independent of their code.
func IsUsual(assumed string) bool {
	switch assumed {
	case Sequential, Unlocking, static.Assumed:
		return true
	}
	for _, e := range Environment {
		if e.Assumed == assumed {
			return true
		}
	}
	for _, u := range Undefined {
		if u.Assumed == assumed {
			return true
		}
	}
	return false
}

// These are the assumptions about memory and locks.
const (
	Sequential = "sequential consistency"
	Unlocking  = "unlocking a mutex that another thread holds releases it, unlocking a free one does nothing"
)

// Undefined lists undefined behaviour of C that ends the process if it is not checked (semantics 5), by the
// property that checks it.
var Undefined = []struct {
	Property verdict.Property
	Assumed  string
}{
	{verdict.Memory, "no undefined behaviour of kind null-dereference, out-of-bounds, use-after-free, use-after-scope, double-free, invalid-free, read-only-write, overlap"},
	{verdict.Div, "no division by zero"},
}
