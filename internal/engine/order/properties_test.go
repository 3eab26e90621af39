package order

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

// undefined are the properties about undefined behaviour within one thread.
var undefined = []verdict.Property{
	verdict.Memory, verdict.Lock, verdict.Overflow, verdict.Div, verdict.Shift, verdict.Uninit,
}

// deviates lists programs whose verdict of a property differs from the stated one, as the explorer's does:
// an object whose address was converted to an integer counts as reachable.
var deviates = map[string]string{"leak_after_address_was_looked_at.c": "memory"}

// mixtures are the features of generated programs, in turn: all features, those without undefined
// behaviour, and heap objects.
var mixtures = []testgen.Features{
	testgen.AllFeatures,
	testgen.DefaultFeatures,
	testgen.Heap | testgen.UseAfterFree | testgen.BadAccess | testgen.Pointers | testgen.Atomics | testgen.Mutexes | testgen.Branches | testgen.Joins,
	testgen.UsualFeatures,
	testgen.Heap | testgen.Pointers | testgen.Atomics | testgen.Branches | testgen.Loops | testgen.Asserts,
}

func mixture(seed uint64) testgen.Features { return mixtures[seed%uint64(len(mixtures))] }

// TestUndefined compares the engines with the explorer on programs of which most have undefined behaviour,
// each property alone.
func TestUndefined(t *testing.T) {
	compared(t, mixture, reduced, undefined...)
}

// chains lists the features of programs in which shared values choose elements and mutexes. Some programs
// have locks, some have none.
var chains = []testgen.Features{
	testgen.Arrays | testgen.Chains | testgen.Asserts | testgen.Joins | testgen.Inputs | testgen.Branches,
	testgen.Arrays | testgen.Chains | testgen.Asserts | testgen.Joins | testgen.Inputs | testgen.Mutexes | testgen.Blocking,
	testgen.Arrays | testgen.Chains | testgen.Asserts | testgen.Joins | testgen.Mutexes | testgen.Blocking | testgen.Atomics | testgen.Sections,
	testgen.DefaultFeatures | testgen.Chains,
}

// TestChains compares the engines with the explorer on programs with reads that only choose elements for
// other reads and mutexes for locks.
//
// An unwinder that drops such reads (internal/order/unwind, slice) was wrong on 3 of the first 200 seeds,
// and the checker of graphs found it on 10. Seed 7 is the first in both. By default the test has 16 seeds,
// .ci/run 200 more.
func TestChains(t *testing.T) {
	features := func(seed uint64) testgen.Features { return chains[seed%uint64(len(chains))] }
	compared(t, features, smc.Options{Executions: 20_000, Reduction: smc.DPOR}, verdict.Assert, verdict.Race, verdict.Deadlock)
}
