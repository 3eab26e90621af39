package narrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// record is an observation with the data for its action.
type record struct {
	interp.Observation
	thread          string
	call            string            // the library function, or empty
	role            ir.Role           // of call
	stack           []interp.Location // outside the library, innermost first
	user            bool              // Object belongs to the program, not to a model
	name            string            // of the object
	of              string            // of the whole object, if it has no declaration
	spelled, memory string            // as in story.Action
	saw             *written          // for a read: the origin of the value; nil: none
	wrote           *written          // for a write
	ctype           ir.CTypeID        // for an input: the type of the variable that gets it
	low             uint64            // for an input in a range: the constant that the program adds to it
	read            int               // for a read or input on which others depend: its number
	guards, passed  []int             // the reads that decided branches (flow.go), by number

	external *ir.Func // an undefined function, which returns New
}

// Observe implements interp.Observer.
func (n *Narrator) Observe(m *interp.Machine, t *interp.Thread, o *interp.Observation) {
	n.m = m
	switch o.Kind {
	case interp.ObservedRollback:
		return // of a step that waits
	case interp.ObservedBlock:
		n.flow.begin(t)
		if fn, v := n.returns(t); fn != nil {
			r := record{Observation: *o, thread: t.Name(), external: fn}
			r.New = v
			call, rest := outsideModels(t.Stack())
			r.call, r.stack = call.Func, rest
			r.guards, r.passed = n.flow.branches(t)
			n.records = append(n.records, r)
		}
		return
	}
	r := record{Observation: *o, thread: t.Name()}
	info, ok := m.ObjectInfo(o.Object)
	r.user = ok && !info.Model && !info.Function && !(info.Local != 0 && n.prog.Funcs[info.Func].Model)
	frame := n.flow.at(t)
	private := o.Kind <= interp.ObservedUpdate && !o.Bookkeeping && !(r.user && o.Shared)
	if !private {
		call, rest := outsideModels(t.Stack())
		r.call, r.role, r.stack = call.Func, call.Role, rest
		r.guards, r.passed = n.flow.branches(t)
	}
	switch {
	case o.Kind == interp.ObservedFault && !ok:
		r.name = n.names.spelled(t, o.Instr)
	case !r.user || private:
	case o.Kind == interp.ObservedDeath:
		r.name = n.names.object(m, o.Object)
	case o.Bookkeeping || o.Kind > interp.ObservedUpdate && o.Kind != interp.ObservedFault:
		r.name = n.names.location(m, o.Object, o.Offset, 1, 0)
	default:
		n.accessed(t, &r, &info)
	}
	if o.Kind == interp.ObservedFault {
		n.fault = &r
		return
	}
	n.follow(t, frame, &r)
	if !private {
		n.records = append(n.records, r)
	}
}

// accessed names the bytes of an access. If the object has no declaration, the name comes from the
// text of the access in the program.
func (n *Narrator) accessed(t *interp.Thread, r *record, info *interp.ObjectInfo) {
	ctype := ir.CTypeID(0)
	if r.Instr != nil && r.call == "" && r.Kind != interp.ObservedFault {
		ctype = r.Instr.CType
	}
	r.name = n.names.location(n.m, r.Object, r.Offset, r.Size, ctype)
	r.spelled = n.names.spelled(t, r.Instr)
	if r.spelled != "" && info.Global == 0 && info.Local == 0 {
		r.name, r.memory, r.of = r.spelled, r.name, n.names.object(n.m, r.Object)
	}
	if r.spelled == r.name {
		r.spelled = ""
	}
}

