package threads

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Accesses of a thread to an instance that so far only it can reach:
//
//	p = malloc(sizeof *p); p->n = 1; lock(&m); p->next = list; list = p; unlock(&m);
//
// The proof states that the instance is recent; expose confirms that, and what others may find in it.
// Consider another thread's access to it. Before it there is a chain of reads. Each reads a pointer
// that leads to the instance, and that was written by a thread that knew the pointer; the first of
// these wrote it after the access of its creator. Let the other thread's access be the second access of
// the first race in an execution. The reads and writes of the chain come earlier, so they are in no
// race. So of two conflicting ones the earlier happens before the later, unless both are atomic. If
// atomic reads acquire and atomic writes release, each read happens after the write that it sees. Then
// the other thread's access also happens after that write, so there is no such race.
//
// This needs three facts. Every other pair of accesses is confirmed not to race. All reads and writes
// of the chain are recorded as accesses, except those of thread descriptors, which are ordered by
// create and join. So no library model may pass the pointer through its own data or in a section of its
// own. And every atomic access to a cell that holds a pointer to the object acquires and releases.
//
// If two threads each access an instance that only they can reach, the instances are different.

// deferred has, by object, a pair of accesses to it; the argument above excuses at least one of
// them.
type deferred map[threadproof.ObjectID][2]*access

// isRecent reports whether an object is the recent instance, which only the thread can reach.
func (e *exec) isRecent(o threadproof.ObjectID) bool { return e.object(o).Base != 0 && e.st.fresh[o] }

// concludeFresh confirms, for the objects of deferred accesses, that pointers to them pass between
// threads only through cells that order the accesses.
func (c *checker) concludeFresh(list deferred) {
	if len(list) == 0 {
		return
	}
	holders := c.holders()
	for _, o := range slices.Sorted(maps.Keys(list)) {
		for _, in := range slices.Sorted(maps.Keys(holders[o])) {
			if c.passesOrdered(in) {
				continue
			}
			x, y := list[o][0], list[o][1]
			c.open(verdict.Race, c.where(x.at), fmt.Sprintf("an access to %s and that at %s may race: a pointer to it may be found in %s",
				c.name(o), c.where(y.at), c.name(c.proof.Cells[in].Object)))
			return
		}
	}
}

// inBase returns a cell, or for a cell of a recent instance the same cell of its base object.
func (c *checker) inBase(x threadproof.CellID) threadproof.CellID {
	o := c.proof.Cells[x].Object
	if b := c.proof.Objects[o].Base; b != 0 {
		return c.parts[b][slices.Index(c.parts[o], x)]
	}
	return x
}

// holders returns, by object, the shared cells that may hold pointers to it.
func (c *checker) holders() map[threadproof.ObjectID]map[threadproof.CellID]bool {
	out := make(map[threadproof.ObjectID]map[threadproof.CellID]bool)
	for o := range c.proof.Objects {
		out[threadproof.ObjectID(o)] = make(map[threadproof.CellID]bool)
	}
	note := func(x threadproof.CellID, v *threadproof.Value) {
		if x = c.inBase(x); !c.proof.Objects[c.proof.Cells[x].Object].Shared {
			return
		}
		for _, t := range v.Targets {
			o := t.Object
			if b := c.proof.Objects[o].Base; b != 0 {
				o = b
			}
			out[o][x] = true
		}
	}
	seen := make(map[*threadproof.Value]bool) // states may share their memory
	list := func(mem []threadproof.Value) {
		if len(mem) == 0 || seen[&mem[0]] {
			return
		}
		seen[&mem[0]] = true
		for x := 1; x < len(mem); x++ {
			note(threadproof.CellID(x), &mem[x])
		}
	}
	for _, s := range c.proof.States {
		list(s.Mem)
	}
	for _, s := range c.proof.Returns {
		if s != nil {
			list(s.Mem)
		}
	}
	for t := 1; t < len(c.proof.Threads); t++ {
		list(c.proof.Seen[t])
		list(c.proof.Appear[t])
		for g := range c.proof.Left[t] {
			note(c.proof.Guards[g].Cell, &c.proof.Left[t][g])
		}
	}
	for i := 1; i < len(c.proof.Cells); i++ {
		x := c.inBase(threadproof.CellID(i))
		if !c.proof.Cells[x].Mixed || !c.proof.Objects[c.proof.Cells[x].Object].Shared {
			continue
		}
		for o := range out { // the proof does not state its contents
			out[o][x] = true
		}
	}
	return out
}

// passesOrdered reports whether a thread that reads a pointer from a cell is ordered after the writer,
// if they do not race.
func (c *checker) passesOrdered(in threadproof.CellID) bool {
	o := c.proof.Cells[in].Object
	x := &c.proof.Objects[o]
	switch x.Kind {
	case threadproof.Global, threadproof.ThreadLocal:
		if c.prog.Globals[x.Global].Model {
			return false
		}
	case threadproof.Alloc:
		if ir.AllocKind(c.instr(x.At).Sub) == ir.ModelObject {
			f := &c.prog.Funcs[c.proof.Nodes[x.At.Node].Func]
			return f.Model && f.Role.Verb == ir.VerbCreate // the descriptor of a thread
		}
	}
	isTo := func(a access) bool { return a.cells == nil || slices.Contains(a.cells, in) }
	return !slices.ContainsFunc(c.hidden[o], isTo) && !slices.ContainsFunc(c.accesses[o], func(a access) bool { return a.weak && isTo(a) })
}
