// Package wakeup finds waits for a condition after which a thread goes on in any case. A wait may return without a
// signal (semantics 12), so a thread has to test its condition again, and to wait again if it does not hold. The
// package reports places to look at: nothing here proves that a wake-up without a signal does harm, or that it does not.
//
// Package drive/check calls Find for the suspects of property lock.
//
// # Which waits are reported
//
// Let a thread return from a wait. It waits again if control may come back to the wait without an action that another
// thread can notice. An action is noticed if it is without a lock, or in a critical section that ends before the wait.
// To wake threads is no action. Find reports the waits that have no such way back. So it does not look for a loop in
// the text:
//
//   - A worker's outer loop leads back to the wait as well. On its way, the worker takes a task and releases the
//     mutex, so that is no test of the condition.
//   - While the thread holds the mutex it may write: while (!ready) { waiters++; wait; waiters--; } is no suspect.
//   - A thread may release the mutex, take it again and test then.
//   - If a function returns after its wait, each call of it has to be in such a loop: the caller may have the test. A
//     function may be called through a pointer, so that not all callers are known. Then it is not reported, unless it
//     acts before it returns.
//   - A timed wait also returns when its time is over, and the program has to expect that. It is not reported.
//
// One way back is enough, whatever condition leads to it. A thread that holds the mutex all the time always has one. So
// the package misses some waits.
package wakeup

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Wait is a wait after which the thread goes on in any case.
type Wait struct {
	Call  string           `json:"call"` // the library function
	Place verdict.Location `json:"place"`
}

// String describes the wait in a sentence.
func (w Wait) String() string {
	return fmt.Sprintf("%s at %s is in no loop that tests its condition again: after a wake-up without a signal, %s goes on as if the condition held",
		w.Call, w.Place, w.Place.Function)
}

// progress is a set of states of a thread since it returned from the wait.
type progress uint8

// The states.
const (
	idle       progress = 1 << iota // it holds the mutex, and has done nothing
	acted                           // it holds the mutex, and has written memory of other threads, or may have
	idleInner                       // as idle, with another lock
	actedInner                      // as acted, with another lock
	gave                            // it holds no lock, and had done nothing when it released the last one
)

var states = [...]progress{idle, acted, idleInner, actedInner, gave}

// actions are the states after an action that other threads may notice: none if the thread holds no lock, since it has gone on.
var actions = map[progress]progress{idle: acted, acted: acted, idleInner: actedInner, actedInner: actedInner}

// releases are the states after a lock was released: none if the thread has acted and releases the last one.
var releases = map[progress]progress{idle: gave, idleInner: idle, actedInner: acted, gave: gave}

// takes are the states after a lock was taken.
var takes = map[progress]progress{idle: idleInner, acted: actedInner, idleInner: idleInner, actedInner: actedInner, gave: idle}

// after returns the states after an operation.
func (p progress) after(next map[progress]progress) (out progress) {
	for _, s := range states {
		if p&s != 0 {
			out |= next[s]
		}
	}
	return out
}

type finder struct {
	ctx     context.Context
	prog    *ir.Program
	loops   *loops.Info
	callers map[ir.FuncID][]site
	unknown map[ir.FuncID]bool                  // it may be called through a pointer, other than as the routine of a thread
	loud    map[ir.FuncID]bool                  // a library function that may do something that other threads notice
	passed  map[ir.FuncID]map[progress]progress // the states in which a function may return, by its state at the call
}

// site is a call.
type site struct {
	in ir.FuncID
	ir.At
}

