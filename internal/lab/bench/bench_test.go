package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMain makes the test binary act as the judging command or as a whole run, if HEDDLE_BENCH_ROLE is
// set.
func TestMain(m *testing.M) {
	switch os.Getenv("HEDDLE_BENCH_ROLE") {
	case "judge":
		judge(os.Args[len(os.Args)-1])
	case "run":
		if err := runIndex(os.Args[1], os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	default:
		os.Exit(m.Run())
	}
}

// judge answers according to the name of the file.
func judge(file string) {
	name := strings.TrimSuffix(filepath.Base(file), ".c")
	name, _, _ = strings.Cut(name, "-")
	code := map[string]int{"safe": 0, "bounded": 0, "violation": 1, "unknown": 3, "liar": 0}[name]
	switch name {
	case "safe", "bounded", "violation":
		fmt.Printf(`{"verdict":%q,"reason":"","stats":{"engine":"fake"}}`, name)
	case "unknown":
		fmt.Print(`{"verdict":"unknown","reason":"timeout"}`)
	case "reserved":
		fmt.Print(`{"verdict":"unknown","reason":"not-built"}`)
		code = 3
	case "liar":
		fmt.Print(`{"verdict":"violation"}`)
	case "crash":
		panic("broken")
	case "slow":
		time.Sleep(20 * time.Millisecond)
		fmt.Print(`{"verdict":"safe"}`)
	case "hang":
		time.Sleep(time.Hour)
	}
	os.Exit(code)
}

// options returns options with this binary as the judging command.
func options(t testing.TB) Options {
	t.Helper()
	t.Setenv("HEDDLE_BENCH_ROLE", "judge")
	return Options{Command: []string{os.Args[0]}, Timeout: time.Second, Jobs: 2}
}

// runIndex does the work of `heddle bench`. If HEDDLE_BENCH_HOLD is set to a number, it stops after
// that many new results, for as long as standard input is open.
func runIndex(index, out string) error {
	os.Setenv("HEDDLE_BENCH_ROLE", "judge")
	left, _ := strconv.Atoi(os.Getenv("HEDDLE_BENCH_HOLD"))
	hold := func(*Result, int, int) {
		if left--; left == 0 {
			_, _ = os.Stdin.Read(make([]byte, 1))
		}
	}
	f, err := os.Open(index)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := ReadIndex(f)
	if err != nil {
		return err
	}
	_, err = Run(context.Background(), rows, Options{Command: []string{os.Args[0]}, Timeout: time.Minute, Jobs: 2, Out: out, Resume: true, Done: hold})
	return err
}

func TestReadIndex(t *testing.T) {
	rows, err := ReadIndex(strings.NewReader(`file,origin,property,expected,unwind,defines,arch,flags,license,notes
a/x.c,o,unreach-call,safe,,-DN=2 M,ilp32,"--environment=spurious --places 4,b.c:4",MIT,
y.c,"who/what@1:y.c",no-data-race,violation,4,,,,MIT,"bounded claim (4)"
b/z.c,o,assert,safe,3,,,,MIT,
`))
	want := []Row{
		{File: "a/x.c", Origin: "a", Property: "reach", Expected: "safe", Defines: "-DN=2 M", Arch: "ilp32",
			Flags: "--environment=spurious --places 4,b.c:4"},
		{File: "y.c", Origin: "who/what@1", Property: "race", Expected: "violation", Unwind: 4, Claim: true, Arch: "lp64"},
		{File: "b/z.c", Origin: "b", Property: "assert", Expected: "safe", Unwind: 3, Arch: "lp64"},
	}
	if err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("got %+v, %v", rows, err)
	}
	for _, c := range []struct{ text, want string }{
		{"", "read header"},
		{"file,property\n", "no column expected"},
		{"file,property,expected\na.c,assert,maybe\n", "line 2: found the expected verdict"},
		{"file,property,expected\n,assert,safe\n", "no file"},
		{"file,property,expected\na.c,,safe\n", "no property"},
		{"file,property,expected,unwind\na.c,assert,safe,many\n", "found the bound"},
		{"file,property,expected\n\"a.c,assert,safe\n", "quote"},
		{"file,property,expected,flags\na.c,assert,safe,--engine=lr\n", "line 2: found the flag --engine, want one of --environment, --model, --places"},
		{"file,property,expected,flags\na.c,assert,safe,-j 2\n", "found the flag -j"},
		{"file,property,expected,flags\na.c,assert,safe,-- b.c\n", "found the flag --,"},
	} {
		if _, err := ReadIndex(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q", c.text, err, c.want)
		}
	}
}

