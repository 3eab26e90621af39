// Package smc is stateless model checking: it executes the interleavings of a program, with every value of
// its choices, by repeated execution on machines of package interp. It judges all properties at once, each
// as if alone (semantics 5).
//
// Package engine/explore explores with it, and drive/check/validate the executions of a witness. It is the
// oracle in the tests of all engines.
//
//	explore.go     options, results, what every way of exploring shares
//	plain.go       every interleaving, depth first: the simple oracle
//	bound.go       bounds on preemptions, contexts, rounds (plain)
//	stateset.go    hashes of visited states, at which the search stops (plain)
//	dpor.go        one interleaving of each Mazurkiewicz trace: optimal DPOR,
//	               its deviations from the papers and why nothing is missed
//	dporstep.go    going on and back; dporrace.go: reversing races;
//	dporfind.go    the violations that count; dporchoice.go: values of choices
//	wakeup.go      wakeup trees
//
// An exploration is complete if every alternative was executed to its end, and exact if the domains of the
// choices had all values. The three ways find the same violations; tests compare them. The dependences of a
// step follow from its footprint (package footprint), which the machine fills in.
package smc
