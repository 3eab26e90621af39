package static

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestGathered checks that many calls of many functions go through one function, which is a part of a correct program,
// and that a program with few such calls stays as it is.
func TestGathered(t *testing.T) {
	few := testprog.Source(t, testgen.Large("pointers", 300, 1), ir.LP64)
	if gathered(few) != few {
		t.Error("a program with few calls was changed")
	}
	many := testprog.Source(t, testgen.Large("pointers", 1200, 1), ir.LP64)
	out := gathered(many)
	if err := ir.Check(out); err != nil {
		t.Fatal(err)
	}
	count := func(p *ir.Program) (n int) {
		for f, in := range p.Instrs() {
			if in.Op == ir.OpCallPtr && !f.Model {
				n++
			}
		}
		return n
	}
	if before, after := count(many), count(out); before < 100 || after != 1 || len(out.Funcs) != len(many.Funcs)+1 {
		t.Errorf("%d calls through pointers became %d, expected 1", before, after)
	}
}
