package proof

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// square has every clause over two variables.
const square = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"

func TestCheck(t *testing.T) {
	cases := []struct {
		name, cnf, proof string
		format           Format
		assume           []int32
		want             string // the rejection, or nothing
	}{
		{"LRAT", square, "5 1 0 1 2 0\n6 0 5 3 4 0\n", LRAT, nil, ""},
		{"comments and blank lines", square, "c x\n\n5 1 0 1 2 0\r\nc\n 6  0 5\t3 4 0", LRAT, nil, ""},
		{"deleted when no longer needed", square, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", LRAT, nil, ""},
		{"deleted too early", square, "4 d 2 0\n5 1 0 1 2 0\n", LRAT, nil, "line 2: hint 2 is no clause"},
		{"deleted twice", square, "4 d 2 2 0\n", LRAT, nil, "line 1: deletion of clause 2, which is not there"},
		{"empty clause in the formula", "p cnf 1 1\n0\n", "", LRAT, nil, ""},
		{"empty clause and nothing else is wrong", "p cnf 1 1\n0\n", "2 1 0 7 0\n", LRAT, nil, "line 1: hint 7 is no clause"},
		{"no proof", square, "", LRAT, nil, "the empty clause is not derived"},
		{"a lemma only", square, "5 1 0 1 2 0\n", LRAT, nil, "the empty clause is not derived"},
		{"a hint is missing", square, "5 1 0 1 0\n", LRAT, nil,
			"line 1: neither a conflict nor RAT: hints for 0 of 2 clauses with -1"},
		{"a hint is missing for the empty clause", square, "5 1 0 1 2 0\n6 0 5 3 0\n", LRAT, nil,
			"line 2: the hints end without a conflict"},
		{"a hint is not unit", square, "5 0 1 2 0\n", LRAT, nil,
			"line 1: hint 1 is not unit: 1 and 2 have no value"},
		{"a hint is satisfied", square, "5 1 0 1 3 0\n", LRAT, nil, "line 1: hint 3 is satisfied by -1"},
		{"a hint after the conflict", square, "5 1 0 1 2 3 0\n", LRAT, nil, "line 1: hint 3 after a conflict"},
		{"an id is used twice", square, "4 1 0 1 2 0\n", LRAT, nil, "line 1: clause 4 after clause 4"},
		{"ids decrease", square, "9 1 0 1 2 0\n8 0 9 3 4 0\n", LRAT, nil, "line 2: clause 8 after clause 9"},
		{"ids with gaps", square, "90 1 0 1 2 0\n4000000000000000000 0 90 3 4 0\n", LRAT, nil, ""},
		{"tautology without hints", square, "5 1 -1 0 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n", LRAT, nil, ""},
		{"repeated literals", "p cnf 1 2\n1 1 0\n-1 -1 -1 0\n", "3 0 1 2 0\n", LRAT, nil, ""},
		{"a self-resolving lemma", "p cnf 1 1\n1 0\n", "2 -1 0 1 0\n", LRAT, nil,
			"line 1: hint 1 is satisfied by 1"},

		{"RAT: a definition", square,
			"5 3 -1 -2 0 0\n6 -3 1 0 -5 0\n7 -3 2 0 -5 0\n8 1 0 1 2 0\n9 0 8 3 4 0\n", LRAT, nil, ""},
		{"RAT: a clause without group", square, "5 3 1 0 0\n6 -3 1 0 0\n", LRAT, nil,
			"line 2: neither a conflict nor RAT: hints for 0 of 1 clauses with 3"},
		{"RAT: a group twice", square, "5 3 1 0 0\n6 -3 -1 0 -5 -5 0\n", LRAT, nil, "line 2: hint -5 is there twice"},
		{"RAT: a group for a clause without the pivot", square, "5 3 1 0 0\n6 -3 1 0 -1 0\n", LRAT, nil,
			"line 2: hint -1: clause without 3"},
		{"RAT: a group without conflict", square, "5 3 0 0\n6 -3 0 -5 0\n", LRAT, nil,
			"line 2: the hints for clause 5 end without a conflict"},
		{"RAT: a group with hints", "p cnf 3 3\n-1 2 0\n2 3 0\n2 -3 0\n",
			"4 1 0 -1 2 3 0\n", LRAT, nil, "the empty clause is not derived"},
		{"RAT: a hint too many in a group", "p cnf 3 4\n-1 2 0\n2 3 0\n2 -3 0\n3 0\n",
			"5 1 0 -1 2 3 4 0\n", LRAT, nil, "line 1: hint 4 after a conflict"},
		{"RAT: hints before and in groups", "p cnf 4 3\n-1 2 0\n3 4 0\n2 -4 0\n",
			"4 1 3 0 2 -1 3 0\n", LRAT, nil, "the empty clause is not derived"},
		{"RAT: the pivot is the first literal", "p cnf 2 2\n-1 2 0\n-1 -2 0\n", "3 3 1 0 0\n4 1 3 0 -1 0\n", LRAT, nil,
			"line 2: the hints for clause 1 end without a conflict"},
		{"RAT: on nothing", "p cnf 1 0\n", "1 0 0\n", LRAT, nil, "line 1: the hints end without a conflict"},
		{"RAT: unknown clause", square, "5 3 0 -9 0\n", LRAT, nil, "line 1: hint -9 is no clause"},
		{"RAT: repeated literals count once", "p cnf 2 1\n-1 -1 2 0\n", "2 1 -2 0 -1 0\n", LRAT, nil,
			"the empty clause is not derived"},

		{"assumptions", square, "5 1 0 1 2 0\n", LRAT, []int32{2, -1}, ""},
		{"other assumptions", square, "5 1 0 1 2 0\n", LRAT, []int32{1}, "no clause of negated assumptions is derived"},
		{"assumptions that contradict a clause", "p cnf 2 1\n1 2 0\n", "", LRAT, []int32{-1, -2}, ""},
		{"RAT on the negation of an assumption", "p cnf 1 0\n", "1 -1 0 0\n", LRAT, []int32{1},
			"line 1: RAT on -1, but 1 is an assumption"},
		{"RAT on an assumption", "p cnf 2 1\n1 2 0\n", "2 1 0 0\n", LRAT, []int32{1},
			"no clause of negated assumptions is derived"},
		{"empty clause under assumptions", square, "5 1 0 1 2 0\n6 0 5 3 4 0\n", LRAT, []int32{7}, ""},

		{"theory lemma", "p cnf 2 2\n1 0\n2 0\n", "3 t -1 -2 0 order: 1 2\n4 0 1 2 3 0\n", LRAT, nil, ""},
		{"theory lemma with an old id", "p cnf 2 2\n1 0\n2 0\n", "2 t -1 -2 0 x\n", LRAT, nil, "line 1: clause 2 after clause 2"},
		{"theory lemma against a pivot", "p cnf 1 0\n", "1 1 0 0\n2 t -1 0 x\n3 0 1 2 0\n", LRAT, nil,
			"line 2: a theory lemma with -1 after RAT on 1"},
		{"theory lemma beside a pivot", "p cnf 2 0\n", "1 1 0 0\n2 t 1 2 0 x\n3 t -2 0 y\n", LRAT, nil,
			"the empty clause is not derived"},

		{"DRAT", square, "1 0\n0\n", DRAT, nil, ""},
		{"DRAT: the end may be left out", square, "1 0\n", DRAT, nil, ""},
		{"DRAT: refuted by propagation", "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n", "", DRAT, nil, ""},
		{"DRAT: empty clause in the formula", "p cnf 1 1\n0\n", "", DRAT, nil, ""},
		{"DRAT: no proof", square, "", DRAT, nil, "the empty clause is not derived"},
		{"DRAT: not implied", "p cnf 3 2\n-1 2 0\n1 3 0\n", "1 0\n", DRAT, nil,
			"line 1: neither implied by propagation nor RAT on 1: clause [-1 2] resists"},
		{"DRAT: empty clause not implied", square, "0\n", DRAT, nil,
			"line 1: the empty clause is not implied by propagation"},
		{"DRAT: deleted too early", square, "d 1 2 0\n1 0\n0\n", DRAT, nil,
			"line 2: neither implied by propagation nor RAT on 1: clause [-1 2] resists"},
		{"DRAT: deleted in another order", square, "1 0\nd -2 1 0\nd 2 1 0\n0\n", DRAT, nil, ""},
		{"DRAT: unknown deletion", square, "d 1 5 0\n1 0\n0\n", DRAT, nil, ""},
		{"DRAT: deletion of a reason", "p cnf 3 5\n1 0\n-1 2 3 0\n-1 2 -3 0\n-2 3 0\n-2 -3 0\n",
			"d 1 0\n2 0\n0\n", DRAT, nil, ""},
		{"DRAT: one of two equal clauses", "p cnf 2 5\n1 2 0\n2 1 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "d 1 2 0\n1 0\n0\n", DRAT, nil, ""},
		{"DRAT: both equal clauses", "p cnf 2 5\n1 2 0\n2 1 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "d 1 2 0\nd 1 2 0\n1 0\n0\n", DRAT, nil,
			"line 3: neither implied by propagation nor RAT on 1: clause [-1 2] resists"},
		{"DRAT: a definition", square, "3 -1 -2 0\n-3 1 0\n-3 2 0\n1 0\n0\n", DRAT, nil, ""},
		{"DRAT: assumptions", square, "1 0\n", DRAT, []int32{-1}, ""},
		{"DRAT: RAT on the negation of an assumption", "p cnf 1 0\n", "-1 0\n", DRAT, []int32{1},
			"line 1: RAT on -1, but 1 is an assumption"},
		{"DRAT: theory lemma", "p cnf 2 2\n1 0\n2 0\n", "t -1 -2 0 order\n0\n", DRAT, nil, ""},
		{"DRAT: theory lemma against a pivot", "p cnf 1 0\n", "1 0\nt -1 0 x\n0\n", DRAT, nil,
			"line 2: a theory lemma with -1 after RAT on 1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := Check(context.Background(), strings.NewReader(c.cnf), strings.NewReader(c.proof),
				Options{Format: c.format, Assumptions: c.assume})
			if c.want == "" {
				if err != nil || !got.Derived {
					t.Fatalf("got %+v, %v; want acceptance", got, err)
				}
				return
			}
			var rejection *Rejection
			if !errors.As(err, &rejection) || err.Error() != c.want {
				t.Fatalf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestResult(t *testing.T) {
	cnf := "p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -3 0\n"
	lrat := "5 4 -1 0 0\n6 t -2 3 0 cycle\n7 1 0 1 2 0\n7 d 1 2 0\n8 0 7 3 6 4 0\n"
	drat := "4 -1 0\nt -2 3 0 cycle\n1 0\nd 1 2 0\nd 1 -2 0\nd 1 9 0\nd 1 0\n0\n"
	for _, c := range []struct {
		format Format
		proof  string
		want   Result
	}{
		{LRAT, lrat, Result{Clauses: 4, Lemmas: 3, RAT: 1, Axioms: 1, Deletions: 2, Derived: true}},
		{DRAT, drat, Result{Clauses: 4, Lemmas: 3, RAT: 1, Axioms: 1, Deletions: 2, Ignored: 2, Derived: true}},
	} {
		got, err := Check(context.Background(), strings.NewReader(cnf), strings.NewReader(c.proof), Options{Format: c.format})
		if err != nil || got != c.want {
			t.Errorf("format %d: got %+v, %v\nwant %+v", c.format, got, err, c.want)
		}
	}
}

// TestAxiomJudged holds that the caller sees every theory lemma and can refuse.
func TestAxiomJudged(t *testing.T) {
	const cnf, text = "p cnf 2 2\n1 0\n2 0\n", "3 t -2 -1 -2 0 order: 1  2 \n4 0 1 2 3 0\n"
	for _, refuse := range []error{nil, errors.New("no cycle")} {
		var lits []int32
		var why string
		judge := func(l []int32, w string) error {
			lits, why = append(lits, l...), w
			return refuse
		}
		_, err := Check(context.Background(), strings.NewReader(cnf), strings.NewReader(text), Options{Axiom: judge})
		if len(lits) != 2 || lits[0] != -2 || lits[1] != -1 || why != "order: 1  2" {
			t.Errorf("judged %v %q", lits, why)
		}
		var rejection *Rejection
		if (err != nil) != (refuse != nil) || refuse != nil && (!errors.As(err, &rejection) || rejection.Line != 1) {
			t.Errorf("got %v after the judge said %v", err, refuse)
		}
	}
}

func TestCompressed(t *testing.T) {
	cnf, text := compress(t, square), compress(t, "5 1 0 1 2 0\n6 0 5 3 4 0\n")
	if _, err := Check(context.Background(), bytes.NewReader(cnf), bytes.NewReader(text), Options{}); err != nil {
		t.Error(err)
	}
	var syntax *SyntaxError
	_, err := Check(context.Background(), bytes.NewReader(cnf), bytes.NewReader(text[:len(text)-9]), Options{})
	if !errors.As(err, &syntax) || syntax.Text != ProofText {
		t.Errorf("truncated proof: %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := checkClauses(ctx, [][]int32{{1}, {-1}}, strings.NewReader("3 0 1 2 0\n"), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func compress(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// checkClauses is Check for clauses of DIMACS literals.
func checkClauses(ctx context.Context, cnf [][]int32, proof io.Reader, opts Options) (Result, error) {
	run := newRun(opts)
	for _, lits := range cnf {
		run.input(lits)
	}
	return run.check(ctx, proof)
}
