package unwind_test

import (
	"context"
	"flag"
	"os"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/unwind"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var dump = flag.String("dump", "", "a C file whose graph is printed")

func TestDump(t *testing.T) {
	if *dump == "" {
		t.Skip("no -dump")
	}
	var stats unwind.Stats
	g := graphOf(t, compile(t, *dump, ir.LP64), unwind.Options{Property: verdict.Assert, Loop: 2, Stats: &stats})
	t.Logf("%+v\n%s", stats, g)
}

func TestSolve(t *testing.T) {
	if *dump == "" {
		t.Skip("no -dump")
	}
	code := interp.Prepare(compile(t, *dump, ir.LP64))
	for _, eager := range []bool{false, true} {
		out, err := order.New(order.Options{Eager: eager}).Run(context.Background(), &engine.Problem{Code: code, Property: verdict.Assert})
		if err != nil {
			t.Error(err)
			continue
		}
		t.Logf("%s %s %s %v", out.Verdict, out.Reason, out.Detail, out.Marks)
	}
}

var seedFlag = flag.Uint64("genseed", 0, "print this program")

func TestGen(t *testing.T) {
	if *seedFlag != 0 {
		os.WriteFile("/tmp/u1/gen.c", []byte(testgen.Concurrent(testgen.Options{Seed: *seedFlag}).C()), 0o644)
	}
}
