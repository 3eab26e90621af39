package threads_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
)

// ownProgram has elements with locks of their own. Each thread executes BODY on the element p.
const ownProgram = `
#include <assert.h>
#include <pthread.h>
extern unsigned any(void);
struct e { int n; pthread_mutex_t m; int k; };
static struct e a[3]; static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
#define L(m) pthread_mutex_lock(&(m));
#define U(m) pthread_mutex_unlock(&(m));
static void *f(void *arg) { unsigned i = any() % 3; struct e *p = &a[i]; BODY return 0; }
int main(void) {
	for (int i = 0; i < 3; i++) pthread_mutex_init(&a[i].m, 0);
	pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0);
	return 0;
}
`

// TestOwn has proofs about elements with locks of their own confirmed.
func TestOwn(t *testing.T) {
	for i, body := range []string{
		"L(p->m) p->n++; p->n--; assert(p->n == 0); U(p->m)",
		"L(a[i].m) a[i].n++; a[i].n--; assert(a[i].n == 0); U(a[i].m)",
		"L(p->m) if (any()) { p->n = 1; L(g) U(g) p->n = 0; } assert(p->n == 0); U(p->m)",
		"L(p->m) p->n++; p->k = 1; p->n--; assert(p->n == 0 && p->k == 1); U(p->m)",
	} {
		for _, model := range []ir.DataModel{ir.ILP32, ir.LP64}[i%2 : i%2+1] {
			p := replacedFor(t, ownProgram, body, model)
			r := values.Analyse(context.Background(), analyze.Of(p), 0)
			proved, _ := r.Proves(verdict.Assert)
			got, err := threads.Confirm(context.Background(), p, r.Proof(context.Background()))
			if err != nil {
				t.Fatal(err)
			}
			if ok, why := got.Confirms(verdict.Assert); !proved || !ok {
				t.Errorf("%s, %v: proved is %v, confirmed %v: %s", body, model, proved, ok, why)
			}
		}
	}
}

