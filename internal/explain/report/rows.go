package report

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// telling selects the actions of a story that have a row.
type telling struct {
	told    []bool // by action
	verbose bool   // all actions have rows, and none are grouped
}

// tellingOf selects the rows of a story, given its explanation.
func tellingOf(s *story.Story, explanation []string, verbose bool) telling {
	t := telling{told: make([]bool, len(s.Actions)), verbose: verbose}
	named := mentioned(s, explanation)
	keep := relevant(s, named)
	for i := range s.Actions {
		t.told[i] = verbose || named[i] || keep[i] && !hidden(&s.Actions[i])
	}
	if !t.any() {
		for i := range s.Actions {
			t.told[i] = !hidden(&s.Actions[i])
		}
	}
	return t
}

// hidden reports whether an action concerns no other thread, or has no use for readers.
func hidden(a *story.Action) bool {
	return a.Minor || a.Kind == story.Fence || a.Kind == story.Exit && a.Place.Line == 0
}

func (t telling) any() bool {
	for _, yes := range t.told {
		if yes {
			return true
		}
	}
	return false
}

// rowMaker turns actions into rows.
type rowMaker struct {
	story   *story.Story
	tells   telling
	width   int // of a row
	index   map[string]int
	several map[string]bool // the result of ambiguous
	last    int             // the step of the last action shown
	list    []row
}

// rows turns actions into rows. Each source line that a thread reaches is followed by the actions
// there, in one row if they fit. Rows between them describe omitted actions.
func rows(s *story.Story, tells telling, width int) []row {
	m := &rowMaker{story: s, tells: tells, width: width, index: make(map[string]int)}
	for i, t := range s.Threads {
		m.index[t.Name] = i
	}
	var told []*story.Action
	for i := range s.Actions {
		if tells.told[i] {
			told = append(told, &s.Actions[i])
		}
	}
	m.several = ambiguous(told)
	for i := 0; i < len(s.Actions); {
		k := i
		for k < len(s.Actions) && !tells.told[k] {
			k++
		}
		m.gap(s.Actions[i:k])
		if i = k; i == len(s.Actions) {
			break
		}
		var group []*story.Action
		for ; k < len(s.Actions) && (tells.told[k] || hidden(&s.Actions[k])); k++ {
			a := &s.Actions[k]
			if tells.told[k] && len(group) > 0 && (a.Thread != group[0].Thread || line(a.Place) != line(group[0].Place)) {
				break
			}
			if tells.told[k] {
				group = append(group, a)
			}
		}
		m.group(group)
		i = k
	}
	return m.list
}

// line returns a place without its column.
func line(l verdict.Location) verdict.Location {
	l.Column = 0
	return l
}

// group makes the rows for actions of a thread on one line.
func (m *rowMaker) group(list []*story.Action) {
	first := list[0]
	r := m.begin(first)
	for i := 0; i < len(list); {
		n, text := m.told(list[i:])
		a, end := list[i], list[i+n-1]
		locks := ""
		if len(a.Locks) > 0 && !changesLocks(a) {
			locks = " [" + strings.Join(a.Locks, ", ") + "]"
		}
		from, to := a.Step, end.Step
		if from == m.last {
			from = 0 // of one atomic section
		}
		if to != 0 {
			m.last = to
		}
		short := text // behind the previous phrase
		if i > 0 && r.parts > 0 && n == 1 && sameAccess(list[i-1], a) {
			short = "writes " + a.Value
		}
		if !r.join(short, locks, from, to, m.width) {
			m.flush(&r)
			r = part{thread: m.index[first.Thread], text: "  "}
			r.join(text, locks, from, to, 0)
		}
		if a.Kind == story.Fault {
			r.style = failing
		}
		i += n
	}
	m.flush(&r)
}

// sameAccess reports whether an access has the same memory as the previous one, so that the name may be
// omitted.
func sameAccess(before, a *story.Action) bool {
	return before.Kind == story.Read && a.Kind == story.Write && inMemory(before) == inMemory(a)
}

// part is a row under construction.
type part struct {
	thread   int
	text     string
	locks    string
	from, to int // steps
	parts    int // number of phrases in it
	code     bool
	begins   bool
	style    style
}

// begin returns the row that starts with a line of the program.
func (m *rowMaker) begin(a *story.Action) part {
	r := part{thread: m.index[a.Thread], begins: true}
	switch {
	case a.Place.Line == 0:
		r.text = "  "
	case m.spoken(a):
		r.text = fmt.Sprintf("%d ", a.Place.Line)
	default:
		r.text, r.code = fmt.Sprintf("%d %s", a.Place.Line, a.Source), true
	}
	return r
}

// spoken reports whether the phrase of an action contains as much as its line.
func (m *rowMaker) spoken(a *story.Action) bool {
	switch a.Kind {
	case story.Lock, story.Unlock, story.Create, story.Join, story.End, story.Enqueue, story.Woken, story.Spurious,
		story.Signal, story.Arrive, story.Leave, story.Free, story.Call:
		return true
	}
	return false
}

// join adds a phrase to a row, if it fits a width (0: any). Two columns separate the first phrase from
// the line of the program.
func (r *part) join(text, locks string, from, to, width int) bool {
	joined := r.text
	switch {
	case r.parts > 0 && (r.locks != locks || r.style != ""):
		return false
	case r.parts > 0:
		joined += ", " + text
	case r.code:
		joined += "  " + text
	default:
		joined += text
	}
	if width > 0 && (r.parts > 0 || r.code) && utf8.RuneCountInString(joined)+utf8.RuneCountInString(locks) > width {
		return false
	}
	r.text, r.locks = joined, locks
	r.from, r.to = cmp.Or(r.from, from), cmp.Or(to, r.to)
	r.parts++
	return true
}

// flush ends a row.
func (m *rowMaker) flush(r *part) {
	out := row{thread: r.thread, text: strings.TrimRight(r.text, " ") + r.locks, begins: r.begins, code: r.code && r.parts == 0, style: r.style}
	switch {
	case r.from == 0:
	case r.from == r.to:
		out.step = fmt.Sprint(r.from)
	default:
		out.step = fmt.Sprintf("%d-%d", r.from, r.to)
	}
	if out.style == "" && r.parts > 0 {
		out.style = ofThread(r.thread)
	}
	m.list = append(m.list, out)
}

// told describes the first of some actions, and returns their number. Equal successive actions are
// described once. So are, unless verbose, the accesses of one call to many parts.
func (m *rowMaker) told(list []*story.Action) (n int, text string) {
	a := list[0]
	if k := block(list); k >= minBlock && !m.tells.verbose {
		return k, blockPhrase(list[:k])
	}
	text = phrase(a)
	if m.several[a.Object] {
		text = phraseOf(a)
	}
	if n = repeats(list); n > 1 {
		text += fmt.Sprintf(" (× %d)", n)
	}
	if a.From != nil {
		text += " " + source(a.From)
	}
	if a.Stale {
		text += ", an older value" + Latest(m.story, a)
	}
	return n, text
}
