// Package solver decides whether terms are satisfiable together, and returns a model or a core. It has
// one interface over the embedded solver and outside ones (package process).
// Engines and encodings state formulas as terms and never see clauses. It knows no program and no
// memory model.
//
// # Key types
//
//	Solver    what every back end can do: assert, check, model, core
//	Limiter   back ends whose effort can be bounded deterministically
//	Host      back ends a theory can live in: literals and a propagator
//	Embedded  the implementation over bitblast and sat; it is all three
//	Result    status of a check, with the reason of an unknown one
//
// # A check of the embedded solver
//
//	terms ──bitblast──▶ clauses ──▶ sat ──▶ candidate model
//	          ▲                                │
//	          └── array axioms ◀── Refine ◀────┘   until Refine adds nothing
//
// Assertions are permanent; retractable formulas are passed as assumptions. A formula is encoded when
// it is first asserted or assumed. Parts that were encoded before are reused.
//
// # Invariants
//
//   - After Satisfiable, every asserted and assumed term evaluates to true
//     under Model, by term.Evaluator alone.
//   - After Unsatisfiable, the asserted terms and Core are unsatisfiable.
//   - Limits and cancellation give Unknown with a reason, never an error and
//     never another answer. An error means that a back end failed.
//   - The same calls in the same order give the same answers, models and cores.
package solver
