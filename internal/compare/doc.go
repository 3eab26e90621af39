// Package compare owns the published experiments that Heddle repeats: which cells
// each has, and what its tables and figures are. It sits above the public
// interface in the house, but runs `heddle` as a process for each cell; the rooms
// below it do the work:
//
//   - cell runs cells and keeps their results;
//   - fit fits laws of growth;
//   - plot draws figures;
//   - page lays out tables and figures as text and as HTML.
//
// An Experiment is a value. The command makes one, runs its cells, and writes the
// report of all results that are there, so that a report can be had at any time.
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
//
// A Survey lays out several experiments together: features of their questions, measured once and kept,
// say for which of them a method is the better one.
//
// Methods that the command does not know have no cells: tables show them as absent.
package compare

import (
	"github.com/heddle-mc/heddle/internal/compare/cell"
	"github.com/heddle-mc/heddle/internal/compare/page"
)

// Experiment is a published experiment.
type Experiment struct {
	Sheet cell.Sheet
	Cells []cell.Cell
	// Report lays out the results of the sheet that there are.
	Report func([]cell.Result) *page.Page
	// Wrong lists the results that contradict what is known of the programs, for
	// people; nil: nothing is known.
	Wrong func([]cell.Result) []string
	// Answers lists what methods say of questions that several of them are asked.
	Answers func([]cell.Result) []Answer
}

// none is the solver of methods that have none, and what else there is none of.
const none = "-"
