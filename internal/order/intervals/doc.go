// Package intervals bounds the values of an event graph's terms in all of its executions. It ignores the
// order of executions: it is an abstract interpretation of the terms over intervals. Its results make the
// graph smaller before it is encoded. Variables get fewer bits, conditions that always or never hold become
// constants, and obligations that cannot be violated are removed.
//
// # Place
//
//	event.Graph, Candidates ──Analyse──▶ Result ──Narrow──▶ event.Graph
//
// consistency.Narrow is the only caller. It finds the writes that a read may see
// (consistency.ReadCandidates), passes them as candidates, and returns the narrowed graph to the engine.
//
//	value.go     the domain: an unsigned and a signed interval
//	transfer.go  what operators do to bit-vectors
//	compare.go   what they say about them
//	eval.go      all terms of a graph, arguments first
//	regions.go   which regions the values in a region come from
//	analyse.go   the values of reads, in rounds
//	seen.go      one round: what the writes make of the reads
//	rank.go      rounds in which sums grow no faster than in the program
//	confirm.go   the check of the bounds, by other code
//	ranking.go   the check of bounds that hold by the number of rounds
//	narrow.go    the smaller graph
//
// # Rounds
//
// Let A(r) be a set of values for every read r, not empty. Let F(A)(r) be the values of the writes that r
// may see, as A determines them, and of the initial value if r may see that. If r can see nothing, it is
// any other set. A write depends on the reads below its guard, index and value. A read in its own node does
// not depend on its guard, which may depend on how the node ends, and is ignored then.
//
// The rank of an executed read is 1 if its index depends on no read, and it sees the initial value or a
// write that depends on none. Else it is one more than the greatest rank of the executed reads among these,
// at least 2. Reads-from and program order are acyclic together. So each step down from a rank visits
// another write, or another index, that depends on reads from outside its node or inside. Ranks are at most
// one more than the number of these writes and indices.
//
// Claim: if A has the values of reads of rank 1, executed reads of rank at most k have values in Fⁿ(A) for
// all n ≥ k-1. By induction: the value of such a read depends on executed reads of smaller rank, whose
// values are in Fⁿ⁻¹(A), and on reads that are not executed. Those do not influence the execution, so they
// may have any value in the sets, which are not empty.
//
// So as many rounds of F as there are such writes and indices give all values of executed reads: no
// widening is needed, and sums that grow in each step end where the program ends. Rounds stop earlier at a
// fixed point. Regions are treated in the order in which values flow, one strongly connected component
// after the other, so that rounds count writes of the component only.
//
// If rounds would cost too much, bounds that still grow are given up until F(A) ⊆ A, which contains the
// values of all ranks.
//
// If a read is unknown after that, the rounds are done again with ranks of writes. The rank of a write is
// one more than those of the reads below its value, guard and index. It also counts earlier writes of its
// thread whose values are below these and which are executed if it is. A read has the rank of the write it
// sees. Each step down still visits another write, so the number of rounds is the same. In each round, a
// value is computed from the earlier values below it as they were before the round (rank.go).
//
// # Confirmation
//
// After each analysis, other code checks the bounds and decides whether Narrow may use them. Bounds of a
// fixed point are checked by one evaluation of all terms and reads. Bounds that hold by the number of
// rounds are no fixed point. There the check does all rounds again, plainly, and computes their number by
// itself. The analysis gives up bounds whose check would cost too much. Rejected bounds mean a fault of
// this package: the graph stays as it is, and Result.Rejected returns the reason.
//
// # Narrowing
//
// A read that is not executed may have any value, so the new graph may demand that its value is in its set
// too. Every model of the narrowed graph is then one of the graph, and every execution is a model of the
// narrowed one.
//
// The domain is that of Cousot and Cousot, "Static determination of dynamic properties of programs", ISOP
// 1976. The flow through reads-from is that of Miné, "Static analysis of run-time errors in embedded
// critical parallel C programs", ESOP 2011, without its widening.
package intervals
