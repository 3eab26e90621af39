package seqz

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// sideEntry is a program that ir.Check refuses: control enters a loop beside its head.
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

// TestLost inlines a program whose control cannot be followed: that is noticed.
func TestLost(t *testing.T) {
	p, err := ir.Parse(sideEntry)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if what, _ := recover().(string); !strings.Contains(what, "is lost") {
			t.Errorf("got panic %q", what)
		}
	}()
	_, err = Inline(context.Background(), p, Options{Property: verdict.Assert, Loop: 2})
	t.Error("no panic", err)
}
