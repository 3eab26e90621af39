package interp

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// spinning is a thread that waits in a loop until a global is 1, then sets
// another to 1.
func spinning(name, waitFor, set string) string {
	return strings.NewReplacer("NAME", name, "WAIT", waitFor, "SET", set).Replace(`
func @NAME(%h.1: ptr) {
b1:
  %2 = globaladdr ptr @WAIT
  %3 = globaladdr ptr @SET
  br b2
b2:
  %4 = load i32 %2
  %5 = eq i32 %4, 1:i32
  condbr %5, b3, b2
b3:
  store i32 %3, 1:i32
  threadexit
}
`)
}

// TestPolicyIsFair checks threads that wait for one another in loops: under every seed the thread they wait
// for runs.
func TestPolicyIsFair(t *testing.T) {
	spawnThenSet := strings.Replace(irtext.TwoThreads, "join %1\n", "%3 = globaladdr ptr @x\n  store i32 %3, 1:i32\n  join %1\n", 1)
	for name, text := range map[string]string{
		"for main":       irtext.Shared + spawnThenSet + spinning("a", "x", "m") + spinning("b", "x", "n") + irtext.EmptyAfter,
		"for each other": irtext.Shared + spawnThenSet + spinning("a", "m", "n") + spinning("b", "x", "m") + irtext.EmptyAfter,
	} {
		t.Run(name, func(t *testing.T) {
			if got := outcomes(t, text, Options{Properties: withoutRaces, MaxSteps: 1_000_000}, 300); got != "exited" {
				t.Error(got)
			}
		})
	}
}

// TestPolicyFindsPatterns checks failures that need two threads to alternate strictly several times: x
// reaches 10 only if every increment of one follows one of the other.
func TestPolicyFindsPatterns(t *testing.T) {
	body := func(name, from, to string) string {
		return strings.NewReplacer("NAME", name, "FROM", from, "TO", to).Replace(`
func @NAME(%h.1: ptr) {
  reg %k.2: i32
b1:
  %3 = globaladdr ptr @FROM
  %4 = globaladdr ptr @TO
  br b2
b2:
  %5 = load i32 %3
  %6 = add i32 %5, 1:i32
  store i32 %4, %6
  %k.2 = add i32 %k.2, 1:i32
  %7 = ult i32 %k.2, 5:i32
  condbr %7, b2, b3
b3:
  threadexit
}
`)
	}
	text := irtext.Shared + irtext.TwoThreads + body("a", "x", "m") + body("b", "m", "x") + `
func @after() {
b1:
  %1 = globaladdr ptr @x
  %2 = load i32 %1
  %3 = ult i32 %2, 10:i32
  assert assert %3 "x < 10" @0:1:1
  ret
}
`
	if got := outcomes(t, text, Options{Properties: withoutRaces}, 2000); got != "assert, exited" {
		t.Error(got)
	}
}

// TestPolicyLetsSleep checks that for some seeds of every policy, a thread that sleeps lets another go
// first for a while, and continues when that is over. Alone it continues at once.
func TestPolicyLetsSleep(t *testing.T) {
	sleeper, other := &Thread{index: 1}, &Thread{index: 2}
	most := 0
	for seed := range uint64(200) {
		p := newPolicy(seed)
		sleeper.sleeps = true
		p.stepped(sleeper)
		if p.pick([]*Thread{sleeper}) != sleeper {
			t.Fatalf("seed %d: nobody goes on", seed)
		}
		n := 0
		for ; p.pick([]*Thread{sleeper, other}) == other; n++ {
			p.stepped(other)
		}
		most = max(most, n)
	}
	if most < 1<<16 {
		t.Errorf("a sleep lasts %d steps at most, want more", most)
	}
}
