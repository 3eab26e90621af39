package certificate_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

const program = "int x; static void f(int a) { x = a; } int main(void) { f(1); return x; }\n"

// names holds names of facts.
var names = []string{"x[0]", "x[1]", "t1:at s1.1 a b.c:3:4", "true"}

// circuits holds one proof about circuits of each kind.
var circuits = []*certificate.Circuit{
	{Kind: certificate.Invariant, Remarks: []string{"x < 2"}, Clauses: [][]int{{-2}, {1, -3}, {}}},
	{Kind: certificate.Replicas, Clauses: [][]int{{1, 2}}},
	{Kind: certificate.Induction, Clauses: [][]int{{3}}, Steps: 7, Matter: []int{1, 2}},
	{Kind: certificate.Exhaustion, Steps: 12},
	{Kind: certificate.States, Constants: []int{-2}, Gates: [][2]int{{1, -3}, {-5, 4}}, Set: -6},
}

func header(p *ir.Program) *certificate.Header {
	return &certificate.Header{Program: certificate.Digest(p), Files: []string{"a b.c"}, Options: []certificate.Option{{"define", "N=\"1 2\""}, {"entry", ""}}}
}

func write(t testing.TB, p *ir.Program, claims ...certificate.Claim) string {
	t.Helper()
	var out bytes.Buffer
	if err := certificate.Write(&out, p, header(p), []string{"a remark"}, claims); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestRoundTrip writes a header and proofs about circuits, and reads them back.
func TestRoundTrip(t *testing.T) {
	p := testprog.Source(t, program, ir.LP64)
	var claims []certificate.Claim
	properties := []string{"assert", "race", "deadlock", "memory", "div"}
	for i, k := range circuits {
		k.Names = names
		claims = append(claims, certificate.Claim{Properties: properties[i : i+1], Circuit: k})
	}
	text := write(t, p, claims...)
	c, err := certificate.Read("a.cert", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if want := header(p); c.Program != want.Program || !slices.Equal(c.Files, want.Files) || !slices.Equal(c.Options, want.Options) || !slices.Equal(c.Properties(), properties) {
		t.Errorf("found %+v, expected %+v", c.Header, want)
	}
	for i, s := range c.Sections {
		k, err := s.Circuit(names)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		k.Remarks = circuits[i].Remarks
		claims[i].Circuit = k
	}
	if again := write(t, p, claims...); again != text {
		t.Errorf("found\n%s\nexpected\n%s", again, text)
	}
}

// TestDigest: different programs have different digests, and directories do not matter.
func TestDigest(t *testing.T) {
	p, q := testprog.Source(t, program, ir.LP64), testprog.Source(t, strings.Replace(program, "1", "2", 1), ir.LP64)
	if certificate.Digest(p) == certificate.Digest(q) {
		t.Error("two programs have one digest")
	}
	moved := *p
	moved.Files = nil
	for _, f := range p.Files {
		moved.Files = append(moved.Files, "elsewhere/"+f)
	}
	if certificate.Digest(p) != certificate.Digest(&moved) {
		t.Error("a program has two digests")
	}
}

const digest = "program 0123456789012345678901234567890123456789012345678901234567890123\n"

// TestErrors reads malformed texts, and compares the places and messages of the errors.
func TestErrors(t *testing.T) {
	const head = "heddle certificate 1\n" + digest
	p := testprog.Source(t, program, ir.LP64)
	for _, c := range []struct{ text, want string }{
		{"", "a.cert:1:1: expected a certificate"},
		{"heddle result", "a.cert:1:1: expected a certificate"},
		{"heddle certificate 2\n", `a.cert:1:20: found version "2" of certificates, expected 1`},
		{"heddle certificate 1\nprogram 01\n", `a.cert:2:9: found "01", expected a digest of 64 hexadecimal digits`},
		{"heddle certificate 1\nproof values of assert\n", `a.cert:2:1: found "proof", expected program`},
		{head, "found the end, expected a proof"},
		{head + "proof magic of assert\n", `a.cert:3:7: found "magic", expected a kind of proof`},
		{head + "proof values of\n", "a.cert:3:16: found the end of the line, expected a property"},
		{head + "proof values of luck\n", `a.cert:3:17: found "luck", expected a property`},
		{head + "proof values of assert assert\n", "a.cert:3:24: found a second proof of assert"},
		{head + "proof values of assert\n", "found the end, expected the end of a proof"},
		{head + "proof values of assert\nend now\n", `a.cert:4:5: found "now", expected the end of the line`},
		{head + "proof invariant of assert\nclause y[0]\nend\n", `a.cert:4:8: found "y[0]", which no state of the program's circuit has`},
		{head + "proof invariant of assert\nclause \"x\nend\n", `a.cert:4:8: found a quotation mark, expected another one`},
		{head + "proof invariant of assert\nsteps 3\nend\n", `a.cert:4:1: found "steps", expected a line of a proof by invariant`},
		{head + "proof states of assert\ngate x[0] gate:1\nend\n", `a.cert:4:11: found "1", expected the number of a gate above`},
		{head + "proof states of assert\nend\n", "expected its set"},
		{head + "proof exhaustion of assert\nsteps -1\nend\n", `a.cert:4:7: found "-1", expected a number of steps`},
		{head + "proof values of assert\nfunction g#1 thread g#1\nend\n", `a.cert:4:10: found "g#1", expected a function of the program`},
		{head + "proof values of assert\nfunction f#1 thread f#1\nend\n", `a.cert:4:21: found "f#1", which is nothing of this name`},
		{head + "proof values of assert\nfunction f#1 thread f#1\nthread main#1 begins f#1\nend\n", `a.cert:5:8: found "main#1", expected "f#1"`},
		{head + "proof values of assert\nfunction f#1 thread f#1\nthread f#1 begins f#1\nobject y#1 global y\nend\n", `a.cert:6:19: found "y", expected a variable of the program`},
		{head + "proof values of assert\nfunction f#1 thread f#1\nthread f#1 begins f#1\nobject x#1 global x size 4\ncell x#1 x#1 at 0 size 4\nseen f#1 x#1 1..two\nend\n", `a.cert:8:14: found "two", expected numbers`},
		{head + "proof values of assert\nfunction f#1 thread f#1\nthread f#1 begins f#1\nobject x#1 global x size 4\ncell x#1 x#1 at 0 size 4\nseen f#1 x#1 1..9%6=1\nend\n", `a.cert:8:14: found "6=1", expected a power of two`},
		{head + "proof values of assert\nfunction f#1 thread f#1\nthread f#1 begins f#1\nstate f#1:1.0 b.c:1:1 memory 1\nend\n", `a.cert:6:15: found "b.c:1:1", expected "a.c:1:`},
		{head + "proof values of assert\nfunction f#1 thread f#1\nthread f#1 begins f#1\nreturn f#1 memory 1\nend\n", `a.cert:6:19: found "1", expected the number of a memory above`},
		{head + "proof values of assert\nfunction f#1 thread f#1\nthread f#1 begins f#1\nargument 0 1\nend\n", `a.cert:6:1: found "argument", expected what the proof states`},
	} {
		read, err := certificate.Read("a.cert", c.text)
		if err == nil {
			if s := read.Sections[0]; s.Kind == certificate.Values {
				_, err = s.Values(p, 0)
			} else {
				_, err = s.Circuit(names)
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: found %v, expected %s", c.text, err, c.want)
		}
	}
}

// FuzzRead: any text is read, or refused with a place. Everything that was read can be written.
func FuzzRead(f *testing.F) {
	p := testprog.Source(f, program, ir.LP64)
	for _, k := range circuits {
		k.Names = names
		f.Add(write(f, p, certificate.Claim{Properties: []string{"assert"}, Circuit: k}))
	}
	f.Add("heddle certificate 1\n" + digest + `proof values of assert memory
function f#1 thread f#1 from main#2:1.0
function main#2 thread f#1
thread f#1 begins f#1 once
object x#1 global x size 4 single shared recent last:x#2
object last:x#2 last x#1 size 4
cell x#1 x#1 at 0 size 4 strong
lock x#0 x#1 at 0 excludes
guard x/x#0 x#1 x#0
usual x#1 -5..7/0..18446744073709551615%4=3 or &x#1+0..8%4=0 or as-born or no-value
memory 1
holds x#1 nothing
return f#1 memory 1
result 1
argument 0 5
held x#0 shared
end
`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := certificate.Read("a.cert", text)
		if err != nil {
			return
		}
		for _, s := range c.Sections {
			claim := certificate.Claim{Properties: []string{"assert"}}
			if s.Kind == certificate.Values {
				claim.Values, err = s.Values(p, 0)
			} else {
				claim.Circuit, err = s.Circuit(names)
			}
			if err != nil {
				continue
			}
			again, err := certificate.Read("a.cert", write(t, p, claim))
			if err == nil && s.Kind == certificate.Values {
				_, err = again.Sections[0].Values(p, 0)
			} else if err == nil {
				_, err = again.Sections[0].Circuit(names)
			}
			if err != nil {
				t.Errorf("%v in the text written for\n%s", err, text)
			}
		}
	})
}
