// Package analysis has what can be said about a program without executing it, computed
// once for all who ask (Facts). Each analysis is a package. Facts hands out the results of
// loops (await loops, orders of blocks), ssa (which definition an operand
// sees), pointsto (which objects a pointer may point to). The proofs rest on Facts: raceproof
// (which accesses cannot race), lockorder (that there is no deadlock), values (what
// variables can hold), layout (where it matters where objects lie).
package analysis
