package fromir_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestPaper has the worked example of Ganai and Gupta, SPIN 2008, made from C. States have the names of
// the labels at the ends of their lines. The paper's blocks without shared accesses (1a, 5a, 7a, 1b,
// 5b) are part of the operations before and after them. Creating and joining are operations of main,
// and the last operation of each thread sets its Done. engine/token and engine/eager read this system.
func TestPaper(t *testing.T) {
	file := filepath.Join("..", "..", "..", "..", "testdata", "papers", "ganai_gupta_race.c")
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(source), "\n")
	s, err := fromir.Build(context.Background(), analyze.Of(testprog.Compile(t, file, ir.LP64)), fromir.Options{Property: verdict.Race})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(s.Threads); i++ {
		for c := 1; c < len(s.Threads[i].States); c++ {
			st := &s.Threads[i].States[c]
			st.Within = efsm.Origin{}
			if !st.Origin.Pos.IsValid() {
				st.Name = "end"
			} else if _, label, ok := strings.Cut(lines[st.Origin.Pos.Line-1], "// "); ok {
				st.Name = label
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "ganai_gupta_race.efsm"), withoutFiles(s))

	var reach strings.Builder
	for i := 1; i < len(s.Threads); i++ {
		th := &s.Threads[i]
		r := th.Reach()
		for d := 0; len(r.At(d)) > 0; d++ {
			fmt.Fprintf(&reach, "%s R(%d)", th.Name, d)
			for _, c := range r.At(d) {
				fmt.Fprintf(&reach, " %s", th.States[c].Name)
			}
			reach.WriteByte('\n')
		}
	}
	golden.File(t, filepath.Join("testdata", "ganai_gupta_race.reach"), reach.String())
}
