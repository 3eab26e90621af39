// Package hunt looks for disagreements about programs: between engines, between an
// engine and the explorer, and between Heddle and what a C compiler's program does.
// Everything but the compiler runs in this process, one thing after another. All of it is
// test code.
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
// Verdicts that say that something was left out contradict nothing; how many say more
// than that is counted (Tally), and tests ask for a part of them, or an engine that
// says nothing would never be wrong.
package hunt
