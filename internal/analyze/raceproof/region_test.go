package raceproof_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// table is a program with lists in the slots of a table. BUILD runs before threads are created, and two
// threads run WALK.
const table = `
#include <pthread.h>
#include <stdlib.h>
struct list { struct list *next, *prev; };
struct node { int n; struct list l; };
static struct { struct list slot[2]; } t;
static pthread_mutex_t m[2];
static struct list *kept; extern int any(void);
#define NODE(p) ((struct node *)((char *)(p) - __builtin_offsetof(struct node, l)))
#define LOCK(i) pthread_mutex_lock(&m[i]);
#define UNLOCK(i) pthread_mutex_unlock(&m[i]);
static void init(struct list *l) { l->next = l; l->prev = l; }
static struct node *make(void) {
	struct node *p = malloc(sizeof *p);
	if (!p)
		exit(0);
	p->n = 0;
	init(&p->l);
	return p;
}
static void add(struct list *new, struct list *head) {
	struct list *next = head->next;
	next->prev = new;
	new->next = next;
	new->prev = head;
	head->next = new;
}
static void *f(void *a) {
	int i = any() & 1, k = any() & 1;
	struct list *p = 0;
	WALK
	return a;
}
int main(void) {
	for (int i = 0; i < 2; i++) {
		init(&t.slot[i]);
		pthread_mutex_init(&m[i], 0);
		add(&make()->l, &t.slot[i]);
	}
	int i = any() & 1, k = any() & 1;
	struct node *x = make(), *y = make();
	BUILD
	pthread_t c, d;
	pthread_create(&c, 0, f, 0);
	pthread_create(&d, 0, f, 0);
	return 0;
}
`

const each = `LOCK(i) for (p = t.slot[i].next; p != &t.slot[i]; p = p->next) NODE(p)->n++; UNLOCK(i)`

func tableProgram(t *testing.T, build, walk string) *ir.Program {
	text := strings.NewReplacer("BUILD", build, "WALK", walk).Replace(table)
	return testprog.Source(t, text, ir.LP64)
}

func knowing(p *ir.Program) *raceproof.Result {
	facts := analyze.Of(p)
	known := values.Analyse(context.Background(), facts, 0)
	if known.Lost != "" {
		return raceproof.Analyse(context.Background(), facts, 0)
	}
	return raceproof.AnalyseKnowing(context.Background(), facts, 0, known)
}

// TestSlots checks lists that stay separate, and similar lists that share nodes or are used without
// the lock. Without -long it checks half of them.
func TestSlots(t *testing.T) {
	const (
		added = `add(&x->l, &t.slot[0]); add(&y->l, &t.slot[1]);`
		walks = `for (i = 0; i < 2; i++) { ` + each + ` }`
	)
	for _, c := range []struct {
		proved      bool
		build, walk string
	}{
		{true, ``, each},
		{true, ``, walks},
		{true, added, each},
		{true, `add(&x->l, &t.slot[i]); y = make(); add(&y->l, &t.slot[k]);`, each},
		{true, `t.slot[i].next = t.slot[i].next->next;`, each},
		{true, `x->l.next = &t.slot[i]; t.slot[i].next = &x->l;`, each},
		{true, ``, `LOCK(i) add(&make()->l, &t.slot[i]); p = t.slot[i].prev; if (p != &t.slot[i]) NODE(p)->n = 1; UNLOCK(i)`},
		// Lists that share nodes.
		{false, `t.slot[0].next = t.slot[1].next;`, each},
		{false, `t.slot[i].next = t.slot[k].next;`, each},
		{false, `t.slot[0] = t.slot[1];`, each},
		{false, `t.slot[i].next->next = t.slot[k].next;`, each},
		{false, `add(&x->l, &t.slot[0]); add(&x->l, &t.slot[1]);`, each},
		{false, `for (int j = 0; j < 2; j++) add(&x->l, &t.slot[j]);`, each},
		{false, `for (int j = 0; j < 2; j++) { x->l.next = &t.slot[j]; t.slot[j].next = &x->l; }`, each},
		{false, added + `x->l.next = &y->l;`, each},
		{false, `y->l.next = &t.slot[1]; x->l.next = &y->l; t.slot[0].next = &x->l; t.slot[1].next = &y->l;`, each},
		{false, `x->l.next = t.slot[1].next; t.slot[0].next = &x->l;`, each},
		{false, `add(&x->l, &t.slot[i]); kept = &x->l; t.slot[k].next = kept;`, each},
		{false, `add(&x->l, &t.slot[i]); i = k; x->l.next = &t.slot[i]; t.slot[i].next = &x->l;`, each},
		{false, `for (int j = 1; j >= 0; j--) { if (!j) { t.slot[j].next = &x->l; break; } x->l.next = &t.slot[j]; }`, each},
		{false, `t.slot[0].next = (struct list *)&t.slot[0].prev;`, each},
		{false, `*(char *)&t.slot[0].next = 0;`, each},
		// The wrong lock, or a released one.
		{false, ``, strings.ReplaceAll(each, "LOCK(i)", "LOCK(k)")},
		{false, ``, `LOCK(i) p = t.slot[i].next; UNLOCK(i) LOCK(k) NODE(p)->n++; UNLOCK(k)`},
		{false, ``, `LOCK(i) p = t.slot[i].next; UNLOCK(i) NODE(p)->n++;`},
		{false, ``, `LOCK(i) p = t.slot[i].next; UNLOCK(i) i = !i; LOCK(i) NODE(p)->n++; UNLOCK(i)`},
		{false, ``, `for (i = 0; i < 2; i++) { LOCK(i) if (p) NODE(p)->n++; p = t.slot[i].next; UNLOCK(i) }`},
		{false, `kept = t.slot[0].next;`, `LOCK(i) NODE(kept)->n++; UNLOCK(i)`},
		{false, ``, `LOCK(i) p = t.slot[i].next; p->next = t.slot[i].next; t.slot[!i].next = p; NODE(p)->n++; UNLOCK(i)`},
		{false, ``, `LOCK(i) add(&make()->l, &t.slot[k]); UNLOCK(i)`},
		// The byte in front of a slot belongs to another slot.
		{true, ``, `LOCK(i) NODE(&t.slot[i])->n++; UNLOCK(i)`},
		{false, ``, `LOCK(i) NODE(&t.slot[i])->n++; p = t.slot[i].prev; UNLOCK(i)`},
		{false, ``, `LOCK(i) p = t.slot[i].next; do NODE(p)->n++; while ((p = p->next) != &t.slot[i]); NODE(p)->n++; UNLOCK(i)`},
		{false, ``, strings.Replace(each, "p != &t.slot[i]", "p != &t.slot[k]", 1)},
	} {
		if !*long && !testprog.Chosen(t, c.build+c.walk, 2) {
			continue
		}
		p := tableProgram(t, c.build, c.walk)
		r := knowing(p)
		if r.RaceFree() != c.proved {
			t.Errorf("%s | %s: proved is %v, expected %v\n%s", c.build, c.walk, r.RaceFree(), c.proved, r)
		}
		hold(t, c.build+" | "+c.walk, p, smc.Options{Executions: *executions / 4, MaxDepth: 2000})
	}
}

