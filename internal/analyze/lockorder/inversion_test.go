package lockorder

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestInversions finds locks in two orders, and the reason why the two sections do not overlap. The explorer finds no
// deadlock in these programs.
func TestInversions(t *testing.T) {
	const create, join = "pthread_create(&id, 0, other, 0);", "pthread_join(id, 0);"
	for _, tt := range []struct{ name, other, main, want string }{
		{"before", "both(&b, &a);", "both(&a, &b);" + create + join,
			"main takes a before b, other the other way round: other is created later"},
		{"after", "both(&a, &pair[1].m);", create + join + "both(&pair[1].m, &a);",
			"main takes pair[1].m before a, other the other way round: other was joined before"},
		{"under a lock", "take(&c); both(&b, &a); give(&c);", create + "take(&c); both(&a, &b); give(&c);" + join,
			"main takes a before b, other the other way round: both hold c.m"},
		{"by a flag", "both(&b, &a); atomic_store(&done, 1);", create + "if (atomic_load(&done)) both(&a, &b);" + join,
			"main takes a before b, other the other way round: "},
		{"one order", "both(&a, &b);", create + "both(&a, &b);" + join, ""},
		{"one thread", "", create + "both(&a, &b); both(&b, &a);" + join, ""},
		{"one after the other", "both(&a, &b);", create + "pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a);" + join, ""},
		{"for reading", "pthread_rwlock_rdlock(&rw); both(&b, &a); pthread_rwlock_unlock(&rw);", create + join +
			"pthread_rwlock_rdlock(&rw); both(&a, &b); pthread_rwlock_unlock(&rw);",
			"main takes a before b, other the other way round: other was joined before"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := testprog.Source(t, before+"static atomic_int done;\nstatic void *other(void *arg) { "+tt.other+" return arg; }\nint main(void) { "+tt.main+" return 0; }\n", ir.LP64)
			got := ""
			for _, v := range Inversions(context.Background(), analyze.Of(p)) {
				if v.First.Outer != v.Second.Inner || v.First.Inner != v.Second.Outer || v.First.Place.Line == 0 || v.Second.Place.Line == 0 {
					t.Errorf("found %+v", v)
				}
				got += v.First.Thread + " takes " + v.First.Outer + " before " + v.First.Inner + ", " + v.Second.Thread + " the other way round: " + v.Why
			}
			if got != tt.want {
				t.Errorf("found %q, want %q", got, tt.want)
			}
			if found := deadlock(t, p); found != "" {
				t.Errorf("the program has a deadlock: %s", found)
			}
		})
	}
}
