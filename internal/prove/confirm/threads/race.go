package threads

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// access is an access of an instruction to an object that several threads can reach (semantics 10).
type access struct {
	at             threadproof.At
	own            threadproof.ThreadID
	cells          []threadproof.CellID // the parts that it is to; none: it may be any bytes
	writes, atomic bool
	section        bool // one of the program's is open
	weak           bool // it is atomic, and does not both release and acquire
	fresh          bool // it is to the instance that only the thread can reach
	held           []threadproof.Hold
	under          []int64 // it is to a whole cell, and the thread holds exclusively the lock at each of these distances
	beside         []threadproof.ThreadID
}

// maxAccessPairs bounds the number of pairs of accesses that are compared.
const maxAccessPairs = 1 << 22

// touch records the accesses of an instruction through a pointer.
func (e *exec) touch(p *sval, in *ir.Instr) {
	n := in.Type.Bytes(e.c.prog.Model)
	for _, a := range p.alts {
		if a.object == 0 || e.s.And(e.st.path, a.guard) == term.False {
			continue
		}
		x := e.newAccess(in.Op != ir.OpLoad)
		x.atomic = e.c.prog.ExcusesAccess(in)
		x.weak, x.fresh = x.atomic && in.IsWeak(), e.isRecent(a.object)
		list, exact := e.reaches(a, n)
		if exact == term.True && in.Run.Size == 0 {
			for _, r := range list {
				x.cells = append(x.cells, r.cell)
			}
		}
		if e.noteAccess(e.base(a.object), x) && in.Run.Size == 0 && e.c.ownObjects[a.object] {
			e.askOwn(a, list, exact)
		}
	}
}

// touchAll records that an object is initialised or freed. No other thread can reach it while it is
// initialised.
func (e *exec) touchAll(o threadproof.ObjectID, begins bool) {
	x := e.newAccess(true)
	x.fresh = begins || e.isRecent(o)
	e.noteAccess(e.base(o), x)
}

func (e *exec) newAccess(writes bool) access {
	return access{at: e.at, own: e.own, writes: writes, held: slices.Clone(e.st.held), beside: e.st.beside}
}

// noteAccess records an access, if it may race. The cells of a recent object are recorded as cells of
// its base object.
func (e *exec) noteAccess(o threadproof.ObjectID, x access) (noted bool) {
	obj := e.object(o)
	switch {
	case e.run != nil || !obj.Shared || obj.Kind == threadproof.Function:
		return false
	case obj.Kind == threadproof.Alloc && ir.AllocKind(e.c.instr(obj.At).Sub) == ir.ModelObject:
		return false // bookkeeping
	case (obj.Kind == threadproof.Global || obj.Kind == threadproof.ThreadLocal) && (e.c.prog.Globals[obj.Global].Model || e.c.prog.Globals[obj.Global].Storage == ir.Constant):
		return false
	}
	stack, known := e.c.sectionsAt(x.at)
	for i, c := range x.cells {
		x.cells[i] = e.c.inBase(c)
	}
	if known && len(stack) > 0 && stack[len(stack)-1] == ir.ModelSection {
		e.c.hidden[o] = append(e.c.hidden[o], x)
		return false
	}
	x.section = known && slices.Contains(stack, ir.UserSection)
	e.c.accesses[o] = append(e.c.accesses[o], x)
	return true
}

// concludeRaces checks all pairs of accesses.
func (c *checker) concludeRaces() {
	pairs, excused := 0, make(deferred)
	for o := range c.accesses {
		list := c.accesses[o]
		for i := range list {
			for j := i; j < len(list); j++ {
				if pairs++; pairs > maxAccessPairs {
					c.open(verdict.Race, "", "there are too many pairs of accesses")
					return
				}
				x, y := &list[i], &list[j]
				switch {
				case !c.conflict(x, y) || c.ordered(x, y) || c.ownOrdered(threadproof.ObjectID(o), x, y):
				case x.fresh && y.fresh: // two different instances
				case x.fresh || y.fresh:
					if _, known := excused[threadproof.ObjectID(o)]; !known {
						excused[threadproof.ObjectID(o)] = [2]*access{x, y}
					}
				default:
					c.open(verdict.Race, c.where(x.at), fmt.Sprintf("an access to %s and that at %s may race", c.name(threadproof.ObjectID(o)), c.where(y.at)))
					return
				}
			}
		}
	}
	c.concludeFresh(excused)
}

