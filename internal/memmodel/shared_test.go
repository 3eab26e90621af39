package memmodel

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/memmodel/relation"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var executions = testflag.Executions(300)

// shared has the published models.
const shared = "../../../shared/litmus/cat"

// vocabulary has the tags that a language's events may have. Words with / are alternatives of which an event has one at
// most; - is none.
type vocabulary struct {
	model, file string
	read, write []string // groups of alternatives
	fence       string
	initial     string
}

var vocabularies = []vocabulary{
	{model: "sc", file: "sc.cat"},
	{model: "tso", file: "tso.cat", fence: "mfence"},
	{model: "rc11", file: "rc11.cat", fence: "ACQ REL ACQ_REL SC",
		read: []string{"- A", "- RLX ACQ SC"}, write: []string{"- A", "- RLX REL SC"}},
	{model: "c11", file: "c11.cat", fence: "ACQ REL ACQ_REL SC CON", initial: "- - NAL",
		read: []string{"A A A -", "- RLX ACQ SC CON"}, write: []string{"A A A -", "- RLX REL SC"}},
	{model: "imm", file: "imm.cat", fence: "ACQ REL ACQ_REL SC",
		read: []string{"A", "- RLX ACQ SC"}, write: []string{"A", "- RLX REL SC", "- - STRONG"}},
	{model: "aarch64", file: "aarch64.cat", fence: "DMB.ISH DSB.SY DMB.ISHLD DMB.LD DSB.ISHLD DMB.ISHST DSB.ST ISB ISB",
		read: []string{"- - A Q"}, write: []string{"- - L"}},
	{model: "riscv", file: "riscv.cat", fence: "Fence.r.r Fence.r.w Fence.r.rw Fence.w.r Fence.w.w Fence.w.rw Fence.rw.r Fence.rw.w Fence.rw.rw Fence.tso",
		read: []string{"- - Acq AcqRel Sc"}, write: []string{"- - Rel AcqRel Sc"}},
	{model: "lkmm", file: "linux-kernel.cat",
		fence: "MB Rmb Wmb Barrier Before-atomic After-atomic After-spinlock After-unlock-lock After-srcu-read-unlock Rcu-lock Rcu-unlock Sync-rcu Rcu-lock Rcu-unlock Sync-rcu Sync-srcu",
		read:  []string{"- ONCE ONCE ONCE ACQUIRE MB LKR LF RU Srcu-lock", "- - - - NORETURN"}, write: []string{"- ONCE ONCE ONCE RELEASE MB LKW UL Srcu-unlock"}},
}

// randomExecution returns an execution with some fences, dependencies and atomic operations. Each read has a write to
// read from, and coherence is a total order with the initial write first.
func (v *vocabulary) randomExecution(rng *rand.Rand) *Execution {
	x := &Execution{}
	locs := 1 + rng.IntN(2)
	pick := func(words string) []string {
		list := strings.Fields(words)
		if len(list) == 0 {
			return nil
		}
		if w := list[rng.IntN(len(list))]; w != "-" {
			return []string{w}
		}
		return nil
	}
	for loc := 1; loc <= locs; loc++ {
		x.Events = append(x.Events, Event{Thread: InitialThread, Loc: loc, Tags: append(pick(v.initial), "W")})
	}
	var rmw [][2]int
	for thread := range 2 + rng.IntN(2) {
		for range 1 + rng.IntN(4) {
			e := Event{Thread: thread, Loc: 1 + rng.IntN(locs)}
			switch k := rng.IntN(10); {
			case k < 2 && v.fence != "":
				e.Tags = append(pick(v.fence), "F")
				if v.model != "lkmm" {
					e.Loc = 0 // only synchronize_srcu has a location
				}
			case k < 4:
				r, w := e, e
				for _, g := range v.read {
					r.Tags = append(r.Tags, pick(g)...)
				}
				for _, g := range v.write {
					w.Tags = append(w.Tags, pick(g)...)
				}
				r.Tags, w.Tags = append(r.Tags, "R", "RMW", "A", "AMO"), append(w.Tags, "W", "RMW", "A", "AMO")
				if v.model == "aarch64" {
					r.Tags = append(r.Tags[:len(r.Tags)-2], "X")
					w.Tags = append(w.Tags[:len(w.Tags)-2], "X")
				}
				rmw = append(rmw, [2]int{len(x.Events), len(x.Events) + 1})
				x.Events = append(x.Events, r)
				e = w
			case k < 7:
				for _, g := range v.read {
					e.Tags = append(e.Tags, pick(g)...)
				}
				e.Tags = append(e.Tags, "R")
			default:
				for _, g := range v.write {
					e.Tags = append(e.Tags, pick(g)...)
				}
				e.Tags = append(e.Tags, "W")
			}
			x.Events = append(x.Events, e)
		}
	}
	n := len(x.Events)
	x.Relations = make(map[string]relation.Rel)
	for _, name := range strings.Fields("rf co addr data ctrl amo lxsx casdep") {
		x.Relations[name] = relation.New(n)
	}
	for _, p := range rmw {
		x.Relations[[]string{"amo", "lxsx"}[rng.IntN(2)]].Add(p[0], p[1])
	}
	x.choose(rng)
	for a := range n {
		for b := a + 1; b < n; b++ {
			if x.Events[a].has("R") && x.Events[a].Thread == x.Events[b].Thread && rng.IntN(3) == 0 {
				name := []string{"addr", "data", "ctrl", "casdep"}[rng.IntN(4)]
				if name == "data" && !x.Events[b].has("W") || name == "addr" && x.Events[b].has("F") {
					name = "ctrl"
				}
				x.Relations[name].Add(a, b)
			}
		}
	}
	return x
}

