package sema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/known"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestKnownAttributes checks the treatment of every attribute of the table that is not honoured.
func TestKnownAttributes(t *testing.T) {
	for _, treatment := range []known.Treatment{known.Ignored, known.Refused} {
		for _, name := range known.Names(known.Attribute, treatment) {
			text := fmt.Sprintf("int x __attribute__((__%s__)); struct __attribute__((%s)) s { int a; }; void f(void) __attribute__((%s));", name, name, name)
			_, diags := analyze(t, "a.c", text, ir.LP64)
			want := 0
			if treatment == known.Refused {
				want = 3
			}
			if len(diags) != want {
				t.Errorf("%s: %v", name, diags)
			}
		}
	}
}

// TestKnownConstraints checks that an operand with a constraint of the table is refused if the table
// refuses it.
func TestKnownConstraints(t *testing.T) {
	for _, treatment := range []known.Treatment{known.Honoured, known.Ignored, known.Refused} {
		for _, c := range known.Names(known.Constraint, treatment) {
			if strings.Contains("=+&%0123456789", c) {
				continue // they stand beside others
			}
			out := dump(t, fmt.Sprintf("int f(int x) { __asm__(\"\" : \"=r%s\"(x)); return x; }", c), ir.LP64)
			if refused := strings.Contains(out, "constraint"); refused != (treatment == known.Refused) {
				t.Errorf("%s: %s", c, out)
			}
		}
	}
}
