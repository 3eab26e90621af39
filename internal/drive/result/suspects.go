package result

import (
	"fmt"
	"strings"
)

// fewSuspects is the number of suspects that the text shows without TextOptions.Verbose.
const fewSuspects = 10

// writeSuspects writes how many pairs of accesses cannot race, and for which reasons, and the others.
func (j *Judgement) writeSuspects(out page) {
	r := j.Races
	if r == nil || r.Pairs == 0 {
		return
	}
	proved := 0
	var reasons []string
	for _, p := range r.Proved {
		proved += p.Pairs
		reasons = append(reasons, fmt.Sprintf("%s %d", p.Reason, p.Pairs))
	}
	line := fmt.Sprintf("  %d of %d pairs of accesses to %d shared objects cannot race", proved, r.Pairs, r.Shared)
	if len(reasons) > 0 {
		line += ": " + strings.Join(reasons, ", ")
	}
	out.line(line)
	for _, a := range r.Assumed {
		out.line("    assuming " + a)
	}
	shown := r.Suspects
	if !out.opts.Verbose {
		shown = shown[:min(len(shown), fewSuspects)]
	}
	for _, s := range shown {
		line := fmt.Sprintf("  suspect: %s, at %s and %s", s.Object, s.First, s.Second)
		if s.Locked > 0 {
			line += fmt.Sprintf(" (a lock keeps %d of its %d pairs apart)", s.Locked, s.Locked+s.Open)
		}
		out.line(line)
	}
	if n := len(r.Suspects) - len(shown); n > 0 {
		out.line(fmt.Sprintf("  and %d more suspects (--verbose)", n))
	}
}
