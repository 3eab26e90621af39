package cell

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain makes the test binary act as the command of cells.
func TestMain(m *testing.M) {
	if os.Getenv("HEDDLE_CELL_ROLE") == "" {
		os.Exit(m.Run())
	}
	answer(os.Args[1])
}

// answer answers as its argument selects, and logs the run.
func answer(name string) {
	if log := os.Getenv("HEDDLE_CELL_LOG"); log != "" {
		f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(f, name)
		f.Close()
	}
	kind, _, _ := strings.Cut(name, "-")
	switch kind {
	case "safe", "bounded", "violation":
		fmt.Printf(`{"verdict":%q,"stats":{"clauses":7,"deep":{"word":"w"}}}`, kind)
	case "late":
		fmt.Print(`{"verdict":"unknown","reason":"timeout"}`)
	case "odd":
		fmt.Print(`{"verdict":"unknown","reason":"unsupported"}`)
	case "liar":
		fmt.Print(`{"verdict":"violation"}`)
	case "bad":
		fmt.Fprintln(os.Stderr, "heddle: unknown engine")
	case "spin":
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt)
		for stop := false; !stop; {
			select {
			case <-signals:
				stop = true
			default:
			}
		}
		fmt.Print(`{"verdict":"bounded","reason":"interrupted"}`)
	case "hang":
		time.Sleep(time.Hour)
	}
	os.Exit(map[string]int{"violation": 1, "late": 3, "odd": 3, "bad": 2}[kind])
}

func sheet() *Sheet {
	return &Sheet{Keys: []string{"name"}, Measures: []Measure{
		Field("clauses", "stats", "clauses"), Field("word", "stats", "deep", "word"), Field("none", "stats", "clauses", "x"),
	}}
}

// cells makes a cell of each name; LADDER/NAME puts it on a ladder.
func cells(names ...string) (out []Cell) {
	for _, n := range names {
		ladder, name, ok := strings.Cut(n, "/")
		if !ok {
			ladder, name = "", n
		}
		out = append(out, Cell{Key: []string{n}, Args: []string{name}, Ladder: ladder})
	}
	return out
}

// setup returns options with this binary as the command, and a function that returns the cells run
// since its last call.
func setup(t *testing.T) (Options, func() []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("HEDDLE_CELL_ROLE", "answer")
	t.Setenv("HEDDLE_CELL_LOG", log)
	return Options{Command: []string{os.Args[0]}, Timeout: time.Minute, Memory: "1GB", Jobs: 1, Out: filepath.Join(t.TempDir(), "cells.csv")}, func() []string {
		text, _ := os.ReadFile(log)
		os.Remove(log)
		return strings.Fields(string(text))
	}
}

func TestRun(t *testing.T) {
	opts, _ := setup(t)
	want := map[string]string{
		"safe": "safe ", "bounded": "bounded ", "violation": "violation ", "late": "unknown timeout", "odd": "unknown unsupported",
		"liar": "error ", "bad": "error exit status 2: heddle: unknown engine",
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	slices.Sort(names)
	told := 0
	opts.Jobs = 3
	opts.Done = func(r *Result, settled, all int) {
		if told++; settled != told || all != len(want) {
			t.Errorf("%d of %d settled, want %d", settled, all, told)
		}
	}
	results, left, err := Run(context.Background(), sheet(), cells(names...), opts)
	if err != nil || len(left) != 0 || len(results) != len(want) {
		t.Fatal(results, left, err)
	}
	for _, r := range results {
		if got := r.Verdict + " " + r.Reason; got != want[r.Key[0]] {
			t.Errorf("%s: got %q, want %q", r.Key[0], got, want[r.Key[0]])
		}
		measures := []string{"", "", ""}
		if r.Answered() {
			measures = []string{"7", "w", ""}
		}
		if !reflect.DeepEqual(r.Measures, measures) {
			t.Errorf("%s: measures %q", r.Key[0], r.Measures)
		}
	}
}

func TestHangIsKilled(t *testing.T) {
	opts, _ := setup(t)
	opts.Timeout = -2 * grace / (2*Patience + Patience/5) * 98 / 100 // part of the grace is left
	results, _, err := Run(context.Background(), sheet(), cells("hang"), opts)
	if err != nil || len(results) != 1 || results[0].Verdict != Failed || !strings.Contains(results[0].Reason, "killed") {
		t.Error(results, err)
	}
}

func TestProcessorTimeIsLimited(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system does not tell processor time")
	}
	opts, _ := setup(t)
	opts.Timeout = 100 * time.Millisecond
	results, _, err := Run(context.Background(), sheet(), cells("spin"), opts)
	if err != nil || len(results) != 1 || results[0].Verdict != "bounded" || results[0].Reason != timeUp || results[0].Answered() {
		t.Error(results, err)
	}
}

