package result

import (
	"bytes"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestAssumptions checks how the text shows assumptions: as many as fit in a line, those about the program
// first, or all.
func TestAssumptions(t *testing.T) {
	usual := []string{"sequential consistency", "allocations succeed", "threads can be created"}
	list := []Judgement{
		{Property: "race", Assumptions: append([]string{"config returns any value and does nothing else"}, usual...)},
		{Property: "lock", Assumptions: usual},
		{Property: "assert", Verdict: verdict.Violation},
	}
	const all = "assuming:\n  config returns any value and does nothing else (race)\n  sequential consistency\n  allocations succeed\n  threads can be created\n"
	for _, c := range []struct {
		opts TextOptions
		want string
	}{
		{TextOptions{Width: 90}, "assuming: config returns any value and does nothing else; and 3 more (--assumptions)\n"},
		{TextOptions{Width: 160}, "assuming: config returns any value and does nothing else; sequential consistency; allocations succeed; threads can be created\n"},
		{TextOptions{Width: 60}, "assuming: config returns any…; and 3 more (--assumptions)\n"},
		{TextOptions{Width: 52}, "assuming: config…; and 3 more (--assumptions)\n"},
		{TextOptions{Width: 42}, "assuming: con…; and 3 more (--assumptions)\n"},
		{TextOptions{Assumptions: true}, all},
	} {
		var b bytes.Buffer
		out := newPage(&b, c.opts)
		writeAssumptions(out, list)
		if err := out.Flush(); err != nil || b.String() != c.want {
			t.Errorf("width %d: got %q, want %q", c.opts.Width, &b, c.want)
		}
	}
}

// TestByCause checks that the text groups further violations by cause, the larger group first, and shows
// few of each.
func TestByCause(t *testing.T) {
	j := Judgement{Property: "race"}
	for line := range 6 {
		v := Other{Cause: "n, in f", Location: &verdict.Location{File: "a.c", Line: line + 1, Column: 1}, Message: "read of n races"}
		if line == 0 {
			v.Cause = "m, in g"
		}
		j.Others = append(j.Others, v)
	}
	var b bytes.Buffer
	out := newPage(&b, TextOptions{})
	j.writeOthers(out)
	const want = "\nfurther violations of race\n  5: n, in f\n    a.c:2:1: read of n races\n    a.c:3:1: read of n races\n" +
		"    a.c:4:1: read of n races\n    and 2 more (--verbose)\n  a.c:1:1: read of n races\n"
	if err := out.Flush(); err != nil || b.String() != want {
		t.Errorf("got %q, want %q", &b, want)
	}
	b.Reset()
	out = newPage(&b, TextOptions{Verbose: true})
	j.writeOthers(out)
	if err := out.Flush(); err != nil || strings.Count(b.String(), "a.c:") != 6 {
		t.Errorf("got %q, want six places", &b)
	}
}
