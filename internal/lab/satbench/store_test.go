package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestResults writes runs to a results file and reads them back: only those of the same build and
// limit.
func TestResults(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "heddle")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(binary, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write("first build")
	opts := options{heddle: binary, limit: 10 * time.Second, orders: 3, solvers: []string{"heddle", "none"}}
	path := filepath.Join(dir, "results")
	open := func(limit time.Duration) *store {
		t.Helper()
		o := opts
		o.limit = limit
		st, err := openStore(path, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { st.close() })
		return st
	}
	st := open(10 * time.Second)
	for order, seconds := range []float64{1, 4, 2} {
		for solver, factor := range map[string]float64{"heddle": 1, "none": 2} {
			if order == 2 && solver == "none" {
				continue // not finished
			}
			err := st.add(record{Formula: "f", Order: order, Solver: solver, Answer: "UNSAT",
				Seconds: factor * seconds, Memory: 1 << 20, Vars: 3, Clauses: 5})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	chosen := []problem{{name: "f"}, {name: "not measured"}}
	st = open(10 * time.Second)
	rows := st.rows(opts, chosen)
	if len(rows) != 1 || rows[0].answer != unsatisfiable || rows[0].vars != 3 || rows[0].clauses != 5 {
		t.Fatalf("got %+v", rows)
	}
	if got := medianTime(rows[0].runs[0]); got != 2 {
		t.Errorf("median %v, want 2", got)
	}
	if got := medianTime(rows[0].runs[1]); got != 5 {
		t.Errorf("median %v, want 5", got)
	}
	// The ratio is over the orders that both have.
	if ratio, ok := rows[0].ratio(1); !ok || ratio != 0.5 {
		t.Errorf("ratio %v %v, want 0.5", ratio, ok)
	}
	var out bytes.Buffer
	if err := report(&out, opts, rows, st.builds); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| f | UNSAT | 3 | 5 | 2.00 | 1 | 5.00 (2/2) | 1 | 0.50 |",
		"heddle solved 3 of 3 runs", "none solved 2 of 2 runs",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if n := len(open(20 * time.Second).known); n != 0 {
		t.Errorf("%d runs with another limit", n)
	}
	write("second build")
	if n := len(open(10 * time.Second).known); n != 2 {
		t.Errorf("%d runs after a new build, want the 2 of the other solver", n)
	}
}
