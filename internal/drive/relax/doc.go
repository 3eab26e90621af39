// Package relax finds the weakest memory orders with which a program violates no property.
//
//	order.go       the orders of each operation, and the next weaker ones
//	site.go        the operations of a program with an order; programs with other orders
//	search.go      weakening
//	strengthen.go  the smallest set of operations that need a stronger order
//	call.go        the calls of the text that have an order
//	patch.go       the changes of the text, as a unified diff
//	judge.go       a judge: exploration of executions, then package check
//
// The caller passes the function that judges a program. A program with weaker orders has at least the executions
// of the same program with stronger orders. So an order that is too weak stays too weak, whatever becomes of the others.
//
// The public package calls Relax and Strengthen for heddle relax, with Question.Judge. Programs and
// files stay as they are: orders change in copies.
package relax
