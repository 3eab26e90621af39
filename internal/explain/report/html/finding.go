package html

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// finding is a violation with its story.
type finding struct {
	*Property
	ID       int // from 1
	Headline string
	Meaning  string   // explains the property to new users
	Because  []phrase // what led to the failure
	Accesses []access // of a race
	Ordered  []phrase // how they could have been ordered
	Graph    *graph   // of a deadlock
	Waits    []wait   // of a deadlock
	Rows     []row    // for paper
	LeftOut  int      // rows
	Objects  []story.Object
}

// access is one of the two accesses of a race.
type access struct {
	story.RaceAccess
	Color    int // of the thread
	Function string
	Name     string // the name of the object in the accessing thread, if that differs
}

// wait is a thread of a deadlock.
type wait struct {
	story.Wait
	Color    int // of the thread
	Function string
	What     string // the object of the wait
}

// Frames returns the place of the thread and its callers, for the template.
func (w *wait) Frames() []verdict.Location { return append([]verdict.Location{w.Place}, w.Stack...) }

// Held lists the locks that the thread holds.
func (a *access) Held() string { return cmp.Or(strings.Join(a.Locks, ", "), "no lock") }

func newFinding(id int, p *Property) finding {
	s := p.Story
	f := finding{Property: p, ID: id, Headline: p.headline(), Meaning: meaning(&s.Failure), Graph: newGraph(s), Objects: s.Objects}
	f.Rows, f.LeftOut = paper(s)
	for _, w := range s.Failure.Waits {
		f.Waits = append(f.Waits, wait{Wait: w, Color: colorOf(s, w.Thread), Function: functionOf(s, w.Thread), What: report.WaitsFor(&w)})
	}
	if f.Because = linked(report.Because(s)); len(s.Failure.Race) != 2 {
		return f
	}
	f.Ordered = linked(order(&s.Failure))
	for _, r := range s.Failure.Race {
		a := access{RaceAccess: r, Color: colorOf(s, r.Thread), Function: functionOf(s, r.Thread)}
		if name := cmp.Or(r.Spelled, r.Object); name != report.RaceObject(&s.Failure) {
			a.Name = name
		}
		f.Accesses = append(f.Accesses, a)
	}
	return f
}

// colors is the number of colours of threads in style.css.
const colors = 8

func colorOf(s *story.Story, thread string) int {
	for i := range s.Threads {
		if s.Threads[i].Name == thread {
			return i % colors
		}
	}
	return 0
}

func functionOf(s *story.Story, thread string) string {
	for _, t := range s.Threads {
		if t.Name == thread && t.Function != thread {
			return t.Function
		}
	}
	return ""
}

// meaning explains a kind of failure to new users.
func meaning(f *story.Failure) string {
	p, err := verdict.ParseProperty(f.Property)
	if err != nil {
		return ""
	}
	return cmp.Or(p.Row().Kind(verdict.Kind(f.Kind)).Meaning, p.Row().Meaning)
}

// order lists the ways in which the two accesses of a race could have been ordered.
func order(f *story.Failure) []string {
	a, b := &f.Race[0], &f.Race[1]
	object := report.RaceObject(f)
	var list []string
	for _, x := range f.Race {
		if x.Joins != nil {
			list = append(list, fmt.Sprintf("the join in line %d, if %s came to it before line %d", x.Joins.Line, x.Thread, x.Place.Line))
		}
	}
	if b.What == "free" {
		if len(list) == 0 {
			list = append(list, fmt.Sprintf("a wait of %s for %s, before it frees", b.Thread, a.Thread))
		}
		return list
	}
	switch la, lb := strings.Join(a.Locks, ", "), strings.Join(b.Locks, ", "); {
	case la == "" && lb == "":
		list = append(list, "a lock that both threads hold while they access "+object)
	case la == lb:
		list = append(list, "a lock that each thread holds alone, not together with others, while it accesses "+object)
	case lb == "":
		list = append(list, fmt.Sprintf("%s, held by %s as well", la, b.Thread))
	case la == "":
		list = append(list, fmt.Sprintf("%s, held by %s as well", lb, a.Thread))
	default:
		list = append(list, fmt.Sprintf("the same lock in both threads: one of %s, %s", la, lb))
	}
	return append(list, "atomic accesses in both threads, where their order does not matter")
}

// phrase is a sentence in parts.
type phrase []part

// part is a piece of a sentence. If it has a step it is a link to the step.
type part struct {
	Text string
	Step int
}

var stepInText = pattern.Lazy(`\bsteps? (\d+)(?: and (\d+))?`)

// linked splits sentences at the steps that they mention.
func linked(lines []string) []phrase {
	var list []phrase
	for _, line := range lines {
		var p phrase
		at := 0
		for _, m := range stepInText().FindAllStringSubmatchIndex(line, -1) {
			for k := 2; k < len(m); k += 2 {
				if m[k] < 0 {
					continue
				}
				begin := m[k]
				if k == 2 {
					begin = m[0]
				}
				step, err := strconv.Atoi(line[m[k]:m[k+1]])
				if err != nil {
					continue
				}
				p = append(p, part{Text: line[at:begin]}, part{line[begin:m[k+1]], step})
				at = m[k+1]
			}
		}
		list = append(list, append(p, part{Text: line[at:]}))
	}
	return list
}

// row is an action on paper.
type row struct {
	Step   string // empty: the step of the row above
	Thread string
	Color  int
	Line   string // of the program; empty: none
	Source string
	Does   string
	Held   string
	Failed bool
}

// The limits of the rows on paper. Longer executions show only the first and last rows.
const (
	maxRows   = 300
	firstRows = 60
)

// paper returns the actions that concern several threads, and the number of actions omitted after the
// first firstRows.
func paper(s *story.Story) (rows []row, leftOut int) {
	step := 0
	for i := range s.Actions {
		a := &s.Actions[i]
		if a.Minor {
			continue
		}
		r := row{Thread: a.Thread, Color: colorOf(s, a.Thread), Source: a.Source, Does: report.Phrase(a),
			Held: strings.Join(a.Locks, ", "), Failed: a.Kind == story.Fault || a.Kind == story.Here}
		if a.From != nil {
			r.Does += " ← " + a.From.Thread
			if a.From.Step > 0 {
				r.Does += ", step " + strconv.Itoa(a.From.Step)
			}
		}
		if a.Stale {
			r.Does += ", an older value" + report.Latest(s, a)
		}
		if a.Step > 0 && a.Step != step {
			r.Step, step = strconv.Itoa(a.Step), a.Step
		}
		if a.Place.Line > 0 {
			r.Line = strconv.Itoa(a.Place.Line)
		}
		rows = append(rows, r)
	}
	if leftOut = len(rows) - maxRows; leftOut <= 0 {
		return rows, 0
	}
	return append(rows[:firstRows:firstRows], rows[firstRows+leftOut:]...), leftOut
}

// Begins reports whether a row is the first after the omitted ones.
func (f *finding) Begins(i int) bool { return f.LeftOut > 0 && i == firstRows }

// Frames returns the place of the access and its callers, for the template.
func (a *access) Frames() []verdict.Location { return append([]verdict.Location{a.Place}, a.Stack...) }
