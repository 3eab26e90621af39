package threads_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// aboutThreads has the properties of lean proofs.
var aboutThreads = []verdict.Property{verdict.Race, verdict.Deadlock}

// leanProofs returns the lean proofs of a program, which say little about numbers.
func leanProofs(p *ir.Program, env ir.Environment) (list []*threadproof.Proof) {
	l := values.NewLean(context.Background(), analyze.Of(p), env)
	for proof := l.Next(context.Background()); proof != nil; proof = l.Next(context.Background()) {
		list = append(list, proof)
	}
	return list
}

// confirmsAlong reports whether a proof of a property is confirmed: block by block, or along paths.
func confirmsAlong(t *testing.T, p *ir.Program, proof *threadproof.Proof, property verdict.Property, paths bool) bool {
	t.Helper()
	if paths {
		along := *proof
		along.Paths = []verdict.Property{property}
		proof = &along
	}
	got, err := threads.Confirm(context.Background(), p, proof)
	if err != nil {
		t.Fatal(err)
	}
	ok, _ := got.Confirms(property)
	return ok
}

// TestLean compares confirmed lean proofs with the verdicts that programs state, and for generated
// programs with the explorer.
func TestLean(t *testing.T) {
	confirmed, asked := 0, 0
	for _, file := range testprog.Some(t, 12*every.Step(), *long) {
		p, env, stated := testprog.Compile(t, file, ir.LP64), testprog.Environment(t, file), testprog.Stated(t, file)
		for _, property := range aboutThreads {
			if stated[property] == "safe" {
				asked++
			}
			for i, proof := range leanProofs(p, env) {
				if !confirmsAlong(t, p, proof, property, i == 1) {
					continue
				}
				if stated[property] == "violation" {
					t.Errorf("%s: %s is violated and confirmed", file, property)
				}
				if stated[property] == "safe" {
					confirmed++
				}
				break
			}
		}
	}
	t.Logf("%d of %d are confirmed", confirmed, asked)
	testprog.AtLeast(t, confirmed, asked, 50)
	for seed := range generated.All() {
		g := testprog.Generate(t, seed)
		violated := explore(t, g.Program, g.Environment)
		for i, proof := range leanProofs(g.Program, g.Environment) {
			for _, property := range aboutThreads {
				if what := violated[property]; what != "" && confirmsAlong(t, g.Program, proof, property, i == 1) {
					t.Fatalf("%s: %s is confirmed, but: %s\n%s", g.Name, property, what, g.Text)
				}
			}
		}
	}
}

// TestLeanMutants makes mistakes in lean proofs. For programs with a race or a deadlock they are
// refused; the right proofs of other programs are confirmed. Without -long it makes only some of the
// mistakes.
func TestLeanMutants(t *testing.T) {
	const text = `
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int any(void);
static int x, y; static atomic_int k;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
#define L(m) pthread_mutex_lock(&m);
#define U(m) pthread_mutex_unlock(&m);
static void *f(void *a) { L(m) x = 1; U(m) L(m) L(n) y++; U(n) U(m) k = 3; return a; }
int main(void) {
	pthread_t c;
	x = 2;
	pthread_create(&c, 0, f, 0);
	BODY
	return 0;
}
`
	step := 11 * every.Step()
	if *long {
		step = 1
	}
	turn, refused := 0, 0
	for _, c := range []struct {
		property verdict.Property
		violated bool
		body     string
	}{
		{verdict.Race, false, "L(m) x++; U(m) L(n) y++; U(n)"},
		{verdict.Race, false, "pthread_join(c, 0); x++; y++;"},
		{verdict.Race, false, "int *p = any() ? &x : &y; L(m) L(n) (*p)++; U(n) U(m)"},
		{verdict.Race, false, "int *p = malloc(sizeof *p); *p = 1; if (*p) k++;"},
		{verdict.Deadlock, false, "L(m) L(n) y = x; U(n) U(m) pthread_join(c, 0);"},
		{verdict.Race, true, "L(n) x++; U(n)"},
		{verdict.Race, true, "L(m) U(m) x++;"},
		{verdict.Race, true, "int *p = any() ? &x : &y; L(n) (*p)++; U(n)"},
		{verdict.Race, true, "L(m) if (any()) { U(m) L(n) } x++;"},
		{verdict.Race, true, "if (k == 3) x++;"},
		{verdict.Deadlock, true, "L(n) L(m) y = x; U(n) U(m)"},
		{verdict.Deadlock, true, "L(m) pthread_join(c, 0); U(m)"},
	} {
		p := replaced(t, text, c.body)
		proofs := leanProofs(p, 0)
		confirmed := false
		for i, proof := range proofs {
			confirmed = confirmed || confirmsAlong(t, p, proof, c.property, i == 1)
		}
		if confirmed == c.violated {
			t.Errorf("%s: %s is confirmed: %v", c.body, c.property, confirmed)
		}
		if !c.violated {
			continue
		}
		for i, proof := range proofs {
			for _, m := range mutants(p, proof) {
				if turn++; turn%step != 0 {
					continue
				}
				if confirmsAlong(t, p, m.proof(), c.property, i == 1) {
					t.Errorf("%s: %s: a violated property is confirmed", c.body, m.name)
				}
				refused++
			}
		}
	}
	t.Logf("%d mutants are refused", refused)
	if refused < 50/every.Step() {
		t.Errorf("only %d mutants are made", refused)
	}
}
