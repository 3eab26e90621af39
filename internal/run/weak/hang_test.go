package weak

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestHangs looks for executions that last for ever. Each that is found is replayed.
func TestHangs(t *testing.T) {
	for _, c := range []struct {
		name         string
		under        map[string]bool // by model: there is one
		finally      string
		first, other string
	}{
		{"a flag that is set", map[string]bool{"sc": false, "rc11": false}, " ", "while (!R(x, relaxed)) ;", "W(x, 1, relaxed);"},
		{"a flag that is not set", map[string]bool{"sc": true, "rc11": true}, " ", "while (!R(x, relaxed)) ;", "W(y, 1, relaxed);"},
		{"a process that ends", map[string]bool{"sc": false, "rc11": false}, "", "while (!R(x, relaxed)) ;", ""},
		{"a write before the last one", map[string]bool{"sc": true, "rc11": true}, " ", "W(x, 1, relaxed);", "W(x, 2, relaxed); while (R(x, relaxed) != 1) ;"},
		{"two messages", map[string]bool{"sc": false, "rc11": true}, " ", "W(x, 1, relaxed); W(y, 1, relaxed);", "while (!R(y, relaxed)) ; W(x, 2, relaxed); while (R(x, relaxed) != 2) ;"},
		{"a message that releases", map[string]bool{"sc": false, "rc11": false}, " ", "W(x, 1, relaxed); W(y, 1, release);", "while (!R(y, acquire)) ; W(x, 2, relaxed); while (R(x, relaxed) != 2) ;"},
		{"both look first", map[string]bool{"sc": false, "rc11": true, "tso": true}, " ", "W(x, 1, relaxed); if (R(y, relaxed)) W(z, 1, relaxed); while (!R(z, relaxed)) ;", "W(y, 1, relaxed); if (R(x, relaxed)) W(z, 1, relaxed);"},
		{"an exchange that fails once", map[string]bool{"sc": false, "rc11": false}, " ", "int r = R(x, seq_cst); while (!atomic_compare_exchange_strong(&x, &r, 2)) ;", "W(x, 1, seq_cst);"},
		{"an exchange that fails for ever", map[string]bool{"sc": true, "rc11": true}, " ", "for (;;) { int r = 0; if (atomic_compare_exchange_strong(&x, &r, 2)) break; }", "W(x, 1, seq_cst);"},
		{"an assumption", map[string]bool{"sc": false, "rc11": false}, " ", "while (!R(x, relaxed)) ;", "__VERIFIER_assume(R(y, relaxed)); W(x, 1, relaxed);"},
		{"a lock that is kept", map[string]bool{"sc": true, "rc11": true}, " ", "LOCK(m); while (!R(x, relaxed)) ;", "LOCK(m); W(x, 1, relaxed);"},
		{"a deadlock", map[string]bool{"sc": false, "rc11": false}, " ", "LOCK(m); LOCK(m);", ""},
		{"a choice in the loop", map[string]bool{"sc": false, "rc11": false}, " ", "while (!__VERIFIER_nondet_bool() && !R(x, relaxed)) ;", ""},
		{"a bound on another loop", map[string]bool{"sc": false, "rc11": false}, " ", "while (!R(x, relaxed)) ;", "while (R(y, relaxed) < 5) ADD(y, 1, relaxed); W(x, 1, relaxed);"},
	} {
		for model, want := range c.under {
			m, err := ModelOf(model)
			if err != nil {
				t.Fatal(err)
			}
			code := testprog.Code(t, program(c.finally, c.first, c.other))
			x, err := Explore(t.Context(), code, Options{Model: m, Properties: interp.PropertySet(verdict.Termination), Unwind: 2})
			if err != nil {
				t.Fatal(err)
			}
			if x.Refused != "" || len(x.Violations) > 0 != want {
				t.Errorf("%s under %s: %d found, %s", c.name, model, len(x.Violations), x.Refused)
			}
			for i := range x.Violations {
				if _, err := interp.ReplayCode(t.Context(), code, x.Violations[i].Trace, interp.ReplayOptions{}); err != nil {
					t.Errorf("%s under %s: %v", c.name, model, err)
				}
			}
		}
	}
}
