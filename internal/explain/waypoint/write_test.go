package waypoint

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	generated = testflag.Generated(1)
	every     = testflag.Every(18)
)

func compile(t *testing.T, file string, l *probe.List) *ir.Program {
	t.Helper()
	r, err := front.Compile(t.Context(), front.Options{Files: []string{file}, Probes: l})
	if err != nil || r.Program == nil {
		t.Fatalf("%s: %v %v", file, err, r.Diagnostics)
	}
	return r.Program
}

// TestWrite: witnesses of random violating executions can be followed, at every level of detail. The
// program with marks executes the same steps.
func TestWrite(t *testing.T) {
	files, err := filepath.Glob("../../drive/check/validate/testdata/mutants/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		property := verdict.Reach
		if strings.HasPrefix(filepath.Base(file), "race") {
			property = verdict.Race
		}
		set := interp.PropertySet(property)
		empty := &probe.List{}
		plain := interp.Prepare(compile(t, file, empty))
		sites := NewSites(empty.Sites)
		marked := interp.Prepare(compile(t, file, Marks(sites)))
		found := 0
		for seed := generated.First(); seed < generated.First()+2000 && found < generated.N(); seed++ {
			res, trace, err := interp.RunCode(t.Context(), plain, interp.Options{Seed: seed, Properties: set})
			if err != nil {
				t.Fatal(err)
			}
			if res.Violation == nil {
				continue
			}
			found++
			for detail := range NumDetails {
				list, err := Write(t.Context(), sites, marked, trace, detail)
				if err != nil {
					t.Fatalf("%s: seed %d: %v", file, seed, err)
				}
				follow(t, file, sites, list, set)
			}
		}
		if found == 0 {
			t.Errorf("%s: no execution violates %s", file, property)
		}
	}
}

// follow finds an execution that the segments represent.
func follow(t *testing.T, file string, sites *Sites, list []svcomp.Segment, set interp.Properties) {
	t.Helper()
	plan, err := Follow("w", &svcomp.Witness{Segments: list}, sites)
	if err != nil {
		t.Fatal(err)
	}
	prog := compile(t, file, plan.List)
	if err := plan.Misplaced("w"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if trace, furthest := plan.NewJudge(prog).Guided(ctx, interp.Prepare(prog), set, 0); trace == nil {
		t.Errorf("%s: no execution passes all of %d segments, %d at most", file, len(list), furthest)
	}
}

// TestPlaces: a location means the site that begins there, or the leftmost site of its line.
func TestPlaces(t *testing.T) {
	empty := &probe.List{}
	file := "../../drive/check/validate/testdata/mutants/starts.c"
	compile(t, file, empty)
	sites := NewSites(empty.Sites)
	for _, c := range []struct {
		of           svcomp.Type
		file         string
		line, column int
		want         string // kind and place of the site; else the error
	}{
		{svcomp.Assumption, "starts.c", 6, 2, "statement 6:2"},
		{svcomp.Assumption, "starts.c", 6, 0, "statement 6:2"},
		{svcomp.Assumption, "other/starts.c", 6, 0, "statement 6:2"},
		{svcomp.Assumption, "other.c", 6, 0, "there is no statement at other.c:6"},
		{svcomp.Assumption, "starts.c", 6, 3, "there is no statement at starts.c:6:3"},
		{svcomp.Target, "starts.c", 6, 5, "statement 6:2"},
		{svcomp.FunctionEnter, "starts.c", 14, 17, "enter 14:17"},
		{svcomp.FunctionEnter, "starts.c", 14, 3, "enter 14:17"},
		{svcomp.FunctionEnter, "starts.c", 14, 36, "enter 14:17"},
		{svcomp.FunctionEnter, "starts.c", 14, 0, "enter 14:17"},
		{svcomp.FunctionReturn, "starts.c", 14, 36, "return 14:36"},
		{svcomp.Branching, "starts.c", 13, 2, "condition 13:2"},
		{svcomp.LoopInvariant, "starts.c", 13, 0, "head 13:2"},
		{svcomp.LoopInvariant, "starts.c", 14, 0, "there is no loop at starts.c:14"},
	} {
		l := svcomp.Location{File: c.file, Place: svcomp.Place{Line: c.line, Column: c.column}}
		id, err := sites.of(c.of, &l, "")
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			s := sites.At(id)
			got = s.Kind.String() + " " + strings.TrimPrefix(s.Pos.Text([]string{"x", "x", "x", "x", "x"}), "x:")
		}
		if got != c.want {
			t.Errorf("%s %s:%d:%d: found %q, expected %q", c.of, c.file, c.line, c.column, got, c.want)
		}
	}
}
