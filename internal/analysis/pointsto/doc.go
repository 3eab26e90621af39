// Package pointsto owns the question which objects a pointer may point to: an
// inclusion-based analysis (Andersen, "Program analysis and specialization for the
// C programming language", 1994), field-sensitive by byte offsets after Pearce,
// Kelly, Hankin, "Efficient field-sensitive pointer analysis of C", TOPLAS 2007.
// It decides which functions a call through a pointer may run and which threads a
// program has on the way. It never says that something must happen.
//
// # Contexts
//
// The unit of the analysis is the Node: a function called from one place of one
// node of one thread, so that wrappers (malloc, pthread_create, a program's own)
// keep their callers apart, and heap objects are named by node and instruction.
// A recursive call goes to the node of the same function further up; calls deeper
// than a limit share one node per function and thread. The limit is as large as
// the number of nodes allows. A Thread is a spawn instruction of a node; threads
// that create threads of their own kind share one. Registers are split into the
// values of package ssa; memory is flow-insensitive.
//
// # Locations
//
// A pointer's value is a set of locations: an object and an offset, or an offset
// and a step for all offsets that differ by multiples of it (&a[i].f). A cell is a
// location that something was stored to, with a width; a load sees the cells that
// it overlaps. Offsets wrap nowhere: where an index may be so large that its
// product with the size wraps, the step is the greatest power of two in it, unless it is known
// that it is not so large in any execution (AnalyseExact).
//
// Integers carry the locations of the pointers that they were made from, as long
// as they are only moved and copied, byte by byte too, or get other low bits by a
// constant (tag.go). Any other number is Num:
// made into a pointer, it is Wild, which may point anywhere.
//
// # What is assumed
//
// No access goes beyond its object (it ends the process, semantics 5), none goes
// through a null pointer, through a pointer whose bytes were never written, or
// whose object's life is over. A store or a call through a Wild pointer makes the
// result Lost: it says nothing then.
//
// Cost: cubic in the worst case; the numbers of nodes and of variables are bounded.
package pointsto
