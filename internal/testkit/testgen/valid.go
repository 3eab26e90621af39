package testgen

import (
	"fmt"
	"slices"
)

// checkUndefined reports the first place where a program breaks a rule. The rules keep it well formed:
// threads are created and joined once, and waits are only at allowed places. They also keep it free of
// undefined behaviour other than data races, unless allowed has the feature.
//
// It follows main in program order and goes into a thread where it is created,
// so that it knows which heap objects are alive for all of a thread's life.
func (p Program) checkUndefined(allowed Features) error {
	c := &checker{p: &p, allowed: allowed, threads: make([]status, len(p.Threads)), heap: make([]status, len(p.Objects)+1),
		grabbed: make([]bool, len(p.Objects)+1), peeked: make([]bool, len(p.Objects)+1)}
	for i := range p.Objects {
		o := &p.Objects[i]
		if o.Kind == Pointer && o.Target == 0 {
			c.need(BadAccess, "%s is null", o.Name)
		}
	}
	c.body(p.Threads[0].Body, place{})
	for t := range p.Threads {
		if arg := p.Threads[t].Arg; arg != 0 && p.object(arg).Kind == StackInt && c.threads[t] != over {
			c.need(UseAfterFree, "main may leave while thread %d uses its local", t)
		}
	}
	return c.err
}

// status is where a thread or a heap object is in its life.
type status uint8

const (
	before  status = iota
	live           // created, allocated
	over           // joined, freed
	unknown        // created, but the joining thread is not main: never over
)

type checker struct {
	p       *Program
	allowed Features
	err     error
	threads []status
	heap    []status // by ObjectID
	grabbed []bool
	peeked  []bool
	outside []status // states of threads before the enclosing loop with any number of iterations
}

// place is where in the program a statement stands.
type place struct {
	thread      ThreadID
	held        []ObjectID // locks; read locks too
	read        []ObjectID // locks that are held for reading only
	section     bool
	chosen      bool // a mutex of an array is held
	conditional bool // in a branch, a loop, a region that may not be entered
	repeated    bool // only because it is in a loop without a number
	routine     bool
	late        bool // at an end, when heap objects may be freed
}

