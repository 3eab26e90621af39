// Package acyclic keeps a directed graph over integers free of cycles while
// edges come and go in the order of a stack. It is the pure half of the
// memory-order theory: it says which nodes reach which, which edge would close
// a cycle, and which labels stand on a lightest path. It knows neither memory
// nor SAT and imports nothing of Heddle.
//
// Package order/consistency is its only user: the propagator there adds an
// edge for each arc that the SAT solver assigns.
//
// # The graph
//
// Nodes are dense integers from 1, partitioned into chains of consecutive nodes. Each node has an
// implicit edge to the next of its chain. For the theory a chain is a thread, so that program order
// costs nothing; a node outside all threads is a chain of its own. Every other edge is inserted with a
// label, which identifies it to the caller, and a weight. The weight is the number of reasons that the
// label stands for; paths of small weight are preferred. Several edges may join the same nodes.
//
//	graph.go   the data and the queries       level.go  backtracking
//	insert.go  a new edge and what follows    path.go   lightest paths
//
// # Reachability by chains
//
// For each chain c and node x, last(c, x) is the last node of c that reaches x. A node that reaches x
// reaches the rest of x's chain, and all nodes of c up to last(c, x) reach x. So this table is the
// whole transitive closure in (number of chains) · (number of nodes) words:
//
//	chain 1   1 → 2 → 3 → 4          last(1, ·) on 5 6 7: 0 2 2
//	              ↓                  last(2, ·) on 1 2 3 4: none
//	chain 2   5 → 6 → 7
//
// Rows of the table are nondecreasing along a chain. An edge u → v closes a cycle iff v ≤ last(chain of
// v, u). Otherwise last(c, v) rises to last(c, u) for every c, along the chain of v until a node that
// already knew, and from the nodes passed through their inserted edges. The entries that rise form runs
// of equal values, and a run is one record of the log (a [Change]). The log serves two purposes. Read
// forwards, it names every newly connected pair of nodes exactly once; from these the theory finds
// edges that would now close a cycle. Read backwards, it undoes the insertion.
//
// # Cost
//
// Queries take constant time. An insertion takes time proportional to the
// number of chains, plus table entries that rise, plus inserted edges that
// leave the nodes where they do; backtracking takes less than that. Nothing
// allocates once the slices have grown. Path visits only nodes between its
// ends.
//
// # Why not a maintained topological order
//
// The usual structure for incremental cycle detection is a topological order
// repaired in the affected region of each insertion (Pearce, Kelly: A Dynamic
// Topological Sort Algorithm for Directed Acyclic Graphs, JEA 2006) or levels
// searched from both ends (Bender, Fineman, Gilbert, Tarjan: A New Approach to
// Incremental Cycle Detection and Related Problems, TALG 2016). An order of n
// nodes makes an insertion that agrees with it free, but answers only the
// question whether a cycle exists. The theory asks after each insertion which
// of its undecided edges would close one, and whether one node must precede
// another; with an order alone each such answer is a search through ancestors
// and descendants. Events come in few long chains, and there the closure is
// small enough to be kept (Tunç, Deshmukh, Çirisci, Enea, Pavlogiannis: CSSTs: A
// Dynamic Data Structure for Partial Orders in Concurrent Execution Analysis,
// ASPLOS 2024, use the same decomposition with trees in place of rows; the
// idea of a row per chain is Jagadish's, TODS 1990). The amortised bounds of
// both order algorithms are lost under backtracking anyway.
//
// One-letter names of this package: u, v, x nodes; c a chain; e an edge.
package acyclic
