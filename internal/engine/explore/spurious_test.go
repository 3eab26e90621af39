package explore

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestDeadlockBehindWakeUp checks an assertion that fails, and a lock that is taken twice, only after a
// spurious wake-up, which is a step of both properties.
func TestDeadlockBehindWakeUp(t *testing.T) {
	code := testprog.Code(t, head+`pthread_cond_t c;
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
	want := map[verdict.Property]verdict.Verdict{verdict.Assert: verdict.Violation, verdict.Deadlock: verdict.Violation}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, random := range []bool{false, true} {
		task := Task{Code: code, Properties: interp.PropertySet(verdict.Assert, verdict.Deadlock), Reduction: smc.DPOR, All: true,
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
		if len(r.Found) != 2 || r.Verdict != verdict.Violation {
			t.Errorf("explored: %s, found %+v", r.Verdict, r.Found)
		}
	}
}

// TestRacesAmongOthers checks that the search for races has any number of spurious wake-ups, also if the
// same executions judge other properties.
func TestRacesAmongOthers(t *testing.T) {
	again := ir.EnvironmentSet(ir.ChooseSpuriousAgain)
	for _, p := range []interp.Properties{interp.PropertySet(verdict.Race), interp.PropertySet(verdict.Race, verdict.Assert), interp.PropertySet(verdict.Race, verdict.Deadlock)} {
		if task := (Task{Environment: ir.DefaultEnvironment}); task.only(p).Environment&again != again {
			t.Errorf("%v: %v", p, task.only(p).Environment.Switches())
		}
	}
	if task := (Task{Environment: ir.DefaultEnvironment}); task.only(interp.PropertySet(verdict.Assert)).Environment&again != 0 {
		t.Error("assert needs one")
	}
}

// TestLastWakeUp checks that executions with one spurious wake-up for each waiting loop violate the same
// properties as executions with any number of them (semantics 12.5).
func TestLastWakeUp(t *testing.T) {
	waits, violated := 0, 0
	for seed := uint64(1); seed <= 1500; seed++ {
		text := testgen.Concurrent(testgen.Options{Seed: seed, Features: testgen.DefaultFeatures}).C()
		if !strings.Contains(text, "pthread_cond_wait") {
			continue
		}
		waits++
		code := interp.Prepare(testprog.Source(t, text, ir.LP64))
		var found [2][]string
		for i, env := range []ir.Environment{ir.EnvironmentSet(ir.ChooseSpurious), ir.EnvironmentSet(ir.ChooseSpurious, ir.ChooseSpuriousAgain)} {
			x, err := smc.Explore(t.Context(), code, smc.Options{
				Properties: interp.PropertySet(verdict.Assert, verdict.Reach), Environment: env, Reduction: smc.DPOR, Loops: interp.CutAwait,
				Executions: []uint64{4000, 400}[i], MaxSteps: 20_000,
			})
			if err != nil {
				t.Fatal(seed, err)
			}
			for _, v := range x.Violations {
				found[i] = append(found[i], v.Violation.Message)
			}
		}
		for _, m := range found[1] {
			if violated++; !slices.Contains(found[0], m) {
				t.Errorf("seed %d: %s only with more than one wake-up\n%s", seed, m, text)
			}
		}
	}
	if waits < 20 || violated < 5 {
		t.Errorf("%d programs wait, %d violations", waits, violated)
	}
}