// follow records the reads from which the value of an access comes.
func (n *Narrator) follow(t *interp.Thread, frame *flowFrame, r *record) {
	if r.Instr == nil || frame == nil {
		return
	}
	v := value{}
	switch r.Kind {
	case interp.ObservedSpawn:
		n.flow.thread(r.Other).argument = frame.operand(r.Instr.Args[0])
		return
	case interp.ObservedChoice:
		if r.chooses() && ir.ChooseReason(r.Instr.Sub) != ir.ChooseOrder {
			v, r.read = n.flow.read()
			if !frame.fn.Model {
				r.name, r.ctype, r.low = n.flow.receiver(frame, frame.next)
			}
		}
		n.flow.loaded(t, frame, r.Instr, v)
		return
	case interp.ObservedRead, interp.ObservedUpdate:
		for k := range r.Size {
			if w := n.bytes[byteAt{r.Object, r.Offset + k}]; w != nil {
				if r.saw == nil {
					r.saw = w
				}
				v.reads = merge(v.reads, w.reads)
			}
		}
		if r.user && r.Shared && !r.ofCall() {
			v, r.read = n.flow.read()
		}
	}
	if r.Kind == interp.ObservedWrite || r.Kind == interp.ObservedUpdate {
		source := r.Instr.Args[len(r.Instr.Args)-1]
		r.wrote = &written{reads: frame.operand(source).reads}
		if same := frame.operand(source).same; same != 0 && r.user && frame.fn.Model {
			n.receives(same, n.names.location(n.m, r.Object, r.Offset, r.Size, 0), 0)
		}
		if source.IsConst() {
			r.wrote.reads = frame.chosen()
		}
		if r.Kind == interp.ObservedUpdate && !(r.Instr.Op == ir.OpRMW && ir.RMWKind(r.Instr.Sub) == ir.RMWXchg) {
			r.wrote.reads = merge(r.wrote.reads, v.reads)
		}
		for k := range r.Size {
			n.bytes[byteAt{r.Object, r.Offset + k}] = r.wrote
		}
	}
	if r.Kind != interp.ObservedWrite && r.Kind <= interp.ObservedUpdate {
		n.flow.loaded(t, frame, r.Instr, v)
	}
}

// receives names an input after the variable that gets it.
func (n *Narrator) receives(read int, name string, ctype ir.CTypeID) {
	for i := range n.records {
		if r := &n.records[i]; r.read == read && r.Kind == interp.ObservedChoice {
			r.name, r.ctype = name, ctype
			return
		}
	}
	for _, i := range n.actions([]int{read}) {
		if a := &n.told.Actions[i]; a.Kind == story.Input {
			a.Object = name
		}
	}
}

// chooses reports whether a record is a choice with an action of its own. In a section of a library
// model only inputs are, not choices about the model's own state.
func (r *record) chooses() bool {
	if r.Kind != interp.ObservedChoice || r.Instr == nil { // nil: the result of a function that ends without a value
		return false
	}
	reason := ir.ChooseReason(r.Instr.Sub)
	return !r.Bookkeeping || reason == ir.ChooseNondet || reason == ir.ChooseIO
}

// Stepped turns the observations into actions of a step of t, or, the first time, of the start of the
// main thread. Invisible operations before and after the step, also those of threads that it created,
// do not belong to it.
func (n *Narrator) Stepped(m *interp.Machine, t *interp.Thread) {
	n.m = m
	records := n.records
	for len(records) > 0 {
		k := 1
		if records[0].ofCall() {
			for k < len(records) && records[k-1].external == nil && records[k].ofCall() && records[k].thread == records[0].thread && records[k].call == records[0].call {
				k++
			}
			n.tellCall(t.Name(), records[:k])
		} else {
			n.tellAccess(t.Name(), &records[0])
		}
		records = records[k:]
	}
	n.records = n.records[:0]
	if f := n.trace.Failure; uint64(n.steps) == n.trace.Steps() && f.Property == verdict.Deadlock.String() {
		n.deadlock(f.Threads)
	}
	n.steps++
}

// ofCall reports whether the record becomes part of a library call's action.
func (r *record) ofCall() bool {
	if r.Kind == interp.ObservedFence {
		return false
	}
	return r.Bookkeeping || r.Kind >= interp.ObservedAcquire && (r.Kind != interp.ObservedDeath || r.call != "")
}

// begin returns an action for a record.
func (n *Narrator) begin(stepping string, kind story.Kind, r *record) story.Action {
	a := story.Action{Thread: r.thread, Kind: kind, Call: r.call, Object: r.name, Of: r.of, Memory: r.memory, Spelled: r.spelled,
		Branches: n.actions(r.guards), Earlier: n.actions(r.passed)}
	if r.thread == stepping {
		a.Step = n.steps
	}
	a.Place, a.Source, a.Stack = n.places(r.stack)
	if len(r.stack) == 0 {
		a.Call = "" // the function that starts the program
	}
	if r.user {
		a.Location = location(r.Object, r.Offset)
	}
	return a
}

// location identifies the bytes that begin at an offset of an object.
func location(o interp.ObjectID, offset uint64) string { return fmt.Sprintf("%x+%x", o, offset) }

// root returns the part of a location that identifies the object.
func root(location string) string {
	object, _, _ := strings.Cut(location, "+")
	return object
}

// add appends an action, with the locks of its thread.
func (n *Narrator) add(a story.Action) int {
	for _, h := range n.held[a.Thread] {
		name := h.name
		if h.shared {
			name += story.ForReading
		}
		a.Locks = append(a.Locks, name)
	}
	n.told.Actions = append(n.told.Actions, a)
	return len(n.told.Actions) - 1
}

