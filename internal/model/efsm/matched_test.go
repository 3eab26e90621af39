package efsm_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(60)

// pushdown is a program of procedures, each of which calls only later ones.
type pushdown struct {
	entries []int // by procedure; main is the first
	points  []point
}

// point is a place of a procedure. A point without successors returns.
type point struct {
	procedure int
	next      []int
	calls     int // a procedure, to go on at next[0] when that returns; 0: none
}

func randomPushdown(seed uint64) *pushdown {
	rng := rand.New(rand.NewPCG(seed, 9))
	p := new(pushdown)
	n := 2 + rng.IntN(3)
	for procedure := range n {
		first, size := len(p.points), 2+rng.IntN(5)
		p.entries = append(p.entries, first)
		for i := range size {
			at := point{procedure: procedure}
			if i+1 < size {
				at.next = []int{first + i + 1}
				if procedure+1 < n && rng.IntN(2) == 0 {
					at.calls = procedure + 1 + rng.IntN(n-procedure-1)
				} else if rng.IntN(3) == 0 {
					at.next = append(at.next, first+rng.IntN(size))
				}
			}
			p.points = append(p.points, at)
		}
	}
	return p
}

// system returns the program as a system. Like package fromir, it has a variable for each procedure
// that says where its call is.
func (p *pushdown) system() *efsm.System {
	s := efsm.NewSystem(term.New(term.Options{}))
	s.AddThread("t")
	any := s.AddVar(efsm.Var{Name: "any", Sort: term.Bool, Class: efsm.Input, Thread: 1})
	var sites []efsm.VarID // by procedure
	for procedure := range p.entries {
		sites = append(sites, s.AddVar(efsm.Var{Name: fmt.Sprint("site", procedure), Sort: term.BV(8), Thread: 1, Init: s.Terms.Uint(255, 8)}))
	}
	at := func(point int) efsm.StateID { return efsm.StateID(point + 1) }
	t := &s.Threads[1]
	t.Entry = at(p.entries[0])
	for i, from := range p.points {
		st := efsm.State{Name: fmt.Sprint("s", i), Enable: term.True}
		switch {
		case from.calls > 0:
			st.Updates = []efsm.Update{{Var: sites[from.calls], Value: s.Terms.Uint(uint64(i), 8)}}
			st.Edges = []efsm.Edge{{Guard: term.True, To: at(p.entries[from.calls])}}
		case len(from.next) == 1:
			st.Edges = []efsm.Edge{{Guard: term.True, To: at(from.next[0])}}
		case len(from.next) == 2:
			choice := s.Vars[any].Term
			st.Edges = []efsm.Edge{{Guard: choice, To: at(from.next[0])}, {Guard: s.Terms.Not(choice), To: at(from.next[1])}}
		default:
			for site, call := range p.points {
				if from.procedure > 0 && call.calls == from.procedure {
					st.Edges = append(st.Edges, efsm.Edge{Guard: s.Terms.Eq(s.Vars[sites[from.procedure]].Term, s.Terms.Uint(uint64(site), 8)), To: at(call.next[0])})
				}
			}
		}
		t.AddState(st)
	}
	return s
}

// configuration is a point with the calls that have not returned, the last one last.
type configuration struct {
	point int
	stack string
}

// step returns the successors of a configuration.
func (p *pushdown) step(c configuration) (out []configuration) {
	from := p.points[c.point]
	switch {
	case from.calls > 0:
		return []configuration{{p.entries[from.calls], c.stack + string(rune(c.point))}}
	case len(from.next) > 0:
		for _, to := range from.next {
			out = append(out, configuration{to, c.stack})
		}
	case c.stack != "":
		stack := []rune(c.stack)
		last := len(stack) - 1
		out = append(out, configuration{p.points[stack[last]].next[0], string(stack[:last])})
	}
	return out
}