func TestLadders(t *testing.T) {
	opts, ran := setup(t)
	list := cells("a/safe-1", "a/late-2", "a/safe-3", "safe-alone", "b/bounded-1", "b/odd-2", "b/safe-3", "c/safe-1", "c/safe-2")
	results, left, err := Run(context.Background(), sheet(), list, opts)
	if err != nil || len(left) != 0 || len(results) != 8 {
		t.Fatal(results, left, err)
	}
	// The cell above a cell that timed out is filled in. The cell above an unsupported cell has no
	// result.
	if i := slices.IndexFunc(results, func(r Result) bool { return r.Reason == Dominated }); i < 0 || results[i].Key[0] != "a/safe-3" || results[i].Answered() {
		t.Errorf("dominated: %+v", results)
	}
	// The lowest rungs run first, and no cell above one without an answer.
	want := []string{"safe-1", "safe-alone", "bounded-1", "safe-1", "late-2", "odd-2", "safe-2"}
	if got := ran(); !slices.Equal(got, want) {
		t.Errorf("ran %q, want %q", got, want)
	}
	// No cell runs twice, and the file has the returned results.
	again, left, err := Run(context.Background(), sheet(), list, opts)
	if got := ran(); err != nil || len(left) != 0 || len(got) != 0 {
		t.Errorf("again: ran %q, %d left, %v", got, len(left), err)
	}
	for i := range again {
		if again[i].Key[0] != results[i].Key[0] || again[i].Verdict != results[i].Verdict {
			t.Errorf("read %+v, wrote %+v", again[i], results[i])
		}
	}
	// With more time, cells that ended at their limit run again; unsupported ones do not.
	opts.Timeout *= 2
	again, _, err = Run(context.Background(), sheet(), list, opts)
	if got := ran(); err != nil || !slices.Equal(got, []string{"late-2"}) || len(again) != len(results) {
		t.Errorf("more time: ran %q, %d results, %v", got, len(again), err)
	}
	table, read, err := sheet().open(opts.Out)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if len(read) != len(results) {
		t.Errorf("read %d results", len(read))
	}
}

// TestFamilies checks that a cell does not run if it is larger, in every size, than a cell that timed
// out. With more time the latter runs again. Once it has an answer, the cells that it dominated run,
// too.
func TestFamilies(t *testing.T) {
	opts, ran := setup(t)
	list := cells("a/safe-1", "a/late-2", "b/safe-1", "b/safe-2", "c/safe-2", "c/safe-3")
	for i, size := range [][]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 3}, {2, 4}} {
		list[i].Family, list[i].Size = "f", size
	}
	list = append(list, cells("other")...)
	list[6].Args, list[6].Family, list[6].Size = []string{"safe-o"}, "g", []int{9, 9}
	results, left, err := Run(context.Background(), sheet(), list, opts)
	if got := ran(); err != nil || len(left) != 0 || len(results) != 7 || !slices.Equal(got, []string{"safe-1", "safe-1", "safe-2", "safe-o", "late-2"}) {
		t.Errorf("ran %q, %d left, %v, %+v", got, len(left), err, results)
	}
	reasons := ""
	for _, r := range results {
		reasons += r.Key[0] + " " + r.Reason + ","
	}
	if reasons != "a/safe-1 ,b/safe-1 ,c/safe-2 ,other ,a/late-2 timeout,b/safe-2 dominated,c/safe-3 dominated," {
		t.Error(reasons)
	}
	opts.Timeout *= 2
	list[1].Args = []string{"safe-late"}
	results, left, err = Run(context.Background(), sheet(), list, opts)
	if got := ran(); err != nil || len(left) != 0 || len(results) != 7 || !slices.Equal(got, []string{"safe-late", "safe-2", "safe-3"}) {
		t.Errorf("with more time: ran %q, %d left, %v, %+v", got, len(left), err, results)
	}
}

func TestOwnEnd(t *testing.T) {
	opts, ran := setup(t)
	s := sheet()
	s.Ends = func(r *Result) bool { return r.Verdict == "violation" }
	_, left, err := Run(context.Background(), s, cells("a/bounded-1", "a/late-2", "a/violation-3", "a/violation-4"), opts)
	if got := ran(); err != nil || len(left) != 0 || !slices.Equal(got, []string{"bounded-1", "late-2", "violation-3"}) {
		t.Errorf("ran %q, %d left, %v", got, len(left), err)
	}
}

func TestFailedCellsAreRunAgain(t *testing.T) {
	opts, ran := setup(t)
	for range 2 {
		if _, _, err := Run(context.Background(), sheet(), cells("bad"), opts); err != nil {
			t.Fatal(err)
		}
	}
	if got := ran(); len(got) != 2 {
		t.Errorf("ran %q", got)
	}
}

func TestOutOfTime(t *testing.T) {
	opts, ran := setup(t)
	opts.Until = time.Now().Add(-time.Second)
	results, left, err := Run(context.Background(), sheet(), cells("safe-1", "safe-2"), opts)
	if err != nil || len(left) != 2 || len(results) != 0 || len(ran()) != 0 {
		t.Error(results, left, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	opts.Until = time.Time{}
	if results, left, err = Run(ctx, sheet(), cells("safe-1"), opts); err != nil || len(left) != 1 || len(results) != 0 {
		t.Error(results, left, err)
	}
}
