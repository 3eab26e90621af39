package main

import "math"

// least is the smallest time in seconds that counts for an exponent. Smaller times measure mostly fixed
// costs and the clock.
const least = 0.002

// exponent fits y = a x^k by least squares of the logarithms and returns k. Points
// with y below the given bound are left out; ok is false if fewer than three are
// left or all x are the same.
func exponent(xs, ys []float64, bound float64) (k float64, ok bool) {
	n, sx, sy, sxx, sxy := 0.0, 0.0, 0.0, 0.0, 0.0
	for i := range xs {
		if ys[i] < bound || ys[i] <= 0 || xs[i] <= 0 {
			continue
		}
		x, y := math.Log(xs[i]), math.Log(ys[i])
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	spread := n*sxx - sx*sx
	if n < 3 || spread < 1e-9 {
		return 0, false
	}
	return (n*sxy - sx*sy) / spread, true
}
