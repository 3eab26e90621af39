// Package heddle is the public Go interface of Heddle, a verifier for multi-threaded C. The command
// cmd/heddle uses this package only, except for its research commands in cmd/heddle/instrument.
//
//   - Check compiles C files and judges properties of the program: is there an interleaving of its threads,
//     and are there inputs, for which an assertion fails, two accesses race, threads deadlock?
//   - Explore executes the interleavings of a small program, and Run single schedules.
//   - Replay executes the trace of a violation again; ReplayNative leads the compiled program along it.
//   - Tests lists the tests of C files, which Check judges one by one.
//   - Certify confirms proofs. Witness writes verification witnesses, and CheckWitness checks them.
//   - Relax finds the memory orders that a program needs. Litmus judges litmus tests.
//   - Dump and Translate write other forms of a program.
//
// Options describes the program, the question and the search. A Result has a Judgement for each property:
// the verdict, with a trace if there is a violation, and with its conditions if not. Results are written as
// text, JSON, SARIF and in other forms.
//
// Options.Timeout and Options.Memory are the budget of a call, which ends soon after it. Run, RunTrace,
// Tests, Harness and Litmus have no such budget: their context ends them. Calls should not overlap, since
// memory is that of the process. No function prints, except to the writers that it gets;
// NativeOptions.Debug hands this process's streams to gdb. docs/use/check.md describes verdicts, engines
// and the JSON form.
package heddle

// Version names the release; `heddle version` prints it.
const Version = "0.1.0"
