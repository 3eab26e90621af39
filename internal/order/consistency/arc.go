package consistency

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// ArcKind is the reason why one node comes before another.
type ArcKind uint8

// The kinds of arc. Program order is not among them: it is Node.Thread and
// Node.Index.
const (
	Sync ArcKind = iota // an edge of the graph: create, join
	LO                  // First, a release, precedes Second, an acquire of the same lock
	RF                  // First, a write, is the write that Second, a read, sees
	WS                  // First and Second are writes of one granule, in this order
	FR                  // First, a read, sees the initial value, which Second overwrites
	Last                // First, a write, comes before Second, a read that sees the last one
	SO                  // From precedes To, where happens-before depends on it
	HB                  // From happens before To: not nodes, but vertices behind them (happens.go)
	CO                  // as WS, in a weak region: no order of nodes (weak.go)
)

var arcKindNames = [...]string{"sync", "lo", "rf", "ws", "fr", "last", "so", "hb", "co"}

// String returns the kind as the literature writes it.
func (k ArcKind) String() string { return arcKindNames[k] }

// ArcID indexes Relations.Arcs.
type ArcID int32

// Arc is a pair of nodes that are in this order in every execution in which
// Term holds. From-read arcs that begin at a write are not listed, there would
// be cubically many: they are
//
//	rf(w, r) ∧ ws(w, w') ⇒ r → w'   unless r and w' are in one node.
//
// Only those of reads of an initial value, which have no other write between,
// are arcs themselves.
type Arc struct {
	Kind     ArcKind
	From, To event.NodeID // different; of HB vertices of happens-before
	// First and Second are the events that give the arc its meaning; zero for
	// Sync, SO and HB.
	First, Second event.ID
	// Term is a Bool: a variable, or the conjunction of one with the conditions for the arc to be possible
	// (both writes are executed, at the same index, …).
	Term term.ID
	// Must reports that From comes before To in any case: by program order, creation, join or, if Term
	// holds, by the LO arcs of two sections that contain them. Such an arc orders nothing; it is listed for
	// the from-reads that follow.
	Must bool
}

// Relations are the arcs that the executions of a graph may have.
//
//	LO    per pair of sections of a lock and release of the first
//	RF    at most one per write and read, for reads that may see the write
//	WS    two per unordered pair of writes that may be executed at one index, if a read
//	      may see one of them; at most one of the two holds. One arc if it is Must:
//	      then Term says of Second only that it is executed
//	FR    per read that may see the initial value and write that may follow
//	Last  per read of a final node and write of another that it may see
//	Sync  per edge of the graph that is not in program order
//	SO    two per pair of nodes whose order matters to happens-before
//	HB    see happens.go
//	CO    see weak.go
//
// Arcs of one kind up to Last are adjacent, in the order Sync, LO, RF, WS, FR, Last, with CO among WS;
// SO and HB follow. Terms of
// different arcs may be equal, or each other's negation.
type Relations struct {
	Graph *event.Graph
	Must  *Must
	Arcs  []Arc
	// Acquire gives the read at the beginning of the section that a release ends. The release is the First
	// of an LO arc.
	Acquire map[event.ID]event.ID
	// From lists, per event that is a write, the RF and WS arcs whose First it
	// is, ascending; empty for reads.
	From [][]ArcID
	// Into lists, per event that is a read, the RF arcs whose Second it is.
	Into [][]ArcID

	vertices int              // nodes and vertices of happens-before
	chains   [][]event.NodeID // of these: those of a thread, release heads alone
	breaks   []sequenceBreak

	weak    []bool               // by region, with Options.Model: it is weak
	initial map[event.ID]term.ID // by read of a weak region: it sees the initial value
}

// Vertices returns the number of nodes and of the vertices numbered after them: the ends of arcs.
func (r *Relations) Vertices() int { return max(r.vertices, len(r.Graph.Nodes)) }

// Chains returns the lists of nodes in a fixed order: the nodes of each thread, then the chains of vertices
// of happens-before.
func (r *Relations) Chains() [][]event.NodeID {
	var list [][]event.NodeID
	for t := range r.Graph.Threads {
		list = append(list, r.Graph.Threads[t].Nodes)
	}
	return append(list, r.chains...)
}
