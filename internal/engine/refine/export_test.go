package refine

// Plain returns the engine that looks at all interleavings.
func Plain() *Engine { return &Engine{plain: true, order: "sequential"} }
