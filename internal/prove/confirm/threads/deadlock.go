package threads

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// deadlocks confirms that there is no deadlock (semantics 11). Threads may wait only for locks, which
// they take in one order; main may also wait for the ends of threads, while it holds no lock. Each
// thread is walked through with the locks that it may hold at each place, on any path.
//
// Why that is enough: consider a set of threads that wait for one another. No thread that may hold a
// lock ends. So each member that waits for a lock waits for another member, which holds that lock and
// waits itself, for a later lock or for an end. Main does not wait for itself (thread.c of the models).
type deadlocks struct {
	c      *checker
	why    string           // it was not shown
	where  threadproof.At   // of that
	open   []bool           // by node: it is being walked through
	behind map[string][]int // by node and held locks: the locks that may be held at its return; nil: it does not return
	order  map[[2]int]bool  // the second lock is taken while the first may be held
}

// doing has the locks that instructions take or release, in the states of the proof. It is unknownLock
// for an instruction with several possible locks or with an unknown one.
type doing map[threadproof.At]int

const unknownLock = -1

// maxWalks bounds the number of walks through functions. There is one for each set of locks held at
// entry.
const maxWalks = 1 << 12

// mainThread is the initial thread of the process.
const mainThread = 1

func (c *checker) concludeDeadlocks() {
	d := &deadlocks{c: c, open: make([]bool, len(c.proof.Nodes)), behind: make(map[string][]int), order: make(map[[2]int]bool)}
	for t := 1; t < len(c.proof.Threads) && d.why == ""; t++ {
		root := c.proof.Threads[t].Root
		if c.proof.States[threadproof.At{Node: root, Block: 1}] == nil {
			continue
		}
		if held := d.walk(root, nil); len(held) > 0 && t != mainThread {
			d.fail(threadproof.At{Node: root, Block: 1}, "a thread may end while it holds a lock")
		}
	}
	if l, cyclic := d.cycle(); cyclic {
		d.fail(threadproof.At{Node: c.proof.Threads[mainThread].Root, Block: 1}, c.name(c.proof.Locks[l].Object)+" and others are taken in several orders")
	}
	if d.why != "" {
		c.open(verdict.Deadlock, c.where(d.where), d.why)
	}
}

func (d *deadlocks) fail(at threadproof.At, why string) {
	if d.why == "" {
		d.why, d.where = why, at
	}
}

// walk returns the locks that may be held when a function returns that is entered with the locks in
// held; nil: it does not return.
func (d *deadlocks) walk(n threadproof.NodeID, held []int) []int {
	key := fmt.Sprint(n, held)
	if out, known := d.behind[key]; known || d.why != "" {
		return out
	}
	if d.open[n] || len(d.behind) > maxWalks {
		d.fail(threadproof.At{Node: n, Block: 1}, "a function calls itself, or there are too many")
		return nil
	}
	d.open[n] = true
	defer func() { d.open[n] = false }()
	var out []int
	in := map[ir.BlockID][]int{1: append([]int{}, held...)}
	f := &d.c.prog.Funcs[d.c.proof.Nodes[n].Func]
	for work := []ir.BlockID{1}; len(work) > 0 && d.why == ""; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		at := threadproof.At{Node: n, Block: b}
		if d.c.proof.States[at] == nil {
			continue // control does not come there
		}
		now := d.block(at, in[b])
		if now == nil {
			continue
		}
		switch term := &f.Blocks[b].Term; term.Op {
		case ir.TermRet:
			out = both(out, now)
		case ir.TermThreadExit:
			if len(now) > 0 {
				d.fail(at, "a thread may end while it holds a lock")
			}
		default:
			for _, to := range term.Targets {
				if !d.c.taken[threadproof.Edge{Node: n, From: b, To: to}] {
					continue
				}
				old, seen := in[to]
				if all := both(old, now); !seen || len(all) > len(old) {
					in[to] = all
					work = append(work, to)
				}
			}
		}
	}
	d.behind[key] = out
	return out
}

// both returns the union of two lists of locks, sorted. It is never nil.
func both(x, y []int) []int {
	out := append(append([]int{}, x...), y...)
	slices.Sort(out)
	return slices.Compact(out)
}

// block returns the locks that may be held at the end of a block; nil: control does not reach it.
func (d *deadlocks) block(at threadproof.At, held []int) []int {
	b := d.c.blockAt(at)
	for i := range b.Instrs {
		at.Instr = i
		switch in := &b.Instrs[i]; in.Op {
		case ir.OpBlockUntil:
			d.fail(at, "a thread waits")
		case ir.OpAssume: // who waits before a section of the program is stopped (semantics 4.3)
			if stack, known := d.c.sectionsAt(at); !known || slices.Contains(stack, ir.ModelSection) {
				d.fail(at, "a thread may wait before a section")
			}
		case ir.OpJoin:
			if d.c.proof.Nodes[at.Node].Thread != mainThread || len(held) > 0 {
				d.fail(at, "a thread waits for the end of another one, and is not main, or may hold a lock")
			}
		case ir.OpAcquire:
			l, done := d.c.doing[at]
			switch {
			case !done:
				return nil // control does not come there
			case l == unknownLock:
				d.fail(at, "a lock is taken that is not known")
				return nil
			case slices.Contains(held, l):
				d.fail(at, d.c.name(d.c.proof.Locks[l].Object)+" may be taken twice")
			}
			for _, h := range held {
				d.order[[2]int{h, l}] = true
			}
			held = both(held, []int{l})
		case ir.OpRelease:
			if l, done := d.c.doing[at]; done && l != unknownLock {
				held = slices.DeleteFunc(slices.Clone(held), func(h int) bool { return h == l })
			}
		case ir.OpCall, ir.OpCallPtr:
			var behind []int
			for _, n := range d.c.proof.Callees[at] {
				if d.c.proof.States[threadproof.At{Node: n, Block: 1}] == nil {
					continue
				}
				if out := d.walk(n, held); out != nil {
					behind = both(behind, out)
				}
			}
			if held = behind; held == nil {
				return nil
			}
		}
		if d.why != "" {
			return nil
		}
	}
	return held
}

// cycle returns a lock of a cycle in the order of locks, if there is one.
func (d *deadlocks) cycle() (lock int, found bool) {
	left := make(map[int]bool)
	for pair := range d.order {
		left[pair[0]], left[pair[1]] = true, true
	}
	for {
		first := unknownLock
		for l := range d.c.proof.Locks { // one that no lock stands before
			before := false
			for pair := range d.order {
				before = before || pair[1] == l && left[pair[0]]
			}
			if left[l] && !before {
				first = l
				break
			}
		}
		if first == unknownLock {
			break
		}
		delete(left, first)
	}
	for l := range d.c.proof.Locks {
		if left[l] {
			return l, true
		}
	}
	return 0, false
}

// noteLock records which lock an instruction takes or releases.
func (e *exec) noteLock(p *sval) {
	if e.run != nil {
		return
	}
	l, is := e.lockAt(p)
	if !is {
		l = unknownLock
	}
	e.c.doing[e.at] = l
}
