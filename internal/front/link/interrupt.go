package link

import (
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// These library functions install signal handlers, may call handlers, send a signal to another thread or process, or make
// cancellation possible at any place.
const (
	handles     = "__heddle_handle"
	interrupt   = "__heddle_interrupt"
	sendThread  = "__heddle_send_signal"
	sendProcess = "__heddle_generate"
	crosses     = "__heddle_cross"
	threadMain  = "__heddle_thread_main"
	cancels     = "pthread_cancel"
	setsType    = "pthread_setcanceltype"
	cancelPoint = "__heddle_asynchronous"
)

func (l *linker) uses(name string) bool {
	_, ok := l.library.funcs[name]
	return ok
}

// interruptions makes signals arrive, if the program has handlers, and either Options.Signals is set or a thread may get
// them from another. So it does where processes may send signals to each other: these may end a process without handlers.
// It inserts a call of a function that may run a handler before each operation of the program's functions that other threads
// or handlers could notice. Between two such operations the moment at which a handler runs makes no difference. In programs
// with threads that are cancelled asynchronously, they may end there, and at the head of each loop.
func (l *linker) interruptions() {
	if l.uses(handles) || l.uses(crosses) {
		id := l.libraryFunc(interrupt) // also without signals: verdicts list its choice as switched off
		l.loadLibrary()
		if l.opts.Signals || l.uses(crosses) || l.uses(threadMain) && (l.uses(sendThread) || l.uses(sendProcess)) {
			l.insert(id, false)
		}
	}
	if l.uses(cancels) && l.uses(setsType) {
		id := l.libraryFunc(cancelPoint)
		l.loadLibrary()
		l.insert(id, true)
	}
}

// insert puts calls of a function before each operation that others could notice, and at the heads of loops.
func (l *linker) insert(id ir.FuncID, loops bool) {
	for i := 1; i < len(l.prog.Funcs); i++ {
		f := &l.prog.Funcs[i]
		if f.Model || ir.FuncID(i) == l.prog.Start {
			continue
		}
		own := ownAddresses(f)
		for _, in := range f.Instrs() {
			if in.Op == ir.OpGlobalAddr && l.prog.Globals[in.Glob].Name == lower.ChainName {
				own[in.Dst] = 0 // a handler leaves it as it is (trampoline.go)
			}
		}
		heads := make([]bool, len(f.Blocks))
		for b := range f.Blocks {
			for _, to := range f.Blocks[b].Term.Targets {
				heads[to] = heads[to] || loops && int(to) <= b
			}
		}
		for b := range f.Blocks {
			instrs := make([]ir.Instr, 0, len(f.Blocks[b].Instrs))
			if heads[b] {
				instrs = append(instrs, ir.Instr{Op: ir.OpCall, Func: id, Pos: f.Blocks[b].Term.Pos})
			}
			for _, in := range f.Blocks[b].Instrs {
				if l.noticed(&in, own) {
					instrs = append(instrs, ir.Instr{Op: ir.OpCall, Func: id, Pos: in.Pos})
				}
				instrs = append(instrs, in)
			}
			f.Blocks[b].Instrs = instrs
		}
	}
}

// noticed reports whether an instruction is an operation that others could notice.
func (l *linker) noticed(in *ir.Instr, own map[ir.Reg]ir.LocalID) bool {
	switch in.Op {
	case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		_, ok := own[in.Args[0].Reg()]
		return !ok
	case ir.OpCall:
		return l.prog.Funcs[in.Func].Model
	}
	return false
}

// ownAddresses returns the registers that only hold addresses in one local object each, for objects
// whose address is held nowhere else.
func ownAddresses(f *ir.Func) map[ir.Reg]ir.LocalID {
	of := make(map[ir.Reg]ir.LocalID) // 0: not one object
	for _, p := range f.Params {
		of[p] = 0
	}
	target := func(in *ir.Instr) ir.LocalID {
		switch in.Op {
		case ir.OpEnter:
			return in.Local
		case ir.OpCopy, ir.OpPtrAdd:
			return of[in.Args[0].Reg()]
		}
		return 0
	}
	for changed := true; changed; {
		changed = false
		for _, in := range f.Instrs() {
			if in.Dst == 0 {
				continue
			}
			was, ok := of[in.Dst]
			now := target(in)
			if ok && was != now {
				now = 0
			}
			of[in.Dst] = now
			changed = changed || !ok || was != now
		}
	}
	given := make([]bool, max(1, len(f.Locals)))
	give := func(o ir.Operand) { given[of[o.Reg()]] = true }
	for _, in := range f.Instrs() {
		args := in.Args
		switch in.Op {
		case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
			args = args[1:]
		case ir.OpCopy, ir.OpPtrAdd:
			if of[in.Dst] != 0 {
				continue
			}
		}
		for _, o := range args {
			give(o)
		}
	}
	for b := range f.Blocks {
		if t := &f.Blocks[b].Term; t.HasArg {
			give(t.Arg)
		}
	}
	given[0] = true
	for r, l := range of {
		if given[l] {
			delete(of, r)
		}
	}
	return of
}
