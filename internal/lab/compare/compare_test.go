package compare

import (
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
	"github.com/heddle-mc/heddle/internal/lab/compare/page"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// sameReport compares the text of a report with a file, and checks that its page and figures can be
// written.
func sameReport(t *testing.T, name string, p *page.Page) {
	t.Helper()
	if err := p.WriteFiles(t.TempDir()); err != nil {
		t.Error(err)
	}
	var got bytes.Buffer
	if err := p.WriteText(&got); err != nil {
		t.Fatal(err)
	}
	golden.File(t, filepath.Join("testdata", name), got.String())
}

func TestTranslationCells(t *testing.T) {
	arguments := func(o TranslationOptions, key string) string {
		t.Helper()
		for _, c := range Translations(o).Cells {
			if strings.Join(c.Key, " ") == key {
				return strings.Join(c.Args, " ")
			}
		}
		return ""
	}
	o := TranslationOptions{Dir: "d", Engines: methodNames(), Solvers: []string{"z3"}, Seeds: 1}
	for key, want := range map[string]string{
		"increment rounds lr embedded 0 3 2 10":         "check --engine lr -j 1 --engine-option rounds=2 --property assert -D THREADS=3 -D LENGTH=10 d/increment_ok.c",
		"increment rounds lr z3 0 3 2 10":               "check --engine lr -j 1 --solver z3 --engine-option rounds=2 --property assert -D THREADS=3 -D LENGTH=10 d/increment_ok.c",
		"increment rounds lr embedded 1 3 2 10":         "check --engine lr -j 1 --engine-option seed=1 --engine-option rounds=2 --property assert -D THREADS=3 -D LENGTH=10 d/increment_ok.c",
		"bluetooth contexts epc embedded 0 4 3 2":       "check --engine epc -j 1 --engine-option contexts=3 --property assert -D ADDERS=3 -D COPIES=2 d/bluetooth_adders_bug.c",
		"increment clusters mu:inter embedded 0 2 4 5":  "check --engine mu:inter -j 1 --engine-option writes=4 --threads 2 --property assert -D THREADS=2 -D LENGTH=5 d/increment_ok.c",
		"bluetooth unbounded mu:mixed embedded 0 3 0 2": "check --engine mu:mixed -j 1 --engine-option writes=16 --threads 3 --property assert -D ADDERS=2 -D COPIES=2 d/bluetooth_adders_bug.c",
		"increment contexts explore - 0 2 3 5":          "explore --hash --first --contexts 3 --property assert -D THREADS=2 -D LENGTH=5 d/increment_ok.c",
		"increment unbounded order embedded 0 2 0 5":    "check --engine order -j 1 --property assert -D THREADS=2 -D LENGTH=5 d/increment_ok.c",
		"increment unbounded order z3 0 2 0 5":          "", // order cannot use z3
		"increment unbounded order embedded 1 2 0 5":    "", // seeds are compared under rounds
		"increment clusters mu:inter z3 0 2 2 5":        "", // no table contains it
		"increment contexts explore z3 0 2 3 5":         "",
		"bluetooth rounds lr embedded 0 1 2 1":          "", // an adder and a stopper
	} {
		if got := arguments(o, key); got != want {
			t.Errorf("%s:\n got %q\nwant %q", key, got, want)
		}
	}
	count := func(o TranslationOptions) map[string]int {
		out := make(map[string]int)
		seen := make(map[string]bool)
		for _, c := range Translations(o).Cells {
			if key := strings.Join(c.Key, " "); seen[key] {
				t.Errorf("%s twice", key)
			} else {
				seen[key] = true
			}
			out[c.Key[2]]++
		}
		return out
	}
	all := count(o)
	for _, m := range methods() {
		if all[m.name] == 0 {
			t.Errorf("no cell of %s", m.name)
		}
	}
	o.Engines = []string{"order", explorer, "other"}
	if got := count(o); len(got) != 2 || got["order"] == 0 {
		t.Errorf("with few engines: %v", got)
	}
	o.Quick, o.Methods = true, []string{"order"}
	if got := count(o); len(got) != 1 || got["order"] >= all["order"] {
		t.Errorf("quickly: %v", got)
	}
}

// measured invents results of all cells of an experiment: times grow with threads, bound and length,
// differently for each method, up to a limit.
func measured(e *Experiment) []cell.Result {
	var out []cell.Result
	over := make(map[string]bool)
	for _, c := range e.Cells {
		p, err := parsePoint(c.Key)
		if err != nil || over[c.Ladder] {
			continue
		}
		k := float64(slices.Index(methodNames(), p.method) + 1)
		size := float64(p.threads*max(1, p.bound)*p.length) * k
		took := 0.02 + math.Pow(size/100, 1.5) + 0.001*float64(p.seed)
		r := cell.Result{Key: c.Key, Verdict: "bounded", CPU: time.Duration(took * 1e9), Limit: 5 * time.Second, Memory: 20 << 20,
			Measures: []string{strconv.Itoa(int(size)), "", strconv.Itoa(int(10 * size)), strconv.Itoa(int(size) / 20), "0.010"}}
		if fewest := programs[p.program].fewest[p.schedule]; fewest > 0 && (p.bound == 0 || p.bound >= fewest) {
			r.Verdict = "violation"
		}
		if took > 5 {
			r.Verdict, r.Reason = "unknown", "timeout"
			over[c.Ladder] = true
		}
		out = append(out, r)
	}
	return out
}

func TestTranslationReport(t *testing.T) {
	o := TranslationOptions{Dir: "d", Engines: append(methodNames(), "more")[2:], Solvers: []string{"z3"}, Seeds: 2, Quick: true}
	e := Translations(o)
	results := measured(e)
	if wrong := e.Wrong(results); len(wrong) != 0 {
		t.Errorf("wrong: %q", wrong)
	}
	sameReport(t, "translations.txt", e.Report(results))
	if e.Report(nil) == nil {
		t.Error("no report of nothing")
	}
}

func TestWrong(t *testing.T) {
	for _, c := range []struct {
		key, verdict string
		wrong        bool
	}{
		{"increment rounds lr embedded 0 2 2 5", "bounded", false},
		{"increment rounds lr embedded 0 2 2 5", "safe", false},
		{"increment rounds lr embedded 0 2 2 5", "violation", true},
		{"increment clusters mu:inter embedded 0 2 2 5", "violation", true},
		{"bluetooth rounds lr embedded 0 2 1 1", "bounded", false},
		{"bluetooth rounds lr embedded 0 2 1 1", "violation", true},
		{"bluetooth rounds lr embedded 0 2 1 1", "safe", true},
		{"bluetooth rounds lr embedded 0 2 2 1", "violation", false},
		{"bluetooth rounds lr embedded 0 2 2 1", "bounded", true},
		{"bluetooth rounds lr embedded 0 2 2 1", "unknown", false},
		{"bluetooth contexts lr embedded 0 2 2 1", "violation", true},
		{"bluetooth contexts lr embedded 0 2 3 1", "bounded", true},
		{"bluetooth unbounded order embedded 0 2 0 1", "bounded", true},
		{"bluetooth unbounded order embedded 0 2 0 1", "violation", false},
		{"bluetooth clusters mu:inter embedded 0 2 1 1", "violation", false},
	} {
		r := cell.Result{Key: strings.Fields(c.key), Verdict: c.verdict, Measures: make([]string, 5)}
		if got := Translations(TranslationOptions{}).Wrong([]cell.Result{r}); len(got) > 0 != c.wrong {
			t.Errorf("%s %s: %q", c.key, c.verdict, got)
		}
	}
}

func TestMemoryUnwinding(t *testing.T) {
	o := UnwindingOptions{Dir: "testdata", Engines: []string{"mu:fine-implicit", "mu:inter", "lr", "order"}, Rows: []Row{
		{File: "o/sub/deep/x.c", Origin: "o", Property: "assert", Expected: "violation", Arch: "lp64"},
		{File: "o/sub/y.c", Origin: "o", Property: "reach", Expected: "violation", Defines: "-DN=2 M", Arch: "ilp32"},
		{File: "o/z.c", Origin: "o", Property: "assert", Expected: "violation", Arch: "lp64"},
		{File: "alone.c", Origin: "who", Property: "assert", Expected: "violation", Arch: "lp64"},
		{File: "safe.c", Property: "assert", Expected: "safe"},
		{File: "race.c", Property: "race", Expected: "violation"},
	}}
	if err := o.Valid(); err != nil {
		t.Fatal(err)
	}
	e := MemoryUnwinding(o)
	if got, want := len(e.Cells), 4*(1+2*len(allWrites)+len(allRounds)); got != want {
		t.Errorf("%d cells, want %d", got, want)
	}
	const want = "check --engine mu:inter -j 1 --property reach --arch ilp32 -D N=2 -D M testdata/o/sub/y.c --engine-option writes=3"
	found := func(c cell.Cell) bool { return strings.Join(c.Args, " ") == want }
	if n := len(slices.DeleteFunc(slices.Clone(e.Cells), func(c cell.Cell) bool { return !found(c) })); n != 1 {
		t.Errorf("%d cells like %s", n, want)
	}
	o.EachWrite = true
	for m, want := range map[string]bool{"mu:fine-implicit": true, "mu:inter": false, "lr": false, "order": false} {
		for _, c := range MemoryUnwinding(o).Cells {
			if c.Key[5] == m && strings.Contains(strings.Join(c.Args, " "), "--engine-option writes-in-sections=each") != want {
				t.Errorf("%s: %q", m, c.Args)
			}
		}
	}
	o.Environment = []string{"spurious", "alloc_fail"}
	if got := strings.Join(MemoryUnwinding(o).Cells[0].Args, " "); !strings.Contains(got, " --environment spurious,alloc_fail ") {
		t.Errorf("no environment: %s", got)
	}
	o.Quick = true
	for m, want := range map[string]int{"mu:inter": len(quickWrites), "mu:fine-implicit": len(quickEach), "lr": len(quickRounds)} {
		o.Methods = []string{m}
		if got := len(MemoryUnwinding(o).Cells); got != 4*want {
			t.Errorf("%s: quickly %d cells, want %d", m, got, 4*want)
		}
	}
	o.Methods = []string{"mu:inter"}

	result := func(category, row, method, writes, verdict, reason string, took time.Duration) cell.Result {
		return cell.Result{Key: append(append([]string{category}, strings.Split(row, ",")...), method, writes), Verdict: verdict, Reason: reason, CPU: took}
	}
	const x, y, z = "o/sub/deep/x.c,assert,,lp64", "o/sub/y.c,reach,-DN=2 M,ilp32", "o/z.c,assert,,lp64"
	results := []cell.Result{
		result("o/sub", x, "mu:inter", "1", "bounded", "", time.Second),
		result("o/sub", x, "mu:inter", "2", "violation", "", 2*time.Second),
		result("o/sub", x, "order", "-", "violation", "", time.Second/4),
		result("o/sub", y, "mu:inter", "1", "bounded", "", time.Second),
		result("o/sub", y, "mu:inter", "2", "unknown", "timeout", time.Minute),
		result("o/sub", y, "mu:inter", "4", "unknown", cell.Dominated, 0),
		result("o/sub", y, "order", "-", "bounded", "timeout", time.Minute),
		result("o/sub", y, "lr", "2", "violation", "", 3*time.Second),
		result("o", z, "mu:inter", "12", "violation", "", 10*time.Second),
		result("o/sub", x, "mu:fine-implicit", "2", "bounded", "", time.Second),
		result("o/sub", y, "mu:fine-implicit", "32", "bounded", "", time.Second),
		result("o", z, "mu:fine-implicit", "1", cell.Failed, "exit status 2", 0),
	}
	sameReport(t, "mu.txt", e.Report(results))
	if got := e.Wrong(results); len(got) != 0 {
		t.Errorf("wrong: %q", got)
	}
	if got := e.Wrong([]cell.Result{result("o", z, "order", "-", "safe", "", 0)}); len(got) != 1 {
		t.Errorf("a wrong proof: %q", got)
	}
	for _, bad := range []UnwindingOptions{{Rows: o.Rows, Methods: []string{"mu"}}, {Rows: o.Rows[4:]}} {
		if bad.Valid() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}

func TestDuel(t *testing.T) {
	cells := []outcome{
		{point: point{method: "a", length: 1}, answered: true, cpu: 2},
		{point: point{method: "b", length: 1}, answered: true, cpu: 3},
		{point: point{method: "a", length: 2}, answered: true, cpu: 5},
		{point: point{method: "b", length: 2}, answered: true, cpu: 4},
		{point: point{method: "a", length: 3}, answered: true, cpu: 7},
		{point: point{method: "b", length: 3}, cpu: 6},
		{point: point{method: "a", length: 4}, cpu: 8},
		{point: point{method: "b", length: 5}, answered: true, cpu: 8},
	}
	for pair, want := range map[string]string{"ab": "2 : 2", "ba": "2 : 2", "ac": "3 : 0", "cd": "0 : 0"} {
		if got := duel(cells, pair[:1], pair[1:]); got != want {
			t.Errorf("%s: got %s, want %s", pair, got, want)
		}
	}
}
