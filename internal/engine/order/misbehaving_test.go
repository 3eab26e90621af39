package order

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// misbehaving lists programs in which the schedule decides whether a thread has behaviour that C or POSIX
// leaves undefined. Generated programs rarely have it.
var misbehaving = []struct {
	name                 string
	property             verdict.Property
	globals, other, rest string
	want                 verdict.Verdict
}{
	{"an increment of the greatest int", verdict.Overflow, "int x = 0x7ffffffe;", "x++;", "x++; x++;", verdict.Violation},
	{"one that just fits", verdict.Overflow, "int x = 0x7ffffffd;", "x++;", "x++;", verdict.Safe},
	{"unsigned", verdict.Overflow, "unsigned x = 0xffffffff;", "x++;", "x++;", verdict.Safe},
	{"a difference", verdict.Overflow, "int x, y;", "x = -2147483647; y = 2;", "int d = x - y;", verdict.Violation},
	{"a product", verdict.Overflow, "int x = 46340;", "x++;", "int p = x * x;", verdict.Violation},
	{"the negation of the least int", verdict.Overflow, "int x;", "x = -2147483647 - 1;", "int n = -x;", verdict.Violation},
	{"a quotient", verdict.Overflow, "int x = -2147483647 - 1, y = 1;", "y = -1;", "int q = x / y;", verdict.Violation},
	{"a short that is promoted", verdict.Overflow, "short x = 32767;", "x++;", "x++;", verdict.Safe},
	{"a shift into the sign", verdict.Overflow, "int x = 1;", "x = 2;", "int s = x << 30;", verdict.Violation},
	{"an atomic addition wraps", verdict.Overflow, "_Atomic int x = 0x7fffffff;", "x++;", "x++;", verdict.Safe},
	{"after another violation", verdict.Overflow, "int x = 0x7fffffff, z;", "z = 1;", "assert(z == 0); x++;", verdict.Violation},
	{"behind a failed assertion", verdict.Overflow, "int x = 0x7fffffff, z;", "z = 1;", "assert(z == 1 && z == 0); x++;", verdict.Safe},
	{"a shift by the width", verdict.Shift, "int x = 1, n = 31;", "n++;", "unsigned s = (unsigned)x << n;", verdict.Violation},
	{"a shift by less", verdict.Shift, "int x = 1, n = 30;", "n++;", "unsigned s = (unsigned)x << n;", verdict.Safe},
	{"a negative shift", verdict.Shift, "int n;", "n = -1;", "int s = 8 >> n;", verdict.Violation},
	{"a wide shift", verdict.Shift, "int n = 62;", "n++;", "unsigned long s = 1ul << n;", verdict.Safe},
	{"division by zero", verdict.Div, "int x = 1;", "x--;", "int q = 8 / x;", verdict.Violation},
	{"a guarded division", verdict.Div, "int x = 1;", "x--;", "int y = x; if (y) { int q = 8 / y; }", verdict.Safe},
	{"a guard that another thread takes away", verdict.Div, "int x = 1;", "x--;", "if (x) { int q = 8 % x; }", verdict.Violation},
	{"a local that is never written", verdict.Uninit, "int g;", "g = 1;", "int a[2]; if (g) a[0] = 1; g = a[0];", verdict.Violation},
	{"a local that is written", verdict.Uninit, "int g;", "g = 1;", "int a[2]; a[g] = 1; a[0] = 2; g = a[0];", verdict.Safe},
	{"written by another thread, perhaps", verdict.Uninit, "int *volatile p; int g;", "if (p) *p = 1;", "int a[1]; p = a; g = a[0];", verdict.Violation},
	{"half of a word", verdict.Uninit, "int g;", "g = 1;", "union { int i; short s[2]; } u; u.s[0] = 1; g = u.i;", verdict.Violation},
	{"a copy may have none", verdict.Uninit, "struct s { int a, b; } g; int h;", "h = 1;", "struct s l; l.a = 1; g = l;", verdict.Safe},
	{"an unlock of what is free", verdict.Lock, "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "x = 1;", "if (!x) pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", verdict.Violation},
	{"an unlock by another thread", verdict.Lock, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m);", verdict.Violation},
	{"a destruction while held", verdict.Lock, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "pthread_mutex_destroy(&m);", verdict.Violation},
	{"locked and unlocked", verdict.Lock, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", verdict.Safe},
}

// TestMisbehaving compares the engines and the explorer with stated verdicts.
func TestMisbehaving(t *testing.T) {
	for _, tt := range misbehaving {
		t.Run(tt.name, func(t *testing.T) {
			code := program(t, tt.globals, tt.other, tt.rest)
			found, err := smc.Explore(t.Context(), code, smc.Options{
				Properties: interp.PropertySet(tt.property), Reduction: smc.DPOR, StopAtFirst: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(found.Violations) > 0; got != (tt.want == verdict.Violation) {
				t.Errorf("the explorer finds a violation: %t, want %s", got, tt.want)
			}
			for _, v := range variants {
				if out := judge(t, v.opts, engine.Problem{Program: code.Program(), Property: tt.property}); out.Verdict != tt.want {
					t.Errorf("%s: %s, want %s; %s", v.name, out.Verdict, tt.want, out.Detail)
				}
			}
		})
	}
}
