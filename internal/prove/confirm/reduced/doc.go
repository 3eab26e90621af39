// Package reduced checks proofs that cover only some of the interleavings of a transition system. The
// others need not be explored, because steps commute. It shares with the code that finds such proofs
// only the system, its terms and a solver. It computes by itself the effects of steps, the conditions
// under which two steps commute, and the threads to ask.
//
// Package engine/refine calls it before it returns safe.
//
// # The form of a proof
//
// A Place gives the state of each thread, assertions that hold there, the threads that sleep, and a set
// of threads that every violation needs (Enough). The threads of Enough that do not sleep have their
// turns one after the other; every end of their step leads to another place. A place in passing has no
// assertions, and only one step leads to it. The knowledge there is computed from the last place with
// assertions and the ways from it, over that place's variables, with new inputs at each step.
//
// A proof is about one thread: no step of that thread is the first bad step. If there is a proof for
// each thread of Threads, nothing is bad.
//
// A step of a thread executes its state and the local states after it. It ends before the first state
// that it has been in already, that is not local, or that waits. Local states do not touch other
// threads' variables, so it is sound not to interrupt them. A thread that stops forever in a step whose
// effects the others cannot see has done no step.
//
// # Why that is enough
//
// A word is a sequence of steps that can be executed from a state, none of which meets a mark that ends
// it. A word is bad if its last step is the thread's and violates the property or meets a mark. Let x y
// be neighbouring steps of different threads; if y x has the same result from that very state, the word
// may be rewritten with y x. The promise of a place is: from a state that satisfies its assertions no
// bad word can be executed, except words of which some rewriting begins with a step of a sleeping
// thread. For each place is confirmed:
//
//   - Enough: without a step of a thread in Enough, the other threads violate nothing and touch nothing
//     that the next steps of the threads in Enough use. So a bad word has a step of one of them, and
//     the first such step can be moved to the front. Each thread in Enough either sleeps, or is asked,
//     or cannot do a step.
//   - Safety: no step of an asked thread violates anything.
//   - Consecution: wherever the step of an asked thread can end, the assertions of the next place hold.
//   - Sleep: a sleeping thread at the next place slept before or had an earlier turn. The assertions
//     before the step must also imply that the two steps commute: whatever the sleeper can do after the
//     step it can do before it, with the same result.
//   - Initiation: at the first place no thread sleeps, and its assertions hold when executions begin.
//
// The first place keeps its promise by induction over the length of words. Let c be the first step, in
// the order of turns, with which a rewriting of a bad word begins: c u. It leads to a place at which u
// breaks the promise. For suppose that a rewriting of u began with a step of a thread s that sleeps
// there. Then a rewriting of c u would begin with it too, and s slept before or had its turn before c.
//
// The system may be weaker than the system in question: it waits for less and so has all its executions
// (weaker.go).
//
// After two orders, a variable of a thread may have different values if the thread sets it before it
// reads it again.
//
// Such proofs are from Farzan, Klumpp, Podelski, "Sound sequentialization for concurrent program
// verification", PLDI 2022.
//
// # Not covered
//
// The end of the process as a state, replicas, steps of more than maxWays ways, steps that end earlier
// than said above, and inputs that a step reads twice. Confirm returns an *Uncovered for these.
package reduced
