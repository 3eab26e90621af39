package heddle

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var hintRows = flag.Int("hints", 0, "number of hints of programs in ../shared/corpus, svcomp25 and concrat to follow")

// hintTime is the time of each check of TestHintsHelp: short, so that many programs get a hint.
const hintTime = 300 * time.Millisecond

// TestHintsHelp checks programs for a short time and follows the hints that make constants smaller. The
// command line accepts each hint, the verdict is no weaker, and each hinted loop still goes round. The
// programs are a sample of examples and testdata/semantics, with -long all of them, with -corpus also those
// of ../shared/corpus.
func TestHintsHelp(t *testing.T) {
	files := semanticPrograms(t)
	more, err := filepath.Glob(filepath.Join("examples", "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, more...)
	if *corpus {
		files = append(files, corpusFiles(t)...)
	}
	hints := 0
	for i, file := range files {
		if !*long && !every.Has(i) {
			continue
		}
		n, _ := followed(t, Options{Files: []string{file}}, 1)
		hints += n
	}
	n, _ := followed(t, Options{Files: []string{large(t)}, Properties: []string{"assert"}}, 1)
	hints += n
	if hints == 0 {
		t.Error("no program gets a hint")
	}
	t.Logf("%d hints", hints)
}

// TestHintsOfRows follows hints of rows of ../shared/corpus, svcomp25 and concrat, drawn by -seed.
func TestHintsOfRows(t *testing.T) {
	if *hintRows == 0 {
		t.Skip("-hints is 0")
	}
	rng := rand.New(rand.NewPCG(generated.First(), 0))
	properties := map[string]string{"unreach-call": "reach", "no-data-race": "race", "no-overflow": "overflow", "memsafety": "memory"}
	rows := make(map[string][]map[string]string)
	for _, from := range []string{"corpus", "svcomp25", "concrat"} {
		rows[from] = sharedRows(t, from)
		rng.Shuffle(len(rows[from]), func(i, j int) { rows[from][i], rows[from][j] = rows[from][j], rows[from][i] })
	}
	hints, stronger, programs := 0, 0, make(map[string]int)
	for hints < *hintRows && len(rows) > 0 {
		for _, from := range []string{"corpus", "svcomp25", "concrat"} {
			list := rows[from]
			if len(list) == 0 {
				delete(rows, from)
				continue
			}
			row := list[0]
			rows[from] = list[1:]
			opts := Options{Files: []string{filepath.Join("..", "shared", from, row["file"])}, Arch: row["arch"], Defines: strings.Fields(strings.ReplaceAll(row["defines"], "-D", ""))}
			if p := cmp.Or(properties[row["property"]], row["property"]); p != "" {
				opts.Properties = []string{p}
			}
			n, better := followed(t, opts, 20)
			hints, stronger = hints+n, stronger+better
			programs[from]++
		}
	}
	t.Logf("%d hints of %v rows, %d give a stronger verdict", hints, programs, stronger)
}

// sharedRows returns the rows of ../shared/NAME/index.csv, by column.
func sharedRows(t *testing.T, name string) (rows []map[string]string) {
	f, err := os.Open(filepath.Join("..", "shared", name, "index.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := make(map[string]string)
		for i, column := range lines[0] {
			row[column] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// large writes a program that needs a hint.
func large(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "large.c")
	text := `#include <assert.h>
#include <pthread.h>
#define THREADS 50
#define FIRST 3
#define LAST 40
int x;
void *add(void *arg) {
	for (int i = FIRST; i < LAST; i++)
		__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
	return arg;
}
int main(void) {
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], 0);
	assert(x == THREADS * (LAST - FIRST));
	return 0;
}
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// corpusFiles lists the single files of ../shared/corpus.
func corpusFiles(t *testing.T) (files []string) {
	for _, row := range sharedRows(t, "corpus") {
		if file := filepath.Join("..", "shared", "corpus", row["file"]); row["defines"] == "" && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// strength orders verdicts by their value.
func strength(v Verdict) int {
	return map[Verdict]int{Unknown: 0, Bounded: 1, Safe: 2, Violation: 2}[v]
}

// followed checks a program, and again, with longer times the time, with each hint that sets constants. It returns how many
// there were, and how many gave a stronger verdict.
func followed(t *testing.T, opts Options, longer time.Duration) (hints, stronger int) {
	t.Helper()
	opts.Timeout, opts.Jobs = hintTime, 1
	file := opts.Files[0]
	first, err := Check(context.Background(), opts)
	if errors.As(err, new(*InputError)) {
		return 0, 0
	}
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return 0, 0
	}
	tried := make(map[string]bool)
	for _, j := range first.Judgements() {
		flags := strings.Fields(j.Next)
		if len(flags) == 0 || flags[0] != "--set" || tried[j.Next] {
			continue
		}
		tried[j.Next] = true
		hints++
		again := opts
		again.Properties, again.Set, again.Timeout = []string{j.Property}, nil, longer*hintTime
		for i := 1; i < len(flags); i += 2 {
			again.Set = append(again.Set, flags[i])
		}
		if len(again.Set) > 3 {
			t.Errorf("%s: %s has more than three flags", file, j.Next)
		}
		second, err := Check(context.Background(), again)
		before := strength(j.Verdict)
		for range 2 { // other tests may have kept the processors busy
			if err == nil && strength(second.Verdict) < before {
				again.Timeout *= 4
				second, err = Check(context.Background(), again)
			}
		}
		if err != nil {
			t.Errorf("%s: %s: %v", file, j.Next, err)
			continue
		}
		after := strength(second.Verdict)
		if after > before {
			stronger++
		}
		t.Logf("%s: %s: %s, with %s %s", file, j.Property, j.Verdict, j.Next, second.Verdict)
		if after < before && second.Reason != "undefined-behaviour" {
			t.Errorf("%s: %s: %s, with %s only %s (%s)", file, j.Property, j.Verdict, j.Next, second.Verdict, second.Reason)
		}
		stillRound(t, opts, again.Set)
	}
	return hints, stronger
}

// stillRound runs a program with and without some constants set to other values. A loop on whose line one
// of them occurs, and that goes round without the new values, must go round with them.
func stillRound(t *testing.T, opts Options, set []string) {
	t.Helper()
	before, lines := rounds(t, opts, nil)
	after, _ := rounds(t, opts, set)
	for line := range before {
		about := slices.ContainsFunc(set, func(s string) bool {
			name, _, _ := strings.Cut(s, "=")
			place := opts.Files[0] + ":" + line + ":"
			return strings.HasPrefix(name, place) || strings.Contains(lines[line], name)
		})
		if about && !after[line] {
			t.Errorf("%s: with %v the loop in line %s does not go round", opts.Files[0], set, line)
		}
	}
}

// roundsObserver records which loops go round: control reaches a block of theirs other than the header, or
// returns to it.
type roundsObserver struct {
	p     *ir.Program
	round map[string]bool // by line
}

// Observe implements interp.Observer.
func (r *roundsObserver) Observe(_ *interp.Machine, t *interp.Thread, o *interp.Observation) {
	if o.Kind != interp.ObservedBlock {
		return
	}
	id, block, _ := t.Next()
	f := &r.p.Funcs[id]
	if f.Model {
		return
	}
	for _, l := range f.Loops().Loops {
		if block != l.Header && slices.Contains(l.Blocks, block) {
			pos := f.Blocks[l.Header].Pos()
			_, line, _ := strings.Cut(pos.Text(r.p.Files), ":")
			line, _, _ = strings.Cut(line, ":")
			r.round[line] = true
		}
	}
}

// rounds returns the lines of loops that go round in some executions, and the lines' texts.
func rounds(t *testing.T, opts Options, set []string) (round map[string]bool, lines map[string]string) {
	t.Helper()
	settings, err := frontEnd(Options{Files: opts.Files, Arch: opts.Arch, Defines: opts.Defines, Set: set})
	if err != nil {
		t.Fatal(err)
	}
	r, err := front.Compile(context.Background(), settings)
	if err != nil || r.Program == nil {
		t.Fatalf("%s: does not compile with %v: %v", opts.Files[0], set, err)
	}
	o := &roundsObserver{r.Program, make(map[string]bool)}
	code := interp.Prepare(r.Program)
	for seed := range uint64(20) {
		_, _, err := interp.RunCode(context.Background(), code, interp.Options{Seed: seed, MaxSteps: 20_000, Observer: o, Environment: testprog.Environment(t, opts.Files[0])})
		if err != nil {
			t.Fatal(err)
		}
	}
	lines = make(map[string]string)
	text, err := os.ReadFile(opts.Files[0])
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		lines[strconv.Itoa(i+1)] = line
	}
	return o.round, lines
}
