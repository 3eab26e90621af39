package eager

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
)

// Kind describes the engine.
func Kind() engine.Kind {
	k := depth.Kind()
	k.Name = "eager"
	k.Summary = "the same systems composed step by step with a scheduler, the baseline of `token`"
	k.New = func(s engine.Settings) engine.Engine { return New(depth.OptionsOf(s)) }
	return k
}
