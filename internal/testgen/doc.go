// Package testgen writes random C programs for tests. A program is a function of
// its seed and options alone, so that a failure can be named by them.
//
// Sequential programs print checksums and have no undefined behaviour when
// compiled with SequentialFlags: what a C compiler's binary prints is what they
// mean. They cover what csmith leaves thin: bit-fields, floats, mixed
// signedness, unions, structures by value, varied control flow.
//
// The package knows nothing of Heddle: it sits on the lowest floor and prints text.
package testgen

// SequentialFlags are the gcc options under which a sequential program has one
// meaning: signed arithmetic wraps, objects may be read through any type, and
// floating expressions are evaluated in their own type.
var SequentialFlags = []string{
	"-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-msse2", "-mfpmath=sse",
}
