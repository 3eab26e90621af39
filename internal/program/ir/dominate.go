package ir

// Dominators is the dominator tree of the reachable blocks of a function: a block dominates another if
// every path from the entry to the other passes it.
type Dominators struct {
	// Order lists the blocks that control can reach, in reverse post-order.
	Order []BlockID

	place []int32   // by block: in Order, from 1; 0: control cannot reach it
	up    []BlockID // by block: the nearest other block that dominates it; the entry's is itself
}

// Dominators computes the tree (Cooper, Harvey, Kennedy: A Simple, Fast Dominance
// Algorithm, 2001).
func (f *Func) Dominators() *Dominators {
	d := &Dominators{Order: f.ReversePostorder(), place: make([]int32, len(f.Blocks)), up: make([]BlockID, len(f.Blocks))}
	preds := make([][]BlockID, len(f.Blocks))
	for i, b := range d.Order {
		d.place[b] = int32(i + 1)
		for _, to := range f.Blocks[b].Term.Targets {
			preds[to] = append(preds[to], b)
		}
	}
	d.up[1] = 1
	for changed := true; changed; {
		changed = false
		for _, b := range d.Order[1:] {
			var up BlockID
			for _, p := range preds[b] {
				switch {
				case d.up[p] == 0:
				case up == 0:
					up = p
				default:
					up = d.meet(up, p)
				}
			}
			if d.up[b] != up {
				d.up[b], changed = up, true
			}
		}
	}
	return d
}

// meet returns the nearest block that dominates both.
func (d *Dominators) meet(a, b BlockID) BlockID {
	for a != b {
		for d.place[a] > d.place[b] {
			a = d.up[a]
		}
		for d.place[b] > d.place[a] {
			b = d.up[b]
		}
	}
	return a
}

// Place returns a block's place in Order, from 1; 0: control cannot reach it.
func (d *Dominators) Place(b BlockID) int { return int(d.place[b]) }

// Parent returns the nearest other block that dominates a block that control can
// reach; the entry's is itself.
func (d *Dominators) Parent(b BlockID) BlockID { return d.up[b] }

// Dominates reports whether every path from the entry to block b, which must be reachable, passes
// block a, which may be b.
func (d *Dominators) Dominates(a, b BlockID) bool {
	for d.place[b] > d.place[a] {
		b = d.up[b]
	}
	return a == b
}

// SideEntry returns an edge of a loop that may also be entered elsewhere; 0, 0 means that there is
// none and the control flow is reducible. (Hecht, Ullman: Characterizations of Reducible Flow Graphs,
// J. ACM 1974: it is if and only if every edge that goes back in a depth-first search goes to a
// dominator.)
func (f *Func) SideEntry() (from, to BlockID) {
	d := f.Dominators()
	for _, b := range d.Order {
		for _, to := range f.Blocks[b].Term.Targets {
			if d.place[to] <= d.place[b] && !d.Dominates(to, b) {
				return b, to
			}
		}
	}
	return 0, 0
}