// ownMutants makes mistakes in the statements of a proof about elements with locks of their own, and
// makes such statements about other cells.
func ownMutants(p *ir.Program, a *threadproof.Proof) (out []mutant) {
	add := func(name string, change func(m *threadproof.Proof)) {
		out = append(out, changed(a, name, func(m *threadproof.Proof) {
			m.Owns = slices.Clone(a.Owns)
			m.States, m.Returns = maps.Clone(a.States), slices.Clone(a.Returns)
			change(m)
		}))
	}
	zero := threadproof.Value{Number: true}
	for k, x := range a.Owns {
		add(fmt.Sprint("distance of ", k), func(m *threadproof.Proof) { m.Owns[k].Distance = x.Distance + 4 })
		add(fmt.Sprint("next lock of ", k), func(m *threadproof.Proof) { m.Owns[k].Distance = x.Distance + a.Cells[x.Cell].Step })
		add(fmt.Sprint("none of ", k), func(m *threadproof.Proof) { m.Owns = nil })
		for i, v := range tighter(x.Left) {
			add(fmt.Sprint("left of ", k, " ", i), func(m *threadproof.Proof) { m.Owns[k].Left = v })
		}
		add(fmt.Sprint("zero left of ", k), func(m *threadproof.Proof) { m.Owns[k].Left = zero })
	}
	for c := 1; c < len(a.Cells); c++ {
		if o := &a.Objects[a.Cells[c].Object]; o.Kind != threadproof.Global || p.Globals[o.Global].Model || a.Cells[c].Mixed {
			continue
		}
		for _, d := range []int64{0, 4, 8, -4} {
			add(fmt.Sprint("own lock of cell ", c, " at ", d), func(m *threadproof.Proof) {
				m.Owns = append(m.Owns, threadproof.Own{Cell: threadproof.CellID(c), Distance: d, Left: zero})
			})
		}
	}
	isOwn := func(v threadproof.Value) bool {
		return slices.ContainsFunc(v.Targets, func(t threadproof.Target) bool {
			return slices.ContainsFunc(a.Owns, func(x threadproof.Own) bool { return a.Cells[x.Cell].Object == t.Object })
		})
	}
	state := func(name string, s *threadproof.State, set func(m *threadproof.Proof, s *threadproof.State)) {
		with := func(what string, list []threadproof.Owned) {
			add(fmt.Sprint(what, " ", name), func(m *threadproof.Proof) {
				n := *s
				n.Owned = list
				set(m, &n)
			})
		}
		for i, x := range s.Owned {
			with("forgotten", slices.Delete(slices.Clone(s.Owned), i, i+1))
			change := func(what string, f func(x *threadproof.Owned)) {
				list := slices.Clone(s.Owned)
				list[i].Holds = maps.Clone(x.Holds)
				f(&list[i])
				with(what, list)
			}
			change("further on", func(x *threadproof.Owned) { x.Address.Off += 4 })
			change("nothing inside", func(x *threadproof.Owned) { x.Holds = nil })
			for k := range a.Owns {
				change(fmt.Sprint("seven inside ", k), func(x *threadproof.Owned) {
					x.Holds = map[int]threadproof.Value{k: {Number: true, SLo: 7, SHi: 7, ULo: 7, UHi: 7}}
				})
				change(fmt.Sprint("zero inside ", k), func(x *threadproof.Owned) { x.Holds = map[int]threadproof.Value{k: zero} })
				change(fmt.Sprint("nothing at all inside ", k), func(x *threadproof.Owned) { x.Holds = map[int]threadproof.Value{k: {}} })
			}
		}
		for _, r := range slices.Sorted(maps.Keys(s.Regs)) {
			for _, d := range []int64{0, 4, 8} {
				if isOwn(s.Regs[r]) {
					with(fmt.Sprint("held ", r, " ", d), append(slices.Clone(s.Owned), threadproof.Owned{Address: threadproof.Address{Reg: r, Off: d}, Holds: map[int]threadproof.Value{0: zero}}))
				}
			}
		}
		if len(s.Args) > 0 && isOwn(s.Args[0]) {
			with("argument held", append(slices.Clone(s.Owned), threadproof.Owned{}))
		}
		if len(a.Owns) > 0 {
			with("the first held", append(slices.Clone(s.Owned), threadproof.Owned{Address: threadproof.Address{Object: a.Cells[a.Owns[0].Cell].Object, Off: a.Owns[0].Distance}}))
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(a.States), threadproof.At.Compare) {
		state(fmt.Sprint("at ", at), a.States[at], func(m *threadproof.Proof, s *threadproof.State) { m.States[at] = s })
	}
	for n, s := range a.Returns {
		if s != nil {
			state(fmt.Sprint("where ", p.Funcs[a.Nodes[n].Func].Name, " ", n, " returns"), s, func(m *threadproof.Proof, s *threadproof.State) { m.Returns[n] = s })
		}
	}
	return out
}

// TestOwnMutants checks that these mistakes are refused. Without -long it makes only some of them.
func TestOwnMutants(t *testing.T) {
	step := 23 * every.Step()
	if *long {
		step = 1
	}
	turn, refused, accepted := 0, 0, 0
	for _, c := range []struct {
		violated bool
		body     string
	}{
		{false, "L(p->m) p->n++; p->n--; assert(p->n == 0); U(p->m)"},
		{false, "L(a[i].m) if (any()) { a[i].n = 1; L(g) U(g) a[i].n = 0; } assert(a[i].n == 0); U(a[i].m)"},
		{true, "L(p->m) p->n++; U(p->m) L(p->m) p->n--; assert(p->n == 0); U(p->m)"},
		{true, "L(p->m) assert(p->n == 0); p->n++; U(p->m)"},
		{true, "L(a[any() % 3].m) p->n++; p->n--; assert(p->n == 0); U(p->m)"},
		{true, "L(p->m) p->n = 1; p = p == a ? a + 1 : a; L(p->m) assert(p->n == 0); U(p->m)"},
		{true, "struct e *q = p; L(p->m) p->n++; if (any()) U(q->m) assert(p->n == 1); p->n--; U(p->m)"},
		{true, "L(p->m) p->n++; p->n--; U(p->m) assert(p->n == 0);"},
		{true, "L(g) p->n++; p->n--; U(g) L(p->m) assert(p->n == 0); U(p->m)"},
		{true, "L(p->m) p->n++; if (any()) return 0; p->n--; U(p->m) L(a[0].m) if (any()) U(a[1].m) U(a[0].m) L(a[1].m) assert(a[1].n == 0);"},
		{true, "if (any()) p->n = 2; L(p->m) p->n++; p->n--; assert(p->n == 0); U(p->m)"},
		{true, "L(p->m) p->n++; pthread_mutex_init(&p->m, 0); L(p->m) assert(p->n == 1); p->n--; U(p->m)"},
	} {
		p := replacedFor(t, ownProgram, c.body, ir.ILP32)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if proved, _ := r.Proves(verdict.Assert); proved == c.violated {
			t.Errorf("%s: proved is %v", c.body, proved)
		}
		for _, m := range append(ownMutants(p, r.Proof(context.Background())), unchanged(r.Proof(context.Background()))) {
			if turn++; turn%step != 0 && m.name != "nothing" {
				continue
			}
			got, err := threads.Confirm(context.Background(), p, m.proof())
			if err != nil {
				t.Fatal(err)
			}
			switch ok, _ := got.Confirms(verdict.Assert); {
			case ok && c.violated:
				t.Errorf("%s: %s: a proof is confirmed for a program with the violation", c.body, m.name)
			case m.name == "nothing":
			case got.Unconfirmed == "" && got.NotCovered == "":
				accepted++
				if *show {
					t.Logf("%s: %s is accepted", c.body, m.name)
				}
			default:
				refused++
			}
		}
	}
	t.Logf("%d mutants refused, %d accepted", refused, accepted)
	if refused < 3*accepted {
		t.Errorf("%d mutants are refused and %d accepted", refused, accepted)
	}
}
