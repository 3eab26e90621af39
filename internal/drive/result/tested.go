package result

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Tested is a result with the test that it is of.
type Tested struct {
	Test   string  `json:"test"` // empty: the result is of a program
	Result *Result `json:"result"`
}

// Settle combines the results of tests of one program: an acceptance is stale, and a violation of the
// baseline absent, only if it is so for all tests.
func Settle(list []Tested) {
	stale, absent := make(map[string]int), make(map[Finding]int) // by property: how many tests have it
	name := func(j *Judgement, acceptance string) string { return j.Property + " " + acceptance }
	place := func(f Finding) Finding { return Finding{Property: f.Property, Key: f.Key} }
	for _, t := range list {
		for _, j := range t.Result.Judgements() {
			for _, a := range j.Stale {
				stale[name(&j, a)]++
			}
			for _, f := range j.Absent {
				absent[place(f)]++
			}
		}
	}
	settle := func(j *Judgement) {
		j.Stale = slices.DeleteFunc(slices.Clone(j.Stale), func(a string) bool { return stale[name(j, a)] < len(list) })
		j.Absent = slices.DeleteFunc(slices.Clone(j.Absent), func(f Finding) bool { return absent[place(f)] < len(list) })
	}
	for _, t := range list {
		settle(&t.Result.Judgement)
		for i := range t.Result.Results {
			settle(&t.Result.Results[i])
		}
	}
}

// Accepting reports whether something is accepted, or known by a baseline.
func (r *Result) Accepting() bool { return len(r.origin.Accepted) > 0 || r.origin.Compared }

// Exit is how a command ends.
type Exit struct {
	Code    int
	Meaning string
}

// found is a violation in reports, which have no room for its text and trace.
type found struct {
	property verdict.Property
	key      string
	summary  string            // in a line, without the place
	place    *verdict.Location // nil: at no place in the source
	story    *story.Story      // nil: there was no time for it
	by       *accept.Acceptance
}

// text describes the violation in a line, without the place.
func (f *found) text() string { return fmt.Sprintf("%s: %s [%s]", f.property, f.summary, f.key) }

// violations returns the violation, the further ones, and the accepted ones.
func (j *Judgement) violations() (list []found) {
	p, err := verdict.ParseProperty(j.Property)
	if err != nil {
		return nil
	}
	if j.Verdict == verdict.Violation {
		f := found{property: p, key: j.Key, summary: j.Message, place: j.Location, story: j.Story}
		if j.Story != nil {
			f.summary = report.Headline(j.Story)
		}
		list = append(list, f)
	}
	for _, others := range [][]Other{j.Others, j.Accepted} {
		for i := range others {
			v := &others[i]
			list = append(list, found{property: p, key: v.Key, summary: v.Message, place: v.Location, by: v.By})
		}
	}
	for i := range list {
		list[i].summary = strings.TrimPrefix(strings.Join(strings.Fields(list[i].summary), " "), j.Property+": ")
	}
	return list
}

// leftOpen describes the open part of a bounded or unknown verdict in a line.
func (j *Judgement) leftOpen() string {
	text := j.Property + ": no violation within the bounds"
	if j.Verdict == verdict.Unknown {
		text = j.Property + ": unknown"
	}
	if j.Reason != "" {
		text += " (" + reasonText(string(j.Reason)) + ")"
	}
	if j.Message != "" {
		text += ": " + reasonText(j.Message)
	}
	var marks []string
	for _, m := range j.Bounds {
		if m.Bound != verdict.AcceptedBound {
			marks = append(marks, markText(m))
		}
	}
	if len(marks) > 0 {
		text += ": " + strings.Join(marks, ", ")
	}
	if strings.HasPrefix(j.Next, "-") {
		text += fmt.Sprintf("; to get further: the same command with %s", j.Next)
	} else if j.Next != "" {
		text += "; to get further: " + j.Next
	}
	return strings.Join(strings.Fields(text), " ")
}
