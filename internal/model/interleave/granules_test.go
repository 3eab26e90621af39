package interleave

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestGranules: an index of few values has known granules; an index of many leaves an array for its
// whole region.
func TestGranules(t *testing.T) {
	const program = `#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int cells[200], at;
static void *a(void *arg)
{
	int i = at;
	if (i >= 2 && i < 5)
		cells[i] = 1;
	return arg;
}
int main(void)
{
	pthread_t t;
	unsigned char input = __VERIFIER_nondet_int();
	pthread_create(&t, 0, a, 0);
	at = input;
	cells[3] = 2;
	cells[input %% %d] = 3;
	assert(cells[4] + cells[2] != input);
	return 0;
}
`
	tests := []struct {
		mod  int
		want string
	}{
		{2, "[[2 3 4] [0 1]]"},
		{150, "[]"},
	}
	for _, test := range tests {
		g, s := unwound(t, fmt.Sprintf(program, test.mod), 1)
		granules, err := FindGranules(context.Background(), g, s)
		if err != nil {
			t.Fatal(err)
		}
		var got [][]uint64
		for _, id := range slices.Sorted(maps.Keys(granules)) {
			got = append(got, values(g.Terms, granules[id]))
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("index below %d: %v, expected %s", test.mod, got, test.want)
		}
	}
}

// values lists constants in order.
func values(s *term.Store, list []term.ID) []uint64 {
	var out []uint64
	for _, c := range list {
		w, _ := s.Value(c)
		out = append(out, w.Lo)
	}
	slices.Sort(out)
	return out
}
