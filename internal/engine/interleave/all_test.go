package interleave

import (
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/model/interleave"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestAll compares the places of all violations with those of order. Loops are bounded.
func TestAll(t *testing.T) {
	texts := []string{`
#include <assert.h>
#include <pthread.h>
static int x, y;
static void *a(void *p) { x = 1; y = 1; return p; }
static void *b(void *p) { x = 2; y = 2; return p; }
int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0);
	pthread_join(s, 0); pthread_join(t, 0);
	assert(x != 1 || y != 1);
	assert(x != 1 || y != 2);
	assert(x != 2 || y != 1);
	assert(x != 2 || y != 2);
	assert(x != 0 || y != 2);
	return 0;
}
`}
	for seed := range generated.Next(generated.N() / 5) {
		texts = append(texts, testprog.Generate(t, seed).Text)
	}
	decided := make(map[string]int)
	for i, text := range texts {
		code := testprog.Code(t, text)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race} {
			places := func(e engine.Engine) (out []string, whole bool) {
				problem := &engine.Problem{Program: code.Program(), Property: p, Bounds: engine.Bounds{Unwind: 2}, All: true}
				found := testprog.Judge(t, e, problem, 5**patience)
				testprog.Replay(t, code, p, found)
				for _, v := range found.Violations {
					f := v.Trace.Failure
					out = append(out, fmt.Sprint(f.Line, ":", f.Column))
				}
				slices.Sort(out)
				whole = found.Reason == verdict.NoReason && (found.Rest == nil || found.Rest.Reason == verdict.NoReason)
				return slices.Compact(out), whole
			}
			want, whole := places(order.New(order.Options{}))
			for _, k := range Kinds() {
				if got, also := places(k.New(nil)); whole && also {
					decided[k.Name]++
					if p == verdict.Assert && !slices.Equal(got, want) || len(got) == 0 != (len(want) == 0) {
						t.Errorf("program %d: %s %s: %v, expected %v\n%s", i, k.Name, p, got, want, text)
					}
				}
			}
		}
	}
	t.Log(decided)
	for _, k := range Kinds() {
		testprog.AtLeast(t, decided[k.Name], 2*len(texts), 60)
	}
}

// TestFailing counts the interleavings of three writers that fail. A write may come before the creation of a
// later writer, so there are 15. Each of the writers is last in a third of them.
func TestFailing(t *testing.T) {
	code := testprog.Code(t, `
#include <assert.h>
#include <pthread.h>
static int x;
static void *a(void *p) { x = 1; return p; }
static void *b(void *p) { x = 2; return p; }
static void *c(void *p) { x = 3; return p; }
int main(void)
{
	pthread_t s, t, u;
	pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0); pthread_create(&u, 0, c, 0);
	pthread_join(s, 0); pthread_join(t, 0); pthread_join(u, 0);
	assert(x != 2);
	return 0;
}
`)
	p := &engine.Problem{Program: code.Program(), Property: verdict.Assert, Bounds: engine.Bounds{Contexts: 9}, All: true, Without: []string{merging}}
	out := testprog.Judge(t, Kinds()[0].New(nil), p, 30**patience)
	if s := out.Stats.Own.(interleave.Stats); s.Interleavings != 15 || s.Failing != 5 || len(out.Violations) != 1 {
		t.Errorf("found %d violations and %+v, expected 15 interleavings, of which 5 fail", len(out.Violations), s)
	}
}
