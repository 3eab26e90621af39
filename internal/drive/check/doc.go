// Package check is the driver: it judges the properties of one compiled program
// and says so in verdicts that are earned (semantics 16).
//
//	program ──▶ static ──▶ engines ──▶ replay ──▶ minimise ──▶ narrate ──▶ Judgement
//	             (nothing     (one, or a
//	             to violate)  portfolio)
//
// It owns the engine table, which engine is asked what, the budgets of time and
// memory, the conditions that a safe verdict prints, and what becomes of a
// violation: a trace that does not replay is an *InternalError, never a verdict.
// It reads no files, prints nothing and knows no C.
//
// # Budgets
//
// A Budget starts before the front end and covers everything. When it is spent,
// its context ends with the reason as cause; whoever works gets a short grace to
// hand over what it has and is then left alone (Within), so that a stage that
// does not listen cannot hold up the answer. If the driver itself does not end, Run
// returns the judgements so far (known.go). Memory is bounded twice: engines
// are told how much they may hold, and the heap is watched.
//
// # Engines in company
//
// With one job, engines take turns, which is deterministic but for the clock. With
// more, they run side by side and the first sound answer wins. Sound answers cannot
// contradict each other; which trace is shown can depend on who was first.
//
// Several properties at once are judged one after the other, each for a moment and then in
// its part of the time (judge.go), while one exploration of executions serves them all
// (jointly.go), with more jobs than one from before the static proofs on (prove.go).
package check