func TestFilter(t *testing.T) {
	rows := []Row{
		{File: "a/x.c", Origin: "a", Property: "assert"}, {File: "a/y.c", Origin: "a", Property: "reach"},
		{File: "b/x.c", Origin: "b", Property: "assert"}, {File: "b/y.c", Origin: "b", Property: "race"},
	}
	for _, c := range []struct {
		filter string
		want   []int
	}{
		{"", []int{0, 1, 2, 3}},
		{"assert,unreach-call", []int{0, 1, 2}},
		{"assert", []int{0, 2}},
		{"no-data-race", []int{3}},
		{"x.c", []int{0, 2}},
		{"b/, assert", []int{2}},
		{"nothing", nil},
	} {
		var got []int
		for _, r := range Filter(rows, c.filter) {
			got = append(got, slices.Index(rows, r))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %v, want %v", c.filter, got, c.want)
		}
	}
}

func TestScores(t *testing.T) {
	for _, c := range []struct {
		expected        string
		claim           bool
		verdict, reason string
		want            Score
	}{
		{"safe", false, "safe", "", Correct},
		{"violation", false, "violation", "", Correct},
		{"safe", false, "violation", "", Wrong},
		{"violation", false, "safe", "", Wrong},
		{"safe", false, "bounded", "", InBounds},
		{"safe", true, "bounded", "", Correct},
		{"safe", true, "bounded", "timeout", InBounds},
		{"violation", false, "bounded", "", Missed},
		{"violation", true, "bounded", "", Missed},
		{"safe", false, "unknown", "timeout", Unknown},
		{"safe", false, "unknown", "not-built", Reserved},
		{"safe", false, "error", "", Failed},
	} {
		if got := scoreOf(&Row{Expected: c.expected, Claim: c.claim}, c.verdict, c.reason); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// TestRun has a row for every kind of answer.
func TestRun(t *testing.T) {
	opts := options(t)
	opts.Out = filepath.Join(t.TempDir(), "results.csv")
	kinds := []struct {
		name string
		want Score
	}{
		{"safe", Correct}, {"bounded", InBounds}, {"violation", Wrong}, {"unknown", Unknown},
		{"reserved", Reserved}, {"liar", Failed}, {"crash", Failed},
	}
	var rows []Row
	for _, k := range kinds {
		rows = append(rows, Row{File: k.name + ".c", Origin: "o", Property: "assert", Expected: "safe", Arch: "lp64"})
	}
	opts.Timeout = time.Minute
	results, err := Run(context.Background(), rows, opts)
	if err != nil || len(results) != len(rows) {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, k := range kinds {
		r := &results[i]
		if r.Score != k.want || r.File != rows[i].File {
			t.Errorf("%s: got %+v, want %s", k.name, r, k.want)
		}
		if r.Memory == 0 && runtime.GOOS != "windows" {
			t.Errorf("%s: no memory", k.name)
		}
	}
	if got := results[6].Reason; !strings.Contains(got, "exit status 2") {
		t.Errorf("the crash's reason is %q", got)
	}
	// The file has the same results, in the order in which rows ended.
	f, err := os.Open(opts.Out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	kept, err := ReadResults(f)
	if err != nil || len(kept) != len(rows) {
		t.Fatalf("%d kept, %v", len(kept), err)
	}
	for i := range kept {
		at := slices.IndexFunc(results, func(r Result) bool { return r.key() == kept[i].key() })
		if at < 0 || results[at].Score != kept[i].Score || results[at].Engine != kept[i].Engine {
			t.Errorf("kept %+v", kept[i])
		}
	}
}

func TestHangIsKilled(t *testing.T) {
	opts := options(t)
	opts.Timeout = -5*time.Second + 100*time.Millisecond // the rest of the grace
	results, err := Run(context.Background(), []Row{{File: "hang.c", Expected: "safe"}}, opts)
	if err != nil || len(results) != 1 || results[0].Score != Failed || !strings.Contains(results[0].Reason, "killed") {
		t.Errorf("got %+v, %v", results, err)
	}
}

func TestInterruptedRun(t *testing.T) {
	opts := options(t)
	opts.Jobs, opts.Timeout = 1, time.Minute
	ctx, cancel := context.WithCancel(context.Background())
	opts.Done = func(*Result, int, int) { cancel() }
	rows := []Row{{File: "safe.c", Expected: "safe"}, {File: "hang.c", Expected: "safe"}, {File: "safe-2.c", Expected: "safe"}}
	results, err := Run(ctx, rows, opts)
	if err != nil || len(results) != 1 || results[0].File != "safe.c" {
		t.Errorf("got %+v, %v", results, err)
	}
}

// TestKilledRun repeatedly kills a run without warning and resumes it. No written row is lost or run
// twice.
func TestKilledRun(t *testing.T) {
	const (
		rows = 40
		few  = 8  // new results after which a run is killed
		most = 10 // new results of a run that will be killed, at most
	)
	dir := t.TempDir()
	index, out := filepath.Join(dir, "index.csv"), filepath.Join(dir, "results.csv")
	text := "file,property,expected\n"
	for i := range rows {
		text += fmt.Sprintf("slow-%d.c,assert,safe\n", i)
	}
	if err := os.WriteFile(index, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	done, kills := 0, 0
	for done+most < rows {
		killRun(t, index, out, done+few, most)
		kills++
		now := lines(t, out) - 1 // without the header
		if now < done+few || now > done+most {
			t.Fatalf("%d results, %d before", now, done)
		}
		done = now
		// An incomplete line, as after a kill during a write.
		f, err := os.OpenFile(out, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("slow-39.c,,ass"); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if kills < 3 {
		t.Errorf("only %d kills", kills)
	}
	cmd := exec.Command(os.Args[0], index, out)
	cmd.Env = append(os.Environ(), "HEDDLE_BENCH_ROLE=run")
	if err := cmd.Run(); err != nil {
		t.Fatalf("the last run ended with %v", err)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	results, err := ReadResults(f)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for i := range results {
		if seen[results[i].File] || results[i].Score != Correct {
			t.Errorf("%+v comes twice or is not correct", results[i])
		}
		seen[results[i].File] = true
	}
	if len(seen) != rows {
		t.Errorf("%d rows, want %d", len(seen), rows)
	}
}

// killRun starts or resumes a run, and kills it when there are enough results. The run has at most the
// given number of new ones.
func killRun(t *testing.T, index, out string, enough, most int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], index, out)
	cmd.Env = append(os.Environ(), "HEDDLE_BENCH_ROLE=run", fmt.Sprint("HEDDLE_BENCH_HOLD=", most))
	if _, err := cmd.StdinPipe(); err != nil { // open until the run has ended
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for lines(t, out)-1 < enough {
		select {
		case err := <-ended:
			t.Fatalf("the run ended with %v, before its time", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := <-ended; !errors.As(err, &exit) || exit.ExitCode() == 2 { // as in TestMain
		t.Fatalf("the run ended with %v, not by the kill", err)
	}
}

// lines counts the lines of a file that may not exist yet.
func lines(t *testing.T, name string) int {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return bytes.Count(text, []byte("\n"))
}

func TestArguments(t *testing.T) {
	o := Options{Dir: "d", Timeout: time.Second, Memory: "1GB", Engine: "order", Model: "sc", Environment: []string{"spurious", "alloc_fail"}}
	row := Row{File: "a/x.c", Property: "assert", Unwind: 3, Claim: true, Defines: "-DN=2 M", Arch: "ilp32", Flags: "--environment weak_fail  --places 4,4"}
	got := strings.Join(o.arguments(&row), " ")
	want := "--json -j 1 --timeout 1s --property assert --arch ilp32 --memory 1GB --engine order --model sc --environment spurious,alloc_fail --unwind 3 -D N=2 -D M --environment weak_fail --places 4,4 -- " + filepath.Join("d", "a", "x.c")
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// sample is a table of results.
func sample() []Result {
	row := func(file, origin, expected string, s Score, verdict string, sec, mb int) Result {
		return Result{Row: Row{File: file, Origin: origin, Property: "assert", Expected: expected, Arch: "lp64"},
			Score: s, Verdict: verdict, Time: time.Duration(sec) * time.Second, Memory: int64(mb) << 20, Limit: 10 * time.Second}
	}
	return []Result{
		row("a.c", "o", "safe", Correct, "safe", 2, 100),
		row("b.c", "o", "safe", InBounds, "bounded", 10, 300),
		row("c.c", "o", "violation", Wrong, "safe", 1, 50),
		row("d.c", "p", "violation", Correct, "violation", 3, 70),
	}
}

func TestSummary(t *testing.T) {
	var b strings.Builder
	if err := Summarise(&b, sample()); err != nil {
		t.Fatal(err)
	}
	want := `  origin  property   expected  rows  correct  WRONG  bounded  missed  unknown  reserved  error   PAR-2  median  memory
       o    assert       safe     2        1               1                                    11.0 s  10.0 s  300 MB
       o    assert  violation     1               1                                             20.0 s   1.0 s   50 MB
       p    assert  violation     1        1                                                     3.0 s   3.0 s   70 MB
     all    assert       safe     2        1               1                                    11.0 s  10.0 s  300 MB
     all    assert  violation     2        1      1                                             11.5 s   3.0 s   70 MB
     all                          4        2      1        1                                    11.2 s   3.0 s  300 MB
WRONG: c.c assert: expected violation, found safe
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := Summarise(&b, nil); err != nil || strings.Count(b.String(), "\n") != 1 {
		t.Errorf("of nothing: %q, %v", b.String(), err)
	}
}

func TestDiff(t *testing.T) {
	before, after := sample(), sample()[:3]
	after[0].Score, after[0].Reason = Unknown, "timeout"
	after[2].Score = Correct
	var b strings.Builder
	if err := Diff(&b, before, after); err != nil {
		t.Fatal(err)
	}
	want := `worse: a.c assert (expected safe): correct → unknown timeout
better: c.c assert (expected violation): WRONG → correct
3 rows in both, 1 only before, 0 only after
correct       1 → 1
WRONG         1 → 0
bounded       1 → 1
unknown       0 → 1
PAR-2      14.0 s → 13.7 s
median      2.0 s → 2.0 s
memory      300 MB → 300 MB
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// TestResultLines writes fields that would break a line and reads them again.
func TestResultLines(t *testing.T) {
	r := sample()[0]
	r.Reason = "a \"b\",\nc"
	r.Unwind, r.Claim, r.Flags = 4, true, "--places 4,4"
	name := filepath.Join(t.TempDir(), "results.csv")
	table, _, err := openResults(name, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(table.Write(r.record()), table.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadResults(bytes.NewReader(text))
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	r.Reason = "a \"b\", c"
	if !reflect.DeepEqual(got[0], r) {
		t.Errorf("got %+v, want %+v", got[0], r)
	}
	if bytes.Count(text, []byte("\n")) != 2 {
		t.Errorf("%q has other than two lines", text)
	}
	if _, err := ReadResults(strings.NewReader("file,verdict\n")); err == nil {
		t.Error("another table was read")
	}
}
