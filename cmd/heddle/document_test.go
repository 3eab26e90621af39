package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle"
)

// asCommands returns a directory in which this program is heddle, and a compiler that produces no output. These are
// no symbolic links: heddle work starts itself by the name of its file.
func asCommands(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"heddle", "cc"} {
		if os.Link(self, filepath.Join(dir, name)) == nil {
			continue
		}
		text, err := os.ReadFile(self)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// block is a part of a page that a reader follows.
type block struct {
	at   int    // line
	kind string // command, file, change, output
	name string // of a file
	text string
}

// blocks returns the blocks of a page. Commands are indented lines that begin with heddle. Files are fenced
// blocks with a language and a name; changes of them have the language diff. Shown output is in fenced
// blocks of text.
func blocks(page string) (list []block) {
	fence := regexp.MustCompile("^```([a-z]+)(?: (\\S+))?$")
	var open *block
	for i, line := range strings.Split(page, "\n") {
		switch m := fence.FindStringSubmatch(line); {
		case open != nil && line == "```":
			list, open = append(list, *open), nil
		case open != nil:
			open.text += line + "\n"
		case m != nil && m[1] == "text":
			open = &block{at: i + 1, kind: "output"}
		case m != nil && m[1] == "diff":
			open = &block{at: i + 1, kind: "change", name: m[2]}
		case m != nil:
			open = &block{at: i + 1, kind: "file", name: m[2]}
		case strings.HasPrefix(line, "    heddle "):
			list = append(list, block{at: i + 1, kind: "command", text: strings.TrimSpace(line)})
		}
	}
	return list
}

// follow executes a page in an empty directory. It writes the files, changes them, and runs the commands,
// which end with `# exit code N` unless that is 0. It compares the output of the last command with the
// shown output: the shown lines must occur in their order, each as the beginning of a line; … stands for
// any text.
func follow(t *testing.T, name string) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "use", name))
	if err != nil {
		t.Fatal(err)
	}
	tools, dir := asCommands(t), t.TempDir()
	commands, printed := 0, ""
	for _, b := range blocks(string(page)) {
		switch b.kind {
		case "file":
			file := filepath.Join(dir, b.name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(b.text), 0o666)); err != nil {
				t.Fatal(err)
			}
		case "change":
			if err := change(filepath.Join(dir, b.name), b.text); err != nil {
				t.Fatalf("%s:%d: %v", name, b.at, err)
			}
		case "command":
			commands++
			line, code, _ := strings.Cut(b.text, "#")
			var out, trouble bytes.Buffer
			args := words(line)
			cmd := exec.Command(filepath.Join(tools, args[0]), args[1:]...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+tools+string(filepath.ListSeparator)+os.Getenv("PATH"))
			cmd.Stdout, cmd.Stderr = &out, &trouble
			if err := cmd.Run(); cmd.ProcessState == nil {
				t.Fatal(err)
			}
			if code = strings.TrimPrefix(strings.TrimSpace(code), "exit "); code == "" {
				code = "code 0"
			}
			if got := "code " + strconv.Itoa(cmd.ProcessState.ExitCode()); got != code {
				t.Errorf("%s:%d: %s: exit %s, want %s\n%s%s", name, b.at, line, got, code, &out, &trouble)
			}
			printed = out.String()
		case "output":
			if line := missing(printed, b.text); line != "" {
				t.Errorf("%s:%d: %q is not, or not there, in\n%s", name, b.at, line, printed)
			}
		}
	}
	if commands == 0 {
		t.Errorf("%s: no command was found", name)
	}
}

// words splits a command as a shell does that knows single quotes only.
func words(line string) (list []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}

// change applies a diff without places to a file. Its lines that begin with a minus or a blank must occur
// together in the file, once. They are replaced by its lines that begin with a plus or a blank.
func change(name, diff string) error {
	var before, after strings.Builder
	for line := range strings.Lines(diff) {
		if line[0] != '+' {
			before.WriteString(line[1:])
		}
		if line[0] != '-' {
			after.WriteString(line[1:])
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if n := strings.Count(string(text), before.String()); n != 1 {
		return fmt.Errorf("%s: what is changed is there %d times", name, n)
	}
	return os.WriteFile(name, []byte(strings.Replace(string(text), before.String(), after.String(), 1)), 0o666)
}

// missing returns the first shown line that was not printed after the lines before it.
func missing(printed, shown string) string {
	for line := range strings.Lines(shown) {
		line = strings.TrimSuffix(line, "\n")
		var parts []string
		for _, p := range strings.Split(line, "…") {
			parts = append(parts, regexp.QuoteMeta(p))
		}
		at := regexp.MustCompile("(?m)^" + strings.Join(parts, ".*")).FindStringIndex(printed)
		if at == nil {
			return line
		}
		printed = printed[at[1]:]
	}
	return ""
}

// pages lists the pages whose commands build on one another, in the directory docs: a page for each
// property among them.
func pages() []string {
	list := []string{"ci.md", "safe.md", "certificate.md", "open.md", "litmus.md", "memory-models.md", "relax.md", "real-programs.md", "scale.md"}
	for _, p := range heddle.Properties() {
		list = append(list, filepath.Join("properties", p+".md"))
	}
	return list
}

// TestPages follows the pages.
func TestPages(t *testing.T) {
	for _, name := range pages() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			follow(t, name)
		})
	}
}

// TestLinks checks that the targets of the pages' links exist: files of the repository, and headings in
// them.
func TestLinks(t *testing.T) {
	top := filepath.Join("..", "..")
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	links := 0
	err := filepath.WalkDir(filepath.Join(top, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(string(page), -1) {
			file, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(file, "://") {
				continue
			}
			links++
			to := path
			if file != "" {
				to = filepath.Join(filepath.Dir(path), file)
			}
			text, err := os.ReadFile(to)
			if err != nil && heading == "" {
				_, err = os.Stat(to) // a directory
			}
			if err != nil {
				t.Errorf("%s: %v", path, err)
			} else if heading != "" && !slices.Contains(headings(string(text)), heading) {
				t.Errorf("%s: %s has no heading #%s", path, to, heading)
			}
		}
		return nil
	})
	if err != nil || links < 40 {
		t.Errorf("%d links, %v", links, err)
	}
}

// headings lists the headings of a page as links name them.
func headings(page string) (list []string) {
	left := regexp.MustCompile(`[^\pL\pN _-]`)
	for line := range strings.Lines(page) {
		if text := strings.TrimLeft(line, "#"); text != line {
			text = left.ReplaceAllString(strings.ToLower(strings.TrimSpace(text)), "")
			list = append(list, strings.ReplaceAll(text, " ", "-"))
		}
	}
	return list
}
