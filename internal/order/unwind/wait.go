package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Deadlocks (semantics 11). For this property, a section at which a thread may have to wait is executed
// twice. The first execution is for a thread that continues; the second, from a copy of the state, is for a
// thread that waits there for ever. The second execution makes a final node, whose reads see the last
// values of the execution. It continues nowhere and collects blocks, places where the thread has to wait
// with these values. The node counts only if it reaches a block, and only as a member of a deadlock: every
// thread that could end the wait has finished or waits for ever, too.
//
//	path ∧ go           the section is completed, the thread goes on
//	path ∧ ¬go ∧ stays  the thread waits for good, in a deadlock
//	otherwise           the thread stopped: it counts as able to run
//
// Members see the last values although other threads may continue after the deadlock. This is no
// restriction: the others can change the conditions of members only by releasing a lock that they do not
// own. The caller of Unwind decides on the trace whether that could end a candidate deadlock. The end of
// the process needs no special care: a thread that would end it just stands before that, and the state is
// one before the end.
//
// Waits inside sections of the program do not count, since a thread that cannot complete one is stopped.
// Nor do waits after a choice: another choice may let the thread continue, as a time-out does. A spurious
// wake-up is chosen where the wait begins.

// block is a place where a thread waits when guard holds.
type block struct {
	t     *thread
	node  *node
	guard term.ID
	text  string
	fn    ir.FuncID
	pos   ir.Pos

	// lock, word and target determine the threads that could end the wait. For a lock, whose cell has the
	// value word, they are its holders; for a join, the joined thread target; else all threads.
	lock   *cell
	word   term.ID
	target *instance
	// mem is the thread's view of memory where it waits.
	mem trie
}

// stays executes a section for a thread that waits for ever before it. goes is the condition under which
// the thread continues; run executes the section.
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

// blocks records that a thread that waits for ever does so here unless free holds.
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

// lockText and joinText are the interpreter's names for waits for locks and joins.
const (
	lockText = "a lock"
	joinText = "the end of a thread"
)

// blockText has the texts for the objects of block_until.
var blockText = [...]string{ir.BlockCondition: "a condition", ir.BlockSemaphore: "a semaphore", ir.BlockBarrier: "a barrier",
	ir.BlockWriter: "a waiting writer", ir.BlockInput: "input"}
