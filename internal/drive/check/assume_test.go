package check

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestWeakOrders checks programs with memory orders weaker than sequential consistency. The assumption
// names each order with one place. Orders in library models are not named.
func TestWeakOrders(t *testing.T) {
	const head = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n#line 1\n"
	for _, c := range []struct{ text, want string }{
		{"int main(void) { x = 1; return x; }", ""},
		{"pthread_mutex_t m; int main(void) { return pthread_mutex_lock(&m); }", ""},
		{"int main(void) { return atomic_load_explicit(&x, memory_order_acquire); }",
			", also of memory_order_acquire at a.c:1:25"},
		{"void f(void) { atomic_thread_fence(memory_order_release); }\nint main(void) { f(); f(); return atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); }",
			", also of memory_order_relaxed at a.c:2:35, also of memory_order_release at a.c:1:16"},
		{"int main(void) { int e = 0; return atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_seq_cst, memory_order_relaxed); }",
			", also of memory_order_relaxed at a.c:1:36"},
	} {
		if got := weakOrders(testprog.Source(t, head+c.text, ir.LP64)); got != c.want {
			t.Errorf("%s\nassumes %q, expected %q", c.text, got, c.want)
		}
	}
}
