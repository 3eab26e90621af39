// Package witness makes the story of a trace: it replays the trace once and records, in
// the program's own words, what every thread did: source lines, C names of objects,
// values by their C types, which write a read saw, which locks were held. It judges
// nothing and changes no trace.
//
// # Names
//
// An object with a declaration is called as C calls the part of it that is
// meant: balance, queue.items[3]. A variable of a thread's stack carries the
// thread, main:x. A part of an allocated object is called as the access does in C
// (ir.Instr.Text), with the value of an index that is a variable: node->buf[3]. Who else
// accesses it may call it otherwise, so that it has a name of its own as well, by its
// object: message#1.buf[3]. The object is called by the type of the pointer that malloc's
// result goes to, and numbered; the story's Objects say where each comes from.
//
// # Data flow
//
// flow.go follows every value through registers, calls and memory that one thread uses,
// from the reads of shared memory and the inputs that it was computed from; and the
// branches that are open, or were passed. So it is known, not guessed, which reads a failed
// check was computed from, and which reads a written value. What a value does not say is
// which other one it would have been: that a branch was not taken counts only as a branch
// that was passed. At most eight reads are remembered of a value.
//
// # Library calls
//
// What a library model does for itself is told as the one thing that the call
// means: locks m, waits for c, posts s.
package witness
