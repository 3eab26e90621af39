package compare

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// TestProofs checks the cells and the report.
func TestProofs(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "endless"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "endless", "ring.c"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := Proofs(dir, "index", []Row{
		{File: "a/b.c", Property: "reach", Expected: "safe", Defines: "-DN=2", Arch: "ilp32"},
		{File: "a/c.c", Property: "reach", Expected: "violation", Arch: "lp64"},
	})
	if err != nil || len(e.Cells) != 2*len(provers) {
		t.Fatalf("%d cells, %v, want %d", len(e.Cells), err, 2*len(provers))
	}
	for key, want := range map[string]string{
		"endless/ring.c assert  lp64 bdd -": "check --engine bdd -j 1 --property assert --arch lp64 " + filepath.Join(dir, "endless", "ring.c"),
		"a/b.c reach -DN=2 ilp32 pdr abc":   "check --engine pdr -j 1 --engine-option backend=abc --property reach --arch ilp32 -D N=2 index/a/b.c",
	} {
		i := slices.IndexFunc(e.Cells, func(c cell.Cell) bool { return strings.Join(c.Key, " ") == key })
		if i < 0 {
			t.Errorf("no cell %s", key)
		} else if got := strings.Join(e.Cells[i].Args, " "); got != want {
			t.Errorf("%s:\n got %q\nwant %q", key, got, want)
		}
	}
	result := func(key, verdict, reason string, cpu time.Duration, measures ...string) cell.Result {
		return cell.Result{Key: strings.Split(key, ","), Verdict: verdict, Reason: reason, CPU: cpu, Memory: 50 << 20, Measures: append(measures, "", "", "")[:3]}
	}
	results := []cell.Result{
		result("endless/ring.c,assert,,lp64,pdr,-", "safe", "", 2*time.Second, "7", "20", "31"),
		result("endless/ring.c,assert,,lp64,pdr,abc", "safe", "", time.Second),
		result("endless/ring.c,assert,,lp64,order,-", "bounded", "timeout", time.Minute),
		result("a/b.c,reach,-DN=2,ilp32,pdr,-", "safe", "", 4*time.Second, "9", "40", "12"),
		result("a/b.c,reach,-DN=2,ilp32,pdr,abc", "safe", "", 8*time.Second),
		result("a/b.c,reach,-DN=2,ilp32,bdd,-", "bounded", "", time.Second, "12"),
		result("a/b.c,reach,-DN=2,ilp32,kind,-", "violation", "", time.Second),
	}
	sameReport(t, "proofs", e.Report(results))
	if wrong := e.Wrong(results); len(wrong) != 1 {
		t.Errorf("wrong: %v", wrong)
	}
	if e.Report(nil) == nil {
		t.Error("no report of nothing")
	}
}
