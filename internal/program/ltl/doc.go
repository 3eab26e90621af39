// Package ltl owns formulas of linear-time temporal logic (Pnueli, "The temporal logic of programs",
// FOCS 1977). It has their text, their negation normal form, and their meaning on a lasso, an infinite
// word of a stem and a loop. Callers give the meaning of atoms. The package knows no program.
//
// Package drive/check parses formulas, and package model/circuit/liveness translates them.
//
// # Text
//
//	formula  = formula ("<->" | "->" | "||" | "&&" | "U" | "R" | "W") formula
//	         | ("!" | "X" | "F" | "G") formula | "(" formula ")" | "true" | "false" | atom
//	atom     = sum [("==" | "!=" | "<" | "<=" | ">" | ">=") sum]
//	         | "at" "(" [thread ","] place ")" | "enabled" "(" thread ")" | "finished" "(" thread ")" | "running"
//	sum      = operand {("+" | "-") operand}
//	operand  = number | "-" operand | name {"[" number "]" | "." name}
//	thread   = name ["." number]
//	place    = [file ":"] number
//
// Binary operators further right in the list above bind tighter. U, R and W bind alike. These and "->"
// are right-associative.
package ltl
