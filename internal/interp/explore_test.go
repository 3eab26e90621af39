package interp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// workers returns a program whose main creates n threads in one operation, and
// joins them in one. Thread number i runs body(i), and x is a global.
func workers(n int, body func(i int) string) string {
	var b, spawn, join strings.Builder
	b.WriteString("global @x size 8 align 8\nglobal @y size 8 align 8\n")
	for i := range n {
		fmt.Fprintf(&b, "global @h%d size 8 align 8 model\nglobal @z%d size 8 align 8\n", i, i)
		fmt.Fprintf(&spawn, "  %%%d = globaladdr ptr @h%d\n  spawn @t%d(%%%d)\n", i+1, i, i, i+1)
		fmt.Fprintf(&join, "  join %%%d\n", i+1)
		fmt.Fprintf(&b, "func @t%d(%%1: ptr) {\nb1:\n  %%2 = globaladdr ptr @x\n  %%3 = globaladdr ptr @y\n  %%4 = globaladdr ptr @z%d\n%s\n  threadexit\n}\n", i, i, body(i))
	}
	fmt.Fprintf(&b, "func @main() {\nb1:\n  atomicbegin user\n%s  atomicend user\n  atomicbegin user\n%s  atomicend user\n  halt 0:i32\n}\n", spawn.String(), join.String())
	return b.String()
}

func explore(t *testing.T, text string, opts ExploreOptions) *Exploration {
	t.Helper()
	c := Prepare(parse(t, text))
	x, err := Explore(context.Background(), c, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range x.Violations {
		res, err := ReplayCode(context.Background(), c, v.Trace, ReplayOptions{})
		if err != nil || !res.Violation.same(&v.Violation) {
			t.Errorf("%s: the trace does not replay: %v, %+v", v.Violation.Message, err, res)
		}
	}
	return x
}

// interleavings is the number of orders of n threads of k steps.
func interleavings(n, k int) uint64 {
	count, total := uint64(1), uint64(0)
	for range n {
		for i := 1; i <= k; i++ {
			total++
			count = count * total / uint64(i)
		}
	}
	return count
}

// TestExploreCounts has threads of k independent steps, of which the last is
// their end.
func TestExploreCounts(t *testing.T) {
	for _, tt := range []struct{ n, k int }{{1, 1}, {1, 5}, {2, 2}, {2, 3}, {2, 6}, {3, 2}, {3, 3}, {4, 2}} {
		t.Run(fmt.Sprintf("%d threads of %d", tt.n, tt.k), func(t *testing.T) {
			x := explore(t, workers(tt.n, func(int) string {
				return strings.Repeat("  store i32 %4, 1:i32\n", tt.k-1)
			}), ExploreOptions{Property: verdict.Assert})
			want := interleavings(tt.n, tt.k)
			if x.Executions != want || !x.Complete || !x.Exact {
				t.Errorf("%d executions, want %d; complete %t (%s), exact %t", x.Executions, want, x.Complete, x.Incomplete, x.Exact)
			}
			if steps := want * uint64(tt.n*tt.k+3); x.Steps < steps || x.Abandoned == 0 && x.Steps != steps {
				t.Errorf("%d steps in %d executions (%d abandoned)", x.Steps, x.Executions, x.Abandoned)
			}
		})
	}
}

// TestExploreOutcomes has the litmus shapes: an assertion per outcome is
// violated exactly when sequential consistency allows the outcome. The threads
// keep what they read in z0 and z1.
func TestExploreOutcomes(t *testing.T) {
	const (
		storeX = "  store relaxed i32 %2, 1:i32\n"
		storeY = "  store relaxed i32 %3, 1:i32\n"
		loadX  = "  %5 = load relaxed i32 %2\n  store i32 %4, %5\n"
		loadY  = "  %5 = load relaxed i32 %3\n  store i32 %4, %5\n"
		loadYX = "  %5 = load relaxed i32 %3\n  %6 = load relaxed i32 %2\n  %7 = shl i32 %6, 1:i32\n  %8 = or i32 %5, %7\n  store i32 %4, %8\n"
	)
	tests := []struct {
		name   string
		bodies [2]string
		values int
		want   string // outcomes z0 z1
	}{
		{"store buffering", [2]string{storeX + loadY, storeY + loadX}, 2, "01 10 11"},
		{"load buffering", [2]string{loadX + storeY, loadY + storeX}, 2, "00 01 10"},
		{"message passing", [2]string{storeX + storeY, loadYX}, 4, "00 02 03"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for i := range tt.values {
				for j := range tt.values {
					text := workers(2, func(i int) string { return tt.bodies[i] })
					text = strings.Replace(text, "  halt 0:i32", fmt.Sprintf("  %%3 = globaladdr ptr @z0\n  %%4 = load i32 %%3\n  %%5 = ne i32 %%4, %d:i32\n"+
						"  %%6 = globaladdr ptr @z1\n  %%7 = load i32 %%6\n  %%8 = ne i32 %%7, %d:i32\n  %%9 = or i1 %%5, %%8\n  assert assert %%9 \"no\" @0:1:1\n  halt 0:i32", i, j), 1)
					x := explore(t, text, ExploreOptions{Property: verdict.Assert})
					if !x.Complete {
						t.Fatal(x.Incomplete)
					}
					if len(x.Violations) > 0 {
						got = append(got, fmt.Sprint(i, j))
					}
				}
			}
			if s := strings.ReplaceAll(strings.Join(got, ","), " ", ""); s != strings.ReplaceAll(tt.want, " ", ",") {
				t.Errorf("outcomes %s, want %s", s, tt.want)
			}
		})
	}
}

