// Package program is the door of the data that all phases share: the program under
// check, its properties, and recorded executions. These packages hold data with its
// printers, parsers and checkers. They transform nothing.
//
//	ir        a linked program: globals, functions, blocks, instructions; its text form and checker
//	verdict   properties, verdicts, marks of bounds, places in source files
//	trace     one recorded execution: its inputs and its schedule
//	ltl       formulas of linear-time temporal logic
//	propfile  property files of SV-COMP
//	wide      integers of 128 bits
//	scc       strongly connected components of a graph
package program
