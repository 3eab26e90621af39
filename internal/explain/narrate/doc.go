// Package narrate makes the story of a trace. A Narrator observes one replay of the trace, which
// its caller runs. It records the actions of
// every thread in the program's own terms. These are source lines, C names of objects, values by their
// C types, the write that a read reads from, and held locks. It checks no property and changes no
// trace. Package drive/check narrates each violation that it reports, and drive/relax those of
// programs with other memory orders.
//
// # Names
//
// The name of a part of a declared object is its name in C: balance, queue.items[3]. A variable on a
// thread's stack has the thread as prefix, main:x. A part of an allocated object has the name of the
// access in C (ir.Instr.Text), with values in place of variable indices: node->buf[3]. Other accesses
// may use other names. So the part also has a unique name by its object: message#1.buf[3]. The name of
// the object is the type of the pointer to which malloc's result is assigned, with a number. The
// story's Objects list their origins.
//
// # Data flow
//
// flow.go follows every value through registers, calls and memory that only one thread uses. It starts
// at the reads of shared memory and the inputs from which the value was computed. It also follows the
// branches that are open or passed. So the reads from which a failed check or a written value was
// computed are exact, not guessed. A value does not show that it would have been different on another
// path: an untaken branch counts only as a passed branch. At most eight reads are kept for a value.
//
// # Library calls
//
// The internal actions of a library model become a single action of the story with the meaning of the
// call: locks m, waits for c, posts s.
package narrate
