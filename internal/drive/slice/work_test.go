package slice

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// pair returns both alternatives below a way.
func pair(way []engine.Branch, at string) (list [][]engine.Branch) {
	for took := range 2 {
		list = append(list, append(slices.Clone(way), engine.Branch{At: at, Of: 2, Took: took}))
	}
	return list
}

// TestWork checks that shards together run each slice once, slices that are cut meanwhile included, and that
// a slice that fails is reported and run again by the next worker.
func TestWork(t *testing.T) {
	d := testDir(t, "assert", "race")
	for _, property := range d.Plan.Properties {
		for _, half := range pair(nil, "rf 1 2") {
			for _, way := range pair(half, "ws 1 2") {
				if _, err := d.Add(testSlice(d, property, way)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	var mu sync.Mutex
	ran := make(map[string]int)
	crashed := ""
	run := func(_ context.Context, hash string) error {
		mu.Lock()
		ran[hash]++
		crash := crashed == ""
		if crash {
			crashed = hash
		}
		mu.Unlock()
		if crash {
			return errors.New("killed")
		}
		s, err := d.Slice(hash)
		if err != nil {
			return err
		}
		j := result.Judgement{Property: s.Property, Verdict: verdict.Safe}
		if way := s.Part.Branches; len(way) == 2 && way[0].Took+way[1].Took == 2 {
			j.Verdict, j.Reason = verdict.Unknown, verdict.Timeout
			for _, child := range pair(way, "lo 1 2") {
				c := *s
				c.Root, c.Part = hash, &engine.Part{Form: s.Part.Form, Branches: child}
				if _, err := d.Add(&c); err != nil {
					return err
				}
			}
		}
		return d.Finish(testResult(t, hash, j))
	}
	failures := 0
	for n := range 3 {
		failed, err := d.Work(context.Background(), Shard{n, 3}, 2, run)
		failures += len(failed)
		if err != nil {
			t.Fatal(err)
		}
		for hash, err := range failed {
			if hash != crashed || !strings.Contains(err.Error(), "killed") || !strings.Contains(err.Error(), hash) {
				t.Errorf("failed: %s: %v", hash, err)
			}
		}
	}
	if failures != 1 || len(ran) != 8+4 {
		t.Errorf("%d slices failed, %d ran, want 1 and 12", failures, len(ran))
	}
	list, err := d.Merge(nil)
	if err != nil || !slices.ContainsFunc(list, func(j result.Judgement) bool {
		return j.Verdict == verdict.Unknown && strings.Contains(j.Message, crashed)
	}) {
		t.Errorf("found %v, %v, want an unknown verdict that names %s", list, err, crashed)
	}
	if failed, err := d.Work(context.Background(), Shard{}, 1, run); err != nil || len(failed) > 0 {
		t.Fatal(failed, err)
	}
	for hash, n := range ran {
		if n > 1 && hash != crashed {
			t.Errorf("slice %s ran %d times", hash, n)
		}
	}
	list, err = d.Merge(nil)
	if err != nil || list[0].Verdict != verdict.Safe || list[1].Verdict != verdict.Safe {
		t.Errorf("found %v, %v", list, err)
	}
}

// TestViolationEnds checks that a violation ends the slices of its property that run, and leaves out the others.
func TestViolationEnds(t *testing.T) {
	d := testDir(t, "assert", "race")
	for _, half := range pair(nil, "rf 1 2") {
		for _, way := range pair(half, "ws 1 2") {
			if _, err := d.Add(testSlice(d, "assert", way)); err != nil {
				t.Fatal(err)
			}
		}
	}
	other, err := d.Add(testSlice(d, "race", nil))
	if err != nil {
		t.Fatal(err)
	}
	waits := make(chan bool, 8)
	ran := 0
	var mu sync.Mutex
	failed, err := d.Work(context.Background(), Shard{}, 2, func(ctx context.Context, hash string) error {
		mu.Lock()
		if hash != other {
			ran++
		}
		first := ran == 1
		mu.Unlock()
		switch {
		case hash == other:
			return d.Finish(testResult(t, hash, result.Judgement{Property: "race", Verdict: verdict.Safe}))
		case first:
			waits <- true
			<-ctx.Done()
			return ctx.Err()
		}
		<-waits
		return d.Finish(testResult(t, hash, result.Judgement{Property: "assert", Verdict: verdict.Violation}))
	})
	if err != nil || len(failed) > 0 || ran != 2 {
		t.Errorf("%v, %v, %d slices ran, want 2", failed, err, ran)
	}
	list, err := d.Merge(func(j *result.Judgement) (*result.Judgement, error) { return j, nil })
	if err != nil || list[0].Verdict != verdict.Violation || list[1].Verdict != verdict.Safe {
		t.Errorf("found %v, %v", list, err)
	}
}

// TestReadOnly checks that nothing half written stays where nothing can be written.
func TestReadOnly(t *testing.T) {
	d := testDir(t, "assert")
	if err := os.Chmod(d.path, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(d.path, 0o777)
	if probe, err := os.Create(d.file("probe")); err == nil {
		probe.Close()
		t.Skip("this user may write into any directory")
	}
	if _, err := d.Add(testSlice(d, "assert", nil)); err == nil || !strings.Contains(err.Error(), "write "+d.path) {
		t.Errorf("found %v", err)
	}
}
