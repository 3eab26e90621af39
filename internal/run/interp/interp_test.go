package interp

import (
	"bytes"
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// withoutRaces is every property that the values of one execution decide: all but
// races, which have tests of their own.
const withoutRaces = AllProperties &^ (1 << verdict.Race)

// runSeed runs a program once and makes sure that its trace replays.
func runSeed(t testing.TB, c *Code, opts Options) (*Result, *trace.Trace) {
	t.Helper()
	res, tr, err := RunCode(context.Background(), c, opts)
	if err != nil {
		t.Fatal(err)
	}
	if res.End.Kind == StepLimit || res.End.Kind == MemoryLimit {
		return res, tr
	}
	again, err := ReplayCode(context.Background(), c, tr, ReplayOptions{Properties: opts.Properties, MaxSteps: opts.MaxSteps})
	if err != nil {
		t.Fatalf("seed %d: replay: %v\n%s", opts.Seed, err, traceText(tr))
	}
	if again.Hash != res.Hash || again.Steps != res.Steps {
		t.Fatalf("seed %d: replay differs: %+v, run %+v\n%s", opts.Seed, again, res, traceText(tr))
	}
	return res, tr
}

func traceText(tr *trace.Trace) string {
	var b bytes.Buffer
	trace.Write(&b, tr)
	return b.String()
}

// output runs a program to its exit with seed 1 and returns its output.
func output(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	res, _ := runSeed(t, Prepare(irtext.Parse(t, text)), Options{Seed: 1, Properties: withoutRaces, Output: &b})
	if res.End.Kind != Exited {
		t.Fatalf("end %+v %+v", res.End, res.Violation)
	}
	return b.String()
}

const fib = `
global @f size 4 align 1 constant { 0: "%d\n\x00" }
func @fib(%n.1: i32) -> i32 {
b1:
  %2 = slt i32 %n.1, 2:i32
  condbr %2, b2, b3
b2:
  ret %n.1
b3:
  %3 = sub nsw i32 %n.1, 1:i32
  %4 = call i32 @fib(%3)
  %5 = sub nsw i32 %n.1, 2:i32
  %6 = call i32 @fib(%5)
  %7 = add nsw i32 %4, %6
  ret %7
}
func @main() {
b1:
  %1 = call i32 @fib(20:i32)
  %2 = globaladdr ptr @f
  output values 1:i32, %2, %1
  halt 0:i32
}
`

func TestFib(t *testing.T) {
	if got := output(t, fib); got != "6765\n" {
		t.Errorf("got %q", got)
	}
}

func TestCounter(t *testing.T) {
	c := Prepare(irtext.Parse(t, irtext.Counter))
	kinds := map[EndKind]int{}
	for seed := uint64(0); seed < 200; seed++ {
		res, _ := runSeed(t, c, Options{Seed: seed, Properties: withoutRaces})
		kinds[res.End.Kind]++
	}
	if kinds[Violated] == 0 || kinds[Exited] == 0 || len(kinds) != 2 {
		t.Errorf("ends %v", kinds)
	}
}
