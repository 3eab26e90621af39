package unwind_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

func TestVerdicts(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	root := filepath.Join("..", "..", "..", "shared", "corpus")
	f, _ := os.Open(filepath.Join(root, "index.csv"))
	defer f.Close()
	rows, _ := csv.NewReader(f).ReadAll()
	for _, row := range rows[1:] {
		if row[2] != "assert" && row[2] != "unreach-call" || !strings.Contains(row[0], *only) {
			continue
		}
		model := ir.LP64
		if row[6] == "ilp32" {
			model = ir.ILP32
		}
		r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{filepath.Join(root, row[0])}, Model: model, Defines: strings.Fields(row[5])})
		if err != nil || r.Program == nil {
			t.Logf("ROW skip %s", row[0])
			continue
		}
		prop := verdict.Assert
		if row[2] == "unreach-call" {
			prop = verdict.Reach
		}
		ctx, cancel := context.WithTimeout(context.Background(), *patient)
		start := time.Now()
		out, err := order.New(order.Options{}).Run(ctx, &engine.Problem{Code: interp.Prepare(r.Program), Property: prop})
		cancel()
		if err != nil {
			t.Logf("ROW ERROR want %s: %s %s: %v", row[3], row[0], row[2], err)
			continue
		}
		note := ""
		if out.Verdict.String() != row[3] {
			note = "other"
		}
		if out.Verdict == verdict.Violation && row[3] == "safe" || out.Verdict == verdict.Safe && row[3] != "safe" {
			note = "WRONG"
		}
		t.Logf("ROW %s %s want %s: %s %s %v bound %d %s %v", note, out.Verdict, row[3], row[0], row[2], time.Since(start).Round(time.Millisecond), out.Stats.Bound, out.Reason, out.Detail)
	}
}
