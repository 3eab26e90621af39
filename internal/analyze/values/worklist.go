package values

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// worklist holds the stretches that have to be walked. A thread is walked until nothing more is known of it,
// then the next one. In a thread a called function comes before the code behind the call, and a block before
// its successors. So most stretches are walked when all that leads there is known, and few states grow in
// small steps.
type worklist struct {
	threads [][]turn // by thread, the next stretch last
	now     pointsto.ThreadID
}

// turn is the position of a stretch in the order of control.
type turn struct {
	rank, block int
	at          pointsto.At
}

func (x turn) compare(y turn) int {
	return -cmp.Or(x.rank-y.rank, x.block-y.block, x.at.Instr-y.at.Instr)
}

// add adds a stretch of a thread, unless it is there.
func (q *worklist) add(t pointsto.ThreadID, x turn) {
	if i, found := slices.BinarySearchFunc(q.threads[t], x, turn.compare); !found {
		q.threads[t] = slices.Insert(q.threads[t], i, x)
	}
}

// next removes the next stretch, if there is one.
func (q *worklist) next() (at pointsto.At, ok bool) {
	for range q.threads {
		if list := q.threads[q.now]; len(list) > 0 {
			last := len(list) - 1
			q.threads[q.now] = list[:last]
			return list[last].at, true
		}
		q.now = (q.now + 1) % pointsto.ThreadID(len(q.threads))
	}
	return at, false
}

// turn returns the position of a stretch.
func (a *solver) turn(at pointsto.At) turn {
	return turn{a.ranks[at.Node], a.liveIn(a.pts.View(at.Node)).ranks[at.Block], at}
}

// rankNodes numbers the nodes: callees before their callers, threads in the order of their creation.
func rankNodes(pts *pointsto.Result) []int {
	callees := make([][]pointsto.NodeID, len(pts.Nodes))
	for n := range pts.Nodes {
		for _, c := range pts.Nodes[n].Callers {
			callees[c.Node] = append(callees[c.Node], pointsto.NodeID(n))
		}
	}
	ranks, count := make([]int, len(pts.Nodes)), 0
	var visit func(n pointsto.NodeID)
	visit = func(n pointsto.NodeID) {
		if ranks[n] != 0 {
			return
		}
		ranks[n] = -1
		for _, callee := range callees[n] {
			visit(callee)
		}
		count++
		ranks[n] = count
	}
	for t := 1; t < len(pts.Threads); t++ {
		visit(pts.Threads[t].Root)
	}
	return ranks
}
