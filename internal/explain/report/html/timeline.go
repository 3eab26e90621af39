package html

import (
	"cmp"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// timeline is a story for the script: a column for each part of an action. Strings and places stand in
// tables, numbers in columns; -1 means none.
type timeline struct {
	Threads  [][2]string `json:"threads"` // name, function
	Texts    []string    `json:"texts"`
	Places   [][4]int    `json:"places"`   // file (text), line, column, function (text)
	LockSets [][]int     `json:"lockSets"` // texts; the first is empty
	Stacks   [][]int     `json:"stacks"`   // places, the innermost caller first; the first is empty
	Memory   [][2]int    `json:"memory"`   // by location: name (text), object

	Step   []int `json:"step"`
	Thread []int `json:"thread"`
	Class  []int `json:"class"`
	Place  []int `json:"place"`
	Text   []int `json:"text"` // description of the action
	Locks  []int `json:"locks"`
	Stack  []int `json:"stack"`
	Where  []int `json:"where"`  // the location in Memory
	Value  []int `json:"value"`  // text: the value of the location afterwards
	Writer []int `json:"writer"` // the action of another thread whose write a read reads from
	Minor  []int `json:"minor"`  // the actions that concern only one thread
	Cause  []int `json:"cause"`  // the actions from which the failure was computed
	Failed []int `json:"failed"` // the failing actions
	Race   []int `json:"race"`   // the two accesses
}

// The classes of actions, with the numbers that script.js and style.css use.
const (
	classRead = iota
	classWrite
	classLock
	classUnlock
	classThread // begins, ends, joins
	classWait   // and signals
	classMemory // the end of memory's lifetime
	classInput
	classOther
	classFailure
	classEnd // of a thread
)

func class(k story.Kind) int {
	switch k {
	case story.Read:
		return classRead
	case story.Write, story.Update:
		return classWrite
	case story.Lock, story.TryLock:
		return classLock
	case story.Unlock:
		return classUnlock
	case story.Create, story.Join, story.Exit:
		return classThread
	case story.End:
		return classEnd
	case story.Enqueue, story.Woken, story.Spurious, story.Signal, story.Arrive, story.Leave:
		return classWait
	case story.Free, story.Dies:
		return classMemory
	case story.Input, story.Returned, story.Order, story.Environment:
		return classInput
	case story.Fault, story.Here:
		return classFailure
	}
	return classOther
}

// builder builds a timeline.
type builder struct {
	timeline
	threads map[string]int
	texts   map[string]int
	places  map[verdict.Location]int
	lists   map[string]int // lock sets and stacks, by their contents
	memory  map[string]int
	objects map[string]int
}

func newTimeline(s *story.Story) timeline {
	b := builder{threads: make(map[string]int), texts: make(map[string]int), places: make(map[verdict.Location]int),
		lists: make(map[string]int), memory: make(map[string]int), objects: make(map[string]int)}
	b.LockSets, b.Stacks, b.Memory = [][]int{{}}, [][]int{{}}, [][2]int{}
	b.Minor, b.Cause, b.Failed, b.Race = []int{}, []int{}, []int{}, []int{}
	for i, t := range s.Threads {
		b.threads[t.Name] = i
		b.Threads = append(b.Threads, [2]string{t.Name, functionOf(s, t.Name)})
	}
	for i := range s.Actions {
		b.add(&s.Actions[i])
	}
	b.Cause = append(b.Cause, causes(s)...)
	b.race(s)
	for i := range s.Failure.Waits {
		b.wait(&s.Failure.Waits[i])
	}
	return b.timeline
}

func (b *builder) text(s string) int {
	i, ok := b.texts[s]
	if !ok {
		i = len(b.Texts)
		b.texts[s] = i
		b.Texts = append(b.Texts, s)
	}
	return i
}

func (b *builder) place(l verdict.Location) int {
	if l.Line == 0 {
		return -1
	}
	i, ok := b.places[l]
	if !ok {
		i = len(b.Places)
		b.places[l] = i
		b.Places = append(b.Places, [4]int{b.text(l.File), l.Line, l.Column, b.text(l.Function)})
	}
	return i
}

func (b *builder) lockSet(names []string) int {
	key := "locks\x00" + strings.Join(names, "\x00")
	if len(names) == 0 {
		return 0
	}
	i, ok := b.lists[key]
	if !ok {
		var list []int
		for _, n := range names {
			list = append(list, b.text(n))
		}
		i = len(b.LockSets)
		b.lists[key] = i
		b.LockSets = append(b.LockSets, list)
	}
	return i
}

func (b *builder) stack(frames []verdict.Location) int {
	var key strings.Builder
	list := []int{}
	for _, f := range frames {
		list = append(list, b.place(f))
		key.WriteString(f.String() + f.Function + "\x00")
	}
	if len(list) == 0 {
		return 0
	}
	i, ok := b.lists[key.String()]
	if !ok {
		i = len(b.Stacks)
		b.lists[key.String()] = i
		b.Stacks = append(b.Stacks, list)
	}
	return i
}

// where returns the number of an action's location in Memory, or -1.
func (b *builder) where(a *story.Action) int {
	if a.Location == "" || a.Object == "" {
		return -1
	}
	i, ok := b.memory[a.Location]
	if !ok {
		root, _, _ := strings.Cut(a.Location, "+")
		object, known := b.objects[root]
		if !known {
			object = len(b.objects)
			b.objects[root] = object
		}
		i = len(b.Memory)
		b.memory[a.Location] = i
		b.Memory = append(b.Memory, [2]int{b.text(cmp.Or(a.Memory, a.Object)), object})
	}
	return i
}

// add appends an action.
func (b *builder) add(a *story.Action) {
	i := len(b.Step)
	value, writer := -1, -1
	switch a.Kind {
	case story.Read, story.Write, story.Update:
		value = b.text(a.Value)
	case story.Free, story.Dies:
		value = b.text("gone")
	case story.Fault, story.Here:
		b.Failed = append(b.Failed, i)
	}
	if a.Writer > 0 && a.Writer <= i && b.Thread[a.Writer-1] != b.threads[a.Thread] {
		writer = a.Writer - 1
	}
	if a.Minor {
		b.Minor = append(b.Minor, i)
	}
	b.Step = append(b.Step, a.Step)
	b.Thread = append(b.Thread, b.threads[a.Thread])
	b.Class = append(b.Class, class(a.Kind))
	b.Place = append(b.Place, b.place(a.Place))
	b.Text = append(b.Text, b.text(report.Phrase(a)))
	b.Locks = append(b.Locks, b.lockSet(a.Locks))
	b.Stack = append(b.Stack, b.stack(a.Stack))
	b.Where = append(b.Where, b.where(a))
	b.Value = append(b.Value, value)
	b.Writer = append(b.Writer, writer)
}

// race marks the two accesses of a race. An access that was not executed is appended, since the thread
// is about to execute it.
func (b *builder) race(s *story.Story) {
	if len(s.Failure.Race) != 2 {
		return
	}
	for k := range s.Failure.Race {
		r := &s.Failure.Race[k]
		at := -1
		for i := range s.Actions {
			a := &s.Actions[i]
			if a.Thread == r.Thread && a.Step == r.Step && a.Place == r.Place && a.Object == r.Object && !slices.Contains(b.Race, i) {
				at = i
			}
		}
		if at < 0 {
			at = len(b.Step)
			b.add(&story.Action{Thread: r.Thread, Kind: story.Call, Call: r.What, Object: r.Object, Place: r.Place, Stack: r.Stack, Locks: r.Locks})
		}
		b.Race = append(b.Race, at)
	}
	b.Failed = append(b.Failed, b.Race...)
}

// wait appends an action for the wait of a deadlocked thread.
func (b *builder) wait(w *story.Wait) {
	var locks []string
	for _, h := range w.Holds {
		locks = append(locks, h.Lock)
	}
	b.Failed = append(b.Failed, len(b.Step))
	b.add(&story.Action{Thread: w.Thread, Kind: story.Call, Place: w.Place, Stack: w.Stack, Locks: locks,
		Call: "waits for " + report.WaitsFor(w)})
	b.Class[len(b.Class)-1] = classFailure
}

// causeDepth is the number of writes through which causes are followed back.
const causeDepth = 4

// causes returns the actions from which the failure was computed, in order: reads, the writes that they
// read from, and the sources of these. It includes the actions that decided the branches on the way to
// it.
func causes(s *story.Story) []int {
	seen := make(map[int]bool)
	work := slices.Concat(s.Failure.Reads, s.Failure.Branches)
	for range causeDepth {
		var next []int
		for _, i := range work {
			if seen[i] {
				continue
			}
			seen[i] = true
			if w := s.Actions[i].Writer - 1; w >= 0 && !seen[w] {
				seen[w] = true
				next = append(next, s.Actions[w].Uses...)
			}
		}
		work = next
	}
	var list []int
	for i := range s.Actions {
		if seen[i] {
			list = append(list, i)
		}
	}
	return list
}