var accessKinds = map[interp.ObservedKind]story.Kind{
	interp.ObservedRead: story.Read, interp.ObservedWrite: story.Write, interp.ObservedUpdate: story.Update,
	interp.ObservedDeath: story.Dies, interp.ObservedFence: story.Fence,
}

// tellAccess adds the action of an access or of the end of an object's lifetime.
func (n *Narrator) tellAccess(stepping string, r *record) {
	kind := accessKinds[r.Kind]
	if kind != story.Fence && !r.user {
		return
	}
	kind = r.lockKind(kind)
	a := n.begin(stepping, kind, r)
	if kind == story.Dies && !r.Shared {
		a.Step = 0 // a private object: not part of the visible operation
	}
	switch kind {
	case story.Lock:
		n.hold(r, a.Place, false)
	case story.Unlock:
		n.give(r)
	case story.Read:
		a.Value = n.value(r, r.Old)
		n.origin(&a, r)
	case story.Write:
		a.Value = n.value(r, r.New)
	case story.Update:
		a.Old, a.Value = n.value(r, r.Old), n.value(r, r.New)
		n.origin(&a, r)
	}
	if r.wrote != nil {
		a.Uses = n.actions(r.wrote.reads)
		if args := r.Instr.Args; args[len(args)-1].IsConst() && kind == story.Write {
			a.Uses = slices.DeleteFunc(a.Uses, func(u int) bool { return n.told.Actions[u].Location == a.Location })
		}
	}
	i := n.add(a)
	n.tells(r, i)
	if r.wrote != nil {
		r.wrote.action = i + 1
	}
	if kind == story.Dies {
		n.died[r.Object] = i
	}
}

// lockKind returns the kind of an atomic access, given its kind without context. In a function of the
// program whose role is to lock or unlock, taking the lock changes a word from zero to another value,
// and releasing it changes the word back.
func (r *record) lockKind(kind story.Kind) story.Kind {
	if r.Instr == nil || r.Instr.Order == ir.NonAtomic {
		return kind
	}
	isZero := func(v wide.Word) bool { return v.Lo == 0 && v.Hi == 0 }
	for _, l := range r.stack {
		switch verb := l.Role.Verb; {
		case !l.Role.Object.IsLock():
		case kind == story.Update && !isZero(r.New) && (verb == ir.VerbLock || verb == ir.VerbTryLock):
			if isZero(r.Old) {
				return story.Lock
			}
			return story.TryLock
		case (kind == story.Update || kind == story.Write) && isZero(r.New) && verb == ir.VerbUnlock:
			return story.Unlock
		}
	}
	return kind
}

// origin sets the write that a read reads from.
func (n *Narrator) origin(a *story.Action, r *record) {
	switch {
	case r.saw == nil:
		a.Initial = true
	case r.saw.action > 0:
		a.Writer = r.saw.action
		if w := &n.told.Actions[r.saw.action-1]; w.Thread != r.thread {
			a.From = originOf(w)
		}
	}
}

// tells records the action of a read or an input.
func (n *Narrator) tells(r *record, action int) {
	for len(n.reads) <= r.read {
		n.reads = append(n.reads, 0)
	}
	n.reads[r.read] = action + 1
}

// actions returns the actions of reads and inputs, except updates that became the taking of a lock.
func (n *Narrator) actions(reads []int) []int {
	var list []int
	for _, r := range reads {
		if r < len(n.reads) && n.reads[r] > 0 && n.told.Actions[n.reads[r]-1].Value != "" {
			list = append(list, n.reads[r]-1)
		}
	}
	return list
}

func originOf(a *story.Action) *story.Origin {
	return &story.Origin{Thread: a.Thread, Step: a.Step, Place: a.Place}
}

// callKinds lists the kinds of observation that determine the action of a call, in order of priority.
var callKinds = []struct {
	observed interp.ObservedKind
	told     story.Kind
}{
	{interp.ObservedSpawn, story.Create}, {interp.ObservedJoin, story.Join}, {interp.ObservedExit, story.End},
	{interp.ObservedHalt, story.Exit}, {interp.ObservedDeath, story.Free},
}

