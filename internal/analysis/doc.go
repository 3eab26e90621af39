// Package analysis is the house of the static analyses, a package each: what can
// be said about a program without executing it. A package may use those before it:
// loops (loops and await loops), ssa (which definition an operand sees), pointsto
// (which objects a pointer may point to), raceproof (which accesses cannot race).
package analysis
