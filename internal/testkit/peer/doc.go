// Package peer finds the outside programs that tests need: compilers, generators of programs, solvers,
// and the headers of the host's C library. Each may be missing on a machine, or incomplete: a gcc
// without the 32-bit libraries accepts -m32 but cannot link. So the package tries each requirement
// instead of looking up names. A test skips with a message if a requirement is not met.
//
// It imports nothing of ours, so that every package's tests can use it. Package solver/process finds
// solvers, for Heddle itself as well.
package peer
