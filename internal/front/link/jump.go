package link

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The library's side of jumps (clib's jump.c).
var (
	jumpNames = []string{"longjmp", "_longjmp", "siglongjmp"}
	setNames  = []string{"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"}
)

// jumps lets longjmp lead back to setjmp (semantics 13.3). A program without longjmp stays
// as it is.
func (l *linker) jumps() {
	jumpers := l.libraryIDs(jumpNames)
	if len(jumpers) == 0 {
		return
	}
	c := &jumpCalls{
		set: l.libraryFunc("__heddle_set_jump"), jumping: l.libraryGlobal("__heddle_jumping"),
		setters: l.libraryIDs(setNames), jumpers: jumpers, interrupt: l.library.funcs[interrupt],
	}
	l.loadLibrary()
	c.label = l.library.funcs[openLabel]
	c.close(l.prog)
	for id := range c.jumpers {
		l.prog.Funcs[id].NoReturn = false
	}
	for id := range l.prog.Funcs {
		if f := &l.prog.Funcs[id]; c.jumpsIn(f) || has(f, c.lands) {
			c.rewrite(f, l.opts.Model)
		}
	}
	// No call by name is left of these two.
	for _, id := range addressTaken(l.prog) {
		if f := &l.prog.Funcs[id]; c.setters[id] && (f.Name == "setjmp" || f.Name == "_setjmp") && f.HasBody() {
			entry := &f.Blocks[1]
			entry.Instrs = slices.Insert(entry.Instrs, 0, ir.Instr{Op: ir.OpUnsupported, Text: "setjmp through a pointer"})
		}
	}
}

// has reports whether an instruction of a function is one of a kind.
func has(f *ir.Func, kind func(*ir.Instr) bool) bool {
	for _, in := range f.Instrs() {
		if kind(in) {
			return true
		}
	}
	return false
}

// libraryIDs returns the functions of the library with these names that the program has.
func (l *linker) libraryIDs(names []string) map[ir.FuncID]bool {
	ids := make(map[ir.FuncID]bool)
	for _, name := range names {
		if id, ok := l.library.funcs[name]; ok {
			ids[id] = true
		}
	}
	return ids
}

// jumpCalls holds the calls that are part of jumps.
type jumpCalls struct {
	setters map[ir.FuncID]bool // setjmp and its kin
	set     ir.FuncID          // the function that is called in place of these
	label   ir.FuncID          // openLabel; zero: no nested function jumps
	jumping ir.GlobalID        // thread-local: the result of setjmp after the jump that is under way, or 0
	jumpers map[ir.FuncID]bool // functions whose calls may end in a jump
	pointer bool               // the address of such a function is taken

	interrupt ir.FuncID // the function that calls signal handlers; zero: none
}

// sets reports whether an instruction is a call of setjmp.
func (c *jumpCalls) sets(in *ir.Instr) bool { return in.Op == ir.OpCall && c.setters[in.Func] }

// openLabel is the function whose calls mark labels to which nested functions jump (sema's nested.go).
const openLabel = "__sigsetjmp_cancel"

// opensLabel returns the number of the label that an instruction marks, from 1, and whether the label is here; 0: the
// instruction marks none.
func (c *jumpCalls) opensLabel(f *ir.Func, in *ir.Instr) (n int, here bool) {
	if c.label == 0 || in.Op != ir.OpCall || in.Func != c.label || !in.Args[1].IsConst() {
		return 0, false
	}
	return int(f.Consts[in.Args[1].Const()].Lo), in.Args[0].IsConst()
}

// lands reports whether an instruction makes a jump lead into its function.
func (c *jumpCalls) lands(in *ir.Instr) bool {
	return c.sets(in) || c.label != 0 && in.Op == ir.OpCall && in.Func == c.label
}

// mayJump reports whether an instruction is a call that may end in a jump.
func (c *jumpCalls) mayJump(in *ir.Instr) bool {
	return in.Op == ir.OpCall && c.jumpers[in.Func] || in.Op == ir.OpCallPtr && c.pointer
}

// jumpsIn reports whether a function has such a call.
func (c *jumpCalls) jumpsIn(f *ir.Func) bool {
	return has(f, c.mayJump)
}

// close adds the functions that have a call of a jumper.
func (c *jumpCalls) close(p *ir.Program) {
	taken := addressTaken(p)
	for n := -1; n != len(c.jumpers); {
		n = len(c.jumpers)
		c.pointer = slices.ContainsFunc(taken, func(id ir.FuncID) bool { return c.jumpers[id] })
		for id := range p.Funcs {
			if c.jumpsIn(&p.Funcs[id]) {
				c.jumpers[ir.FuncID(id)] = true
			}
		}
	}
}

// addressTaken returns the functions that a call through a pointer may be of.
func addressTaken(p *ir.Program) (out []ir.FuncID) {
	initial := func(items []ir.InitItem) {
		for i := range items {
			out = append(out, items[i].Func)
		}
	}
	for i := range p.Globals {
		initial(p.Globals[i].Init)
	}
	for f, in := range p.Instrs() {
		switch in.Op {
		case ir.OpFuncAddr:
			out = append(out, in.Func)
		case ir.OpEnter:
			initial(f.Locals[in.Local].Init)
		}
	}
	return out
}
