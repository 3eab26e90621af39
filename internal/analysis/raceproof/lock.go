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
)

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

// anchor is a library function that is taken as a whole: what its model does
// with the lock is not looked at. The tests hold the table against the models.
type anchor struct {
	effect effect
	arg    int
	mode   lockMode
	class  lockClass
}

var anchors = map[string]anchor{
	"pthread_mutex_lock":      {takes, 0, exclusive, mutex},
	"mtx_lock":                {takes, 0, exclusive, mutex},
	"pthread_mutex_trylock":   {tries, 0, exclusive, plainLock},
	"pthread_mutex_timedlock": {tries, 0, exclusive, plainLock},
	"pthread_mutex_clocklock": {tries, 0, exclusive, plainLock},
	"mtx_trylock":             {tries, 0, exclusive, plainLock},
	"mtx_timedlock":           {tries, 0, exclusive, plainLock},
	"pthread_mutex_unlock":    {gives, 0, exclusive, mutex},
	"mtx_unlock":              {gives, 0, exclusive, mutex},

	"pthread_cond_wait":      {keeps, 1, exclusive, mutex},
	"pthread_cond_timedwait": {keeps, 1, exclusive, mutex},
	"pthread_cond_clockwait": {keeps, 1, exclusive, mutex},
	"cnd_wait":               {keeps, 1, exclusive, mutex},
	"cnd_timedwait":          {keeps, 1, exclusive, mutex},

	"pthread_spin_lock":    {takes, 0, exclusive, plainLock},
	"pthread_spin_trylock": {tries, 0, exclusive, plainLock},
	"pthread_spin_unlock":  {gives, 0, exclusive, plainLock},

	"pthread_rwlock_rdlock":      {takes, 0, shared, plainLock},
	"pthread_rwlock_wrlock":      {takes, 0, exclusive, plainLock},
	"pthread_rwlock_tryrdlock":   {tries, 0, shared, plainLock},
	"pthread_rwlock_trywrlock":   {tries, 0, exclusive, plainLock},
	"pthread_rwlock_timedrdlock": {tries, 0, shared, plainLock},
	"pthread_rwlock_timedwrlock": {tries, 0, exclusive, plainLock},
	"pthread_rwlock_clockrdlock": {tries, 0, shared, plainLock},
	"pthread_rwlock_clockwrlock": {tries, 0, exclusive, plainLock},
	"pthread_rwlock_unlock":      {gives, 0, exclusive, plainLock},

	"sem_wait":      {takes, 0, exclusive, semaphore},
	"sem_trywait":   {tries, 0, exclusive, semaphore},
	"sem_timedwait": {tries, 0, exclusive, semaphore},
	"sem_clockwait": {tries, 0, exclusive, semaphore},
	"sem_post":      {gives, 0, exclusive, semaphore},

	"__heddle_thread_join": {joins, 0, exclusive, plainLock},
}

// resets are the library functions after which the lock that the first argument
// points to is free, whoever held it.
var resets = map[string]bool{
	"pthread_mutex_init": true, "mtx_init": true, "pthread_spin_init": true, "pthread_rwlock_init": true,
	"__heddle_overwritten": true,
}

// runsOnce reports whether a node is the model of pthread_once, which holds its
// control while the routine runs. Nothing is received when that is acquired: it
// orders because the routine runs only once.
func (a *analysis) runsOnce(n pointsto.NodeID) bool {
	f := a.pts.View(n).IR
	return f.Model && f.Name == "__heddle_once"
}

// anchorOf returns what a function does if it is an anchor.
func (a *analysis) anchorOf(f ir.FuncID) (anchor, bool) {
	fn := &a.prog.Funcs[f]
	if !fn.Model {
		return anchor{}, false
	}
	x, ok := anchors[fn.Name]
	return x, ok
}
