package values_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestToNodes checks lists whose heads are in a table. The heads hold the largest number and the nodes
// a small one. In the violated programs, as random executions show, a thread accesses a head as a node.
func TestToNodes(t *testing.T) {
	const text = `
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
extern unsigned any(void);
struct list { struct list *next, *prev; };
struct n { int d; struct list l; };
static struct n slot[2]; static pthread_mutex_t m[2], g = PTHREAD_MUTEX_INITIALIZER;
#define H(i) (&slot[i].l)
#define N(p) ((struct n *)((char *)(p) - __builtin_offsetof(struct n, l)))
#define T(p) pthread_mutex_lock(&g); N(p)->d++; pthread_mutex_unlock(&g); pthread_mutex_lock(&g); N(p)->d--; pthread_mutex_unlock(&g);
static void init(struct list *l) { l->next = l; l->prev = l; }
static struct n *make(void) { struct n *p = malloc(sizeof *p); p->d = 0; init(&p->l); return p; }
static void add(struct list *new, struct list *head) {
	struct list *next = head->next;
	next->prev = new; new->next = next; new->prev = head; head->next = new;
}
static void *f(void *arg) {
	int i = any() & 1, j = any() & 1; struct list *p, *q;
	pthread_mutex_lock(&m[i]); BODY pthread_mutex_unlock(&m[i]);
	return 0;
}
int main(void) {
	for (int i = 0; i < 2; i++) {
		init(H(i)); slot[i].d = INT_MAX; pthread_mutex_init(&m[i], 0);
		add(&make()->l, H(i)); add(&make()->l, H(i));
	}
	MAIN
	pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0);
	return 0;
}
`
	const each = `for (p = slot[i].l.next; p != H(i); p = p->next) { T(p) }`
	for k, c := range []struct {
		proved, violated bool
		body, main       string
	}{
		{true, false, each, ``},
		{true, false, each, `add(&make()->l, H(1));`},
		{true, false, `for (p = slot[i].l.next; p != H(i); p = p->next) if (any() & 1) { T(p) } else { pthread_mutex_lock(&g); N(p)->d--; pthread_mutex_unlock(&g); pthread_mutex_lock(&g); N(p)->d++; pthread_mutex_unlock(&g); }`, ``},
		{true, false, `p = slot[i].l.next; if (p != H(i)) { T(p) q = p->next; if (q != H(i)) { T(q) } }`, ``},

		{false, true, `for (p = slot[i].l.next; p != H(0); p = p->next) { T(p) }`, ``},
		{false, true, `for (p = slot[i].l.next; p != H(j); p = p->next) { T(p) }`, ``},
		{false, true, `p = slot[i].l.next; for (int k = 0; k < 3; k++) { T(p) p = p->next; }`, ``},
		{false, true, each + ` T(p)`, ``},
		{false, true, `for (p = slot[i].l.next; p != H(i);) { p = p->next; T(p) }`, ``},
		{false, true, `for (p = slot[i].l.next; p != H(i); p = p->next) { T(p) if (any() & 1) i = 1 - i; }`, ``},
		{false, true, `for (p = slot[i].l.next; p != H(i); p = p->next) { q = p->next; T(q) }`, ``},
		{false, true, `for (p = H(i); p->next != H(i); p = p->next) { T(p) }`, ``},
		{false, true, each, `slot[0].l.next->next = slot[1].l.next;`},
		{false, true, each, `slot[0].l.next = H(1);`},
		{false, true, each, `struct list *a = slot[0].l.next, *b = slot[1].l.next; a->next->next = b;`},
		{false, true, each, `for (int i = 0; i < 2; i++) N(slot[i].l.next)->d = INT_MAX;`},
	} {
		if !*long && !testprog.Chosen(t, c.body+c.main, 2) {
			continue
		}
		model := []ir.DataModel{ir.LP64, ir.ILP32}[k%2]
		p := testprog.Source(t, strings.NewReplacer("BODY", c.body, "MAIN", c.main).Replace(text), model)
		r := values.Analyse(context.Background(), analyze.Of(p), 0)
		if r.Lost != "" {
			t.Fatalf("%s: %s", c.body, r.Lost)
		}
		if proved, why := r.Proves(verdict.Overflow); proved != c.proved {
			t.Errorf("%s | %s: proved is %v, expected %v: %v", c.body, c.main, proved, c.proved, why)
		}
		runs := uint64(200)
		if c.violated {
			runs = 20000
		}
		if violated := overflowsAtRandom(t, p, runs); violated != c.violated {
			t.Errorf("%s | %s: violated is %v, expected %v", c.body, c.main, violated, c.violated)
		}
	}
}
