package walk_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/walk"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// chain returns a circuit with a counter of 7 bits that counts while one of two inputs is 1, and the
// signal that it counts. The counter is bad at two numbers, and a constraint bounds it.
func chain(bads [2]int, most int) (*circuit.Circuit, bitblast.Edge) {
	c := &circuit.Circuit{Graph: bitblast.NewGraph()}
	g := c.Graph
	goes := circuit.Or(g, c.NewInput("left"), c.NewInput("right"))
	var bits []bitblast.Edge
	for i := range 7 {
		bits = append(bits, c.NewLatch(fmt.Sprint("count", i), circuit.Zero))
	}
	carry := goes
	for i, b := range bits {
		c.Latches[i].Next = g.Xor(b, carry)
		carry = g.And(b, carry)
	}
	is := func(n int) bitblast.Edge {
		all := bitblast.True
		for i, b := range bits {
			if n>>i&1 == 0 {
				b = b.Not()
			}
			all = g.And(all, b)
		}
		return all
	}
	for _, n := range bads {
		c.Bads = append(c.Bads, circuit.Signal{Edge: is(n), Name: fmt.Sprint(n)})
	}
	if most+1 < 1<<len(bits) {
		c.Constraints = []circuit.Signal{{Edge: is(most + 1).Not(), Name: "most"}}
	}
	return c, goes
}

// TestFind: deep bad signals are found within the bounds, always in the same execution, without steps
// that change no latch. Executions that constraints or bounds exclude are not found.
func TestFind(t *testing.T) {
	for _, k := range []struct {
		name          string
		bads          [2]int
		asked         []int
		most          int
		depth, effort int
		want          int // steps before it; -1: nothing is found
	}{
		{"deep", [2]int{100, 50}, []int{0}, 127, 0, 10_000_000, 100},
		{"one of two", [2]int{100, 50}, []int{0, 1}, 127, 0, 10_000_000, 50},
		{"at the bound", [2]int{100, 50}, []int{0}, 127, 100, 10_000_000, 100},
		{"beyond the bound", [2]int{100, 50}, []int{0}, 127, 99, 10_000_000, -1},
		{"behind a constraint", [2]int{100, 50}, []int{0}, 90, 0, 10_000_000, -1},
		{"too much work", [2]int{100, 50}, []int{0}, 127, 0, 1000, -1},
		{"first", [2]int{0, 50}, []int{0}, 127, 0, 10_000_000, 0},
	} {
		c, goes := chain(k.bads, k.most)
		opts := walk.Options{Progress: goes, Depth: k.depth, Effort: int64(k.effort)}
		e, left := walk.Find(context.Background(), c, k.asked, opts)
		if (e != nil) != (k.want >= 0) || e != nil && left <= 0 {
			t.Errorf("%s: found %+v, effort left %d", k.name, e, left)
		}
		if e == nil {
			continue
		}
		if answer, err := circuit.Found(c, e, k.asked); err != nil || len(e.Inputs) != k.want+1 {
			t.Errorf("%s: %d steps, %+v, %v, expected %d steps to something bad", k.name, len(e.Inputs)-1, answer, err, k.want)
		}
		if again, _ := walk.Find(context.Background(), c, k.asked, opts); !reflect.DeepEqual(e, again) {
			t.Errorf("%s: another execution the second time", k.name)
		}
	}
}

// TestInterrupted: a walk stops when its context has ended.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c, goes := chain([2]int{100, 50}, 127)
	if e, _ := walk.Find(ctx, c, []int{0}, walk.Options{Progress: goes, Effort: 1 << 60}); e != nil {
		t.Errorf("found %+v", e)
	}
}
