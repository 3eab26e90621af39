package consistency

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// weaver builds event graphs of straight-line threads over scalar variables.
type weaver struct{ *event.Graph }

const weaverWidth = 32

// newWeaver returns a graph with a thread main that spawns the given number of
// threads, and variables with initial values.
func newWeaver(threads int, init ...uint64) weaver {
	w := weaver{&event.Graph{
		Terms: term.New(term.Options{}), Threads: make([]event.Thread, 2+threads),
		Nodes: make([]event.Node, 1), Events: make([]event.Event, 1), Regions: make([]event.Region, 1),
	}}
	for _, v := range init {
		w.Regions = append(w.Regions, event.Region{Width: weaverWidth, Count: 1, Init: w.constant(v)})
	}
	for t := event.ThreadID(2); int(t) < len(w.Threads); t++ {
		n := w.node(1, event.Spawn)
		w.Nodes[n].Child = t
		w.Threads[t].Parent, w.Threads[t].Spawn = 1, n
	}
	return w
}

func (w weaver) constant(v uint64) term.ID {
	return w.Terms.Const(term.Word{Lo: v}, weaverWidth)
}

func (w weaver) node(t event.ThreadID, kind event.NodeKind) event.NodeID {
	n := event.NodeID(len(w.Nodes))
	first := event.ID(len(w.Events))
	w.Nodes = append(w.Nodes, event.Node{Thread: t, Index: int32(len(w.Threads[t].Nodes)), Kind: kind,
		Guard: term.True, Step: term.True, First: first, Last: first})
	th := &w.Threads[t]
	if len(th.Nodes) == 0 && th.Spawn != 0 {
		w.Edges = append(w.Edges, event.Edge{From: th.Spawn, To: n, Guard: term.True})
	}
	th.Nodes = append(th.Nodes, n)
	return n
}

func (w weaver) event(t event.ThreadID, kind event.EventKind, variable int, value term.ID) {
	n := w.node(t, event.Access)
	w.Events = append(w.Events, event.Event{Node: n, Kind: kind, Region: event.RegionID(1 + variable),
		Guard: term.True, Value: value})
	w.Nodes[n].Last++
}

// read adds a read of a variable and returns the value.
func (w weaver) read(t event.ThreadID, variable int) term.ID {
	v := w.Terms.Var("r", term.BV(weaverWidth))
	w.event(t, event.Read, variable, v)
	return v
}

func (w weaver) write(t event.ThreadID, variable int, value term.ID) {
	w.event(t, event.Write, variable, value)
}

// join lets main wait for a thread.
func (w weaver) join(t event.ThreadID) {
	end := w.node(t, event.ThreadEnd)
	w.Threads[t].End = end
	w.Edges = append(w.Edges, event.Edge{From: end, To: w.node(1, event.Join), Guard: term.True})
}

// fibonacci returns two threads that add the variable of the other to their own
// n times, and the violation that one exceeds its largest value plus slack.
func fibonacci(n int, slack uint64) (weaver, term.ID) {
	w := newWeaver(2, 1, 1)
	for range n {
		for t := range 2 {
			thread := event.ThreadID(2 + t)
			own := w.read(thread, t)
			w.write(thread, t, w.Terms.Add(own, w.read(thread, 1-t)))
		}
	}
	a, b := uint64(1), uint64(1)
	for range 2 * n {
		a, b = b, a+b
	}
	bound := w.constant(b + slack)
	return w, w.Terms.Or(w.Terms.Ule(bound, w.read(1, 0)), w.Terms.Ule(bound, w.read(1, 1)))
}

// microbenchmark returns threads that increment one variable n times each
// without a lock and read it then, and the violation that one reads a value
// that is not positive.
func microbenchmark(threads, n int) (weaver, term.ID) {
	w := newWeaver(threads, 0)
	violation := term.False
	for t := range threads {
		thread := event.ThreadID(2 + t)
		for range n {
			w.write(thread, 0, w.Terms.Add(w.read(thread, 0), w.constant(1)))
		}
		violation = w.Terms.Or(violation, w.Terms.Sle(w.read(thread, 0), w.constant(0)))
	}
	return w, violation
}

