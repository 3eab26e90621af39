// Package process runs outside solvers: it starts their programs, exchanges SMT-LIB or DIMACS with
// them, and trusts no answer that it can check. It implements the interface of package
// solver. Package drive/check and command heddle smt call Find and New for --solver.
//
// # Key types
//
//	Tool   a solver that was found: its program, its language, what it can do
//	SMT    a solver.Solver that holds a conversation in SMT-LIB
//	CNF    a solver.Solver that runs a SAT solver on a file for each question
//	Error  what a program did wrong, with the end of what it said
//
//	        terms ──smtlib──▶ text ─────▶ z3, cvc5, bitwuzla, …
//	SMT       ▲                               │
//	          └── values, core ◀── answer ◀───┘
//
//	        terms ──bitblast─▶ clauses ─▶ minisat, cadical, kissat, …
//	CNF       ▲                  ▲            │
//	          └─ model ◀─────────┴── answer ◀─┘     arrays are refined
//
// # What is believed
//
//   - Satisfiable is never believed: the model is read, and every asserted and
//     assumed term must be true in it by term.Evaluator. Of arrays, the elements
//     that the terms read are asked for, one by one: no solver's notation for
//     arrays need be understood, and without equality of arrays nothing else can
//     matter.
//   - A core must be made of assumptions. Whether it suffices, and Unsatisfiable
//     as such, cannot be seen from an answer; Options.Confirm lets the embedded
//     solver try, within a number of conflicts. Programs that give no core have
//     all assumptions in it.
//   - Anything else in place of an answer is an *Error.
//
// # How programs end
//
// Each program leads a process group, which is killed as a whole when the context
// of a check ends, when the program misbehaves and on Close. Answers have a
// largest size, of messages only the end is kept. A conversation that broke off
// starts anew with the next check, with all that was asserted. Memory is bounded
// by the system's limit on address space.
package process
