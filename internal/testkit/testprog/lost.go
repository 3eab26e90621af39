package testprog

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// sideEntry is a program that ir.Check refuses: control enters a loop at a block other than its head.
const sideEntry = `
program lp64 start @main
func @main() {
b1:
  condbr 0:i1, b2, b3
b2:
  %1 = choose nondet i1
  condbr %1, b3, b4
b3:
  br b2
b4:
  halt 0:i32
}
`

// Lost checks that a phase panics on a program whose control flow it cannot follow.
func Lost(t *testing.T, phase func(*ir.Program) error) {
	t.Helper()
	p, err := ir.Parse(sideEntry)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if what, _ := recover().(string); !strings.Contains(what, "is lost") {
			t.Errorf("got panic %q", what)
		}
	}()
	t.Error("no panic", phase(p))
}
