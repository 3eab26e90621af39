// Package reduced confirms proofs about some of the interleavings of a transition system, which stand
// for all since steps commute. It shares nothing with who finds them but the system, its terms and a
// solver: what a step does, when two commute, and who has to be asked it finds out by itself.
//
// # The form of a proof
//
// A Place says where threads are, what holds there, which threads sleep, and whom a violation cannot do
// without (Enough). Those of Enough that do not sleep are asked in turn; each way in which a step of theirs
// ends leads to another place. Of a place in passing, which one step leads to, nothing is said: what holds there is what the way
// from the last place says of which something is, over the variables there, with inputs that are asked for anew at each step.
//
// A proof is about one thread: no step of its is the first that is bad. Where there is one of each thread of Threads nothing is bad.
//
// A step of a thread is the execution of its state, and of the local states behind it up to the first that
// it has been in before, is not local, or waits. Local states touch nothing that is another's, so that nothing is
// lost if they are not interrupted. A thread that stops for good in a step that others cannot see has done none.
//
// # Why that is enough
//
// A word is a sequence of steps that can be executed from a state, none of which meets a mark that ends it, and bad if the last of them
// is the thread's and violates the property, or meets a mark. Where two steps x y of different threads stand side by side, and from that very
// state y x does the same, the word may be rewritten. The promise of a place is: no bad word can be executed
// from a state in which what is said to hold does, but those of which a rewriting begins with a step of a
// thread that sleeps. Confirmed is, of each place:
//
//   - Enough: what the threads outside of it can do without a step of one inside violates nothing, and
//     touches nothing that the next steps of those inside do. So a bad word has a step of one of them, and the
//     first of these can be the first of all. Those inside either sleep, or are asked, or cannot do a step.
//   - Safety: no step of a thread that is asked violates anything.
//   - Consecution: where a step of such a thread can end, what holds at the place that it leads to does.
//   - Sleep: a thread sleeps there only if it slept before or was asked earlier, and what holds before the
//     step makes the two steps commute: whatever it can do behind the step it can do in front of it, with the same end.
//   - Initiation: at the first place nobody sleeps, and what holds there does when executions begin.
//
// By induction over the length of words the first place keeps its promise: a bad word that begins with c, the
// first in turn with which a rewriting begins, c u, leads to a place at which u breaks the promise: if a
// rewriting of u begins with a sleeping s, then one of c u does, and s slept before, or was asked before c.
//
// The system may be a weaker one than is asked about, which waits for less: it has all executions of the other (weaker.go).
//
// Variables of a thread that it never reads before it sets them may differ where two orders end.
//
// Farzan, Klumpp, Podelski, "Sound sequentialization for concurrent program verification", PLDI 2022, is
// where such proofs are from.
//
// # What is not covered
//
// The end of the process as a state, replicas, steps of more than some hundred ways, or that end earlier than said above, inputs
// of which a step asks twice. Those are errors of kind *Uncovered.
package reduced
