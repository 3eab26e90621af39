package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// maxGapThreads is the greatest number of threads whose omitted actions a row describes separately.
const maxGapThreads = 3

// left holds the omitted actions of a thread between two rows.
type left struct {
	thread  string
	actions []*story.Action
	steps   map[int]bool
	more    int // steps of omitted actions of the story
	started []string
}

// gap adds the row for omitted actions.
func (m *rowMaker) gap(list []story.Action) {
	var threads []*left
	for i := range list {
		a := &list[i]
		at := slices.IndexFunc(threads, func(l *left) bool { return l.thread == a.Thread })
		if at < 0 {
			at = len(threads)
			threads = append(threads, &left{thread: a.Thread, steps: make(map[int]bool)})
		}
		l := threads[at]
		if a.Step > 0 {
			l.steps[a.Step] = true
		}
		if a.Kind == story.Omitted {
			l.more += a.Count - 1
		}
		if !hidden(a) {
			l.actions = append(l.actions, a)
		}
		if a.Kind == story.Create {
			l.started = append(l.started, a.Other)
		}
	}
	threads = slices.DeleteFunc(threads, func(l *left) bool { return len(l.actions) == 0 || m.headed(l) })
	if len(threads) == 0 {
		return
	}
	out := row{step: "…", thread: -1, style: faint}
	var texts []string
	if len(threads) > maxGapThreads {
		texts = crowded(threads)
	} else {
		for _, l := range threads {
			texts = append(texts, l.text())
		}
	}
	out.text = strings.Join(texts, "; ")
	m.list = append(m.list, out)
}

// headed reports whether the head of the text already mentions the omitted actions of a thread: the
// threads that it started.
func (m *rowMaker) headed(l *left) bool {
	return !slices.ContainsFunc(l.actions, func(a *story.Action) bool {
		return a.Kind != story.Create || !involved(&m.story.Failure, a.Other)
	})
}

// crowded describes the omitted actions of many threads.
func crowded(threads []*left) []string {
	steps := 0
	var started []string
	for _, l := range threads {
		steps += len(l.steps) + l.more
		started = append(started, l.started...)
	}
	return []string{fmt.Sprintf("%s of %d threads%s", stepCount(steps), len(threads), starting(started))}
}

// stepCount writes a number of steps.
func stepCount(steps int) string {
	if steps == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", steps)
}

// starting describes which threads were started.
func starting(names []string) string {
	switch n := len(names); {
	case n == 0:
		return ""
	case n > maxGapThreads:
		return fmt.Sprintf(", starting %s … %s", names[0], names[n-1])
	default:
		return ", starting " + threadList(names)
	}
}

// text describes the omitted actions of a thread; a single action is given in full.
func (l *left) text() string {
	first := l.actions[0]
	if len(l.actions) == 1 {
		return l.thread + ": " + strings.TrimLeft(fmt.Sprintf("%d %s", first.Place.Line, phrase(first)), "0 ")
	}
	lo, hi := 0, 0
	for _, a := range l.actions {
		switch n := a.Place.Line; {
		case n == 0:
		case a.Place.File != first.Place.File:
			lo, hi = -1, -1
		case lo >= 0 && (lo == 0 || n < lo):
			lo, hi = n, max(hi, n)
		case lo >= 0:
			hi = max(hi, n)
		}
	}
	lines := ""
	switch {
	case lo > 0 && lo == hi:
		lines = fmt.Sprintf(": line %d", lo)
	case lo > 0:
		lines = fmt.Sprintf(": lines %d–%d", lo, hi)
	}
	return fmt.Sprintf("%s of %s%s%s", stepCount(len(l.steps)+l.more), l.thread, lines, starting(l.started))
}
