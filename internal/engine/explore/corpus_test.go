package explore

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	corpus = testflag.Corpus()
	only   = testflag.Only()
	safely = flag.Duration("safe", 0, "time for a row of the corpus that is expected to be safe; 0: -patience")
)

// corpusProperties maps the property names of the corpus to sets of properties.
var corpusProperties = map[string]interp.Properties{
	"assert":       interp.PropertySet(verdict.Assert, verdict.Reach),
	"unreach-call": interp.PropertySet(verdict.Assert, verdict.Reach),
	"no-deadlock":  interp.PropertySet(verdict.Deadlock),
	"no-data-race": interp.PropertySet(verdict.Race),
}

// TestCorpus explores the programs of the corpus. No verdict may contradict the
// stated one but where docs/develop/corpus-notes.md argues that the stated one is wrong,
// and 70 % of the expected violations must be found, of races and of the rest.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	argued, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "develop", "corpus-notes.md"))
	if err != nil {
		t.Fatal(err)
	}
	expected, found := map[bool]int{}, map[bool]int{}
	safe, rows := 0, 0
	for _, row := range testprog.Corpus(t, only) {
		if corpusProperties[row.Property] == 0 {
			continue
		}
		violation, limit := row.Expected == "violation", *patience
		if !violation && *safely > 0 {
			limit = *safely
		}
		began := time.Now()
		got, detail := exploreRow(t, &row, limit)
		line := fmt.Sprintf("%s,%s,%s,%s,%.1f,%s", row.File, row.Property, row.Expected, got, time.Since(began).Seconds(), detail)
		race := row.Property == "no-data-race"
		rows++
		wrong := violation && got == "safe" || !violation && got == "violation" || got == "error"
		switch {
		case wrong && strings.Contains(string(argued), fmt.Sprintf("\n## %s, %s\n", row.File, row.Property)):
			t.Logf("argued: %s", line)
			continue
		case wrong:
			t.Errorf("wrong: %s", line)
		case !violation && got == "safe":
			safe++
		}
		if violation {
			expected[race]++
			if got == "violation" {
				found[race]++
			} else {
				t.Logf("missed: %s", line)
			}
		}
	}
	t.Logf("%d of %d races and %d of %d other violations found, %d proved safe, of %d rows", found[true], expected[true], found[false], expected[false], safe, rows)
	for _, race := range []bool{false, true} {
		if 100*found[race] < 70*expected[race] {
			t.Errorf("races %v: %d of %d violations found, expected 70 %%", race, found[race], expected[race])
		}
	}
}

// exploreRow returns the verdict of a row, replayed, or error.
func exploreRow(t *testing.T, row *testprog.Row, limit time.Duration) (got, detail string) {
	p := row.Compile(t)
	if p == nil {
		return "uncompiled", ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	code := interp.Prepare(p)
	r, err := Explore(ctx, Task{Code: code, Properties: corpusProperties[row.Property], Environment: ir.DefaultEnvironment, Reduction: smc.DPOR, Random: true, Memory: 2 << 30})
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
