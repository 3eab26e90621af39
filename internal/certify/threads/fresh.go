package threads

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis/modular"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Accesses of a thread to an instance that it alone can reach yet:
//
//	p = malloc(sizeof *p); p->n = 1; lock(&m); p->next = list; list = p; unlock(&m);
//
// That the instance is recent is stated, and confirmed with what others may find in it (expose). Another thread's access to it comes
// behind a chain of reads, each of a pointer that leads there, and each of what a thread wrote that knew the pointer; the first one wrote it behind the
// access. Let the access of the other thread be the second one of the first race of an execution. The reads and writes of the chain came
// before it, and so are in no race: of two that conflict the earlier one happens before the later one, unless both are atomic. If these acquire what
// they read and release what they write, each read happens after the write that it sees, and so does all that follows: there is no such race.
//
// It rests on three things. Every other pair of accesses is confirmed to be no race. All reads and writes of the chain are noted as accesses,
// but those of the descriptors of threads, which creating and joining order: no library model passes a pointer on in what it keeps, or in a section of
// its own. And no atomic access to what holds a pointer to the object is weaker than that.
//
// Two accesses of different threads, each to an instance that it alone can reach, are to different ones.

// deferred is two accesses to an object of which one is excused as above, by object.
type deferred map[modular.ObjectID][2]*access

// isRecent reports whether an object is the instance that only the thread can reach.
func (e *exec) isRecent(o modular.ObjectID) bool { return e.object(o).Base != 0 && e.st.fresh[o] }

// isWeak reports whether an atomic access does not both release what it writes and acquire what it reads.
func isWeak(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpLoad:
		return !in.Order.Acquires()
	case ir.OpStore:
		return !in.Order.Releases()
	case ir.OpCmpXchg:
		return !in.Order.Acquires() || !in.Order.Releases() || !in.Fail.Acquires()
	}
	return !in.Order.Acquires() || !in.Order.Releases()
}

// concludeFresh confirms that pointers to the objects of deferred accesses pass from thread to thread only where that orders these.
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

// inBase returns a cell of an object, or the one like it if that is the recent instance.
func (c *checker) inBase(x modular.CellID) modular.CellID {
	o := c.proof.Cells[x].Object
	if b := c.proof.Objects[o].Base; b != 0 {
		return c.parts[b][slices.Index(c.parts[o], x)]
	}
	return x
}

// holders returns, by object, the cells that several threads can reach in which pointers to it may be stored.
func (c *checker) holders() map[modular.ObjectID]map[modular.CellID]bool {
	out := make(map[modular.ObjectID]map[modular.CellID]bool)
	for o := range c.proof.Objects {
		out[modular.ObjectID(o)] = make(map[modular.CellID]bool)
	}
	note := func(x modular.CellID, v *modular.Value) {
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
	seen := make(map[*modular.Value]bool) // states have parts in common
	list := func(mem []modular.Value) {
		if len(mem) == 0 || seen[&mem[0]] {
			return
		}
		seen[&mem[0]] = true
		for x := 1; x < len(mem); x++ {
			note(modular.CellID(x), &mem[x])
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
		x := c.inBase(modular.CellID(i))
		if !c.proof.Cells[x].Mixed || !c.proof.Objects[c.proof.Cells[x].Object].Shared {
			continue
		}
		for o := range out { // of what it holds nothing is stated
			out[o][x] = true
		}
	}
	return out
}

// passesOrdered reports whether a thread that reads a pointer from a cell comes after the one that wrote it, where they do not race.
func (c *checker) passesOrdered(in modular.CellID) bool {
	o := c.proof.Cells[in].Object
	x := &c.proof.Objects[o]
	switch x.Kind {
	case modular.Global, modular.ThreadLocal:
		if c.prog.Globals[x.Global].Model {
			return false
		}
	case modular.Alloc:
		if ir.AllocKind(c.instr(x.At).Sub) == ir.ModelObject {
			f := &c.prog.Funcs[c.proof.Nodes[x.At.Node].Func]
			return f.Model && f.Role.Verb == ir.VerbCreate // the descriptor of a thread
		}
	}
	isTo := func(a access) bool { return a.cells == nil || contains(a.cells, in) }
	return !slices.ContainsFunc(c.hidden[o], isTo) && !slices.ContainsFunc(c.accesses[o], func(a access) bool { return a.weak && isTo(a) })
}
