package explore

import "testing"

// TestLonger checks that all lengths of cut schedules get about the same time, and that the first seeds
// reach the greatest lengths.
func TestLonger(t *testing.T) {
	total := map[uint64]uint64{}
	seeds := map[uint64][]uint64{}
	for n := range 1024 {
		seed, steps := longer(n, randomSteps)
		total[steps] += steps
		if want := uint64(len(seeds[steps])); steps > randomSteps && seed > want+want/3 {
			t.Errorf("schedule %d of %d instructions has seed %d, want at most %d", n, steps, seed, want+want/3)
		}
		seeds[steps] = append(seeds[steps], seed)
	}
	if len(total) != 5 {
		t.Errorf("found %d lengths, want 5", len(total))
	}
	for steps, sum := range total {
		if whole := uint64(1024 * randomSteps); sum < whole/4 || sum > whole {
			t.Errorf("those of %d instructions get %d, want a part of %d", steps, sum, whole)
		}
	}
}
