package explore

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// TestDeadlockApart: an assertion fails, and a lock is taken twice, only behind a spurious
// wake-up. It is a step of assert, and none of deadlock, though both are explored for in
// one go.
func TestDeadlockApart(t *testing.T) {
	code := prepare(t, head+`pthread_cond_t c;
void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, f, 0);
	pthread_cond_wait(&c, &m);
	if (!x) {
		if (__VERIFIER_nondet_bool())
			assert(0);
		pthread_mutex_lock(&m);
	}
	return 0;
}
`)
	want := map[verdict.Property]verdict.Verdict{verdict.Assert: verdict.Violation, verdict.Deadlock: verdict.Safe}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, random := range []bool{false, true} {
		task := Task{Code: code, Properties: interp.PropertySet(verdict.Assert, verdict.Deadlock), Reduction: interp.DPOR, All: true,
			Random: random, Environment: ir.DefaultEnvironment}
		err := Jointly(ctx, task, func(p verdict.Property, o *engine.Outcome) {
			if o.Verdict != want[p] {
				t.Errorf("jointly, %s: %s, expected %s", p, o.Verdict, want[p])
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Explore(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Found) != 1 || r.Found[0].Violation.Property != verdict.Assert || r.Verdict != verdict.Violation {
			t.Errorf("explored: %s, found %+v", r.Verdict, r.Found)
		}
	}
}
