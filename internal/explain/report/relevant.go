package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/host/pattern"
)

// slice is the part of a story on which its failure depends: a dynamic slice (Korel, Laski: Dynamic
// program slicing, IPL 1988). It starts with the actions of the failure. It follows reads back to the
// writes that they read from, and writes to the reads from which their values were computed. It follows
// each action to the reads that decided its thread's open branches.
//
// For branches whose paths have joined again, it contains the reads of values that another thread
// wrote, since such a read orders the actions before the write. It contains waits for conditions,
// semaphores and barriers, with the actions that ended them: for each thread the last wait before its
// actions in the slice. If the sources of a failure are unknown, all reads of its thread from other
// threads' writes count. Taking a lock does not count, since accesses show the held locks.
type slice struct {
	s     *story.Story
	keep  []bool // by action
	work  []int
	waits []int // by action: the last earlier wait of its thread; -1: there is none
}

// newSlice returns an empty slice.
func newSlice(s *story.Story) *slice {
	x := &slice{s: s, keep: make([]bool, len(s.Actions)), waits: make([]int, len(s.Actions))}
	last := make(map[string]int)
	for i := range s.Actions {
		a := &s.Actions[i]
		x.waits[i] = -1
		if k, ok := last[a.Thread]; ok {
			x.waits[i] = k
		}
		if waited(a) {
			last[a.Thread] = i
		}
	}
	return x
}

// relevant returns the actions of a story on which the failure depends, in addition to those shown in
// any case.
func relevant(s *story.Story, told []bool) []bool {
	x := newSlice(s)
	if everything(s) {
		for i := range x.keep {
			x.keep[i] = true
		}
		return x.keep
	}
	x.failure()
	for _, a := range s.Failure.Race {
		x.access(&a)
	}
	for i := range s.Failure.Waits {
		x.wait(&s.Failure.Waits[i])
	}
	for i, yes := range told {
		if yes {
			x.add(i)
		}
	}
	for len(x.work) > 0 {
		i := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		x.follow(i)
	}
	return x.keep
}

// everything reports whether no single step fails, as in an infinite execution, so that each step may
// be the cause.
func everything(s *story.Story) bool {
	f := &s.Failure
	return f.Place.Line == 0 && len(f.Waits)+len(f.Race) == 0 && f.Thread == ""
}

func (x *slice) add(list ...int) {
	for _, i := range list {
		if i >= 0 && !x.keep[i] {
			x.keep[i] = true
			x.work = append(x.work, i)
		}
	}
}

// synchronises adds those of the given reads that read from another thread's write.
func (x *slice) synchronises(list []int) {
	for _, i := range list {
		if x.s.Actions[i].From != nil {
			x.add(i)
		}
	}
}

// follow adds the actions on which an action depends.
func (x *slice) follow(i int) {
	a := &x.s.Actions[i]
	if a.Writer > 0 {
		x.add(a.Writer - 1)
	}
	x.add(a.Uses...)
	x.control(i)
}

// control adds the actions that led the thread to an action.
func (x *slice) control(i int) {
	a := &x.s.Actions[i]
	x.add(a.Branches...)
	x.synchronises(a.Earlier)
	if waited(a) {
		x.add(x.enabler(i))
		return
	}
	x.add(x.waits[i])
}

// waited reports whether an action had to wait for an action of another thread. Taking a lock does not
// count, since the release that it waits for explains nothing.
func waited(a *story.Action) bool {
	switch a.Kind {
	case story.Woken, story.Leave:
		return true
	case story.Call:
		return count(a) < 0
	}
	return false
}

// count returns the increase of a semaphore's count by an action.
func count(a *story.Action) int {
	old, err := strconv.Atoi(a.Old)
	value, err2 := strconv.Atoi(a.Value)
	if err != nil || err2 != nil {
		return 0
	}
	return value - old
}

// enabler returns the action that ended the wait of another one: the last arrival at the barrier, the
// signal, or the last increase of the semaphore's count; -1: there is none.
func (x *slice) enabler(i int) int {
	a := &x.s.Actions[i]
	for k := i - 1; k >= 0; k-- {
		b := &x.s.Actions[k]
		switch {
		case b.Thread == a.Thread || b.Object != a.Object:
		case a.Kind == story.Leave && b.Kind == story.Arrive, a.Kind == story.Call && b.Kind == story.Call && count(b) > 0:
			return k
		case a.Kind == story.Woken && b.Kind == story.Signal && slices.Contains(strings.Split(b.Other, ", "), a.Thread):
			return k
		}
	}
	return -1
}

// isOrigin reports whether an action may be the one to which an origin refers.
func isOrigin(o *story.Origin, a *story.Action) bool {
	return o != nil && o.Thread == a.Thread && o.Step == a.Step && o.Place == a.Place
}

