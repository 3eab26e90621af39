package heddle

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/slice"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

var slicedPrograms = flag.Int("sliced", 16, "how many generated programs are judged in slices")

// TestSlices judges generated programs in slices: by properties, and by parts of the executions. Then results are lost,
// copied, damaged, or get another version. The merged verdicts are those of the whole check, or unknown with
// the name of a slice.
func TestSlices(t *testing.T) {
	count := make(map[string]int)
	for seed := range uint64(*slicedPrograms) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			text := testgen.Concurrent(testgen.Options{Seed: seed}).C()
			name := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			opts := Options{Files: []string{name}, Properties: []string{"assert", "race", "deadlock"}, Timeout: 20 * time.Second, Jobs: 1}
			rng := rand.New(rand.NewPCG(seed, 1))
			if seed%3 != 0 { // else by properties only
				opts.Unwind = 1 + rng.IntN(2)
				opts.Model = "sc"
			}
			whole, err := Check(context.Background(), opts)
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(t.TempDir(), "slices")
			n, err := Slice(context.Background(), opts, dir, 3+rng.IntN(10))
			if err != nil {
				t.Fatal(err)
			}
			if n > 3 {
				count["cut"]++
			}
			for _, hash := range slicesIn(t, dir, ".slice") {
				if err := WorkSlice(context.Background(), dir, hash); err != nil {
					t.Fatal(err)
				}
			}
			compare := func(what string) {
				t.Helper()
				merged, err := Merge(context.Background(), Options{}, dir)
				if err != nil {
					t.Fatal(err)
				}
				names := slicesIn(t, dir, ".slice")
				for i, want := range whole.Judgements() {
					got := merged.Judgements()[i]
					named := slices.ContainsFunc(names, func(n string) bool { return strings.Contains(got.Message, n) }) || strings.Contains(got.Message, "is not there")
					switch {
					case got.Property != want.Property:
						t.Errorf("%s: found %s, want %s", what, got.Property, want.Property)
					case got.Verdict == Unknown && got.Verdict != want.Verdict && named:
						count[what+" named"]++
					case got.Verdict != want.Verdict && (want.Verdict != Unknown || want.Reason != "timeout"):
						t.Errorf("%s: %s: found %s (%s %s), want %s (%s)", what, got.Property, got.Verdict, got.Reason, got.Message, want.Verdict, want.Reason)
					default:
						count[what+" same"]++
					}
				}
			}
			compare("all")
			for range 3 {
				what := disturb(t, rng, dir)
				compare(what)
			}
		})
	}
	t.Log(count)
	if count["all same"] == 0 || count["cut"] == 0 {
		t.Errorf("nothing was compared: %v", count)
	}
}

// slicesIn lists the hashes of the files with an end.
func slicesIn(t *testing.T, dir, end string) (list []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+end))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		list = append(list, strings.TrimSuffix(filepath.Base(f), end))
	}
	return list
}

