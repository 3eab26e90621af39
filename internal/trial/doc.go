// Command trial runs `heddle check` as a new user would, on the real programs of
// ../shared/real, and prints tables in Markdown of what such a user gets. It is run by
// scripts/trial; docs/trial.md says how, and has the figures.
//
// A directory, the kit, has what the programs' authors do not publish:
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
//	hint     of answers that are not useful: the same with what the answer suggests, for
//	         twice the time; where it is more time, that is all there is
//	planted  of bounded answers: assert(0) at the beginning of each thread's routine, one at
//	         a time. Heddle has to find it or to say that it was not reached
//	seeds    programs with bugs, for twice the time, beside the same without
//	first    of programs with a violation: the property of the first one alone
//
// An answer is useful if it shows a violation that a reader calls true, or if it is safe or
// bounded about every property, with no check that was not reached. A violation that nobody
// has read, is disputed or false makes no answer useful.
//
// Runs are processes of their own. What they say is kept in a table, a line for each, from
// which another run of trial goes on, and from which alone the reports are made: another
// read.csv costs nothing. Programs are changed in temporary copies only.
package main
