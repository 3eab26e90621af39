package refine

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/reduction"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// proved are programs whose proofs are looked at.
var proved = map[string]string{
	"rounds": `
static void *a(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) x--; return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + ` assert(x == 0); }`,
	"ahead": `
static void *a(void *_) { for (int i = 0; i < n; i++) x++; return 0; }
static void *b(void *_) { for (int i = 0; i < n; i++) { __VERIFIER_assume(x > 0); x--; } return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + ` assert(x == 0); }`,
	"branches": `
static void *a(void *_) { p = n < 0 ? -1 : n > 0; return 0; }
static void *b(void *_) { q = n < 0 ? 1 : n > 0 ? -1 : 0; return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + ` assert(p + q == 0); }`,
	"lock": `
static void *a(void *_) { for (int i = 0; i < n; i++) { pthread_mutex_lock(&m); p++; p--; pthread_mutex_unlock(&m); } return 0; }
static void *b(void *_) { pthread_mutex_lock(&m); assert(p == 0); pthread_mutex_unlock(&m); return 0; }
int main(void) { n = __VERIFIER_nondet_int();` + threads + `}`,
}

const threads = `
	pthread_t s, t;
	pthread_create(&s, 0, a, 0);
	pthread_create(&t, 0, b, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
`

// TestProofs: what an exploration ends with is a proof, as a second reading of the rules says
// that asks a solver about all of it: nothing that is bad is excluded by anything but an assertion, and each
// step leads to a place whose assertion holds, with sleepers whose steps commute.
func TestProofs(t *testing.T) {
	confirmed, all := 0, 0
	for name, text := range proved {
		for _, order := range []string{"sequential", "lockstep", "backward"} {
			p := testprog.Source(t, `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static atomic_int x;
static int p, q, n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`+text, ir.LP64)
			ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
			all++
			if x := prove(ctx, t, p, order); x != nil {
				confirmed++
				check(t, name+", "+order, x)
			}
			stop()
		}
	}
	testprog.AtLeast(t, confirmed, all, 40)
}

// prove returns the exploration that is a proof; nil: there is none in time.
func prove(ctx context.Context, t *testing.T, p *ir.Program, name string) *exploration {
	t.Helper()
	r := &run{Engine: &Engine{}, Run: search.Begin(&engine.Problem{Program: p, Property: verdict.Assert, NewSolver: quick})}
	s, err := depth.Begin(ctx, r.Run, nil)
	if s == nil || err != nil {
		t.Fatal(err, r.Unsupported)
	}
	if r.model, err = reduction.New(s, verdict.Assert); err != nil {
		t.Fatal(err)
	}
	r.decider = &decider{run: r.Run, terms: s.Terms, cores: make(map[term.ID][][]term.ID)}
	all := orders(r.model)
	a := &attempt{all[slices.IndexFunc(all, func(o order) bool { return o.name == name })], words(r.model, false)}
	for ctx.Err() == nil {
		x := &exploration{decider: r.decider, model: r.model, words: a.words, order: a.order, nodes: make(map[place][]*node)}
		bad, err := x.run(ctx)
		if err == nil && len(bad) == 0 {
			return x
		}
		if _, learned, err := r.refine(ctx, a); err != nil || !learned {
			return nil
		}
	}
	return nil
}

// check reads a proof.
func check(t *testing.T, name string, x *exploration) {
	t.Helper()
	m, s := x.model, x.model.System
	host := solver.New(x.terms, sat.Options{})
	refuted := func(facts []term.ID, goal term.ID) bool {
		result, _ := host.Check(context.Background(), append(slices.Clone(facts), goal)...)
		return result.Status == sat.Unsatisfiable
	}
	leads := func(facts []term.ID, o *reduction.Outcome, sleep func(*node) bool) bool {
		for _, to := range x.list {
			if to.control == o.To && sleep(to) && !slices.ContainsFunc(to.fact.conjuncts(), func(p term.ID) bool {
				return !refuted(facts, x.terms.And(o.Guard, x.terms.Not(m.After(o, p))))
			}) {
				return true
			}
		}
		return false
	}
	begin := term.True
	for _, v := range m.Vars() {
		if s.Vars[v].Init != term.None {
			begin = x.terms.And(begin, x.terms.Eq(s.Vars[v].Term, s.Vars[v].Init))
		}
	}
	first := &reduction.Outcome{Guard: begin, To: m.Initial()}
	if !leads(nil, first, func(to *node) bool { return to.sleep == 0 }) {
		t.Errorf("%s: no place is the first", name)
	}
	for _, n := range x.list {
		facts := n.fact.conjuncts()
		asked := x.ask(n)
		covers := len(asked) == 0 // that there is a membrane of those who are asked and those who sleep
		var set reduction.Set
		for _, who := range asked {
			set = set.With(who)
		}
		for who := efsm.ThreadID(1); int(who) < len(s.Threads); who++ {
			if !x.moves(n.control, who) {
				continue
			}
			left := m.Membrane(n.control, who) &^ n.sleep &^ set
			idle := true
			for other := efsm.ThreadID(1); int(other) < len(s.Threads); other++ {
				idle = idle && !(left.Has(other) && x.moves(n.control, other))
			}
			covers = covers || idle
		}
		if !covers {
			t.Errorf("%s: nobody is asked who has to be", name)
		}
		for i, who := range asked {
			step := m.Step(n.control, who)
			for j := range step.Bad {
				if !refuted(facts, step.Bad[j].Guard) {
					t.Errorf("%s: a violation is not excluded", name)
				}
			}
			for j := range step.Outcomes {
				o := &step.Outcomes[j]
				if refuted(facts, o.Guard) {
					continue
				}
				may := func(to *node) bool {
					for other := efsm.ThreadID(1); int(other) < len(s.Threads); other++ {
						if to.sleep.Has(other) && (other == who || !n.sleep.Has(other) && !slices.Contains(asked[:i], other) ||
							!refuted(facts, m.Differs(n.control, o, other))) {
							return false
						}
					}
					return true
				}
				if !leads(facts, o, may) {
					t.Errorf("%s: a step leads out of the proof", name)
				}
			}
		}
	}
}
