package memmodel

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// TestImplied has the built-in models whose coherence and atomicity are recognised.
func TestImplied(t *testing.T) {
	coherent := map[string]bool{"aarch64": true, "lkmm": true, "pso": true, "rc11": true, "riscv": true, "sc": true, "tso": true}
	excludes := map[string]bool{"pso": true, "rc11": true, "sc": true, "tso": true}
	for _, name := range Builtins() {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.ImpliesCoherence(); got != coherent[name] {
			t.Errorf("%s implies coherence: %v", name, got)
		}
		if got := m.ExcludesPorf(); got != excludes[name] {
			t.Errorf("%s excludes cycles in po | rf: %v", name, got)
		}
		if !m.ImpliesAtomicity() {
			t.Errorf("%s does not imply atomicity", name)
		}
	}
}

// TestPorf judges load buffering with random events: each thread reads the write that the other one makes afterwards,
// with up to two events of a third location in between. A model permits some of it, or excludes cycles in po | rf.
func TestPorf(t *testing.T) {
	for _, v := range append([]vocabulary{{model: "pso", fence: "mfence stbar"}}, vocabularies...) {
		m, err := Builtin(v.model)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(9, 10))
		permitted := 0
		for range *executions {
			sample := v.randomExecution(rng).Events
			x := &Execution{Relations: make(map[string]relation.Rel)}
			add := func(e Event) int {
				x.Events = append(x.Events, e)
				return len(x.Events) - 1
			}
			for loc := 1; loc <= 3; loc++ {
				add(Event{Thread: InitialThread, Loc: loc, Tags: []string{"W"}})
			}
			var reads, writes []int
			var reading, between [][2]int
			for thread := range 2 {
				reads = append(reads, add(v.access(rng, "R", thread, 1+thread)))
				for range rng.IntN(3) {
					e := sample[rng.IntN(len(sample))]
					if e.Thread = thread; e.Loc != 0 {
						e.Loc = 3
					}
					if at := add(e); e.has("R") {
						reading = append(reading, [2]int{2, at})
					} else if e.has("W") {
						between = append(between, [2]int{2, at})
					}
				}
				writes = append(writes, add(v.access(rng, "W", thread, 2-thread)))
			}
			rf, co := relation.New(len(x.Events)), relation.New(len(x.Events))
			for i, w := range writes {
				rf.Add(w, reads[1-i])
				co.Add(1-i, w)
			}
			for _, p := range reading {
				rf.Add(p[0], p[1])
			}
			for i, p := range between {
				co.Add(p[0], p[1])
				for _, q := range between[i+1:] {
					co.Add(p[1], q[1])
				}
			}
			x.Relations["rf"], x.Relations["co"] = rf, co
			if m.Check(x).Consistent {
				permitted++
			}
		}
		if m.ExcludesPorf() != (permitted == 0) {
			t.Errorf("%s: excludes cycles in po | rf: %v; permits %d", v.model, m.ExcludesPorf(), permitted)
		}
	}
}

// access returns a read or a write with random tags.
func (v *vocabulary) access(rng *rand.Rand, kind string, thread, loc int) Event {
	for {
		for _, e := range v.randomExecution(rng).Events {
			if e.Thread != InitialThread && e.has(kind) && !e.has("RMW") {
				return Event{Thread: thread, Loc: loc, Tags: e.Tags}
			}
		}
	}
}
