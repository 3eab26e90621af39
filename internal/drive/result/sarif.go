package result

import (
	"io"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/explain/report/sarif"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// WriteSARIF writes results as one run of a log in SARIF 2.1.0: violations with their executions and keys,
// suspects, the open parts of bounded and unknown verdicts, and the exit code of the command.
func WriteSARIF(w io.Writer, list []Tested, exit Exit) error {
	log := &sarif.Log{Exit: exit.Code, ExitText: exit.Meaning}
	type identity struct {
		property     verdict.Property
		key          string
		place, other verdict.Location
	}
	seen := make(map[identity]bool)
	add := func(f sarif.Finding) {
		id := identity{property: f.Property, key: f.Key}
		if f.Place != nil {
			id.place = *f.Place
		}
		if f.Other != nil {
			id.other = *f.Other
		}
		if !seen[id] { // several tests may find it
			seen[id] = true
			log.Findings = append(log.Findings, f)
		}
	}
	for _, t := range list {
		log.Version = t.Result.Version
		for _, j := range t.Result.Judgements() {
			p, err := verdict.ParseProperty(j.Property)
			if err != nil {
				continue // a property that no engine can judge has no entries
			}
			if !slices.Contains(log.Properties, p) {
				log.Properties = append(log.Properties, p)
			}
			for _, f := range j.violations() {
				add(t.Result.finding(&f))
			}
			for _, f := range j.Absent {
				add(sarif.Finding{Property: p, Key: f.Key, Message: f.Message, Place: f.Location, State: sarif.Absent})
			}
			if !t.Result.origin.Compared { // all results have a state, or none; a suspect has no key
				for _, f := range slices.Concat(j.suspects(p), j.inversions(p)) {
					add(f)
				}
			}
			if n, ok := j.note(t.Test, p); ok {
				log.Failed = log.Failed || n.Level == sarif.Failure
				log.Notes = append(log.Notes, n)
			}
		}
	}
	split := make(map[string][]string)
	log.Lines = func(file string) []string {
		for i := 0; split[file] == nil && i < len(list); i++ {
			if text := list[i].Result.origin.Sources[file]; text != nil {
				split[file] = strings.Split(string(text), "\n")
			}
		}
		return split[file]
	}
	return sarif.Write(w, log)
}

// inversions returns the locks that threads take in both orders in the form of a log.
func (j *Judgement) inversions(p verdict.Property) (list []sarif.Finding) {
	for _, v := range j.Inversions {
		list = append(list, sarif.Finding{Property: p, Message: v.String(), Place: &v.First.Place, Other: &v.Second.Place})
	}
	return list
}

// finding returns a violation in the form of a log.
func (r *Result) finding(f *found) sarif.Finding {
	out := sarif.Finding{Property: f.property, Key: f.key, Message: f.summary, Place: f.place, Story: f.story}
	if f.by != nil && f.by.Origin != accept.InBaseline {
		out.Accepted = &sarif.Acceptance{InSource: f.by.Origin == accept.InComment, At: f.by.At}
	}
	if r.origin.Compared {
		out.State = sarif.New
		if r.inBaseline(f.property, f.key) {
			out.State = sarif.Unchanged
		}
	}
	return out
}

// inBaseline reports whether a violation is in the baseline.
func (r *Result) inBaseline(p verdict.Property, key string) bool {
	return slices.ContainsFunc(r.origin.Accepted, func(a accept.Acceptance) bool {
		return a.Origin == accept.InBaseline && a.Property == p && a.Key == key
	})
}

// note returns the open part of a judgement, if it is bounded or unknown.
func (j *Judgement) note(test string, p verdict.Property) (n sarif.Note, ok bool) {
	n = sarif.Note{Property: p, Level: sarif.Remark, Message: j.leftOpen()}
	if test != "" {
		n.Message = test + ": " + n.Message
	}
	switch {
	case j.Reason == "internal-error":
		n.Level = sarif.Failure
	case j.Verdict == verdict.Unknown:
		n.Level = sarif.Warning
	case j.Verdict != verdict.Bounded:
		return n, false
	}
	if j.reportsRaces() {
		n.Message += "; " + covered(j.Races)
	}
	if j.Location != nil {
		n.Places = append(n.Places, *j.Location)
	}
	for _, m := range j.Bounds {
		if m.Location.Line > 0 && m.Bound != verdict.AcceptedBound {
			n.Places = append(n.Places, m.Location)
		}
	}
	return n, true
}
