package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// answer is heddle's answer about one property, with the fields that a trial uses; see
// docs/use/result.schema.json.
type answer struct {
	Property string    `json:"property"`
	Verdict  string    `json:"verdict"`
	Reason   string    `json:"reason"`
	Message  string    `json:"message"`
	Location *location `json:"location"`
	Bounds   []struct {
		Bound    string   `json:"bound"`
		Location location `json:"location"`
	} `json:"bounds"`
	Coverage *coverage `json:"coverage,omitempty"`
	Races    *races    `json:"races,omitempty"`
	Next     string    `json:"next,omitempty"`
	Stats    struct {
		Found time.Duration `json:"found_ns,omitempty"`
	} `json:"stats"`
}

type coverage struct {
	Executions int        `json:"executions"`
	NotEntered []string   `json:"not_entered,omitempty"`
	NotReached []location `json:"not_reached,omitempty"`
}

// races is a report on the pairs of accesses of which one may race. The pairs that are not proved are suspects.
type races struct {
	Pairs  int `json:"pairs"`
	Proved []struct {
		Pairs int `json:"pairs"`
	} `json:"proved"` // by reason
}

// says reports whether a report proves three of five pairs.
func (r *races) says() bool {
	if r == nil {
		return false
	}
	proved := 0
	for _, p := range r.Proved {
		proved += p.Pairs
	}
	return r.Pairs > 0 && 5*proved >= 3*r.Pairs
}

type location struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// String returns the same text for a place wherever the kit is stored.
func (l location) String() string {
	if filepath.IsAbs(l.File) { // only files of a harness have absolute names
		return fmt.Sprintf("harness/%s:%d", filepath.Base(l.File), l.Line)
	}
	return fmt.Sprintf("%s:%d", l.File, l.Line)
}

// parse reads the result of heddle check.
func parse(text []byte) ([]answer, error) {
	var whole struct {
		answer
		Results []answer `json:"results"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, err
	}
	if len(whole.Results) > 0 {
		return whole.Results, nil
	}
	return []answer{whole.answer}, nil
}

// place returns the place of a violation.
func (a *answer) place() string {
	if a.Location == nil {
		return ""
	}
	return a.Location.String()
}

// spoiled returns the reason why an answer without a violation is not useful; empty: it is useful.
func (a *answer) spoiled() string {
	switch {
	case a.Verdict == "unknown":
		return strings.TrimSpace(a.Reason + " " + a.Message)
	case a.Verdict == "bounded" && a.Coverage == nil:
		return "bounded, and nothing is known of what was reached"
	case a.Verdict == "bounded" && len(a.Coverage.NotReached) > 0:
		return fmt.Sprintf("bounded, %d checks not reached", len(a.Coverage.NotReached))
	}
	return ""
}

// grade rates the answers about a program from a user's view.
type grade struct {
	useful     bool
	violations []string // property and place, with the reader's judgement
	unread     []finding
	wrong      []finding
	spoiled    []string // properties with reasons, grouped by reason
	reported   bool     // only a race report makes it useful
	unentered  bool     // a property is bounded although functions were not entered
}

// grade rates the answers about a program.
func (k *kit) grade(program string, o *outcome) grade {
	var g grade
	if o.Failure != "" {
		g.spoiled = []string{o.Failure}
		return g
	}
	shown, decided, reported := false, true, false
	reasons := map[string][]string{}
	var order []string
	for i := range o.Answers {
		a := &o.Answers[i]
		if a.Verdict == "violation" {
			f := finding{program, a.Property, a.place()}
			r, ok := k.readings[f]
			switch {
			case !ok:
				g.unread = append(g.unread, f)
				r.verdict = "unread"
			case r.verdict == isFalse:
				g.wrong = append(g.wrong, f)
			}
			shown = shown || r.verdict == isTrue
			decided = decided && r.verdict == isTrue
			g.violations = append(g.violations, fmt.Sprintf("%s %s (%s)", a.Property, f.place, r.verdict))
			continue
		}
		reported = reported || a.Races.says()
		if why := a.spoiled(); why != "" {
			decided = false
			if reasons[why] == nil {
				order = append(order, why)
			}
			reasons[why] = append(reasons[why], a.Property)
		}
		g.unentered = g.unentered || a.Verdict == "bounded" && a.Coverage != nil && len(a.Coverage.NotEntered) > 0
	}
	for _, why := range order {
		g.spoiled = append(g.spoiled, strings.Join(reasons[why], ", ")+": "+why)
	}
	g.useful = (shown || decided || reported) && len(g.wrong) == 0
	g.reported = g.useful && !shown && !decided
	return g
}

// hint returns the command that a violation suggests, else most of the answers that are not useful; empty: there is
// none.
func (o *outcome) hint() string {
	count := map[string]int{}
	best := ""
	for i := range o.Answers {
		a := &o.Answers[i]
		if a.Next != "" && a.Verdict == "violation" {
			return a.Next
		}
		if a.Next == "" || a.spoiled() == "" {
			continue
		}
		if count[a.Next]++; count[a.Next] > count[best] {
			best = a.Next
		}
	}
	return best
}

// better merges the answers of two runs. For each property it takes the first answer that is useful, or a violation
// without a suggestion, or else the second.
func better(first, second []answer) []answer {
	out := slices.Clone(first)
	for _, b := range second {
		at := slices.IndexFunc(out, func(a answer) bool { return a.Property == b.Property })
		switch {
		case at < 0:
			out = append(out, b)
		case out[at].spoiled() != "" || b.Verdict == "violation" || out[at].Verdict == "violation" && out[at].Next != "":
			out[at] = b
		}
	}
	return out
}

// first returns the violation that was found first; nil: there is none.
func (o *outcome) first() *answer {
	var out *answer
	for i := range o.Answers {
		a := &o.Answers[i]
		if a.Verdict == "violation" && (out == nil || a.Stats.Found < out.Stats.Found) {
			out = a
		}
	}
	return out
}
