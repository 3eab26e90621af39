// Package interp executes programs concretely: it is the reference for the meaning of the IR, with which
// every engine is compared. It runs a program under a random or a given schedule (RunCode), replays
// traces (ReplayCode), and offers the machine itself, a step at a time (Machine). It never analyses
// programs symbolically, and knows no C. Engines and the driver replay each violation with it, and
// packages smc and weak explore with it.
//
// # The machine
//
// A Machine holds objects, threads and locks, under sequential consistency (docs/understand/semantics.md is
// the specification; the tests cite its sentences).
//
//	Machine ─┬─ objects   functions, globals, then what enter and alloc make
//	         ├─ locks     by address: exclusive owner, shared holders
//	         └─ threads ── frames ── registers and current Locals
//
// A thread always stands just before a visible operation. Step(t) executes the visible operation of t and
// then all invisible instructions up to the next one. If the operation is not possible now (a held lock, a
// join, an atomic section that does not reach its end), Step changes nothing and reports that. The machine
// never picks a thread or a value: schedulers call Step, and a Source answers the choices. The same
// program, steps and answers give the same execution, so an explorer re-executes instead of taking
// snapshots.
//
// # Visible operations
//
// An access is visible iff its object may be reached by another thread. The rule depends only on the
// earlier instructions of the thread itself, never on the schedule:
//
//   - globals with static storage are, constants and library models' are not;
//   - heap objects are, those of library models (ModelObject) are not;
//   - stack objects and thread-locals are from the moment their address escapes: a pointer to them is
//     stored into a visible object or one of a library model, or is the operand of spawn, or its bits are
//     used. The targets of pointers in an object escape with it. Only the owner can make an object escape,
//     because no other thread can reach it before.
//
// Also visible: free and the end of life of a visible object, lock operations, spawn, join, the end of a
// thread, fences, objectsize of a visible object, and an outermost atomic section as a whole. So are all
// operations that end the process: halt, and failing operations that end it (semantics 5). The last
// matters: other threads' operations between a thread's last access and the end of the process can be
// observed.
//
// # Atomic sections
//
// An outermost section is attempted: executed with an undo log. If it reaches its end it is kept; if it
// cannot (a false assume or block_until, a held lock) everything is rolled back, choices included, and the
// thread waits before it. Violations on the attempted prefix are kept (semantics 4).
//
// # Races
//
// When races are checked, every access, of private objects too (they may be shared later), and every
// ordering event goes to the race detector (package race). The events of an attempt are held back until the
// attempt is kept. A race ends no execution: RunCode and ReplayCode report the first one if nothing else
// was violated.
//
// # Loops
//
// A run executes every iteration of every loop. An exploration can stop a thread that comes to a loop's
// header in the same state, without having acted (await.go; package loops has the reason). It can bound
// other loops, which leaves a Cut. A replay stops a thread in two cases: it would loop for ever without a
// visible operation, or the trace has neither steps nor choices left for it. In the second case the
// exploration that found the trace may have stopped it there.
//
// # Values
//
// A register is a wide.Word: 64 bits (Lo) and a second 64 bits (Hi). Integers are kept zero-extended. A
// pointer is an offset and a reference to an object (its index and generation; 0: none, then the offset is
// the address). The second half of an integer of up to 64 bits may record that it was loaded from the bytes
// of a pointer. So copying a pointer byte by byte keeps its target; every computation drops the record.
//
// # Cost
//
// Functions are decoded once into dense code with operands resolved to slots of the frame (registers, then
// constants). Executing an instruction allocates nothing; objects of ended scopes are reused.
package interp
