// Package coverage says what executions have looked at: which checks of a property
// they evaluated, which functions they entered, how many threads they had. An answer
// for a bound under which no check is ever evaluated says nothing, and sounds as if it
// did.
//
// # Checks
//
// A check of assert and reach is an assertion of the program's own code. Where its
// condition can only be false (an error function, assert(0)), it is evaluated where the
// branch is decided that leads there; where no branch does, the calls of the function
// are looked at instead. The other properties have no places:
//
//	race      two threads run
//	memory    a created thread accesses memory, if the program creates any that may
//	deadlock  a thread locks, joins or waits, if any can
//
// Of what else can be asked, everything that runs is a check.
package coverage
