package narrate

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// New returns the narrator of a trace that leads to a failure. sources returns the lines of a source file,
// or nil; sources itself may be nil.
//
// requires: t has a failure.
func New(program *ir.Program, t *trace.Trace, sources func(file string) []string) *Narrator {
	n := &Narrator{prog: program, trace: t, sources: sources, lines: make(map[string][]string),
		held: make(map[string][]holding), bytes: make(map[byteAt]*written), died: make(map[interp.ObjectID]int),
		waiters: make(map[string]map[string]uint64), enqueued: make(map[string]record), unsignalled: make(map[string]bool)}
	n.names = newNamer(n.prog)
	n.flow.prog, n.flow.receives = n.prog, n.receives
	return n
}

// Story returns the story of the trace, after its replay led to the violation.
func (n *Narrator) Story(v *interp.Violation) *story.Story {
	n.failure(v)
	n.finish()
	return &n.told
}

// Narrator observes the replay of a trace and creates its story.
type Narrator struct {
	prog        *ir.Program
	trace       *trace.Trace
	m           *interp.Machine
	sources     func(string) []string
	lines       map[string][]string // by file
	told        story.Story
	records     []record // of the current step
	steps       int
	held        map[string][]holding // by thread: locks, in the order in which they were taken
	bytes       map[byteAt]*written
	died        map[interp.ObjectID]int
	waiters     map[string]map[string]uint64 // by condition: waiting threads, with their bits
	enqueued    map[string]record            // by thread: the condition that it waits for, as recorded when it began to wait
	unsignalled map[string]bool              // by thread: its wait ends without a signal
	fault       *record
	names       namer
	flow        flow
	reads       []int // by number of a read or input (flow.go): its action, from 1
}

// holding is a lock that a thread holds.
type holding struct {
	object interp.ObjectID
	offset uint64
	name   string
	shared bool
	place  verdict.Location
}

// byteAt is a byte of an object.
type byteAt struct {
	object interp.ObjectID
	offset uint64
}

// written is the origin of the last value written to a byte.
type written struct {
	action int // the action of the write, from 1; 0: none
	reads  []int
}

// place returns a place in the form of the story.
func (n *Narrator) place(l interp.Location) verdict.Location {
	return l.Pos.In(n.prog.Files, l.Func)
}

// source returns the text of a place's line, without the space around it.
func (n *Narrator) source(l verdict.Location) string {
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

// places splits a stack, innermost first, into its place, the source line there, and the callers.
func (n *Narrator) places(stack []interp.Location) (at verdict.Location, source string, callers []verdict.Location) {
	for i, l := range stack {
		if i == 0 {
			at = n.place(l)
			source = n.source(at)
			continue
		}
		callers = append(callers, n.place(l))
	}
	return at, source, callers
}

// outsideModels splits a stack, innermost first, at the innermost frame outside library models. It
// returns the library function called there, if any, and the frames from there on outside models.
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

// endsIn places a failure at the end of a thread, where only library models run, at the function
// that the thread ran.
func (n *Narrator) endsIn(function string) {
	f := &n.told.Failure
	if f.Kind != string(verdict.EndHeld) || len(f.Stack) > 0 {
		return
	}
	for i := range n.prog.Funcs {
		if fn := &n.prog.Funcs[i]; fn.Name == function {
			f.Place = n.place(interp.Location{Func: fn.Name, Pos: fn.Pos})
			f.Source = n.source(f.Place)
		}
	}
	for i := range n.told.Actions {
		if a := &n.told.Actions[i]; a.Kind == story.Fault && a.Thread == f.Thread {
			a.Place, a.Source = f.Place, f.Source
		}
	}
}

// finish completes the parts that need the whole story.
func (n *Narrator) finish() {
	functions := make(map[string]string)
	for i := range n.told.Actions {
		a := &n.told.Actions[i]
		f := a.Place.Function
		if k := len(a.Stack); k > 0 {
			f = a.Stack[k-1].Function
		}
		if functions[a.Thread] == "" {
			functions[a.Thread] = f
		}
	}
	for _, w := range n.told.Failure.Waits {
		if functions[w.Thread] == "" {
			functions[w.Thread] = w.Place.Function
		}
	}
	n.endsIn(functions[n.told.Failure.Thread])
	for _, t := range n.m.Threads() {
		n.told.Threads = append(n.told.Threads, story.Thread{Name: t.Name(), Function: functions[t.Name()]})
	}
	for i := range n.told.Actions {
		a := &n.told.Actions[i]
		if a.Kind != story.Returned {
			continue
		}
		what := a.Call + " returns " + a.Value
		if a.Value == "" {
			what = a.Call + " does nothing"
		}
		if f := &n.told.Failure; !slices.Contains(f.If, what) {
			f.If = append(f.If, what)
		}
	}
	n.told.Objects = n.names.objects
	n.markMinor()
	n.told.Fold()
}

// markMinor marks the accesses of objects that no other thread accesses in the story. Three kinds are
// excluded: accesses on the failing line, the failing thread's reads of initial values, which may have
// come too early, and accesses in an infinite execution.
func (n *Narrator) markMinor() {
	shared := make(map[string]string) // by object: the one thread that uses it; "*": several
	isAccess := func(a *story.Action) bool {
		switch a.Kind {
		case story.Read, story.Write, story.Update, story.Dies, story.Free, story.Fault:
			return a.Location != ""
		}
		return false
	}
	for i := range n.told.Actions {
		a := &n.told.Actions[i]
		if !isAccess(a) {
			continue
		}
		switch r := root(a.Location); shared[r] {
		case "":
			shared[r] = a.Thread
		case a.Thread, "*":
		default:
			shared[r] = "*"
		}
	}
	at := n.told.Failure.Place
	for i := range n.told.Actions {
		a := &n.told.Actions[i]
		if isAccess(a) && shared[root(a.Location)] != "*" {
			onLine := a.Place.File == at.File && a.Place.Line == at.Line
			early := a.Kind == story.Read && a.Initial && a.Thread == n.told.Failure.Thread
			lasts := n.trace.Failure.Loop > 0 && a.Step > int(n.trace.Failure.Loop)
			a.Minor = a.Step == 0 || !onLine && !early && !lasts
		}
	}
}
