package peer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTryGCC tries compilers that are missing or incomplete.
func TestTryGCC(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"none", "", "gcc -m32 makes no programs here"},
		{"no headers", "echo 'In file included from x:'; echo 'x.h: fatal error: no such file'; exit 1", ": x.h: fatal error: no such file"},
		{"silent", "exit 1", "exit status 1"},
		{"makes nothing", "exit 0", "what gcc -m32 makes does not run here"},
		{"makes what fails", `printf '#!/bin/sh\nexit 3' > "$3" && /bin/chmod +x "$3"`, "does not run here: exit status 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bin := t.TempDir()
			if c.script != "" {
				if err := os.WriteFile(filepath.Join(bin, "gcc"), []byte("#!/bin/sh\n"+c.script+"\n"), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("PATH", bin)
			if err := tryGCC(t.TempDir(), []string{"-m32"}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("found %v, expected %q", err, c.want)
			}
		})
	}
}

// TestNeedGCC: trying succeeds if gcc works at all.
func TestNeedGCC(t *testing.T) {
	if err := tryGCC(t.TempDir(), nil); (err == nil) != (TryGCC(t) == nil) {
		t.Errorf("tried twice: %v, %v", err, TryGCC(t))
	}
	NeedGCC(t)
}
