// Package seqz turns a program with threads into sequential programs: programs of
// one thread, with choices, whose executions stand for executions of the original
// within a bound. Each method of doing so is a file, whose comment states its
// rewrite rules; what the methods share is here. It decides nothing about the
// programs that it makes: package unwind and a solver do that, or any verifier of
// sequential programs.
//
// # Place in the pipeline
//
//	ir.Program ──Flatten──▶ Flat ──a method──▶ Sequential.Program (ir.Program)
//	                                              │
//	             engine/seq: unwind, solve, run it ┘, map back to a trace
//
// # The flat form
//
// Every thread that the bounds allow has a slot: 0 is main, the others follow in
// the order of the places that create them. A slot's thread is one body without
// calls and loops: calls are inlined, loops unrolled, pointers to functions
// dispatched (flatten.go). So every instruction of the flat form is executed at
// most once in an execution. A loop or a call that meets its bound, and a thread
// beyond the last slot, leave a Cut; the thread stops there.
//
// A body is divided into points (point.go). A point begins with a visible operation
// (semantics 1) or where control comes together after one (then it is silent), and
// goes on with what is invisible up to the next points. An atomic section is in one
// point, a call of a library model mostly, too. Points are numbered so that control
// only goes to points with higher numbers. Each is a function of Flat.Program:
//
//	point(t, i):  at.t.i = 0; visible operation; invisible code;
//	              at.t.j = 1 for the point j that control comes to, if any
//
// The flags at.t.* say where a thread stands; at most one of a thread is set. A
// thread that ended or stopped has none. What a thread keeps from point to point is
// in globals of its own.
//
// # The contract of point functions
//
// A driver calls the function of a point only when its flag is set. A visible
// operation that cannot be done now, and an atomic section that cannot be completed,
// fail an assume: the driver must have had the choice not to call. A silent point
// is called whenever its flag is set; between it and what led there nothing else
// happens. The user's own assume outside of sections, a failed assertion of a
// property that is not checked, the end of the process, bounds and faults outside of
// sections stop the thread: it just has no flag any more. That is enough for
// assertions: whatever others do before the process ends they can do first.
//
// Instructions carry a Class (Point.Classes), by which methods find what they
// rewrite:
//
//	Private   bookkeeping and memory of one thread: never rewritten
//	Shared    an access to memory of the program that other threads may reach
//	Sync      an access to what the machine knows of locks and threads (sync.go)
//	Input     a choice of the program: an input of the trace
//
// Everything else of the concurrency instructions is gone: acquire, release and
// lockstate are accesses to a word per lock; spawn sets the flag of the new thread's
// first point; the end of a thread sets a word that join assumes; block_until is an
// assume; atomic sections are points; fences, send and recv say nothing here.
// Objects that the program makes (locals, alloc) are globals, one per place of the
// flat form, which is exact because each place is executed at most once.
//
// # Methods
//
// A method takes a Flat, may rewrite the points, and adds drivers and a start
// function (driver.go). Sequential says how an execution of the result is to be read:
// a write to at.t.i by its point is the step of thread t at point i.
//
// # Bounds
//
// All bounds leave marks: places of the sequential program that are reachable iff
// an execution comes to the bound (Sequential.Marks). A mark is an unsupported
// instruction behind a choice of its own, so that it can be reached or passed by.
package seqz
