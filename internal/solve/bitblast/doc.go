// Package bitblast owns the way from terms to clauses: circuits for all
// operators, an and-inverter graph, its encoding as CNF, lemmas for arrays,
// and the way back from values of variables to values of terms. It
// stands above term and sat; of sat it uses the literals only. It never
// solves: clauses go into a Sink, values come in through a function.
//
// Package solver gives it the terms of queries. The packages below
// model/circuit build graphs and encode them.
//
// # In the order of the data
//
//	term.ID ──Blaster──▶ []Edge ──Encoder──▶ clauses ──▶ Sink
//	        (circuits)    (Graph)
//
//	Gates     the algebra circuits are written over: one divider serves
//	          booleans in tests and the graph in production
//	Graph     and-inverter graph: structural hashing, two-level rewriting
//	Encoder   cones of the graph as clauses, by polarity, each node once
//	Blaster   words of terms as edges; owner of graph, encoder and reads
//	Refine    the check of a candidate model against the array axioms
//
// A newcomer reads gates.go, adder.go, graph.go, rewrite.go, cnf.go, blast.go
// and array.go in this order.
//
// # Invariants
//
//   - Words are slices of edges, least significant bit first. A term has its
//     edges from the first use on; they never change. Bool terms have one.
//   - Everything is incremental: a second use of a term costs a look-up, new
//     clauses are written for new cones and missing polarities only.
//   - A model is read from inputs only: with one-sided encoding, variables of
//     inner nodes need not have the value of their function.
//   - A satisfying assignment of the clauses is a model of the asserted terms
//     once Refine adds nothing.
//
// # Cost
//
// Linear in the gates built; a multiplier or divider of width n has O(n²) gates, everything else O(n
// log n) or less. The exception is the remainder of floats, a long division over the range of
// exponents. A node takes 9 bytes, its hash slot 8 to 16, its variable and polarities 5. Refine is
// linear in the graph per call and does nothing in formulas without arrays.
//
// Floats, in thousands of gates (BenchmarkFloats; clauses are 1.5 times as many):
//
//	          add   mul   div  sqrt   fma  round  rem
//	float     2.6   7.6   9.7   5.7    11    1.4  105
//	double    5.7    34    40    21    41    3.2  1722
//
// # Papers
//
// Brummayer, Biere, "Local two-level And-Inverter Graph minimization without
// blowup", MEMICS 2006 (rewrite.go); Tseitin 1968 and Plaisted, Greenbaum 1986
// (cnf.go); Schulte et al., IEEE Trans. Computers 2000 (multiply.go); Brummayer,
// Biere, "Lemmas on demand for the extensional theory of arrays", JSAT 2009
// (array.go); Brain, Schanda, Sun, TACAS 2019 (float.go). Deviations stand in the files.
package bitblast
