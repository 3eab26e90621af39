package heddle

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/testkit/svcomptest"
)

// TestWitnesses checks the witnesses of every violation and proof of the examples, and with -corpus of the
// corpus. Each keeps the rules of the format and is confirmed. A witness in GraphML, which has lines only,
// may have too few details, but is not refuted. Verdicts limited by time or bounds have none.
func TestWitnesses(t *testing.T) {
	var tasks []Options
	files, err := filepath.Glob("examples/*_*.c")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		if every.Has(i) {
			for _, p := range []string{"assert", "race"} {
				tasks = append(tasks, Options{Files: []string{f}, Properties: []string{p}})
			}
		}
	}
	if *corpus {
		tasks = append(tasks, corpusTasks(t)...)
	}
	confirmed, none := 0, 0
	for _, opts := range tasks {
		opts.Timeout, opts.PhysicalLines = *patience, true
		if witnessed(t, opts) {
			confirmed++
		} else {
			none++
		}
	}
	t.Logf("%d witnesses confirmed, %d answers without one", confirmed, none)
}

// corpusTasks are the rows of the corpus whose properties have witnesses.
func corpusTasks(t *testing.T) (tasks []Options) {
	dir := filepath.Join("..", "shared", "corpus")
	f, err := os.Open(filepath.Join(dir, "index.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	names := map[string]string{"unreach-call": "reach", "assert": "assert", "no-data-race": "race", "memsafety": "memory", "no-overflow": "overflow"}
	for i, r := range rows[1:] {
		if p := names[r[column["property"]]]; p != "" && every.Has(i) {
			o := Options{Files: []string{filepath.Join(dir, r[column["file"]])}, Properties: []string{p}, Arch: r[column["arch"]]}
			for _, d := range strings.Fields(r[column["defines"]]) {
				o.Defines = append(o.Defines, strings.TrimPrefix(d, "-D"))
			}
			tasks = append(tasks, o)
		}
	}
	return tasks
}

// witnessed checks a task, writes its witness and confirms it. It reports whether there is one.
func witnessed(t *testing.T, opts Options) bool {
	t.Helper()
	name := opts.Files[0] + " " + opts.Properties[0]
	result, err := Check(context.Background(), opts)
	var input *InputError
	switch {
	case errors.As(err, &input): // whether the corpus compiles is a test of the front end
		t.Logf("%s: %v", name, err)
		return false
	case err != nil:
		t.Errorf("%s: %v", name, err)
		return false
	}
	if result.Verdict == Unknown || result.Verdict == Bounded {
		return false
	}
	for _, format := range []WitnessFormat{YAML, GraphML} {
		text, err := Witness(context.Background(), opts, result, format)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return false
		}
		if format == YAML {
			if err := svcomptest.Lint(text); err != nil {
				t.Errorf("%s: %v\n%s", name, err, text)
			}
		}
		asked := opts
		asked.Properties, asked.Arch = nil, "" // the witness has them
		asked.Timeout = max(5*time.Second, *patience)
		answer, err := CheckWitness(context.Background(), asked, "witness", text)
		switch {
		case err != nil:
			t.Errorf("%s: %v\n%s", name, err, text)
		case format == GraphML && answer.Status == Undecided:
			t.Logf("%s: in GraphML: %s", name, answer.Why)
		case answer.Status != Confirmed:
			t.Errorf("%s: %s: %s\n%s", name, answer.Status, answer.Why, text)
		case len(answer.Warnings) > 0:
			t.Errorf("%s: %v", name, answer.Warnings)
		}
	}
	return true
}

// TestWitnessOfRaceApart checks the witness of a race that a relaxed load leaves unordered. The accesses
// are never adjacent, so no execution can represent the race; the witness is not refuted.
func TestWitnessOfRaceApart(t *testing.T) {
	const text = `#include <pthread.h>
#include <stdatomic.h>
int data; atomic_int first, second;
void *write(void *arg) { data = 1; atomic_store_explicit(&first, 1, memory_order_release); return arg; }
void *pass(void *arg) { if (atomic_load_explicit(&first, memory_order_relaxed)) atomic_store_explicit(&second, 1, memory_order_release); return arg; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, write, 0);
	pthread_create(&u, 0, pass, 0);
	if (atomic_load_explicit(&second, memory_order_acquire))
		data++;
	return 0;
}
`
	file := filepath.Join(t.TempDir(), "apart.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	opts := Options{Files: []string{file}, Properties: []string{"race"}, Timeout: *patience, PhysicalLines: true}
	result, err := Check(context.Background(), opts)
	if err != nil || result.Verdict != Violation {
		t.Fatalf("%v, %v", result, err)
	}
	witness, err := Witness(context.Background(), opts, result, YAML)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := CheckWitness(context.Background(), opts, "witness", witness)
	if err != nil || answer.Status == Refuted {
		t.Errorf("%v, %v", answer, err)
	}
}
