package sema

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestGolden types the C file of each archive and compares the dump. An archive holds in.c and out; a
// section out.ilp32 adds the other data model.
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		return func(part string) string {
			model := ir.LP64
			if part == "out.ilp32" {
				model = ir.ILP32
			}
			return dump(t, input, model)
		}
	})
}

var wantComment = regexp.MustCompile(`/\* want "((?:[^"\\]|\\.)*)" \*/`)

// TestErrors types files whose comments give the diagnostics that their lines must cause: /* want
// "regexp" */ matches "severity: message". No diagnostic may be missing, and none surplus.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no error files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			wants := map[int][]*regexp.Regexp{}
			for i, line := range strings.Split(string(src), "\n") {
				for _, m := range wantComment.FindAllStringSubmatch(line, -1) {
					wants[i+1] = append(wants[i+1], regexp.MustCompile(m[1]))
				}
			}
			_, diags := analyze(t, file, string(src), ir.LP64)
			for _, d := range diags {
				text := d.Severity.String() + ": " + d.Message
				if !takeWant(wants, d.Line, text) {
					t.Errorf("unexpected %s", d)
				}
			}
			for line, rest := range wants {
				for _, re := range rest {
					t.Errorf("%s:%d: no diagnostic matches %q", file, line, re)
				}
			}
		})
	}
}

func takeWant(wants map[int][]*regexp.Regexp, line int, text string) bool {
	for i, re := range wants[line] {
		if re.MatchString(text) {
			wants[line] = append(wants[line][:i:i], wants[line][i+1:]...)
			return true
		}
	}
	return false
}
