package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// asCommands returns a directory in which this program is heddle, and a compiler that makes nothing.
func asCommands(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"heddle", "cc"} {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// block is a part of a page that a reader follows.
type block struct {
	at   int    // line
	kind string // command, file, output
	name string // of a file
	text string
}

// blocks returns the commands of a page, indented lines that begin with heddle; its files, fenced blocks
// with a language and a name; and shown output, fenced blocks of text.
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
		case m != nil:
			open = &block{at: i + 1, kind: "file", name: m[2]}
		case strings.HasPrefix(line, "    heddle "):
			list = append(list, block{at: i + 1, kind: "command", text: strings.TrimSpace(line)})
		}
	}
	return list
}

// follow does what a page says in an empty directory: it writes the files, runs the commands, which
// end with `# exit code N` unless that is 0, and holds what the last of them printed against the
// output that is shown: its lines are there, in their order, and beginning as shown; … stands for anything.
func follow(t *testing.T, name string) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", asCommands(t)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Chdir(t.TempDir())
	commands, printed := 0, ""
	for _, b := range blocks(string(page)) {
		switch b.kind {
		case "file":
			if err := errors.Join(os.MkdirAll(filepath.Dir(b.name), 0o777), os.WriteFile(b.name, []byte(b.text), 0o666)); err != nil {
				t.Fatal(err)
			}
		case "command":
			commands++
			line, code, _ := strings.Cut(b.text, "#")
			var out, trouble bytes.Buffer
			args := strings.Fields(line)
			cmd := exec.Command(args[0], args[1:]...)
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

// missing returns the first line that is shown and was not printed behind those before it.
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

// TestPages follows the pages whose commands build on one another.
func TestPages(t *testing.T) {
	for _, name := range []string{"ci.md"} {
		t.Run(name, func(t *testing.T) { follow(t, name) })
	}
}
