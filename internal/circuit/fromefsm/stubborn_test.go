package fromefsm_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/efsm"
)

// TestStubborn counts the states that two threads of three steps reach, which touch
// variables of their own, or one; and of two that go round for ever, of which neither may
// be put off for good.
func TestStubborn(t *testing.T) {
	const straight = `shared a data bv2 0x0:2
shared b data bv2 0x0:2
thread p entry s1
  state s1 visible
    access update a
    set a := bvadd a 0x1:2
    goto s2
  state s2 visible
    access update a
    set a := bvadd a 0x1:2
    goto s3
  state s3 visible
    access update a
    set a := bvadd a 0x1:2
thread q entry s1
  state s1 visible
    access update b
    set b := bvadd b 0x1:2
    goto s2
  state s2 visible
    access update b
    set b := bvadd b 0x1:2
    goto s3
  state s3 visible
    access update b
    set b := bvadd b 0x1:2
`
	round := strings.ReplaceAll(straight, "    set a := bvadd a 0x1:2\nthread", "    set a := bvadd a 0x1:2\n    goto s1\nthread")
	round = strings.TrimSuffix(round, "\n") + "\n    goto s1\n"
	for _, c := range []struct {
		name, text    string
		full, reduced int
	}{
		{"apart", straight, 16, 7},
		{"the same variable", strings.ReplaceAll(strings.ReplaceAll(strings.Replace(straight, "shared b data bv2 0x0:2\n", "", 1), " b\n", " a\n"), "set b := bvadd b", "set a := bvadd a"), 16, 16},
		{"for ever", round, 144, 80},
	} {
		s, err := efsm.Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, reduce := range []bool{false, true} {
			want := c.full
			if reduce {
				want = c.reduced
			}
			m, err := fromefsm.Build(context.Background(), s, fromefsm.Options{Reduce: reduce})
			if err != nil {
				t.Fatal(err)
			}
			if got := states(m.Circuit); got != want {
				t.Errorf("%s, reduced %t: %d states, expected %d", c.name, reduce, got, want)
			}
		}
	}
}

// states counts the states that many random executions come to.
func states(c *circuit.Circuit) int {
	rng := rand.New(rand.NewPCG(1, 1))
	seen := make(map[string]bool)
	for range 100 {
		s := circuit.NewSimulator(c, nil)
		for range 60 {
			for k := range 64 {
				var key []byte
				for _, w := range s.State() {
					key = append(key, byte(w>>k&1))
				}
				seen[string(key)] = true
			}
			s.Evaluate(func(int) uint64 { return rng.Uint64() })
			s.Step()
		}
	}
	return len(seen)
}
