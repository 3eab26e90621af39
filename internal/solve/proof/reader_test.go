package proof

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heddle-mc/heddle/internal/solve/dimacs"
)

func TestSyntaxErrors(t *testing.T) {
	const cnf = "p cnf 2 1\n1 2 0\n"
	cases := []struct {
		name, cnf, proof string
		format           Format
		want             string
	}{
		{"no header", "1 0\n", "", LRAT, "formula:1:1: found '1', expected the header p cnf"},
		{"wrong format", "p dnf 1 1\n", "", LRAT, "formula:1:3: found 'd', expected the header p cnf"},
		{"no clauses in the header", "p cnf 2\n", "", LRAT, "formula:1:8: found end of line, expected the number of clauses"},
		{"many variables", "p cnf 999999999 1\n", "", LRAT, "formula:1:7: the number of variables is larger than 536870911"},
		{"variable beyond the header", "p cnf 2 1\n1 -3 0\n", "", LRAT, "formula:2:4: a literal is larger than 2"},
		{"literal without variables", "p cnf 0 1\n1 0\n", "", LRAT, "formula:2:1: a literal is larger than 0"},
		{"minus zero", "p cnf 2 1\n1 -0\n", "", LRAT, "formula:2:4: found '0', expected a literal"},
		{"too few clauses", "p cnf 2 2\n1 0\n", "", LRAT, "formula:3:1: found end of text, expected clause 2 of 2"},
		{"too many clauses", "p cnf 2 1\n1 0\n2 0\n", "", LRAT, "formula:3:1: found '2', expected end of text"},
		{"open clause", "p cnf 2 1\n1 2", "", LRAT, "formula:2:4: found end of text, expected a literal"},

		{"no id", cnf, "x 1 0 1 0\n", LRAT, "proof:1:1: found 'x', expected the id of a clause"},
		{"negative id", cnf, "-2 1 0 1 0\n", LRAT, "proof:1:1: found '-', expected the id of a clause"},
		{"huge id", cnf, "99999999999999999999 1 0 1 0\n", LRAT, "proof:1:1: the id of a clause is larger than 4611686018427387903"},
		{"open lemma", cnf, "c\n2 1\n", LRAT, "proof:2:4: found end of line, expected a literal or 0"},
		{"open hints", cnf, "2 1 0 1", LRAT, "proof:1:8: found end of text, expected a hint or 0"},
		{"no hints", cnf, "2 1 0\n", LRAT, "proof:1:6: found end of line, expected a hint or 0"},
		{"more on the line", cnf, "2 1 0 1 0 3\n", LRAT, "proof:1:11: found '3', expected end of line"},
		{"letters in a hint", cnf, "2 1 0 1x 0\n", LRAT, "proof:1:8: found 'x', expected a space"},
		{"negative deletion", cnf, "2 d -1 0\n", LRAT, "proof:1:5: found '-', expected the id of a clause or 0"},
		{"no space after d", cnf, "2 d1 0\n", LRAT, "proof:1:4: found '1', expected a space"},
		{"theory lemma without a reason", cnf, "2 t 1 0  \n", LRAT, "proof:1:10: found end of line, expected what justifies the theory lemma"},
		{"an LRAT line in DRAT", cnf, "2 1 0 1 0\n", DRAT, "proof:1:7: found '1', expected end of line"},
		{"binary", cnf, "a\x02\x00", DRAT, "proof:1:1: found 'a', expected a literal or 0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Check(context.Background(), strings.NewReader(c.cnf), strings.NewReader(c.proof), Options{Format: c.format})
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestBrokenSource(t *testing.T) {
	broken := iotest.ErrReader(errors.New("disk on fire"))
	for _, c := range []struct {
		cnf, proof io.Reader
		want       string
	}{
		{io.MultiReader(strings.NewReader("p cnf 1 1\n1 "), broken), strings.NewReader(""), "formula:2:3: disk on fire"},
		{io.MultiReader(strings.NewReader("p cnf 1 1\n1 0\n"), broken), strings.NewReader(""), "formula:3:1: disk on fire"},
		{strings.NewReader(square), io.MultiReader(strings.NewReader("5 1 0 1 2 0\n"), broken), "proof:2:1: disk on fire"},
		{strings.NewReader(square), io.MultiReader(strings.NewReader("5 1 0 1 2 0"), broken), "proof:1:12: disk on fire"},
		{strings.NewReader(square), io.MultiReader(strings.NewReader("5 t 1 0 wh"), broken), "proof:1:11: disk on fire"},
	} {
		if _, err := Check(context.Background(), c.cnf, c.proof, Options{}); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// FuzzFormula holds the reader of formulas against the one of package dimacs,
// which shares no code with it.
func FuzzFormula(f *testing.F) {
	for _, seed := range []string{
		square, "c x\np cnf 0 0", "p cnf 1 1\n0", "p cnf 2 2\n1 0 2 0\nc", "p  cnf\t1 1 \r\n -1\t0\r\n", "p\rcnf\r1 1\r\n1\r0",
		"p cnf 536870911 1\n-536870911 0\n", "p cnf 1 1\n1", "\x1f\x8b\x08", "p cnf 2 1\n1 \nc\n0",
	} {
		f.Add([]byte(seed))
		f.Add(compress(f, seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got [][]int32
		err := readFormula(bytes.NewReader(text), func(lits []int32) { got = append(got, append([]int32{}, lits...)) })
		want, wantErr := dimacs.Read(bytes.NewReader(text))
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("got %v, want %v", err, wantErr)
		}
		var syntax *SyntaxError
		switch {
		case err != nil:
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("error without position: %v", err)
			}
		case len(got) != len(want.Clauses) || len(got) > 0 && !reflect.DeepEqual(got, want.Clauses):
			t.Fatalf("got %v, want %v", got, want.Clauses)
		}
	})
}

// FuzzProof checks any text as a proof of small formulas: an error is a position or a rejection, and a
// formula refuted without theory lemmas is unsatisfiable.
func FuzzProof(f *testing.F) {
	for _, seed := range []string{
		"5 1 0 1 2 0\n6 0 5 3 4 0\n", "5 3 -1 -2 0 0\n6 -3 1 0 -5 0\n", "4 d 1 2 0\n5 t 1 0 why\n",
		"1 0\nd 1 2 0\n0\n", "3 -1 -2 0\n-3 1 0\n-3 2 0\nt 1 0 x\n", "c\n\n", "\x1f\x8b\x08",
	} {
		f.Add([]byte(seed), uint64(0xf), false)
		f.Add([]byte(seed), uint64(0xf), true)
	}
	f.Fuzz(func(t *testing.T, text []byte, bits uint64, isDRAT bool) {
		cnf := clausesOfBits(bits)
		opts := Options{}
		if isDRAT {
			opts.Format = DRAT
		}
		result, err := checkClauses(context.Background(), cnf, bytes.NewReader(text), opts)
		var syntax *SyntaxError
		var rejection *Rejection
		switch {
		case err == nil && result.Axioms == 0 && satisfiable(cnf):
			t.Fatalf("accepted, but %v is satisfiable", cnf)
		case errors.As(err, &syntax):
			if syntax.Text != ProofText || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("error without position: %v", err)
			}
		case err != nil && !errors.As(err, &rejection):
			t.Fatalf("unexpected error: %v", err)
		}
	})
}

// clausesOfBits makes clauses of two literals over three variables, one of a
// dozen for each bit.
func clausesOfBits(bits uint64) [][]int32 {
	var cnf [][]int32
	for x := int32(1); x <= 3; x++ {
		for y := x + 1; y <= 3; y++ {
			for signs := 0; signs < 4; signs++ {
				if bits&1 != 0 {
					cnf = append(cnf, []int32{x * int32(1-signs&2), y * int32(1-signs&1*2)})
				}
				bits >>= 1
			}
		}
	}
	return cnf
}
