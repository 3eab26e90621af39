package unwind_test

import (
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestChoosingReads unwinds the programs in which a read only chooses an element. The graphs are
// checked: no term mentions the value of a read that slicing removed.
func TestChoosingReads(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/semantics/index_read_*.c")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		for _, property := range []verdict.Property{verdict.Assert, verdict.Memory, verdict.Race, verdict.Deadlock} {
			g := graphOf(t, testprog.Compile(t, file, ir.LP64), unwind.Options{Property: property, Loop: 2})
			if len(g.Reads) == 0 {
				t.Errorf("%s, %s: no value of a read is a variable", file, property)
			}
		}
	}
}

// TestUnusedReads checks a read of a plain object whose value nothing uses: slicing removes it, and the
// writes to the object.
func TestUnusedReads(t *testing.T) {
	p := testprog.Source(t, `#include <pthread.h>
static int unused;
static void *set(void *arg)
{
	unused = 1;
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	(void)*(volatile int *)&unused;
	return 0;
}
`, ir.LP64)
	g := graphOf(t, p, unwind.Options{Property: verdict.Assert, Loop: 2})
	for i := 1; i < len(g.Events); i++ {
		if e := &g.Events[i]; g.Regions[e.Region].Kind == event.Data && g.Objects[g.Regions[e.Region].Object].Global != 0 && g.Regions[e.Region].Width == 32 {
			t.Errorf("event %d, a %s of %d bits, stays", i, e.Kind, g.Regions[e.Region].Width)
		}
	}
}
