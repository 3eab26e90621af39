package report

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/story"
)

// slice is the part of a story on which its failure depends: a dynamic slice (Korel, Laski:
// Dynamic program slicing, IPL 1988). It begins with what the failure consists of and goes
// back from reads to the writes that they saw, from writes to the reads that their values
// were computed from, and from each action to the reads that decided the branches that its
// thread was in. Of branches whose ways had met again it has the reads that saw what
// another thread wrote: such a read orders what came before the write. So do waits for
// conditions, semaphores and barriers, with what ended them: of each thread the last before
// what it did. Where it is not known what a failure was computed from, all reads of its thread
// count that saw what another thread wrote. How a lock was taken is no part of it: the access says that it is held.
type slice struct {
	s     *story.Story
	keep  []bool // by action
	work  []int
	waits []int // by action: the last one before it for which its thread waited; -1: there is none
}

// newSlice returns one of nothing.
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

// relevant returns which actions of a story the failure depends on, beside those that are
// told anyway.
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

// everything reports whether no step fails, so that each of them may be the cause: an
// execution that goes on for ever.
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

// synchronises adds those of some reads that saw what another thread wrote.
func (x *slice) synchronises(list []int) {
	for _, i := range list {
		if x.s.Actions[i].From != nil {
			x.add(i)
		}
	}
}

// follow adds what an action depends on.
func (x *slice) follow(i int) {
	a := &x.s.Actions[i]
	if a.Writer > 0 {
		x.add(a.Writer - 1)
	}
	x.add(a.Uses...)
	x.control(i)
}

// control adds what brought the thread of an action there.
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

// waited reports whether another thread had to do something before an action could be done: of a
// lock that is to give it back, which says nothing.
func waited(a *story.Action) bool {
	switch a.Kind {
	case story.Woken, story.Leave:
		return true
	case story.Call:
		return count(a) < 0
	}
	return false
}

// count returns by how much an action makes the count of a semaphore larger.
func count(a *story.Action) int {
	old, err := strconv.Atoi(a.Old)
	value, err2 := strconv.Atoi(a.Value)
	if err != nil || err2 != nil {
		return 0
	}
	return value - old
}

// enabler returns what ended the wait of an action: the last arrival at the barrier, the signal,
// the last that made the count of the semaphore larger; -1: there is none.
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

// failure adds what the failure consists of, and what may be seen at no value: that the environment
// did something unusual.
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
			if f.Freed != nil && f.Freed.Thread == a.Thread && f.Freed.Step == a.Step && f.Freed.Place == a.Place {
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

// forgetful is from how many reads on of one value others may have been forgotten (package witness).
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

// rivals adds the last write of each other thread to where the failed check read, which may
// be the value that it should have seen.
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

// failingLine adds what the thread that fails did last, on the line that fails.
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

// access adds an access of a race, and why its thread came there: values do not matter.
func (x *slice) access(r *story.RaceAccess) {
	i := x.last(func(a *story.Action) bool { return a.Thread == r.Thread && a.Step == r.Step && a.Place == r.Place })
	if i >= 0 {
		x.keep[i] = true
		x.control(i)
	}
}

// last returns the last action that fits; -1: none does.
func (x *slice) last(fits func(*story.Action) bool) int {
	for i := range slices.Backward(x.s.Actions) {
		if fits(&x.s.Actions[i]) {
			return i
		}
	}
	return -1
}

// wait adds what a thread waits for, and why it came there.
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

// steps are the numbers of steps that a sentence names.
var steps = regexp.MustCompile(`\bsteps? (\d+)(?: and (\d+))?`)

// mentioned returns the actions of the steps that an explanation speaks of.
func mentioned(s *story.Story, explanation []string) []bool {
	named := make(map[int]bool)
	for _, line := range explanation {
		for _, m := range steps.FindAllStringSubmatch(line, -1) {
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
