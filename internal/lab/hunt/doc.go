// Package hunt looks for disagreements about programs: between engines, between an engine and the
// explorer, and between Heddle and the behaviour of a compiled program. Everything but the compiler
// runs in this process, one step after another. All of it is test code, which .ci/run, scripts/nightly
// and scripts/hunt run.
//
//	text ──▶ Subject ──Judge, per engine and property──▶ Answers ──▶ Findings
//	                └─Observe: gcc, random delays──▶ what happened ─────▲
//
// A finding is
//
//   - a contradiction: a violation that replays against a proof of safety;
//   - a claim: a violation whose trace does not replay;
//   - a failure: an error or a panic;
//   - a lie: a proof of safety of what the compiled program was seen to violate, or another
//     output than that of the interpreter.
//
// Verdicts with a bound or a reason contradict no other verdict. Tally counts the definite ones, and
// tests demand a share of them: otherwise an engine without any definite verdict would always pass.
package hunt
