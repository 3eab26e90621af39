// Package testflag has the flags of tests. A name means the same in every package that
// has it; a test says only what it does where the flag is not given. docs/hacking.md
// lists them.
//
// A flag is asked for once in a package, in a variable of it; a package that does not ask
// for a flag does not know it. Numbers that only one package needs are flags of its own.
package testflag
