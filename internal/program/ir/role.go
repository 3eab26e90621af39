package ir

import "slices"

// Role is the purpose of a function: an operation on a kind of object. The models of the library
// declare roles, and programs may for functions of their own. A model's role is true, and analyses may
// treat its call as one operation. A program's role is a hint which operation the body may implement;
// the body has the meaning (semantics 10.10).
//
// The first parameter points to the object; the object of a sleep is the calling thread. The second
// argument of a wait on a condition is the mutex. The last two arguments of a creation are the
// thread's routine and its argument; if there are four, the attributes come before them. A trylock
// succeeds if it returns 0.
type Role struct {
	Verb   RoleVerb
	Object RoleObject
}

// RoleVerb is the operation of a function with a role.
type RoleVerb uint8

// The verbs. A semaphore that was decremented is locked.
const (
	NoRole        RoleVerb = iota
	VerbInit               // the object is a new one: free
	VerbDestroy            // the object must not be used any more
	VerbOverwrite          // the program writes the bytes of a lock, which is free afterwards
	VerbLock
	VerbReadLock // others may hold it for reading as well
	VerbTryLock  // also with a time limit: does not wait for ever, and synchronises nothing if it fails
	VerbTryReadLock
	VerbUnlock
	VerbWait
	VerbTimedWait
	VerbSignal
	VerbBroadcast
	VerbCreate
	VerbJoin
	VerbDetach
	VerbCancel
	VerbRun // a routine, while the object is held
	VerbAllocate
	VerbFree
	VerbPeek  // reads effects of other threads, without synchronisation
	VerbSleep // other threads may run for long: schedulers use it, the semantics does not
	VerbTeam  // the first parameter is a routine of threads that the function creates and joins, and of the caller; nothing else joins them
	// VerbTake: of a loop, it returns an iteration or -1, and no two threads of the team get the same iteration before all have left the
	// loop. Of a team, it returns nonzero to one thread only, until all have passed a barrier behind the code that depends on the result. Of
	// a thread, it returns nonzero to the first thread of the team only.
	VerbTake
	VerbTakeOnce // VerbTake among the threads that come to the construct for one of its loops or single constructs, not for a later one
)

// RoleObject is the kind of object on which a function with a role operates.
type RoleObject uint8

// The objects.
const (
	NoObject RoleObject = iota
	OnMutex
	OnRWLock
	OnSpinlock
	OnSemaphore
	OnCondition
	OnBarrier
	OnThread
	OnOnce
	OnHeap
	OnStream
	OnLoop
	OnTeam // of OpenMP: a wait is for all its threads and their tasks
)

// roleVerbs are the verbs that go with an object.
var roleVerbs = [...][]RoleVerb{
	OnMutex:     {VerbInit, VerbDestroy, VerbOverwrite, VerbLock, VerbTryLock, VerbUnlock},
	OnRWLock:    {VerbInit, VerbDestroy, VerbLock, VerbReadLock, VerbTryLock, VerbTryReadLock, VerbUnlock},
	OnSpinlock:  {VerbInit, VerbDestroy, VerbLock, VerbTryLock, VerbUnlock},
	OnSemaphore: {VerbInit, VerbDestroy, VerbLock, VerbTryLock, VerbUnlock, VerbPeek},
	OnCondition: {VerbWait, VerbTimedWait, VerbSignal, VerbBroadcast},
	OnBarrier:   {VerbWait},
	OnThread:    {VerbCreate, VerbJoin, VerbDetach, VerbCancel, VerbSleep, VerbTeam, VerbTake},
	OnOnce:      {VerbRun},
	OnHeap:      {VerbAllocate, VerbFree},
	OnStream:    {VerbLock, VerbTryLock, VerbUnlock},
	OnLoop:      {VerbTake, VerbTakeOnce},
	OnTeam:      {VerbWait, VerbTake, VerbTakeOnce},
}

// ParseRole returns the role that two words of the text form name.
func ParseRole(verb, object string) (r Role, ok bool) {
	v, known := indexOf(verbNames, verb)
	o, also := indexOf(objectNames, object)
	r = Role{RoleVerb(v), RoleObject(o)}
	return r, known && also && r.valid()
}

func (r Role) valid() bool { return slices.Contains(roleVerbs[r.Object], r.Verb) }

// IsHint reports whether a program may give the role to a function of its own.
func (r Role) IsHint() bool {
	return r.Object.IsLock() || r.Object == OnSemaphore || r.Object == OnCondition
}

// IsLock reports whether such an object is held by a thread. A semaphore is not: any thread may post
// it.
func (o RoleObject) IsLock() bool { return o == OnMutex || o == OnRWLock || o == OnSpinlock }

// Tries reports whether the verb is to lock if that needs no waiting.
func (v RoleVerb) Tries() bool { return v == VerbTryLock || v == VerbTryReadLock }

// role checks that a function can have its role. The calls of a library model are treated as one
// operation, so its role requires the necessary parameters.
func (c *checker) role(f *Func) {
	r := f.Role
	switch {
	case r == Role{}:
	case int(r.Object) >= len(roleVerbs) || !r.valid():
		c.errorf("role %s %s does not exist", r.Verb, r.Object)
	case !f.Model:
		if !r.IsHint() {
			c.errorf("role %s %s is the library's alone", r.Verb, r.Object)
		}
	case r.Verb == VerbAllocate:
		if f.Result != Ptr {
			c.errorf("role %s %s needs a pointer as result", r.Verb, r.Object)
		}
	case r.Verb == VerbSleep, (r.Verb == VerbTake || r.Verb == VerbTakeOnce) && r.Object != OnLoop:
	default:
		pointers := 1
		switch r {
		case Role{VerbWait, OnCondition}, Role{VerbTimedWait, OnCondition}:
			pointers = 2
		case Role{VerbCreate, OnThread}:
			pointers = 3
		}
		if len(f.Params) < pointers || slices.ContainsFunc(f.Params[:pointers], func(p Reg) bool { return f.TypeOf(RegOperand(p)) != Ptr }) {
			c.errorf("role %s %s needs %d pointers as first parameters", r.Verb, r.Object, pointers)
		}
	}
}
