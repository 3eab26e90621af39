package witness

import (
	"context"
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/report"
	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Narrate replays a trace that leads to a failure and tells its story. sources
// returns the lines of a source file, or nil; it may be nil. An error means that
// the trace does not replay (an *interp.MisfitError, wrapped) or that the context
// ended.
func Narrate(ctx context.Context, code *interp.Code, t *trace.Trace, sources func(file string) []string) (*report.Story, error) {
	if t.Failure == nil {
		return nil, fmt.Errorf("narrate: the trace leads to no failure")
	}
	res, err := interp.ReplayCode(ctx, code, t, interp.ReplayOptions{})
	if err != nil {
		return nil, fmt.Errorf("narrate: %w", err)
	}
	n, err := newTeller(ctx, code, t, sources)
	if err != nil {
		return nil, fmt.Errorf("narrate: %w", err)
	}
	for _, s := range t.Schedule {
		th := n.thread(s.Thread)
		for range s.Steps {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if th == nil || n.m.Step(th) != interp.Stepped {
				return nil, fmt.Errorf("narrate: thread %s cannot go on, though the trace replays", s.Thread)
			}
			n.stepped(th)
		}
	}
	n.tellFailure(res.Violation)
	n.finish()
	return &n.story, nil
}

// teller observes a replay and writes its story.
type teller struct {
	prog    *ir.Program
	m       *interp.Machine
	sources func(string) []string
	lines   map[string][]string // by file
	story   report.Story
	records []record // of the step that is being done
	steps   int
	held    map[string][]holding // by thread: locks, in the order taken
	writes  map[spot]int         // by byte: the action that wrote it last
	died    map[interp.ObjectID]int
	waiters map[string]map[string]uint64 // by condition: threads that wait, with their bits
	fault   *record
	names   namer
}

// holding is a lock that a thread holds.
type holding struct {
	object interp.ObjectID
	offset uint64
	name   string
	shared bool
	place  verdict.Location
}

// spot is a byte of an object.
type spot struct {
	object interp.ObjectID
	offset uint64
}

func newTeller(ctx context.Context, code *interp.Code, t *trace.Trace, sources func(string) []string) (*teller, error) {
	p, err := verdict.ParseProperty(t.Failure.Property)
	if err != nil {
		return nil, err
	}
	src, err := interp.ReplaySource(t)
	if err != nil {
		return nil, err
	}
	var env ir.Environment
	for _, name := range t.Environment {
		if r, ok := ir.ParseChooseReason(name); ok {
			env |= ir.EnvironmentSet(r)
		}
	}
	places, err := interp.PlacesOf(code.Program(), t.Failure)
	if err != nil {
		return nil, err
	}
	n := &teller{prog: code.Program(), sources: sources, lines: make(map[string][]string),
		held: make(map[string][]holding), writes: make(map[spot]int), died: make(map[interp.ObjectID]int),
		waiters: make(map[string]map[string]uint64)}
	n.names = newNamer(n.prog)
	n.m = interp.NewMachine(code, interp.Config{Properties: interp.PropertySet(p), Environment: env, Places: places,
		Loops: interp.CutIdle, Source: src, Done: ctx.Done(), Observer: n})
	n.stepped(n.m.Threads()[0])
	n.steps = 0
	return n, nil
}

func (n *teller) thread(name string) *interp.Thread {
	for _, t := range n.m.Threads() {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

// place returns a place as the story has it.
func (n *teller) place(l interp.Location) verdict.Location {
	return l.Pos.In(n.prog.Files, l.Func)
}

// source returns the text of a place's line, without the space around it.
func (n *teller) source(l verdict.Location) string {
	if n.sources == nil || l.File == "" {
		return ""
	}
	lines, ok := n.lines[l.File]
	if !ok {
		lines = n.sources(l.File)
		n.lines[l.File] = lines
	}
	if l.Line < 1 || l.Line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[l.Line-1])
}

// outsideModels splits a stack, innermost first, at the innermost frame that is
// not a library model's: the library function that was called there, or nothing,
// and the frames from there on that are not models.
func outsideModels(stack []interp.Location) (call interp.Location, rest []interp.Location) {
	for i, l := range stack {
		if l.Model {
			if len(rest) == 0 {
				call = l
			}
			continue
		}
		rest = append(rest, stack[i])
	}
	return call, rest
}

// finish fills in what only the whole story shows.
func (n *teller) finish() {
	functions := make(map[string]string)
	for i := range n.story.Actions {
		a := &n.story.Actions[i]
		f := a.Place.Function
		if k := len(a.Stack); k > 0 {
			f = a.Stack[k-1].Function
		}
		if functions[a.Thread] == "" {
			functions[a.Thread] = f
		}
	}
	for _, w := range n.story.Failure.Waits {
		if functions[w.Thread] == "" {
			functions[w.Thread] = w.Place.Function
		}
	}
	for _, t := range n.m.Threads() {
		n.story.Threads = append(n.story.Threads, report.Thread{Name: t.Name(), Function: functions[t.Name()]})
	}
	n.story.Objects = n.names.objects
	n.markMinor()
}

// markMinor marks the accesses of objects that no other thread touches in the
// story, but for those on the line that fails, and reads by the thread that fails
// of what nobody wrote: it may have come too early.
func (n *teller) markMinor() {
	shared := make(map[string]string) // by object: the one thread that uses it; "*": several
	root := func(a *report.Action) string {
		object, _, _ := strings.Cut(a.Location, "+")
		return object
	}
	isAccess := func(a *report.Action) bool {
		switch a.Kind {
		case report.Read, report.Write, report.Update, report.Dies, report.Free, report.Fault:
			return a.Location != ""
		}
		return false
	}
	for i := range n.story.Actions {
		a := &n.story.Actions[i]
		if !isAccess(a) {
			continue
		}
		switch r := root(a); shared[r] {
		case "":
			shared[r] = a.Thread
		case a.Thread, "*":
		default:
			shared[r] = "*"
		}
	}
	at := n.story.Failure.Place
	for i := range n.story.Actions {
		a := &n.story.Actions[i]
		if isAccess(a) && shared[root(a)] != "*" {
			onLine := a.Place.File == at.File && a.Place.Line == at.Line
			early := a.Kind == report.Read && a.Initial && a.Thread == n.story.Failure.Thread
			a.Minor = a.Step == 0 || !onLine && !early
		}
	}
}
