package interleave

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// adders is a program with threads that add under a lock, and an assertion about the sum.
func adders(threads int, assertion string) string { return addersBehind(0, threads, assertion) }

// addersBehind is adders with a number of critical sections before the threads begin.
func addersBehind(sections, threads int, assertion string) string {
	return fmt.Sprintf(`#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int sum, racy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg)
{
	pthread_mutex_lock(&lock);
	sum++;
	pthread_mutex_unlock(&lock);
	racy++;
	return arg;
}
int main(void)
{
	pthread_t t[%d];
	unsigned char input = __VERIFIER_nondet_int();
	for (int i = 0; i < %[3]d; i++) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
	for (int i = 0; i < %[1]d; i++)
		pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < %[1]d; i++)
		pthread_join(t[i], 0);
	assert(%[2]s);
	return 0;
}
`, threads, assertion, sections)
}

// TestWidening: if one interleaving has the violation, or shows that there is none, the solver is
// called once. Otherwise literals are dropped, and no terms or clauses are added.
func TestWidening(t *testing.T) {
	tests := []struct {
		assertion string
		violated  bool
		most      int // calls of the solver
	}{
		{"racy == 0", true, 1},
		{"input * input != 3 * input + 7 || sum == 9", false, 1},
		{"racy == 2", true, 8},
		{"sum == 2", false, 8},
	}
	for _, test := range tests {
		g, s := unwound(t, adders(2, test.assertion), 1)
		f := NewFormula(Prepare(g, nil), s, 6)
		f.Narrow()
		terms := g.Terms.Len()
		found, err := f.Search(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if (found != nil) != test.violated || f.Stats().Checks > test.most || f.Stats().Dropped > 6 {
			t.Errorf("%s: violated %t, %+v, expected %t, %d calls", test.assertion, found != nil, f.Stats(), test.violated, test.most)
		}
		if test.most == 8 && f.Stats().Dropped == 0 {
			t.Errorf("%s: no literal was dropped", test.assertion)
		}
		if grown := g.Terms.Len() - terms; grown > 2*len(g.Obligations) {
			t.Errorf("%s: %d more terms, expected only the question's", test.assertion, grown)
		}
	}
}

// timed is a solver that measures the costs of the first call and of the others.
type timed struct {
	asked
	calls         int
	first, others time.Duration
	clauses       int // before the first answer
}

func (s *timed) Satisfiable(ctx context.Context, assumptions ...term.ID) (bool, error) {
	begun := time.Now()
	is, err := s.asked.Satisfiable(ctx, assumptions...)
	if s.calls++; s.calls == 1 {
		s.first, s.clauses = time.Since(begun), s.Stats().Blast.Encoder.Clauses
	} else {
		s.others += time.Since(begun)
	}
	return is, err
}

// BenchmarkWidening measures the cost of a further call compared with the formula and the first call.
// No further call adds clauses.
func BenchmarkWidening(b *testing.B) {
	for _, widen := range []bool{false, true} {
		b.Run(map[bool]string{false: "schedule", true: "uw"}[widen], func(b *testing.B) {
			var calls, more int
			var build, first, others time.Duration
			for range b.N {
				g, solver := unwound(b, adders(4, "racy == 4"), 1)
				s, begun := &timed{asked: solver}, time.Now()
				f := NewFormula(Prepare(g, nil), s, 9)
				if widen {
					f.Narrow()
				}
				build += time.Since(begun)
				if _, err := f.Search(context.Background()); err != nil {
					b.Fatal(err)
				}
				calls, more = calls+s.calls, more+s.Stats().Blast.Encoder.Clauses-s.clauses
				first, others = first+s.first, others+s.others
			}
			n := float64(b.N)
			b.ReportMetric(float64(calls)/n, "calls/op")
			b.ReportMetric(float64(more)/n, "clauses-later/op")
			b.ReportMetric(float64(build.Microseconds())/n, "build-µs/op")
			b.ReportMetric(float64(first.Microseconds())/n, "first-µs/op")
			b.ReportMetric(float64(others.Microseconds())/max(float64(calls)-n, 1), "later-µs/call")
		})
	}
}