// conflict reports whether accesses of two threads may touch the same byte, one of them a write and one
// plain.
func (c *checker) conflict(x, y *access) bool {
	if !x.writes && !y.writes || x.atomic && y.atomic || x.own == y.own && c.proof.Threads[x.own].Once {
		return false
	}
	return x.cells == nil || y.cells == nil || slices.ContainsFunc(x.cells, func(k threadproof.CellID) bool { return slices.Contains(y.cells, k) })
}

// ordered reports whether one of two accesses always happens before the other. That is so if one thread
// was not created yet at the access of the other, or had been joined; or if both are in sections, or
// hold the same lock.
func (c *checker) ordered(x, y *access) bool {
	if x.own != y.own && (!slices.Contains(x.beside, y.own) || !slices.Contains(y.beside, x.own)) || x.section && y.section {
		return true
	}
	return slices.ContainsFunc(x.held, func(h threadproof.Hold) bool {
		return slices.ContainsFunc(y.held, func(k threadproof.Hold) bool {
			return h.Lock == k.Lock && !(h.Shared && k.Shared) && c.proof.Locks[h.Lock].Excludes && !c.proof.Locks[h.Lock].Word && c.orders(h, k) && c.orders(k, h)
		})
	})
}

// channels has the channels by which the models order the release of a lock before a later acquisition
// (semantics 10.7). The key is the lock and whether it is held shared. The channels are those common to
// all places of that kind. No entry: there is no such place.
type channels map[threadproof.Hold][]uint64

// limit keeps only the channels of an instruction that releases or takes a lock.
func (t channels) limit(h threadproof.Hold, list []uint64) {
	if old, known := t[h]; known {
		list = slices.DeleteFunc(slices.Clone(old), func(n uint64) bool { return !slices.Contains(list, n) })
	}
	t[h] = list
}

// orders reports whether taking a lock in one mode is ordered after all releases in another mode.
func (c *checker) orders(given, taken threadproof.Hold) bool {
	return slices.ContainsFunc(c.sent[given], func(n uint64) bool { return slices.Contains(c.received[taken], n) })
}

// channelsAt returns the channels used next to a lock operation in its block: of sends before a
// release, or of receives after an acquisition.
func (e *exec) channelsAt(op ir.Op) (list []uint64) {
	block := &e.fn.Blocks[e.at.Block]
	p := block.Instrs[e.at.Instr].Args[0]
	step := -1
	if op == ir.OpRecv {
		step = 1
	}
	for i := e.at.Instr + step; i >= 0 && i < len(block.Instrs); i += step {
		in := &block.Instrs[i]
		switch {
		case in.Op == ir.OpCall || in.Op == ir.OpCallPtr || !p.IsConst() && in.Dst == p.Reg():
			return list
		case in.Op == op && in.Args[0] == p && in.Args[1].IsConst():
			list = append(list, e.fn.Consts[in.Args[1].Const()].Lo)
		}
	}
	return list
}

// noteTaken and noteGiven record the channels by which a lock orders threads.
func (e *exec) noteTaken(h threadproof.Hold) { e.c.received.limit(h, e.channelsAt(ir.OpRecv)) }

// noteGiven ignores a release while no other thread may run: everything before it happens before the
// actions of threads that are created later.
func (e *exec) noteGiven(l int) {
	if e.alone() {
		return
	}
	list := e.channelsAt(ir.OpSend)
	for _, shared := range []bool{false, true} {
		h := threadproof.Hold{Lock: l, Shared: shared}
		if !slices.Contains(e.st.held, threadproof.Hold{Lock: l, Shared: !shared}) || slices.Contains(e.st.held, h) {
			e.c.sent.limit(h, list)
		}
	}
}
