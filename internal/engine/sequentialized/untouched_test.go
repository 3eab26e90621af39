package sequentialized

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// reading is the way in which main reads an element.
type reading int

const (
	atConstant reading = iota
	atComputed
	folded // its value was computed before
	readings
)

// untouchedProgram returns a program whose threads write some elements of an array. Main then
// reads an element that no thread writes. The assertion fails, or holds of the initial value.
func untouchedProgram(typ string, size, read, skipped int, how reading, fails bool) string {
	var init, writes []string
	for i := range size {
		init = append(init, fmt.Sprint(3+i))
		if i != read && i != skipped {
			writes = append(writes, fmt.Sprintf("y[%d] = -%d;", i, 1+i))
		}
	}
	if len(writes) == 0 {
		writes = append(writes, fmt.Sprintf("y[%d] = -1;", (read+1)%size))
	}
	first, second := strings.Join(writes[:min(2, len(writes))], " "), writes[len(writes)-1]
	element := map[reading]string{atConstant: fmt.Sprintf("y[%d]", read), atComputed: "y[i]", folded: fmt.Sprint(3 + read)}[how]
	op := map[bool]string{true: "!=", false: "=="}[fails]
	return fmt.Sprintf(`#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static _Atomic %s y[%d] = {%s};
static void *f(void *arg) { %s return arg; }
static void *g(void *arg) { %s return arg; }
int main(void)
{
	unsigned i = __VERIFIER_nondet_uint() %% %d;
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	if (i == %d)
		assert(%s %s %d);
	return 0;
}
`, typ, size, strings.Join(init, ", "), first, second, size, read, element, op, 3+read)
}

// TestUntouchedElement judges programs with memory unwinding. They have array elements that no thread
// writes, beside elements that threads write. Without -long it judges every third.
func TestUntouchedElement(t *testing.T) {
	decided, all := 0, 0
	check := func(text string, fails bool) {
		code := testprog.Code(t, text)
		for _, m := range methods {
			if m.measure == bySwitches {
				continue
			}
			p := &engine.Problem{Program: code.Program(), Property: verdict.Assert}
			out, err := New(m.name).Run(context.Background(), p)
			if err != nil {
				t.Fatalf("%s: %v\n%s", m.name, err, text)
			}
			all++
			switch {
			case out.Verdict == verdict.Safe && fails, out.Verdict == verdict.Violation && !fails:
				t.Errorf("%s: %s\n%s", m.name, out.Verdict, text)
			case out.Verdict == verdict.Safe, out.Verdict == verdict.Violation:
				decided++
			}
			testprog.Replay(t, code, verdict.Assert, out)
		}
	}
	types := []string{"signed char", "short", "int", "long"}
	for n, size := 0, 2; size <= 3; size++ {
		for read := range size {
			for skipped := range size {
				for how := range readings {
					if n++; !*long && n%3 != 0 {
						continue
					}
					fails := n%5 != 0
					check(untouchedProgram(types[n%len(types)], size, read, skipped, how, fails), fails)
				}
			}
		}
	}
	testprog.AtLeast(t, decided, all, 90)
}
