package explore

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestJointly compares the answers of a joint exploration with those to each
// property alone.
func TestJointly(t *testing.T) {
	for i, text := range []string{
		counting("x++;", "x++;", "assert(x == 2);"),
		counting("a++;", "a++;", "assert(a == 2); x = 1 / (a - 2);"),
		counting("while (a < 3) a++;", "x = 1 << a;", "assert(a == 3); assert(x < 4);"),
		counting("pthread_mutex_lock(&m); pthread_mutex_lock(&n);", "pthread_mutex_lock(&n); x = 1; pthread_mutex_lock(&m);", "__nobody();"),
		counting("a = __VERIFIER_nondet_int();", "x = 2147483647; x += a;", ""),
	} {
		code := testprog.Code(t, text)
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		for _, random := range []bool{false, i == 0} {
			var got [verdict.NumProperties]*engine.Outcome
			task := Task{Code: code, Properties: interp.AllProperties, Reduction: smc.DPOR, Random: random}
			err := Jointly(ctx, task, func(p verdict.Property, o *engine.Outcome) {
				if got[p] != nil {
					t.Errorf("%s is answered twice", p)
				}
				got[p] = o
			})
			if err != nil {
				t.Fatal(err)
			}
			var all, alone []string
			for p := range verdict.NumProperties {
				task.Properties, task.Random = interp.PropertySet(p), false
				r, err := Explore(ctx, task)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, describe(p, got[p]))
				alone = append(alone, describe(p, &r.Outcome))
			}
			if a, b := strings.Join(all, "\n"), strings.Join(alone, "\n"); a != b {
				t.Errorf("%s\njointly\n%s\nalone\n%s", text, a, b)
			}
		}
	}
}

func describe(p verdict.Property, o *engine.Outcome) string {
	if o == nil {
		return p.String() + " no answer"
	}
	s := fmt.Sprint(p, " ", o.Verdict, " ", o.Reason)
	for _, v := range o.Violations {
		f := v.Trace.Failure
		s += fmt.Sprint(" at ", f.Line, ":", f.Column)
	}
	return s
}
