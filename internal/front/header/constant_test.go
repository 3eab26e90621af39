package header

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

var (
	macro   = regexp.MustCompile(`(?m)^#define ([A-Z][A-Z0-9_a-z]*) (.*)$`)
	numeral = regexp.MustCompile(`^\(?-?(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\)?$`)
	// foreign matches the names that Linux and GNU define beside those of POSIX.
	foreign = regexp.MustCompile(`^([AP]F|SOL|SO|SCM|MSG|XATTR|LC|FNM|GLOB|LOG|RTLD|SIOC|FIO|F_[SG]ETLKW?64|IP|RES|SHM|SEM|NF|BYTE_|LITTLE_|BIG_|PDP_|PTRACE|M_)`)
)

// macros returns the macros that gcc knows behind an include of every standard header, with their replacements.
func macros(t *testing.T, flags ...string) map[string]string {
	t.Helper()
	var text strings.Builder
	for _, h := range strings.Fields(standard) {
		if onHost(h) {
			text.WriteString("#include <" + h + ">\n")
		}
	}
	src := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(src, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("gcc", append(flags, "-m64", "-std=c11", "-D_XOPEN_SOURCE=700", "-dM", "-E", src)...).CombinedOutput()
	if err != nil {
		t.Fatalf("gcc: %v\n%.2000s", err, out)
	}
	found := make(map[string]string)
	for _, m := range macro.FindAllStringSubmatch(string(out), -1) {
		found[m[1]] = m[2]
	}
	return found
}

// TestHostConstants holds the macros of the standard headers against the host's: POSIX's numbers are defined here, and
// those of both have equal values.
func TestHostConstants(t *testing.T) {
	peer.NeedGCC(t)
	peer.NeedHeaders(t, "pthread.h", "gnu/stubs-64.h")
	host, ours := macros(t), macros(t, "-nostdinc", "-Iinclude")
	var used, equal strings.Builder
	compared := 0
	for name, text := range host {
		_, known := ours[name]
		switch {
		case !numeral.MatchString(text):
		case !known && !foreign.MatchString(name):
			used.WriteString("long use_" + name + "(void) { return " + name + "; }\n") // it may be an enumerator
		case known && numeral.MatchString(ours[name]):
			compared++
			equal.WriteString("_Static_assert(" + name + " == " + ours[name] + ", \"" + name + "\");\n")
		}
	}
	if compared < 700 {
		t.Errorf("compared %d macros, expected at least 700", compared)
	}
	var includes strings.Builder
	includes.WriteString("#define _XOPEN_SOURCE 700\n")
	for _, h := range strings.Fields(standard) {
		if onHost(h) {
			includes.WriteString("#include <" + h + ">\n")
		}
	}
	gcc(t, "-m64", includes.String()+used.String(), "-w", "-std=c11", "-nostdinc", "-Iinclude")
	gcc(t, "-m64", includes.String()+equal.String(), "-w", "-std=c11")
}
