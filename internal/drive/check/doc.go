// Package check is the driver: it judges the properties of one compiled program and returns verdicts that
// are confirmed (semantics 16).
//
// The public package calls it for every check. Package drive/relax calls it for programs with other
// memory orders, and check/validate for the programs of witnesses.
//
//	program ──▶ static ──▶ engines ──▶ replay ──▶ minimise ──▶ narrate ──▶ Judgement
//	             (nothing     (one, or a
//	             to violate)  portfolio)
//
// It has the engine table, the strategy that chooses engines, the budgets of time and memory, and the
// conditions that a safe verdict prints. It replays violations: a trace that does not replay is an
// *InternalError, never a verdict. It reads no files, prints nothing and knows no C.
//
// # Budgets
//
// A Budget starts before the front end and covers everything. When it is spent, its context ends with the
// reason as cause. Each stage then has a short grace to hand over its results; after that it is left alone
// (Within), so a stage that does not stop cannot delay the answer. If the driver itself does not end, Run
// returns the judgements so far (known.go). Memory is bounded twice: engines get a limit, and the driver
// watches the heap.
//
// # Memory models
//
// Engines judge sequentially consistent executions. If the program has operations weaker than seq_cst, or Options.Model
// is a weaker model, the gate (gate.go) then looks for a proof that RC11 has no other executions (semantics 7.5). Otherwise the
// engines that know the model (engine.Kind.Models) judge its executions (weaker.go), and so does an exploration of
// execution graphs (package run/weak). A violation is confirmed like any other. The result is the verdict, with its
// Judgement.MemoryOrder or the reason weak-memory.
//
// # Several engines
//
// With one job, engines take turns, which is deterministic except for the clock. With more jobs they run
// side by side and the first sound answer wins. Sound answers cannot contradict each other; the trace that
// is shown can depend on the order in which they arrive.
//
// Several properties are judged one after the other, each for a moment first and then in its part of the
// time (judge.go). Meanwhile one exploration of executions serves them all (jointly.go). With more than one
// job it starts before the static proofs (prove.go).
package check
