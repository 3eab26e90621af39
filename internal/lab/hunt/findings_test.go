package hunt

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Finding is something that cannot be right.
type Finding struct {
	Property verdict.Property
	Safe     []string // engines with a safe verdict; none: this is a failure
	Violated []string // engines that report a violation, or fail
	Text     string
}

// String names the engines and their verdicts.
func (f *Finding) String() string {
	if len(f.Safe) == 0 {
		return fmt.Sprintf("%s: failure of %s", f.Property, strings.Join(f.Violated, ", "))
	}
	return fmt.Sprintf("%s: safe says %s; a violation has %s", f.Property, strings.Join(f.Safe, ", "), strings.Join(f.Violated, ", "))
}

// Like reports whether another finding may have the same cause: both are failures of an engine, or
// contradictions in which the same engine is on the same side.
func (f *Finding) Like(g *Finding) bool {
	meets := func(a, b []string) bool {
		return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
	}
	if len(f.Safe) == 0 || len(g.Safe) == 0 {
		return len(f.Safe) == len(g.Safe) && meets(f.Violated, g.Violated)
	}
	return meets(f.Safe, g.Safe) && meets(f.Violated, g.Violated)
}

// Findings returns the failures and contradictions in the answers about one program.
func Findings(answers []Answer) []Finding {
	var out []Finding
	by := map[verdict.Property][2][]*Answer{}
	for i := range answers {
		a := &answers[i]
		if a.Failure != "" {
			out = append(out, Finding{a.Property, nil, []string{a.Engine}, a.String()})
			continue
		}
		pair := by[a.Property]
		switch a.Verdict {
		case verdict.Safe:
			pair[0] = append(pair[0], a)
		case verdict.Violation:
			pair[1] = append(pair[1], a)
		}
		by[a.Property] = pair
	}
	for _, p := range slices.Sorted(maps.Keys(by)) {
		safe, violated := by[p][0], by[p][1]
		if len(violated) > 0 && !slices.ContainsFunc(violated, func(a *Answer) bool { return !a.Unset }) {
			safe = slices.DeleteFunc(safe, func(a *Answer) bool { return a.Given })
		}
		if len(safe) > 0 && len(violated) > 0 {
			out = append(out, Finding{p, names(safe), names(violated), violated[0].String()})
		}
	}
	return out
}

func names(answers []*Answer) []string {
	var list []string
	for _, a := range answers {
		list = append(list, a.Engine)
	}
	return list
}

// Tally counts answers by engine and property.
type Tally struct {
	Decided, All map[string]int
	Programs     map[string]int // about which there is an answer
	Time         map[string]time.Duration
	Why          map[string]int // of the others
}

// Add counts the answers about one program.
func (t *Tally) Add(answers []Answer) {
	if t.All == nil {
		t.Decided, t.All, t.Programs = map[string]int{}, map[string]int{}, map[string]int{}
		t.Why, t.Time = map[string]int{}, map[string]time.Duration{}
	}
	counted := map[string]bool{}
	for i := range answers {
		a := &answers[i]
		for _, key := range []string{a.Engine, a.Property.String()} {
			if !counted[key] {
				counted[key] = true
				t.Programs[key]++
			}
			t.All[key]++
			t.Time[key] += a.Time
			if a.Verdict == verdict.Safe || a.Verdict == verdict.Violation {
				t.Decided[key]++
			}
		}
		if a.Verdict == verdict.Bounded || a.Verdict == verdict.Unknown {
			why, _, _ := strings.Cut(a.Detail, " at ")
			why, _, _ = strings.Cut(why, " a.c")
			t.Why[a.Engine+": "+why]++
		}
	}
}

// String returns a table: the share of decided answers of each engine, and of each property.
func (t *Tally) String() string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(t.All)) {
		fmt.Fprintf(&b, "%-20s %6d of %6d decided in %7.1fs\n", key, t.Decided[key], t.All[key], t.Time[key].Seconds())
	}
	return b.String()
}

// Reasons lists why engines decide nothing, the most frequent first.
func (t *Tally) Reasons(n int) string {
	keys := slices.SortedFunc(maps.Keys(t.Why), func(a, b string) int { return t.Why[b] - t.Why[a] })
	var b strings.Builder
	for _, key := range keys[:min(n, len(keys))] {
		fmt.Fprintf(&b, "%6d %s\n", t.Why[key], key)
	}
	return b.String()
}
