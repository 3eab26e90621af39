package token

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Copies travel with the token: a value that a thread wrote may come to a reader through other threads. To
// refute a value, the solver would have to refute each way on which it may have come. This file adds a
// direct constraint for flags: Bools for synchronisation that one thread alone changes, such as whether a thread was
// created or has ended. The order of turns (order.go) determines their values. Suppose that thread i gets the token in
// slot a, between slots b and b+1 of the flag's writer j. Then j gave the token away last at the write_sync of b:
//
//	RC ≠ 0 and N(j, b) < N(i, a) < N(j, b+1)  ⇒  copy = the value that j had there
//
// Before slot 0 of j the flag has its initial value. Behind the last slot no constraint can be added for good, since
// slots follow; there it is an assumption (open).

// flag is a variable that one thread alone changes.
type flag struct {
	copied  int // index in Encoding.copied
	writer  efsm.ThreadID
	readers []efsm.ThreadID // others whose states look at it
}

// findFlags finds the flags.
func (e *Encoding) findFlags() {
	for i, v := range e.copied {
		if w := &e.sys.Vars[v]; w.Class != efsm.Sync || w.Sort != term.Bool {
			continue
		}
		var writers, readers []efsm.ThreadID
		for id := 1; id < len(e.sys.Threads); id++ {
			switch t := &e.sys.Threads[id]; {
			case changes(t, v):
				writers = append(writers, efsm.ThreadID(id))
			case looksAt(t, v):
				readers = append(readers, efsm.ThreadID(id))
			}
		}
		if len(writers) == 1 {
			e.flags = append(e.flags, flag{i, writers[0], readers})
		}
	}
}

// changes reports whether a thread may change a variable.
func changes(t *efsm.Thread, v efsm.VarID) bool {
	return slices.ContainsFunc(t.States, func(st efsm.State) bool {
		return slices.ContainsFunc(st.Updates, func(u efsm.Update) bool { return u.Var == v })
	})
}

// looksAt reports whether a thread's steps may depend on a variable.
func looksAt(t *efsm.Thread, v efsm.VarID) bool {
	return t.Alive == v || slices.ContainsFunc(t.States, func(st efsm.State) bool {
		return slices.ContainsFunc(st.Accesses, func(a efsm.Access) bool { return a.Var == v })
	})
}

// followFlags adds the constraints of read_syncs and slots that were not there when it was called last.
func (e *Encoding) followFlags() {
	e.flagReads(func(f int, writer, reader *machine, r *readInstance) {
		if r.followed == nil {
			r.followed = make([]int, len(e.flags))
		}
		for b := r.followed[f]; b < writer.slots.count; b++ {
			when := e.terms.And(r.first, e.earlier(reader.id, r.slot, writer.id, b))
			if b > 0 {
				when = e.terms.And(when, e.earlier(writer.id, b-1, reader.id, r.slot))
			}
			e.imply(when, e.terms.Eq(r.copies[e.flags[f].copied], e.flagAfter(f, b)))
		}
		r.followed[f] = writer.slots.count
	})
}

// flagAfter returns the value of a flag after the given number of slots of its writer.
func (e *Encoding) flagAfter(f, slots int) term.ID {
	v := e.copied[e.flags[f].copied]
	if slots == 0 {
		return e.initial[v]
	}
	writer := e.machines[e.flags[f].writer]
	return writer.frames[writer.slots.ends[slots-1]].Values()[v]
}

// closeFlags adds, under the condition closed, that no slots follow: the values behind the last slots.
func (e *Encoding) closeFlags(closed term.ID) {
	e.flagReads(func(f int, writer, reader *machine, r *readInstance) {
		when, last := e.terms.And(closed, r.first), writer.slots.count-1
		if last >= 0 {
			when = e.terms.And(when, e.earlier(writer.id, last, reader.id, r.slot))
		}
		if last >= 0 && writer.slots.isOpen {
			e.solver.Assert(e.terms.Not(when)) // the writer keeps the token
			return
		}
		e.imply(when, e.terms.Eq(r.copies[e.flags[f].copied], e.flagAfter(f, last+1)))
	})
}

// flagReads calls do for each flag and each read_sync of its readers.
func (e *Encoding) flagReads(do func(f int, writer, reader *machine, r *readInstance)) {
	for f := range e.flags {
		writer := e.machines[e.flags[f].writer]
		for _, id := range e.flags[f].readers {
			reader := e.machines[id]
			for i := range reader.reads {
				do(f, writer, reader, &reader.reads[i])
			}
		}
	}
}
