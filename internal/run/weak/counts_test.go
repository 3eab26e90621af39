package weak

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// published has programs with the numbers of executions that GenMC's tests expect.
const published = "../../../../shared/genmc-counts"

var (
	countRows = flag.String("counts", "", "compare all published numbers of executions whose directory and model match")
	countTime = flag.Duration("counts-time", 20*time.Second, "for each row")
)

// TestPublishedCounts compares numbers of executions with published ones.
func TestPublishedCounts(t *testing.T) {
	if *countRows == "" {
		t.Skip("no -counts")
	}
	file, err := os.Open(filepath.Join(published, "index.csv"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip(err)
	}
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	total := map[string]int{}
	for _, row := range rows[1:] {
		name := row[0] + "/" + row[1] + " " + row[2]
		if ok, _ := regexp.MatchString(*countRows, name); !ok {
			continue
		}
		want, _ := strconv.ParseUint(row[3], 10, 64)
		x, took, err := published1(row)
		outcome := "equal"
		switch {
		case err != nil:
			outcome = "error"
			t.Logf("%s: %s: %v", outcome, name, err)
		case x.Refused != "" || x.Incomplete != "":
			outcome = "error"
			t.Logf("%s: %s: %s %s %s, %d of %d", outcome, name, x.Refused, x.RefusedAt.Text(nil), x.Incomplete, x.Executions, want)
		case x.Executions > want:
			outcome = "more"
		case x.Executions < want:
			outcome = "fewer"
		}
		if x != nil {
			if outcome == "more" || outcome == "fewer" {
				t.Logf("%s: %s: %d, published %d; %d blocked, %d runs, %v, limits %v", outcome, name, x.Executions, want, x.Blocked, x.Runs, took.Round(time.Millisecond), x.Limits)
			}
			if len(x.Violations) > 0 {
				t.Logf("%s: violation: %s", name, x.Violations[0].Violation.Message)
			}
		}
		total[outcome]++
	}
	t.Log(total)
}

func published1(row []string) (*Exploration, time.Duration, error) {
	m, err := ModelOf(row[2])
	if err != nil {
		return nil, 0, err
	}
	path := filepath.Join(published, row[0], row[1])
	args, _, _ := strings.Cut(row[4], ";")
	opts := front.Options{Files: []string{path}, Model: ir.LP64}
	unwind := 0
	for _, arg := range strings.Fields(args) {
		switch {
		case strings.HasPrefix(arg, "-D"):
			opts.Defines = append(opts.Defines, arg[2:])
		case strings.HasPrefix(arg, "-I"):
			opts.IncludeDirs = append(opts.IncludeDirs, filepath.Join(published, strings.TrimPrefix(arg[2:], "./tests/")))
		case strings.HasPrefix(arg, "-no-unroll="):
			unwind = 0
		case strings.HasPrefix(arg, "-unroll="):
			unwind, _ = strconv.Atoi(arg[8:])
		}
	}
	r, err := front.Compile(context.Background(), opts)
	if err != nil {
		return nil, 0, err
	}
	if r.Program == nil {
		return nil, 0, errors.New(r.Diagnostics[0].Message)
	}
	properties := interp.PropertySet(verdict.Assert)
	began := time.Now()
	x, err := Explore(context.Background(), interp.Prepare(r.Program), Options{Model: m, Properties: properties, Budget: *countTime, Unwind: unwind, ConstantUnwind: unwind})
	return x, time.Since(began), err
}
