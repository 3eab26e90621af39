package threads_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// mutant is a proof with a mistake. Tests examine few of the many mutants, so each is made only then.
type mutant struct {
	name  string
	proof func() *threadproof.Proof
}

// changed returns a mutant that differs from a proof by a change.
func changed(a *threadproof.Proof, name string, change func(m *threadproof.Proof)) mutant {
	return mutant{name, func() *threadproof.Proof {
		m := *a
		change(&m)
		return &m
	}}
}

// unchanged returns the proof itself.
func unchanged(a *threadproof.Proof) mutant {
	return mutant{"nothing", func() *threadproof.Proof { return a }}
}

// mutants returns copies of a proof with one mistake each. Mistakes are a bound made tighter by one, a
// value left out, a lock held where it is not, a wrong guard, a forgotten write, and an edge not taken.
func mutants(p *ir.Program, a *threadproof.Proof) (out []mutant) {
	own := func(c threadproof.CellID) bool {
		o := &a.Objects[a.Cells[c].Object]
		return c > 0 && o.Kind == threadproof.Global && !p.Globals[o.Global].Model && !a.Cells[c].Mixed
	}
	add := func(name string, change func(m *threadproof.Proof)) {
		out = append(out, changed(a, name, change))
	}
	shown := map[string]func(m *threadproof.Proof) *[][]threadproof.Value{
		"seen":   func(m *threadproof.Proof) *[][]threadproof.Value { return &m.Seen },
		"left":   func(m *threadproof.Proof) *[][]threadproof.Value { return &m.Left },
		"appear": func(m *threadproof.Proof) *[][]threadproof.Value { return &m.Appear },
	}
	for _, name := range slices.Sorted(maps.Keys(shown)) {
		list := shown[name]
		for t, row := range *list(a) {
			for i, v := range row {
				c := threadproof.CellID(i)
				if name == "left" {
					c = a.Guards[i].Cell
				}
				if !own(c) {
					continue
				}
				for k, w := range tighter(v) {
					add(fmt.Sprint(name, " ", t, " ", i, " ", k), func(m *threadproof.Proof) {
						rows := list(m)
						*rows = slices.Clone(*rows)
						(*rows)[t] = slices.Clone((*rows)[t])
						(*rows)[t][i] = w
					})
				}
			}
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(a.States), threadproof.At.Compare) {
		s := a.States[at]
		if p.Funcs[a.Nodes[at.Node].Func].Model {
			continue
		}
		state := func(name string, change func(s *threadproof.State)) {
			add(fmt.Sprint(name, " at ", at), func(m *threadproof.Proof) {
				n := *s
				change(&n)
				m.States = maps.Clone(m.States)
				m.States[at] = &n
			})
		}
		for c := range s.Mem {
			if own(threadproof.CellID(c)) {
				for k, w := range tighter(s.Mem[c]) {
					state(fmt.Sprint("cell ", c, " ", k), func(s *threadproof.State) { s.Mem = slices.Clone(s.Mem); s.Mem[c] = w })
				}
			}
		}
		for _, r := range slices.Sorted(maps.Keys(s.Regs)) {
			for k, w := range tighter(s.Regs[r]) {
				state(fmt.Sprint("register ", r, " ", k), func(s *threadproof.State) { s.Regs = maps.Clone(s.Regs); s.Regs[r] = w })
			}
		}
		for l := range a.Locks {
			if !slices.ContainsFunc(s.Held, func(h threadproof.Hold) bool { return h.Lock == l }) && a.Locks[l].Excludes {
				state(fmt.Sprint("held ", l), func(s *threadproof.State) { s.Held = append(slices.Clone(s.Held), threadproof.Hold{Lock: l}) })
			}
		}
		for _, to := range p.Funcs[a.Nodes[at.Node].Func].Blocks[at.Block].Term.Targets {
			if a.States[threadproof.At{Node: at.Node, Block: to}] != nil {
				add(fmt.Sprint("untaken ", at, " ", to), func(m *threadproof.Proof) {
					m.Untaken = map[threadproof.Edge]bool{{Node: at.Node, From: at.Block, To: to}: true}
				})
			}
		}
		for i := range s.Pending {
			state(fmt.Sprint("pending ", i), func(s *threadproof.State) { s.Pending = slices.Delete(slices.Clone(s.Pending), i, i+1) })
		}
	}
	for c := 1; c < len(a.Cells); c++ {
		if !slices.ContainsFunc(a.Seen, func(row []threadproof.Value) bool { return len(row) > c && !row[c].Empty() }) {
			continue // nobody writes it concurrently: every lock guards it
		}
		for l := range a.Locks {
			if own(threadproof.CellID(c)) && a.Objects[a.Cells[c].Object].Shared && a.Locks[l].Excludes &&
				!slices.Contains(a.Guards, threadproof.Guard{Cell: threadproof.CellID(c), Lock: l}) {
				add(fmt.Sprint("guard of ", c, " ", l), func(m *threadproof.Proof) {
					m.Guards = append(slices.Clone(m.Guards), threadproof.Guard{Cell: threadproof.CellID(c), Lock: l})
					m.Left = slices.Clone(m.Left)
					for t := 1; t < len(m.Left); t++ {
						m.Left[t] = append(slices.Clone(m.Left[t]), threadproof.Value{})
					}
				})
			}
		}
	}
	return out
}

// tighter returns variants of a set: with one number less at either end, with one more known or wrong
// bit, and empty.
func tighter(v threadproof.Value) (out []threadproof.Value) {
	if v.Empty() {
		return nil
	}
	if v.Number && v.SLo < v.SHi && v.SLo > -1<<30 && v.SHi < 1<<30 {
		lower, upper := v, v
		lower.SHi--
		upper.SLo++
		out = append(out, lower, upper)
	}
	if known, last := v.LastBits(); v.Number && known < 32 {
		more, other := v, v
		more.Known, more.Last = known+1, last
		if other.Last ^= 1; known > 0 {
			out = append(out, other)
		}
		out = append(out, more)
	}
	return append(out, threadproof.Value{})
}

var (
	long  = testflag.Long()
	every = testflag.Every(6)
)

// TestMutants makes mistakes in proofs. For programs with a violation no mutant is confirmed. For other
// programs a few are, where a proof states more than it needs. Without -long it makes a fourth of the
// mistakes, or less with -every.
func TestMutants(t *testing.T) {
	const text = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int any(void);
static int x, y, z; static atomic_int k;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) {
	pthread_mutex_lock(&m);
	x = 1; z = 2; x = 0;
	pthread_mutex_unlock(&m);
	k = 3;
	return a;
}
static void *g(void *a) {
	pthread_mutex_lock(&n); if (y < 9) y++; pthread_mutex_unlock(&n);
	int j = k; if (j) k = 5;
	return a;
}
int main(void) {
	pthread_t c, d, e;
	pthread_create(&c, 0, f, 0);
	pthread_create(&d, 0, g, 0); pthread_create(&e, 0, g, 0);
	BODY
	return 0;
}
`
	refused, accepted := 0, 0
	for _, body := range []string{
		"pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); assert(z != 2); pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&n); assert(y <= 9 && y >= 0); pthread_mutex_unlock(&n);",
		"pthread_mutex_lock(&n); int i = y; assert(i < 2); pthread_mutex_unlock(&n);",
		"assert(k <= 5 && k >= 0);",
		"assert(k != 3);",
		"assert(x == 0);",
		"int s = 0; for (int i = 0; i < 4; i++) { s = i; assert(s < 4); }",
		"unsigned s = 1; while (any()) s += 2; assert(s & 1);",
	} {
		p := replaced(t, text, body)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		violated := explore(t, p, 0)[verdict.Assert] != ""
		proved, _ := r.Proves(verdict.Assert)
		if violated && proved {
			t.Fatalf("%s is violated and proved", body)
		}
		for i, m := range mutants(p, r.Proof(context.Background())) {
			if !*long && i%(4*every.Step()) != 0 {
				continue
			}
			got, err := threads.Confirm(context.Background(), p, m.proof())
			if err != nil {
				t.Fatal(err)
			}
			ok, _ := got.Confirms(verdict.Assert)
			switch {
			case ok && violated:
				t.Errorf("%s: %s: a proof is confirmed for a program with the violation", body, m.name)
			case got.Unconfirmed == "" && got.NotCovered == "":
				accepted++
				if *show {
					t.Logf("%s: %s is accepted", body, m.name)
				}
			default:
				refused++
			}
		}
	}
	t.Logf("%d mutants refused, %d accepted", refused, accepted)
	if refused < 300/every.Step() || accepted > refused/10 {
		t.Errorf("%d mutants are refused and %d accepted", refused, accepted)
	}
}

func replaced(t *testing.T, text, body string) *ir.Program {
	t.Helper()
	return replacedFor(t, text, body, ir.LP64)
}

func replacedFor(t *testing.T, text, body string, model ir.DataModel) *ir.Program {
	t.Helper()
	return testprog.Source(t, strings.Replace(text, "BODY", body, 1), model)
}
