package circuit_test

import (
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestInstances checks violations that need four threads, allocations or nested calls of one place: the
// instances grow from three. A bound of the problem on them stays.
func TestInstances(t *testing.T) {
	for _, main := range []string{
		"pthread_t t; for (int i = 0; i < 4; i++) { pthread_create(&t, 0, add, 0); pthread_join(t, 0); } assert(x != 4);",
		"char *p[4]; for (int i = 0; i < 4; i++) p[i] = malloc(1); *p[3] = 1; assert(*p[3] != 1);",
		"assert(sum(3) != 6);",
	} {
		code := testprog.Code(t, `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static unsigned char x;
static void *add(void *a) { x++; return a; }
static unsigned char sum(unsigned char n) { return n ? n + sum(n - 1) : 0; }
int main(void) { `+main+` return 0; }`)
		for _, k := range circuit.Kinds() {
			if k.Name != "bmc" && k.Name != "pdr" && !every.IsAll() {
				continue
			}
			p := &engine.Problem{Program: code.Program(), Property: verdict.Assert}
			if out := testprog.Judge(t, k.New(nil), p, time.Minute); out.Verdict != verdict.Violation {
				t.Errorf("%s: %s: %s, expected a violation", main, k.Name, out.Verdict)
			}
			p.Bounds.Unwind = 3
			if out := testprog.Judge(t, k.New(nil), p, time.Minute); out.Verdict != verdict.Bounded || out.Reason != verdict.NoReason {
				t.Errorf("%s: %s: %s within three instances, expected bounded", main, k.Name, out.Verdict)
			}
		}
	}
}
