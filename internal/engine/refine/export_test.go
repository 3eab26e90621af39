package refine

// Plain returns the engine that explores all interleavings.
func Plain() *Engine { return &Engine{plain: true, order: "sequential"} }
