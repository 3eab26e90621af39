package result

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// WriteGCC writes results in the format of gcc's diagnostics, one on a line, which editors read. A
// violation is an error, with its key in brackets as gcc has the name of a warning's flag. Notes on the
// places that explain it follow. An unknown verdict is a warning, and a place where executions were cut is
// a note.
func WriteGCC(w io.Writer, list []Tested) error {
	out := bufio.NewWriter(w)
	for _, t := range list {
		judged := t.Result.Judgements()
		for i := range judged {
			for _, f := range judged[i].violations() {
				f.writeGCC(out)
			}
		}
		writeOpen(out, judged)
	}
	return out.Flush()
}

// diagnostic writes a line.
func diagnostic(out *bufio.Writer, at *verdict.Location, level, text string) {
	where := "heddle"
	if at != nil && at.Line > 0 {
		where = at.String()
	}
	fmt.Fprintf(out, "%s: %s: %s\n", where, level, text)
}

func (f *found) writeGCC(out *bufio.Writer) {
	level := "error"
	if f.by != nil {
		level = "note"
		v := Other{By: f.by}
		f.summary = v.standing() + ": " + f.summary
	}
	diagnostic(out, f.place, level, f.text())
	if f.story == nil {
		return
	}
	for _, r := range report.Remarks(f.story) {
		diagnostic(out, &r.Place, "note", r.Text)
	}
}

// writeOpen writes the open parts of verdicts: the unknown properties, then the places where executions
// were cut, each with the properties that are bounded there.
func writeOpen(out *bufio.Writer, judged []Judgement) {
	var marks []verdict.Mark
	cut := make(map[verdict.Mark][]string)
	for i := range judged {
		j := &judged[i]
		for _, v := range j.Inversions {
			diagnostic(out, &v.First.Place, "note", v.String())
		}
		for _, w := range j.Waits {
			diagnostic(out, &w.Place, "note", w.String())
		}
		switch j.Verdict {
		case verdict.Unknown:
			diagnostic(out, j.Location, "warning", j.leftOpen())
		case verdict.Bounded:
			if len(j.Bounds) == 0 {
				diagnostic(out, nil, "note", j.leftOpen())
			}
		}
		for _, m := range j.Bounds {
			if m.Bound == verdict.AcceptedBound || j.Verdict != verdict.Bounded {
				continue
			}
			if !slices.Contains(marks, m) {
				marks = append(marks, m)
			}
			cut[m] = append(cut[m], j.Property)
		}
	}
	for _, m := range marks {
		text := string(m.Bound)
		if m.Limit > 0 {
			text += fmt.Sprintf(" %d", m.Limit)
		}
		diagnostic(out, &m.Location, "note", strings.Join(cut[m], ", ")+": bounded here: "+text)
	}
}
