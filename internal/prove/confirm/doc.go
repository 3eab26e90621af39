// Package confirm checks proofs that engines found, independently of how they were found. It writes the
// proof obligations as clauses in the plainest form and asks its own solver. It shares with the engines
// only the circuit and the solver code. Gates are translated with Tseitin's clauses; nothing is
// simplified, and nothing learned in one question is used in the next. There is one exception: States
// substitutes values for latches.
//
// Package engine/circuit calls it before it returns safe, and engine/stored for stored proofs.
//
// A proof can be stored (package certificate) and checked again later. A proof that is not confirmed is
// a bug of Heddle, never a verdict, unless it was found for a part of the executions only.
package confirm
