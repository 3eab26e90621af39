package threads_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
)

// TestNullPage has accesses through pointers that may be null, also to members far behind the start:
// these are valid or touch nothing. Proofs about accesses through numbers that may be addresses are not
// confirmed.
func TestNullPage(t *testing.T) {
	const text = `
#include <assert.h>
#include <pthread.h>
extern int any(void);
static struct s { int first[30], last; struct s *next; } x;
static struct t { int first[2000], last; } y;
static void nothing(void) {}
int main(void) {
	struct s *p = any() ? &x : 0;
	struct t *q = any() ? &y : 0;
	void (*f)(void) = any() ? nothing : 0;
	BODY
	return 0;
}
`
	const number = "not covered: a.c:12:"
	for _, c := range []struct {
		body        string
		why, memory string // the reason why it is not confirmed that assertions hold, and that accesses are valid
	}{
		{"p->last = 1; assert(p == &x);", "", "may be null"},
		{"p->next = p; p->next->last = 2; assert(x.last == 2);", "", "may be null"},
		{"f(); assert(f == nothing);", "", "may be no function"},
		{"if (p) p->last = 1;", "", ""},
		{"q->last = 1; assert(q == &y);", number, number}, // 8000 bytes behind null
		{"int *u; if (any()) u = &x.last; *u = 1;", number, number},
		{"void (*u)(void); if (any()) u = nothing; u();", number, number},
	} {
		p := replaced(t, text, c.body)
		got, err := threads.Confirm(context.Background(), p, values.Analyse(context.Background(), analyze.Of(p), 0).Proof(context.Background()))
		if err != nil {
			t.Fatal(err)
		}
		for property, want := range map[verdict.Property]string{verdict.Assert: c.why, verdict.Memory: c.memory} {
			if ok, why := got.Confirms(property); ok != (want == "") || !strings.Contains(why, want) {
				t.Errorf("%s: %s: confirmed is %v: %q, expected %q", c.body, property, ok, why, want)
			}
		}
	}
}
