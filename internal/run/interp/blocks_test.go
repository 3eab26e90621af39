package interp

import (
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// path is an observer that writes down which blocks are begun, with a register.
type path struct{ list []string }

// Observe implements Observer.
func (p *path) Observe(_ *Machine, t *Thread, o *Observation) {
	if o.Kind == ObservedBlock {
		f, b, _ := t.Next()
		p.list = append(p.list, fmt.Sprintf("%d.%d=%d", f, b, t.Register(ir.Reg(1)).Lo))
	}
}

// TestBlocks checks that with Config.Blocks the observer gets every block, those of loops and calls
// included. A machine without it executes the same instructions and has no hooks.
func TestBlocks(t *testing.T) {
	p := irtext.Parse(t, `
func @twice(%1: i32) -> i32 {
b1:
  %2 = add i32 %1, %1
  ret %2
}
func @main() {
  reg %1: i32
b1:
  %1 = copy i32 0:i32
  br b2
b2:
  %2 = slt i32 %1, 2:i32
  condbr %2, b3, b4
b3:
  %3 = call i32 @twice(%1)
  %1 = add i32 %1, 1:i32
  br b2
b4:
  halt 0:i32
}
`)
	o := &path{}
	m := NewMachine(Prepare(p), Config{Blocks: true, Observer: o, Source: leastSource{}, Loops: CutAwait})
	m.Step(m.Threads()[0])
	want := "[2.1=0 2.2=0 2.3=0 1.1=0 2.2=1 2.3=1 1.1=1 2.2=2 2.4=2]"
	if got := fmt.Sprint(o.list); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	plain := NewMachine(Prepare(p), Config{Source: leastSource{}})
	plain.Step(plain.Threads()[0])
	if m.Instructions() != plain.Instructions() || m.End().Kind != plain.End().Kind {
		t.Errorf("%d instructions with the hooks, %d without", m.Instructions(), plain.Instructions())
	}
}
