package consistency

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// racing builds the threads of a litmus test, after a main thread that creates them. Operations are
// separated by spaces: w and r are plain accesses to one object; Sa1 stores 1 to the atomic a, La loads it,
// Ua2 exchanges it for 2; a following ! makes them release and acquire. Facq and Frel are fences. It
// returns the values of loads and updates, in order.
func racing(threads ...string) (*drawing, []term.ID) {
	d := newDrawing()
	d.Points, d.Objects = make([]event.Point, 1), make([]event.Object, 2)
	regions := make(map[byte]event.RegionID)
	point := func(t event.ThreadID, n event.NodeID, p event.Point) event.PointID {
		th := &d.Threads[t]
		p.Thread, p.Index, p.Node, p.Guard = t, int32(len(th.Points)), n, term.True
		id := event.PointID(len(d.Points))
		d.Points, th.Points = append(d.Points, p), append(th.Points, id)
		return id
	}
	main := d.thread(0, 0)
	point(main, 0, event.Point{Kind: event.PointBegin})
	spawns := make([]event.NodeID, len(threads))
	for i := range threads {
		spawns[i] = d.node(main, event.Spawn, term.True)
		point(main, spawns[i], event.Point{Kind: event.PointSpawn, Other: event.ThreadID(i + 2)})
	}
	var seen []term.ID
	for i, text := range threads {
		t := d.thread(main, spawns[i])
		last := point(t, 0, event.Point{Kind: event.PointBegin})
		for _, op := range strings.Fields(text) {
			n := d.node(t, event.Access, term.True)
			order := ir.Relaxed
			if strings.HasSuffix(op, "!") {
				order = ir.AcqRel
			}
			switch op[0] {
			case 'w', 'r':
				kind := event.TouchKind(0)
				if op == "w" {
					kind = event.TouchWrite
				}
				d.Touches = append(d.Touches, event.Touch{
					Kind: kind, Thread: t, Node: n, Inside: true, Point: last, Guard: term.True, Object: 1, Offset: d.s.Uint(0, 64), Size: 4,
				})
				continue
			case 'F':
				last = point(t, n, event.Point{Kind: event.PointFence, Order: map[string]ir.MemOrder{"Facq": ir.Acquire, "Frel": ir.Release}[op]})
				continue
			}
			if regions[op[1]] == 0 {
				regions[op[1]] = d.region(1)
			}
			last = point(t, n, event.Point{Kind: event.PointAtomic, Order: order, Modifies: d.s.Bool(op[0] != 'L')})
			if op[0] != 'S' {
				seen = append(seen, d.read(regions[op[1]], term.True))
			}
			if op[0] != 'L' {
				d.write(regions[op[1]], term.True, uint64(op[2]-'0'))
			}
			for e := d.Nodes[n].First; e < d.Nodes[n].Last; e++ {
				d.Events[e].Point = last
			}
		}
	}
	return d, seen
}

// TestRaces checks with both encodings whether plain accesses can race if atomic ones see certain values.
func TestRaces(t *testing.T) {
	tests := []struct {
		name    string
		threads []string
		seen    string
		races   bool
	}{
		{"nothing between", []string{"w", "r"}, "", true},
		{"two reads", []string{"r", "r"}, "", false},
		{"one thread", []string{"w r"}, "", false},
		{"message passing", []string{"w Sa1!", "La! r"}, "1", false},
		{"message passing, too early", []string{"w Sa1!", "La! r"}, "0", true},
		{"relaxed store", []string{"w Sa1", "La! r"}, "1", true},
		{"relaxed load", []string{"w Sa1!", "La r"}, "1", true},
		{"read before", []string{"r Sa1!", "La! w"}, "1", false},
		{"after the store", []string{"Sa1! w", "La! r"}, "1", true},
		{"release fence", []string{"w Frel Sa1", "La! r"}, "1", false},
		{"release fence for another", []string{"Frel w Sa1", "La! r"}, "1", true},
		{"acquire fence", []string{"w Sa1!", "La Facq r"}, "1", false},
		{"acquire fence too late", []string{"w Sa1!", "La r Facq"}, "1", true},
		{"both fences", []string{"w Frel Sa1", "La Facq r"}, "1", false},
		{"wrong fences", []string{"w Facq Sa1", "La Frel r"}, "1", true},
		{"an update goes on", []string{"w Sa1!", "Ua2", "La! r"}, "12", false},
		{"an update of the initial value", []string{"w Sa1!", "Ua2", "La! r"}, "02", true},
		{"a store ends it", []string{"w Sa1!", "Sa2", "La! r"}, "2", true},
		{"its own store goes on", []string{"w Sa1! Sa2", "La! r"}, "2", false},
		{"its own store goes on over an update", []string{"w Sa1! Sa2", "Ua3", "La! r"}, "12", false},
		{"its own store may be cut off", []string{"w Sa1! Sa2", "Sa3", "La! r"}, "2", true},
		{"a chain of threads", []string{"w Sa1!", "La! Sb1!", "Lb! r"}, "11", false},
		{"a chain that is not one", []string{"w Sa1!", "La! Sb1!", "Lb! r"}, "01", true},
		{"an update that releases goes on, too", []string{"w Sa1!", "Ua2!", "La! r"}, "12", false},
	}
	for _, tt := range tests {
		for _, opts := range []Options{{Eager: true}, {}} {
			d, seen := racing(tt.threads...)
			host := solver.New(d.s, sat.Options{})
			e := d.encode(t, host, opts)
			asked := d.s.Disj(e.raced()...)
			for i, v := range seen {
				asked = d.s.And(asked, d.s.Eq(v, d.word(uint64(tt.seen[i]-'0'))))
			}
			res, err := host.Check(context.Background(), asked)
			if err != nil {
				t.Fatal(err)
			}
			if races := res.Status == sat.Satisfiable; races != tt.races {
				t.Errorf("%s, eager %t: races %t, want %t", tt.name, opts.Eager, races, tt.races)
			}
		}
	}
}
