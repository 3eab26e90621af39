package heddle

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// TestRacesOfPapers compares the races of a paper's worked example with the races that the explorer finds
// in all its executions. Every engine's race must be one of them.
func TestRacesOfPapers(t *testing.T) {
	file := filepath.Join("testdata", "papers", "ganai_gupta_race.c")
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	stated := regexp.MustCompile(`(?m)Races: (.*)$`).FindSubmatch(source)
	if stated == nil {
		t.Fatal("no races are stated")
	}
	want := strings.Split(string(stated[1]), ", ")

	code := interp.Prepare(compile(t, file, ir.LP64))
	for _, reduction := range []smc.Reduction{smc.NoReduction, smc.DPOR} {
		found, err := smc.Explore(context.Background(), code, smc.Options{
			Properties: interp.PropertySet(verdict.Race), Reduction: reduction,
		})
		if err != nil || !found.Complete || !found.Exact {
			t.Fatalf("incomplete: %+v, %v", found, err)
		}
		var got []string
		for i := range found.Violations {
			got = append(got, racingLabels(t, source, &found.Violations[i].Violation))
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("races %v, want %v", got, want)
		}
	}
	for _, engine := range Engines() {
		result, err := Check(context.Background(), Options{Files: []string{file}, Properties: []string{"race"}, Engine: engine})
		if err == nil && (result.Reason == "not-proved" || result.Reason == "not-built") {
			continue // the engine finds proofs only, or does not know races
		}
		if err != nil || result.Verdict != Violation {
			t.Errorf("%s: %+v, %v", engine, result, err)
			continue
		}
		if race := racingLabels(t, source, replayedRace(t, code, result.Trace)); !slices.Contains(want, race) {
			t.Errorf("%s: race %s, want one of %v", engine, race, want)
		}
	}
}

// replayedRace returns the race that a trace leads to.
func replayedRace(t *testing.T, code *interp.Code, tr *trace.Trace) *interp.Violation {
	t.Helper()
	run, err := interp.ReplayCode(context.Background(), code, tr, interp.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if run.Violation == nil || run.Violation.First == nil {
		t.Fatalf("replayed to %+v", run)
	}
	return run.Violation
}

// racingLabels names the two accesses of a race by the labels at the ends of
// their lines.
func racingLabels(t *testing.T, source []byte, v *interp.Violation) string {
	t.Helper()
	lines := strings.Split(string(source), "\n")
	var labels []string
	for _, pos := range []ir.Pos{v.First.Pos, v.Pos} {
		_, label, ok := strings.Cut(lines[pos.Line-1], "// ")
		if !ok {
			t.Fatalf("no label in line %d", pos.Line)
		}
		labels = append(labels, label)
	}
	slices.Sort(labels)
	return strings.Join(labels, "/")
}

// TestBoundsOfBluetooth finds, by exploration, the fewest contexts and the fewest rounds in which the
// Bluetooth driver fails, for every size.
func TestBoundsOfBluetooth(t *testing.T) {
	bounds := []struct {
		name   string
		fewest int
		set    func(n int) smc.Bounds
	}{
		{"contexts", 3, func(n int) smc.Bounds { return smc.Bounds{Contexts: smc.AtMost(n)} }},
		{"rounds", 2, func(n int) smc.Bounds { return smc.Bounds{Rounds: smc.AtMost(n)} }},
	}
	for adders := 1; adders <= 3; adders++ {
		for copies := 1; copies <= 2; copies++ {
			r, err := front.Compile(context.Background(), front.Options{
				Files:   []string{filepath.Join("examples", "bluetooth_adders_bug.c")},
				Defines: []string{fmt.Sprintf("ADDERS=%d", adders), fmt.Sprintf("COPIES=%d", copies)},
			})
			if err != nil || r.Program == nil {
				t.Fatal(err, r.Diagnostics)
			}
			code := interp.Prepare(r.Program)
			for _, b := range bounds {
				for n := 1; n <= b.fewest+1; n++ {
					found, err := smc.Explore(context.Background(), code, smc.Options{
						Properties: interp.PropertySet(verdict.Assert), Reduction: smc.Hashing, Bounds: b.set(n), StopAtFirst: true,
					})
					if err != nil || len(found.Violations) == 0 && !found.Complete {
						t.Fatalf("incomplete: %+v, %v", found, err)
					}
					if fails := len(found.Violations) > 0; fails != (n >= b.fewest) {
						t.Errorf("%d adders, %d copies, %d %s: violated is %v", adders, copies, n, b.name, fails)
					}
				}
			}
		}
	}
}
