package load

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// libc includes most of the C library.
const libc = `#define _GNU_SOURCE
#include <pthread.h>
#include <threads.h>
#include <stdatomic.h>
#include <semaphore.h>
#include <sched.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <stdint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdarg.h>
#include <limits.h>
#include <float.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>
#include <signal.h>
#include <math.h>
#include <ctype.h>
#include <inttypes.h>
#include <fcntl.h>
#include <sys/types.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/mman.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <locale.h>
#include <wchar.h>
#include <immintrin.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { assert(sizeof m); return 0; }
`

func TestSystemHeaders(t *testing.T) {
	peer.NeedHeaders(t, "pthread.h", "gnu/stubs-64.h")
	read := func(name string) ([]byte, error) {
		if name == "a.c" {
			return []byte(libc), nil
		}
		return ReadFile(name)
	}
	u, diags := Parse(context.Background(), "a.c", Options{SystemHeaders: true, ReadFile: read})
	if u.AST == nil {
		t.Fatalf("%v", diags)
	}
	if len(u.AST.Scope.Nodes["__pthread_mutex_s"]) == 0 {
		t.Error("the host's pthread.h was not read")
	}
}

// TestPreprocessedByGCC parses .i files, which bring the host's own types.
func TestPreprocessedByGCC(t *testing.T) {
	for _, tt := range []struct {
		bits  string
		model ir.DataModel
	}{{"-m64", ir.LP64}, {"-m32", ir.ILP32}} {
		t.Run(tt.bits, func(t *testing.T) {
			peer.NeedGCC(t, tt.bits)
			dir := t.TempDir()
			src := dir + "/a.c"
			if err := os.WriteFile(src, []byte(libc), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("gcc", tt.bits, "-E", "-o", dir+"/a.i", src).CombinedOutput(); err != nil {
				t.Fatalf("gcc %s -E: %v\n%s", tt.bits, err, out)
			}
			u, diags := Parse(context.Background(), dir+"/a.i", Options{Model: tt.model})
			if u.AST == nil {
				t.Fatalf("%v", diags)
			}
			line := 1 + strings.Count(libc[:strings.Index(libc, "int main")], "\n")
			if file, row, _ := u.Place(u.AST.Scope.Nodes["main"][0].Position().Offset); file != src || row != line {
				t.Errorf("main is at %s:%d", file, row)
			}
		})
	}
}
