package report

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/heddle-mc/heddle/internal/story"
)

// TextOptions says how a story is written.
type TextOptions struct {
	Width   int  // of the page, in characters; 0: 100
	Verbose bool // every action, also those that concern one thread only, however many
	ASCII   bool // no other characters, as far as the program's allow
}

// The bounds of the layout.
const (
	defaultWidth = 100
	minWidth     = 40
	maxColumns   = 4  // threads with a column each
	minColumn    = 20 // characters of a column
	minStepWidth = 5
	rowIndent    = 4 // of what does not fit into a row
)

// Text writes a story for people.
func Text(w io.Writer, s *story.Story, opts TextOptions) error {
	if opts.Width == 0 {
		opts.Width = defaultWidth
	}
	opts.Width = max(opts.Width, minWidth)
	var b strings.Builder
	WriteLine(&b, headline(s)+condition(&s.Failure), opts.Width)
	b.WriteByte('\n')
	writeTable(&b, s, opts)
	b.WriteByte('\n')
	for _, line := range conclusion(s) {
		WriteLine(&b, line, opts.Width)
	}
	text := b.String()
	if opts.ASCII {
		text = plain.Replace(text)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("write the story: %w", err)
	}
	return nil
}

// plain replaces the characters that are used beyond ASCII.
var plain = strings.NewReplacer("│", "|", "─", "-", "┼", "+", "→", "->", "…", "~", "×", "x")

// headline says what went wrong, and where.
func headline(s *story.Story) string {
	f := &s.Failure
	what := f.Property
	if f.Kind != "" {
		what = f.Kind
	}
	where := ""
	if f.Place.Line > 0 {
		where = f.Place.String() + ": "
	}
	switch {
	case len(f.Waits) > 0:
		return where + "deadlock of " + threadList(waiting(f))
	case len(f.Race) == 2:
		a, b := &f.Race[0], &f.Race[1]
		return fmt.Sprintf("%sdata race on %s: %s by %s, %s by %s", where,
			raceObject(f), a.What, a.Thread, b.What, b.Thread)
	}
	if f.Other != nil {
		return fmt.Sprintf("%s%s: %s is here while %s is at %s", where, what, f.Thread, f.Other.Thread, place(f.Other.Place))
	}
	if f.Message == what {
		return where + what
	}
	return where + what + ": " + f.Message
}

// maxConditions is the number of conditions that the headline tells; the table has all.
const maxConditions = 4

// condition says what functions that nobody defines have to do for the failure.
func condition(f *story.Failure) string {
	list := f.If
	if len(list) == 0 {
		return ""
	}
	more := ""
	if n := len(list) - maxConditions; n > 0 {
		list, more = list[:maxConditions], ", …"
	}
	return ", if " + strings.Join(list, ", ") + more
}

// waiting returns the threads of a deadlock.
func waiting(f *story.Failure) []string {
	var names []string
	for i := range f.Waits {
		names = append(names, f.Waits[i].Thread)
	}
	return names
}

