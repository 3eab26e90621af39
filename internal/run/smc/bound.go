package smc

import (
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Limit is how many of something there may be; the zero value is any number.
type Limit int

// AtMost returns the limit of n, which is at least 0.
func AtMost(n int) Limit { return Limit(n + 1) }

func (l Limit) allows(n int) bool { return l == 0 || n < int(l) }

// Bounds bound the thread switches of an execution. The zero value is no bound. They are defined on the
// sequence of visible operations of the execution, by the threads that do them. Creating a thread is an
// operation of its creator, and the new thread does nothing in it: creation is no switch. Main counts as a
// thread.
//
// All are measures of the whole execution, so that the executions within a bound are closed under prefixes.
type Bounds struct {
	// Preemptions bounds preemptions. A preemption is a pair of consecutive operations of different
	// threads. The first thread could have continued for some values of its choices (Musuvathi and
	// Qadeer, "Iterative context bounding for systematic testing of multithreaded programs", PLDI 2007).
	Preemptions Limit
	// Contexts: a context is a maximal sequence of consecutive operations of one
	// thread. There is one more than switches, forced ones included
	// (trace.Trace.Switches).
	Contexts Limit
	// Rounds bounds the rounds of a round-robin schedule. In a round every thread, in the order of
	// creation, main first, has one context, perhaps without operations. Their number is one plus the
	// number of switches to a thread that was created before the thread that ran.
	Rounds Limit
}

// switches is how much of the bounds an execution has used.
type switches struct {
	last        *interp.Thread
	preemptions int
	contexts    int
	rounds      int
}

// after returns the use of the bounds if t does the next operation. couldGo reports whether the thread of
// the last operation could do the next one instead.
func (s switches) after(t *interp.Thread, couldGo bool) switches {
	switch {
	case s.last == nil:
		s.contexts, s.rounds = 1, 1
	case t != s.last:
		s.contexts++
		if couldGo {
			s.preemptions++
		}
		if t.Index() < s.last.Index() {
			s.rounds++
		}
	}
	s.last = t
	return s
}

// allow reports whether an execution may use so much.
func (b *Bounds) allow(s switches) bool {
	return b.Preemptions.allows(s.preemptions) && b.Contexts.allows(s.contexts) && b.Rounds.allows(s.rounds)
}
