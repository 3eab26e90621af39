// Package sequential turns a program with threads into sequential programs. These have one thread,
// with choices, and their executions stand for executions of the original within a bound. The package
// owns the inlined program, with which every method begins, and the common parts of methods (Method,
// Limits, Sequential). Each method is a package below this one, whose comment states its rewrite
// rules. It does not decide properties of the resulting programs: package unwind and a solver do that,
// or any verifier of sequential programs. Package prove/inclusion compares executions with the inlined
// program.
//
// # Place in the pipeline
//
//	ir.Program ──Inline──▶ Inlined ──a Method──▶ Sequential.Program (ir.Program)
//	                                              │
//	             engine/sequentialized: unwind, solve, run it ┘, map back to a trace
//
//	lazy      threads in contexts on one memory: LazySeq, EPC
//	rounds    what the next two share: threads in rounds, a copy of memory for each
//	lalreps   what copies hold at first is guessed
//	lmp       a thread is run again for each of its contexts
//	mu        threads against a guessed sequence of writes: memory unwinding
//
// # The inlined program
//
// Every thread that the bounds allow has an index: 0 is main's, the others follow in
// the order of the instructions that create them. A thread is one body without
// calls and loops: calls are inlined, loops unrolled, calls through pointers dispatched
// (inline.go). So every instruction of the inlined program is executed at
// most once in an execution. A loop or a call that meets its bound, and a thread
// beyond the last index, leave a Mark; the thread stops there.
//
// A body is divided into steps (divide.go). A step begins with a visible operation (semantics 1), or
// where paths join after one (then it is silent). It includes the invisible instructions up to the
// next steps. An atomic section is in one step, and so is a call of a library model in most cases.
// Steps are numbered so that control only goes to steps with higher numbers. Each is a function of
// Inlined.Program:
//
//	step(t, i):  at.t.i = 0; visible operation; invisible code;
//	             at.t.j = 1 for the step j that control comes to, if any
//
// The flags at.t.* give the next step of a thread; at most one flag of a thread is set. A thread that
// ended or stopped has none. Values that a thread keeps from step to step are in globals of its own.
//
// # The contract of step functions
//
// The function of a step is called only while its flag is set. A visible operation that is blocked,
// and an atomic section that cannot be completed, fail an assume: a method must have had the choice
// not to call. A silent step is called whenever its flag is set; no other step happens between it and
// its predecessor. A thread stops at the user's own assume outside of sections, a failed assertion of
// an unchecked property, the end of the process, and bounds and faults outside of sections. It then
// has no flag any more. That is enough for assertions: steps of other threads before the end of the
// process can also come before this step.
//
// Instructions carry a Class (Step.Classes), by which methods find the instructions that they rewrite:
//
//	Private   bookkeeping and memory of one thread: never rewritten
//	Shared    an access to memory of the program that other threads may reach
//	Sync      an access to what the machine knows of locks and threads (sync.go)
//	Input     a choice of the program: an input of the trace
//
// The program has no other concurrency instructions. acquire, release and lockstate are accesses to a
// word per lock. spawn sets the flag of the new thread's first step. The end of a thread sets a word
// that join assumes. block_until is an assume, and atomic sections are steps. fences, send and recv
// have no effect here. Objects that the program creates (locals, alloc) are globals, one for each
// creating instruction of the inlined program. This is exact because the instruction is executed at
// most once.
//
// # Bounds
//
// All bounds leave marks: instructions of the sequential program that are reachable iff an execution
// reaches the bound. A mark is an unsupported instruction with the number of the mark (ir.Instr.Mark),
// behind a choice of its own, so that it can be reached or skipped.
package sequential
