// Package heddle is the public Go interface of Heddle, a verifier for
// multi-threaded C.
//
// Check compiles C files and judges properties of the program: is there an
// interleaving of its threads, and are there inputs, for which an assertion fails,
// two accesses race, threads deadlock? The Result says so for each property, with a
// trace if there is a violation, and with its conditions if not. Replay executes
// such a trace again, and Dump writes what Heddle makes of a program on its way.
//
//	result, err := heddle.Check(ctx, heddle.Options{Files: []string{"file.c"}})
//	if err != nil {
//		return err // of the input (*InputError), or of Heddle (*InternalError)
//	}
//	if result.Verdict == heddle.Violation {
//		return result.WriteText(os.Stdout, heddle.TextOptions{})
//	}
//
// A check has the budget of its Options and ends soon after it; calls should not
// overlap, since memory is that of the process. The commands check and replay of
// cmd/heddle are thin users of this package; docs/use/check.md describes verdicts,
// engines and the JSON form.
package heddle

// Version names the release; `heddle version` prints it.
const Version = "0.1.0"
