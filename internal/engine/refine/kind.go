package refine

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
)

// preference is the option for the preference order, which selects the interleavings.
var preference = engine.Option{
	Name:   "order",
	Help:   "the order of threads in the explored interleavings. It is one thread after the other (`sequential`), in turns that end at loop heads (`lockstep`), the last created thread first (`backward`), or two groups in turn (`split`). Without the option all are tried",
	Values: []string{"sequential", "lockstep", "backward", "split"},
}

// Kind describes the engine.
func Kind() engine.Kind {
	k := depth.Kind()
	k.Name, k.Solver = "refine", engine.AnySolver
	k.Summary = "assertions at the places of a reduction, the interleavings that stand for all since steps commute where these hold, refined until they prove it, without a bound (Farzan, Klumpp, Podelski)"
	k.Checks = fromir.ArrayChecks
	k.Options = []engine.Option{preference}
	k.Passes = k.Passes[:2]
	k.New = func(s engine.Settings) engine.Engine { return &Engine{order: s[preference.Name]} }
	return k
}
