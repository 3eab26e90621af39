package interp

import (
	"context"
	"errors"
	"testing"
	"time"
	"unsafe"

	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// TestLimits checks programs without end: each stops at the limit that it reaches.
func TestLimits(t *testing.T) {
	loop := func(body string) string {
		return irtext.Shared + "global @p size 8 align 8\n" + irtext.Main("b1:\n  br b2\nb2:\n"+body+"\n  br b2\nb3:")
	}
	tests := []struct{ name, text, want string }{
		{"nothing", loop("  %1 = copy i1 1:i1"), "step limit"},
		{"visible operations", loop("  %1 = globaladdr ptr @x\n  store i32 %1, 1:i32"), "step limit"},
		{"choices", loop("  %1 = choose nondet i32"), "memory limit"},
		{"allocations", loop("  %1 = alloc heap ptr 1:i64, 1:i64"), "memory limit"},
		{"allocations and frees", loop("  %1 = alloc heap ptr 1:i64, 1:i64\n  free %1"), "memory limit"},
		{"stack objects", loop("  %1 = alloc stack ptr 1:i64, 1:i64"), "memory limit"},
		{"recursion", "func @f(%1: i64) {\nb1:\n  call @f(%1)\n  ret\n}\n" + irtext.Main("b1:\n  call @f(1:i64)"), "memory limit"},
		{"threads", "func @t(%1: ptr) {\nb1:\n  threadexit\n}\n" + loop("  spawn @t(null)"), "memory limit"},
		{"one section", irtext.Main("b1:\n  atomicbegin user\n  br b2\nb2:\n  br b2\nb3:"), "step limit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Prepare(irtext.Parse(t, tt.text))
			res, _, err := RunCode(context.Background(), c, Options{Seed: 1, Properties: withoutRaces, MaxSteps: 3_000_000, MaxMemory: 4 << 20})
			if err != nil || res.End.Kind.String() != tt.want {
				t.Errorf("%v, end %+v", err, res.End)
			}
		})
	}
}

func TestInterrupt(t *testing.T) {
	for name, body := range map[string]string{
		"invisible": "b1:\n  br b2\nb2:\n  br b2\nb3:",
		"visible":   "b1:\n  %1 = globaladdr ptr @x\n  br b2\nb2:\n  store i32 %1, 1:i32\n  br b2\nb3:",
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			defer cancel()
			start := time.Now()
			_, _, err := RunCode(ctx, Prepare(irtext.Parse(t, irtext.Shared+irtext.Main(body))), Options{MaxSteps: 1 << 60})
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 5*time.Second {
				t.Errorf("error %v after %v", err, time.Since(start))
			}
		})
	}
}

// TestSizes checks the sizes of the structures that the hot loop reads.
func TestSizes(t *testing.T) {
	if n := unsafe.Sizeof(inst{}); n != 24 {
		t.Errorf("inst takes %d bytes", n)
	}
	if n := unsafe.Sizeof(wide.Word{}); n != 16 {
		t.Errorf("word takes %d bytes", n)
	}
}
