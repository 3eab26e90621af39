// Package drive is the door of the driver: it turns a program and a list of properties
// into verdicts.
//
//	check           the table of engines, the strategy, budgets, replay of violations, hints
//	check/validate  confirms or refutes a verification witness
//	translate       a program as C: unchanged, or as the sequential program of a method
//
// The public package heddle calls these packages; they print nothing.
package drive
