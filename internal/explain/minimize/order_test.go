package minimize

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomSteps makes an execution of a few threads with random dependencies.
func randomSteps(rng *rand.Rand, threads, n int) []step {
	steps := make([]step, n)
	last := make([]int, threads)
	for i := range last {
		last[i] = noStep
	}
	for i := range steps {
		t := 0
		if i > 0 {
			t = rng.IntN(threads)
		}
		steps[i].thread = t
		if last[t] != noStep {
			steps[i].needs = append(steps[i].needs, last[t])
		} else if i > 0 {
			steps[i].needs = append(steps[i].needs, 0)
		}
		last[t] = i
		for range rng.IntN(3) {
			if i > 0 && rng.IntN(2) == 0 {
				steps[i].after = append(steps[i].after, rng.IntN(i))
			}
		}
	}
	return steps
}

func switchesOf(steps []step, order []int) int {
	n := 0
	for i := 1; i < len(order); i++ {
		if steps[order[i]].thread != steps[order[i-1]].thread {
			n++
		}
	}
	return n
}

// fewest tries every order.
func fewest(steps []step, order []int, done []bool, best int) int {
	if len(order) == len(steps) {
		return min(best, switchesOf(steps, order))
	}
	if switchesOf(steps, order) >= best {
		return best
	}
	for i := range steps {
		ready := !done[i]
		for _, d := range append(slices.Clone(steps[i].needs), steps[i].after...) {
			ready = ready && done[d]
		}
		if ready {
			done[i] = true
			best = fewest(steps, append(order, i), done, best)
			done[i] = false
		}
	}
	return best
}

// TestLinearise compares the orders with every order.
func TestLinearise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		threads := 1 + rng.IntN(4)
		steps := randomSteps(rng, threads, 1+rng.IntN(9))
		want := fewest(steps, nil, make([]bool, len(steps)), len(steps))
		orders := linearise(steps, nil, threads)
		if len(orders) == 0 {
			t.Fatalf("no order of %v", steps)
		}
		for _, order := range orders {
			place := make([]int, len(steps))
			for i, s := range order {
				place[s] = i
			}
			for i := range steps {
				for _, d := range append(slices.Clone(steps[i].needs), steps[i].after...) {
					if place[d] >= place[i] {
						t.Fatalf("%v: step %d comes before %d in %v", steps, i, d, order)
					}
				}
			}
			if got := switchesOf(steps, order); got != want || len(order) != len(steps) {
				t.Fatalf("%v: %d switches in %v, want %d", steps, got, order, want)
			}
		}
	}
}
