// Package coverage records what executions covered: the checks of a property that they evaluated, the
// functions that they entered, and the number of their threads. An answer within a bound under which no
// check is evaluated is meaningless, and misleading. Package drive/check executes the program with it after
// the engines have answered.
//
// # Checks
//
// A check of assert and reach is an assertion of the program's own code. If its condition is always
// false (an error function, assert(0)), it counts as evaluated when the branch that leads to it is
// decided. If no branch leads to it, the calls of the function count instead. The other properties have
// no places:
//
//	race      two threads run
//	memory    a created thread accesses memory, if the program creates any that may
//	deadlock  a thread locks, joins or waits, if any can
//
// For other properties, all executed code is a check.
package coverage
