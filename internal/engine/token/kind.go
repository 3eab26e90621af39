package token

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
)

// The passes that only this engine has.
const (
	mtx = "mtx"
	por = "por"
)

// Kind describes the engine.
func Kind() engine.Kind {
	k := depth.Kind()
	k.Name = "token"
	k.Bounds = depth.Bounds
	k.Summary = "transition systems: each thread is unrolled by itself; tokens that go from thread to thread, with clocks, say how they are put together (Ganai and Gupta)"
	k.Options = append(k.Options, engine.Option{Name: "witnesses", Help: "search for this number of violations with different orders of the token, those with few passes first"})
	k.Passes = append(k.Passes,
		engine.Pass{Name: mtx, Help: "pairs of states that locks rule out are left out"},
		engine.Pass{Name: por, Help: "the token returns to an earlier thread only between dependent operations. For properties other than `race`, with `mtx`, it never stops behind an operation that can be delayed; not with the option `witnesses`"})
	k.New = func(s engine.Settings) engine.Engine { return New(depth.OptionsOf(s)) }
	return k
}
