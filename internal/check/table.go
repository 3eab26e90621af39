package check

import (
	"errors"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/engine/seq"
	"github.com/heddle-mc/heddle/internal/engine/static"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// table lists the engines.
func table() []entry {
	proofs := static.New() // one for all properties, since it keeps what it found
	list := []entry{
		{"static", anyOf(static.Properties()...), func() engine.Engine { return proofs }, prover},
		{"order", ofExecutions, func() engine.Engine { return order.New(order.Options{}) }, symbolic},
		{"eager-order", ofExecutions, func() engine.Engine { return order.New(order.Options{Eager: true}) }, onRequest},
		{"token", depth.Supports, func() engine.Engine { return token.New() }, onRequest},
		{"eager", depth.Supports, func() engine.Engine { return eager.New() }, onRequest},
		{"explore", ofExecutions, func() engine.Engine { return explore.New() }, explicit},
	}
	for _, name := range circuit.Methods() {
		list = append(list, entry{name, circuit.Supports, func() engine.Engine { return circuit.New(name) }, onRequest})
	}
	for _, name := range seq.Methods() {
		list = append(list, entry{name, anyOf(verdict.Assert, verdict.Reach), func() engine.Engine { return seq.New(name) }, onRequest})
	}
	return list
}

// traceOf returns the trace that an engine's error carries, if any.
func traceOf(err error) *trace.Trace {
	var e *engine.TraceError
	if errors.As(err, &e) {
		return e.Trace
	}
	return nil
}
