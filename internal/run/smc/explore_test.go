package smc

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
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

func explore(t *testing.T, text string, opts Options) *Exploration {
	t.Helper()
	c := interp.Prepare(irtext.Parse(t, text))
	x, err := Explore(context.Background(), c, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range x.Violations {
		res, err := interp.ReplayCode(context.Background(), c, v.Trace, interp.ReplayOptions{})
		if err != nil || !res.Violation.Same(&v.Violation) {
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

// TestExploreCounts checks threads of k independent steps, of which the last is their end.
func TestExploreCounts(t *testing.T) {
	for _, tt := range []struct{ n, k int }{{1, 1}, {1, 5}, {2, 2}, {2, 3}, {2, 6}, {3, 2}, {3, 3}, {4, 2}} {
		t.Run(fmt.Sprintf("%d threads of %d", tt.n, tt.k), func(t *testing.T) {
			x := explore(t, workers(tt.n, func(int) string {
				return strings.Repeat("  store i32 %4, 1:i32\n", tt.k-1)
			}), Options{Properties: interp.PropertySet(verdict.Assert)})
			want := interleavings(tt.n, tt.k)
			if x.Executions != want || !x.Complete || !x.Exact {
				t.Errorf("%d executions, want %d; complete %t (%s), exact %t", x.Executions, want, x.Complete, x.Incomplete, x.Exact)
			}
			if steps := want * uint64(tt.n*tt.k+3); x.Steps < steps || x.Redundant == 0 && x.Steps != steps {
				t.Errorf("%d steps in %d executions (%d abandoned)", x.Steps, x.Executions, x.Redundant)
			}
		})
	}
}

// TestExploreOutcomes checks the litmus shapes: an assertion per outcome is violated exactly if sequential
// consistency allows the outcome. Main reads the observed variables at the end; threads store the values
// that they read in z0, z1, ….
func TestExploreOutcomes(t *testing.T) {
	const (
		storeX  = "  store relaxed i32 %2, 1:i32\n"
		storeY  = "  store relaxed i32 %3, 1:i32\n"
		storeX2 = "  store relaxed i32 %2, 2:i32\n"
		storeY2 = "  store relaxed i32 %3, 2:i32\n"
		loadX   = "  %5 = load relaxed i32 %2\n  store i32 %4, %5\n"
		loadY   = "  %5 = load relaxed i32 %3\n  store i32 %4, %5\n"
		keep    = "  %7 = shl i32 %6, 1:i32\n  %8 = or i32 %5, %7\n  store i32 %4, %8\n"
		loadXY  = "  %5 = load relaxed i32 %2\n  %6 = load relaxed i32 %3\n" + keep
		loadYX  = "  %5 = load relaxed i32 %3\n  %6 = load relaxed i32 %2\n" + keep
	)
	small := []Reduction{NoReduction, Hashing, DPOR}
	tests := []struct {
		name       string
		bodies     []string
		observed   [2]string
		values     int
		want       string
		reductions []Reduction
	}{
		{"store buffering", []string{storeX + loadY, storeY + loadX}, [2]string{"z0", "z1"}, 2, "01 10 11", small},
		{"load buffering", []string{loadX + storeY, loadY + storeX}, [2]string{"z0", "z1"}, 2, "00 01 10", small},
		{"message passing", []string{storeX + storeY, loadYX}, [2]string{"z0", "z1"}, 4, "00 02 03", small},
		{"2+2W", []string{storeX + storeY2, storeY + storeX2}, [2]string{"x", "y"}, 3, "12 21 22", small},
		{"independent reads of independent writes", []string{storeX, storeY, loadXY, loadYX}, [2]string{"z2", "z3"}, 4,
			"00 01 02 03 10 12 13 20 21 22 23 30 31 32 33", []Reduction{Hashing, DPOR}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, reduction := range tt.reductions {
				var got []string
				for i := range tt.values {
					for j := range tt.values {
						text := workers(len(tt.bodies), func(i int) string { return tt.bodies[i] })
						text = strings.Replace(text, "  halt 0:i32", fmt.Sprintf("  %%20 = globaladdr ptr @%s\n  %%21 = load i32 %%20\n  %%22 = ne i32 %%21, %d:i32\n"+
							"  %%23 = globaladdr ptr @%s\n  %%24 = load i32 %%23\n  %%25 = ne i32 %%24, %d:i32\n  %%26 = or i1 %%22, %%25\n  assert assert %%26 \"no\" @0:1:1\n  halt 0:i32",
							tt.observed[0], i, tt.observed[1], j), 1)
						for n := 20; n <= 26; n++ { // registers are numbered without gaps
							text = strings.ReplaceAll(text, fmt.Sprint("%", n), fmt.Sprint("%", n-19+len(tt.bodies)))
						}
						x := explore(t, text, Options{Properties: interp.PropertySet(verdict.Assert), Reduction: reduction})
						if !x.Complete {
							t.Fatal(x.Incomplete)
						}
						if len(x.Violations) > 0 {
							got = append(got, fmt.Sprint(i)+fmt.Sprint(j))
						}
					}
				}
				if s := strings.Join(got, " "); s != tt.want {
					t.Errorf("%s: outcomes %s, want %s", reduction, s, tt.want)
				}
			}
		})
	}
}

// describe describes an exploration.
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

// resolved is a program in which a thread waits for itself until another thread unlocks the lock, which it
// does not own. Main does not wait for them.
const resolved = `
func @a(%1: ptr) {
b1:
  %2 = globaladdr ptr @m
  acquire exclusive %2
  acquire exclusive %2
  threadexit
}
func @b(%1: ptr) {
b1:
  %2 = globaladdr ptr @m
  atomicbegin model
  %3 = lockstate i32 %2
  %4 = ne i32 %3, 0:i32
  blockuntil condition %4
  release %2
  atomicend model
  threadexit
}
func @main() {
b1:
  %1 = globaladdr ptr @ha
  %2 = globaladdr ptr @hb
  spawn @a(%1)
  spawn @b(%2)
  HALT
}
global @ha size 8 align 8 model
global @hb size 8 align 8 model
`

// mended is a program in which no pointer to an object exists for a while: its bits are in a float, which is
// no pointer.
const mended = `
global @p size 8 align 8
global @h size 8 align 8 model
func @t(%1: ptr) {
b1:
  %2 = globaladdr ptr @p
  %3 = load f64 %2
  store i64 %2, 0:i64
  store f64 %2, %3
  threadexit
}
func @main() {
b1:
  %1 = globaladdr ptr @h
  %2 = globaladdr ptr @p
  %3 = alloc heap ptr 4:i64, 4:i64 @0:1:1
  store ptr %2, %3
  spawn @t(%1)
  HALT
}
`

func TestExplore(t *testing.T) {
	choose := func(what, cond string) string {
		return irtext.Main("b1:\n  %1 = " + what + "\n  %2 = " + cond + "\n  assert assert %2 \"c\" @0:1:1")
	}
	tests := []struct {
		name, text string
		opts       Options
		want       string
	}{
		{"a lost update", irtext.Counter, Options{Properties: interp.PropertySet(verdict.Assert)}, "assert"},
		{"its races", irtext.Counter, Options{Properties: interp.PropertySet(verdict.Race)}, "race, race"},
		{"no deadlock", irtext.Counter, Options{Properties: interp.PropertySet(verdict.Deadlock)}, ""},
		{"a range", choose("chooserange nondet i32 3:i32, 200:i32", "ne i32 %1, 77:i32"), Options{Properties: interp.PropertySet(verdict.Assert)}, "assert"},
		{"no other value of a range", choose("chooserange nondet i32 3:i32, 9:i32", "ne i32 %1, 77:i32"), Options{Properties: interp.PropertySet(verdict.Assert)}, ""},
		{"bits", choose("choosebit nondet i32 40:i32", "eq i32 %1, 5:i32"), Options{Properties: interp.PropertySet(verdict.Assert)}, "assert"},
		{"a corner", choose("choose nondet i32", "ne i32 %1, -2147483648:i32"), Options{Properties: interp.PropertySet(verdict.Assert)}, "assert, inexact"},
		{"between the corners", choose("choose nondet i32", "ne i32 %1, 77:i32"), Options{Properties: interp.PropertySet(verdict.Assert)}, "inexact"},
		{"a given domain", choose("choose nondet i32", "ne i32 %1, 77:i32"),
			Options{Properties: interp.PropertySet(verdict.Assert), Domain: func(interp.Choice) ([]wide.Word, bool) { return []wide.Word{{Lo: 77}}, false }}, "assert, inexact"},
		{"environment choices are off", choose("choose spurious i1", "eq i1 %1, 0:i1"), Options{Properties: interp.PropertySet(verdict.Assert)}, ""},
		{"and can be on", choose("choose spurious i1", "eq i1 %1, 0:i1"),
			Options{Properties: interp.PropertySet(verdict.Assert), Environment: ir.EnvironmentSet(ir.ChooseSpurious)}, "assert"},
		{"a section whose choice fails first", irtext.Main("b1:\n  atomicbegin user\n  %1 = choosebit nondet i32 14:i32\n  %2 = eq i32 %1, 3:i32\n  assume %2\n  atomicend user\n  assert assert 0:i1 \"no\" @0:1:1"),
			Options{Properties: interp.PropertySet(verdict.Assert)}, "assert"},
		{"a section that never completes", irtext.Main("b1:\n  atomicbegin user\n  %1 = choosebit nondet i32 14:i32\n  %2 = eq i32 %1, 4:i32\n  assume %2\n  atomicend user\n  assert assert 0:i1 \"no\" @0:1:1"),
			Options{Properties: interp.PropertySet(verdict.Assert)}, ""},
		{"an assertion in a section that does not complete", irtext.Main("b1:\n  atomicbegin user\n  assert assert 0:i1 \"no\" @0:1:1\n  assume 0:i1\n  atomicend user"),
			Options{Properties: interp.PropertySet(verdict.Assert)}, "assert"},
		{"locks in irtext.Opposite order", irtext.Shared + irtext.TwoThreads + irtext.Opposite("a", "m", "n") + irtext.Opposite("b", "n", "m") + irtext.EmptyAfter,
			Options{Properties: interp.PropertySet(verdict.Deadlock)}, "deadlock"},
		{"locks in the same order", irtext.Shared + irtext.TwoThreads + irtext.Opposite("a", "m", "n") + irtext.Opposite("b", "m", "n") + irtext.EmptyAfter,
			Options{Properties: interp.PropertySet(verdict.Deadlock)}, ""},
		{"one that the process may end before a non-owner resolves it", irtext.Shared + strings.Replace(resolved, "HALT", "halt 0:i32", 1), Options{Properties: interp.PropertySet(verdict.Deadlock)}, ""},
		{"one that a non-owner always resolves", irtext.Shared + strings.Replace(resolved, "HALT", "join %2\n  join %1\n  halt 0:i32", 1), Options{Properties: interp.PropertySet(verdict.Deadlock)}, ""},
		{"a leak that the process ends before it is mended", strings.Replace(mended, "HALT", "halt 0:i32", 1), Options{Properties: interp.PropertySet(verdict.Memory)}, "memory leak"},
		{"a leak that is mended", strings.Replace(mended, "HALT", "join %1\n  halt 0:i32", 1), Options{Properties: interp.PropertySet(verdict.Memory)}, ""},
		{"a violation by an attempt that has to wait", irtext.Main("b1:\n  atomicbegin user\n  %1 = add nsw i32 2147483647:i32, 1:i32 @0:1:1\n  assume 0:i1\n  atomicend user"),
			Options{Properties: interp.PropertySet(verdict.Overflow)}, "overflow"},
		{"a leak", irtext.Main("b1:\n  %1 = alloc heap ptr 4:i64, 4:i64 @0:1:1"), Options{Properties: interp.PropertySet(verdict.Memory)}, "memory leak"},
		{"an endless loop", irtext.Main("b1:\n  br b2\nb2:\n  br b2\nb3:"), Options{Properties: interp.PropertySet(verdict.Assert), MaxSteps: 1000}, "an execution ended: step limit"},
		{"a budget of executions", irtext.Counter, Options{Properties: interp.PropertySet(verdict.Deadlock), Executions: 3}, "the budget of executions is spent"},
		{"the first violation", irtext.Counter, Options{Properties: interp.PropertySet(verdict.Race), StopAtFirst: true}, "race, it stopped at the first violation"},
		{"a budget of time", workers(4, func(int) string { return strings.Repeat("  store i32 %4, 1:i32\n", 20) }),
			Options{Properties: interp.PropertySet(verdict.Assert), Budget: 30 * time.Millisecond}, "the time budget is spent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []Reduction{NoReduction, Hashing, DPOR} {
				tt.opts.Reduction = r
				got := explore(t, tt.text, tt.opts).describe()
				if got != tt.want && !(r != NoReduction && got == "" && tt.opts.Budget > 0) { // a reduction may be quick enough
					t.Errorf("%s: %s, want %s", r, got, tt.want)
				}
			}
		})
	}
}
