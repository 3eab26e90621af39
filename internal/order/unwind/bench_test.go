package unwind_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// BenchmarkUnwind shows how the cost grows with the size of the program: private
// computation, branches that meet again, and critical sections.
func BenchmarkUnwind(b *testing.B) {
	const frame = `#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
	int sum = 0, a[8] = {0};
	for (int i = 0; i < %d; i++) {
		%s
	}
	assert(sum != 1);
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	return 0;
}
`
	bodies := []struct{ name, text string }{
		{"private", "sum += i; a[i & 7] = sum;"},
		{"branches", "if (__VERIFIER_nondet_int()) sum += i; else a[i & 7] += sum;"},
		{"sections", "pthread_mutex_lock(&lock); shared++; pthread_mutex_unlock(&lock);"},
	}
	for _, body := range bodies {
		for _, n := range []int{50, 100, 200, 400} {
			b.Run(fmt.Sprintf("%s/%d", body.name, n), func(b *testing.B) {
				file := filepath.Join(b.TempDir(), "a.c")
				if err := os.WriteFile(file, fmt.Appendf(nil, frame, n, body.text), 0o644); err != nil {
					b.Fatal(err)
				}
				r, err := front.Compile(context.Background(), front.Options{Files: []string{file}})
				if err != nil || r.Program == nil {
					b.Fatal(err)
				}
				var stats unwind.Stats
				b.ReportAllocs()
				for b.Loop() {
					if _, err := unwind.Unwind(context.Background(), analyze.Of(r.Program), term.New(term.Options{}), unwind.Options{Property: verdict.Assert, Loop: 1, Stats: &stats}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(stats.Instructions), "ns/instr")
			})
		}
	}
}