// increments returns threads that increment one variable n times each without
// a lock, and the violation that it is at most low after all joined.
func increments(threads, n int, low uint64) (weaver, term.ID) {
	w := newWeaver(threads, 0)
	for t := range threads {
		thread := event.ThreadID(2 + t)
		for range n {
			w.write(thread, 0, w.Terms.Add(w.read(thread, 0), w.constant(1)))
		}
	}
	for t := range threads {
		w.join(event.ThreadID(2 + t))
	}
	return w, w.Terms.Ule(w.read(1, 0), w.constant(low))
}

// solveWoven decides whether the violation is reachable.
func solveWoven(w weaver, violation term.ID) (sat.Status, sat.Stats) {
	rel, facts, _, err := relate(context.Background(), w.Graph, Options{})
	if err != nil {
		panic(err)
	}
	host := solver.New(w.Terms, sat.Options{})
	for _, f := range facts {
		host.Assert(f)
	}
	connectTheory(host, rel, nil)
	host.Assert(violation)
	result, err := host.Check(context.Background())
	if err != nil {
		panic(err)
	}
	return result.Status, host.Stats().Search
}

var woven = []struct {
	name string
	make func() (weaver, term.ID)
	want sat.Status
}{
	{"fibonacci/n=3/tight", func() (weaver, term.ID) { return fibonacci(3, 0) }, sat.Satisfiable},
	{"fibonacci/n=3/loose", func() (weaver, term.ID) { return fibonacci(3, 1) }, sat.Unsatisfiable},
	{"fibonacci/n=4/loose", func() (weaver, term.ID) { return fibonacci(4, 1) }, sat.Unsatisfiable},
	{"microbenchmark/threads=2/n=3", func() (weaver, term.ID) { return microbenchmark(2, 3) }, sat.Unsatisfiable},
	{"increments/threads=2/n=3/low=2", func() (weaver, term.ID) { return increments(2, 3, 2) }, sat.Satisfiable},
	{"increments/threads=2/n=3/low=1", func() (weaver, term.ID) { return increments(2, 3, 1) }, sat.Unsatisfiable},
	{"increments/threads=3/n=2/low=2", func() (weaver, term.ID) { return increments(3, 2, 2) }, sat.Satisfiable},
	{"increments/threads=3/n=2/low=1", func() (weaver, term.ID) { return increments(3, 2, 1) }, sat.Unsatisfiable},
}

func TestTheoryWoven(t *testing.T) {
	for _, c := range woven {
		t.Run(c.name, func(t *testing.T) {
			got, stats := solveWoven(c.make())
			if got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			t.Logf("%d conflicts, %d decisions", stats.Conflicts, stats.Decisions)
		})
	}
}

// BenchmarkTheory shows the growth of proofs and of finding violations.
func BenchmarkTheory(b *testing.B) {
	measure := func(name string, draw func() (weaver, term.ID)) {
		b.Run(name, func(b *testing.B) {
			var conflicts int64
			for b.Loop() {
				_, stats := solveWoven(draw())
				conflicts += stats.Conflicts
			}
			b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts/op")
		})
	}
	for _, n := range []int{3, 4, 5, 6} {
		for _, slack := range []uint64{0, 1} {
			measure(fmt.Sprintf("fibonacci/n=%d/slack=%d", n, slack), func() (weaver, term.ID) { return fibonacci(n, slack) })
		}
	}
	for _, c := range [][2]int{{2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 2}, {3, 3}} {
		measure(fmt.Sprintf("microbenchmark/threads=%d/n=%d", c[0], c[1]), func() (weaver, term.ID) { return microbenchmark(c[0], c[1]) })
	}
	for _, threads := range []int{5, 10, 20} {
		measure(fmt.Sprintf("increments/threads=%d/n=2", threads), func() (weaver, term.ID) { return increments(threads, 2, uint64(threads)) })
	}
}
