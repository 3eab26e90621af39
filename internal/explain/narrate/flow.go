package narrate

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// flow follows values through an execution, from the reads of shared memory and the inputs to their
// uses. It follows registers, calls and memory that only one thread uses. It processes the observed
// blocks and accesses; the code between two of them is a straight line.
type flow struct {
	prog    *ir.Program
	threads []*flowThread // by index
	joins   map[*ir.Func][]ir.BlockID
	reads   int // the number of the last read or input

	// receives is called with the name and C type of the destination of an input that a library model
	// returns or passes on.
	receives func(read int, name string, ctype ir.CTypeID)
}

// value holds the origins of a value.
type value struct {
	reads []int // the numbers of the reads and inputs from which it was computed
	same  int   // the number of the read or input that it equals, except for conversions; 0: none
}

type flowThread struct {
	frames   []flowFrame
	argument value // of the thread's function
	passed   []int // the reads that decided branches whose paths have joined again, the last few
}

// flowFrame is an activation of a function, and the place up to which it was followed.
type flowFrame struct {
	id    ir.FuncID
	fn    *ir.Func
	block ir.BlockID
	next  int // instruction
	regs  []value
	open  []branch
	dst   ir.Reg // the caller's
}

// branch is a branch whose paths have not joined again. The executed code depends on it (Xin, Zhang:
// Efficient online detection of dynamic control dependence, ISSTA 2007).
type branch struct {
	block ir.BlockID
	join  ir.BlockID // where its paths join; 0: nowhere
	reads []int      // that decided it
}

// maxReads bounds the reads that are kept for a value: the last ones.
const maxReads = 8

func merge(a, b []int) []int {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	all = slices.Compact(all)
	return all[max(0, len(all)-maxReads):]
}

// read returns the value of a new read or input, with its number.
func (f *flow) read() (value, int) {
	f.reads++
	return value{[]int{f.reads}, f.reads}, f.reads
}

// fork gives the first thread of a process the frames of the thread that called fork.
func (f *flow) fork(t, child *interp.Thread) {
	to := f.thread(child)
	to.frames = slices.Clone(f.thread(t).frames)
	for i := range to.frames {
		fr := &to.frames[i]
		fr.regs, fr.open = slices.Clone(fr.regs), slices.Clone(fr.open)
	}
	to.passed = slices.Clone(f.thread(t).passed)
}

func (f *flow) thread(t *interp.Thread) *flowThread {
	for len(f.threads) <= t.Index() {
		f.threads = append(f.threads, &flowThread{})
	}
	return f.threads[t.Index()]
}

func (th *flowThread) top() *flowFrame { return &th.frames[len(th.frames)-1] }

func (f *flow) push(th *flowThread, id ir.FuncID) *flowFrame {
	fn := &f.prog.Funcs[id]
	th.frames = append(th.frames, flowFrame{id: id, fn: fn, block: 1, regs: make([]value, len(fn.Regs))})
	return th.top()
}

// begin follows a thread to the block that it begins.
func (f *flow) begin(t *interp.Thread) {
	id, b, _ := t.Next()
	th := f.thread(t)
	if len(th.frames) == 0 {
		if fr := f.push(th, id); len(fr.fn.Params) > 0 {
			fr.regs[fr.fn.Params[0]] = th.argument
		}
		return
	}
	for len(th.frames) > 0 {
		fr := th.top()
		jump := fr.id == id && len(fr.fn.Blocks[fr.block].Term.Targets) > 0
		if call := f.run(fr, len(fr.fn.Blocks[fr.block].Instrs)); call != nil {
			args := call.Args
			if call.Op == ir.OpCallPtr {
				args = args[1:]
			}
			var given []value
			for _, a := range args {
				given = append(given, fr.operand(a))
			}
			inModel := fr.fn.Model
			callee := f.push(th, id)
			callee.dst = call.Dst
			for i, p := range callee.fn.Params {
				if i >= len(given) {
					break
				}
				callee.regs[p] = given[i]
				if info := &callee.fn.Regs[p]; inModel && !callee.fn.Model && given[i].same != 0 {
					f.receives(given[i].same, info.Name, info.CType)
				}
			}
			return
		}
		if jump {
			f.jump(th, fr, b)
			return
		}
		f.leave(th)
	}
}

// jump goes from the end of a block to another one.
func (f *flow) jump(th *flowThread, fr *flowFrame, to ir.BlockID) {
	if term := &fr.fn.Blocks[fr.block].Term; len(term.Targets) > 1 {
		again := slices.IndexFunc(fr.open, func(b branch) bool { return b.block == fr.block })
		if again >= 0 {
			fr.open = fr.open[:again]
		}
		fr.open = append(fr.open, branch{fr.block, f.join(fr.fn, fr.block), fr.operand(term.Arg).reads})
	}
	if met := slices.IndexFunc(fr.open, func(b branch) bool { return b.join == to }); met >= 0 {
		th.pass(fr.open[met:])
		fr.open = fr.open[:met]
	}
	fr.block, fr.next = to, 0
}

