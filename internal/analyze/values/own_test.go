package values_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const ownHead = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern unsigned any(void);
struct e { int n; pthread_mutex_t m; int k; };
static struct e a[3]; static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, o[3];
#define L(m) pthread_mutex_lock(&(m));
#define U(m) pthread_mutex_unlock(&(m));
`

// TestOwn checks elements that are protected by locks of their own, and similar programs in which they
// are not.
func TestOwn(t *testing.T) {
	const change = "p->n++; p->n--;"
	for _, c := range []struct {
		proved bool
		about  string
		thread string // code of each thread, and of main in parallel; p points to some element
	}{
		{true, "an invariant of each element", `L(p->m) ` + change + ` assert(p->n == 0); U(p->m)`},
		{true, "with another lock within", `L(p->m) L(g) p->n++; U(g) L(g) p->n--; assert(p->n == 0); U(g) U(p->m)`},
		{true, "another member of it", `L(p->m) p->n++; p->k = 1; p->n--; assert(p->n == 0 && p->k == 1); U(p->m)`},
		{true, "known by another pointer", `L(p->m) struct e *q = p; p->n++; assert(q->n == 1); q->n--; U(q->m)`},
		{false, "given up between", `L(p->m) p->n++; U(p->m) L(p->m) p->n--; assert(p->n == 0); U(p->m)`},
		{false, "another element's lock", `L(a[any() % 3].m) ` + change + ` assert(p->n == 0); U(p->m)`},
		{false, "not held by one", `if (any()) p->n = 2; L(p->m) assert(p->n == 0); U(p->m)`},
		{false, "written beside", `L(p->m) p->n = 1; assert(p->n == 1); U(p->m) if (any()) p->n = 2;`},
		{false, "only another lock", `L(g) ` + change + ` U(g) L(p->m) assert(p->n == 0); U(p->m)`},
		{false, "read without it", `L(p->m) ` + change + ` U(p->m) assert(p->n == 0);`},
		{false, "another element meanwhile", `L(p->m) p->n++; struct e *q = p; p = a; L(p->m) assert(p->n == 0); U(p->m) q->n--; U(q->m)`},
		{false, "the pointer moves on", `L(p->m) p->n = 1; p = p == a ? a + 1 : a; L(p->m) assert(p->n == 0); U(p->m)`},
		{false, "given up under another name", `struct e *q = p; L(p->m) p->n++; U(q->m) L(p->m) p->n--; assert(p->n == 0); U(p->m)`},
		{false, "initialised again", `L(p->m) p->n++; pthread_mutex_destroy(&p->m); pthread_mutex_init(&p->m, 0); p->n--; assert(p->n == 0);`},
		{false, "left by who ends", `L(p->m) p->n++; if (any()) return 0; p->n--; assert(p->n == 0); U(p->m) L(a[0].m) assert(a[0].n == 0); U(a[0].m) U(a[0].m)`},
		{false, "waited for", `static pthread_cond_t w = PTHREAD_COND_INITIALIZER; L(p->m) p->n++; pthread_cond_broadcast(&w); if (any()) pthread_cond_wait(&w, &p->m); p->n--; assert(p->n == 0); U(p->m)`},
	} {
		text := ownHead + "static void *f(void *arg) { struct e *p = &a[any() % 3]; " + c.thread + " return 0; }\n" +
			"int main(void) { for (int i = 0; i < 3; i++) pthread_mutex_init(&a[i].m, 0); pthread_t c, d; pthread_create(&c, 0, f, 0); pthread_create(&d, 0, f, 0); return 0; }\n"
		for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			p := testprog.Source(t, text, model)
			r := values.Analyse(context.Background(), analyze.Of(p), 0)
			if proved, _ := r.Proves(verdict.Assert); proved != c.proved {
				t.Errorf("%s, %v: proved is %v, expected %v\n%s", c.about, model, proved, c.proved, r)
			}
		}
	}
}

// ownProgram writes a program about elements with locks of their own, and slightly wrong variants.
func ownProgram(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	place := func() string { return pick("p->", "p->", "p->", "p->", "q->", "a[1].", "a[i].") }
	held, careful := "", r.IntN(2) == 0
	slip := func(n int) bool { return r.IntN(n) == 0 && (!careful || r.IntN(12) == 0) }
	access := func() string {
		x := held
		if slip(6) {
			x = place()
		}
		n := 9
		if careful {
			n = 0
		}
		switch r.IntN(n + 1) {
		case 0, 1:
			return fmt.Sprintf("%sn++; ", x)
		case 2:
			return fmt.Sprintf("%sn--; ", x)
		case 3:
			return fmt.Sprintf("%sn = %d; ", x, r.IntN(2))
		case 4:
			return fmt.Sprintf("L(g) %sn++; U(g) ", x)
		case 5:
			return fmt.Sprintf("l = %sn; ", x)
		default:
			return fmt.Sprintf("%sn++; %s%sn--; ", x, pick("", "", "L(g) U(g) ", "l = "+x+"n; "), x)
		}
	}
	section := func() string {
		held = place()
		wrong := 0
		if slip(2) {
			wrong = 1
		}
		var b strings.Builder
		fmt.Fprintf(&b, "\tL(%sm) ", held)
		fmt.Fprintf(&b, "assert(%sn %s %d); ", held, pick("==", "==", "<="), wrong)
		for range r.IntN(3) {
			b.WriteString(access())
		}
		if slip(4) {
			b.WriteString(pick("p = a + 1; ", "q = p; ", "i = 1; ", "U(a[1].m) ", "if (l) return 0; ", "L(a[1].m) ",
				"pthread_mutex_init(&a[1].m, 0); ", "if (l) p = a; ", "for (int k = 0; k < 2; k++) p->n = k; "))
		}
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "%sn++; %sn--; ", held, held)
		}
		if !slip(8) {
			fmt.Fprintf(&b, "U(%sm)", held)
		}
		return b.String() + "\n"
	}
	var b strings.Builder
	b.WriteString(ownHead)
	for _, f := range []string{"f", "h"} {
		fmt.Fprintf(&b, "static void *%s(void *arg) {\n\tint l = 0, i = any() & 1; struct e *p = %s, *q = a;\n", f, pick("&a[i]", "&a[i]", "arg", "a + i"))
		sections := 1
		if !careful {
			sections += r.IntN(2)
		}
		for range sections {
			b.WriteString(section())
		}
		b.WriteString("\treturn 0;\n}\n")
	}
	fmt.Fprintf(&b, "int main(void) {\n\tfor (int i = 0; i < %d; i++) pthread_mutex_init(&a[i].m, 0);\n", 2+r.IntN(2))
	before := ""
	if slip(2) {
		before = pick("a[1].n = 1;", "for (int i = 0; i < 2; i++) a[i].n = i;")
	}
	fmt.Fprintf(&b, "\t%s\n\tpthread_t c, d;\n", before)
	fmt.Fprintf(&b, "\tpthread_create(&c, 0, f, &a[%d]);\n\tpthread_create(&d, 0, %s, &a[%d]);\n", r.IntN(2), pick("f", "h"), r.IntN(2))
	if !careful {
		b.WriteString(pick("", "\th(a);\n", "\tpthread_join(c, 0);\n\tf(a + 1);\n"))
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

// TestOwnGenerated compares the proofs with the explorer on programs about such elements, and checks
// certified proofs.
func TestOwnGenerated(t *testing.T) {
	count, certified, of := make(tally), 0, 0
	for seed := range generated.Next(2 * generated.N()) {
		text := ownProgram(rand.New(rand.NewPCG(seed, 17)))
		model := []ir.DataModel{ir.LP64, ir.ILP32}[seed%2]
		p := testprog.Source(t, text, model)
		violated := hold(t, fmt.Sprint("seed ", seed), p, smc.Options{Executions: *executions * 40, MaxDepth: 2000, MaxSteps: 1 << 18}, count, verdict.Assert)
		if r := values.Analyse(context.Background(), analyze.Of(p), 0); r.Lost == "" {
			ok := confirms(t, p, r.Proof(context.Background()), verdict.Assert)
			if ok && violated {
				t.Errorf("seed %d: a proof is confirmed for a program with the violation", seed)
			}
			if proved, _ := r.Proves(verdict.Assert); proved {
				if of++; ok {
					certified++
				}
			}
		}
		if t.Failed() || *show {
			t.Logf("%s", text)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	safe, proved := count[verdict.Assert][0], count[verdict.Assert][1]
	t.Logf("%d of %d programs without a violation proved", proved, safe)
	testprog.AtLeast(t, proved, safe, 40)
	testprog.AtLeast(t, certified, of, 80)
}
