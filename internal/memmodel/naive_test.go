package memmodel

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

type pair struct{ a, b int }

// pairs is a relation for the naive evaluator; a set has pairs of equal ends.
type pairs map[pair]bool

func (p pairs) filter(f func(pair) bool) pairs {
	out := pairs{}
	for k := range p {
		if f(k) {
			out[k] = true
		}
	}
	return out
}

func join(p, q pairs) pairs {
	out := pairs{}
	for k := range p {
		for l := range q {
			if k.b == l.a {
				out[pair{k.a, l.b}] = true
			}
		}
	}
	return out
}

func union(p, q pairs) pairs {
	out := p.filter(func(pair) bool { return true })
	for k := range q {
		out[k] = true
	}
	return out
}

// naive makes random expressions, each with its value by definition.
type naive struct {
	rng  *rand.Rand
	x    *Execution
	all  pairs // all pairs
	id   pairs
	vars map[string]pairs
}

// rel returns a relation's text, and a function for its value: rf and co may change in between.
func (n *naive) rel(depth int) (string, func() pairs) {
	if depth == 0 {
		names := strings.Fields("po rf co loc int ext id addr ctrl")
		name := names[n.rng.IntN(len(names))]
		return name, func() pairs { return n.base(name) }
	}
	s, p := n.rel(depth - 1)
	t, q := n.rel(n.rng.IntN(depth))
	u, set := n.set(n.rng.IntN(depth))
	in := func(k pair) bool { return set()[k] }
	switch n.rng.IntN(12) {
	case 0:
		return "(" + s + " | " + t + ")", func() pairs { return union(p(), q()) }
	case 1:
		return "(" + s + " & " + t + ")", func() pairs { v := q(); return p().filter(func(k pair) bool { return v[k] }) }
	case 2:
		return "(" + s + " \\ " + t + ")", func() pairs { v := q(); return p().filter(func(k pair) bool { return !v[k] }) }
	case 3:
		return "(" + s + ";" + t + ")", func() pairs { return join(p(), q()) }
	case 4:
		return "(" + s + ")^-1", func() pairs {
			out := pairs{}
			for k := range p() {
				out[pair{k.b, k.a}] = true
			}
			return out
		}
	case 5:
		return "(" + s + ")+", func() pairs { return closure(p()) }
	case 6:
		return "(" + s + ")*", func() pairs { return union(closure(p()), n.id) }
	case 7:
		return "(" + s + ")?", func() pairs { return union(p(), n.id) }
	case 8:
		return "(~" + s + ")", func() pairs { v := p(); return n.all.filter(func(k pair) bool { return !v[k] }) }
	case 9:
		return "([" + u + "];" + s + ")", func() pairs { return p().filter(func(k pair) bool { return in(pair{k.a, k.a}) }) }
	case 10:
		return "(" + s + ";[" + u + "])", func() pairs { return p().filter(func(k pair) bool { return in(pair{k.b, k.b}) }) }
	default:
		return "(" + u + "*" + u + ")", func() pairs {
			return n.all.filter(func(k pair) bool { return in(pair{k.a, k.a}) && in(pair{k.b, k.b}) })
		}
	}
}

func (n *naive) set(depth int) (string, func() pairs) {
	if depth == 0 {
		name := []string{"R", "W", "M", "F", "IW", "_"}[n.rng.IntN(6)]
		return name, func() pairs {
			return n.id.filter(func(k pair) bool { return name == "_" || n.x.Events[k.a].has(name) })
		}
	}
	s, p := n.rel(depth - 1)
	t, q := n.set(depth - 1)
	u, r := n.set(n.rng.IntN(depth))
	ends := func(f func(pair) int) func() pairs {
		return func() pairs {
			out := pairs{}
			for k := range p() {
				out[pair{f(k), f(k)}] = true
			}
			return out
		}
	}
	switch n.rng.IntN(5) {
	case 0:
		return "domain(" + s + ")", ends(func(k pair) int { return k.a })
	case 1:
		return "range(" + s + ")", ends(func(k pair) int { return k.b })
	case 2:
		return "(" + t + " | " + u + ")", func() pairs { return union(q(), r()) }
	case 3:
		return "(" + t + " \\ " + u + ")", func() pairs { v := r(); return q().filter(func(k pair) bool { return !v[k] }) }
	default:
		return "(~" + t + ")", func() pairs { v := q(); return n.id.filter(func(k pair) bool { return !v[k] }) }
	}
}

func closure(p pairs) pairs {
	for {
		next := union(p, join(p, p))
		if len(next) == len(p) {
			return p
		}
		p = next
	}
}

// base returns a base relation by its definition.
func (n *naive) base(name string) pairs {
	return n.all.filter(func(k pair) bool {
		a, b := n.x.Events[k.a], n.x.Events[k.b]
		same := k.a == k.b || a.Thread == b.Thread && a.Thread >= 0
		switch name {
		case "po":
			return k.a < k.b && same
		case "loc":
			return a.Loc == b.Loc && a.Loc > 0
		case "int":
			return same
		case "ext":
			return !same
		case "id":
			return k.a == k.b
		}
		return n.x.Relations[name].Has(k.a, k.b)
	})
}

// TestNaive compares the evaluator with the definitions of the operators, over pairs in maps, for random
// expressions and for candidates in a row that differ in rf or co.
func TestNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var counts [4]int // executions by the number of flags
	for range *executions / 3 {
		n := &naive{rng: rng, x: vocabularies[1].randomExecution(rng), all: pairs{}, id: pairs{}}
		for a := range n.x.Events {
			n.id[pair{a, a}] = true
			for b := range n.x.Events {
				n.all[pair{a, b}] = true
			}
		}
		body, value := n.rel(3)
		text := "let r = " + body + `
			let rec reach = r | reach;r
			flag ~empty r as some
			flag ~acyclic r as cyclic
			flag ~irreflexive r as loop
			flag ~empty (reach \ r+) | (r+ \ reach) as differs`
		m, err := Load("m.cat", fstest.MapFS{"m.cat": {Data: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		c := m.Prepare(n.x)
		for range 4 {
			n.x.choose(rng)
			c.Check(n.x.Relations["rf"], n.x.Relations["co"])
			r := value()
			loop := func(k pair) bool { return k.a == k.b }
			want := []string{}
			if len(r) > 0 {
				want = append(want, "some")
			}
			if len(closure(r).filter(loop)) > 0 {
				want = append(want, "cyclic")
			}
			if len(r.filter(loop)) > 0 {
				want = append(want, "loop")
			}
			counts[len(want)]++
			if got := c.Flags(); !slices.Equal(got, want) {
				t.Fatalf("%s: flags %q, expected %q\n%s", text, got, want, n.x)
			}
		}
	}
	for raised, count := range counts {
		if count == 0 {
			t.Errorf("no execution with %d flags", raised)
		}
	}
}
