package values

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// worklist holds the stretches that have to be walked. The nodes with stretches take turns, and in a node a
// block comes before its successors. So most stretches are walked when all that leads there is known, and few
// states grow in small steps.
type worklist struct {
	nodes [][]turn // by node, the next stretch last
	queue []pointsto.NodeID
}

// turn is the position of a stretch in the order of control.
type turn struct {
	rank int // of its block
	at   pointsto.At
}

func (x turn) compare(y turn) int { return -cmp.Or(x.rank-y.rank, x.at.Instr-y.at.Instr) }

// add adds a stretch, unless it is there.
func (q *worklist) add(x turn) {
	list := q.nodes[x.at.Node]
	if len(list) == 0 {
		q.queue = append(q.queue, x.at.Node)
	}
	if i, found := slices.BinarySearchFunc(list, x, turn.compare); !found {
		q.nodes[x.at.Node] = slices.Insert(list, i, x)
	}
}

// next removes the next stretch, if there is one.
func (q *worklist) next() (at pointsto.At, ok bool) {
	if len(q.queue) == 0 {
		return at, false
	}
	n := q.queue[0]
	list := q.nodes[n]
	last := len(list) - 1
	q.nodes[n], q.queue = list[:last], q.queue[1:]
	if last > 0 {
		q.queue = append(q.queue, n)
	}
	return list[last].at, true
}