// found describes an exploration.
func (x *Exploration) describe() string {
	var parts []string
	for _, v := range x.Violations {
		parts = append(parts, strings.TrimSpace(v.Violation.Property.String()+" "+string(v.Violation.Kind)))
	}
	if !x.Complete {
		parts = append(parts, x.Incomplete)
	}
	if !x.Exact {
		parts = append(parts, "inexact")
	}
	return strings.Join(parts, ", ")
}

func TestExplore(t *testing.T) {
	choose := func(what, cond string) string {
		return main1("b1:\n  %1 = " + what + "\n  %2 = " + cond + "\n  assert assert %2 \"c\" @0:1:1")
	}
	tests := []struct {
		name, text string
		opts       ExploreOptions
		want       string
	}{
		{"a lost update", counter, ExploreOptions{Property: verdict.Assert}, "assert"},
		{"its races", counter, ExploreOptions{Property: verdict.Race}, "race, race"},
		{"no deadlock", counter, ExploreOptions{Property: verdict.Deadlock}, ""},
		{"a range", choose("chooserange nondet i32 3:i32, 200:i32", "ne i32 %1, 77:i32"), ExploreOptions{Property: verdict.Assert}, "assert"},
		{"no other value of a range", choose("chooserange nondet i32 3:i32, 9:i32", "ne i32 %1, 77:i32"), ExploreOptions{Property: verdict.Assert}, ""},
		{"bits", choose("choosebit nondet i32 40:i32", "eq i32 %1, 5:i32"), ExploreOptions{Property: verdict.Assert}, "assert"},
		{"a corner", choose("choose nondet i32", "ne i32 %1, -2147483648:i32"), ExploreOptions{Property: verdict.Assert}, "assert, inexact"},
		{"between the corners", choose("choose nondet i32", "ne i32 %1, 77:i32"), ExploreOptions{Property: verdict.Assert}, "inexact"},
		{"a given domain", choose("choose nondet i32", "ne i32 %1, 77:i32"),
			ExploreOptions{Property: verdict.Assert, Domain: func(Choice) ([]Value, bool) { return []Value{{Lo: 77}}, false }}, "assert, inexact"},
		{"environment choices are off", choose("choose spurious i1", "eq i1 %1, 0:i1"), ExploreOptions{Property: verdict.Assert}, ""},
		{"and can be on", choose("choose spurious i1", "eq i1 %1, 0:i1"),
			ExploreOptions{Property: verdict.Assert, Environment: EnvironmentSet(ir.ChooseSpurious)}, "assert"},
		{"a section whose choice fails first", main1("b1:\n  atomicbegin user\n  %1 = choosebit nondet i32 14:i32\n  %2 = eq i32 %1, 3:i32\n  assume %2\n  atomicend user\n  assert assert 0:i1 \"no\" @0:1:1"),
			ExploreOptions{Property: verdict.Assert}, "assert"},
		{"a section that never completes", main1("b1:\n  atomicbegin user\n  %1 = choosebit nondet i32 14:i32\n  %2 = eq i32 %1, 4:i32\n  assume %2\n  atomicend user\n  assert assert 0:i1 \"no\" @0:1:1"),
			ExploreOptions{Property: verdict.Assert}, ""},
		{"an assertion in a section that does not complete", main1("b1:\n  atomicbegin user\n  assert assert 0:i1 \"no\" @0:1:1\n  assume 0:i1\n  atomicend user"),
			ExploreOptions{Property: verdict.Assert}, "assert"},
		{"locks in opposite order", globalX + twoThreads + opposite("a", "m", "n") + opposite("b", "n", "m") + emptyAfter,
			ExploreOptions{Property: verdict.Deadlock}, "deadlock"},
		{"locks in the same order", globalX + twoThreads + opposite("a", "m", "n") + opposite("b", "m", "n") + emptyAfter,
			ExploreOptions{Property: verdict.Deadlock}, ""},
		{"a leak", main1("b1:\n  %1 = alloc heap ptr 4:i64, 4:i64 @0:1:1"), ExploreOptions{Property: verdict.Memory}, "memory leak"},
		{"an endless loop", main1("b1:\n  br b2\nb2:\n  br b2\nb3:"), ExploreOptions{Property: verdict.Assert, MaxSteps: 1000}, "an execution ended: step limit"},
		{"a budget of executions", counter, ExploreOptions{Property: verdict.Deadlock, Executions: 3}, "the budget of executions is spent"},
		{"the first violation", counter, ExploreOptions{Property: verdict.Race, StopAtFirst: true}, "race, it stopped at the first violation"},
		{"a budget of time", workers(4, func(int) string { return strings.Repeat("  store i32 %4, 1:i32\n", 20) }),
			ExploreOptions{Property: verdict.Assert, Budget: 30 * time.Millisecond}, "the time budget is spent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := explore(t, tt.text, tt.opts).describe(); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