// disturb makes one thing wrong with the results, and returns what that is.
func disturb(t *testing.T, rng *rand.Rand, dir string) string {
	t.Helper()
	list := slicesIn(t, dir, ".result")
	if len(list) == 0 {
		return "nothing left"
	}
	one, other := list[rng.IntN(len(list))], list[rng.IntN(len(list))]
	name := filepath.Join(dir, one+".result")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	what := []string{"lost", "copied", "damaged", "cut off", "of another version"}[rng.IntN(5)]
	switch what {
	case "lost":
		err = os.Remove(name)
	case "copied":
		err = os.WriteFile(filepath.Join(dir, other+".result"), text, 0o666)
	case "damaged":
		text[rng.IntN(len(text))] ^= 1 << rng.IntN(8)
		err = os.WriteFile(name, text, 0o666)
	case "cut off":
		err = os.WriteFile(name, text[:rng.IntN(len(text))], 0o666)
	case "of another version":
		err = os.WriteFile(name, []byte(strings.Replace(string(text), `"version":"`, `"version":"9`, 1)), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return what
}

// TestSlicesAlone checks that slices need nothing but their directory, and that a changed program or option is
// another check.
func TestSlicesAlone(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	header := file("n.h", "#define N 1\n")
	opts := Options{Files: []string{file("p.c", "#include \"n.h\"\n#include <assert.h>\n#include <pthread.h>\nint x;\nvoid *f(void *p) { x += N; return p; }\nint main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); assert(x == 1); }\n")},
		Properties: []string{"assert", "race"}, Unwind: 2, Timeout: 20 * time.Second}
	into := filepath.Join(dir, "slices")
	n, err := Slice(context.Background(), opts, into, 4)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Slice(context.Background(), opts, into, 4)
	if err != nil || again != n || len(slicesIn(t, into, ".slice")) != n {
		t.Errorf("cut again: %d slices, %v, want %d", again, err, n)
	}
	file("n.h", "#define N 2\n")
	var input *InputError
	if _, err := Slice(context.Background(), opts, into, 4); !errors.As(err, &input) {
		t.Errorf("another program: %v", err)
	}
	if err := errors.Join(os.Remove(header), os.Remove(opts.Files[0])); err != nil {
		t.Fatal(err)
	}
	for _, hash := range slicesIn(t, into, ".slice") {
		if err := WorkSlice(context.Background(), into, hash); err != nil {
			t.Fatal(err)
		}
	}
	merged, err := Merge(context.Background(), Options{}, into)
	if err != nil || merged.Verdict != Safe {
		t.Errorf("found %v, %v, want safe", merged, err)
	}
	for _, refused := range []Options{{Accept: "a"}, {Baseline: "a"}, {Paranoid: true}, {First: true}, {All: true}, {Model: "a.cat"}, {Properties: []string{"termination"}}} {
		refused.Files = []string{file("q.c", "int main(void) { return 0; }")}
		if _, err := Slice(context.Background(), refused, filepath.Join(dir, "other"), 1); !errors.As(err, &input) {
			t.Errorf("%+v: %v", refused, err)
		}
	}
}

// TestSlicesCutAgain checks that the children of a slice stand for it.
func TestSlicesCutAgain(t *testing.T) {
	dir := t.TempDir()
	opts := Options{Files: []string{"examples/peterson_ok.c"}, Properties: []string{"assert"}, Unwind: 2, Model: "sc", Timeout: 20 * time.Second, Engine: "order"}
	if n, err := Slice(context.Background(), opts, dir, 2); err != nil || n != 2 {
		t.Fatalf("%d slices, %v, want 2", n, err)
	}
	d, err := slice.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	first := slicesIn(t, dir, ".slice")
	s, err := d.Slice(first[0])
	if err != nil {
		t.Fatal(err)
	}
	o, err := fromPlan(d.Plan)
	if err != nil {
		t.Fatal(err)
	}
	o.Properties = []string{"assert"}
	if err := o.cutAgain(context.Background(), d, *s, first[0]); err != nil {
		t.Fatal(err)
	}
	all := slicesIn(t, dir, ".slice")
	if len(all) < 4 {
		t.Errorf("found %d slices, want the 2 and children of one", len(all))
	}
	for _, hash := range all {
		if child, err := d.Slice(hash); err != nil || hash != first[0] && hash != first[1] && (child.Root != first[0] || child.Again != s.Again-1) {
			t.Errorf("child %s: %+v, %v", hash, child, err)
		}
		if hash != first[0] {
			if err := WorkSlice(context.Background(), dir, hash); err != nil {
				t.Fatal(err)
			}
		}
	}
	merged, err := Merge(context.Background(), Options{}, dir)
	if err != nil || merged.Verdict == Unknown || merged.Verdict == Violation {
		t.Errorf("found %v, %v, want no violation", merged, err)
	}
}