// Find returns the waits of the program's own code after which a thread goes on in any case, in the order of the program.
// If ctx ends, the list is empty.
func Find(ctx context.Context, facts *analyze.Facts) []Wait {
	prog := facts.Program
	f := &finder{ctx: ctx, prog: prog, callers: make(map[ir.FuncID][]site), unknown: make(map[ir.FuncID]bool), loud: make(map[ir.FuncID]bool), passed: make(map[ir.FuncID]map[progress]progress)}
	var waits []site
	for id := range prog.Funcs {
		for at, in := range prog.Funcs[id].Instrs() {
			if in.Op != ir.OpCall {
				continue
			}
			here := site{ir.FuncID(id), at}
			f.callers[in.Func] = append(f.callers[in.Func], here)
			if callee := &prog.Funcs[in.Func]; !prog.Funcs[id].Model && callee.Model && callee.Role == (ir.Role{Verb: ir.VerbWait, Object: ir.OnCondition}) {
				waits = append(waits, here)
			}
		}
	}
	if len(waits) == 0 {
		return nil
	}
	f.loops = facts.Loops()
	f.findUnknown()
	f.findLoud()
	f.findPassed()
	if ctx.Err() != nil {
		return nil
	}
	var list []Wait
	for _, w := range waits {
		in := f.instr(w)
		found := Wait{prog.Funcs[in.Func].Name, in.Pos.In(prog.Files, prog.Funcs[w.in].Name)}
		if !slices.Contains(list, found) && f.goesOn(w, idle, &chain{make(map[site]bool), make(map[ir.FuncID]bool)}) {
			list = append(list, found)
		}
	}
	return list
}

func (f *finder) instr(s site) *ir.Instr { return &f.prog.Funcs[s.in].Blocks[s.Block].Instrs[s.Index] }

// findUnknown finds the functions that may be called through pointers.
func (f *finder) findUnknown() {
	uses := make(map[ir.FuncID]int) // pointers that are made, and do not become the routine of a thread
	for id := range f.prog.Funcs {
		address := make(map[ir.Reg]ir.FuncID)
		for _, in := range f.prog.Funcs[id].Instrs() {
			switch {
			case in.Op == ir.OpFuncAddr:
				address[in.Dst] = in.Func
				uses[in.Func]++
			case in.Op == ir.OpCall && f.prog.Funcs[in.Func].Role == ir.Role{Verb: ir.VerbCreate, Object: ir.OnThread}:
				for _, arg := range in.Args {
					if to, ok := address[arg.Reg()]; ok {
						uses[to]--
						delete(address, arg.Reg())
					}
				}
			}
		}
	}
	for _, id := range f.prog.AddressTaken() {
		n, made := uses[id]
		f.unknown[id] = !made || n > 0 // an initial value, or another use
	}
}

// findLoud finds the library functions that may do something that other threads notice. A function that lets signals arrive
// is none: the linker has it called between all operations of a program with handlers, and a handler is no step of the thread.
func (f *finder) findLoud() {
	for changed := true; changed && f.ctx.Err() == nil; {
		changed = false
		for id := range f.prog.Funcs {
			fn := ir.FuncID(id)
			if !f.prog.Funcs[id].Model || f.loud[fn] || f.letsSignalsArrive(fn) {
				continue
			}
			for _, in := range f.prog.Funcs[id].Instrs() {
				if f.step(fn, in, idle) == acted {
					f.loud[fn], changed = true, true
					break
				}
			}
		}
	}
}

func (f *finder) letsSignalsArrive(id ir.FuncID) bool {
	for _, in := range f.prog.Funcs[id].Instrs() {
		if in.Op == ir.OpChoose && ir.ChooseReason(in.Sub) == ir.ChooseSignal {
			return true
		}
	}
	return false
}

// findPassed finds the states in which functions of the program return.
func (f *finder) findPassed() {
	for changed := true; changed && f.ctx.Err() == nil; {
		changed = false
		for id := range f.prog.Funcs {
			fn := ir.FuncID(id)
			if f.prog.Funcs[id].Model || !f.prog.Funcs[id].HasBody() {
				continue
			}
			if f.passed[fn] == nil {
				f.passed[fn] = make(map[progress]progress)
			}
			for _, from := range states {
				if to := f.walk(fn, ir.At{Block: 1}, from, nil).returned; to != f.passed[fn][from] {
					f.passed[fn][from], changed = to, true
				}
			}
		}
	}
}

