package token

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// passesOf returns the passes of the violations at the present depth, in the order in which they
// are found.
func passesOf(t *testing.T, e *Encoding) [][]int {
	t.Helper()
	var out [][]int
	for {
		w, _, err := e.Find(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if w == nil {
			return out
		}
		out = append(out, w.passed)
		if !e.Block(w) {
			return out
		}
	}
}

// TestFewest checks the order of violations by the number of passes. None has fewer passes than the one
// before it, the first has as few as any, and none has all the passes of another.
func TestFewest(t *testing.T) {
	most := 0
	for _, system := range []string{fromText, fromC} {
		opts := Options{Property: verdict.Race, MaxDepth: 14, CSR: true}
		plain := encode(paper(t, system), opts)
		opts.Fewest = true
		few := encode(paper(t, system), opts)
		seen := false
		for depth := 0; depth < opts.MaxDepth; depth++ {
			any, list := passesOf(t, plain), passesOf(t, few)
			if !seen && (len(any) == 0) != (len(list) == 0) {
				t.Errorf("%s, depth %d: %d violations, and %d with few passes first", system, depth, len(any), len(list))
			}
			for i, w := range list {
				if i > 0 && len(w) < len(list[i-1]) {
					t.Errorf("%s, depth %d: %v after %v", system, depth, w, list[i-1])
				}
				for _, other := range list[:i] {
					if !slices.ContainsFunc(other, func(p int) bool { return !slices.Contains(w, p) }) {
						t.Errorf("%s, depth %d: %v has all of %v", system, depth, w, other)
					}
				}
			}
			for _, w := range any {
				most = max(most, len(w))
				if !seen && len(list) > 0 && len(w) < len(list[0]) {
					t.Errorf("%s, depth %d: %v has fewer passes than %v", system, depth, w, list[0])
				}
			}
			seen = seen || len(any) > 0 // later blocked sets differ
			plain.Extend()
			few.Extend()
		}
	}
	if most < 3 {
		t.Errorf("no violation has more than %d passes", most)
	}
}
