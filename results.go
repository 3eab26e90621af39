package heddle

import (
	"io"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Verdict is the answer to "does the program violate the property?". Later verdicts are worse.
type Verdict = verdict.Verdict

// The verdicts, from best to worst.
const (
	Safe      = verdict.Safe      // proved, under the assumptions
	Bounded   = verdict.Bounded   // no violation within the bounds
	Unknown   = verdict.Unknown   // there is no answer, for the reason
	Violation = verdict.Violation // found, and replayed
)

// Refused is the Judgement.Reason of a written-down proof that does not hold.
const Refused = verdict.Refused

// The results of a check.
type (
	// Result is the result of a check. docs/use/result.schema.json describes its JSON form.
	Result = result.Result
	// Judgement is the result for one property.
	Judgement = result.Judgement
	// Other is a further violation of a property.
	Other = result.Other
	// Finding is a violation that an earlier check found (Options.Baseline).
	Finding = result.Finding
	// Acceptance is the origin of the acceptance of a violation.
	Acceptance = accept.Acceptance
	// Stats holds the cost of a judgement.
	Stats = result.Stats
	// Coverage is the coverage of random executions with fixed seeds.
	Coverage = result.Coverage
	// Proof is the explanation of a proved property.
	Proof = engine.Proof
	// Location is a place in the program; line and column count from 1.
	Location = verdict.Location
	// Mark is a place where executions were cut, with the bound.
	Mark = verdict.Mark
	// Trace leads to a violation: docs/understand/trace.md describes its JSON form.
	Trace = trace.Trace
	// Story is an execution that leads to a violation, described for users.
	Story = story.Story
	// Excerpt is a part of a source file.
	Excerpt = story.Excerpt
	// TextOptions configure the text form.
	TextOptions = result.TextOptions
	// JUnitOptions selects the errors of a JUnit report.
	JUnitOptions = result.JUnitOptions
	// Tested is a result with the test that it is of.
	Tested = result.Tested
	// Exit is how a command ends.
	Exit = result.Exit
)

// ReadResult reads a result in the JSON form of Result.WriteJSON. name is the name of the file, for errors.
// The error is an *InputError.
func ReadResult(name string, text []byte) (*Result, error) { return result.Read(name, text) }

// Settle combines the results of tests of one program: an acceptance is stale, and a violation of the
// baseline absent, only if it is so for all tests.
func Settle(list []Tested) { result.Settle(list) }

// WriteSARIF writes results as one run of a log in SARIF 2.1.0, with the exit code of the command.
func WriteSARIF(w io.Writer, list []Tested, exit Exit) error { return result.WriteSARIF(w, list, exit) }

// WriteJUnit writes results as a JUnit report: a suite for each test or program, a case for each property.
func WriteJUnit(w io.Writer, list []Tested, opts JUnitOptions) error {
	return result.WriteJUnit(w, list, opts)
}

// WriteGCC writes results in the format of gcc's diagnostics, one on a line, which editors read.
func WriteGCC(w io.Writer, list []Tested) error { return result.WriteGCC(w, list) }