// step returns the states of a thread behind an instruction.
func (f *finder) step(in ir.FuncID, instr *ir.Instr, p progress) progress {
	switch instr.Op {
	case ir.OpCall:
		return f.call(instr, p)
	case ir.OpCallPtr:
		return p.after(actions)
	case ir.OpEnter, ir.OpLeave, ir.OpPtrToInt:
		return p
	}
	switch f.loops.Func(in).Action(instr) {
	case loops.Acts, loops.IfChanged:
		return p.after(actions)
	}
	return p
}

func (f *finder) call(in *ir.Instr, p progress) progress {
	callee := &f.prog.Funcs[in.Func]
	switch r := callee.Role; {
	case callee.NoReturn:
		return 0
	case callee.Model && r.Object.IsLock() && r.Verb == ir.VerbUnlock:
		return p.after(releases)
	case callee.Model && r.Object.IsLock() && (r.Verb == ir.VerbLock || r.Verb == ir.VerbReadLock || r.Verb.Tries()):
		return p.after(takes)
	case callee.Model && r.Object == ir.OnCondition:
		return p
	case f.loud[in.Func], !callee.HasBody():
		return p.after(actions)
	case callee.Model:
		return p
	}
	return p.after(f.passed[in.Func])
}

// way is the result of a walk through a function.
type way struct {
	returned progress // the states in which it returns
	again    bool     // it comes to a call that waits again
}

// walk follows a thread from an instruction of a function. waits are the functions whose calls wait again.
func (f *finder) walk(id ir.FuncID, from ir.At, p progress, waits func(site) bool) (w way) {
	fn := &f.prog.Funcs[id]
	seen := make([]progress, len(fn.Blocks)) // at the starts of blocks
	type place struct {
		ir.At
		progress
	}
	for work := []place{{from, p}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		block := &fn.Blocks[at.Block]
		for ; at.Index < len(block.Instrs) && at.progress != 0; at.Index++ {
			in := &block.Instrs[at.Index]
			if in.Op == ir.OpCall && waits != nil && waits(site{id, at.At}) {
				w.again = true
				return w
			}
			at.progress = f.step(id, in, at.progress)
		}
		if at.progress == 0 {
			continue
		}
		if block.Term.Op == ir.TermRet {
			w.returned |= at.progress
		}
		for _, to := range targets(fn, &block.Term) {
			if at.progress&^seen[to] != 0 {
				seen[to] |= at.progress
				work = append(work, place{ir.At{Block: to}, at.progress})
			}
		}
	}
	return w
}

// targets returns the blocks to which control may go. A condition may be a constant.
func targets(fn *ir.Func, t *ir.Term) []ir.BlockID {
	if t.Op == ir.TermCondBr && t.Arg.IsConst() {
		if fn.Consts[t.Arg.Const()].Lo != 0 {
			return t.Targets[:1]
		}
		return t.Targets[1:]
	}
	return t.Targets
}

// chain holds the calls through which a thread came to a wait, as far as they were followed.
type chain struct {
	calls  map[site]bool
	inside map[ir.FuncID]bool // the functions with these calls: a call of one waits again
}

// goesOn reports whether some thread that has returned from a call in some states goes on without waiting again.
func (f *finder) goesOn(from site, p progress, c *chain) bool {
	if c.calls[from] {
		return false
	}
	c.calls[from], c.inside[from.in] = true, true
	w := f.walk(from.in, ir.At{Block: from.Block, Index: from.Index + 1}, p, func(s site) bool { return s == from || c.inside[f.instr(s).Func] })
	switch {
	case w.again:
		return false
	case w.returned == 0:
		return true
	case f.unknown[from.in]:
		return false
	case len(f.callers[from.in]) == 0:
		return true // the thread ends
	}
	return slices.ContainsFunc(f.callers[from.in], func(by site) bool { return f.goesOn(by, w.returned, c) })
}
