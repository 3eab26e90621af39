package event

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// sample is a thread that stores an input, read by main after a join.
func sample() *Graph {
	s := term.New(term.Options{})
	c, in, seen := s.Var("go", term.Bool), s.Var("in", term.BV(32)), s.Var("seen", term.BV(32))
	idx := s.Var("i", term.BV(1))
	pos := func(line int32) ir.Pos { return ir.Pos{Line: line, Col: 3} }
	return &Graph{
		Program:  &ir.Program{Files: []string{"a.c"}, Globals: []ir.Global{{}, {Name: "x"}}, Funcs: []ir.Func{{}, {Name: "main"}}},
		Property: verdict.Assert, Terms: s,
		Threads: []Thread{{}, {Nodes: []NodeID{1, 4, 5}}, {Parent: 1, Spawn: 1, Nodes: []NodeID{2, 3}, End: 3}},
		Nodes: []Node{{},
			{Thread: 1, Kind: Spawn, Child: 2, Guard: term.True, Step: term.True, First: 1, Last: 1, Func: 1, Pos: pos(9)},
			{Thread: 2, Guard: term.True, Step: term.True, First: 1, Last: 2, Pos: pos(2)},
			{Thread: 2, Index: 1, Kind: ThreadEnd, Guard: term.True, Step: term.True, First: 2, Last: 2},
			{Thread: 1, Index: 1, Kind: Join, Guard: c, Step: c, First: 2, Last: 2, Func: 1, Pos: pos(10)},
			{Thread: 1, Index: 2, Guard: c, Step: c, First: 2, Last: 4, Func: 1, Pos: pos(11)},
		},
		Events: []Event{{},
			{Node: 2, Kind: Write, Region: 1, Guard: term.True, Value: in},
			{Node: 5, Region: 1, Guard: c, Value: seen},
			{Node: 5, Kind: Write, Region: 2, Index: idx, Guard: s.And(c, s.Eq(seen, in)), Value: s.Uint(7, 8), Order: ir.Relaxed},
		},
		Regions: []Region{{},
			{Object: 1, Width: 32, Count: 1, Init: s.Uint(0, 32)},
			{Kind: Life, Object: 2, Offset: 4, Width: 8, Count: 2, IndexWidth: 1, Init: s.Var("a", term.Array(1, 8))},
		},
		Objects:     []Object{{}, {Global: 1, Size: 4}, {Site: 3, Thread: 2, Count: s.Uint(1, 32), Size: -1}},
		Edges:       []Edge{{1, 2, term.True}, {3, 4, c}},
		Reads:       []term.ID{seen},
		Facts:       []term.ID{s.Not(s.Eq(in, s.Uint(9, 32)))},
		Obligations: []Obligation{{Node: 5, Thread: 1, Guard: c, Cond: s.Eq(seen, in), Text: "seen == in", Func: 1, Pos: pos(12)}},
		Marks: []Mark{
			{Mark: verdict.Mark{Bound: verdict.LoopBound, Limit: 4, Location: verdict.Location{File: "a.c", Line: 5, Column: 1}}, Thread: 2, Node: 2, Guard: c},
			{Mark: verdict.Mark{Location: verdict.Location{File: "a.c", Line: 6, Column: 1}, Unsupported: "setjmp"}, Thread: 2, Guard: c},
		},
		Inputs: []Input{
			{Thread: 2, Guard: term.True, Value: in, Width: 32, Pos: pos(1)},
			{Thread: 1, Node: 5, Guard: c, Value: s.Extract(in, 7, 0), Object: 2, Offset: 3},
		},
	}
}

const sampleText = `graph assert
var a array(bv1,bv8)
var go bool
var seen bv32
var in bv32
%1 = = seen in
%2 = and %1 go
var i bv1
%3 = = in 0x9:32
%4 = not %3
%5 = extract[7:0] in
object 1 global x size 4
object 2 site 3 thread 2 count 0x1:32
region 1 data object 1 offset 0 width 32 init 0x0:32
region 2 life object 2 offset 4 width 8 count 2 index 1 init a
thread 1 main
  node 1 spawn thread 2 guard true at main a.c:9:3
  node 4 join guard go at main a.c:10:3
  node 5 access guard go at main a.c:11:3
    event 2 R region 1 value seen
    event 3 W region 2 index i value 0x7:8 relaxed guard %2
thread 2 of 1 by node 1 end 3
  node 2 access guard true at a.c:2:3
    event 1 W region 1 value in
  node 3 end guard true
edge 1 -> 2 guard true
edge 3 -> 4 guard go
fact %4
obligation thread 1 after node 5 guard go cond %1 "seen == in" at main a.c:12:3
mark loop 4 thread 2 after node 2 guard go at a.c:5:1
mark unsupported "setjmp" thread 2 guard go at a.c:6:1
input thread 2 nondet width 32 value in guard true at a.c:1:3
input thread 1 after node 5 uninit object 2 offset 3 value %5 guard go
`