func threadList(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "threads"
	case n == 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// row is a line of the table.
type row struct {
	step   int // 0: none
	thread int
	text   string
	code   bool // a line of the program
}

// table lays a story out.
type table struct {
	story   *story.Story
	columns []int // by thread: its column
	width   int   // of a column
	steps   int   // width of the column of steps
	named   bool  // one column for all, and one with the thread's name
	nameLen int
}

func writeTable(b *strings.Builder, s *story.Story, opts TextOptions) {
	actions := shown(s, opts.Verbose)
	if len(actions) == 0 {
		return
	}
	t := newTable(s, actions, opts.Width)
	t.header(b)
	previous := -1
	list := rows(s, actions, opts.Verbose)
	from, to := leftOut(list, opts.Verbose)
	for i, r := range list {
		if i >= from && i < to {
			if i == from {
				fmt.Fprintf(b, "%*s │ %d lines are left out\n", t.steps, "…", to-from)
				previous = -1
			}
			continue
		}
		if r.thread != previous && previous >= 0 {
			t.line(b, 0, -1, "")
		}
		lines := wrap(r.text, t.width, rowIndent)
		if r.code {
			lines = wrapCode(r.text, t.width, rowIndent)
		}
		for i, text := range lines {
			step := r.step
			if i > 0 {
				step = 0
			}
			t.line(b, step, r.thread, text)
		}
		previous = r.thread
	}
}

// The lines of a table that is not verbose: of a longer one the first and the
// last are shown.
const (
	maxRows   = 400
	firstRows = 100
)

// leftOut returns which rows are not shown: from one on, up to the source line
// where the last part begins.
func leftOut(list []row, verbose bool) (from, to int) {
	if verbose || len(list) <= maxRows {
		return 0, 0
	}
	from, to = firstRows, len(list)-(maxRows-firstRows)
	for to < len(list) && !list[to].code {
		to++
	}
	return from, to
}

// shown returns the actions to show.
func shown(s *story.Story, verbose bool) []*story.Action {
	var list []*story.Action
	for i := range s.Actions {
		a := &s.Actions[i]
		hidden := a.Minor || a.Kind == story.Fence || a.Kind == story.Exit && a.Place.Line == 0
		if verbose || !hidden {
			list = append(list, a)
		}
	}
	return list
}

func newTable(s *story.Story, actions []*story.Action, width int) *table {
	t := &table{story: s, columns: make([]int, len(s.Threads))}
	used := 0
	for i := range s.Threads {
		t.columns[i] = -1
		if slices.ContainsFunc(actions, func(a *story.Action) bool { return a.Thread == s.Threads[i].Name }) {
			t.columns[i] = used
			used++
		}
		t.nameLen = max(t.nameLen, len(s.Threads[i].Name))
	}
	t.steps = max(minStepWidth, len(strconv.Itoa(actions[len(actions)-1].Step)))
	t.width = (width-t.steps-1)/max(used, 1) - 3
	longest := 0
	for _, a := range actions {
		for _, word := range strings.Fields(phraseOf(a)) {
			longest = max(longest, utf8.RuneCountInString(word)+rowIndent)
		}
	}
	if t.named = used > maxColumns || t.width < max(minColumn, longest); t.named {
		t.nameLen = min(t.nameLen, 16)
		t.width = width - t.steps - t.nameLen - 6
	}
	return t
}

// label names a thread with the function that it runs.
func label(s *story.Story, thread string) string {
	for _, t := range s.Threads {
		if t.Name == thread && t.Function != "" && t.Function != thread {
			return thread + " " + t.Function
		}
	}
	return thread
}

func (t *table) header(b *strings.Builder) {
	line := fmt.Sprintf("%*s", t.steps, "step")
	rule := strings.Repeat("─", t.steps+1)
	if t.named {
		line += " │ " + pad("thread", t.nameLen) + " │ what it does"
		rule += "┼" + strings.Repeat("─", t.nameLen+2) + "┼" + strings.Repeat("─", t.width)
	} else {
		for i, c := range t.columns {
			if c >= 0 {
				line += " │ " + pad(cut(label(t.story, t.story.Threads[i].Name), t.width), t.width)
				rule += "┼" + strings.Repeat("─", t.width+2)
			}
		}
		rule = strings.TrimSuffix(rule, "─")
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n" + rule + "\n")
}

// line writes one line of the table: text in the column of a thread (-1: none).
func (t *table) line(b *strings.Builder, step, thread int, text string) {
	line := strings.Repeat(" ", t.steps)
	if step > 0 {
		line = fmt.Sprintf("%*d", t.steps, step)
	}
	if t.named {
		name := ""
		if thread >= 0 {
			name = cut(t.story.Threads[thread].Name, t.nameLen)
		}
		line += " │ " + pad(name, t.nameLen) + " │ " + text
	} else {
		for i, c := range t.columns {
			if c < 0 {
				continue
			}
			cell := ""
			if i == thread {
				cell = text
			}
			line += " │ " + pad(cell, t.width)
		}
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// rows turns actions into lines: a source line whenever a thread comes to
// another one, below it what was done there. Equal ones that follow each other
// are told once, and so are, unless all is asked for, those of one call to many parts.
func rows(s *story.Story, actions []*story.Action, verbose bool) []row {
	index := make(map[string]int)
	for i, t := range s.Threads {
		index[t.Name] = i
	}
	var list []row
	last := make(map[string]string) // by thread: the line that it is at
	several := ambiguous(actions)
	before := 0 // the step of the last one
	for i := 0; i < len(actions); {
		a := actions[i]
		thread := index[a.Thread]
		at := fmt.Sprintf("%s:%d %s", a.Place.File, a.Place.Line, a.Place.Function)
		fresh := i == 0 || actions[i-1].Thread != a.Thread
		if a.Place.Line > 0 && (fresh || last[a.Thread] != at) {
			list = append(list, row{0, thread, fmt.Sprintf("%d %s", a.Place.Line, a.Source), true})
		}
		if a.Place.Line > 0 {
			last[a.Thread] = at
		}
		n := repeats(actions[i:])
		text := "  " + phrase(a)
		if several[a.Object] {
			text = "  " + phraseOf(a)
		}
		if k := block(actions[i:]); k >= minBlock && !verbose {
			n, text = 1, "  "+blockPhrase(actions[i:i+k])
			i += k - 1
		}
		if len(a.Locks) > 0 && !changesLocks(a) {
			text += " [" + strings.Join(a.Locks, ", ") + "]"
		}
		if n > 1 {
			text += fmt.Sprintf(" (× %d)", n)
		}
		step := a.Step
		if step == before {
			step = 0 // of one atomic section
		}
		before = a.Step
		list = append(list, row{step, thread, text, false})
		if a.From != nil && a == actions[i] {
			list = append(list, row{0, thread, "    set " + writer(a.From), false})
		}
		i += n
	}
	return list
}

// ambiguous returns what does not say by itself which memory is meant: names of several
// places, several names of one place, and an index without its value.
func ambiguous(actions []*story.Action) map[string]bool {
	places, names := make(map[string]string), make(map[string]string)
	several := make(map[string]bool)
	for _, a := range actions {
		if chosen(a) {
			continue
		}
		place := cmp.Or(a.Memory, a.Object)
		if known, ok := places[a.Object]; ok && known != place || openIndex.MatchString(a.Object) {
			several[a.Object] = true
		}
		places[a.Object] = place
		if a.Memory == "" {
			continue
		}
		if known, ok := names[place]; ok && known != a.Object {
			several[known], several[a.Object] = true, true
		}
		names[place] = a.Object
	}
	return several
}

// openIndex is an index that is no number.
var openIndex = regexp.MustCompile(`\[[^]]*[^]0-9-]`)

// phraseOf says what an action is, with the memory that it is about.
func phraseOf(a *story.Action) string {
	b := *a
	b.Object = inMemory(a)
	return phrase(&b)
}

func inMemory(a *story.Action) string {
	if a.Memory == "" {
		return a.Object
	}
	return a.Object + " (" + a.Memory + ")"
}

// accessed names what an action is about in a sentence that shows no line of the program.
func accessed(a *story.Action) string {
	if openIndex.MatchString(a.Object) {
		return inMemory(a)
	}
	return a.Object
}

// minBlock is how many accesses of one call are told as one.
const minBlock = 4

// block returns how many of the actions from the first on are accesses of one kind to parts
// of one object that one call of the library makes, or one expression.
func block(list []*story.Action) int {
	first, n := list[0], 0
	object := func(a *story.Action) string { return a.Location[:max(0, strings.IndexByte(a.Location, '+'))] }
	for _, a := range list {
		access := a.Kind == story.Read || a.Kind == story.Write
		parts := a.Call != "" || a.Object == first.Object && (n == 0 || a.Location != list[n-1].Location)
		if !access || !parts || a.Kind != first.Kind || a.Thread != first.Thread || a.Place != first.Place || object(a) != object(first) {
			break
		}
		n++
	}
	return n
}

// blockPhrase tells a block, with the value if there is only one.
func blockPhrase(list []*story.Action) string {
	first, last := list[0], *list[len(list)-1]
	if first.Object == last.Object {
		last.Object += " (" + first.Memory + " … " + last.Memory + ")"
	} else {
		last.Object = first.Object + " … " + last.Object
	}
	text, value := strings.CutSuffix(phrase(&last), ": "+last.Value)
	for _, a := range list {
		value = value && a.Value == last.Value
	}
	if value {
		text += ": " + last.Value
	}
	if first.Step == last.Step {
		return fmt.Sprintf("%s (%d accesses)", text, len(list))
	}
	return fmt.Sprintf("%s (steps %d to %d)", text, first.Step, last.Step)
}

// repeats returns how many of the actions from the first on are the same.
func repeats(list []*story.Action) int {
	n := 1
	for n < len(list) && list[n].Thread == list[0].Thread && list[n].Place == list[0].Place && phraseOf(list[n]) == phraseOf(list[0]) {
		n++
	}
	return n
}
