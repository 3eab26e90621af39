package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/seq"
)

// validBounds returns an error unless the engine that is asked for can obey the
// bounds on switches, writes, threads and depth. Without one by name there can be none:
// engines that answer side by side must answer the same question.
func (o *Options) validBounds() error {
	b := o.Bounds
	for _, n := range []int{b.Contexts, b.Rounds, b.Writes, b.Threads, b.Depth} {
		if n < 0 {
			return fmt.Errorf("found the bound %d, expected at least 1", n)
		}
	}
	b.Unwind, b.Preemptions = 0, 0
	name := cmp.Or(o.Engine, Auto)
	if name == "token" || name == "eager" || slices.Contains(circuit.Methods(), name) {
		b.Depth = 0
	} else if b.Depth != 0 {
		return fmt.Errorf("the engine %s cannot bound the depth", name)
	}
	switch {
	case b == engine.Bounds{}:
		return nil
	case slices.Contains(seq.Methods(), name):
		if why := seq.New(name).Refuses(b); why != "" {
			return fmt.Errorf("%s: %s", name, why)
		}
		return nil
	case name == "explore" && b.Writes == 0 && b.Threads == 0 && b.Schedule == engine.AnySchedule:
		return nil
	}
	return fmt.Errorf("the engine %s cannot bound rounds, contexts, writes or threads as asked", name)
}
