package sequentialized

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestInherited checks values that a thread inherits from main or takes for constant: main may write them
// later through an unknown pointer.
func TestInherited(t *testing.T) {
	for _, name := range []string{"main_writes_where_it_chooses.c", "pointer_from_a_function.c"} {
		code := testprog.FileCode(t, "../../../testdata/semantics/"+name)
		for _, m := range methods {
			out, err := New(m.name).Run(context.Background(), &engine.Problem{Program: code.Program(), Property: verdict.Assert})
			if err != nil {
				t.Errorf("%s, %s: %v", name, m.name, err)
			} else if out.Verdict != verdict.Violation {
				t.Errorf("%s, %s: %s", name, m.name, out.Verdict)
			}
		}
	}
}
