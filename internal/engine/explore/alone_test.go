package explore

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestAlone gives main further instructions before it creates a thread. The limit holds for what follows.
func TestAlone(t *testing.T) {
	const head = `#include <pthread.h>
static volatile int x;
static void *one(void *p) { x = 1; return p; }
int main(void)
{
	pthread_t t;
`
	for _, tt := range []struct {
		name, body string
		end        interp.EndKind
		alone      bool
	}{
		{"a long beginning", "for (int i = 0; i < 100000; i++) x++; pthread_create(&t, 0, one, 0);", interp.Exited, false},
		{"an endless one", "while (1) x++;", interp.StepLimit, true},
		{"a long rest", "pthread_create(&t, 0, one, 0); for (int i = 0; i < 100000; i++) x++;", interp.StepLimit, false},
	} {
		code := testprog.Code(t, head+tt.body+" }\n")
		res, _, err := interp.RunCode(context.Background(), code, interp.Options{MaxSteps: 10_000, Alone: 5_000_000})
		if err != nil || res.End.Kind != tt.end || res.Alone != tt.alone {
			t.Errorf("%s: %+v, %v, expected the end %v, alone: %v", tt.name, res, err, tt.end, tt.alone)
		}
	}
}
