package testflag

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocument: docs/develop/hacking.md lists the flags.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../../docs/develop/hacking.md")
	if err != nil {
		t.Fatal(err)
	}
	want := "| flag | meaning |\n| --- | --- |\n"
	for _, name := range slices.Sorted(maps.Keys(meanings)) {
		want += fmt.Sprintf("| `-%s` | %s |\n", name, meanings[name])
	}
	if !strings.Contains(string(text), want) {
		t.Errorf("docs/develop/hacking.md has not\n%s", want)
	}
}

var declaration = regexp.MustCompile(`\bflag\.\w+\("([^"]*)"`)

// TestDeclaredOnce: no test declares a flag of the family by itself.
func TestDeclaredOnce(t *testing.T) {
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "browsertest" {
			return fs.SkipDir // a module of its own
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declaration.FindAllSubmatch(text, -1) {
			if meanings[string(m[1])] != "" {
				t.Errorf("%s declares -%s", path, m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
