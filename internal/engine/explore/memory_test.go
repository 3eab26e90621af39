package explore

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestMemorySpent checks that an execution that ends because the task's memory is spent gives the reason
// out of memory, and not only the mark of the allocation.
func TestMemorySpent(t *testing.T) {
	code := testprog.Code(t, "#include <stdlib.h>\nint main(void) { char *p = malloc(8 << 20); if (p) p[0] = 1; free(p); return 0; }")
	for memory, want := range map[int64]verdict.Reason{16 << 20: verdict.OutOfMemory, 64 << 20: ""} {
		out, err := Explore(context.Background(), Task{Code: code, Properties: interp.PropertySet(verdict.Memory), Environment: ir.DefaultEnvironment,
			Reduction: smc.DPOR, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		if out.Reason != want || (out.Verdict == verdict.Safe) != (want == "") {
			t.Errorf("%d bytes: %s (%s), expected the reason %q", memory, out.Verdict, out.Reason, want)
		}
	}
}
