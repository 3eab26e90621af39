package unwind_test

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestExcludedTargets unwinds accesses through a pointer after branches that exclude its targets one
// by one. No execution reaches the access, but the path condition is no constant. The graph has a
// mark in place of the access.
func TestExcludedTargets(t *testing.T) {
	for name, use := range map[string]string{
		"lock": "pthread_mutex_lock(&p->lock);", "unlock": "pthread_mutex_unlock(&p->lock);", "read": "sum += p->value;",
		"write": "p->value = 1;", "update": "p->count++;",
	} {
		p := testprog.Source(t, `#include <pthread.h>
struct cell { pthread_mutex_t lock; int value; _Atomic int count; };
static struct cell a, b, c, d, e, f;
static struct cell *_Atomic chosen = &a;
static int sum;
static void *choose(void *arg)
{
	chosen = &b; chosen = &c; chosen = &d; chosen = &e; chosen = &f;
	return arg;
}
int main(void)
{
	pthread_t t;
	struct cell *p;
	pthread_create(&t, NULL, choose, NULL);
	p = chosen;
	if (p != &a && p != &b && p != &c && p != &d && p != &e && p != &f) {
		`+use+`
	}
	return sum;
}
`, ir.LP64)
		for _, property := range []verdict.Property{verdict.Assert, verdict.Lock, verdict.Memory, verdict.Race} {
			g := graphOf(t, p, unwind.Options{Property: property, Loop: 2})
			if len(g.Marks) != 1 || g.Marks[0].Unsupported == "" {
				t.Errorf("%s, %s: marks %v, expected one for a pointer without a target", name, property, g.Marks)
			}
		}
	}
}
