// Command trial runs `heddle check` as a new user would, on the real programs of ../shared/real. It
// prints tables of the results in Markdown. scripts/trial runs it; lab/trial.md describes it and has
// the figures.
//
// A directory, the kit, has the data that the programs' authors do not publish:
//
//	programs.csv  each program: how it is checked, with the files and macros of its own build;
//	              kind main is as published, kind harness a library under a main of ours
//	harness/      these mains, of 30 lines at most
//	read.csv      what a reader said of each violation: true, false or disputed, and why
//	seeds.csv     bugs put into programs, a line for each edit, and the property that they violate
//
// Parts of a trial are
//
//	asis     the command without any flag
//	hint     after answers that are not useful: the same with the suggested flags, for
//	         twice the time; if the suggestion is more time, for twice the time only
//	planted  after bounded answers: assert(0) at the beginning of each thread's routine, one at
//	         a time. Heddle has to find it or to report that it was not reached
//	seeds    programs with bugs, for twice the time, and the same programs without them
//	first    of programs with a violation: the property of the first violation alone
//
// The answer for a program is useful if it shows a violation that a reader judged true. It is also
// useful if every property is safe or bounded and every check was reached, or if its race report proves
// 60 % of the pairs of accesses and lists the others as suspects. A violation that is unread, disputed
// or false does not make an answer useful.
//
// Runs are processes of their own. Their results are kept in a table, a line for each run. Another
// trial continues from the table, and reports depend on the table only. So a changed read.csv needs no
// new runs. Programs are changed in temporary copies only.
package main