// failure adds the actions of the failure, and unusual actions of the environment, which no value
// shows.
func (x *slice) failure() {
	f := &x.s.Failure
	x.add(f.Reads...)
	x.add(f.Branches...)
	x.synchronises(f.Earlier)
	for i := range x.s.Actions {
		a := &x.s.Actions[i]
		switch a.Kind {
		case story.Fault, story.Here, story.Spurious, story.Environment, story.Order, story.Exit:
			x.add(i)
		case story.Free, story.Dies:
			if isOrigin(f.Freed, a) || isOrigin(f.Lost, a) {
				x.add(i)
			}
		case story.Write, story.Update:
			if f.Lost != nil && (isOrigin(f.Lost, a) || strings.HasPrefix(a.Value, "&"+f.Object)) {
				x.add(i)
			}
		case story.Lock, story.Unlock, story.TryLock, story.Call:
			if f.Property == "lock" {
				x.add(i)
			}
		}
	}
	if n := len(f.Reads); n+len(f.Branches) == 0 || n >= forgetful {
		x.synchronises(x.readsOf(f.Thread))
	}
	x.failingLine()
	for _, i := range f.Reads {
		x.rivals(i)
	}
}

// forgetful is the number of reads for a value from which on further reads may have been dropped
// (package narrate).
const forgetful = 8

// readsOf returns the reads of a thread.
func (x *slice) readsOf(thread string) (list []int) {
	for i := range x.s.Actions {
		if a := &x.s.Actions[i]; a.Thread == thread && a.Kind == story.Read {
			list = append(list, i)
		}
	}
	return list
}

// rivals adds the last write of each other thread to the location that the failed check read. It may
// have been the expected value.
func (x *slice) rivals(i int) {
	r := &x.s.Actions[i]
	seen := map[string]bool{r.Thread: true}
	for k := range slices.Backward(x.s.Actions) {
		a := &x.s.Actions[k]
		if r.Location != "" && a.Location == r.Location && (a.Kind == story.Write || a.Kind == story.Update) && !seen[a.Thread] {
			seen[a.Thread], x.keep[k] = true, true
		}
	}
}

// failingLine adds the last actions of the failing thread on the failing line.
func (x *slice) failingLine() {
	f := &x.s.Failure
	for i := range slices.Backward(x.s.Actions) {
		a := &x.s.Actions[i]
		if a.Thread == f.Thread && line(a.Place) != line(f.Place) {
			return
		}
		if a.Thread == f.Thread {
			x.add(i)
		}
	}
}

// access adds an access of a race, and the actions that led its thread there. Values do not matter.
func (x *slice) access(r *story.RaceAccess) {
	i := x.last(func(a *story.Action) bool { return a.Thread == r.Thread && a.Step == r.Step && a.Place == r.Place })
	if i >= 0 {
		x.keep[i] = true
		x.control(i)
	}
}

// last returns the last action that fits; -1: none.
func (x *slice) last(fits func(*story.Action) bool) int {
	for i := range slices.Backward(x.s.Actions) {
		if fits(&x.s.Actions[i]) {
			return i
		}
	}
	return -1
}

// wait adds the reason of a thread's wait, and the actions that led it there.
func (x *slice) wait(w *story.Wait) {
	x.add(w.Branches...)
	x.synchronises(w.Earlier)
	for _, h := range slices.Concat(w.Owners, w.Holds) {
		if h.Since == nil {
			continue
		}
		x.add(x.last(func(a *story.Action) bool { return a.Thread == h.Thread && a.Place == *h.Since && a.Step > 0 }))
	}
	x.add(x.last(func(a *story.Action) bool {
		return a.Thread == w.Thread && a.Kind == story.Enqueue && a.Place == w.Place
	}))
	for i := range x.s.Actions {
		switch a := &x.s.Actions[i]; a.Kind {
		case story.Signal, story.Arrive, story.Leave, story.Call:
			if w.Object != "" && a.Object == w.Object && (a.Kind != story.Call || a.Value != "") {
				x.add(i)
			}
		}
	}
}

// steps matches the numbers of steps in a sentence.
var steps = pattern.Lazy(`\bsteps? (\d+)(?: and (\d+))?`)

// mentioned returns the actions of the steps that an explanation mentions.
func mentioned(s *story.Story, explanation []string) []bool {
	named := make(map[int]bool)
	for _, line := range explanation {
		for _, m := range steps().FindAllStringSubmatch(line, -1) {
			for _, number := range m[1:] {
				if n, err := strconv.Atoi(number); err == nil {
					named[n] = true
				}
			}
		}
	}
	told := make([]bool, len(s.Actions))
	for i := range s.Actions {
		a := &s.Actions[i]
		told[i] = named[a.Step] && a.Kind != story.Create && a.Kind != story.Fence
	}
	return told
}
