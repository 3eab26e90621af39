package memmodel

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// TestExplain takes the pairs of rf and co that an explanation does not name away. Where the explanation says that it
// is sufficient, the same axiom must still be violated. Each pair is one of the execution.
func TestExplain(t *testing.T) {
	for _, v := range vocabularies {
		m, err := Builtin(v.model)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(7, 8))
		sufficient, dropped := 0, 0
		for range *executions / 3 {
			x := v.randomExecution(rng)
			c := m.Prepare(x)
			rf, co := x.Relations["rf"], x.Relations["co"]
			r := c.Check(rf, co)
			if r.Consistent {
				continue
			}
			edges, ok := c.Explain(r)
			less := map[string]relation.Rel{"rf": relation.New(len(x.Events)), "co": relation.New(len(x.Events))}
			base := relation.New(len(x.Events))
			for _, e := range edges {
				if x.base(base, e.Relation); !base.Has(e.From, e.To) {
					t.Fatalf("%s: %s: %v is not in the execution\n%s", v.model, r.Axiom, e, x)
				}
				if s, ok := less[e.Relation]; ok {
					s.Add(e.From, e.To)
				}
			}
			if !ok {
				continue
			}
			sufficient++
			dropped += rf.Count() + co.Count() - less["rf"].Count() - less["co"].Count()
			axiom := &c.m.axioms[r.axiom]
			c.choose(less["rf"], less["co"])
			if c.holds(axiom) {
				t.Fatalf("%s: %s holds with %v alone\n%s", v.model, r.Axiom, edges, x)
			}
			c.choose(rf, co)
			if c.holds(axiom) {
				t.Fatalf("%s: %s holds after its explanation\n%s", v.model, r.Axiom, x)
			}
		}
		if sufficient < int(*executions)/10 || dropped < sufficient {
			t.Errorf("%s: %d sufficient explanations without %d pairs", v.model, sufficient, dropped)
		}
	}
}

// TestExplained holds the pairs that explain well-known violations.
func TestExplained(t *testing.T) {
	for _, test := range []struct{ model, text, want string }{
		{"sc", "W:x=1 R:y=0 | W:y=1 R:x=0", "po 2-3, rf 1-3, co 1-4, po 4-5, rf 0-5, co 0-2"},
		{"rc11", "W:x:A:RLX=1 W:y:A:REL=1 | R:y:A:ACQ=1 R:x:A:RLX=0", "po 2-3, rf 3-4, po 4-5, rf 0-5, co 0-2"},
		{"lkmm", "F:Rcu-lock R:x:ONCE=1 R:y:ONCE=0 F:Rcu-unlock | W:y:ONCE=1 F:Sync-rcu W:x:ONCE=1",
			"po 3-5, rcu-rscs 2-5, po 2-4, rf 1-4, co 1-6, po 6-7, po 7-8, rf 8-3"},
	} {
		m, err := Builtin(test.model)
		if err != nil {
			t.Fatal(err)
		}
		x := execution(test.text)
		c := m.Prepare(x)
		edges, ok := c.Explain(c.Check(x.Relations["rf"], x.Relations["co"]))
		var got []string
		for _, e := range edges {
			got = append(got, fmt.Sprintf("%s %d-%d", e.Relation, e.From, e.To))
		}
		if s := strings.Join(got, ", "); s != test.want || !ok {
			t.Errorf("%s: %s: sufficient = %v: %s, expected %s", test.model, test.text, ok, s, test.want)
		}
	}
}
