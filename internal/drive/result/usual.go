package result

import (
	"slices"

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
	{ir.ChooseIOFail, "calls on files, devices and other processes succeed"},
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
	return slices.ContainsFunc(Undefined, func(p verdict.Property) bool { return p.Row().Undefined == assumed })
}

// These are the assumptions about memory and locks.
const (
	Sequential = "sequential consistency"
	Unlocking  = "unlocking a mutex that another thread holds releases it, unlocking a free one does nothing"
)

// Undefined lists the properties that check undefined behaviour of C that ends the process if it is not
// checked (semantics 5).
var Undefined = func() (list []verdict.Property) {
	for p := range verdict.NumProperties {
		if p.Row().Undefined != "" {
			list = append(list, p)
		}
	}
	return list
}()
