package slice

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(60)

const testVersion = "1"

// testDir returns a new directory with a plan.
func testDir(t testing.TB, properties ...string) *Dir {
	t.Helper()
	p := &Plan{Version: testVersion, Question: json.RawMessage(`{}`), Properties: properties, Program: hashOf(nil), Files: []File{{"a.c", []byte("int main(void) {\xff}")}}}
	d, err := Create(t.TempDir(), p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// testSlice returns a slice of a plan with the given branches; nil: with all executions.
func testSlice(d *Dir, property string, branches []engine.Branch) *Slice {
	s := &Slice{Plan: d.Hash, Property: property, Timeout: time.Second, Memory: 1 << 30}
	if branches != nil {
		s.Engine, s.Part = "order", &engine.Part{Form: hashOf([]byte("graph")), Branches: branches}
	}
	return s
}

// testResult returns a result of a slice.
func testResult(t testing.TB, hash string, j result.Judgement) *Result {
	t.Helper()
	var text bytes.Buffer
	if err := result.New(testVersion, []string{"a.c"}, []result.Judgement{j}, result.Origin{}).WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	return &Result{Slice: hash, Version: testVersion, Machine: "here", Result: text.Bytes()}
}

// TestFiles checks that slices and results are read as they were written, that writing them again changes
// nothing, and that no byte of a sample can change.
func TestFiles(t *testing.T) {
	d := testDir(t, "assert")
	s := testSlice(d, "assert", []engine.Branch{{At: "rf 1 2", Of: 2, Took: 1}})
	hash, err := d.Add(s)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := d.Add(s); err != nil || again != hash {
		t.Errorf("found %s, %v, want %s", again, err, hash)
	}
	if err := d.Finish(testResult(t, hash, result.Judgement{Property: "assert", Verdict: verdict.Safe})); err != nil {
		t.Fatal(err)
	}
	d, err = Open(d.path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.pieces()
	if err != nil || len(list) != 1 || list[0].judgement == nil || list[0].judgement.Verdict != verdict.Safe || !slices.Equal(list[0].slice.Part.Branches, s.Part.Branches) {
		t.Fatalf("found %+v, %v", list, err)
	}
	for _, name := range []string{planName, hash + sliceEnd, hash + resultEnd} {
		text, err := os.ReadFile(d.file(name))
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(text); at += 5 {
			for _, change := range [][]byte{slices.Concat(text[:at], []byte{text[at] ^ 1}, text[at+1:]), text[:at], slices.Concat(text[:at], text[at+1:])} {
				if err := os.WriteFile(d.file(name), change, 0o666); err != nil {
					t.Fatal(err)
				}
				if name == planName {
					if _, err := Open(d.path); err == nil {
						t.Fatalf("a plan with a change of byte %d is accepted: %q", at, change)
					}
				} else if list, err := d.pieces(); err != nil || list[0].judgement != nil {
					t.Fatalf("%s with a change of byte %d is accepted: %q", name, at, change)
				}
			}
		}
		if err := os.WriteFile(d.file(name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Create(d.path, &Plan{Version: "2", Question: json.RawMessage(`{}`), Properties: []string{"assert"}, Program: hashOf(nil)}); !errors.Is(err, ErrOther) {
		t.Errorf("another plan: %v", err)
	}
}

// FuzzFiles checks that what reads is written to the same text.
func FuzzFiles(f *testing.F) {
	d := testDir(f, "assert", "race")
	add := func(kind string, v checked) {
		text, _, err := seal(kind, v)
		if err != nil {
			f.Fatal(err)
		}
		_, body, _ := strings.Cut(string(text), "\n")
		f.Add(body)
	}
	add(planKind, d.Plan)
	add(sliceKind, testSlice(d, "race", []engine.Branch{{At: "rf 1 2", Of: 2, Took: 1}}))
	add(sliceKind, testSlice(d, "race", nil))
	add(resultKind, testResult(f, d.Hash, result.Judgement{Property: "race", Verdict: verdict.Bounded}))
	f.Fuzz(func(t *testing.T, body string) {
		for kind, v := range map[string]checked{planKind: &Plan{}, sliceKind: &Slice{}, resultKind: &Result{}, runningKind: &running{}} {
			text := kind + " " + hashOf([]byte(body)) + "\n" + body // or hardly anything gets beyond the hash
			hash, err := unseal(kind, []byte(text), v)
			if err != nil {
				continue
			}
			if again, same, err := seal(kind, v); err != nil || string(again) != text || same != hash {
				t.Errorf("%s: %v: read %q, written %q", kind, err, text, again)
			}
			if r, is := v.(*Result); is {
				result.Read("result", r.Result)
			}
		}
	})
}

// tree is a random tree of parts: the ways to its nodes, and to its leaves.
type tree struct{ nodes, leaves [][]engine.Branch }

func (x *tree) grow(rng *rand.Rand, way []engine.Branch, depth int) {
	x.nodes = append(x.nodes, way)
	if depth == 0 || len(way) > 0 && rng.IntN(3) == 0 {
		x.leaves = append(x.leaves, way)
		return
	}
	of, at := 2+rng.IntN(2), fmt.Sprintf("rf %d 0", len(x.nodes))
	for took := range of {
		x.grow(rng, append(slices.Clone(way), engine.Branch{At: at, Of: of, Took: took}), depth-1)
	}
}

// TestUncovered compares with the leaves of random trees.
func TestUncovered(t *testing.T) {
	missed, full := 0, 0
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 1))
		var x tree
		x.grow(rng, []engine.Branch{}, 4)
		var parts [][]engine.Branch
		for _, n := range x.nodes {
			if slices.ContainsFunc(x.leaves, func(l []engine.Branch) bool { return slices.Equal(l, n) }) && rng.IntN(12) > 0 || rng.IntN(8) == 0 && len(n) > 0 {
				parts = append(parts, n)
			}
		}
		rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		has := func(leaf []engine.Branch) bool {
			return slices.ContainsFunc(parts, func(p []engine.Branch) bool { return within(leaf, p) })
		}
		want := !slices.ContainsFunc(x.leaves, func(l []engine.Branch) bool { return !has(l) })
		way, ok := Uncovered(parts)
		if ok != want {
			t.Errorf("seed %d: found %t, want %t: %v of %v", seed, ok, want, parts, x.leaves)
		}
		if !ok {
			missed++
			if !slices.ContainsFunc(x.leaves, func(l []engine.Branch) bool { return within(l, way) && !has(l) }) {
				t.Errorf("seed %d: %v is covered by %v", seed, way, parts)
			}
		} else {
			full++
		}
	}
	if missed == 0 || full == 0 {
		t.Errorf("%d covers with a gap, %d without one", missed, full)
	}
}

// written has the results of a test's directory that are still valid.
type written struct {
	names    []string          // of slices
	valid    [][]engine.Branch // of safe and bounded results
	marks    []verdict.Mark
	bounded  bool
	violated bool // a violation that replays
}

// write writes a slice and a random result of a node of a tree; of one in so many, something is wrong with the
// result; 0: of none.
func (w *written) write(t *testing.T, rng *rand.Rand, d *Dir, way []engine.Branch, leaf, violations bool, faults int) {
	t.Helper()
	hash, err := d.Add(testSlice(d, "assert", way))
	if err != nil {
		t.Fatal(err)
	}
	w.names = append(w.names, hash)
	j := result.Judgement{Property: "assert", Verdict: verdict.Safe}
	switch n := rng.IntN(10); {
	case n == 0 && faults > 0 || !leaf:
		j.Verdict, j.Reason = verdict.Unknown, verdict.Timeout
	case n < 4 && rng.IntN(2) == 0:
		j.Verdict, j.Bounds = verdict.Bounded, []verdict.Mark{{Bound: verdict.LoopBound, Limit: len(w.names)}}
	case n < 6 && violations:
		j.Verdict, j.Message = verdict.Violation, []string{"it replays", "it does not"}[rng.IntN(2)]
	}
	r, fault := testResult(t, hash, j), 0
	if faults > 0 && rng.IntN(faults) == 0 {
		fault = 1 + rng.IntN(5)
	}
	switch fault {
	case 1: // lost
		return
	case 2:
		r.Version = "2"
	case 3:
		r.Slice = hashOf([]byte(hash))
	case 4:
		r = testResult(t, hash, result.Judgement{Property: "race", Verdict: verdict.Safe})
	}
	text, _, err := seal(resultKind, r)
	if err != nil {
		t.Fatal(err)
	}
	if fault == 5 { // damaged
		text[rng.IntN(len(text))] ^= 1 << rng.IntN(8)
	}
	if err := d.write(hash+resultEnd, text); err != nil {
		t.Fatal(err)
	}
	if rng.IntN(8) == 0 { // a copy under the name of no slice
		if err := d.write(hashOf(text)+resultEnd, text); err != nil {
			t.Fatal(err)
		}
	}
	if fault != 0 {
		return
	}
	switch j.Verdict {
	case verdict.Violation:
		w.violated = w.violated || j.Message == "it replays"
	case verdict.Bounded:
		w.bounded, w.marks, w.valid = true, append(w.marks, j.Bounds...), append(w.valid, way)
	case verdict.Safe:
		w.valid = append(w.valid, way)
	}
}

// lose removes a slice, unless the test needs its result.
func (w *written) lose(t *testing.T, d *Dir, name string) {
	t.Helper()
	s, err := d.Slice(name)
	if err != nil {
		t.Fatal(err)
	}
	p := piece{hash: name, slice: s}
	if p.readResult(d); p.judgement != nil && p.judgement.Verdict != verdict.Safe {
		return
	}
	if err := os.Remove(d.file(name + sliceEnd)); err != nil {
		t.Fatal(err)
	}
	w.valid = slices.DeleteFunc(w.valid, func(way []engine.Branch) bool { return slices.Equal(way, s.Part.Branches) })
}

// verdict is the verdict that has to be merged.
func (w *written) verdict() verdict.Verdict {
	switch _, ok := Uncovered(w.valid); {
	case w.violated:
		return verdict.Violation
	case !ok:
		return verdict.Unknown
	case w.bounded:
		return verdict.Bounded
	}
	return verdict.Safe
}

// TestMerge merges random results of random trees, and compares with the results that are valid. Others
// are lost, copied, damaged, or of another version or slice.
func TestMerge(t *testing.T) {
	count := make(map[verdict.Verdict]int)
	for seed := range generated.All() {
		rng := rand.New(rand.NewPCG(seed, 2))
		var x tree
		x.grow(rng, []engine.Branch{}, 3)
		d := testDir(t, "assert", "race")
		faults, violations := []int{0, 4, 12}[rng.IntN(3)], rng.IntN(4) == 0
		var w written
		for _, way := range x.nodes {
			leaf := slices.ContainsFunc(x.leaves, func(l []engine.Branch) bool { return slices.Equal(l, way) })
			if len(way) > 0 && (leaf || rng.IntN(4) == 0) {
				w.write(t, rng, d, way, leaf, violations, faults)
			}
		}
		if faults == 12 && rng.IntN(2) == 0 {
			w.lose(t, d, w.names[rng.IntN(len(w.names))])
		}
		got, err := d.Merge(func(j *result.Judgement) (*result.Judgement, error) {
			if j.Message != "it replays" {
				return nil, errors.New("it does not")
			}
			return j, nil
		})
		if err != nil || len(got) != 2 {
			t.Fatalf("seed %d: %v, %v", seed, got, err)
		}
		want, j := w.verdict(), got[0]
		count[want]++
		if j.Verdict != want || j.Property != "assert" {
			t.Errorf("seed %d: found %s of %s, want %s: %v of %v", seed, j.Verdict, j.Property, want, w.valid, x.leaves)
		}
		for _, m := range w.marks {
			if want == verdict.Bounded && !slices.Contains(j.Bounds, m) {
				t.Errorf("seed %d: the mark %v is lost", seed, m)
			}
		}
		if want == verdict.Unknown && !slices.ContainsFunc(w.names, func(name string) bool { return strings.Contains(j.Message, name) }) && !strings.Contains(j.Message, "is not there") {
			t.Errorf("seed %d: %q names no slice", seed, j.Message)
		}
		if j := got[1]; j.Verdict != verdict.Unknown || j.Reason != Missing {
			t.Errorf("seed %d: a property without slices is %s (%s)", seed, j.Verdict, j.Reason)
		}
	}
	for v := verdict.Safe; v <= verdict.Violation; v++ {
		if count[v] == 0 {
			t.Errorf("no merge is %s", v)
		}
	}
	t.Log(count)
}
