package threads

import (
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A function that only reads and computes, in one block, is executed where it is called. Its result
// equals a variable's value at the call; a stated result range would lose that equality.
//
//	static int get(void) { return top; }   … if (get() < 9) a[top++] = 0;

// isPlain reports whether a function is of that kind, and the proof says that it returns.
func (c *checker) isPlain(n threadproof.NodeID) bool {
	f := &c.prog.Funcs[c.proof.Nodes[n].Func]
	if len(f.Blocks) != 2 || f.Blocks[1].Term.Op != ir.TermRet || !f.Blocks[1].Term.HasArg || c.proof.Returns[n] == nil {
		return false
	}
	for i := range f.Blocks[1].Instrs {
		if in := &f.Blocks[1].Instrs[i]; in.Op != ir.OpLoad && !in.Op.Computes() {
			return false
		}
	}
	return true
}

// runPlain executes such a function and continues after the call. The stated entry state of the
// function has been shown to cover the call. The obligations of its instructions are checked in its own
// block, for all calls.
func (e *exec) runPlain(in *ir.Instr, callee threadproof.NodeID, vals []*sval) {
	node, fn, at, goals := e.node, e.fn, e.at, e.goals
	regs, args := e.st.regs, e.st.args
	e.node, e.fn, e.at = callee, &e.c.prog.Funcs[e.c.proof.Nodes[callee].Func], threadproof.At{Node: callee, Block: 1}
	e.goesTo(e.c.company(e.at))
	e.st.beside = e.c.company(e.at)
	e.st.regs, e.st.args = e.params(e.fn, vals)
	block := &e.fn.Blocks[1]
	for i := range block.Instrs {
		e.at.Instr = i
		e.instr(&block.Instrs[i])
	}
	v, result := e.operand(block.Term.Arg), e.fn.Result
	e.node, e.fn, e.at, e.goals = node, fn, at, goals
	e.st.regs, e.st.args = regs, args
	e.forgetRecent(vals)
	at.Instr++
	e.goesTo(e.c.company(at))
	e.st.beside = e.c.company(at)
	switch {
	case in.Dst == 0:
		return
	case result != in.Type:
		v = e.arbitrary(e.bitsOf(e.fn.Regs[in.Dst].Type))
	default:
		e.assume(e.within(v, []*threadproof.Value{&e.c.proof.Returns[callee].Result}))
	}
	e.st.regs[in.Dst] = v
}
