package fit

import (
	"math"
	"testing"
)

func TestLaws(t *testing.T) {
	xs := []float64{1, 2, 3, 5, 8}
	of := func(f func(x float64) float64) (ys []float64) {
		for _, x := range xs {
			ys = append(ys, f(x))
		}
		return ys
	}
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-9*math.Max(1, want) }
	law, ok := Power(xs, of(func(x float64) float64 { return 3 * x * x }))
	if !ok || !near(law.Factor, 3) || !near(law.Rate, 2) || !near(law.R2, 1) || law.N != 5 {
		t.Errorf("power: %+v, %v", law, ok)
	}
	law, ok = Exponential(xs, of(func(x float64) float64 { return 0.5 * math.Pow(1.5, x) }))
	if !ok || !near(law.Factor, 0.5) || !near(law.Rate, 1.5) || !near(law.R2, 1) {
		t.Errorf("exponential: %+v, %v", law, ok)
	}
	// By hand: the logs 0, 1, 0 at 0, 1, 2 have a horizontal fit, which explains no variance.
	law, ok = Exponential([]float64{0, 1, 2}, []float64{1, math.E, 1})
	if !ok || !near(law.Rate, 1) || law.R2 > 1e-9 {
		t.Errorf("no trend: %+v, %v", law, ok)
	}
	for name, c := range map[string][2][]float64{
		"too few":      {{1, 2}, {1, 2}},
		"one x":        {{2, 2, 2}, {1, 2, 3}},
		"one y":        {{1, 2, 3}, {4, 4, 4}},
		"not positive": {{1, 2, 3}, {0, -1, 4}},
	} {
		if law, ok := Power(c[0], c[1]); ok {
			t.Errorf("%s: %+v", name, law)
		}
	}
}
