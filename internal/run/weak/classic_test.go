package weak

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestClassic explores classic tests. Their assertions fail under the listed models.
func TestClassic(t *testing.T) {
	for _, c := range []struct {
		name, fails string
		finally     string
		threads     []string
	}{
		{"SB", "rc11 imm tso pso", "assert(a || b);", []string{"W(x, 1, release); a = R(y, acquire);", "W(y, 1, release); b = R(x, acquire);"}},
		{"SB+sc", "", "assert(a || b);", []string{"W(x, 1, seq_cst); a = R(y, seq_cst);", "W(y, 1, seq_cst); b = R(x, seq_cst);"}},
		{"SB+fences", "", "assert(a || b);", []string{"W(x, 1, relaxed); F(seq_cst); a = R(y, relaxed);", "W(y, 1, relaxed); F(seq_cst); b = R(x, relaxed);"}},
		{"SB+updates", "rc11 imm pso", "assert(a || b);", []string{"W(x, 1, relaxed); ADD(z, 1, relaxed); a = R(y, relaxed);", "W(y, 1, relaxed); ADD(z, 1, relaxed); b = R(x, relaxed);"}},
		{"MP+rlx", "rc11 imm pso", "assert(!a || b);", []string{"W(x, 1, relaxed); W(y, 1, relaxed);", "a = R(y, relaxed); b = R(x, relaxed);"}},
		{"MP+ra", "", "assert(!a || b);", []string{"W(x, 1, relaxed); W(y, 1, release);", "a = R(y, acquire); b = R(x, relaxed);"}},
		{"MP+release only", "rc11 imm", "assert(!a || b);", []string{"W(x, 1, relaxed); W(y, 1, release);", "a = R(y, relaxed); b = R(x, relaxed);"}},
		{"MP+update", "", "assert(a != 2 || b);", []string{"W(x, 1, relaxed); W(y, 1, release);", "if (CAS(y, 1, 2)) ;", "a = R(y, acquire); b = R(x, relaxed);"}},
		{"2+2W", "rc11 imm pso", "assert(!(x == 1 && y == 1));", []string{"W(x, 1, relaxed); W(y, 2, relaxed);", "W(y, 1, relaxed); W(x, 2, relaxed);"}},
		{"IRIW+ra", "rc11 imm", "assert(!(a && !b && c && !d));", []string{"W(x, 1, release);", "W(y, 1, release);", "a = R(x, acquire); b = R(y, acquire);", "c = R(y, acquire); d = R(x, acquire);"}},
		{"LB", "", "assert(!(a && b));", []string{"a = R(x, relaxed); W(y, 1, relaxed);", "b = R(y, relaxed); W(x, 1, relaxed);"}},
		{"CoRR", "", "assert(!(a && !b));", []string{"W(x, 1, relaxed);", "a = R(x, relaxed); b = R(x, relaxed);"}},
		{"atomic updates", "", "assert(x == 2);", []string{"ADD(x, 1, relaxed);", "ADD(x, 1, relaxed);"}},
		{"lock", "", "assert(x == 2);", []string{"LOCK(m); W(x, R(x, relaxed) + 1, relaxed); UNLOCK(m);", "LOCK(m); W(x, R(x, relaxed) + 1, relaxed); UNLOCK(m);"}},
	} {
		for _, model := range []string{"sc", "rc11", "tso", "pso"} {
			x := explore(t, program(c.finally, c.threads...), model, nil)
			if fails := len(x.Violations) > 0; fails != strings.Contains(c.fails, model) || !x.Complete {
				t.Errorf("%s under %s: fails: %v, complete: %v", c.name, model, fails, x.Complete)
			}
			for _, v := range x.Violations {
				if v.Trace.Memory != model && model != "sc" {
					t.Errorf("%s under %s: the trace is one of sequential consistency", c.name, model)
				}
			}
		}
	}
}

// TestRaces looks for races under RC11 where a plain variable is passed to another thread.
func TestRaces(t *testing.T) {
	for _, c := range []struct {
		name    string
		race    bool
		threads []string
	}{
		{"release and acquire", false, []string{"a = 1; W(x, 1, release);", "if (R(x, acquire)) a = 2;"}},
		{"relaxed", true, []string{"a = 1; W(x, 1, relaxed);", "if (R(x, acquire)) a = 2;"}},
		{"fences", false, []string{"a = 1; F(release); W(x, 1, relaxed);", "if (R(x, relaxed)) { F(acquire); a = 2; }"}},
		{"one fence", true, []string{"a = 1; F(release); W(x, 1, relaxed);", "if (R(x, relaxed)) a = 2;"}},
		{"a fence after an older value", true, []string{"W(x, 1, relaxed); a = 1; W(x, 2, release);", "if (R(x, relaxed) == 1) { F(acquire); if (R(x, relaxed) == 2) a = 2; }"}},
		{"through an update", false, []string{"a = 1; W(x, 1, release);", "ADD(x, 1, relaxed);", "if (R(x, acquire) == 2) a = 2;"}},
		{"lock", false, []string{"LOCK(m); a++; UNLOCK(m);", "LOCK(m); a++; UNLOCK(m);"}},
		{"two locks", true, []string{"LOCK(m); a++; UNLOCK(m);", "LOCK(k); a++; UNLOCK(k);"}},
		{"failing trylock", true, []string{"LOCK(m); a = 1;", "if (pthread_mutex_trylock(&m)) a = 2;"}},
	} {
		m, _ := ModelOf("rc11")
		code := testprog.Code(t, program("", c.threads...))
		x, err := Explore(t.Context(), code, Options{Model: m, Properties: interp.PropertySet(verdict.Race)})
		if err != nil || !x.Complete || (len(x.Violations) > 0) != c.race {
			t.Errorf("%s: %d races, complete: %v, %v", c.name, len(x.Violations), x.Complete, err)
		}
		for _, v := range x.Violations {
			if _, err := interp.ReplayCode(t.Context(), code, v.Trace, interp.ReplayOptions{}); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}
