package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// The bounds of the layout.
const (
	defaultWidth = 80
	minWidth     = 40
	maxColumns   = 4  // threads with a column each
	minColumn    = 24 // characters of a column
	minStepWidth = 5
	rowIndent    = 4 // of lines that continue a row
)

// row is a line of the table.
type row struct {
	step   string // the text of the column of steps
	thread int    // -1: all
	text   string
	begins bool // a thread reaches a line of the program
	code   bool // text is a line of the program, which may be shortened
	style  style
}

// table renders a story as a table.
type table struct {
	painter
	story   *story.Story
	columns []int // by thread: its column; -1: none
	page    int   // width of the page
	width   int   // of a column
	steps   int   // width of the column of steps
	named   bool  // one column for all actions, and one with the thread's name
	nameLen int
}

// writeTable writes the selected actions, and marks omissions.
func writeTable(b *strings.Builder, s *story.Story, tells telling, opts TextOptions) {
	if !tells.any() {
		return
	}
	t := newTable(s, tells, opts)
	b.WriteByte('\n')
	t.header(b)
	list := rows(s, tells, t.width)
	from, to := leftOut(list, opts.Verbose)
	for i, r := range list {
		if i >= from && i < to {
			if i == from {
				t.write(b, row{step: "…", thread: -1, text: fmt.Sprintf("%d lines are left out", to-from), style: faint})
			}
			continue
		}
		t.write(b, r)
	}
}

// The lines of a table that is not verbose: of a longer table only the first and last are shown.
const (
	maxRows   = 400
	firstRows = 100
)

// leftOut returns the range of omitted rows: from is the first omitted row, to the first one of the
// last part.
func leftOut(list []row, verbose bool) (from, to int) {
	if verbose || len(list) <= maxRows {
		return 0, 0
	}
	from, to = firstRows, len(list)-(maxRows-firstRows)
	for to < len(list) && !list[to].begins {
		to++
	}
	return from, to
}

func newTable(s *story.Story, tells telling, opts TextOptions) *table {
	t := &table{painter: painter{opts.Color}, story: s, columns: make([]int, len(s.Threads)), page: opts.Width}
	used, longest := 0, 0
	acts := make(map[string]bool)
	for i := range s.Actions {
		if !tells.told[i] {
			continue
		}
		a := &s.Actions[i]
		acts[a.Thread] = true
		for _, word := range strings.Fields(phraseOf(a)) {
			longest = max(longest, utf8.RuneCountInString(word)+rowIndent)
		}
	}
	for i := range s.Threads {
		t.columns[i] = -1
		if acts[s.Threads[i].Name] {
			t.columns[i] = used
			used++
			t.nameLen = max(t.nameLen, len(s.Threads[i].Name))
		}
	}
	t.steps = max(minStepWidth, 2*len(strconv.Itoa(s.Actions[len(s.Actions)-1].Step))+1)
	t.width = (opts.Width-t.steps-1)/max(used, 1) - 3
	if t.named = used > maxColumns || t.width < max(minColumn, longest); t.named {
		t.nameLen = max(min(t.nameLen, 16), len("thread"))
		t.width = opts.Width - t.steps - t.nameLen - 6
	}
	return t
}

// label returns the name of a thread with its function.
func label(s *story.Story, thread string) string {
	for _, t := range s.Threads {
		if t.Name == thread && t.Function != "" && t.Function != thread {
			return thread + " " + t.Function
		}
	}
	return thread
}

func (t *table) header(b *strings.Builder) {
	line := t.paint(fmt.Sprintf("%*s", t.steps, "step"), faint)
	rule := strings.Repeat("─", t.steps+1)
	if t.named {
		line += " │ " + t.paint(pad("thread", t.nameLen), faint) + " │ " + t.paint(cut(t.functions(), t.width), faint)
		rule += "┼" + strings.Repeat("─", t.nameLen+2) + "┼" + strings.Repeat("─", t.width)
	} else {
		for i, c := range t.columns {
			if c >= 0 {
				line += " │ " + t.paint(pad(cut(label(t.story, t.story.Threads[i].Name), t.width), t.width), strong)
				rule += "┼" + strings.Repeat("─", t.width+2)
			}
		}
		rule = strings.TrimSuffix(rule, "─")
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n" + rule + "\n")
}

// functions describes the functions of threads without a column.
func (t *table) functions() string {
	text := "what it does"
	for i, c := range t.columns {
		if thread := t.story.Threads[i].Name; c >= 0 && label(t.story, thread) != thread {
			text += ", " + label(t.story, thread)
		}
	}
	return strings.Replace(text, ",", ":", 1)
}

// write writes a row, in as many lines as it takes.
func (t *table) write(b *strings.Builder, r row) {
	width := t.width
	if r.thread < 0 {
		width = t.page - t.steps - 3
	}
	lines := wrap(r.text, width, rowIndent)
	if r.code {
		lines = []string{cut(printable(r.text), width)}
	}
	for i, text := range lines {
		if i > 0 {
			r.step = ""
		}
		r.text = text
		t.line(b, r)
	}
}

// line writes one line of the table.
func (t *table) line(b *strings.Builder, r row) {
	line := strings.Repeat(" ", max(0, t.steps-utf8.RuneCountInString(r.step))) + t.paint(r.step, faint)
	switch {
	case r.thread < 0:
		line += " │ " + t.paint(r.text, r.style)
	case t.named:
		line += " │ " + t.paint(pad(cut(t.story.Threads[r.thread].Name, t.nameLen), t.nameLen), ofThread(r.thread)) + " │ " + t.paint(r.text, r.style)
	default:
		for i, c := range t.columns {
			if c < 0 {
				continue
			}
			cell := pad("", t.width)
			if i == r.thread {
				cell = t.paint(pad(r.text, t.width), r.style)
			}
			line += " │ " + cell
		}
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}
