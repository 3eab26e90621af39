package smc

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// BenchmarkExplore explores threads that read and write two variables, by each
// way of exploring.
func BenchmarkExplore(b *testing.B) {
	for _, tt := range []struct {
		name      string
		n         int
		reduction Reduction
	}{{"plain", 2, NoReduction}, {"hashing", 4, Hashing}, {"dpor", 4, DPOR}, {"dpor", 6, DPOR}} {
		b.Run(fmt.Sprint(tt.name, tt.n), func(b *testing.B) {
			c := interp.Prepare(irtext.Parse(b, readReadWrite(tt.n)))
			steps := uint64(0)
			for range b.N {
				x, err := Explore(context.Background(), c, Options{Properties: interp.PropertySet(verdict.Assert), Reduction: tt.reduction})
				if err != nil || !x.Complete {
					b.Fatal(err, x)
				}
				steps += x.Steps
			}
			b.ReportMetric(float64(steps)/1e3/b.Elapsed().Seconds(), "ksteps/s")
		})
	}
}
