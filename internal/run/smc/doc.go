// Package smc is stateless model checking: it executes the interleavings of a program,
// with every value of its choices, by executing it again and again on machines of package
// interp. It judges all properties at once, each as if alone (semantics 5).
//
//	explore.go     options, results, what every way of exploring shares
//	plain.go       every interleaving, depth first: simple enough to be believed
//	bound.go       bounds on preemptions, contexts, rounds (plain)
//	stateset.go    hashes of states, to stop where the search was before (plain)
//	dpor.go        one interleaving of each Mazurkiewicz trace: optimal DPOR,
//	               its deviations from the papers and why nothing is missed
//	dporstep.go    going on and back; dporrace.go: reversing races;
//	dporfind.go    the violations that count; dporchoice.go: values of choices
//	wakeup.go      wakeup trees
//
// What is found is complete when every alternative was executed to its end, and
// exact when the domains of the choices had all values. The three ways find the
// same violations; tests hold them against each other. What a step depends on is read
// off its footprint (package footprint), which the machine fills in.
package smc