// tellCall adds the action of a library call, in a step or outside steps.
func (n *Narrator) tellCall(stepping string, list []record) {
	pick := func(kinds ...interp.ObservedKind) *record {
		for i := range list {
			if r := &list[i]; slices.Contains(kinds, r.Kind) && (r.Kind != interp.ObservedDeath || r.user) {
				return r
			}
		}
		return nil
	}
	if last := &list[len(list)-1]; last.external != nil {
		n.tellReturn(stepping, list, last)
		return
	}
	n.tellChoices(stepping, list)
	acquired, released := pick(interp.ObservedAcquire), pick(interp.ObservedRelease)
	if list[0].role.Object == ir.OnCondition && n.tellCondition(stepping, list, acquired, released) {
		return
	}
	for _, c := range callKinds {
		if r := pick(c.observed); r != nil {
			a := n.begin(stepping, c.told, r)
			if r.Other != nil {
				a.Other = r.Other.Name()
			}
			if i := n.add(a); c.told == story.Free {
				n.died[r.Object] = i
			}
			return
		}
	}
	if acquired != nil {
		n.take(stepping, acquired)
		return
	}
	if released != nil {
		n.give(released)
		n.add(n.begin(stepping, story.Unlock, released))
		return
	}
	if list[0].role.Verb == ir.VerbOverwrite {
		return // a free lock: the write itself has an action
	}
	if r := pick(interp.ObservedLockState); r != nil {
		kind := story.Call
		if r.role.Verb.Tries() {
			kind = story.TryLock
		}
		n.add(n.begin(stepping, kind, r))
		return
	}
	n.tellOther(stepping, list)
}

// returns returns the undefined function from which a thread is about to return, with the value; nil:
// there is none.
func (n *Narrator) returns(t *interp.Thread) (fn *ir.Func, v wide.Word) {
	id, b, _ := t.Next()
	fn = &n.prog.Funcs[id]
	term := &fn.Blocks[b].Term
	if fn.External == "" || term.Op != ir.TermRet {
		return nil, v
	}
	if term.HasArg && !term.Arg.IsConst() {
		v = t.Register(term.Arg.Reg())
	}
	return fn, v
}

// tellReturn adds the value that an undefined function returns, which contains all its choices.
func (n *Narrator) tellReturn(stepping string, list []record, last *record) {
	a := n.begin(stepping, story.Returned, last)
	a.Step = 0
	c := n.names.resolve(last.external.CType)
	if c != nil {
		c = n.names.resolve(c.Elem)
	}
	switch {
	case last.external.Result != ir.NoType:
		a.Value = n.text(last.New, last.external.Result, c)
	case c != nil && (c.Kind == ir.CStruct || c.Kind == ir.CUnion):
		a.Value = "a structure"
	}
	i := n.add(a)
	for k := range list {
		n.tells(&list[k], i)
	}
}

// done describes the environment's effects on a call.
var done = map[ir.ChooseReason]string{
	ir.ChooseAllocFail: "the allocation fails", ir.ChooseSpawnFail: "no thread can be created", ir.ChooseOutputFail: "the output fails",
	ir.ChooseWeakFail: "the exchange fails for no reason", ir.ChooseSignal: "a signal arrives",
}

// tellChoices adds the inputs of a call, and the environment's effects on it.
func (n *Narrator) tellChoices(stepping string, list []record) {
	for i := range list {
		r := &list[i]
		if !r.chooses() {
			continue
		}
		a := n.begin(stepping, story.Input, r)
		a.Step, a.Value = 0, n.chosen(r)
		reason := ir.ChooseReason(r.Instr.Sub)
		a.Minor = reason == ir.ChooseIO && r.Instr.Type == ir.I1 && r.New.Lo == 0 // no unusual effect
		switch {
		case reason == ir.ChooseOrder:
			a.Kind, a.Value = story.Order, operandFirst(r)
		case done[reason] != "" && r.New.Lo == 0:
			continue
		case done[reason] != "":
			a.Kind, a.Object, a.Value = story.Environment, "", done[reason]
		}
		n.tells(r, n.add(a))
	}
}

// tellOther adds a call that accesses the program's objects and is not about locks or threads.
func (n *Narrator) tellOther(stepping string, list []record) {
	var touched *record
	wrote := false
	for i := range list {
		r := &list[i]
		if !r.user || !r.Shared {
			continue
		}
		if touched == nil || r.role.Object == ir.OnSemaphore && r.Object == touched.Object && r.Offset < touched.Offset {
			touched = r // a semaphore begins with its value
		}
		wrote = wrote || r.Kind == interp.ObservedWrite
	}
	var old, value string
	for i := range list {
		r := &list[i]
		if !r.user || !r.Shared || r.Offset != touched.Offset || r.Object != touched.Object {
			continue
		}
		switch r.Kind {
		case interp.ObservedRead:
			old = n.value(r, r.Old)
		case interp.ObservedWrite:
			value = n.value(r, r.New)
		}
	}
	if touched == nil {
		return
	}
	kind := story.Call
	if touched.role.Object == ir.OnBarrier {
		kind = story.Leave
		if wrote {
			kind = story.Arrive
		}
	}
	a := n.begin(stepping, kind, touched)
	if touched.role.Object == ir.OnSemaphore {
		a.Old, a.Value = old, value
	}
	n.add(a)
}

