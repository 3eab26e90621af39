package unwind_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var sequential = flag.Int("sequential", 3, "generated sequential programs to hold against runs")

// TestSequentialChecksums checks generated programs of one thread. Their checksums are asserted to equal
// the output of a run. Then the last checksum is asserted to differ.
func TestSequentialChecksums(t *testing.T) {
	const print = `printf("%llx\n", sum);`
	for seed := range generated.Next(*sequential) {
		source := testgen.Sequential(seed, 1)
		var out bytes.Buffer
		p := testprog.Source(t, source, ir.LP64)
		if _, _, err := interp.RunCode(context.Background(), interp.Prepare(p), interp.Options{Output: &out}); err != nil {
			t.Fatal(err)
		}
		sums := strings.Fields(out.String())
		if len(sums) != strings.Count(source, print) {
			t.Fatalf("%d: %d checksums printed, the source has %d", seed, len(sums), strings.Count(source, print))
		}
		for want, relation := range map[verdict.Verdict]string{verdict.Safe: "==", verdict.Violation: "!="} {
			text := source
			for k, sum := range sums {
				is := "=="
				if k == len(sums)-1 {
					is = relation
				}
				text = strings.Replace(text, print, fmt.Sprintf(`if (!(sum %s 0x%sull)) reach_error();`, is, sum), 1)
			}
			code := interp.Prepare(testprog.Source(t, "void reach_error(void) {}\n"+text, ir.LP64))
			out, err := order.New(order.Options{}).Run(context.Background(), &engine.Problem{Program: code.Program(), Property: verdict.Reach})
			if err != nil {
				t.Errorf("%d: %v", seed, err)
			} else if out.Verdict != want {
				t.Errorf("%d, %s: %s %s %s, want %s", seed, relation, out.Verdict, out.Reason, out.Detail, want)
			}
		}
	}
}