// pass records the reads that decided branches which the thread has passed.
func (th *flowThread) pass(closed []branch) {
	for i := range closed {
		th.passed = merge(th.passed, closed[i].reads)
	}
}

// join returns the block where the paths from the end of a block join again: the nearest block on every
// path to an end of the function; 0: there is none.
func (f *flow) join(fn *ir.Func, b ir.BlockID) ir.BlockID {
	if f.joins == nil {
		f.joins = make(map[*ir.Func][]ir.BlockID)
	}
	if f.joins[fn] == nil {
		// In the function read backwards, block 1 is the end and k+1 is block k.
		back := ir.Func{Blocks: make([]ir.Block, len(fn.Blocks)+1)}
		edge := func(from, to int) {
			back.Blocks[from].Term.Targets = append(back.Blocks[from].Term.Targets, ir.BlockID(to))
		}
		for k := 1; k < len(fn.Blocks); k++ {
			targets := fn.Blocks[k].Term.Targets
			if len(targets) == 0 {
				edge(1, k+1)
			}
			for _, to := range targets {
				edge(int(to)+1, k+1)
			}
		}
		d := back.Dominators()
		joins := make([]ir.BlockID, len(fn.Blocks))
		for k := 1; k < len(joins); k++ {
			if d.Place(ir.BlockID(k+1)) != 0 {
				joins[k] = d.Parent(ir.BlockID(k+1)) - 1
			}
		}
		f.joins[fn] = joins
	}
	return f.joins[fn][b]
}

// leave returns from the innermost frame.
func (f *flow) leave(th *flowThread) {
	fr := th.top()
	term := &fr.fn.Blocks[fr.block].Term
	f.run(fr, len(fr.fn.Blocks[fr.block].Instrs))
	v := value{}
	if term.Op == ir.TermRet && term.HasArg {
		if v = fr.operand(term.Arg); term.Arg.IsConst() && len(fr.open) > 0 {
			v.reads = fr.open[len(fr.open)-1].reads
		}
	}
	dst := fr.dst
	th.pass(fr.open)
	model := fr.fn.Model
	th.frames = th.frames[:len(th.frames)-1]
	if len(th.frames) == 0 || dst == 0 {
		return
	}
	fr = th.top()
	fr.regs[dst] = v
	if model && !fr.fn.Model && v.same != 0 {
		name, ctype, _ := f.receiver(fr, fr.next-1)
		f.receives(v.same, name, ctype)
	}
}

// at follows a thread to its next instruction and returns the frame, or nil if the thread has none.
func (f *flow) at(t *interp.Thread) *flowFrame {
	id, b, i := t.Next()
	th := f.thread(t)
	for len(th.frames) > 0 {
		// An instruction may be observed more than once.
		if fr := th.top(); fr.id == id && fr.block == b && fr.next <= i+1 {
			f.run(fr, i)
			return fr
		}
		f.leave(th)
	}
	return nil
}

// run follows a block up to an instruction, or to the first call, which it returns.
func (f *flow) run(fr *flowFrame, until int) *ir.Instr {
	for instrs := fr.fn.Blocks[fr.block].Instrs; fr.next < until; {
		in := &instrs[fr.next]
		fr.next++
		if in.Op == ir.OpCall || in.Op == ir.OpCallPtr {
			return in
		}
		if in.Dst == 0 {
			continue
		}
		v := value{}
		for _, a := range in.Args {
			v.reads = merge(v.reads, fr.operand(a).reads)
		}
		if hands(in) {
			v.same = fr.operand(in.Args[0]).same
		}
		if in.Op == ir.OpCopy && in.Args[0].IsConst() {
			v.reads = fr.chosen()
		}
		fr.regs[in.Dst] = v
	}
	return nil
}

// hands reports whether an instruction returns its operand, possibly converted.
func hands(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpCopy, ir.OpTrunc, ir.OpZExt, ir.OpSExt, ir.OpBitcast:
		return true
	}
	return false
}

// chosen returns the reads that decided the use of a constant instead of values on other paths to the
// same place.
func (fr *flowFrame) chosen() []int {
	if n := len(fr.open); n > 0 && fr.open[n-1].join != 0 {
		return fr.open[n-1].reads
	}
	return nil
}

func (fr *flowFrame) operand(o ir.Operand) value {
	if o.IsConst() {
		return value{}
	}
	return fr.regs[o.Reg()]
}

// loaded assigns a value to the register of an observed instruction.
func (f *flow) loaded(t *interp.Thread, fr *flowFrame, in *ir.Instr, v value) {
	_, _, i := t.Next()
	fr.next = i + 1
	if in.Dst != 0 {
		fr.regs[in.Dst] = v
	}
}

