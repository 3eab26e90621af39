// Package fit fits the two laws of growth that experiments use, by least squares of logarithms. Package
// lab/compare calls it for its tables. It knows no experiments.
package fit

import "math"

// Law is y = Factor · x^Rate or y = Factor · Rate^x, as fitted.
type Law struct {
	Factor float64
	Rate   float64 // the exponent, or the base
	R2     float64 // the part of the variance of log y that the law explains, from 0 to 1
	N      int     // points
}

// Power fits y = Factor · x^Rate. Points whose x or y is not positive are left out. ok is false if
// fewer than three points are left, or all have the same x or the same y.
func Power(xs, ys []float64) (law Law, ok bool) {
	var u, v []float64
	for i, x := range xs {
		if x > 0 && ys[i] > 0 {
			u, v = append(u, math.Log(x)), append(v, math.Log(ys[i]))
		}
	}
	a, b, r2, ok := line(u, v)
	return Law{Factor: math.Exp(a), Rate: b, R2: r2, N: len(u)}, ok
}

// Exponential fits y = Factor · Rate^x. Points whose y is not positive are left out; ok is as for
// Power.
func Exponential(xs, ys []float64) (law Law, ok bool) {
	var u, v []float64
	for i, x := range xs {
		if ys[i] > 0 {
			u, v = append(u, x), append(v, math.Log(ys[i]))
		}
	}
	a, b, r2, ok := line(u, v)
	return Law{Factor: math.Exp(a), Rate: math.Exp(b), R2: r2, N: len(u)}, ok
}

// fewest is the least number of points for a fit.
const fewest = 3

// line fits v = a + b·u.
func line(u, v []float64) (a, b, r2 float64, ok bool) {
	if len(u) < fewest {
		return 0, 0, 0, false
	}
	mu, mv := mean(u), mean(v)
	var suu, svv, suv float64
	for i := range u {
		du, dv := u[i]-mu, v[i]-mv
		suu, svv, suv = suu+du*du, svv+dv*dv, suv+du*dv
	}
	if suu == 0 || svv == 0 {
		return 0, 0, 0, false
	}
	b = suv / suu
	return mv - b*mu, b, suv * suv / (suu * svv), true
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, f := range x {
		sum += f
	}
	return sum / float64(len(x))
}
