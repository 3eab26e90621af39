package hunt

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestCells compares the driver, order, the explorer and one further engine in turn, on programs that compute from values of narrow
// types. The driver judges all properties, the engine only the property that the program may violate.
func TestCells(t *testing.T) {
	var tally Tally
	started := time.Now()
	for seed := range generated.All() {
		target := testgen.Targets[seed%uint64(len(testgen.Targets))]
		property, err := verdict.ParseProperty(string(target))
		if err != nil {
			t.Fatal(err)
		}
		text := testgen.Cells(seed, target)
		s, err := NewSubject(text, ir.LP64, ir.DefaultEnvironment)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
			continue
		}
		list := slices.DeleteFunc(properties(), func(p verdict.Property) bool { return check.NothingToViolate(s.code.Program(), p) })
		answers := append(s.Explore(list, smc.DPOR), s.JudgeJointly(list, 10*(*patience))...)
		kinds := check.Kinds()
		turn := int(seed / uint64(len(testgen.Targets)) % uint64(len(kinds)))
		for i, m := range kinds {
			switch {
			case m.Name == "order":
				for _, p := range list {
					answers = append(answers, s.Judge(m, p, *patience))
				}
			case i == turn && only.Has(m.Name) && m.Supports(property):
				answers = append(answers, s.Judge(m, property, *patience))
			}
		}
		tally.Add(answers)
		for _, f := range Findings(answers) {
			t.Errorf("seed %d: %s\n%s\n%s", seed, &f, f.Text, text)
			keepProgram(t, fmt.Sprintf("cells-%d-%s.c", seed, f.Property), f, text)
		}
	}
	t.Logf("%.0f programs a minute\n%s%s", float64(generated.N())/time.Since(started).Minutes(), tally.String(), tally.Reasons(40))
	testprog.AtLeast(t, tally.Decided["order"], tally.All["order"], 95)
	testprog.AtLeast(t, tally.Decided[check.Auto], tally.All[check.Auto], 65) // undefined behaviour leaves other properties open
}
