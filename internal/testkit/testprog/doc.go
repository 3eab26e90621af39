// Package testprog gives C programs to tests, as IR: those that a test writes, those
// of this repository that state their verdicts, random ones, and those of the corpus
// beside the repository. It asks engines about them and holds what they say against the
// explorer. It is imported by tests only, and everything that goes wrong ends the test
// that asked.
//
// # Key types
//
//	Random  a generated program, and the environment to judge it in
//	Tally   what engines said
//	Row     a line of the corpus's index
package testprog
