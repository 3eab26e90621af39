package heddle

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	translateCorpus = flag.Int("translate.corpus", 0, "number of rows of ../shared/corpus whose sequential programs are printed and judged")
	translateFrom   = flag.Int("translate.from", 0, "number of rows of -translate.corpus to leave out, from the first on")
)

// translations returns the methods that -engines selects.
func translations() []string {
	return slices.DeleteFunc(Translations()[1:], func(m string) bool { return !engines.Has(m) })
}

// sequentialBounds are the bounds with which programs are made sequential here.
func sequentialBounds(method string) Options {
	if strings.HasPrefix(method, "mu") {
		return Options{Unwind: 2, EngineOptions: map[string]string{"writes": "4"}}
	}
	return Options{Unwind: 2, EngineOptions: map[string]string{"rounds": "2"}}
}

// translated prints a program with a method to a file.
func translated(t *testing.T, method string, o Options) (string, error) {
	t.Helper()
	debug.FreeOSMemory() // memory of earlier ones counts
	var text bytes.Buffer
	if err := Translate(context.Background(), o, TranslateOptions{To: method}, &text); err != nil {
		return "", err
	}
	file := filepath.Join(t.TempDir(), "printed.c")
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file, nil
}

// judgement returns the verdict on one property; unknown, if time or memory were spent.
func judgement(t *testing.T, o Options) Verdict {
	t.Helper()
	return judged(t, o).Verdict
}

// judged returns the result of one property, with the verdict of judgement.
func judged(t *testing.T, o Options) *Result {
	t.Helper()
	debug.FreeOSMemory()
	r, err := Check(context.Background(), o)
	if err != nil {
		t.Fatalf("%v: %v", o.Files, err)
	}
	if r.Verdict == Bounded && r.Reason != "" || r.Verdict == Unknown {
		t.Logf("%s: %s %s: %s", filepath.Base(o.Files[0]), r.Verdict, r.Reason, r.Message)
		r.Verdict = Unknown
	}
	return r
}

// complete reports whether nothing cut the executions of a printed program. It may test in which of several
// objects an address is (lr, lmp), which depends on the layout of memory: the marks of such tests do not
// concern the method.
func complete(r *Result) bool {
	return r.Verdict == Safe || r.Verdict == Bounded &&
		!slices.ContainsFunc(r.Bounds, func(m Mark) bool { return m.Bound != verdict.AddressBound })
}

// compiles reports the errors and warnings of gcc for a printed program.
func compiles(t *testing.T, file, arch string) {
	t.Helper()
	model := "-m64"
	if arch == "ilp32" {
		model = "-m32"
	}
	if err := peer.TryGCC(t, model); err != nil {
		t.Log(err)
		return
	}
	out, err := exec.Command("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-DHEDDLE_RUN", "-fsyntax-only", model, file).CombinedOutput()
	if err != nil {
		t.Errorf("gcc: %s", out)
	}
}

// maxPrinted bounds the printed programs that are judged, in bytes: the front end does
// not read a million words.
const maxPrinted = 2 << 20

// agree checks that the printed sequential program has a violation exactly if the method finds one, and no
// bounds of its own, unless either runs out of time. It returns the result as text.
func agree(t *testing.T, method string, o Options) string {
	t.Helper()
	file, err := translated(t, method, o)
	var input *InputError
	if errors.As(err, &input) {
		t.Logf("not printed: %v", err)
		return "not printed"
	}
	if err != nil {
		t.Fatal(err)
	}
	compiles(t, file, o.Arch)
	if info, err := os.Stat(file); err != nil || info.Size() > maxPrinted {
		t.Logf("the text is too large to be read again: %v", err)
		return "printed too large"
	}
	o.Engine, o.Timeout, o.Memory = method, *patience, 1<<30
	internal := judgement(t, o)
	outside := judged(t, Options{Files: []string{file}, Arch: o.Arch, Properties: o.Properties, Timeout: *patience, Memory: 1 << 30})
	both := fmt.Sprintf("internal %s, printed %s", internal, outside.Verdict)
	switch {
	case internal == Unknown || outside.Verdict == Unknown:
		t.Log(both + ": not decided")
	case internal == Violation && outside.Verdict == Violation, internal != Violation && complete(outside):
		t.Log(both)
	default:
		t.Error(both)
	}
	return both
}

