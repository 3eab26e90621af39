package circuit_test

import (
	"context"
	"os"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/abc"
	"github.com/heddle-mc/heddle/internal/testkit/abctest"
)

func TestMain(m *testing.M) {
	abctest.Main()
	os.Exit(m.Run())
}

// TestABC compares ABC's answers about random circuits with an explicit search, for the substitute of
// package abctest and, if installed, for the real ABC.
func TestABC(t *testing.T) { abctest.Ask(t, askABC) }

func askABC(t *testing.T) {
	const depth = 60
	counts := make(map[circuit.Status]int)
	for seed := range generated.All() {
		if seed%20 != 0 {
			continue // a process for each question
		}
		c := random(seed)
		shortest, _ := explicit(c)
		for _, command := range []abc.Command{abc.PDR, abc.BMC3} {
			k := abc.New(c, command, abc.Options{Depth: map[abc.Command]int{abc.BMC3: depth}[command], Memory: 8 << 30})
			var bads []int
			for b := range c.Bads {
				bads = append(bads, b)
			}
			a, err := k.Check(context.Background(), bads)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, command, err)
			}
			counts[a.Status]++
			least := -1 // steps to any of them
			for _, d := range shortest {
				if d >= 0 && (least < 0 || d < least) {
					least = d
				}
			}
			switch {
			case a.Status == circuit.Reached && least >= 0:
				if d := shortest[a.Bad]; d < 0 || d > len(a.Execution.Inputs)-1 || command == abc.BMC3 && least != len(a.Execution.Inputs)-1 {
					t.Errorf("seed %d: %s: bad %d in %d steps, expected %v", seed, command, a.Bad, len(a.Execution.Inputs)-1, shortest)
				}
			case a.Status == circuit.Claimed && least < 0:
			case a.Status == circuit.Bounded && command == abc.BMC3 && k.Depth() == depth && (least < 0 || least > depth):
			default:
				t.Errorf("seed %d: %s: status %d, depth %d, expected %v", seed, command, a.Status, k.Depth(), shortest)
			}
		}
	}
	t.Log(counts)
	if generated.N() >= 1000 && (counts[circuit.Reached] < 10 || counts[circuit.Claimed] < 5) {
		t.Error("little is reached, or little is not")
	}
}