// take adds the taking of a lock.
func (n *Narrator) take(stepping string, r *record) {
	a := n.begin(stepping, story.Lock, r)
	a.Shared = r.Instr != nil && ir.LockMode(r.Instr.Sub) == ir.Shared
	n.hold(r, a.Place, a.Shared)
	n.add(a)
}

func (n *Narrator) hold(r *record, at verdict.Location, shared bool) {
	n.held[r.thread] = append(n.held[r.thread], holding{r.Object, r.Offset, r.name, shared, at})
}

// give removes the lock of a record from the locks of its thread, or else from those of its holder.
func (n *Narrator) give(r *record) {
	names := []string{r.thread}
	for _, t := range n.m.Threads() {
		names = append(names, t.Name())
	}
	for _, name := range names {
		list := n.held[name]
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].object == r.Object && list[i].offset == r.Offset {
				n.held[name] = slices.Delete(list, i, i+1)
				return
			}
		}
	}
}

// tellCondition adds an operation on a condition variable. It reports whether there was one.
func (n *Narrator) tellCondition(stepping string, list []record, acquired, released *record) bool {
	var cond *record
	ofCondition := func(r *record) bool { return r.user && r.Bookkeeping && !r.inLock(acquired) && !r.inLock(released) }
	for i := range list {
		r := &list[i]
		if ofCondition(r) && (cond == nil || r.Size == 8 && (cond.Size != 8 || r.Offset < cond.Offset)) {
			cond = r // it begins with the mask of the waiting threads
		}
	}
	cleared, raised := uint64(0), uint64(0)
	var mask wide.Word
	for i := range list {
		r := &list[i]
		if !ofCondition(r) || r.Offset != cond.Offset || r.Size != 8 {
			continue
		}
		switch r.Kind {
		case interp.ObservedRead:
			mask = r.Old
		case interp.ObservedWrite:
			cleared |= mask.Lo &^ r.New.Lo
			raised |= r.New.Lo &^ mask.Lo
		}
	}
	self := list[0].thread
	if at, ok := n.enqueued[self]; ok && cond == nil && acquired != nil {
		left := *acquired // the condition was destroyed meanwhile
		left.Object, left.Offset, left.name, left.of, left.memory = at.Object, at.Offset, at.name, at.of, at.memory
		cond = &left
	}
	if cond == nil {
		return false
	}
	waiting := n.waiters[cond.name]
	if waiting == nil {
		waiting = make(map[string]uint64)
		n.waiters[cond.name] = waiting
	}
	switch verb := list[0].role.Verb; {
	case released != nil:
		n.enqueued[self] = *cond
		if n.unsignalled[self] = slices.ContainsFunc(list, spurious); !n.unsignalled[self] {
			waiting[self] = raised
		}
		n.give(released)
		a := n.begin(stepping, story.Enqueue, cond)
		a.Value = released.name
		n.add(a)
	case acquired != nil:
		kind := story.Woken
		if n.unsignalled[self] {
			kind = story.Spurious
		}
		delete(waiting, self)
		delete(n.enqueued, self)
		a := n.begin(stepping, kind, cond)
		a.Value = acquired.name
		n.hold(acquired, a.Place, false)
		n.add(a)
	case verb == ir.VerbSignal, verb == ir.VerbBroadcast:
		all := verb == ir.VerbBroadcast
		var woken []string
		for _, t := range n.m.Threads() {
			if bit, ok := waiting[t.Name()]; ok && (all || bit&cleared != 0) {
				woken = append(woken, t.Name())
				delete(waiting, t.Name())
			}
		}
		a := n.begin(stepping, story.Signal, cond)
		a.Other, a.All = strings.Join(woken, ", "), all
		n.add(a)
	default:
		return false
	}
	return true
}

// lockBytes is the greatest number of bytes of a mutex that the library model uses.
const lockBytes = 20

// inLock reports whether a record accesses a part of the mutex that another record takes or releases.
func (r *record) inLock(lock *record) bool {
	return lock != nil && r.Object == lock.Object && 0 <= r.Offset-lock.Offset && r.Offset-lock.Offset < lockBytes
}

// spurious reports whether a record is the choice to wake up without a signal.
func spurious(r record) bool {
	return r.Kind == interp.ObservedChoice && r.Instr != nil && ir.ChooseReason(r.Instr.Sub).IsSpurious() && r.New.Lo != 0
}
