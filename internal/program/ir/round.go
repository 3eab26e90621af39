package ir

import "math"

// Round returns the integral value that OpFRound with this mode gives for x.
func (m RoundMode) Round(x float64) float64 {
	switch m {
	case RoundNearestEven:
		return math.RoundToEven(x)
	case RoundNearestAway:
		return math.Round(x)
	case RoundDown:
		return math.Floor(x)
	case RoundUp:
		return math.Ceil(x)
	}
	return math.Trunc(x)
}
