package fromefsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Deadlock tells the signals for deadlocks (semantics 11) apart.
type Deadlock uint8

// The signals.
const (
	NoDeadlock Deadlock = iota
	// Apparent: there is a set of blocked threads that no running thread outside the set could unblock,
	// unless a thread later unlocks a lock that it does not own.
	Apparent
	Last  // there is a deadlock before the step that ends the process
	Whole // all threads are finished or blocked, and some are blocked
)

// deadlocks adds bad signals for deadlocks. Whole and Last hold only in final states, which reductions
// preserve: each set J has a step if any thread has one, and is persistent; and the end of the process
// conflicts with every step.
func (b *builder) deadlocks() {
	n := len(b.System.Threads)
	var left, set []bitblast.Edge // left: by thread, from 0: it is alive and not finished; set: it is in the set
	by := make([][]bitblast.Edge, n-1)
	running := bitblast.True
	if b.over >= 0 {
		running = b.Circuit.Latches[b.over].Edge.Not()
	}
	for i := 1; i < n; i++ {
		t := &b.System.Threads[i]
		alive := running
		if t.Alive != 0 {
			alive = b.graph.And(alive, b.vars[t.Alive][0])
		}
		left = append(left, b.graph.And(alive, b.vars[t.Done][0].Not()))
		var blocked []bitblast.Edge
		by[i-1] = slices.Repeat([]bitblast.Edge{bitblast.False}, n-1)
		for c := 1; c < len(t.States); c++ {
			waits := b.graph.And(b.graph.And(alive, b.at[i][c]), b.blaster.Edge(t.States[c].Enable).Not())
			for _, k := range t.States[c].Blocked {
				holds := b.graph.And(waits, b.blaster.Edge(k.When))
				blocked = append(blocked, holds)
				for j := range by[i-1] {
					if k.By == 0 || int(k.By) == j+1 {
						by[i-1][j] = circuit.Or(b.graph, by[i-1][j], holds)
					}
				}
			}
		}
		set = append(set, circuit.Or(b.graph, blocked...))
	}
	whole := circuit.Or(b.graph, set...)
	for i, blocked := range set {
		whole = b.graph.And(whole, b.graph.And(left[i], blocked.Not()).Not())
	}
	for range set { // each round except the last removes a thread
		next := slices.Clone(set)
		for i := range set {
			for j := range set {
				next[i] = b.graph.And(next[i], b.graph.And(by[i][j], b.graph.And(left[j], set[j].Not())).Not())
			}
		}
		set = next
	}
	some := circuit.Or(b.graph, set...)
	target := Target{Thread: 1, State: b.System.Threads[1].Entry, Obligation: -1, Mark: -1}
	for k, holds := range []bitblast.Edge{Apparent: some, Last: b.graph.And(some, circuit.Or(b.graph, b.ends...)), Whole: whole} {
		if target.Deadlock = Deadlock(k); k > 0 {
			b.bad(target, holds)
		}
	}
}
