package compare

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// TestCircuits checks the cells, the measures read from an answer, and the report.
func TestCircuits(t *testing.T) {
	e := Circuits("programs")
	if got, want := len(e.Cells), 4*8+(2*4+2)*7; got != want {
		t.Fatalf("%d cells, want %d", got, want)
	}
	for key, want := range map[string]string{
		"bits 2 create bmc stubborn": "check --engine bmc -j 1 --engine-option reduce=stubborn --engine-option without=walk --property race " +
			"-D DAISY_FILES=2 -D DAISY_INODES=2 -D DAISY_BLOCKS=2 -D DAISY_FIX_SEEK programs/daisy/lock.c",
		"bits 2 create bmc walks": "check --engine bmc -j 1 --property race " +
			"-D DAISY_FILES=2 -D DAISY_INODES=2 -D DAISY_BLOCKS=2 -D DAISY_FIX_SEEK programs/daisy/lock.c",
		"fixed 3 write pdr -": "check --engine pdr -j 1 --property race " +
			"-D DAISY_FILES=3 -D DAISY_INODES=3 -D DAISY_BLOCKS=3 -D DAISY_THIRD=2 -D DAISY_WRITE -D DAISY_FIXED programs/daisy/lock.c",
		laterBits + " 2 create order -": "check --engine order -j 1 --property race " +
			"-D DAISY_FILES=3 -D DAISY_INODES=3 -D DAISY_BLOCKS=3 -D DAISY_FIX_SEEK -D DAISY_FIRST=1 -D DAISY_OTHER=2 programs/daisy/lock.c",
	} {
		i := slices.IndexFunc(e.Cells, func(c cell.Cell) bool { return strings.Join(c.Key, " ") == key })
		if i < 0 {
			t.Errorf("no cell %s", key)
		} else if got := strings.Join(e.Cells[i].Args, " "); !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", key, got, want)
		}
	}
	result := func(key, verdict, reason string, cpu time.Duration, memory int64, answer string) cell.Result {
		t.Helper()
		var parsed any
		if err := json.Unmarshal([]byte(answer), &parsed); err != nil {
			t.Fatal(err)
		}
		r := cell.Result{Key: strings.Split(key, ","), Verdict: verdict, Reason: reason, CPU: cpu, Memory: memory << 20, Limit: time.Minute}
		for _, m := range e.Sheet.Measures {
			r.Measures = append(r.Measures, m.Read(parsed))
		}
		return r
	}
	const (
		none = `{"stats":{"latches":7,"depths":[{"depth":0,"cpu_ns":100000000},{"depth":1,"cpu_ns":1000000000},{"depth":2,"cpu_ns":40000000000}]}}`
		some = `{"stats":{"latches":7,"depths":[{"depth":0,"cpu_ns":100000000},{"depth":1,"cpu_ns":500000000},{"depth":2,"cpu_ns":2500000000},` +
			`{"depth":3,"cpu_ns":3000000000},{"depth":4,"cpu_ns":3500000000}]}}`
		proof = `{"stats":{"latches":7,"invariant_clauses":12,"depths":[{"depth":0,"cpu_ns":100000000}]}}`
	)
	results := []cell.Result{
		result("bits,2,create,bmc,none", "bounded", "timeout", time.Minute, 600, none),
		result("bits,2,create,bmc,transactions", "violation", "", 4*time.Second, 100, some),
		result("bits,2,create,bmc,walks", "violation", "", time.Second/2, 90, `{}`),
		result("bits,2,create,order,-", "violation", "", time.Second/5, 40, `{}`),
		result("bits,2,write,bmc,none", "bounded", "timeout", time.Minute, 600, none),
		result("bits,2,write,bmc,stubborn", "bounded", "memory", time.Minute, 600, some),
		result("bits,3,create,bdd,-", "violation", "", 9*time.Second, 100, some),
		result("fixed,2,create,pdr,-", "safe", "", 10*time.Second, 100, proof),
		result("fixed,2,write,bdd,-", "unknown", "unsupported", time.Second, 100, `{}`),
		result("fixed,3,create,kind,-", "violation", "", time.Second, 100, `{}`),
		result("other,2,create,bmc,none", "safe", "", time.Second, 100, `{}`),
	}
	sameReport(t, "circuits", e.Report(results))
	if wrong := e.Wrong(results); len(wrong) != 2 {
		t.Errorf("wrong: %v", wrong)
	}
	if e.Report(nil) == nil {
		t.Error("no report of nothing")
	}
}
