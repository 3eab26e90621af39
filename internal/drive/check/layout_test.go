package check

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestLayout checks that no engine returns safe for an assertion that depends on the addresses of objects.
// If the program does not depend on the layout, an engine that can execute it returns safe.
func TestLayout(t *testing.T) {
	if testing.Short() {
		t.Skip("every engine, one after the other: long under the race detector")
	}
	for _, file := range testprog.Files(t) {
		if ok, _ := filepath.Match("address_*.c", filepath.Base(file)); !ok {
			continue
		}
		want := verdict.Safe
		if testprog.Stated(t, file)[verdict.Assert] == "bounded" {
			want = verdict.Bounded
		}
		for m, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			p := testprog.Compile(t, file, model)
			for i, name := range Engines() {
				// One model each, and by default a tenth of them for each program.
				if name != Auto && (i%2 != m || !every.IsAll() && (i/2+testprog.Turn(file))%10 != 0) {
					continue
				}
				b := NewBudget(t.Context(), 15*time.Second, 0)
				list, err := Run(b, p, Options{Properties: []string{"assert"}, Engine: name, Jobs: 1})
				b.Stop()
				if err != nil {
					t.Errorf("%s %s, %s: %v", filepath.Base(file), model, name, err)
					continue
				}
				if got := list[0]; got.Verdict != want && (got.Verdict != verdict.Unknown || got.Reason != verdict.Unsupported && got.Reason != verdict.NotProved) {
					t.Errorf("%s %s, %s: %s (%s %s), want %s", filepath.Base(file), model, name, got.Verdict, got.Reason, got.Message, want)
				}
			}
		}
	}
}
