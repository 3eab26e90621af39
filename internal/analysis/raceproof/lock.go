package raceproof

import (
	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/ir"
)

// lockMode says how a lock is held.
type lockMode uint8

const (
	exclusive lockMode = iota
	shared
)

// lockClass says what must hold for a lock to exclude others.
type lockClass uint8

const (
	plainLock lockClass = iota // spin locks, rwlocks, successful trylocks
	mutex                      // its kind must be a valid one: else a lock does nothing
	semaphore                  // its value must be one at most
	control                    // of pthread_once: must be written by that only, so that the routine runs once
	first                      // held by who finds a mark zero under a lock (first.go)
	flag                       // of the program's own: the word must be written by its lock operations only
	word                       // one that is taken and given up in sections (word.go)
	found                      // what was found in a word, until the section ends: no lock
	over                       // the end of the thread of an object: no lock (joinown.go)
)

// excludes reports whether locks of two classes at one place can be the same lock: those
// of the machine are, a counter or a word of the program's is another one.
func (c lockClass) excludes(d lockClass) bool {
	return c == d && c != first && c != found && c != over || c <= mutex && d <= mutex
}

// effect is what a library function does to the lock that an argument points to.
type effect uint8

const (
	noEffect effect = iota
	takes           // holds it when it returns
	tries           // holds it when it returns 0
	gives           // held before, not after
	keeps           // held before and after: a wait
	joins           // waits for the end of a thread
)

// summary is of a library function that is taken as a whole: what its model does
// with the lock is not looked at.
type summary struct {
	effect effect
	arg    int
	mode   lockMode
	class  lockClass
}

var lockClasses = [...]lockClass{ir.OnMutex: mutex, ir.OnRWLock: plainLock, ir.OnSpinlock: plainLock, ir.OnSemaphore: semaphore}

// summaryOf returns what a function does if it is taken as a whole.
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
			x.class = plainLock // one that is none is never taken so
		}
	case ir.VerbUnlock:
		x.effect = gives
	}
	if r.Verb == ir.VerbReadLock || r.Verb == ir.VerbTryReadLock {
		x.mode = shared
	}
	return x, x.effect != noEffect
}

// resets reports whether the lock that the first argument of a library function
// points to is free afterwards, whoever held it.
func resets(f *ir.Func) bool {
	return f.Role.Verb == ir.VerbOverwrite || f.Role.Verb == ir.VerbInit && f.Role.Object.IsLock()
}

// runsOnce reports whether a node is the model of pthread_once, which holds its
// control while the routine runs. Nothing is received when that is acquired: it
// orders because the routine runs only once.
func (a *prover) runsOnce(n pointsto.NodeID) bool {
	return a.pts.View(n).IR.Role.Verb == ir.VerbRun
}
