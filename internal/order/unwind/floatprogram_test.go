package unwind_test

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// floatPrograms are about floats that can have any value.
var floatPrograms = []struct {
	name string
	body string // x and y are any floats, a and b any doubles, i any int
	want verdict.Verdict
}{
	{"adding one may change nothing", "assert(x + 1 != x);", verdict.Violation},
	{"addition commutes", "assert(x + y == y + x || isnan(x + y));", verdict.Safe},
	{"addition does not associate", "if (x > 0 && y > 0 && x < 8 && y < 8) assert((x + y) - y == x);", verdict.Violation},
	{"only NaN differs from itself", "assert(x == x || isnan(x));", verdict.Safe},
	{"something differs from itself", "assert(x == x);", verdict.Violation},
	{"less is not at least", "assert(!(x < y && x >= y));", verdict.Safe},
	{"NaN is neither less nor at least", "assert(x < y || x >= y);", verdict.Violation},
	{"half of one and more is less", "if (x >= 1 && x < 1e30f) assert(x / 2 < x);", verdict.Safe},
	{"half of a number may be the number", "if (x > 0) assert(x / 2 < x);", verdict.Violation},
	{"float in double and back", "assert((float)(double)x == x || isnan(x));", verdict.Safe},
	{"double in float and back", "if (a > 0 && a < 1) assert((double)(float)a == a);", verdict.Violation},
	{"int in double and back", "assert((int)(double)i == i);", verdict.Safe},
	{"int in float and back", "if (i > 0 && i < 20000000) assert((int)(float)i == i);", verdict.Violation},
	{"short in float and back", "if (i > -40000 && i < 40000) assert((int)(float)i == i);", verdict.Safe},
	{"floor is at most", "assert(!(floorf(x) > x));", verdict.Safe},
	{"a square root that is exact", "if (x > 1 && x == floorf(x) && x < 100) assert(sqrtf(x) * sqrtf(x) != x);", verdict.Violation},
	{"zeros are equal", "if (x == 0 && y == 0) assert(1 / x == 1 / y);", verdict.Violation},
	{"a product of two", "if (x > 1 && y > 1) assert(x * y != 21.25f);", verdict.Violation},
	{"a product of a double", "if (a > 1 && b == 5) assert(a * b != 21.25);", verdict.Violation},
	{"conversion of what fits", "if (x > -100 && x < 100) { int n = x; assert(n <= 99 && n >= -99); }", verdict.Safe},
}

func TestFloatPrograms(t *testing.T) {
	for _, p := range floatPrograms {
		t.Run(p.name, func(t *testing.T) {
			source := `#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
int main(void)
{
	float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
	double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
	int i = __VERIFIER_nondet_int();
	` + p.body + `
	return 0;
}
`
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			out, err := order.New(order.Options{}).Run(ctx, &engine.Problem{Program: testprog.Source(t, source, ir.LP64), Property: verdict.Assert})
			if err != nil {
				t.Fatal(err)
			}
			if out.Verdict != p.want {
				t.Errorf("%s %s %s, want %s", out.Verdict, out.Reason, out.Detail, p.want)
			}
		})
	}
}

// threadedFloats are programs in which the order of threads changes the rounding; the explorer judges them.
var threadedFloats = []string{
	// Sums of three numbers depend on the order.
	`static double sum = 0.1;
static void *second(void *arg) { lock(); sum += 0.2; unlock(); return arg; }
static void *third(void *arg) { lock(); sum += 0.3; unlock(); return arg; }
static void judge(void) { assert(sum == 0.1 + 0.2 + 0.3); }`,
	// Sums of numbers with few bits do not.
	`static float sum = 0.5f;
static void *second(void *arg) { lock(); sum += 0.25f; unlock(); return arg; }
static void *third(void *arg) { lock(); sum += 8; unlock(); return arg; }
static void judge(void) { assert(sum == 8.75f); }`,
	// Updates are lost without a lock.
	`static float sum = 1;
static void *second(void *arg) { sum *= 3; return arg; }
static void *third(void *arg) { sum /= 4; return arg; }
static void judge(void) { assert(sum == 0.75f); }`,
	// A minimum is independent of the order.
	`static double least = HUGE_VAL;
static void *second(void *arg) { lock(); least = fmin(least, -0.5); unlock(); return arg; }
static void *third(void *arg) { lock(); least = fmin(NAN, least); unlock(); return arg; }
static void judge(void) { assert(least == -0.5); }`,
	// One more than 2^24 rounds to 2^24, three more to four more.
	`static float sum = 16777216;
static void *second(void *arg) { for (int i = 0; i < 2; i++) { lock(); sum += 1; unlock(); } return arg; }
static void *third(void *arg) { lock(); sum += 2; unlock(); return arg; }
static void judge(void) { assert((long)sum == 16777218 && (int)(sum / 3) == 5592406); }`,
}

func TestThreadedFloats(t *testing.T) {
	count := make(testprog.Tally)
	for _, p := range threadedFloats {
		source := `#include <assert.h>
#include <math.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
` + p + `
int main(void)
{
	pthread_t t, u;
	lock();
	unlock();
	pthread_create(&t, 0, second, 0);
	pthread_create(&u, 0, third, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	judge();
	return 0;
}
`
		agree(t, testprog.Source(t, source, ir.LP64), verdict.Assert, count)
		if t.Failed() {
			t.Fatal(source)
		}
	}
	testprog.Decided(t, count, 70)
}
