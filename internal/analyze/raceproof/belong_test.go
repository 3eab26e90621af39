package raceproof_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// teams returns a program whose threads work on objects of their own. set fills a round's slot q in front of the creation,
// later follows the creation in the round, after is behind the loop, and use is a part of the threads.
func teams(set, later, after, use string) string {
	return `#include <string.h>
		#include <stdint.h>
		struct node { int v; struct node *next; };
		struct s { int n; struct node *loop, *list; struct s *peer; };
		static struct node *shared; static struct s all[2];
		static struct node *node(void) { struct node *q = calloc(1, sizeof *q); return q; }
		static struct node *given(void) { if (!shared) shared = node(); return shared; }
		static void *f(void *a) {
			struct s *s = a; struct node *q;
			s->n++; s->list = node(); s->list->next = s->loop; s->list->v++;
			if (s->list->next) s->list->next->v++;
			` + use + ` return a; }
		static void start(struct s *q) { GIVE(f, q); }
		int main(void) {
			struct s *p = calloc(2, sizeof *p); struct node *last = 0, *one = node();
			for (unsigned long i = 0; i < 2; i++) { struct s *q = p + i; ` + set + ` start(q); ` + later + ` }
			` + after + ` }`
}

// lockedTeams returns a program whose threads read a link in their slots under a lock, and use its target.
func lockedTeams(after string) string {
	return `#include <string.h>
		struct s { int *p, *other; };
		static void *f(void *a) { struct s *s = a; LOCK(m); int *p = s->p; UNLOCK(m); ++*p; return a; }
		int main(void) {
			struct s *p = calloc(2, sizeof *p);
			for (int i = 0; i < 2; i++) { struct s *q = &p[i]; q->p = calloc(1, sizeof *q->p); GIVE(f, q); }
			LOCK(m); ` + after + ` UNLOCK(m); }`
}

// TestTeams checks the conditions under which objects belong to one thread of a kind, and compares the results with
// the explorer.
func TestTeams(t *testing.T) {
	for _, c := range []struct {
		name, text string
		proved     bool
	}{
		{"objects of their own", teams("q->loop = node();", "", "", ""), true},
		{"a link to an own object", teams("q->loop = node(); q->loop->next = node();", "", "", "s->loop->next->v++; s->loop->next = s->list; s->loop->next->v++;"), true},
		{"their own slots", teams("q->peer = q;", "", "", "s->peer->n++;"), true},
		{"an object of the previous round", teams("q->loop = last; last = node();", "", "", ""), false},
		{"an object of an earlier round", teams("if (!last) last = node(); q->loop = last;", "", "", ""), false},
		{"an object from in front of the loop", teams("q->loop = one;", "", "", ""), false},
		{"a shared object", teams("q->loop = given();", "", "", ""), false},
		{"an access before the creation", teams("q->loop = node(); q->loop->v = 1;", "", "", ""), true},
		{"an access after the creation", teams("q->loop = node();", "q->loop->v = 1;", "", ""), false},
		{"a second creation in the round", teams("q->loop = node();", "start(q);", "", ""), false},
		{"creations in an inner loop", teams("q->loop = node(); for (int j = 0; j < 2; j++)", "", "", ""), false},
		{"another slot", teams("q->peer = p + (1 - i);", "", "", "s->peer->n++;"), false},
		{"the next slot", teams("", "", "", "if (!s->peer) s[1].n++;"), false},
		{"the next slot by a number", teams("", "", "", "if (!s->peer) ((struct s *)((uintptr_t)s + sizeof *s))->n++;"), false},
		{"published under a lock", teams("", "", "", "LOCK(m); q = shared; shared = s->list; UNLOCK(m); if (q) q->v++;"), false},
		{"given to a thread of the kind", teams("", "", "", "if (!s->loop) { struct s *o = calloc(1, sizeof *o); o->loop = s->list; GIVE(f, o); s->list->v++; }"), false},
		{"links left as they are", lockedTeams("p[0].other = p[1].other;"), true},
		{"a link changed by other code", lockedTeams("p[1].p = p[0].p;"), false},
		{"a link copied by other code", lockedTeams("memcpy(&p[1].p, &p[0].p, sizeof p[0].p);"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprog.Source(t, begin+c.text, ir.LP64)
			done, _ := hold(t, c.name, p, smc.Options{Executions: 60, MaxDepth: 500, MaxSteps: 1 << 18})
			if done != c.proved {
				t.Errorf("proved: %v, expected %v\n%s", done, c.proved, raceproof.Analyse(context.Background(), analyze.Of(p), 0))
			}
		})
	}
}

// parts are statements for the places of teams: in front of the creation, behind it, behind the loop, and in the
// thread.
var parts = [4][]string{
	{"q->loop = node();", "q->loop = last; last = node();", "if (!last) last = node(); q->loop = last;", "q->peer = &all[1 - i];", "q->peer = all;", "q->loop = one;", "q->loop = given();", "q->peer = q;", "q->peer = p + (1 - i);",
		"last = q->loop = node();", "if (last) last->next = q->loop;", "q->loop = node(); q->loop->next = node();", "one->next = q->loop;", "q->peer = q; shared = q->loop;"},
	{"if (q->loop) q->loop->v = 1;", "last = q->loop;", "LOCK(m); shared = q->loop; UNLOCK(m);", "q->peer = q;"},
	{"p[0].loop = p[1].loop;", "memcpy(&p[1].loop, &p[0].loop, sizeof p[0].loop);", "one->v++;", "LOCK(m); if (shared) shared->v++; UNLOCK(m);", "p[1].peer = p;"},
	{"if (s->loop && s->loop->next) s->loop->next->v++;", "if (s->peer) s->peer->n++;", "if (!s->peer) s[1].n++;", "if (s->loop) s->loop->next = s->list;",
		"LOCK(m); q = shared; shared = s->list; UNLOCK(m); if (q) q->v++;", "LOCK(m); shared = s->list; UNLOCK(m);", "if (s->peer) s->peer->loop = s->list;",
		"q = node(); q->next = s->list; s->list = q; s->list->next->v++;", "free(s->list); s->list = 0;", "memcpy(&s->loop, &s->list, sizeof s->list);",
		"if (s->peer && s->peer->list) s->peer->list->v++;"},
}

// TestGeneratedTeams puts random statements together: some programs keep the conditions, most break one.
func TestGeneratedTeams(t *testing.T) {
	proved := 0
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 11))
		var text [4]string
		for i, list := range parts {
			for range rng.IntN(3) {
				text[i] += list[rng.IntN(len(list))] + " "
			}
		}
		code := teams(text[0], text[1], text[2], text[3])
		if rng.IntN(2) > 0 {
			code = strings.Replace(code, "*p = calloc(2, sizeof *p)", "*p = all", 1)
		}
		p := testprog.Source(t, begin+code, ir.LP64)
		name := fmt.Sprintf("seed %d: %q", seed, text)
		if done, _ := hold(t, name, p, smc.Options{Executions: 60, MaxDepth: 500, MaxSteps: 1 << 18}); done {
			proved++
		}
	}
	t.Logf("%d of %d proved", proved, generated.N())
}
