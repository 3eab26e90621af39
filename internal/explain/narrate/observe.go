package narrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
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
		if r.Instr.Op == ir.OpFork {
			n.flow.fork(t, r.Other)
		} else {
			n.flow.thread(r.Other).argument = frame.operand(r.Instr.Args[0])
		}
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
				if !r.Stale {
					v.reads = merge(v.reads, w.reads)
				}
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

// origin sets the write that a read reads from.
func (n *Narrator) origin(a *story.Action, r *record) {
	switch {
	case r.Stale:
		a.Stale = true
		if r.saw != nil {
			a.Latest = r.saw.action
		}
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
