// Package ltl owns formulas of linear-time temporal logic (Pnueli, "The temporal logic of
// programs", FOCS 1977): their text, their negation normal form, and what they say of a
// lasso, a word that is a stem and then a loop for ever. What its atoms say is the business
// of who looks at programs.
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
// Binary operators bind the tighter the further right they stand above; U, R and W bind
// alike, and they and "->" group from the right.
package ltl
