package smc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// boundedCount counts the orders of n threads of k steps after main's one, which
// main's two follow, within a bound: without a machine. Threads are never
// blocked before they are finished, main is until the others are.
func boundedCount(n, k int, allow func(order []int, preemptions int) bool) (count uint64) {
	var extend func(order []int, left []int, preemptions int)
	extend = func(order, left []int, preemptions int) {
		if !allow(order, preemptions) {
			return
		}
		if len(order) == n*k+1 {
			if rest := append(order[:len(order):len(order)], 0); allow(rest, preemptions) {
				count++
			}
			return
		}
		last := order[len(order)-1]
		for t := 1; t <= n; t++ {
			if left[t] == 0 {
				continue
			}
			p := preemptions
			if last != t && last != 0 && left[last] > 0 {
				p++
			}
			left[t]--
			extend(append(order[:len(order):len(order)], t), left, p)
			left[t]++
		}
	}
	left := make([]int, n+1)
	for t := 1; t <= n; t++ {
		left[t] = k
	}
	extend([]int{0}, left, 0)
	return count
}

// TestBounds compares the numbers of executions within bounds with those of a
// count of sequences.
func TestBounds(t *testing.T) {
	switches := func(order []int, when func(a, b int) bool) (n int) {
		for i := 1; i < len(order); i++ {
			if order[i] != order[i-1] && when(order[i-1], order[i]) {
				n++
			}
		}
		return n
	}
	for _, size := range [][2]int{{2, 2}, {2, 4}, {3, 2}} {
		n, k := size[0], size[1]
		text := workers(n, func(int) string { return strings.Repeat("  store i32 %2, 1:i32\n", k-1) })
		for limit := range 8 {
			for _, tt := range []struct {
				name   string
				bounds Bounds
				allow  func(order []int, preemptions int) bool
			}{
				{"preemptions", Bounds{Preemptions: AtMost(limit)}, func(_ []int, p int) bool { return p <= limit }},
				{"contexts", Bounds{Contexts: AtMost(limit)}, func(order []int, _ int) bool {
					return 1+switches(order, func(a, b int) bool { return true }) <= limit
				}},
				{"rounds", Bounds{Rounds: AtMost(limit)}, func(order []int, _ int) bool {
					return 1+switches(order, func(a, b int) bool { return b < a }) <= limit
				}},
			} {
				t.Run(fmt.Sprintf("%d threads of %d, %d %s", n, k, limit, tt.name), func(t *testing.T) {
					want := boundedCount(n, k, tt.allow)
					x := explore(t, text, Options{Properties: interp.PropertySet(verdict.Assert), Bounds: tt.bounds})
					if x.Executions != want || !x.Complete || x.Bounded != (want < interleavings(n, k)) {
						t.Errorf("%d executions, want %d; complete %t, bounded %t", x.Executions, want, x.Complete, x.Bounded)
					}
				})
			}
		}
	}
}
