package heddle

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// mark is a comment that marks a line as racing: Goblint's `// RACE!` and its variants; `// NORACE` is
// none.
var mark = regexp.MustCompile(`//.*\bRACE\b`)

// TestAnnotatedRaces compares the lines of the races that Heddle finds with the lines that the sources of
// the corpus mark. docs/develop/corpus-notes.md explains differences, under a heading with the file's name
// and `marked lines`: lines that are found and not marked, and marked lines that do not race. Nine in ten
// of the other marked lines are found.
func TestAnnotatedRaces(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	notes, err := os.ReadFile(filepath.Join("docs/develop", "corpus-notes.md"))
	if err != nil {
		t.Fatal(err)
	}
	var sources, alike, reports, named, lines, missed int
	for _, row := range testprog.Corpus(t, testflag.Filter{}) {
		if row.Property != "no-data-race" {
			continue
		}
		source, err := os.ReadFile(row.Path)
		if err != nil {
			t.Fatal(err)
		}
		marked := markedLines(source)
		if len(marked) == 0 && !bytes.Contains(source, []byte("NORACE")) {
			continue
		}
		sources++
		t.Run(row.File, func(t *testing.T) {
			p := row.Compile(t)
			if p == nil {
				t.Fatal("does not compile")
			}
			code := interp.Prepare(p)
			found := racingLines(t, code, row.File)
			argued := section(string(notes), row.File+", marked lines")
			missing, surplus := without(marked, found), without(found, marked)
			lines += len(marked)
			switch {
			case missing == "":
			case strings.Contains(argued, "Marked, not found: "+missing+"."):
				lines -= strings.Count(missing, ",") + 1
			default:
				missed += strings.Count(missing, ",") + 1
				t.Logf("marked, not found: %s", missing)
			}
			if surplus != "" && !strings.Contains(argued, "Found, not marked: "+surplus+".") {
				t.Errorf("found, not marked: %s", surplus)
			}
			if missing == "" && surplus == "" {
				alike++
				if argued != "" {
					t.Error("argued in docs/develop/corpus-notes.md, but there is no difference")
				}
			}
			result, err := Check(context.Background(), Options{
				Files: []string{row.Path}, Arch: row.Model.String(), Defines: row.Defines, Properties: []string{"race"}, Timeout: *patience,
			})
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != Violation {
				return
			}
			reports++
			v := replayedRace(t, code, result.Trace)
			if slices.Contains(marked, int(v.Pos.Line)) && slices.Contains(marked, int(v.First.Pos.Line)) {
				named++
			} else if argued == "" {
				t.Errorf("check names lines %d and %d, marked are %v", v.First.Pos.Line, v.Pos.Line, marked)
			}
		})
	}
	t.Logf("the lines found are the lines marked in %d of %d sources; %d of %d marked lines are missed; check names two marked lines in %d of %d races",
		alike, sources, missed, lines, named, reports)
	if 10*missed > lines {
		t.Error("too many marked lines are missed")
	}
}

// markedLines returns the numbers of the lines that are marked as racing.
func markedLines(source []byte) (lines []int) {
	for i, line := range bytes.Split(source, []byte("\n")) {
		if mark.Match(line) {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// racingLines returns the lines of all races that the engines find together.
func racingLines(t *testing.T, code *interp.Code, file string) (lines []int) {
	t.Helper()
	for _, e := range []engine.Engine{explore.New(), order.New(order.Options{})} {
		ctx, cancel := context.WithTimeout(context.Background(), *patience)
		out, err := e.Run(ctx, &engine.Problem{Program: code.Program(), Property: verdict.Race, All: true, Memory: 2 << 30})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range out.Violations {
			v := replayedRace(t, code, found.Trace)
			for _, pos := range []ir.Pos{v.Pos, v.First.Pos} {
				if strings.HasSuffix(code.Program().Files[pos.File], filepath.Base(file)) {
					lines = append(lines, int(pos.Line))
				}
			}
		}
		t.Logf("%T: %s %s, %d races, lines %v", e, out.Verdict, out.Reason, len(out.Violations), lines)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// without lists the lines of a that are not in b.
func without(a, b []int) string {
	var names []string
	for _, n := range a {
		if !slices.Contains(b, n) {
			names = append(names, fmt.Sprint(n))
		}
	}
	return strings.Join(names, ", ")
}

// section returns the text after a heading, up to the next heading.
func section(text, heading string) string {
	_, after, ok := strings.Cut(text, "\n## "+heading+"\n")
	if !ok {
		return ""
	}
	body, _, _ := strings.Cut(after, "\n## ")
	return body
}
