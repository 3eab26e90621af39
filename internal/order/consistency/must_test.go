package consistency

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestMust checks a program in which main creates a child, joins it on one path only, and continues.
func TestMust(t *testing.T) {
	d := newDrawing()
	c, ready := d.bool("c"), d.bool("go")
	main := d.thread(0, 0)
	first := d.node(main, event.Access, term.True)
	spawn := d.node(main, event.Spawn, term.True)
	child := d.thread(main, spawn)
	x := d.node(child, event.Access, c)
	end := d.node(child, event.ThreadEnd, c)
	d.Threads[child].End = end
	joined := d.s.And(c, ready)
	join := d.node(main, event.Join, joined)
	d.Edges = append(d.Edges, event.Edge{From: end, To: join, Guard: joined})
	then := d.node(main, event.Access, d.s.And(joined, d.bool("d")))
	after := d.node(main, event.Access, term.True)
	m := newMust(d.Graph, newGuards(d.s))
	for _, tt := range []struct {
		a, b event.NodeID
		want bool
	}{
		{first, x, true}, {spawn, end, true}, {x, end, true}, {end, x, false}, {x, x, false},
		{x, join, true}, {end, then, true}, {first, then, true},
		{end, after, false}, {x, after, false}, {after, x, false}, {join, after, true},
	} {
		if got := m.Before(tt.a, tt.b); got != tt.want {
			t.Errorf("Before(%d, %d) = %t", tt.a, tt.b, got)
		}
	}
	for _, tt := range []struct {
		n    event.NodeID
		t    event.ThreadID
		want int32
	}{{x, main, 2}, {then, child, 2}, {after, child, 0}, {after, main, 4}, {first, child, 0}} {
		if got := m.Count(tt.n, tt.t); got != tt.want {
			t.Errorf("Count(%d, %d) = %d, want %d", tt.n, tt.t, got, tt.want)
		}
	}
}

// TestMustCycle checks edges under different conditions that form a cycle.
func TestMustCycle(t *testing.T) {
	d := newDrawing()
	c := d.bool("c")
	main := d.thread(0, 0)
	spawn := d.node(main, event.Spawn, term.True)
	child := d.thread(main, spawn)
	a := d.node(main, event.Access, term.True)
	b := d.node(child, event.Access, term.True)
	d.Edges = append(d.Edges, event.Edge{From: a, To: b, Guard: c}, event.Edge{From: b, To: a, Guard: d.s.Not(c)})
	m := newMust(d.Graph, newGuards(d.s))
	if m.Before(a, b) || m.Before(b, a) || !m.Before(spawn, b) {
		t.Error("wrong order")
	}
}

func TestGuards(t *testing.T) {
	s := term.New(term.Options{Mode: term.Raw})
	v := make([]term.ID, 5)
	for i := range v {
		v[i] = s.Var("v", term.Bool)
	}
	a, b, c := v[0], v[1], v[2]
	and, not := s.And, s.Not
	for _, tt := range []struct {
		name               string
		g, h               term.ID
		implies, exclusive bool
	}{
		{"itself", a, a, true, false},
		{"true", a, term.True, true, false},
		{"of true", term.True, a, false, false},
		{"false", term.False, a, true, true},
		{"a conjunct", and(and(a, b), c), b, true, false},
		{"some conjuncts", and(and(a, b), c), and(c, a), true, false},
		{"more", and(a, b), and(b, c), false, false},
		{"a disjunct", and(a, b), not(and(not(b), not(c))), true, false},
		{"a negated one", and(a, not(b)), not(and(b, c)), true, false},
		{"a negation", and(a, b), and(c, not(a)), false, true},
		{"a negated conjunction", and(a, and(b, c)), not(and(a, c)), false, true},
		{"nothing in common", and(a, b), and(c, v[3]), false, false},
	} {
		k := newGuards(s)
		if got := k.implies(tt.g, tt.h); got != tt.implies {
			t.Errorf("%s: implies = %t", tt.name, got)
		}
		if got := k.exclude(tt.g, tt.h); got != tt.exclusive {
			t.Errorf("%s: exclude = %t", tt.name, got)
		}
	}
}
