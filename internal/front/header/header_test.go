package header

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// TestImplicitNames checks that every prototype is found under its name.
func TestImplicitNames(t *testing.T) {
	for name, line := range prototypes() {
		if !strings.Contains(line, name+"(") || strings.ContainsAny(name, " *()") {
			t.Errorf("%q: %s", name, line)
		}
		for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
			if text, ok := Implicit(m, name); !ok || strings.Contains(text, "__SIZE_TYPE__") {
				t.Errorf("%q: %s", name, text)
			}
		}
	}
}

// gcc compiles a text that includes our headers, under a data model.
func gcc(t *testing.T, bits, text string, flags ...string) {
	t.Helper()
	peer.NeedGCC(t, bits)
	src := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(src, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append([]string{bits, "-std=gnu11", "-fsyntax-only", "-Wall", "-Werror", "-Wno-builtin-declaration-mismatch"}, flags...)
	if out, err := exec.Command("gcc", append(args, src)...).CombinedOutput(); err != nil {
		t.Errorf("gcc %s: %v\n%.3000s", bits, err, out)
	}
}

// TestHeadersCompile has gcc read all headers together, and each alone and twice: every fourth, or all with -long.
func TestHeadersCompile(t *testing.T) {
	for _, bits := range []string{"-m64", "-m32"} {
		text := "#define _GNU_SOURCE\nint __heddle_assert(int, const char *, int);\n"
		for _, h := range Names() {
			text += "#include <" + h + ">\n"
		}
		t.Run(bits, func(t *testing.T) { gcc(t, bits, text, "-nostdinc", "-Iinclude") })
	}
	for i, h := range Names() {
		if i%4 != 0 && !*long {
			continue
		}
		gcc(t, "-m64", "#include <"+h+">\n#include <"+h+">\n", "-nostdinc", "-Iinclude")
	}
}

// sizes are the sizes and alignments of glibc's types, LP64 then ILP32.
var sizes = []struct {
	typ        string
	lp64, i386 [2]int
}{
	{"pthread_t", [2]int{8, 8}, [2]int{4, 4}},
	{"pthread_attr_t", [2]int{56, 8}, [2]int{36, 4}},
	{"pthread_mutex_t", [2]int{40, 8}, [2]int{24, 4}},
	{"pthread_mutexattr_t", [2]int{4, 4}, [2]int{4, 4}},
	{"pthread_cond_t", [2]int{48, 8}, [2]int{48, 4}},
	{"pthread_condattr_t", [2]int{4, 4}, [2]int{4, 4}},
	{"pthread_rwlock_t", [2]int{56, 8}, [2]int{32, 4}},
	{"pthread_rwlockattr_t", [2]int{8, 8}, [2]int{8, 4}},
	{"pthread_barrier_t", [2]int{32, 8}, [2]int{20, 4}},
	{"pthread_barrierattr_t", [2]int{4, 4}, [2]int{4, 4}},
	{"pthread_spinlock_t", [2]int{4, 4}, [2]int{4, 4}},
	{"pthread_once_t", [2]int{4, 4}, [2]int{4, 4}},
	{"pthread_key_t", [2]int{4, 4}, [2]int{4, 4}},
	{"sem_t", [2]int{32, 8}, [2]int{16, 4}},
	{"mtx_t", [2]int{40, 8}, [2]int{24, 4}},
	{"cnd_t", [2]int{48, 8}, [2]int{48, 4}},
	{"once_flag", [2]int{4, 4}, [2]int{4, 4}},
	{"max_align_t", [2]int{32, 16}, [2]int{24, 8}},
	{"struct timespec", [2]int{16, 8}, [2]int{8, 4}},
	{"struct timeval", [2]int{16, 8}, [2]int{8, 4}},
	{"struct tm", [2]int{56, 8}, [2]int{44, 4}},
	{"struct stat", [2]int{144, 8}, [2]int{88, 4}},
	{"struct sigaction", [2]int{152, 8}, [2]int{140, 4}},
	{"sigset_t", [2]int{128, 8}, [2]int{128, 4}},
	{"siginfo_t", [2]int{128, 8}, [2]int{128, 4}},
	{"jmp_buf", [2]int{200, 8}, [2]int{156, 4}},
	{"fd_set", [2]int{128, 8}, [2]int{128, 4}},
	{"struct sockaddr_storage", [2]int{128, 8}, [2]int{128, 4}},
	{"struct sockaddr_in", [2]int{16, 4}, [2]int{16, 4}},
	{"struct sockaddr_in6", [2]int{28, 4}, [2]int{28, 4}},
	{"struct msghdr", [2]int{56, 8}, [2]int{28, 4}},
	{"struct addrinfo", [2]int{48, 8}, [2]int{32, 4}},
	{"struct flock", [2]int{32, 8}, [2]int{16, 4}},
	{"struct rusage", [2]int{144, 8}, [2]int{72, 4}},
	{"struct dirent", [2]int{280, 8}, [2]int{268, 4}},
	{"dev_t", [2]int{8, 8}, [2]int{8, 4}},
	{"off_t", [2]int{8, 8}, [2]int{4, 4}},
	{"nlink_t", [2]int{8, 8}, [2]int{4, 4}},
	{"wchar_t", [2]int{4, 4}, [2]int{4, 4}},
	{"fenv_t", [2]int{32, 4}, [2]int{28, 4}},
	{"struct lconv", [2]int{96, 8}, [2]int{56, 4}},
	{"memory_order", [2]int{4, 4}, [2]int{4, 4}},
	{"atomic_flag", [2]int{1, 1}, [2]int{1, 1}},
	{"div_t", [2]int{8, 4}, [2]int{8, 4}},
	{"stack_t", [2]int{24, 8}, [2]int{12, 4}},
	{"struct sigevent", [2]int{64, 8}, [2]int{64, 4}},
	{"struct mq_attr", [2]int{64, 8}, [2]int{32, 4}},
	{"ns_msg", [2]int{80, 8}, [2]int{48, 4}},
	{"ns_rr", [2]int{1048, 8}, [2]int{1044, 4}},
	{"HEADER", [2]int{12, 4}, [2]int{12, 4}},
	{"lldiv_t", [2]int{16, 8}, [2]int{16, 4}},
}

// TestSizes holds our types, and on a machine with glibc its own, against the table.
func TestSizes(t *testing.T) {
	text := func(i int) string {
		var b strings.Builder
		for _, h := range []string{"pthread", "semaphore", "threads", "stddef", "stdatomic", "sys/stat", "signal",
			"setjmp", "sys/socket", "netinet/in", "netdb", "fcntl", "sys/resource", "dirent", "time", "fenv", "locale", "stdlib", "mqueue", "resolv"} {
			b.WriteString("#include <" + h + ".h>\n")
		}
		for _, s := range sizes {
			want := [2][2]int{s.lp64, s.i386}[i]
			b.WriteString("_Static_assert(sizeof(" + s.typ + ") == " + strconv.Itoa(want[0]) + ", \"sizeof " + s.typ + "\");\n")
			b.WriteString("_Static_assert(_Alignof(" + s.typ + ") == " + strconv.Itoa(want[1]) + ", \"_Alignof " + s.typ + "\");\n")
		}
		b.WriteString("pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" +
			"pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; once_flag f = ONCE_FLAG_INIT; atomic_flag g = ATOMIC_FLAG_INIT;\n" +
			"int limits[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_BARRIER_SERIAL_THREAD};\n")
		return b.String()
	}
	for i, bits := range []string{"-m64", "-m32"} {
		t.Run(bits, func(t *testing.T) { gcc(t, bits, "#define _GNU_SOURCE\n"+text(i), "-nostdinc", "-Iinclude") })
	}
	t.Run("host", func(t *testing.T) {
		peer.NeedHeaders(t, "pthread.h", "gnu/stubs-64.h")
		gcc(t, "-m64", "#define _GNU_SOURCE\n"+text(0))
	})
}