// need notes a breach unless the features that it takes are allowed.
func (c *checker) need(f Features, format string, args ...any) {
	if c.err == nil && (f == 0 || !c.allowed.Has(f)) {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) body(body []Stmt, at place) {
	for i := range body {
		c.stmt(&body[i], at)
	}
}

func (c *checker) stmt(s *Stmt, at place) {
	s.visit(func(e *Expr) {
		if e.Op == Div && (e.R.Op != Constant || e.R.Value == 0) {
			c.need(BadAccess, "division by what may be zero")
		}
		if e.Op == Mul || e.Op == Mod || e.Op == Shl {
			c.need(Arithmetic, "arithmetic on what may be anything")
		}
	}, func(pl *Place) { c.access(pl, at) })
	if at.section && (s.Kind == Wait || s.Kind == Arrive || s.Kind == CallOnce || s.creates() || s.Kind == Join || s.Kind == Repeat) {
		c.need(0, "a statement of kind %d in a section", s.Kind)
	}
	inner := at
	switch s.Kind {
	case Lock:
		c.lock(s, at)
		inner.held = append(slices.Clone(at.held), s.Object)
		if s.Shared {
			inner.read = append(slices.Clone(at.read), s.Object)
		}
		if s.Try || c.p.object(s.Object).Kind == ErrorcheckMutex {
			inner.conditional, inner.repeated = true, false
		}
	case LockAt:
		if at.chosen {
			c.need(LockMisuse, "two mutexes of an array, perhaps one twice")
		}
		inner.chosen, inner.held = true, append(slices.Clone(at.held), s.Object)
	case Unlock:
		c.need(LockMisuse, "unlock of what is not held")
	case Wait:
		mutex := c.p.object(s.Object).Target
		if !slices.Contains(at.held, mutex) {
			c.need(0, "wait without the mutex")
		}
	case CallOnce:
		if at.routine {
			c.need(0, "once inside a routine")
		}
		inner = place{thread: at.thread, routine: true, conditional: true}
		c.body(c.p.object(s.Object).Body, inner)
	case Section:
		inner.section = true
	case Take, If, Loop, Flow, SwitchInto:
		inner.conditional, inner.repeated = true, false
	case Repeat:
		c.repeat(s, at)
		return
	case Swarm:
		c.swarm(s, at)
		return
	case Same:
		if t := &c.p.Threads[s.Thread]; !t.Global || t.Twice {
			c.need(0, "the handle of thread %d is not at file scope", s.Thread)
		}
	case Call, Resume, AtExit, SetData:
		c.routine(s, at)
	case Leave:
		c.leave(s, at)
	case Detach:
		c.detach(s, at)
	case Renew:
		if at.routine || at.section {
			c.need(0, "renewed in a section or routine")
		}
		if at.thread != 0 || at.conditional || !c.alone() || slices.Contains(at.held, s.Object) {
			c.need(LockMisuse, "%s is renewed in use", c.p.object(s.Object).Name)
		}
	case Unset:
		c.need(Unwritten, "an int that nobody wrote")
	case Move:
		if s.Count >= c.p.object(s.Object).Len || s.Try && s.Count > 1 {
			c.need(BadAccess, "a move that is too long or overlaps")
		}
	case Compare:
		for _, id := range []ObjectID{s.Object, s.Target} {
			if id != 0 && c.p.object(id).Kind == HeapInt && (at.late || c.heap[id] == over) {
				c.need(UseAfterFree, "%s is compared when freed", c.p.object(id).Name)
			}
		}
	case Spawn:
		c.spawn(s, at)
	case Join:
		c.join(s, at)
	case Allocate, Free:
		c.life(s, at)
	case PointTo:
		if s.Target == 0 {
			c.need(BadAccess, "a pointer becomes null")
		}
	case Peek, Grab:
		c.peeked[s.Object] = c.peeked[s.Object] || s.Kind == Peek
		c.grabbed[s.Object] = c.grabbed[s.Object] || s.Kind == Grab || s.Freeing
		if c.peeked[s.Object] && c.grabbed[s.Object] {
			c.need(UseAfterFree, "an object that others look at is freed")
		}
	}
	c.body(s.Body, inner)
	c.body(s.Else, inner)
	for i := range s.Nodes {
		c.body(s.Nodes[i].Body, inner)
	}
}

// routine goes into a function that a statement calls, now or in the end.
func (c *checker) routine(s *Stmt, at place) {
	if at.routine && s.Kind != SetData || at.section {
		c.need(0, "a call in a routine or section")
	}
	in := place{thread: at.thread, routine: true, conditional: true, late: s.Kind == AtExit || s.Kind == SetData}
	if !in.late {
		in.held, in.chosen = at.held, at.chosen
	}
	for _, id := range []ObjectID{s.Object, s.Target} {
		if id != 0 && (s.Kind != SetData || !at.routine) {
			c.body(c.p.object(id).Body, in)
		}
	}
}

// leave holds the rules of ending a thread early.
func (c *checker) leave(s *Stmt, at place) {
	if at.routine || at.section {
		c.need(0, "an end in a routine or section")
	}
	if len(at.held) > 0 {
		c.need(LockMisuse, "an end under a lock")
	}
	for t := range c.p.Threads {
		arg := c.p.Threads[t].Arg
		if at.thread == 0 && s.End <= ThreadExit && arg != 0 && c.p.object(arg).Kind == StackInt {
			c.need(UseAfterFree, "main leaves while threads may use its local")
		}
	}
}

// detach holds the rules of detaching: once, and instead of a join.
func (c *checker) detach(s *Stmt, at place) {
	t := s.Thread
	if t == 0 {
		t = at.thread
	}
	if !c.once(at, t) || at.section || t == 0 || c.threads[t] != live || t != at.thread && !c.creates(at.thread, t) {
		c.need(0, "thread %d is not detached once", t)
		return
	}
	c.threads[t] = unknown
}

// creates reports whether thread t's body itself creates thread u.
func (c *checker) creates(t, u ThreadID) bool {
	return has(c.p.Threads[t].Body, func(x *Stmt) bool { return x.Kind == Spawn && x.Thread == u })
}

// lock holds the rules of taking a lock that the thread holds already.
func (c *checker) lock(s *Stmt, at place) {
	o := c.p.object(s.Object)
	if s.Try || o.Kind == RecursiveMutex || o.Kind == ErrorcheckMutex || !slices.Contains(at.held, s.Object) {
		return
	}
	count := func(list []ObjectID) int {
		n := 0
		for _, id := range list {
			if id == s.Object {
				n++
			}
		}
		return n
	}
	if s.Shared && count(at.held) == count(at.read) {
		return
	}
	c.need(LockMisuse, "%s is locked twice", o.Name)
}

func (c *checker) spawn(s *Stmt, at place) {
	if !c.once(at, s.Thread) || s.Thread <= at.thread || c.threads[s.Thread] != before {
		c.need(0, "thread %d is not created once", s.Thread)
		return
	}
	c.threads[s.Thread] = live
	if arg := c.p.Threads[s.Thread].Arg; arg != 0 && (at.thread != 0 || s.Kind == Swarm || at.conditional) && c.p.object(arg).Kind == StackInt {
		c.need(0, "a local of main is no argument here")
	}
	c.body(c.p.Threads[s.Thread].Body, place{thread: s.Thread})
	for t := s.Thread + 1; int(t) < len(c.threads); t++ {
		if c.threads[t] == live && at.thread == 0 && c.createdBy(s.Thread, t) {
			c.threads[t] = unknown
		}
	}
}

// createdBy reports whether thread t's body creates thread u.
func (c *checker) createdBy(t, u ThreadID) bool {
	return has(c.p.Threads[t].Body, func(s *Stmt) bool {
		return s.creates() && (s.Thread == u || s.Thread < u && c.createdBy(s.Thread, u))
	})
}

func (c *checker) join(s *Stmt, at place) {
	if !c.once(at, s.Thread) || !c.creates(at.thread, s.Thread) || c.threads[s.Thread] != live {
		c.need(0, "thread %d is not joined once", s.Thread)
		return
	}
	c.threads[s.Thread] = over
}

// alone reports whether no other thread exists.
func (c *checker) alone() bool {
	return !slices.Contains(c.threads, live) && !slices.Contains(c.threads, unknown)
}

// life checks malloc and free of a HeapInt.
func (c *checker) life(s *Stmt, at place) {
	ordered := at.thread == 0 && c.alone() && !at.conditional
	want, next := before, live
	if s.Kind == Free {
		want, next = live, over
	}
	if !ordered || c.heap[s.Object] != want {
		c.need(UseAfterFree, "the life of %s does not follow the threads", c.p.object(s.Object).Name)
		return
	}
	c.heap[s.Object] = next
}

func (c *checker) access(pl *Place, at place) {
	if pl.Kind == Argument {
		if c.p.Threads[at.thread].Arg == 0 || at.routine {
			c.need(0, "thread %d has no argument", at.thread)
		}
		return
	}
	if pl.Object == 0 {
		return
	}
	o := c.p.object(pl.Object)
	switch {
	case o.Kind == StackInt && (at.thread != 0 || at.routine):
		c.need(0, "%s is a local of main", o.Name)
	case o.Kind == HeapInt && at.late:
		c.need(UseAfterFree, "%s may be freed in the end", o.Name)
	case o.Kind == HeapInt && c.heap[pl.Object] != live:
		if c.heap[pl.Object] == before {
			c.need(BadAccess, "%s is not allocated yet", o.Name)
		} else {
			c.need(UseAfterFree, "%s is freed", o.Name)
		}
	case o.Kind == Array && pl.Index.Op == Constant && pl.Index.Value >= o.Len:
		c.need(BadAccess, "%s is shorter", o.Name)
	}
}
