package weak

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestUninit judges reads of memory that no write reaches. A thread gets the address of a local variable when it begins.
func TestUninit(t *testing.T) {
	const head = `#include <pthread.h>
#include <stdatomic.h>
struct pair { char c; int i; };
struct bits { int low : 3, high : 4; };
union cell { int i; atomic_int a; struct pair p; struct bits b; };
static atomic_int flag;
static int sink;
#define W(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define R(x, o) atomic_load_explicit(&x, memory_order_##o)
`
	for _, c := range []struct {
		name          string
		writer, main  string
		fails, refuse string // models
	}{
		{"release and acquire", "x->i = 1; W(flag, 1, release);", "if (R(flag, acquire)) sink = x.i;", "", ""},
		{"relaxed", "x->i = 1; W(flag, 1, relaxed);", "if (R(flag, relaxed)) sink = x.i;", "rc11 pso aarch64", ""},
		{"relaxed accesses", "W(x->a, 1, relaxed); W(flag, 1, relaxed);", "if (R(flag, acquire)) sink = R(x.a, relaxed);", "rc11 pso aarch64", ""},
		{"an update", "atomic_store(&x->a, 1); W(flag, 1, relaxed);", "if (R(flag, acquire)) atomic_fetch_add(&x.a, 1);", "rc11 aarch64", ""},
		{"no order", "x->i = 1;", "sink = x.i;", "sc rc11 tso pso aarch64", ""},
		{"a copy", "x->p.i = 1; W(flag, 1, release);", "if (R(flag, acquire)) { struct pair y = x.p; sink = y.i; }", "", "sc rc11 tso pso aarch64"},
		{"a bit-field", "x->b.low = 1; W(flag, 1, release);", "if (R(flag, acquire)) sink = x.b.low;", "", "sc rc11 tso pso aarch64"},
	} {
		code := testprog.Code(t, head+"static void *writer(void *arg) { union cell *x = arg; "+c.writer+" return arg; }\n"+
			"int main(void) { pthread_t t; union cell x; pthread_create(&t, 0, writer, &x); "+c.main+" pthread_join(t, 0); return sink; }")
		for _, name := range []string{"sc", "rc11", "tso", "pso", "aarch64"} {
			m, err := ModelOf(name)
			if err != nil {
				t.Fatal(err)
			}
			x, err := Explore(t.Context(), code, Options{Model: m, Properties: interp.PropertySet(verdict.Uninit)})
			if err != nil {
				t.Fatal(err)
			}
			fails, refuses := strings.Contains(c.fails, name), strings.Contains(c.refuse, name)
			if (len(x.Violations) > 0) != fails || !fails && (x.Refused != "") != refuses {
				t.Errorf("%s under %s: %d violations, refused: %q", c.name, name, len(x.Violations), x.Refused)
			}
			for _, v := range x.Violations {
				if _, err := interp.ReplayCode(t.Context(), code, v.Trace, interp.ReplayOptions{}); err != nil {
					t.Errorf("%s under %s does not replay: %v", c.name, name, err)
				}
			}
		}
	}
}
