package check

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var outcomes = flag.Int("outcomes", 20, "outcomes of random executions that engines must find")

var (
	globalLine  = regexp.MustCompile(`(?m)^static (?:atomic_)?int (\w+) = (\d+);`)
	checkLine   = regexp.MustCompile(`(?m)^\s*assert\(.*\);\n|^\s*if \(!\(.*\)\)\n\s*reach_error\(\);\n`)
	lastOfMain  = regexp.MustCompile(`return 0;\n}\s*$`)
	headerLine  = "#include <assert.h>\n"
	maxOutcomes = 4 // of one program
)

// unchecked returns a generated program without its assertions; ok is false if it may
// end elsewhere than at the end of main.
func unchecked(seed uint64) (text string, ok bool) {
	o := testgen.Options{Seed: seed, Features: testprog.HalfOfAll(seed)}
	text = checkLine.ReplaceAllString(testgen.Concurrent(o).C(), "")
	if !strings.Contains(text, headerLine) {
		text = headerLine + text
	}
	_, main, _ := strings.Cut(text, "int main(void)")
	return text, lastOfMain.MatchString(text) && strings.Count(main, "return") == 1 && !strings.Contains(main, "exit") && !strings.Contains(text, "atexit")
}

// finalState returns a condition that holds of the globals of a program when an
// execution ends, if it ends with main's return.
func finalState(text string, e *inclusion.Execution) (cond string, ok bool) {
	if e.End.Kind != interp.Exited || e.End.Thread != "main" {
		return "", false
	}
	var list []string
	for _, g := range globalLine.FindAllStringSubmatch(text, -1) {
		var init uint64
		fmt.Sscan(g[2], &init)
		value := uint32(init)
		for _, st := range e.Steps {
			for _, a := range st.Accesses {
				if !a.Write || a.Object.Global != g[1] {
					continue
				}
				for i := range a.Size {
					shift := 8 * (a.Offset + i)
					value = value&^(0xff<<shift) | uint32(byte(a.Value.Lo>>(8*i)))<<shift
				}
			}
		}
		list = append(list, fmt.Sprintf("%s == %d", g[1], int32(value)))
	}
	return strings.Join(list, " && "), len(list) > 0
}

// TestOutcomes checks that every engine finds the final states of random executions. If an assertion
// excludes such a state, no engine may return safe. Each state goes to one engine in turn, or to all of
// them with -every 1.
func TestOutcomes(t *testing.T) {
	engines := everything()
	asked, found := 0, 0
	for seed := generated.First(); asked < *outcomes; seed++ {
		text, ok := unchecked(seed)
		if !ok {
			continue
		}
		code := interp.Prepare(program(t, text))
		seen := make(map[string]bool)
		for run := range uint64(20) {
			e, err := inclusion.Random(context.Background(), code, inclusion.Options{Property: verdict.Assert, Seed: run})
			if err != nil {
				t.Fatal(err)
			}
			cond, ok := finalState(text, e)
			if !ok || seen[cond] || len(seen) == maxOutcomes {
				continue
			}
			seen[cond] = true
			asserted := lastOfMain.ReplaceAllString(text, "assert(!("+cond+"));\n\treturn 0;\n}\n")
			p := program(t, asserted)
			list := engines.kinds
			if !every.IsAll() {
				list = engines.kinds[asked%len(engines.kinds):][:1]
			}
			for _, x := range list {
				if !x.Supports(verdict.Assert) {
					continue
				}
				b := NewBudget(context.Background(), 2*time.Second, 0)
				r := newRunner(b, p, Options{Properties: []string{"assert"}, Engine: x.Name}, engines)
				out, err := r.run()
				b.Stop()
				switch {
				case err != nil:
					t.Errorf("seed %d, %s: %v\n%s", seed, x.Name, err, asserted)
				case out[0].Verdict == verdict.Safe:
					t.Errorf("seed %d, %s: safe, but an execution (seed %d) ends with %s\n%s", seed, x.Name, run, cond, asserted)
				case out[0].Verdict == verdict.Violation:
					found++
				}
			}
			asked++
		}
	}
	t.Logf("%d outcomes, %d found", asked, found)
	if found < asked/2 {
		t.Errorf("%d of %d outcomes found", found, asked)
	}
}
