package interp

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// TestConfirmInterrupted checks that a candidate deadlock is not confirmed if there is no time for its
// continuations.
func TestConfirmInterrupted(t *testing.T) {
	c := Prepare(irtext.Parse(t, irtext.Shared+irtext.TwoThreads+irtext.Opposite("a", "m", "n")+irtext.Opposite("b", "n", "m")+irtext.EmptyAfter))
	for seed := uint64(0); ; seed++ {
		res, tr, err := RunCode(context.Background(), c, Options{Seed: seed, Properties: PropertySet(verdict.Deadlock)})
		if err != nil || seed == 1000 {
			t.Fatal("no deadlock: ", err)
		}
		if res.Violation == nil {
			continue
		}
		if all, _ := ConfirmDeadlock(context.Background(), c, tr, Options{}); !all {
			t.Error("a deadlock is not confirmed")
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if all, end := ConfirmDeadlock(ctx, c, tr, Options{}); all || end {
			t.Error("a deadlock is confirmed without time")
		}
		return
	}
}
