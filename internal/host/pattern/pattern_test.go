package pattern

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestLazy(t *testing.T) {
	word := Lazy(`^\w+$`)
	if !word().MatchString("word") || word().MatchString("two words") || word() != word() {
		t.Error("the expression is not the one of its text")
	}
}

// TestStart holds that no package of the command compiles an expression before it is used.
func TestStart(t *testing.T) {
	compiled := regexp.MustCompile(`(?m)^(?:var |\t)\w+ += regexp\.MustCompile`)
	root := os.DirFS("../../..")
	files := 0
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "internal/lab" || name == "internal/testkit" || name == "lab" || name == "cmd/clibgen" || strings.HasSuffix(name, "testdata")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if files++; compiled.Match(text) {
			t.Errorf("%s compiles an expression at the start of every run: use pattern.Lazy", name)
		}
		return err
	})
	if err != nil || files < 1_000 {
		t.Errorf("%d files were read, %v", files, err)
	}
}
