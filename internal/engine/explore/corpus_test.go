package explore

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/interp/smc"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	corpusDir   = flag.String("corpus", filepath.Join("..", "..", "..", "..", "shared", "corpus"), "directory of the corpus")
	corpusLimit = flag.Duration("corpus.limit", 0, "explore the rows of the corpus with an expected violation for so long each; 0: leave the corpus alone")
	corpusSafe  = flag.Duration("corpus.safe", 0, "the time of a row that is expected to be safe; 0: as corpus.limit")
	corpusOnly  = flag.String("corpus.only", "", "only rows whose file or property contains this")
	corpusOut   = flag.String("corpus.out", "", "file to which a line per row is appended")
)

// corpusProperties are what the corpus calls properties.
var corpusProperties = map[string]interp.Properties{
	"assert":       interp.PropertySet(verdict.Assert, verdict.Reach),
	"unreach-call": interp.PropertySet(verdict.Assert, verdict.Reach),
	"no-deadlock":  interp.PropertySet(verdict.Deadlock),
	"no-data-race": interp.PropertySet(verdict.Race),
}

// corpusRow is a row of the corpus index.
type corpusRow struct {
	file, property string
	violation      bool
	defines        []string
	model          ir.DataModel
}

// TestCorpus explores the programs of the corpus. No verdict may contradict the
// stated one but where docs/corpus-notes.md argues that the stated one is wrong,
// and 70 % of the expected violations must be found, of races and of the rest.
func TestCorpus(t *testing.T) {
	if *corpusLimit == 0 {
		t.Skip("no -corpus.limit")
	}
	rows := readCorpus(t)
	argued, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "corpus-notes.md"))
	if err != nil {
		t.Fatal(err)
	}
	expected, found := map[bool]int{}, map[bool]int{}
	safe := 0
	for _, row := range rows {
		limit := *corpusLimit
		if !row.violation && *corpusSafe > 0 {
			limit = *corpusSafe
		}
		began := time.Now()
		got, detail := exploreRow(row, limit)
		line := fmt.Sprintf("%s,%s,%v,%s,%.1f,%s", row.file, row.property, row.violation, got, time.Since(began).Seconds(), detail)
		if *corpusOut != "" {
			appendLine(t, line)
		}
		race := row.property == "no-data-race"
		wrong := row.violation && got == "safe" || !row.violation && got == "violation" || got == "error"
		switch {
		case wrong && strings.Contains(string(argued), fmt.Sprintf("\n## %s, %s\n", row.file, row.property)):
			t.Logf("argued: %s", line)
			continue
		case wrong:
			t.Errorf("wrong: %s", line)
		case !row.violation && got == "safe":
			safe++
		}
		if row.violation {
			expected[race]++
			if got == "violation" {
				found[race]++
			} else {
				t.Logf("missed: %s", line)
			}
		}
	}
	t.Logf("%d of %d races and %d of %d other violations found, %d proved safe, of %d rows", found[true], expected[true], found[false], expected[false], safe, len(rows))
	for _, race := range []bool{false, true} {
		if 100*found[race] < 70*expected[race] {
			t.Errorf("races %v: %d of %d violations found, expected 70 %%", race, found[race], expected[race])
		}
	}
}

func appendLine(t *testing.T, line string) {
	t.Helper()
	f, err := os.OpenFile(*corpusOut, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := fmt.Fprintln(f, line); err != nil {
		t.Fatal(err)
	}
}

// readCorpus returns the rows with a property that exploration judges; without a
// corpus the test is skipped.
func readCorpus(t *testing.T) (rows []corpusRow) {
	t.Helper()
	f, err := os.Open(filepath.Join(*corpusDir, "index.csv"))
	if err != nil {
		t.Skipf("NO CORPUS: %v", err)
	}
	defer f.Close()
	table, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := func(r []string, name string) string { return r[slices.Index(table[0], name)] }
	for _, r := range table[1:] {
		row := corpusRow{file: at(r, "file"), property: at(r, "property"), violation: at(r, "expected") == "violation"}
		if corpusProperties[row.property] == 0 || !strings.Contains(row.file+" "+row.property, *corpusOnly) {
			continue
		}
		for _, d := range strings.Fields(at(r, "defines")) {
			row.defines = append(row.defines, strings.TrimPrefix(d, "-D"))
		}
		if at(r, "arch") == "ilp32" {
			row.model = ir.ILP32
		}
		rows = append(rows, row)
	}
	return rows
}

// exploreRow returns the verdict of a row, replayed, or error.
func exploreRow(row corpusRow, limit time.Duration) (got, detail string) {
	compiled, err := cfront.Compile(context.Background(), cfront.Options{
		Files: []string{filepath.Join(*corpusDir, row.file)}, Model: row.model, Defines: row.defines,
	})
	if err != nil || compiled.Program == nil {
		return "uncompiled", ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	code := interp.Prepare(compiled.Program)
	r, err := Explore(ctx, Task{Code: code, Properties: corpusProperties[row.property], Environment: ir.DefaultEnvironment, Reduction: smc.DPOR, Random: true, Memory: 2 << 30})
	if err != nil {
		return "error", err.Error()
	}
	for i := range r.Found {
		again, cancel := context.WithTimeout(context.Background(), time.Minute)
		_, err := interp.ReplayCode(again, code, r.Found[i].Trace, interp.ReplayOptions{})
		cancel()
		var misfit *interp.MisfitError
		if errors.As(err, &misfit) {
			return "error", "does not replay: " + err.Error()
		}
	}
	detail = fmt.Sprintf("%s %s bound %d executions %d", r.Reason, r.Detail, r.Stats.Bound, r.Counts.Executions)
	if len(r.Found) > 0 {
		v := &r.Found[0].Violation
		detail = fmt.Sprintf("line %d %s", v.Pos.Line, v.Message)
	}
	return r.Verdict.String(), detail
}
