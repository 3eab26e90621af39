// Package testkit is the door of the packages that only tests use.
//
//	testgen     random C programs
//	testprog    programs with stated verdicts; counts of decided answers
//	golden      comparisons with files, and their update
//	peer        outside programs (gcc, z3, …) that a test needs or skips without
//	testflag    the flags that tests share
//	irtext      pieces of programs in the text form of the IR
//	abctest, aigertest, efsmtest, svcomptest, termtest
//	            helpers of the packages that they are named after
package testkit
