// Package peer tells tests which outside programs they can use: compilers, generators
// of programs, solvers, and the headers of the host's C library. None of them is there
// on every machine, and one that is there may lack a part: a gcc without the 32-bit
// libraries has -m32 among its flags and makes nothing with it. So what a test needs is
// tried, not looked up, and a test that lacks something skips and says what.
//
// It imports nothing of ours, so that every package's tests can use it. Solvers are
// found where Heddle itself finds them, in solver/process.
package peer
