// Package difftest compares the front end and the interpreter with a C compiler:
// random sequential programs, written by csmith and by package testgen, must
// print the same and return the same status when gcc compiles them and when
// interp runs their IR. It has no code but tests.
//
// The programs are kept when gcc's binary ends within a tenth of a second. Undefined behaviour
// is checked along the way: these programs have none, so that a violation is a
// mismatch, too. (testgen's rely on wrap-around, so that overflow is not checked there.)
//
//	go test ./internal/front/difftest                     a quick sample
//	go test ./internal/front/difftest -generated 2000      the full comparison
package difftest
