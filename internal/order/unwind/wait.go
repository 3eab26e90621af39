package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Deadlocks (semantics 11). A section at which a thread may have to wait is
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
// releasing a lock that they do not own; whether a candidate deadlock is confirmed that somebody
// could end so is decided on its trace, by who asked for the graph. The end of the
// process needs no thought either: a thread that would end it just stands before
// that, and the state is one of before the end.
//
// Waits inside sections of the program are none (a thread that cannot complete
// one is stopped), nor are waits after a choice: another one may let the thread go
// on, as a time-out does. A spurious wake-up is chosen where the wait begins.

// block is a place where a thread waits when guard holds.
type block struct {
	t     *thread
	node  *node
	guard term.ID
	text  string
	fn    ir.FuncID
	pos   ir.Pos

	// Who could end it: of a lock, whose cell was read to be word, its holders; a
	// thread that is joined; else everybody.
	lock   *cell
	word   term.ID
	target *instance
	// mem is what the thread knows where it waits.
	mem trie
}

// stays executes a section on behalf of who waits for good before it. goes is the
// condition under which the thread goes on; run executes the section.
func (t *thread) stays(st *state, goes term.ID, kind event.NodeKind, run func(*state)) {
	u := t.u
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
	u := t.u
	u.waits = append(u.waits, &b)
}

// What locks and joins wait for, as the interpreter says it.
const (
	lockText = "a lock"
	joinText = "the end of a thread"
)

// blockText says what block_until waits for.
var blockText = [...]string{ir.BlockCondition: "a condition", ir.BlockSemaphore: "a semaphore", ir.BlockBarrier: "a barrier",
	ir.BlockWriter: "a waiting writer", ir.BlockInput: "input"}
