package raceproof

import (
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// lockMode is the way in which a lock is held.
type lockMode uint8

const (
	exclusive lockMode = iota
	shared
)

// lockClass determines the conditions under which a lock excludes other threads.
type lockClass uint8

const (
	plainLock lockClass = iota // spin locks, rwlocks, successful trylocks
	mutex                      // its kind must be valid: else a lock has no effect
	semaphore                  // its value must be at most one
	control                    // of pthread_once: only that may write it, so that the routine runs once
	first                      // held by a thread that read a mark as zero under a lock (first.go)
	flag                       // the program's own: only its lock operations may write the word
	word                       // taken and released in sections (word.go)
	found                      // a word was read as zero, until the section ends: not a lock
	over                       // the end of the thread of an object: not a lock (joinown.go)
)

// excludes reports whether locks of two classes at one place can be the same lock: library locks can; a
// counter or a word of the program is a different lock.
func (c lockClass) excludes(d lockClass) bool {
	return c == d && c != first && c != found && c != over || c <= mutex && d <= mutex
}

// effect is the effect of a library function on the lock that an argument points to.
type effect uint8

const (
	noEffect effect = iota
	takes           // holds it when it returns
	tries           // holds it when it returns 0
	gives           // held before, not after
	keeps           // held before and after: a wait
	joins           // waits for the end of a thread
)

// summary describes a library function that is modelled as a unit, without its operations on the lock.
type summary struct {
	effect effect
	arg    int
	mode   lockMode
	class  lockClass
}

var lockClasses = [...]lockClass{ir.OnMutex: mutex, ir.OnRWLock: plainLock, ir.OnSpinlock: plainLock, ir.OnSemaphore: semaphore}

// summaryOf returns the summary of a function if it is modelled as a unit.
func (a *prover) summaryOf(f ir.FuncID) (x summary, ok bool) {
	fn := &a.prog.Funcs[f]
	r := fn.Role
	switch {
	case !fn.Model:
		return summary{}, false
	case r == ir.Role{Verb: ir.VerbJoin, Object: ir.OnThread}:
		return summary{effect: joins}, true
	case r.Object == ir.OnCondition && (r.Verb == ir.VerbWait || r.Verb == ir.VerbTimedWait):
		return summary{keeps, 1, exclusive, mutex}, true
	case !r.Object.IsLock() && r.Object != ir.OnSemaphore:
		return summary{}, false
	}
	x.class = lockClasses[r.Object]
	switch r.Verb {
	case ir.VerbLock, ir.VerbReadLock:
		x.effect = takes
	case ir.VerbTryLock, ir.VerbTryReadLock:
		x.effect = tries
		if x.class == mutex {
			x.class = plainLock // a lock of another kind is never taken so
		}
	case ir.VerbUnlock:
		x.effect = gives
	}
	if r.Verb == ir.VerbReadLock || r.Verb == ir.VerbTryReadLock {
		x.mode = shared
	}
	return x, x.effect != noEffect
}

// resets reports whether a library function leaves the lock of its first argument free, even if a
// thread held it.
func resets(f *ir.Func) bool {
	return f.Role.Verb == ir.VerbOverwrite || f.Role.Verb == ir.VerbInit && f.Role.Object.IsLock()
}

// runsOnce reports whether a node is the model of pthread_once, which holds its control while the
// routine runs. Acquiring the control does not synchronise with earlier holders. The order comes from
// the routine running only once.
func (a *prover) runsOnce(n pointsto.NodeID) bool {
	return a.pts.View(n).IR.Role.Verb == ir.VerbRun
}
