package compare

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// TestInterleavings checks the cells, the measures read from an answer, and the report.
func TestInterleavings(t *testing.T) {
	e := Interleavings(InterleavingsOptions{Dir: "../../../examples", Engines: interleavingMethods})
	if got, want := len(e.Cells), len(interleavingMethods)*(22+7); got != want {
		t.Fatalf("%d cells, want %d", got, want)
	}
	seen := make(map[string]bool)
	for _, c := range e.Cells {
		seen[strings.Join(c.Key, " ")] = true
	}
	if len(seen) != len(e.Cells) {
		t.Errorf("%d cells have %d keys", len(e.Cells), len(seen))
	}
	for key, want := range map[string]string{
		"fsbench_bad 27 27 2 lazy":     "check --engine lazy -j 1 --engine-option contexts=3 --unwind 27 --property memory,assert -D THREADS=27 -D BUG ../../../examples/switches/fsbench.c",
		"reorder_bad 6 6 9 explore":    "explore --hash --first --no-random --preemptions 9 --unwind 6 --property assert -D SETTERS=5 -D BUG ../../../examples/switches/reorder.c",
		"twostage_ok 100 100 4 order":  "check --engine order -j 1 --unwind 100 --property assert -D WRITERS=99 ../../../examples/switches/twostage.c",
		"micro_ok 2 1 17 uw":           "check --engine uw -j 1 --engine-option contexts=18 --unwind 1 --property assert -D THREADS=2 ../../../examples/switches/micro.c",
		"wronglock_ok 8 8 8 schedule":  "check --engine schedule -j 1 --engine-option contexts=9 --unwind 8 --property assert -D STRANGERS=7 ../../../examples/switches/wronglock.c",
		"download_bad 3 0 2 schedule":  "check --engine schedule -j 1 --engine-option contexts=3 --property assert --args source target -D DOWNLOAD_BLOCK=2 -D DOWNLOAD_BLOCKS=2 -D DOWNLOAD_TRIES=2 -D BUG ../../../examples/download/interrupt.c",
		"indexer_bad 13 129 4 explore": "explore --hash --first --no-random --preemptions 4 --unwind 129 --property assert -D THREADS=13 -D BUG ../../../examples/switches/indexer.c",
	} {
		i := slices.IndexFunc(e.Cells, func(c cell.Cell) bool { return strings.Join(c.Key, " ") == key })
		if i < 0 {
			t.Errorf("no cell %s", key)
		} else if got := strings.Join(e.Cells[i].Args, " "); !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", key, got, want)
		}
	}
	if got := len(Interleavings(InterleavingsOptions{Engines: []string{"bmc", noModel}}).Cells); got != 22+7 {
		t.Errorf("%d cells with one method", got)
	}
	result := func(key, verdict, reason string, cpu time.Duration, answer string) cell.Result {
		t.Helper()
		var parsed any
		if err := json.Unmarshal([]byte(answer), &parsed); err != nil {
			t.Fatal(err)
		}
		r := cell.Result{Key: strings.Fields(key), Verdict: verdict, Reason: reason, CPU: cpu, Memory: 30 << 20, Limit: time.Minute}
		for _, m := range e.Sheet.Measures {
			r.Measures = append(r.Measures, m.Read(parsed))
		}
		return r
	}
	const tree, executed = `{"stats":{"interleavings":676}}`, `{"stats":{"executions":1234}}`
	results := []cell.Result{
		result("fsbench_ok 26 26 2 lazy", "bounded", "", 2*time.Second, tree),
		result("fsbench_ok 26 26 2 schedule", "bounded", "", 4*time.Second, `{"stats":{}}`),
		result("fsbench_ok 26 26 2 uw", "unknown", "memory", 4*time.Second, `{"stats":{"checks":5}}`),
		result("fsbench_bad 27 27 2 lazy", "violation", "", 50*time.Millisecond, `{"stats":{"interleavings":7}}`),
		result("fsbench_bad 27 27 2 uw", "violation", "", time.Second, `{"stats":{"checks":2}}`),
		result("compress_ok 3 2 9 lazy", "unknown", "timeout", 2*time.Second, tree),
		result("reorder_bad 4 4 5 lazy", "bounded", "", time.Second, tree),
		result("reorder_bad 4 4 5 explore", "violation", "", time.Second, executed),
		result("reorder_bad 10 10 11 schedule", "violation", "", 70*time.Second, `{}`),
		result("micro_ok 2 1 17 explore", "unknown", "timeout", time.Minute, executed),
		result("micro_ok 10 1 17 order", "safe", "", 6*time.Second, `{}`),
		result("download_ok 3 0 2 order", "violation", "", 6*time.Second, `{}`),
		result("other_ok 2 1 17 lazy", "safe", "", time.Second, tree),
	}
	sameReport(t, "interleavings", e.Report(results))
	if wrong := e.Wrong(results); len(wrong) != 2 {
		t.Errorf("wrong: %v", wrong)
	}
	if Interleavings(InterleavingsOptions{}).Report(nil) == nil {
		t.Error("no report of nothing")
	}
}

func TestDue(t *testing.T) {
	for published, want := range map[string]float64{"": 0, "<1": 0.1, "2": 0.1, "10": 0.1, "1800": 18, "TO": 60, "MO": 60} {
		if got := due(published); got != want {
			t.Errorf("%q: got %v, want %v", published, got, want)
		}
	}
}
