package consistency

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkRelate makes the relations of two threads that increment a variable:
// arcs, and so the time, are quadratic in the increments.
func BenchmarkRelate(b *testing.B) {
	for _, n := range []int{25, 50, 100} {
		b.Run(fmt.Sprintf("increments=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			arcs := 0
			for b.Loop() {
				w, _ := increments(2, n, 1)
				rel, _, _, err := relate(context.Background(), w.Graph, Options{})
				if err != nil {
					b.Fatal(err)
				}
				arcs = len(rel.Arcs)
			}
			b.ReportMetric(float64(arcs), "arcs")
		})
	}
}
