package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// intrinsicsOfGCC declares the intrinsics as functions of which gcc knows nothing: each may access all memory that is not local to
// its caller. So gcc assumes no more about a model than the machine guarantees.
const intrinsicsOfGCC = `
void __heddle_any(void *value, __SIZE_TYPE__ size, int reason);
#define __heddle_choose(like, reason) \
	__extension__({ __typeof__((like) + 0) __value; __heddle_any(&__value, sizeof __value, (reason)); __value; })
#define __heddle_atomic_load(p, order) __atomic_load_n((p), (order) - 1)
#define __heddle_atomic_cmpswap(p, expected, desired, order) __sync_val_compare_and_swap((p), (expected), (desired))
unsigned long long __heddle_choose_range(unsigned long long lo, unsigned long long hi, int reason);
int __heddle_choose_bit(unsigned long long mask, int reason);
void __heddle_assert(int condition, const char *text, int property);
void __heddle_assume(int condition);
void __heddle_unsupported(const char *construct);
void __heddle_limit(const char *bound);
void __heddle_output(int fd, const char *format, ...);
void __heddle_output_list(int fd, const char *format, __builtin_va_list list);
void __heddle_halt(int status);
void *__heddle_alloc(__SIZE_TYPE__ size, __SIZE_TYPE__ align, int kind);
void __heddle_free(void *p);
__SIZE_TYPE__ __heddle_object_size(const void *p);
__SIZE_TYPE__ __heddle_apart(const void *p, const void *q);
void __heddle_spawn(void (*run)(void *), void *handle);
void __heddle_join(void *handle);
int __heddle_self(void);
void __heddle_thread_exit(void);
void __heddle_acquire(void *lock, int mode);
void __heddle_release(void *lock);
int __heddle_lock_state(void *lock);
void __heddle_block_until(int condition, int kind);
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
void __heddle_send(void *object, long long channel);
void __heddle_recv(void *object, long long channel);
int __heddle_fork(void);
void __heddle_share(void *object);
double __heddle_fsqrt(double x);
double __heddle_fabs(double x);
double __heddle_fround(double x, int mode);
double __heddle_frem(double x, double y);
double __heddle_fma(double x, double y, double z);
`

// compilesAlike reports whether gcc makes the same code of the file with the fault as of the one without. Then no program can see
// the change: M. Papadakis et al., "Trivial Compiler Equivalence", ICSE 2015. Without gcc, or if it does not compile the file, the result
// is false.
func (m *faulty) compilesAlike(t *testing.T, f fault) bool {
	if peer.TryGCC(t) != nil {
		return false
	}
	lines := strings.Split(m.files[f.file], "\n")
	lines[f.number-1] = f.changed
	with := gccCode(t, strings.Join(lines, "\n"))
	return with != "" && with == gccCode(t, m.files[f.file])
}

// gccCode returns gcc's code of a model, or nothing.
func gccCode(t *testing.T, text string) string {
	dir := t.TempDir()
	prelude, source, code := filepath.Join(dir, "prelude.h"), filepath.Join(dir, "model.c"), filepath.Join(dir, "model.s")
	for path, text := range map[string]string{prelude: intrinsicsOfGCC, source: text} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compile := exec.Command("gcc", "-O2", "-fwrapv", "-fno-strict-aliasing", "-g0", "-w", "-std=gnu11", "-D__HEDDLE__", "-include", prelude,
		"-nostdinc", "-isystem", "../../internal/front/header/include", "-I", sourceDir, "-S", "-o", code, source)
	if compile.Run() != nil {
		compile.Args = append(compile.Args, "-D_GNU_SOURCE")
		if compile = exec.Command(compile.Args[0], compile.Args[1:]...); compile.Run() != nil {
			return ""
		}
	}
	out, err := os.ReadFile(code)
	if err != nil {
		return ""
	}
	return string(out)
}
