package compare

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/compare/cell"
)

// TestSurvey lays out two experiments together.
func TestSurvey(t *testing.T) {
	o := TranslationOptions{Dir: "d", Engines: methodNames(), Methods: []string{"lr", "order"}, Quick: true}
	translations := Translations(o)
	proofs, err := Proofs(t.TempDir(), "d", []Row{{File: "p.c", Property: "assert", Expected: "safe", Arch: "lp64"}})
	if err != nil {
		t.Fatal(err)
	}
	proved := func(engine, verdict string, took time.Duration) cell.Result {
		return cell.Result{Key: []string{"p.c", "assert", "", "lp64", engine, none}, Verdict: verdict, CPU: took, Measures: make([]string, 3)}
	}
	sameReport(t, "survey.txt", Survey([]Part{
		{Name: "translations", Experiment: translations, Results: measured(translations), Left: 3, Took: 90 * time.Second},
		{Name: "proofs", Experiment: proofs, Results: []cell.Result{proved("pdr", "safe", time.Second), proved("bdd", "unknown", time.Minute), proved("order", "bounded", time.Second)}},
	}))
}

// TestAnswers: every experiment says which of its results answer a question, and order is asked
// as well, since the others are held against it.
func TestAnswers(t *testing.T) {
	dir := t.TempDir()
	proofs, err := Proofs(dir, "d", []Row{{File: "p.c", Property: "assert", Expected: "safe", Arch: "lp64"}})
	if err != nil {
		t.Fatal(err)
	}
	engines := append(slices.Concat(variants, interleavingMethods), methodNames()...)
	for name, e := range map[string]*Experiment{
		"translations": Translations(TranslationOptions{Dir: "d", Engines: engines, Quick: true}),
		"mu":           MemoryUnwinding(UnwindingOptions{Dir: "d", Engines: engines, Rows: []Row{{File: "x.c", Property: "assert", Expected: "violation"}}, Quick: true}),
		"paper-a":      LazyToken(LazyTokenOptions{Dir: "d", Depth: 10}),
		"paper-b":      Circuits("d"),
		"paper-d":      Interleavings(InterleavingsOptions{Dir: "d", Engines: engines}),
		"proofs":       proofs,
	} {
		for _, verdict := range []string{"violation", "safe"} {
			var results []cell.Result
			for _, c := range e.Cells {
				results = append(results, cell.Result{Key: c.Key, Verdict: verdict, CPU: time.Second, Measures: make([]string, len(e.Sheet.Measures))})
			}
			settled, base := 0, 0
			for _, a := range e.Answers(results) {
				if a.Settled {
					settled++
				}
				if a.Method == noModel {
					base++
				}
				if a.Settled && verdict == "violation" && slices.Contains([]string{holding, proving, raceFree}, a.Kind) ||
					a.Settled && verdict == "safe" && slices.Contains([]string{failing, hasRace}, a.Kind) {
					t.Errorf("%s: %s settles %+v", name, verdict, a)
				}
			}
			none := name == "mu" && verdict == "safe" || name == "proofs" && verdict == "violation"
			if base == 0 || settled == 0 != none {
				t.Errorf("%s, %s: %d settled, %d of order", name, verdict, settled, base)
			}
			if list := scores(e.Answers(results)); len(list) == 0 {
				t.Errorf("%s: nothing is held against order", name)
			}
		}
		if e.Report(nil).Title == "" {
			t.Errorf("%s has no title", name)
		}
	}
}

func TestExampleRows(t *testing.T) {
	rows, err := ExampleRows(filepath.Join("..", "..", "examples"))
	if err != nil || len(rows) < 8 {
		t.Fatal(rows, err)
	}
	o := UnwindingOptions{Rows: rows}
	if len(o.rows()) != len(rows) || !slices.ContainsFunc(rows, func(r Row) bool { return r.File == "account_bug.c" }) ||
		slices.ContainsFunc(rows, func(r Row) bool { return r.File == "account_ok.c" }) {
		t.Errorf("%+v", rows)
	}
}
