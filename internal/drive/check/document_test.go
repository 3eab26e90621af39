package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// quoted lists names as code.
func quoted(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return "`" + strings.Join(names, "`, `") + "`"
}

// known lists the properties that an engine supports, or its unsupported properties if that list is
// shorter.
func known(k *engine.Kind) string {
	var has, lacks []string
	for p := range verdict.NumProperties {
		if k.Supports(p) {
			has = append(has, p.String())
		} else {
			lacks = append(lacks, p.String())
		}
	}
	if len(lacks) < len(has) {
		return "all but " + quoted(lacks)
	}
	return quoted(has)
}

// described returns the table of engines in Markdown.
func described(t *table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| name | how | properties | bounds | solver |\n| --- | --- | --- | --- | --- |\n")
	solvers := map[engine.SolverUse]string{engine.NoSolver: "none", engine.TheorySolver: "`embedded`", engine.AnySolver: "any"}
	for i := range t.kinds {
		k := &t.kinds[i]
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", k.Name, k.Summary, known(k), quoted(k.Bounds.Names()), solvers[k.Solver])
	}
	auto, _ := t.asked(Auto)
	fmt.Fprintf(&b, "| `%s` | %s | all | %s | %s |\n", Auto, auto.Summary, quoted(auto.Bounds.Names()), solvers[auto.Solver])
	fmt.Fprintf(&b, "\nOptions that only some engines know, `--engine-option NAME=VALUE`:\n\n| option | engines | values | meaning |\n| --- | --- | --- | --- |\n")
	for _, o := range EngineOptions() {
		values := "a number from 1"
		if len(o.Values) > 0 {
			values = quoted(o.Values)
		}
		if o.List {
			values += ", separated by commas"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", o.Name, quoted(o.Engines), values, o.Help)
	}
	fmt.Fprintf(&b, "\nPasses, in their order, that `--engine-option without=PASS` can leave out (✗) and that `heddle ir --form after:PASS` can show (→):\n\n| pass | engines | | meaning |\n| --- | --- | --- | --- |\n")
	for _, name := range passNames(t.kinds, func(engine.Pass) bool { return true }) {
		var engines []string
		var at engine.Pass
		for _, k := range t.kinds {
			for _, p := range k.Passes {
				if p.Name == name {
					engines = append(engines, k.Name)
					at = p
				}
			}
		}
		marks := ""
		if !at.Needed {
			marks += "✗"
		}
		if at.Form {
			marks += "→"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", name, quoted(engines), marks, at.Help)
	}
	return b.String()
}

// properties returns the table of properties in Markdown.
func properties() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| name | | violated by |\n| --- | --- | --- |\n")
	for _, p := range verdict.AllChecks.Properties() {
		when := ""
		if p.Row().Optional {
			when = "by name"
		}
		fmt.Fprintf(&b, "| [`%s`](properties/%s.md) | %s | %s |\n", p, p, when, p.Row().Summary)
	}
	return b.String()
}

// TestDocument checks that docs/use/check.md has the tables of properties and engines.
func TestDocument(t *testing.T) {
	const first, last = "<!-- properties, by go test ./internal/drive/check -run TestDocument -update -->\n\n", "\n<!-- end of properties -->\n"
	golden.Part(t, "../../../docs/use/check.md", first, last, properties())
	const begin, end = "<!-- engines, by go test ./internal/drive/check -run TestDocument -update -->\n\n", "\n<!-- end of engines -->\n"
	golden.Part(t, "../../../docs/use/check.md", begin, end, described(everything()))
}

// TestKinds checks that the rows of the engine table are consistent.
func TestKinds(t *testing.T) {
	all := everything()
	names := append([]string{all.auto.prover, all.auto.joint, all.auto.otherwise}, all.auto.together...)
	for _, turn := range slices.Concat(all.auto.late, all.auto.turns, all.auto.lasting) {
		names = append(names, turn.engine)
	}
	for _, name := range names {
		if all.kind(name) == nil {
			t.Errorf("the strategy asks %s, which is no engine", name)
		}
	}
	for _, f := range forms {
		if _, err := formOf(f.name, nil, all); err != nil || all.kind(f.engine) == nil {
			t.Errorf("the form %s is of %s: %v", f.name, f.engine, err)
		}
	}
	if _, ok := all.kind(all.auto.joint).New(nil).(engine.Joint); !ok {
		t.Errorf("%s is no joint engine", all.auto.joint)
	}
	for _, k := range all.kinds {
		if k.Name == "" || k.Summary == "" || k.Checks == 0 || k.New == nil || k.New(nil) == nil {
			t.Errorf("%q does not say what it is", k.Name)
		}
	}
}
