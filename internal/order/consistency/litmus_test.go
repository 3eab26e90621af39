package consistency

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// litmus builds the threads of a litmus test, after a main thread that creates them. Each thread's
// operations are separated by spaces: Wx1 is a write of 1 to x, Rx a read. It returns the values of the
// reads, in order, and the values of x and y after all threads.
func litmus(threads ...string) (*drawing, []term.ID) {
	d := newDrawing()
	regions := make(map[byte]event.RegionID)
	region := func(name byte) event.RegionID {
		if regions[name] == 0 {
			regions[name] = d.region(1)
		}
		return regions[name]
	}
	main := d.thread(0, 0)
	spawns := make([]event.NodeID, len(threads))
	for i := range threads {
		spawns[i] = d.node(main, event.Spawn, term.True)
	}
	var seen []term.ID
	for i, text := range threads {
		t := d.thread(main, spawns[i])
		for _, op := range strings.Fields(text) {
			d.node(t, event.Access, term.True)
			if op[0] == 'W' {
				d.write(region(op[1]), term.True, uint64(op[2]-'0'))
			} else {
				seen = append(seen, d.read(region(op[1]), term.True))
			}
		}
		d.Threads[t].End = d.node(t, event.ThreadEnd, term.True)
	}
	for t := 2; t < len(d.Threads); t++ {
		join := d.node(main, event.Join, term.True)
		d.Edges = append(d.Edges, event.Edge{From: d.Threads[t].End, To: join, Guard: term.True})
	}
	for _, name := range []byte("xy") {
		d.node(main, event.Access, term.True)
		seen = append(seen, d.read(region(name), term.True))
	}
	return d, seen
}

// TestLitmus compares both encodings with the outcomes that sequential consistency allows. An outcome is
// the values of the reads, and of x and y at the end.
func TestLitmus(t *testing.T) {
	tests := []struct {
		name             string
		threads          []string
		allowed, refused []string
	}{
		{"SB", []string{"Wx1 Ry", "Wy1 Rx"}, []string{"0111", "1011", "1111"}, []string{"0011", "1110"}},
		{"MP", []string{"Wx1 Wy1", "Ry Rx"}, []string{"0011", "0111", "1111"}, []string{"1011"}},
		{"LB", []string{"Rx Wy1", "Ry Wx1"}, []string{"0011", "1011", "0111"}, []string{"1111"}},
		{"IRIW", []string{"Wx1", "Wy1", "Rx Ry", "Ry Rx"}, []string{"101111", "111011", "000011"}, []string{"101011"}},
		{"2+2W", []string{"Wx1 Wy2", "Wy1 Wx2"}, []string{"22", "21", "12"}, []string{"11", "00"}},
		{"CoRR", []string{"Wx1", "Rx Rx"}, []string{"0010", "0110", "1110"}, []string{"1010"}},
		{"WRC", []string{"Wx1", "Rx Wy1", "Ry Rx"}, []string{"11111", "01111", "10011"}, []string{"11011"}},
	}
	for _, tt := range tests {
		for _, opts := range []Options{{Eager: true}, {}} {
			d, seen := litmus(tt.threads...)
			host := solver.New(d.s, sat.Options{})
			d.encode(t, host, opts)
			possible := func(outcome string) bool {
				eq := term.True
				for i, v := range seen {
					eq = d.s.And(eq, d.s.Eq(v, d.word(uint64(outcome[i]-'0'))))
				}
				res, err := host.Check(context.Background(), eq)
				if err != nil {
					t.Fatal(err)
				}
				return res.Status == sat.Satisfiable
			}
			for _, o := range tt.allowed {
				if !possible(o) {
					t.Errorf("%s, eager %t: %s is not possible", tt.name, opts.Eager, o)
				}
			}
			for _, o := range tt.refused {
				if possible(o) {
					t.Errorf("%s, eager %t: %s is possible", tt.name, opts.Eager, o)
				}
			}
		}
	}
}
