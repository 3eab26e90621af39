package interp

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// sieve works on an array in a global, fully visible, with one thread.
func sieve(n int) string {
	return fmt.Sprintf(`
global @a size %d align 8
func @main() {
  reg %%i.1: i64
  reg %%j.2: i64
b1:
  %%3 = globaladdr ptr @a
  %%i.1 = copy i64 2:i64
  br b2
b2:
  %%4 = slt i64 %%i.1, %d:i64
  condbr %%4, b3, b8
b3:
  %%5 = ptradd ptr %%3, %%i.1
  %%6 = load i8 %%5 align 1
  %%7 = eq i8 %%6, 0:i8
  condbr %%7, b4, b7
b4:
  %%j.2 = add nsw i64 %%i.1, %%i.1
  br b5
b5:
  %%8 = slt i64 %%j.2, %d:i64
  condbr %%8, b6, b7
b6:
  %%9 = ptradd ptr %%3, %%j.2
  store i8 %%9, 1:i8 align 1
  %%j.2 = add nsw i64 %%j.2, %%i.1
  br b5
b7:
  %%i.1 = add nsw i64 %%i.1, 1:i64
  br b2
b8:
  halt 0:i32
}
`, n, n, n)
}

// sums adds up private memory.
func sums(n int) string {
	return fmt.Sprintf(`
func @main() {
  reg %%i.1: i32
  local &a.1 size 400 align 4 {}
b1:
  %%2 = enter ptr &a.1
  %%i.1 = copy i32 0:i32
  br b2
b2:
  %%3 = slt i32 %%i.1, %d:i32
  condbr %%3, b3, b4
b3:
  %%4 = urem i32 %%i.1, 100:i32
  %%5 = zext i64 %%4
  %%6 = shl i64 %%5, 2:i64
  %%7 = ptradd ptr %%2, %%6
  %%8 = load i32 %%7 align 4
  %%9 = add i32 %%8, %%i.1
  store i32 %%7, %%9 align 4
  %%i.1 = add nsw i32 %%i.1, 1:i32
  br b2
b4:
  leave &a.1
  halt 0:i32
}
`, n)
}

func benchProgram(b *testing.B, text string, properties Properties) {
	c := Prepare(irtext.Parse(b, text))
	instructions := uint64(0)
	b.ResetTimer()
	for range b.N {
		res, _, err := RunCode(context.Background(), c, Options{Properties: properties})
		if err != nil || res.End.Kind != Exited {
			b.Fatal(err, res)
		}
		instructions += res.Instructions
	}
	b.ReportMetric(float64(instructions)/1e6/b.Elapsed().Seconds(), "Minstr/s")
}

// The growth must be linear: n, 2n, 4n.
func BenchmarkRun(b *testing.B) {
	for _, n := range []int{50_000, 100_000, 200_000} {
		b.Run(fmt.Sprintf("private/%d", n), func(b *testing.B) { benchProgram(b, sums(n), withoutRaces) })
		b.Run(fmt.Sprintf("global/%d", n), func(b *testing.B) { benchProgram(b, sieve(n), withoutRaces) })
		b.Run(fmt.Sprintf("races/%d", n), func(b *testing.B) { benchProgram(b, sieve(n), AllProperties) })
	}
	b.Run("calls", func(b *testing.B) { benchProgram(b, fib, withoutRaces) })
	b.Run("threads", func(b *testing.B) {
		c := Prepare(irtext.Parse(b, irtext.Counter))
		steps := uint64(0)
		for i := range b.N {
			res, _, err := RunCode(context.Background(), c, Options{Seed: uint64(i)})
			if err != nil {
				b.Fatal(err)
			}
			steps += res.Steps
		}
		b.ReportMetric(float64(steps)/1e3/b.Elapsed().Seconds(), "ksteps/s")
	})
}
