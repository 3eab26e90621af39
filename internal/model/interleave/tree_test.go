package interleave

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"
)

var errEnough = errors.New("enough nodes")

// enough is a context that ends when a tree has a number of nodes.
type enough struct {
	context.Context
	tree *Tree
	most int
}

func (e enough) Err() error {
	if e.tree.stats.Tree >= e.most {
		return errEnough
	}
	return nil
}

// heap returns the number of bytes in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// grown returns a tree of a number of nodes, with its solver, which also uses memory, and the time for
// it.
func grown(t testing.TB, text string, nodes int) (*Tree, time.Duration) {
	t.Helper()
	g, s := unwound(t, text, 1)
	tree := NewTree(Prepare(g, nil), s, 0)
	tree.seen = nil
	begun := time.Now()
	if found, _ := tree.Search(enough{context.Background(), tree, nodes}); found != nil || tree.Stats().Tree != nodes {
		t.Fatalf("found %v with %d nodes, expected nothing with %d", found, tree.Stats().Tree, nodes)
	}
	return tree, time.Since(begun)
}

// TestTreeMemory: ten thousand nodes fit in 200 MB, including the program and the solver.
func TestTreeMemory(t *testing.T) {
	before := heap()
	tree, _ := grown(t, adders(6, "input != 7 || sum == 6"), 10_000)
	if held := int64(heap()) - int64(before); held > 200<<20 {
		t.Errorf("%d MB, expected at most 200", held>>20)
	}
	runtime.KeepAlive(tree)
}

// BenchmarkTree measures the cost of a node of the reachability tree, for different numbers of
// operations before its parent.
func BenchmarkTree(b *testing.B) {
	for _, sections := range []int{0, 100, 400} {
		b.Run(fmt.Sprintf("sections=%d", sections), func(b *testing.B) {
			const nodes = 10_000
			var took time.Duration
			var held uint64
			var before int
			for range b.N {
				empty := heap()
				tree, long := grown(b, addersBehind(sections, 6, "sum == 6"), nodes)
				took, held, before = took+long, held+heap()-empty, len(tree.p.g.Threads[1].Nodes)
				runtime.KeepAlive(tree)
			}
			b.ReportMetric(float64(took.Nanoseconds())/float64(nodes*b.N), "ns/node")
			b.ReportMetric(float64(before), "operations-of-main")
			b.ReportMetric(float64(held)/float64(b.N<<20), "MB")
		})
	}
}