func TestText(t *testing.T) {
	if got := sample().String(); got != sampleText {
		t.Errorf("got\n%s\nwant\n%s", got, sampleText)
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		want string // part of the error; empty: none
		edit func(*Graph)
	}{
		{"", func(*Graph) {}},
		{"without program", func(g *Graph) { g.Program = nil }},
		{"nodes without entry 0", func(g *Graph) { g.Nodes = nil }},
		{"object 1 is a global and of a site", func(g *Graph) { g.Objects[1].Site = 1 }},
		{"object 1: no global 7", func(g *Graph) { g.Objects[1].Global = 7 }},
		{"object 2: no thread 0", func(g *Graph) { g.Objects[2].Thread = 0 }},
		{"region 1: width 0", func(g *Graph) { g.Regions[1].Width = 0 }},
		{"region 1: 0 granules", func(g *Graph) { g.Regions[1].Count = 0 }},
		{"region 1: 1 granules, index of 2 bits", func(g *Graph) { g.Regions[1].IndexWidth = 2 }},
		{"region 1: no object 9", func(g *Graph) { g.Regions[1].Object = 9 }},
		{"region 1: initial value: bool, want bv32", func(g *Graph) { g.Regions[1].Init = term.True }},
		{"region 2: no initial value", func(g *Graph) { g.Regions[2].Init = term.None }},
		{"thread 2: parent 0", func(g *Graph) { g.Threads[2].Parent = 0 }},
		{"thread 2: created by node 2", func(g *Graph) { g.Threads[2].Spawn = 2 }},
		{"thread 2: its end 4", func(g *Graph) { g.Threads[2].End = 4 }},
		{"thread 2: guard: bv32", func(g *Graph) { g.Threads[2].Guard = g.Regions[1].Init }},
		{"thread 2: no node 4, or listed twice", func(g *Graph) { g.Threads[2].Nodes[0] = 4 }},
		{"node 5 is number 7", func(g *Graph) { g.Nodes[5].Index = 7 }},
		{"node 5 is listed by no thread", func(g *Graph) { g.Threads[1].Nodes = g.Threads[1].Nodes[:2] }},
		{"node 5: events 2 to 9", func(g *Graph) { g.Nodes[5].Last = 9 }},
		{"node 5: event 2 is of node 4", func(g *Graph) { g.Events[2].Node = 4 }},
		{"3 events, 1 in nodes", func(g *Graph) { g.Nodes[5].Last = 2 }},
		{"node 1: no thread 8", func(g *Graph) { g.Nodes[1].Child = 8 }},
		{"node 1: guard: no term", func(g *Graph) { g.Nodes[1].Guard = term.None }},
		{"node 1: step: term 1000 is not", func(g *Graph) { g.Nodes[1].Step = 1000 }},
		{"event 1: no region 3", func(g *Graph) { g.Events[1].Region = 3 }},
		{"event 1: value: bool, want bv32", func(g *Graph) { g.Events[1].Value = term.True }},
		{"event 1: index into one granule", func(g *Graph) { g.Events[1].Index = g.Events[3].Index }},
		{"event 3: index: no term", func(g *Graph) { g.Events[3].Index = term.None }},
		{"edge from 3 to 9", func(g *Graph) { g.Edges[1].To = 9 }},
		{"thread 2: no edge from its creation", func(g *Graph) { g.Edges = g.Edges[1:] }},
		{"have a cycle", func(g *Graph) { g.Edges = append(g.Edges, Edge{2, 1, term.True}) }},
		{"fact 0: bv32", func(g *Graph) { g.Facts[0] = g.Regions[1].Init }},
		{"obligation 0: node 2 is not of thread 1", func(g *Graph) { g.Obligations[0].Node = 2 }},
		{"mark 1: bound", func(g *Graph) { g.Marks[1].Unsupported = "" }},
		{"mark 0: no thread 0", func(g *Graph) { g.Marks[0].Thread = 0 }},
		{"read variable 0: term 2 is no variable", func(g *Graph) { g.Reads[0] = term.True }},
		{"event 1: point 1 is not of node 2", func(g *Graph) { g.Events[1].Point = 1 }},
		{"event 1: point 1 is not of node 2", func(g *Graph) { g.Points, g.Events[1].Point = []Point{{}, {Thread: 1, Node: 1}}, 1 }},
		{"point 1: it is not of thread 1", func(g *Graph) { g.Points = []Point{{}, {Thread: 1, Guard: term.True}} }},
		{"point 1: it is not of thread 1", func(g *Graph) {
			g.Points, g.Threads[1].Points = []Point{{}, {Thread: 1, Index: 1, Guard: term.True}}, []PointID{1}
		}},
		{"point 2: it is not of thread 1", func(g *Graph) {
			g.Points = []Point{{}, {Thread: 1, Guard: term.True}, {Thread: 1, Guard: term.True}}
			g.Threads[1].Points = []PointID{1}
		}},
		{"passage 0: node 2 is not of thread 1", func(g *Graph) { g.Trail = []Passage{{Thread: 1, Node: 2, Guard: term.True}} }},
		{"end 0: guard: no term", func(g *Graph) { g.Ends = []End{{Thread: 1, Node: 1}} }},
		{"input 0: width 0", func(g *Graph) { g.Inputs[0].Width = 0 }},
		{"input 1: value: bv32, want bv8", func(g *Graph) { g.Inputs[1].Value = g.Inputs[0].Value }},
	}
	for _, tt := range tests {
		g := sample()
		tt.edit(g)
		switch err := Check(g); {
		case err == nil && tt.want != "":
			t.Errorf("no error, want %s", tt.want)
		case err != nil && (tt.want == "" || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

// TestMentions checks that a variable of a read without the read is found wherever a term of the graph
// mentions it.
func TestMentions(t *testing.T) {
	tests := []struct {
		want string
		edit func(g *Graph, ghost term.ID)
	}{
		{"thread 2", func(g *Graph, ghost term.ID) { g.Threads[2].Guard = ghost }},
		{"node 4", func(g *Graph, ghost term.ID) { g.Nodes[4].Guard = ghost }},
		{"node 4", func(g *Graph, ghost term.ID) { g.Nodes[4].Step = g.Terms.And(g.Nodes[4].Step, ghost) }},
		{"event 2", func(g *Graph, ghost term.ID) { g.Events[2].Guard = ghost }},
		{"event 3", func(g *Graph, ghost term.ID) {
			g.Events[3].Index = g.Terms.Ite(ghost, g.Terms.Uint(1, 1), g.Terms.Uint(0, 1))
		}},
		{"event 1", func(g *Graph, ghost term.ID) {
			g.Events[1].Value = g.Terms.Ite(ghost, g.Events[1].Value, g.Terms.Uint(0, 32))
		}},
		{"region 1", func(g *Graph, ghost term.ID) {
			g.Regions[1].Init = g.Terms.Ite(ghost, g.Terms.Uint(1, 32), g.Terms.Uint(0, 32))
		}},
		{"edge 1", func(g *Graph, ghost term.ID) { g.Edges[1].Guard = ghost }},
		{"fact 0", func(g *Graph, ghost term.ID) { g.Facts[0] = ghost }},
		{"obligation 0", func(g *Graph, ghost term.ID) { g.Obligations[0].Guard = ghost }},
		{"obligation 0", func(g *Graph, ghost term.ID) { g.Obligations[0].Cond = ghost }},
		{"list of unblockers 0", func(g *Graph, ghost term.ID) { g.Unblock = [][]Unblocker{{{Thread: 1, Guard: ghost}}} }},
		{"mark 1", func(g *Graph, ghost term.ID) { g.Marks[1].Guard = ghost }},
		{"input 0", func(g *Graph, ghost term.ID) { g.Inputs[0].Guard = ghost }},
		{"object 2", func(g *Graph, ghost term.ID) {
			g.Objects[2].Count = g.Terms.Ite(ghost, g.Terms.Uint(1, 32), g.Terms.Uint(0, 32))
		}},
		{"point 1", func(g *Graph, ghost term.ID) {
			g.Points, g.Threads[1].Points = []Point{{}, {Thread: 1, Guard: ghost}}, []PointID{1}
		}},
		{"access 0", func(g *Graph, ghost term.ID) {
			g.Points, g.Threads[1].Points = []Point{{}, {Thread: 1, Guard: term.True}}, []PointID{1}
			g.Touches = []Touch{{Thread: 1, Object: 1, Point: 1, Guard: ghost}}
		}},
	}
	for _, tt := range tests {
		g := sample()
		ghost := g.Terms.Var("ghost", term.Bool)
		g.Reads = append(g.Reads, ghost)
		if err := Check(g); err != nil {
			t.Fatalf("a variable of a removed read that nothing mentions: %v", err)
		}
		tt.edit(g, ghost)
		want := fmt.Sprintf("event: %s mentions ghost (term %d), which no read of the graph defines", tt.want, ghost)
		if err := Check(g); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		g.Events[2].Value = g.Terms.Ite(ghost, g.Events[2].Value, g.Terms.Uint(0, 32)) // now the read defines it
		if err := Check(g); err != nil {
			t.Errorf("%s, with a read: %v", tt.want, err)
		}
	}
}