// TestTranslateExamples makes examples sequential, with -every 1 every one
// with every method: gcc accepts the text. Of a few examples, or with -long
// of all, the printed program has a violation exactly when the method itself finds one.
func TestTranslateExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("examples", "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	judged := []string{"bluetooth_bug.c", "counter_bug.c", "counter_ok.c"}
	methods := translations()
	for i, file := range files {
		for j, method := range methods {
			if !every.Has(i*len(methods) + j) {
				continue
			}
			t.Run(filepath.Base(file)+"/"+method, func(t *testing.T) {
				o := sequentialBounds(method)
				o.Files, o.Properties = []string{file}, []string{"assert"}
				if *long || slices.Contains(judged, filepath.Base(file)) {
					agree(t, method, o)
					return
				}
				printed, err := translated(t, method, o)
				if err != nil {
					t.Fatal(err)
				}
				compiles(t, printed, o.Arch)
			})
		}
	}
}

// TestTranslateCorpus makes the same checks with rows of the corpus, drawn at random with a fixed seed.
func TestTranslateCorpus(t *testing.T) {
	if *translateCorpus == 0 {
		t.Skip("no -translate.corpus")
	}
	rows := slices.DeleteFunc(testprog.Corpus(t, testflag.Filter{}), func(r testprog.Row) bool {
		return r.Property != "assert" && r.Property != "unreach-call"
	})
	rand.New(rand.NewPCG(8, 3)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	rows = rows[:min(len(rows), *translateCorpus)]
	count := make(map[string]int)
	for _, r := range rows[min(len(rows), *translateFrom):] {
		for _, method := range translations() {
			t.Run(r.File+"/"+method, func(t *testing.T) {
				o := sequentialBounds(method)
				o.Files, o.Arch, o.Properties, o.Defines = []string{r.Path}, r.Model.String(), []string{r.Property}, r.Defines
				count[method+": "+agree(t, method, o)]++
			})
		}
	}
	for _, k := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%4d %s", count[k], k)
	}
}

// TestTranslateByDefault makes two examples sequential without bounds. With every method the printed
// program violates an assertion, and the violation shows its source.
func TestTranslateByDefault(t *testing.T) {
	methods := translations()
	for i, example := range []struct{ file, assertion string }{{"counter_bug.c", "count == 2"}, {"account_bug.c", "balance >= 0"}} {
		for j, method := range methods {
			if !every.Has(i*len(methods) + j) {
				continue
			}
			t.Run(example.file+"/"+method, func(t *testing.T) {
				printed, err := translated(t, method, Options{Files: []string{filepath.Join("examples", example.file)}})
				if err != nil {
					t.Fatal(err)
				}
				r := judged(t, Options{Files: []string{printed}, Properties: []string{"assert"}, Timeout: 2 * time.Minute})
				if r.Verdict != Violation || !strings.Contains(r.Message, example.assertion) {
					t.Errorf("%s: %s", r.Verdict, r.Message)
				}
			})
		}
	}
}

// TestTranslateIsShort checks that memory unwinding writes the code for accesses once, not at every access.
func TestTranslateIsShort(t *testing.T) {
	var text bytes.Buffer
	o := Options{Files: []string{filepath.Join("examples", "bounded_buffer_bug.c")}}
	if err := Translate(context.Background(), o, TranslateOptions{To: "mu:inter"}, &text); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text.Bytes(), []byte("\n")); n > 3000 {
		t.Errorf("%d lines", n)
	}
}

// TestTranslateSignals checks that gcc accepts the printed form of a program with handlers, by itself and
// made sequential.
func TestTranslateSignals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "signals.c")
	text := `
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t seen;
static void see(int s) { seen = s; }
static void *sends(void *arg) { raise(SIGUSR1); return arg; }
int main(void)
{
	pthread_t t;
	struct sigaction a = { 0 };
	a.sa_handler = see;
	sigemptyset(&a.sa_mask);
	sigaction(SIGUSR2, &a, 0);
	signal(SIGUSR1, see);
	pthread_create(&t, 0, sends, 0);
	raise(SIGUSR2);
	pthread_join(t, 0);
	assert(seen == SIGUSR1 || seen == SIGUSR2);
	return 0;
}
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, method := range Translations() {
		if i > 0 && !every.Has(i) {
			continue
		}
		printed, err := translated(t, method, Options{Files: []string{file}})
		if err != nil {
			t.Fatal(err)
		}
		compiles(t, printed, "")
	}
}
