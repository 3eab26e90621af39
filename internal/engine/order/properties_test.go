package order

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// undefined are the properties about what C leaves undefined in one thread.
var undefined = []verdict.Property{
	verdict.Memory, verdict.Lock, verdict.Overflow, verdict.Div, verdict.Shift, verdict.Uninit,
}

// deviates are programs whose verdict of a property is another than they state,
// as the explorer has it: an object whose address was looked at counts as
// reachable.
var deviates = map[string]string{"leak_after_address_was_looked_at.c": "memory"}

// mixtures are what generated programs use, in turn: whatever there is, what is
// defined, and heap objects.
var mixtures = []testgen.Features{
	testgen.AllFeatures,
	testgen.DefaultFeatures,
	testgen.Heap | testgen.UseAfterFree | testgen.BadAccess | testgen.Pointers | testgen.Atomics | testgen.Mutexes | testgen.Branches | testgen.Joins,
	testgen.UsualFeatures,
	testgen.Heap | testgen.Pointers | testgen.Atomics | testgen.Branches | testgen.Loops | testgen.Asserts,
}

func mixture(seed uint64) testgen.Features { return mixtures[seed%uint64(len(mixtures))] }

// TestUndefined holds the engines against the explorer on programs of which most
// have undefined behaviour, each property alone.
func TestUndefined(t *testing.T) {
	compared(t, mixture, reduced, undefined...)
}
