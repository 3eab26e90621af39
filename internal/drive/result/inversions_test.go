package result

import (
	"bytes"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze/lockorder"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestInversions checks the forms of locks that threads take in both orders: they are notes, and no violations.
func TestInversions(t *testing.T) {
	at := func(line int) verdict.Location { return verdict.Location{File: "a.c", Line: line, Column: 1} }
	j := Judgement{Property: "deadlock", Verdict: verdict.Safe, Inversions: []lockorder.Inversion{{
		First:  lockorder.Nesting{Thread: "main", Outer: "a", Inner: "b", Place: at(5)},
		Second: lockorder.Nesting{Thread: "worker", Outer: "b", Inner: "a", Place: at(9)}, Why: "worker was joined before",
	}}}
	const text = "main takes a before b at a.c:5:1, and worker takes them in the other order at a.c:9:1; no execution has both at once, since worker was joined before"
	if got := notes([]Judgement{j}); len(got) != 1 || got[0] != "note: "+text {
		t.Errorf("the text has %q", got)
	}
	if list := j.inversions(verdict.Deadlock); len(list) != 1 || list[0].Message != text || *list[0].Place != at(5) || *list[0].Other != at(9) {
		t.Errorf("the log has %+v", list)
	}
	if len(j.violations()) > 0 {
		t.Error("it counts as a violation")
	}
	r := &Result{Judgement: j}
	var gcc, page bytes.Buffer
	if err := WriteGCC(&gcc, []Tested{{Result: r}}); err != nil || gcc.String() != "a.c:5:1: note: "+text+"\n" {
		t.Errorf("for editors: %q", &gcc)
	}
	if err := r.WriteHTML(&page); err != nil || !strings.Contains(page.String(), text) {
		t.Error("the page lacks it")
	}
}
