package compare

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// TestLazyToken checks the cells, the measures read from an answer, and the report.
func TestLazyToken(t *testing.T) {
	e := LazyToken(LazyTokenOptions{Dir: "programs", Witnesses: 50, Depth: 300, SMT: "z3"})
	if got, want := len(e.Cells), 5*(6+1+6+1); got != want {
		t.Fatalf("%d cells, want %d", got, want)
	}
	results := []cell.Result{
		answered(t, e, "bits", "token", allAnalyses, "violation", "", lazyAnswer),
		answered(t, e, "bits", "eager", allAnalyses, "bounded", "timeout", eagerAnswer),
		answered(t, e, "bits", "token", "csr", "bounded", "timeout", `{"stats":{"depths":[{"depth":0,"time_ns":500000000}]}}`),
		answered(t, e, "bits", "token by SMT", allAnalyses, "violation", "", lazyAnswer),
		answered(t, e, "fixed", "order", none, "violation", "", `{}`),
		answered(t, e, "fixed writing", "order", none, "violation", "", `{}`),
		{Key: []string{"other", "token", "csr"}, Measures: make([]string, len(e.Sheet.Measures))},
	}
	const want = `3|58|9|0 0.500 1.0 2 0; 1 1.000 2.0 5 1; 2 1.500 3.0 20 4; 3 2.500 4.0 58 9|` +
		`4 3.000 4.5 (r2@1,w1@14),(r1@21,w2@3) f:1:2/g:3:4; 4 3.500 4.5 - f:1:2/f:1:2`
	if got := strings.Join(results[0].Measures, "|"); got != want {
		t.Errorf("measures\n%s, want\n%s", got, want)
	}
	sameReport(t, "lazytoken", e.Report(results))
	if wrong := e.Wrong(results); len(wrong) != 2 {
		t.Errorf("wrong: %v", wrong)
	}
}

const (
	lazyAnswer = `{"stats":{"depth":4,
		"depths":[{"depth":0,"cpu_ns":500000000,"time_ns":1,"memory_bytes":1048576,"reachable":2,"pairs":0},
			{"depth":1,"cpu_ns":1000000000,"memory_bytes":2097152,"reachable":5,"pairs":1},
			{"depth":2,"cpu_ns":1500000000,"memory_bytes":3145728,"reachable":20,"pairs":4},
			{"depth":3,"cpu_ns":2500000000,"memory_bytes":4194304,"reachable":58,"pairs":9}],
		"witnesses":[{"depth":4,"cpu_ns":3000000000,"memory_bytes":4718592,"passes":"(r2@1,w1@14),(r1@21,w2@3)","place":"f:1:2/g:3:4"},
			{"depth":4,"cpu_ns":3500000000,"memory_bytes":4718592,"passes":"","place":"f:1:2/f:1:2"}]}}`
	eagerAnswer = `{"stats":{"depths":[{"depth":0,"cpu_ns":250000000},{"depth":1,"cpu_ns":4000000000},{"depth":2,"cpu_ns":12000000000}]}}`
)

// answered is the result of a cell whose command gave an answer.
func answered(t *testing.T, e *Experiment, program, model, analyses, verdict, reason, answer string) cell.Result {
	t.Helper()
	var parsed any
	if err := json.Unmarshal([]byte(answer), &parsed); err != nil {
		t.Fatal(err)
	}
	r := cell.Result{Key: []string{program, model, analyses}, Verdict: verdict, Reason: reason, CPU: 4 * time.Second, Memory: 10 << 20, Limit: time.Minute}
	for _, m := range e.Sheet.Measures {
		r.Measures = append(r.Measures, m.Read(parsed))
	}
	return r
}

func TestSwitches(t *testing.T) {
	for passes, want := range map[string]string{
		"":                                       "",
		"(r2@128,w1@142)":                        "(1: 0,142)→(2: 128,-)",
		"(r2@1,w1@14),(r1@21,w2@3),(r2@4,w1@23)": "(1: 0,14)→(2: 1,3)→(1: 21,23)→(2: 4,-)",
		"from hand to hand":                      "from hand to hand",
	} {
		f := found{passes: passes}
		if got := f.switches(); got != want {
			t.Errorf("%s: got %s, want %s", passes, got, want)
		}
	}
}
