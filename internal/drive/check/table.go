package check

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/engine/interleave"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/engine/refine"
	"github.com/heddle-mc/heddle/internal/engine/sequentialized"
	"github.com/heddle-mc/heddle/internal/engine/static"
	"github.com/heddle-mc/heddle/internal/engine/token"
)

// Kinds lists the engines by name, without Auto.
func Kinds() []engine.Kind {
	return slices.Concat(
		[]engine.Kind{static.Kind()}, order.Kinds(), []engine.Kind{token.Kind(), eager.Kind()}, circuit.Kinds(), []engine.Kind{refine.Kind(), explore.Kind()}, sequentialized.Kinds(), interleave.Kinds(),
	)
}

// everything is the table that Run works with.
func everything() *table { return &table{Kinds(), automatic} }

// forms lists the forms of Dump with names of their own: the result of an engine's pass, unchanged or
// converted.
var forms = []form{
	{name: "graph", engine: "order", pass: "unwind"},
	{name: "features", engine: "order", pass: "unwind", as: writeFeatures},
	{name: "cnf", engine: "order", pass: "unwind", as: ofGraph((*listener).clauses), question: (*listener).clauses},
	{name: "smt2", engine: "order", pass: "unwind", as: ofGraph((*listener).script), question: (*listener).script},
	{name: "efsm", engine: "token", pass: "build"},
	{name: "csr", engine: "token", pass: "build", as: writeReach},
	{name: "aag", engine: "pdr", pass: "circuit"},
	{name: "aig", engine: "pdr", pass: "circuit", as: writeBinary},
	{name: "btor2", engine: "pdr", pass: "circuit", as: writeBTOR2},
}
