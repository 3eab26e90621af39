// Package difftest compares the front end and the interpreter with a C compiler. Csmith and package
// testgen write random sequential programs. A program must print the same and return the same status
// when gcc compiles it and when interp runs its IR. The package has only tests.
//
// gcc compiles many programs as one translation unit, in which the names of each are distinct. Each runs in a process of its own.
// A program is kept when it ends within a tenth of a second of processor. Undefined behaviour
// is checked along the way: these programs have none, so that a violation is a
// mismatch, too. (testgen's rely on wrap-around, so that overflow is not checked there.)
//
//	go test ./internal/front/difftest                     a quick sample
//	go test ./internal/front/difftest -generated 2000     the full comparison
package difftest
