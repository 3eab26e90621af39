package front_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/harness"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// archive returns the files of an archive in testdata and their names.
func archive(t *testing.T, name string) (files map[string]string, names []string) {
	a, err := txtar.ParseFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	files = make(map[string]string)
	for _, f := range a.Files {
		files[f.Name], names = string(f.Data), append(names, f.Name)
	}
	return files, names
}

// TestDriver reads the driver of each library in testdata/library.txtar. Lines with `want:` in the
// library are patterns of lines in the driver, in their order. gcc compiles the driver.
func TestDriver(t *testing.T) {
	files, names := archive(t, "library.txtar")
	read := func(name string) ([]byte, error) {
		if text, known := files[name]; known {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
	for _, name := range names {
		if !strings.HasSuffix(name, ".c") || strings.HasPrefix(name, "part_") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			opts := front.Options{Files: []string{name}, ReadFile: read}
			if part := "part_" + name; files[part] != "" {
				opts.Files = []string{part, name}
			}
			r, text, err := front.Driver(context.Background(), opts)
			if err != nil || text == "" {
				t.Fatal(err, r.Diagnostics)
			}
			rest := text
			for _, m := range regexp.MustCompile(`(?m)want: (.*)$`).FindAllStringSubmatch(files[name], -1) {
				at := regexp.MustCompile(`(?m)^\s*` + m[1] + `$`).FindStringIndex(rest)
				if at == nil {
					t.Fatalf("no line %q, or in another order, in\n%s", m[1], text)
				}
				rest = rest[at[1]:]
			}
			opts.Library = true
			if r, err := front.Compile(context.Background(), opts); err != nil || r.Program == nil {
				t.Fatal(err, r.Diagnostics)
			}
			compileDriver(t, files, text)
		})
	}
}

// compileDriver compiles a driver with gcc.
func compileDriver(t *testing.T, files map[string]string, text string) {
	t.Run("gcc", func(t *testing.T) {
		peer.NeedGCC(t)
		dir := t.TempDir()
		own, _ := header.Open("heddle.h")
		write := func(name, text string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range files {
			write(name, text)
		}
		write("heddle.h", string(own))
		write(harness.DriverFile, text)
		cmd := exec.Command("gcc", "-std=gnu11", "-Wall", "-Werror", "-Wno-unused-function", "-fsyntax-only", harness.DriverFile)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
