package smc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// TestTracesKnown checks two threads that repeat (read j, read i, write i) and (read i, read j, write j).
func TestTracesKnown(t *testing.T) {
	want := []uint64{3, 19, 141, 1107, 8953, 73789, 616227}
	most := 4
	if *Long {
		most = len(want)
	}
	for n := 1; n <= most; n++ {
		x := explore(t, readReadWrite(n), Options{Properties: interp.PropertySet(verdict.Assert), Reduction: DPOR})
		if x.Traces != want[n-1] || x.Executions != want[n-1] || x.Redundant != 0 || !x.Complete {
			t.Errorf("N = %d: %d traces in %d executions, %d redundant, want %d (%s)", n, x.Traces, x.Executions, x.Redundant, want[n-1], x.Incomplete)
		}
	}
}

func readReadWrite(n int) string {
	return workers(2, func(i int) string {
		mine, other := "%2", "%3"
		if i == 1 {
			mine, other = other, mine
		}
		return strings.Repeat(fmt.Sprintf("  %%5 = load i32 %s\n  %%6 = load i32 %s\n  store i32 %s, %%5\n", other, mine, mine), n)
	})
}

// TestTracesOfShapes checks shapes whose number of traces is a formula.
func TestTracesOfShapes(t *testing.T) {
	repeated := func(code string, k int) func(int) string {
		return func(int) string { return strings.Repeat(code, k) }
	}
	type shape struct {
		name string
		text string
		want uint64
	}
	tests := []shape{
		{"one thread", workers(1, repeated("  store i32 %2, 1:i32\n", 5)), 1},
		{"threads of independent steps", workers(5, repeated("  store i32 %4, 1:i32\n", 4)), 1},
		{"readers only", workers(5, repeated("  %5 = load i32 %2\n", 1)), 1},
		{"two writers of 3 steps", workers(2, repeated("  store i32 %2, 1:i32\n", 3)), 20},
		{"three writers of 2 steps", workers(3, repeated("  store i32 %2, 1:i32\n", 2)), 90},
		{"writers of different bytes", workers(2, func(i int) string {
			return fmt.Sprintf("  %%5 = ptradd ptr %%2, %d:i64\n  store i32 %%5, 1:i32\n  store i32 %%5, 2:i32\n", 4*i)
		}), 1},
		{"writers of overlapping bytes", workers(2, func(i int) string {
			return fmt.Sprintf("  %%5 = ptradd ptr %%2, %d:i64\n  store i32 %%5, 1:i32\n", 2*i)
		}), 2},
		{"fences do not order", workers(3, repeated("  fence seq_cst\n", 3)), 1},
		{"two critical sections each", workers(2, repeated("  acquire exclusive %2\n  store i32 %3, 1:i32\n  release %2\n", 2)), 6},
		{"critical sections of three", workers(3, repeated("  acquire exclusive %2\n  store i32 %3, 1:i32\n  release %2\n", 2)), 90},
		{"readers of a lock", workers(4, repeated("  acquire shared %2\n  release %2\n", 2)), 1},
		{"a section that waits for the other", workers(2, func(i int) string {
			if i == 0 {
				return "  store i32 %2, 1:i32\n  store i32 %2, 0:i32\n  store i32 %2, 1:i32\n"
			}
			return "  atomicbegin model\n  %5 = load i32 %2\n  %6 = ne i32 %5, 0:i32\n  blockuntil condition %6\n  atomicend model\n"
		}), 2},
	}
	for n := 1; n <= 7; n++ {
		tests = append(tests, shape{fmt.Sprint(n, " readers and a writer"), workers(n+1, func(i int) string {
			if i == 0 {
				return "  store i32 %2, 1:i32\n"
			}
			return "  %5 = load i32 %2\n"
		}), 1 << n})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := explore(t, tt.text, Options{Properties: interp.PropertySet(verdict.Assert, verdict.Deadlock), Reduction: DPOR})
			if x.Traces+x.Blocked != tt.want || x.Executions != tt.want || x.Redundant != 0 || !x.Complete || len(x.Violations) > 0 {
				t.Errorf("%d traces in %d executions, %d redundant, want %d; %s", x.Traces, x.Executions, x.Redundant, tt.want, x.describe())
			}
		})
	}
}
