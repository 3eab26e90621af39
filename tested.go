package heddle

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/report"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Tested is a result with the test that it is of.
type Tested struct {
	Test   string  `json:"test"` // empty: the result is of a program
	Result *Result `json:"result"`
}

// Exit is how a command ends.
type Exit struct {
	Code    int
	Meaning string
}

// found is a violation as reports list it, for each of which text and trace are too long.
type found struct {
	property verdict.Property
	key      string
	summary  string    // in a line, without the place
	place    *Location // nil: at no place in the source
	story    *Story    // nil: it was not told
	by       *Acceptance
}

// text says what was found in a line, without the place.
func (f *found) text() string { return fmt.Sprintf("%s: %s [%s]", f.property, f.summary, f.key) }

// violations returns what was found: the violation, the further ones, and those that are accepted.
func (j *Judgement) violations() (list []found) {
	p, err := verdict.ParseProperty(j.Property)
	if err != nil {
		return nil
	}
	if j.Verdict == Violation {
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

// leftOpen says in a line what a bounded or unknown verdict leaves open.
func (j *Judgement) leftOpen() string {
	text := j.Property + ": no violation within the bounds"
	if j.Verdict == Unknown {
		text = j.Property + ": unknown"
	}
	if j.Reason != "" {
		text += " (" + reasonText(j.Reason) + ")"
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
