// Package openmp rewrites OpenMP directives as C: functions, threads, locks and atomic accesses (OpenMP API 5.2).
//
// Package load calls Rewrite with the tokens of a unit that has directives, before the parser sees them. The result is GNU C over the
// functions __heddle_omp_… of the library models (internal/front/clib/src/team.h), so no later phase knows OpenMP. The one exception is the
// data sharing of tasks, which depends on declarations; package sema decides it (sema/openmp.go).
//
// # Constructs
//
//	parallel     a nested function (GNU), which each thread of the team calls; __heddle_omp_parallel makes the team
//	for          a loop over logical iterations (5.2 section 4.4.2), which __heddle_omp_next hands out
//	sections     the same, with a switch over the sections
//	single       the body of the first thread that arrives
//	critical     a mutex with the name of the construct, one in the whole program
//	atomic       atomic accesses with the construct's memory order, relaxed without one (section 15.8.4)
//	ordered      a body for which an iteration waits until all earlier ones have ended theirs
//	task         a nested function, which a thread of its own executes; it gets copies of firstprivate variables
//	ordered(n)   a record of the iterations that have passed their source, for which sinks wait
//	taskloop     a loop that makes tasks, each with some iterations
//	simd         a loop, or once in an execution a team whose members are the lanes: lanes race as threads do
//	target       the region on the host; teams is a team of initial threads
//
// Constructs without a rewriting are errors with the code "unsupported".
//
// # Data sharing (section 5.1)
//
// A nested function refers to the variables around it, so a variable is shared unless a declaration hides it. A private
// variable is declared again in the region: __typeof__(x) x. The copy of firstprivate is taken in front of the region, and
// lastprivate and reduction write through a pointer made there. A declared reduction is two functions for each type. A loop's iteration variable is private (5.1.1). Threadprivate
// variables become thread-local. Reductions are combined under a lock of the runtime, once per thread, at the end of the region (5.5.8).
//
// # Schedules (section 11.5.3)
//
// Without a schedule clause the schedule is the implementation's, so any thread may execute any iteration, in any order of chunks: a loop
// starts at an iteration that is chosen, goes on cyclically, and each thread takes chunks of a chosen length. So for any two iterations there
// is an execution in which two threads begin with them, and a race between far iterations of a long loop needs no
// unrolling. A static schedule is that of gcc and clang; dynamic ones have the chunks that the clause gives, from a chosen one on.
//
// # Reading order
//
//	rewrite.go    Rewrite; statements
//	directive.go  directives and clauses
//	clause.go     data sharing
//	reduction.go  reductions, declared ones as well
//	parallel.go   parallel, teams, target
//	loop.go       canonical loops; for, distribute, simd
//	sections.go   sections, single, masked
//	doacross.go   ordered(n), sinks and sources
//	task.go       task, taskwait, taskgroup
//	taskloop.go   taskloop
//	sync.go       critical, atomic, barrier, ordered, flush
package openmp
