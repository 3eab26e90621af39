// Package compare defines the published experiments that Heddle repeats: their cells, tables and
// figures. It judges no program itself: it runs `heddle` as a process for each cell. The packages below it do
// the work:
//
//   - cell runs cells and keeps their results;
//   - fit fits laws of growth;
//   - plot draws figures;
//   - page lays out tables and figures as text and as HTML.
//
// An Experiment is a value. Command heddle compare creates an Experiment, runs its cells, and writes a report of
// all results so far. So a report is possible at any time.
//
// # Experiments
//
//   - Translations: Ghafari, Hu, Rakamarić, "Context-Bounded Translations for
//     Concurrent Software: An Empirical Evaluation", SPIN 2010.
//   - LazyToken: Table 4 of Ganai, Gupta, "Efficient Modeling of Concurrent Systems in
//     BMC", SPIN 2008.
//   - Circuits: section 5 of Kahlon, Gupta, Sinha, "Symbolic Model Checking of
//     Concurrent Programs Using Partial Orders and On-the-Fly Transactions", CAV 2006.
//   - Interleavings: the evaluation of Cordeiro, Fischer, "Verifying Multi-threaded Software
//     using SMT-based Context-Bounded Model Checking", ICSE 2011, as slides have it.
//   - MemoryUnwinding: Table 1 of Tomasco, Inverso, Fischer, La Torre, Parlato,
//     "Verifying Concurrent Programs by Memory Unwinding", TACAS 2015.
//   - Proofs: the proofs without a bound that the engines of Circuits find on other programs.
//
// A Survey reports several experiments together. It measures features of their questions once and keeps
// them. The features show for which questions a method is better.
//
// Methods that the command does not support have no cells; tables show them as absent.
package compare

import (
	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
)

// Experiment is a published experiment.
type Experiment struct {
	Sheet cell.Sheet
	Cells []cell.Cell
	// Report creates the report of the results of the sheet so far.
	Report func([]cell.Result) *page.Page
	// Wrong lists, as text, the results that contradict the known verdicts of the programs; nil: no
	// verdicts are known.
	Wrong func([]cell.Result) []string
	// Answers lists the methods' answers to common questions: at least two methods answer each.
	Answers func([]cell.Result) []Answer
}

// none stands for the solver of methods without one, and for other absent values.
const none = "-"
