package unwind

import (
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Deadlocks (DESIGN 5.11). A section at which a thread may have to wait is
// executed twice if that is the property: once by who goes on, and once, from a
// copy of the state, by who waits there for good. The latter makes a final node,
// whose reads see the last values of the execution, and leads nowhere: what it
// meets are blocks, places where with these values the thread has to wait. It is
// one only if it comes to a block, and only as a member of a deadlock: everyone
// who could end the wait is finished or waits for good, too.
//
//	path ∧ go           the section is completed, the thread goes on
//	path ∧ ¬go ∧ stays  the thread waits for good, in a deadlock
//	otherwise           the thread stopped: it counts as able to run
//
// That members see the last values is no restriction, though the others may go on
// after the deadlock came about. They cannot change what members wait for, but by
// releasing a lock that they do not own; whether a deadlock stands that somebody
// could end so is decided on its trace, by who asked for the graph. The end of the
// process needs no thought either: a thread that would end it just stands before
// that, and the state is one of before the end.
//
// Waits inside sections of the program are none (a thread that cannot complete
// one is stopped), nor are waits after a choice: another one may let the thread go
// on, as a time-out does. A spurious wake-up is no step of this property.

// block is a place where a thread waits when guard holds.
type block struct {
	t     *thread
	node  *node
	guard term.ID
	text  string
	fn    ir.FuncID
	pos   ir.Pos

	// Who could end it: the owner of a lock, as its word says; the holders of a
	// shared one, of whom there are holds; a thread that is joined; everybody.
	owner  term.ID
	shared *cell
	holds  term.ID
	target *instance
	// mem is what the thread knows where it waits.
	mem trie
}

// stays executes a section on behalf of who waits for good before it. goes is the
// condition under which the thread goes on; run executes the section.
func (t *thread) stays(st *state, goes term.ID, kind event.NodeKind, run func(*state)) {
	u := t.unwinder
	if u.opts.Property != verdict.Deadlock {
		return
	}
	p := u.extend(st.path, u.terms.And(u.terms.Not(goes), u.terms.Var("stays", term.Bool)))
	u.sections++
	sec := &section{id: u.sections, going: true, final: true, start: p}
	sec.node = t.newNode(kind, p.term, term.False)
	sec.node.Final = true
	u.finals = append(u.finals, sec)
	waiting := u.fork(st, p)
	waiting.section, waiting.depth = sec, 1
	run(waiting)
}

// blocks notes that a thread that waits for good does so here unless free holds.
func (t *thread) blocks(st *state, free term.ID, b block) {
	if st.section == nil || !st.section.final {
		return
	}
	if b.guard = t.terms.And(st.path.term, t.terms.Not(free)); b.guard == term.False {
		return
	}
	b.t, b.node, b.mem = t, st.section.node, st.mem.fork()
	b.fn, b.pos = t.where()
	u := t.unwinder
	u.waits = append(u.waits, &b)
}

// What locks and joins wait for, as the interpreter says it.
const (
	lockText = "a lock"
	joinText = "the end of a thread"
)

// blockText says what block_until waits for.
var blockText = [...]string{ir.BlockCondition: "a condition", ir.BlockSemaphore: "a semaphore", ir.BlockBarrier: "a barrier"}

// closeWaits makes the facts of deadlocks, and an obligation for each block.
func (u *unwinder) closeWaits() {
	s := u.terms
	stays := make(map[*node]term.ID)
	threads := make([]*thread, len(u.graph.Threads))
	member := make([]term.ID, len(u.graph.Threads))
	for _, i := range u.list {
		if t := i.current; t != nil && t.unwinder == u {
			threads[t.id], member[t.id] = t, term.False
		}
	}
	for _, b := range u.waits {
		if stays[b.node] == term.None {
			stays[b.node] = term.False
		}
		stays[b.node] = s.Or(stays[b.node], b.guard)
		member[b.t.id] = s.Or(member[b.t.id], b.guard)
	}
	for _, sec := range u.finals {
		if any := stays[sec.node]; any != term.None {
			u.fact(s.Implies(sec.node.Guard, any))
		} else {
			sec.node.Guard, sec.node.events = term.False, nil
		}
	}
	g := u.graph
	for _, b := range u.waits {
		list := u.unblockers(b)
		known := s.Uint(0, holdBits)
		for _, by := range list {
			t := threads[by.Thread]
			u.fact(s.Implies(by.Guard, s.Or(member[by.Thread], u.finished(t.inst))))
			if b.shared != nil {
				known = s.Add(known, u.sharedHolds(t, b.shared))
			}
		}
		if b.shared != nil { // nobody else holds it
			u.fact(s.Implies(b.guard, s.Eq(known, b.holds)))
		}
		g.Obligations = append(g.Obligations, event.Obligation{
			Thread: b.t.id, Node: b.node.id, Guard: b.guard, Cond: term.False, Text: b.text, Func: b.fn, Pos: b.pos,
		})
		g.Unblock = append(g.Unblock, list)
	}
}

// unblockers returns who could end a wait.
func (u *unwinder) unblockers(b *block) []event.Unblocker {
	s := u.terms
	var list []event.Unblocker
	add := func(i *instance, guard term.ID) {
		if guard = s.And(b.guard, guard); guard != term.False {
			list = append(list, event.Unblocker{Thread: i.current.id, Guard: guard})
		}
	}
	for _, i := range u.list {
		switch {
		case i.current == nil || i.current.unwinder != u:
		case b.owner != term.None:
			add(i, s.Eq(b.owner, i.current.me()))
		case b.shared != nil:
			add(i, s.Distinct(u.sharedHolds(i.current, b.shared), s.Uint(0, holdBits)))
		case b.target != nil:
			if i == b.target {
				add(i, term.True)
			}
		case i != b.t.inst:
			created := u.graph.Threads[i.current.id].Guard
			if created == term.None {
				created = term.True
			}
			add(i, created)
		}
	}
	return list
}

// sharedHolds returns how often a thread that is finished or waits for good holds
// a lock shared.
func (u *unwinder) sharedHolds(t *thread, c *cell) term.ID {
	s := u.terms
	count := s.Uint(0, holdBits)
	key := t.holds[holdsKey(c, t.inst)]
	if key == 0 {
		return count
	}
	in := func(mem *trie, when term.ID) {
		if held := mem.get(key - 1); held != nil {
			count = s.Ite(when, held.bits, count)
		}
	}
	for _, b := range u.waits {
		if b.t == t {
			in(&b.mem, b.guard)
		}
	}
	in(&t.left, u.finished(t.inst))
	return count
}
