// Package pointsto computes the objects that a pointer may point to. It is an inclusion-based analysis
// (Andersen, "Program analysis and specialization for the C programming language", 1994),
// field-sensitive by byte offsets after Pearce, Kelly, Hankin, "Efficient field-sensitive pointer
// analysis of C", TOPLAS 2007. Along the way it finds the functions that a call through a pointer may
// run, and the threads of the program. Its results are possibilities, never necessities.
//
// Package analyze keeps the result of Analyse for all other analyses (Facts). Package values calls
// AnalyseExact on the assumption that indices do not wrap, which it then checks, package raceproof
// AnalyseWithoutNumbers and AnalyseCoarsely, and package prove/pathproof Apart if pointers may
// lead anywhere. Package model/sequential and its methods call Analyse for the programs that they
// make.
//
// # Contexts
//
// The unit of the analysis is the Node: a function called from one place of one node of one thread. So
// wrappers (malloc, pthread_create, or the program's) distinguish their callers, and heap objects are
// named by node and instruction. A recursive call leads to the node of the same function further up.
// Calls deeper than a limit share one node per function and thread, except those of functions that return
// new objects, and of library functions that copy bytes (allocator.go). The limit is as large as the number of nodes permits. A Thread is a spawn
// instruction of a node; threads that create threads of their own kind share one. Registers are split into
// the values of package ssa; memory is flow-insensitive. A function that is read from a structure gets the
// arguments that are read from the same one (dispatch.go).
//
// # Locations
//
// A pointer's value is a set of locations: an object and an offset, or an offset and a step for all
// offsets that differ by multiples of it (&a[i].f). A cell is a location with a width to which a value
// was stored; a load reads the cells that it overlaps. Offsets never wrap. If the product of an index
// and the size may wrap, the step is the greatest power of two that divides the size. AnalyseExact
// knows indices that are small enough in all executions.
//
// A pointer to which a loop adds a number gets the step at once. A loop that copies bytes from one place to another
// keeps their distances (copying.go).
//
// A set has no location that another one covers: with {a+0+8*} it has no {a+16}. If an object has many
// locations, pointers that move over it get a step, or a smaller one (cover.go). So the order of the work
// may matter for objects with more than maxExact locations, with more than maxOutside locations outside them, or
// with many steps for their size. It matters for no others unless the program has more than maxLocs locations.
//
// Integers carry the locations of the pointers from which they were made, as long as they are only
// moved and copied, also byte by byte, or get other low bits by a constant (tag.go). Any other number
// is Num; converted to a pointer it is Wild, which may point anywhere.
//
// # What is assumed
//
// No access goes beyond its object (that ends the process, semantics 5). No access goes through a null
// pointer, a pointer whose bytes were never written, or a pointer whose object has ended. A store or a
// call through a Wild pointer makes the result Lost, which means that it holds no information.
//
// # Cost
//
// Only new locations move along an edge. Variables that are equal by their definitions, or on a cycle of
// copies, are one variable. The work goes in sweeps through the variables in a topological order. Loads,
// stores and calls wait for the end of the sweeps (order.go). Many locations go along an edge as words of
// bits. The worst case is cubic. An attempt with more than maxWork steps ends, and the next one has calls of
// less depth and few locations of each object. The numbers of nodes and of variables are bounded.
package pointsto