// TestSlotsGenerated compares the proof with the explorer on random tables.
func TestSlotsGenerated(t *testing.T) {
	builds := []string{
		`add(&x->l, &t.slot[I]);`, `add(&y->l, &t.slot[I]);`, `t.slot[I].next = &x->l;`, `x->l.next = &t.slot[I];`, `x->l.next = t.slot[I].next;`,
		`y->l.next = &x->l;`, `t.slot[I].next = t.slot[I].next->next;`, `t.slot[I].next = t.slot[J].next;`, `kept = &x->l;`, `x = y;`, `i = J;`, `x->n = I;`,
		`init(&t.slot[I]);`, `x = make();`, `for (int j = 0; j < 2; j++) { x = make(); add(&x->l, &t.slot[j]); }`, `t.slot[I].next->next = t.slot[I].next;`,
	}
	walks := []string{
		each, strings.ReplaceAll(each, "i", "I"), `LOCK(I) p = t.slot[I].next; NODE(p)->n++; UNLOCK(I)`, `LOCK(I) p = t.slot[I].next; if (p != &t.slot[I]) NODE(p)->n++; UNLOCK(I)`,
		`LOCK(I) add(&make()->l, &t.slot[J]); UNLOCK(I)`, `LOCK(I) t.slot[I].next = t.slot[I].next->next; UNLOCK(I)`, `i = J;`,
		`LOCK(I) if (kept) NODE(kept)->n = 1; UNLOCK(I)`, `LOCK(I) if (p) NODE(p)->n++; UNLOCK(I)`, `LOCK(I) p = t.slot[J].next; UNLOCK(I)`,
	}
	fill := func(r *rand.Rand, text string) string {
		index := func() string { return []string{"i", "i", "k", "0", "1"}[r.IntN(5)] }
		return strings.NewReplacer("[I]", "["+index()+"]", "(I)", "("+index()+")", "I;", index()+";", "J", index()).Replace(text)
	}
	proved, free := 0, 0
	for seed := range generated.All() {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		build, walk := "", ""
		for range 1 + r.IntN(2) {
			build += fill(r, builds[r.IntN(len(builds))])
		}
		for range 1 + r.IntN(2) {
			text := walks[r.IntN(len(walks))]
			if r.IntN(2) > 0 { // under the lock of the slot
				text = strings.ReplaceAll(strings.ReplaceAll(text, "I", "i"), "J", "i")
			}
			walk += fill(r, text)
		}
		name := fmt.Sprintf("%d: %s | %s", seed, build, walk)
		done, none := hold(t, name, tableProgram(t, build, walk), smc.Options{Executions: *executions, MaxDepth: 2000})
		if done {
			proved++
		}
		if none {
			free++
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
	t.Logf("of %d tables %d are proved, %d have no race for certain", generated.N(), proved, free)
}

// TestElsewhere checks mutexes in one structure with slots: a store to a slot may not reach them.
func TestElsewhere(t *testing.T) {
	const head = `
#include <pthread.h>
#include <stdlib.h>
extern int any(void);
static struct { struct { int n, k; } slot[2]; pthread_mutex_t m[2]; } t;
static void *f(void *a) {
	int i = any(), k = any();
	if (i < 0 || i > 1 || k < 0 || k > LAST)
		exit(0);
	pthread_mutex_lock(&t.m[i]);
	t.slot[i].n++;
	pthread_mutex_unlock(&t.m[i]);
	return a;
}
int main(void) {
	int k = any();
	if (k < 0 || k > LAST)
		exit(0);
	for (int i = 0; i < 2; i++)
		pthread_mutex_init(&t.m[i], 0);
	t.slot[k].k = k + 127;
	pthread_t c, d;
	pthread_create(&c, 0, f, 0);
	pthread_create(&d, 0, f, 0);
	return 0;
}
`
	for last, proved := range map[string]bool{"1": true, "3": false, "7": false} {
		p := testprog.Source(t, strings.ReplaceAll(head, "LAST", last), ir.ILP32)
		if r := knowing(p); r.RaceFree() != proved {
			t.Errorf("%s: proved is %v, expected %v\n%s", last, r.RaceFree(), proved, r)
		}
		hold(t, last, p, smc.Options{Executions: *executions, MaxDepth: 2000})
	}
}
