package peer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// sample uses the parts of a compiler that tests need: headers, threads, the mathematical library. Its
// exit code is 0.
const sample = `#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *thread(void *arg) { return arg; }
int main(int argc, char **argv) {
	pthread_t t;
	void *result;
	if (pthread_create(&t, NULL, thread, argv) || pthread_join(t, &result)) return EXIT_FAILURE;
	return printf("%g", sqrt(argc)) == 1 && result == argv ? EXIT_SUCCESS : EXIT_FAILURE;
}
`

// tried caches the results of trying gcc, by flags, for all tests of a process.
var tried = struct {
	sync.Mutex
	outcome map[string]error
}{outcome: make(map[string]error)}

// NeedGCC skips the test unless gcc with the flags, such as -m32 or -fsanitize=thread, produces
// programs that run here.
func NeedGCC(t testing.TB, flags ...string) {
	t.Helper()
	if err := TryGCC(t, flags...); err != nil {
		t.Skip(err)
	}
}

// TryGCC compiles and links a program with gcc and the flags, and runs it. The error names the step
// that fails.
func TryGCC(t testing.TB, flags ...string) error {
	t.Helper()
	tried.Lock()
	defer tried.Unlock()
	key := strings.Join(flags, " ")
	err, known := tried.outcome[key]
	if !known {
		err = tryGCC(t.TempDir(), flags)
		tried.outcome[key] = err
	}
	return err
}

func tryGCC(dir string, flags []string) error {
	source, binary := filepath.Join(dir, "sample.c"), filepath.Join(dir, "sample")
	if err := os.WriteFile(source, []byte(sample), 0o666); err != nil {
		return err
	}
	args := append([]string{"-pthread", "-o", binary}, flags...)
	command := strings.Join(append([]string{"gcc"}, flags...), " ")
	if out, err := exec.Command("gcc", append(args, source, "-lm")...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s makes no programs here: %w%s", command, err, complaint(out))
	}
	if out, err := exec.Command(binary).CombinedOutput(); err != nil {
		return fmt.Errorf("what %s makes does not run here: %w%s", command, err, complaint(out))
	}
	return nil
}

// complaint returns the first error message in an output, behind a colon, or else the first line.
func complaint(out []byte) string {
	text := strings.TrimSpace(string(out))
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	return ": " + lines[max(0, slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "error") }))]
}
