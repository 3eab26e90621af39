package result

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/explain/report/sarif"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// fewSuspects is the number of locations whose suspects the text shows without TextOptions.Verbose: the best of each.
const fewSuspects = 10

// reportsRaces reports whether a judgement says how many pairs of accesses cannot race.
func (j *Judgement) reportsRaces() bool { return j.Races != nil && j.Races.Pairs > 0 }

// writeSuspects writes how many pairs of accesses cannot race, and for which reasons, and the others.
func (j *Judgement) writeSuspects(out page) {
	r := j.Races
	if !j.reportsRaces() {
		return
	}
	out.line("  " + apart(r))
	for _, a := range r.Assumed {
		out.line("    assuming " + a)
	}
	shown := 0
	for i, list := range byLocation(r.Suspects) {
		if !out.opts.Verbose {
			if i == fewSuspects {
				break
			}
			out.line("  suspect: " + suspect(list[0]) + further(len(list)-1))
			shown += len(list)
			continue
		}
		for _, s := range list {
			out.line("  suspect: " + suspect(s))
			shown++
		}
	}
	if n := len(r.Suspects) - shown; n > 0 {
		out.line(fmt.Sprintf("  and %d more suspects (--verbose)", n))
	}
}

// byLocation returns the suspects of each location together. The locations are in the order of their best suspects.
func byLocation(suspects []engine.Suspect) (list [][]engine.Suspect) {
	at := make(map[string]int)
	for _, s := range suspects {
		i, ok := at[s.Location]
		if !ok {
			i = len(list)
			at[s.Location] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], s)
	}
	return list
}

// further gives the number of suspects of a location behind the shown one.
func further(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", and 1 more pair"
	}
	return fmt.Sprintf(", and %d more pairs", n)
}

// apart says how many pairs of accesses cannot race, and for which reasons.
func apart(r *engine.Races) string {
	proved := 0
	var reasons []string
	for _, p := range r.Proved {
		proved += p.Pairs
		reasons = append(reasons, fmt.Sprintf("%s %d", p.Reason, p.Pairs))
	}
	text := fmt.Sprintf("%d of %d pairs of accesses to %d shared objects cannot race", proved, r.Pairs, r.Shared)
	if len(reasons) > 0 {
		text += ": " + strings.Join(reasons, ", ")
	}
	return text
}

// covered says how many pairs of accesses cannot race, and which constructs and functions the report does not
// cover.
func covered(r *engine.Races) string {
	return strings.Join(append([]string{apart(r)}, r.Assumed...), "; assuming ")
}

// suspect describes a suspect.
func suspect(s engine.Suspect) string {
	return fmt.Sprintf("%s, at %s and %s%s", s.Location, s.First, s.Second, protection(s))
}

// Suspects reports whether a property has suspects: pairs of accesses for which there is neither a race nor a
// proof.
func (r *Result) Suspects() bool {
	return slices.ContainsFunc(r.Judgements(), func(j Judgement) bool { return j.Races != nil && len(j.Races.Suspects) > 0 })
}

// protection says how far the location of a suspect is protected: how many places are under its lock, and how many
// pairs a lock keeps apart.
func protection(s engine.Suspect) string {
	var parts []string
	if s.Waits {
		parts = append(parts, "a wait depends on it")
	}
	if s.Guarded > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d places are under %s", s.Guarded, s.Places, s.Guard))
	}
	if s.Locked > 0 {
		parts = append(parts, fmt.Sprintf("a lock keeps %d of its %d pairs apart", s.Locked, s.Locked+s.Open))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

// suspects returns the suspects in the form of a log.
func (j *Judgement) suspects(p verdict.Property) (list []sarif.Finding) {
	if j.Races == nil {
		return nil
	}
	for _, s := range j.Races.Suspects {
		if s.First.Line == 0 || s.Second.Line == 0 {
			continue // a log needs a place
		}
		text := fmt.Sprintf("suspect: accesses to %s here and at %s may race%s", s.Location, s.Second, protection(s))
		list = append(list, sarif.Finding{Property: p, Message: text, Place: &s.First, Other: &s.Second})
	}
	return list
}