// choose makes rf and co random ones.
func (x *Execution) choose(rng *rand.Rand) {
	rf, co := x.Relations["rf"], x.Relations["co"]
	rf.Clear()
	co.Clear()
	order := rng.Perm(len(x.Events))
	for i, a := range order {
		for _, b := range order[i:] {
			if x.Events[a].has("W") && x.Events[b].has("W") && x.Events[a].Loc == x.Events[b].Loc && a != b {
				switch {
				case x.Events[a].Thread == InitialThread || x.Events[b].Thread != InitialThread:
					co.Add(a, b)
				default:
					co.Add(b, a)
				}
			}
		}
	}
	for r := range x.Events {
		if !x.Events[r].has("R") {
			continue
		}
		for _, w := range rng.Perm(len(x.Events)) {
			if x.Events[w].has("W") && x.Events[w].Loc == x.Events[r].Loc {
				rf.Add(w, r)
				break
			}
		}
	}
}

// TestSharedModels compares Heddle's models with the published files over random executions. Both find the same
// executions consistent, and flag the same ones for races.
func TestSharedModels(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the published models are not here:", shared)
	}
	for _, v := range vocabularies {
		t.Run(v.model, func(t *testing.T) {
			ours, err := Builtin(v.model)
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := Load(v.file, os.DirFS(shared))
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			var consistent, not, flagged int
			for range *executions {
				x := v.randomExecution(rng)
				a, b := ours.Prepare(x), theirs.Prepare(x)
				for range 8 {
					x.choose(rng)
					rf, co := x.Relations["rf"], x.Relations["co"]
					p, q := a.Check(rf, co), b.Check(rf, co)
					if p.Consistent != q.Consistent {
						t.Fatalf("built-in %+v, published %+v:\n%s", p, q, x)
					}
					if !p.Consistent {
						not++
						continue
					}
					consistent++
					fa, fb := a.Flags(), b.Flags()
					if len(fb) > 0 {
						flagged++
					}
					if strings.Contains(fmt.Sprint(fa), "rac") != strings.Contains(fmt.Sprint(fb), "rac") {
						t.Fatalf("built-in flags %q, published flags %q:\n%s", fa, fb, x)
					}
				}
			}
			t.Log(consistent, "consistent,", not, "not,", flagged, "flagged")
			if consistent < int(*executions)/8 || not < int(*executions)/8 {
				t.Errorf("%d consistent and %d inconsistent executions: one kind is too rare", consistent, not)
			}
		})
	}
}

// String lists events and relations.
func (x *Execution) String() string {
	var b strings.Builder
	for i, e := range x.Events {
		fmt.Fprintf(&b, "%d: thread %d, location %d, %s\n", i, e.Thread, e.Loc, strings.Join(e.Tags, " "))
	}
	for _, name := range strings.Fields("rf co addr data ctrl casdep amo lxsx") {
		fmt.Fprint(&b, name)
		x.Relations[name].Each(func(p, q int) bool {
			fmt.Fprintf(&b, " %d-%d", p, q)
			return true
		})
		b.WriteByte('\n')
	}
	return b.String()
}

// samples returns random executions.
func (v *vocabulary) samples(count int) []*Execution {
	rng := rand.New(rand.NewPCG(5, 6))
	var out []*Execution
	for range count {
		out = append(out, v.randomExecution(rng))
	}
	return out
}
