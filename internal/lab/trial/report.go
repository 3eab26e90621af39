package main

import (
	"fmt"
	"strings"
	"time"
)

// table begins a table of the report.
func (t *trial) table(title string, columns ...string) {
	fmt.Fprintf(t.to, "\n## %s\n\n| %s |\n|%s\n", title, strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)))
}

// maxCell is the greatest length of a text in a cell, in bytes.
const maxCell = 300

// row writes a row of the table.
func (t *trial) row(cells ...string) {
	for i, c := range cells {
		if len(c) > maxCell {
			c = c[:maxCell] + " …"
		}
		cells[i] = strings.ReplaceAll(c, "|", `\|`)
	}
	fmt.Fprintf(t.to, "| %s |\n", strings.Join(cells, " | "))
}

// line writes a line below the table.
func (t *trial) line(format string, values ...any) {
	fmt.Fprintf(t.to, "\n"+format+"\n", values...)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }

// found writes the time of the first printed violation.
func found(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return seconds(d)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "**no**"
}

// score counts grades.
type score struct {
	useful, all   map[string]int // by kind
	reported      int            // useful by a race report only
	strict        int            // useful, and every function was entered if a property is bounded
	unread, wrong []finding
}

func (s *score) add(kind string, g *grade) {
	if s.all == nil {
		s.useful, s.all = map[string]int{}, map[string]int{}
	}
	s.all[kind]++
	if g.useful {
		s.useful[kind]++
		if g.reported {
			s.reported++
		}
		if !g.unentered {
			s.strict++
		}
	}
	s.unread, s.wrong = append(s.unread, g.unread...), append(s.wrong, g.wrong...)
}

// scores writes the totals of a score.
func (t *trial) scores(s *score) {
	all, useful := 0, 0
	for _, kind := range []string{"main", "harness"} {
		t.line("Useful, of kind %s: %d of %d.", kind, s.useful[kind], s.all[kind])
		all, useful = all+s.all[kind], useful+s.useful[kind]
	}
	t.line("Useful: %d of %d; %d of them by a race report only, and %d without a bounded property beside a function that was not entered.",
		useful, all, s.reported, s.strict)
	for _, f := range s.unread {
		t.line("Not read: %s %s at %s", f.program, f.property, f.place)
	}
	for _, f := range s.wrong {
		t.line("FALSE: %s %s at %s", f.program, f.property, f.place)
	}
}
