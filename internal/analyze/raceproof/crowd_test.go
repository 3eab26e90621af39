package raceproof_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// many is a program of n functions that main calls before it creates a thread, and of n that the thread and main call
// with a lock.
func many(n int) string {
	var text strings.Builder
	text.WriteString("#include <pthread.h>\nint x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n")
	for k := range n {
		fmt.Fprintf(&text, "void early%d(int n) { x += n; if (x) y++; else x--; }\n", k)
		fmt.Fprintf(&text, "void late%d(int n) { pthread_mutex_lock(&m); if (n) x++; pthread_mutex_unlock(&m); }\n", k)
	}
	calls := func(name string) {
		for k := range n {
			fmt.Fprintf(&text, " %s%d(%d);", name, k, k)
		}
	}
	text.WriteString("void *f(void *a) {")
	calls("late")
	text.WriteString(" return 0; }\nint main(void) { pthread_t t;")
	calls("early")
	text.WriteString(" pthread_create(&t, 0, f, 0);")
	calls("late")
	text.WriteString(" return 0; }\n")
	return text.String()
}

// TestGrowth counts the steps for a program and for one of twice the size. Pairs of one thread, and of accesses
// before another one, are not judged one by one.
func TestGrowth(t *testing.T) {
	count := func(n int) (walked, judged int) {
		r := raceproof.Analyse(t.Context(), analyze.Of(testprog.Source(t, many(n), ir.LP64)), 0)
		if !r.RaceFree() || r.Excluded[raceproof.OneThread] < 4*n*n || r.Excluded[raceproof.Ordered] < 4*n*n {
			t.Fatalf("not proved: %+v", r)
		}
		return r.Steps()
	}
	walked, judged := count(10)
	twice, pairs := count(20)
	t.Log(walked, judged, twice, pairs)
	if twice > 3*walked || pairs > 5*judged || judged > 10*10*4 {
		t.Errorf("%d steps and %d pairs, %d and %d for twice the size", walked, judged, twice, pairs)
	}
}

// TestGrowthOfShapes counts the steps for large programs and for ones of twice the size. The targets of pointers are
// coarse, so that a function has one context.
func TestGrowthOfShapes(t *testing.T) {
	for _, shape := range []string{"threads", "functions", "switch", "loops", "globals", "locks"} {
		count := func(lines int) (steps [3]int) {
			r := raceproof.SurveyBriefly(t.Context(), analyze.Of(testprog.Source(t, testgen.Large(shape, lines, 1), ir.LP64)), 0)
			if r.Lost != "" || r.Unjudged > 0 {
				t.Fatalf("%s: not judged: %+v", shape, r)
			}
			steps[0], steps[1] = r.Steps()
			steps[2] = r.Arrivals()
			return steps
		}
		once, twice := count(300), count(600)
		t.Log(shape, once, twice)
		for k := range once {
			if 10*twice[k] > 25*once[k]+100 {
				t.Errorf("%s: %v stretches, pairs and paths, %v for twice the size", shape, once, twice)
			}
		}
	}
}

// TestPartly checks that a walk that does not end gives no proof, but counts what one thread does alone.
func TestPartly(t *testing.T) {
	facts := analyze.Of(testprog.Source(t, many(10), ir.LP64))
	whole := raceproof.Analyse(t.Context(), facts, 0)
	part := raceproof.AnalyseBriefly(t.Context(), facts, 0, 100, 200)
	if part.Lost != "" || part.RaceFree() || len(part.Pairs) == 0 || part.Excluded[raceproof.OneThread] < whole.Excluded[raceproof.OneThread] {
		t.Errorf("found %s, expected a part of %s", part, whole)
	}
	if coarse := raceproof.AnalyseBriefly(t.Context(), facts, 0, 0, 1<<19); !coarse.RaceFree() {
		t.Errorf("with one path at each place: %+v", coarse)
	}
}

// TestBriefly checks that a brief survey counts pairs that are proved, but is no proof.
func TestBriefly(t *testing.T) {
	r := raceproof.SurveyBriefly(t.Context(), analyze.Of(testprog.Source(t, many(10), ir.LP64)), 0)
	if r.Lost != "" || r.RaceFree() || len(r.Beyond) == 0 || r.Excluded[raceproof.OneThread] == 0 || r.Excluded[raceproof.Ordered] == 0 {
		t.Errorf("found %+v", r)
	}
}

// TestPartlyLocked checks that a walk that does not end still names the lock of a location, for the order of suspects.
func TestPartlyLocked(t *testing.T) {
	facts := analyze.Of(testprog.Source(t, `
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
`, ir.LP64))
	for most := 1; ; most++ {
		r := raceproof.AnalyseBriefly(t.Context(), facts, 0, most, most)
		if r.RaceFree() {
			t.Fatal("no partial walk knows the lock")
		}
		if len(r.Pairs) > 0 && r.Pairs[0].Location.Guard == "m" {
			return
		}
	}
}
