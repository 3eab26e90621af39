// Package mu has memory unwinding: a sequence of writes to shared memory is guessed, and
// each thread is executed once, by itself, against that sequence (Method). How the sequence
// is kept is a Scheme.
//
// Package engine/sequentialized runs it as a Method. It decides no property.
//
//	mu.go         the functions of the threads, and the start function
//	units.go      which memory is unwound: parts that threads compete for
//	ranges.go     what units may hold (with arith.go, flow.go)
//	rewrite.go    steps that read and write the sequence (with step.go)
//	functions.go  what they call for that (with words.go)
//	fine.go       schemes whose positions are writes
//	clusters.go   schemes whose positions are clusters of writes: intra.go, inter.go
//	tables.go     code that accesses tables, and loops
package mu
