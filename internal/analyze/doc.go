// Package analyze provides facts about a program without executing it. Facts computes each fact once
// and shares it. Each analysis is a package. Facts holds the results of loops (await loops, orders of
// blocks), ssa (the definition that an operand refers to) and pointsto (the objects that a pointer may
// point to). wakeup reports waits that test no condition again. Proofs use Facts: raceproof (accesses that cannot race), lockorder (absence of deadlocks),
// values (possible values of variables), layout (dependence on the addresses of objects), callbacks
// (functions that undefined functions may call). threadproof is the form of the proofs of values. No
// analysis changes the program. Package drive/check makes the Facts of a program and passes them to the
// engines. These pass them on to unwind, fromir and interp.
package analyze