// projected returns the names of the states at a depth, without the suffixes of contexts.
func projected(t *efsm.Thread, r *efsm.Reach, d int) []string {
	names := make(map[string]bool)
	for _, c := range r.At(d) {
		name := t.States[c].Name
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
			name = name[:dot]
		}
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// TestMatchedIsPushdown: without their contexts, the states of contexts at each depth are the states of
// a pushdown system with an explicit stack at that depth. They are a subset of CSR.
func TestMatchedIsPushdown(t *testing.T) {
	fewer := 0
	for seed := range generated.All() {
		p := randomPushdown(seed)
		s := p.system()
		if err := efsm.Check(s); err != nil {
			t.Fatal(err)
		}
		split := s.Contexts()
		plain, matched := s.Threads[1].Reach(), split.Threads[1].Reach()
		level := map[configuration]bool{{p.entries[0], ""}: true}
		for d := range 30 {
			points := make(map[string]bool)
			next := make(map[configuration]bool)
			for c := range level {
				points[fmt.Sprint("s", c.point)] = true
				for _, to := range p.step(c) {
					next[to] = true
				}
			}
			want, got := slices.Sorted(maps.Keys(points)), projected(&split.Threads[1], matched, d)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, depth %d: matched %v, with a stack %v\n%s", seed, d, got, want, s)
			}
			all := projected(&s.Threads[1], plain, d)
			for _, name := range got {
				if !slices.Contains(all, name) {
					t.Fatalf("seed %d, depth %d: %s is matched and not in CSR\n%s", seed, d, name, s)
				}
			}
			if len(got) < len(all) {
				fewer++
			}
			level = next
		}
	}
	if fewer == 0 {
		t.Error("matching leaves out nothing")
	}
}

// visit is a state of a system with the steps that each thread has done.
type visit struct {
	run   *efsm.Simulator
	steps []int
}

// TestMatchedHasWhatHappens: the state of a thread after a number of its own steps, in any execution,
// is among the states of contexts at that depth. These are a subset of CSR.
func TestMatchedHasWhatHappens(t *testing.T) {
	const last = 7
	visits, fewer := 0, 0
	for seed := range generated.All() {
		s := efsmtest.Random(seed)
		split := s.Contexts()
		var plain, matched [][]string // by thread and depth
		for i := 1; i < len(s.Threads); i++ {
			a, b := s.Threads[i].Reach(), split.Threads[i].Reach()
			for d := range last + 1 {
				plain, matched = append(plain, projected(&s.Threads[i], a, d)), append(matched, projected(&split.Threads[i], b, d))
				if len(matched[len(matched)-1]) < len(plain[len(plain)-1]) {
					fewer++
				}
			}
		}
		seen := make(map[string]bool)
		queue := []visit{{efsm.NewSimulator(s, nil), make([]int, len(s.Threads))}}
		for len(queue) > 0 {
			v := queue[0]
			queue = queue[1:]
			for id := efsm.ThreadID(1); int(id) < len(s.Threads); id++ {
				at, d := v.run.At(id), v.steps[id]
				if at == 0 || v.run.Over() || v.run.IsStuck(id) {
					continue
				}
				name, depth := s.Threads[id].States[at].Name, (int(id)-1)*(last+1)+d
				if !slices.Contains(matched[depth], name) || !slices.Contains(plain[depth], name) {
					t.Fatalf("seed %d: thread %d is at %s after %d steps, which is not in its states there: %v, %v\n%s", seed, id, name, d, matched[depth], plain[depth], s)
				}
				visits++
				next := visit{v.run.Clone(), slices.Clone(v.steps)}
				if d == last {
					continue
				}
				if done, err := next.run.Step(id, nil); err != nil || done.Progress != efsm.Stepped {
					continue
				}
				next.steps[id]++
				if key := fmt.Sprint(next.run.Key(), next.steps); !seen[key] {
					seen[key] = true
					queue = append(queue, next)
				}
			}
		}
		for i := range matched {
			for _, name := range matched[i] {
				if !slices.Contains(plain[i], name) {
					t.Fatalf("seed %d: %s is matched and not in CSR\n%s", seed, name, s)
				}
			}
		}
	}
	t.Logf("%d visits; in %d levels matching leaves something out", visits, fewer)
	if visits == 0 || fewer == 0 {
		t.Error("nothing is compared, or nothing left out")
	}
}
