// Package irtext holds fragments of programs in the text form of the IR, for the tests of run/interp
// and run/smc. Only tests import it.
package irtext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Parse reads a program; a missing program line means LP64 with start @main.
func Parse(t testing.TB, text string) *ir.Program {
	t.Helper()
	if !strings.HasPrefix(strings.TrimSpace(text), "program") {
		text = "program lp64 start @main\nfile 0 \"t.c\"\n" + text
	}
	p, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := ir.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// Counter has two threads that add to one variable without synchronisation.
const Counter = `
global @x size 4 align 4
global @d1 size 8 align 8 model
global @d2 size 8 align 8 model
func @work(%h.1: ptr) {
b1:
  %2 = globaladdr ptr @x
  %3 = load i32 %2 align 4 @0:1:1
  %4 = add nsw i32 %3, 1:i32
  store i32 %2, %4 align 4 @0:1:2
  threadexit
}
func @main() {
b1:
  %1 = globaladdr ptr @d1
  %2 = globaladdr ptr @d2
  spawn @work(%1)
  spawn @work(%2)
  join %1
  join %2
  %3 = globaladdr ptr @x
  %4 = load i32 %3 align 4
  %5 = eq i32 %4, 2:i32
  assert assert %5 "x == 2" @0:9:1
  halt 0:i32
}
`

// TwoThreads has the main function of a program with the threads a and b, and after, which
// it calls when they have ended.
const TwoThreads = `
global @ha size 8 align 8 model
global @hb size 8 align 8 model
func @main() {
b1:
  %1 = globaladdr ptr @ha
  %2 = globaladdr ptr @hb
  spawn @a(%1)
  spawn @b(%2)
  join %1
  join %2
  call @after()
  halt 0:i32
}
`

// EmptyAfter is an after that does nothing.
const EmptyAfter = "func @after() {\nb1:\n  ret\n}\n"

// Shared has three shared variables: x, m and n.
const Shared = "global @x size 4 align 4\nglobal @m size 4 align 4\nglobal @n size 4 align 4\n"

// Main returns a main function with some code.
func Main(body string) string { return "func @main() {\n" + body + "\n  halt 0:i32\n}\n" }

// Opposite returns a thread that takes two locks one after the other and
// counts itself in x between them.
func Opposite(name, first, second string) string {
	return fmt.Sprintf(`
func @%s(%%h.1: ptr) {
b1:
  %%2 = globaladdr ptr @%s
  %%3 = globaladdr ptr @%s
  acquire exclusive %%2
  acquire exclusive %%3
  %%4 = globaladdr ptr @x
  %%5 = rmw add seq_cst i32 %%4, 1:i32
  release %%3
  release %%2
  threadexit
}
`, name, first, second)
}