// receiver returns the name and type of the C variable that gets the result of an instruction of a
// block. The name is empty if the result is used in a computation first. A choice in a range counts
// from the low end of the range: low is the constant that the program adds to it.
func (f *flow) receiver(fr *flowFrame, at int) (name string, ctype ir.CTypeID, low uint64) {
	instrs := fr.fn.Blocks[fr.block].Instrs
	result := instrs[at].Dst
	for i := at; result != 0; result = instrs[i].Dst {
		if info := &fr.fn.Regs[result]; info.Name != "" {
			return info.Name, info.CType, low
		}
		uses := func(in ir.Instr) bool { return slices.Contains(in.Args, ir.RegOperand(result)) }
		next := slices.IndexFunc(instrs[i+1:], uses)
		if next < 0 {
			break
		}
		i += 1 + next
		if in := &instrs[i]; in.Op == ir.OpStore {
			return cmp.Or(in.Text, f.global(instrs[:i], in.Args[0])), in.CType, low
		} else if n, adds := added(fr.fn, in); adds && instrs[at].Op == ir.OpChooseRange && in.Type == instrs[at].Type {
			low += n
		} else if !hands(in) {
			break
		}
	}
	return "", 0, low
}

// added returns the constant that an addition adds to something.
func added(fn *ir.Func, in *ir.Instr) (n uint64, adds bool) {
	if in.Op != ir.OpAdd {
		return 0, false
	}
	for _, a := range in.Args {
		if a.IsConst() {
			return fn.Consts[a.Const()].Lo, true
		}
	}
	return 0, false
}

// global returns the name of the global whose address instructions compute, or nothing.
func (f *flow) global(instrs []ir.Instr, p ir.Operand) string {
	for i := range instrs {
		if in := &instrs[i]; in.Op == ir.OpGlobalAddr && p == ir.RegOperand(in.Dst) {
			return f.prog.Globals[in.Glob].Name
		}
	}
	return ""
}

// decided returns the reads from which the failure of a thread was computed, and the reads that decided
// branches on the way to it, the nearest first. guards holds the branches on which the failure depends,
// passed the branches whose paths have joined again.
func (f *flow) decided(t *interp.Thread) (reads, guards, passed []int) {
	fr := f.at(t)
	if fr == nil {
		return nil, nil, nil
	}
	if _, b, i := t.Next(); i < len(fr.fn.Blocks[b].Instrs) {
		in := &fr.fn.Blocks[b].Instrs[i]
		args := in.Args
		switch in.Op {
		case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
			args = args[1:]
		case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg, ir.OpCallPtr:
			args = args[:1]
		}
		for _, a := range args {
			reads = merge(reads, fr.operand(a).reads)
		}
	}
	guards, passed = f.branches(t)
	return reads, guards, passed
}

// branches returns the reads that decided the branches that a thread is in, and the reads of branches
// whose paths have joined again, the nearest first.
func (f *flow) branches(t *interp.Thread) (guards, passed []int) {
	th := f.thread(t)
	for _, fr := range slices.Backward(th.frames) {
		for _, b := range slices.Backward(fr.open) {
			guards = append(guards, b.reads...)
		}
	}
	passed = slices.Clone(th.passed)
	slices.Reverse(passed)
	return guards, passed
}

// later returns a call of a function with a role that the thread is in, or may still reach.
func (f *flow) later(t *interp.Thread, role ir.Role) (interp.Location, bool) {
	f.at(t)
	inside := false
	for _, fr := range slices.Backward(f.thread(t).frames) {
		if fr.fn.Model {
			inside = inside || f.has(fr.id, role)
			continue
		}
		from := fr.next
		if inside {
			from-- // the call of the model
		}
		seen := make([]bool, len(fr.fn.Blocks))
		for work := []ir.BlockID{fr.block}; len(work) > 0; from = 0 {
			b := &fr.fn.Blocks[work[0]]
			work = work[1:]
			for _, in := range b.Instrs[from:] {
				if in.Op == ir.OpCall && f.has(in.Func, role) {
					return interp.Location{Func: fr.fn.Name, Pos: in.Pos}, true
				}
			}
			for _, to := range b.Term.Targets {
				if !seen[to] {
					seen[to] = true
					work = append(work, to)
				}
			}
		}
	}
	return interp.Location{}, false
}

// has reports whether a function has a role, or is a library model that calls a function with the role.
func (f *flow) has(id ir.FuncID, role ir.Role) bool {
	fn := &f.prog.Funcs[id]
	if fn.Model {
		for _, in := range fn.Instrs() {
			if in.Op == ir.OpCall && f.prog.Funcs[in.Func].Role == role {
				return true
			}
		}
	}
	return fn.Role == role
}
