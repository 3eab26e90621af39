package main

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// TestMan checks that every command has a page with all its flags.
func TestMan(t *testing.T) {
	seen := make(map[string]bool)
	for c := range commands(newRootCommand()) {
		var page bytes.Buffer
		writeMan(&page, c)
		name, text := manName(c), page.String()
		if seen[name] {
			t.Errorf("%s has two pages", name)
		}
		seen[name] = true
		if !strings.HasPrefix(text, ".TH "+strings.ToUpper(name)+" 1 ") || !strings.Contains(text, "\n"+name+` \- `) {
			t.Errorf("%s begins with %.80q", name, text)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(text, roff("--"+f.Name)+`\fP`) {
				t.Errorf("%s: --%s is missing", name, f.Name)
			}
		})
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "'") || strings.ContainsFunc(line, func(r rune) bool { return r > '~' }) {
				t.Errorf("%s: %q is no text", name, line)
			}
		}
	}
	if !seen["heddle-check"] || !seen["heddle-completion-bash"] || seen["heddle-help"] {
		t.Errorf("found the pages %v", seen)
	}
}

// TestManRenders checks that groff sets every page without a warning.
func TestManRenders(t *testing.T) {
	groff := peer.NeedProgram(t, "groff")
	check := func(page string) string {
		cmd := exec.Command(groff, "-ww", "-man", "-Tutf8")
		var trouble bytes.Buffer
		cmd.Stdin, cmd.Stderr = strings.NewReader(page), &trouble
		if _, err := cmd.Output(); err != nil {
			return err.Error() + trouble.String()
		}
		return trouble.String()
	}
	if out := check(".TH A 1\n.SH NAME\na \\- b\n"); out != "" {
		t.Skipf("groff sets no pages here: %s", out)
	}
	if check(".TH A 1\n.SH NAME\na \\- \\[nothing]\n") == "" {
		t.Error("groff does not warn")
	}
	for c := range commands(newRootCommand()) {
		var page bytes.Buffer
		writeMan(&page, c)
		if out := check(page.String()); out != "" {
			t.Errorf("%s: %s", manName(c), out)
		}
	}
}

// TestRoff checks text that would be commands without quoting.
func TestRoff(t *testing.T) {
	for in, want := range map[string]string{
		".c files":  `\&.c files`,
		"'a' or b":  `\&'a' or b`,
		`a\nb`:      `a\enb`,
		"--json":    `\-\-json`,
		"FILE…":     `FILE\[u2026]`,
		"it's 3.14": "it's 3.14",
	} {
		if got := roff(in); got != want {
			t.Errorf("%q: found %q, expected %q", in, got, want)
		}
	}
}

// TestCompletion checks that each installed shell can read its script.
func TestCompletion(t *testing.T) {
	root := newRootCommand()
	for shell, write := range map[string]func(io.Writer) error{
		"bash": func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":  root.GenZshCompletion,
		"fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
	} {
		t.Run(shell, func(t *testing.T) {
			path := peer.NeedProgram(t, shell)
			var script bytes.Buffer
			if err := write(&script); err != nil || script.Len() == 0 {
				t.Fatal(err)
			}
			cmd := exec.Command(path, "-n")
			cmd.Stdin = &script
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
