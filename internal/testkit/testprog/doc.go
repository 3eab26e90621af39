// Package testprog gives C programs to tests, as IR: programs written in a test, programs of this
// repository that state their verdicts, random programs, and the programs of the corpus beside the
// repository. It runs engines on them and compares the verdicts with the explorer. Only tests import
// it, and every error ends the calling test.
//
// # Key types
//
//	Random  a generated program, and the environment to judge it in
//	Tally   what engines said
//	Row     a line of the corpus's index
package testprog
