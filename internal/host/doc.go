// Package host is the door of the packages about the machine that Heddle runs on.
// They know nothing of programs, formulas or verdicts.
//
//	child    runs a command as a process of its own, with limits on time and memory
//	cputime  reports the processor's name and the processor time that this process used
//	pattern  compiles regular expressions at their first use
//	raise    ends a recursive parser at its first error
//
// Every other room may import this one.
package host
