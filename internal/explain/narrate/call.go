package narrate

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

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
	c := n.names.prog.ResolveCType(last.external.CType)
	if c != nil {
		c = n.names.prog.ResolveCType(c.Elem)
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
	ir.ChooseAllocFail: "the allocation fails", ir.ChooseSpawnFail: "no thread can be created", ir.ChooseOutputFail: "the output fails", ir.ChooseIOFail: "the call fails",
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
	if touched.role.Object == ir.OnBarrier || touched.role.Object == ir.OnTeam {
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
