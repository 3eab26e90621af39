package compare

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/compare/cell"
)

// TestLazyToken: the cells, what is read from an answer, and the report.
func TestLazyToken(t *testing.T) {
	e := LazyToken(LazyTokenOptions{Dir: "programs", Witnesses: 50, Depth: 300})
	if got, want := len(e.Cells), 3*(5+5+1); got != want {
		t.Fatalf("%d cells, want %d", got, want)
	}
	const answer = `{"verdict":"violation","stats":{"depth":27,"reachable":58,"pairs":80,
		"depths":[{"depth":2,"pairs":4},{"depth":4,"pairs":16},{"depth":8,"pairs":64}],
		"witnesses":[{"depth":27,"time_ns":1500000000,"passes":"(r2@1,w1@14)"},{"depth":27,"time_ns":1600000000,"passes":"(r2@1,w1@17)"}]}}`
	var parsed any
	if err := json.Unmarshal([]byte(answer), &parsed); err != nil {
		t.Fatal(err)
	}
	var measures []string
	for _, m := range e.Sheet.Measures {
		measures = append(measures, m.Read(parsed))
	}
	if got, want := strings.Join(measures, "|"), "27|58|80|2|27: 1.5 s (r2@1,w1@14)|d^2.00, R² 1.00"; got != want {
		t.Errorf("measures %s, want %s", got, want)
	}
	empty := make([]string, len(measures))
	results := []cell.Result{
		{Key: []string{"bits", "token", "csr,pb"}, Verdict: "violation", CPU: 2 * time.Second, Memory: 10 << 20, Measures: measures},
		{Key: []string{"bits", "eager", "csr"}, Verdict: "bounded", Reason: "timeout", CPU: time.Minute, Memory: 20 << 20, Measures: empty},
		{Key: []string{"fixed", "order", none}, Verdict: "violation", Measures: empty},
	}
	golden(t, "lazytoken", e.Report(results))
	if wrong := e.Wrong(results); len(wrong) != 1 {
		t.Errorf("wrong: %v", wrong)
	}
}
