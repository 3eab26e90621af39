package compare

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// TestSurvey reports two experiments together, with invented features of some questions.
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
	features := make(map[string]Features)
	for _, a := range translations.Answers(measured(translations)) {
		p, err := parsePoint(a.Cell)
		if err != nil {
			t.Fatal(err)
		}
		if p.length > 2 {
			features[a.Question] = Features{threadCount: p.threads, accesses: 2 * p.threads * p.length, writes: p.threads * p.length, terms: 100}
		}
	}
	sameReport(t, "survey.txt", Survey([]Part{
		{Name: "translations", Experiment: translations, Results: measured(translations), Features: features, Left: translations.Cells[:3], Took: 90 * time.Second},
		{Name: "proofs", Experiment: proofs, Results: []cell.Result{proved("pdr", "safe", time.Second), proved("bdd", "unknown", time.Minute), proved("order", "bounded", time.Second)}},
	}))
}

// TestAnswers: every experiment lists its results that answer a question. All of them include order,
// since the other methods are compared with it.
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
			answers, against := e.Answers(results), 0
			for _, c := range classes(answers) {
				against += len(scores(answers, &c))
			}
			if against == 0 {
				t.Errorf("%s: nothing is held against order", name)
			}
			for _, a := range answers {
				if i := slices.IndexFunc(e.Cells, func(c cell.Cell) bool { return slices.Equal(c.Key, a.Cell) }); i < 0 || len(e.Cells[i].Asks) == 0 || a.Program == "" {
					t.Errorf("%s: the question of an answer is unknown: %+v", name, a)
				} else if c := &e.Cells[i]; !slices.Equal(c.Asks, c.Args[len(c.Args)-len(c.Asks):]) && name != "mu" {
					t.Errorf("%s: asks %q, of %q", name, c.Asks, c.Args)
				}
			}
		}
		if e.Report(nil).Title == "" {
			t.Errorf("%s has no title", name)
		}
	}
}

// TestStanding: small differences are not wins, and differences that may be chance decide nothing.
func TestStanding(t *testing.T) {
	for _, c := range []struct {
		a, b Answer
		wins bool
	}{
		{Answer{Settled: true, Seconds: 4}, Answer{Settled: false, Seconds: 5}, true},
		{Answer{Settled: false, Seconds: 4}, Answer{Settled: false, Seconds: 5}, false},
		{Answer{Settled: true, Seconds: 1}, Answer{Settled: true, Seconds: 1.19}, false},
		{Answer{Settled: true, Seconds: 0.01}, Answer{Settled: true, Seconds: 0.1}, false},
		{Answer{Settled: true, Seconds: 1}, Answer{Settled: true, Seconds: 1.3}, true},
	} {
		if c.a.wins(&c.b) != c.wins || c.b.wins(&c.a) {
			t.Errorf("%+v against %+v", c.a, c.b)
		}
	}
	for _, c := range []struct {
		questions, long, wins, losses int
		want                          standing
	}{
		{7, 7, 7, 0, untried}, {8, 8, 6, 0, better}, {8, 8, 5, 0, undecided}, {20, 20, 0, 6, worse}, {20, 20, 10, 10, undecided}, {20, 20, 1, 1, alike}, {20, 20, 2, 1, undecided},
		{20, 10, 1, 1, undecided}, {20, 7, 0, 0, undecided}, {20, 5, 5, 0, quick}, {20, 20, 15, 5, better}, {20, 20, 14, 6, undecided},
	} {
		s := score{questions: c.questions, long: c.long, wins: c.wins, losses: c.losses}
		if got := s.standing(); got != c.want {
			t.Errorf("of %d questions %d won and %d lost: %s, expected %s (%g)", c.questions, c.wins, c.losses, got, c.want, signTest(c.wins, c.losses))
		}
	}
}

// TestDivisions: each value is in one band, and bands have different names.
func TestDivisions(t *testing.T) {
	for i := range divisions {
		d := &divisions[i]
		if d.band(0) != 0 || d.band(1<<30) != len(d.limits) {
			t.Errorf("%s: 0 is in band %d", d.title, d.band(0))
		}
		for band, limit := range d.limits {
			if d.band(limit-1) != band || d.band(limit) != band+1 || d.text(band) == d.text(band+1) {
				t.Errorf("%s: band %d, %q and %q", d.title, band, d.text(band), d.text(band+1))
			}
		}
	}
}

func TestExampleRows(t *testing.T) {
	rows, err := ExampleRows(filepath.Join("..", "..", "..", "examples"))
	if err != nil || len(rows) < 8 {
		t.Fatal(rows, err)
	}
	o := UnwindingOptions{Rows: rows}
	if len(o.rows()) != len(rows) || !slices.ContainsFunc(rows, func(r Row) bool { return r.File == "account_bug.c" }) ||
		slices.ContainsFunc(rows, func(r Row) bool { return r.File == "account_ok.c" }) {
		t.Errorf("%+v", rows)
	}
}
