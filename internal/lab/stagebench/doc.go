// Command stagebench measures `heddle check --engine order --property assert` on
// programs that grow with a number, and prints tables in Markdown. It is run by
// scripts/bench-stages; lab/performance.md shows and explains its figures.
//
// The programs are C text under programs/, written with macros for their sizes.
// There are four parts:
//
//	families  programs with a bar: a time within which the right verdict is due
//	stages    programs in several sizes: time and size of every stage, and the
//	          exponents with which they grow
//	limits    programs that want more memory or time than they may have
//	growth    generated programs of 5 000 to 40 000 lines, for race proofs; not by default
//
// Every check is a process of its own. Its times are processor seconds (user and
// system, all threads), which other work on the machine disturbs less than wall
// time; the wall time is shown beside them. The stages report wall time: it is
// scaled by the process's share of a processor, which assumes that the share was
// even. With several runs of one check the median counts. Peak memory is the
// largest resident set that the system reports (package child).
//
// A verdict that contradicts the known one fails the command, after the tables.
package main
