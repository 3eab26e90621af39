// Package drive is the door of the driver: it turns a program and a list of properties
// into verdicts.
//
//	check           the table of engines, the strategy, budgets, replay of violations, hints
//	check/shrink    smaller constants for the hint --set
//	check/validate  confirms or refutes a verification witness
//	relax           the weakest memory orders with which no property is violated
//	slice           a check cut into slices for several processes, and the merge of their results
//	result          the results of a check, in all forms
//	translate       a program as C: unchanged, or as the sequential program of a method
//
// The public package heddle calls check, check/validate, relax, result, slice and translate. None of them prints.
package drive
