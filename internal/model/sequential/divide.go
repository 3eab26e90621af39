package sequential

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// divider divides the body of a thread into steps.
type divider struct {
	t     *thread
	body  *ir.Func
	owner []ir.BlockID // by block: the first block of its step; 0: not reachable
	index map[ir.BlockID]int
	parts map[ir.BlockID][]ir.BlockID // by the first block of a step: all of them
	heads []ir.BlockID
	dead  []bool        // by register: nothing reads it
	kept  []ir.GlobalID // by register: where it is kept between steps, if it is
}

// divide divides the body of a thread into steps, in the order of its blocks, in
// which control goes forward only.
func (f *inliner) divide(t *thread) {
	c := &divider{t: t, body: t.body.F, index: make(map[ir.BlockID]int), parts: make(map[ir.BlockID][]ir.BlockID)}
	c.divide()
	c.unread()
	c.keep()
	info := &f.out.Threads[t.tid]
	first := info.Steps[0]
	info.Steps = make([]Step, len(c.heads))
	for i := range c.heads {
		at := first.At
		if i > 0 {
			at = f.word(fmt.Sprintf("at.%d.%d", t.tid, i), 1)
		}
		info.Steps[i] = Step{At: at, Silent: true}
	}
	for i, b := range c.heads {
		c.step(&info.Steps[i], i, b)
		if n := info.Steps[i].Creates; n > 0 {
			f.out.Threads[n].Spawn = i
		}
	}
	if t.tid == 0 {
		info.Alone = len(info.Steps)
		for i := range info.Steps {
			if info.Steps[i].Creates > 0 {
				info.Alone = i + 1
				break
			}
		}
	}
}

// visible reports whether a step begins at a block with a visible operation.
func (c *divider) visible(b ir.BlockID) bool {
	h := c.t.heads[b]
	if h == nil || h.access == 0 {
		return h != nil
	}
	o := &c.t.inl.out.Objects[h.access]
	return !o.Private || o.Heap
}

// divide finds the step of each block: the step of all its predecessors, or a new one. It refuses a
// body that is incomplete: it has an edge that was not followed, an edge that goes back, or a block
// without an end.
func (c *divider) divide() {
	n := len(c.body.Blocks)
	c.owner = make([]ir.BlockID, n)
	c.owner[1] = 1
	for b := ir.BlockID(1); int(b) < n; b++ {
		if c.owner[b] == 0 {
			continue
		}
		if c.visible(b) {
			c.owner[b] = b
		}
		if c.owner[b] == b {
			c.index[b] = len(c.heads)
			c.heads = append(c.heads, b)
		}
		c.parts[c.owner[b]] = append(c.parts[c.owner[b]], b)
		if c.body.Blocks[b].Term.Op == ir.TermInvalid {
			panic(fmt.Sprintf("seqz: b%d of %s has no end", b, c.body.Name))
		}
		for _, to := range c.body.Blocks[b].Term.Targets {
			if to <= b {
				panic(fmt.Sprintf("seqz: an edge from b%d of %s is lost", b, c.body.Name))
			}
			switch c.owner[to] {
			case 0, c.owner[b]:
				c.owner[to] = c.owner[b]
			default:
				c.owner[to] = to
			}
		}
	}
}

// unread finds the registers that nothing reads, directly or by way of others.
func (c *divider) unread() {
	uses := make([]int, len(c.body.Regs))
	count := func(list []ir.Operand, n int) {
		for _, o := range list {
			uses[o.Reg()] += n
		}
	}
	var pure []*ir.Instr
	for b := range c.body.Blocks {
		if c.owner[b] == 0 {
			continue
		}
		blk := &c.body.Blocks[b]
		for i := range blk.Instrs {
			count(blk.Instrs[i].Args, 1)
			if c.onlyYields(ir.At{Block: ir.BlockID(b), Index: i}) {
				pure = append(pure, &blk.Instrs[i])
			}
		}
		if blk.Term.HasArg {
			uses[blk.Term.Arg.Reg()]++
		}
	}
	for changed := true; changed; {
		changed = false
		left := pure[:0]
		for i := len(pure) - 1; i >= 0; i-- {
			if in := pure[i]; uses[in.Dst] == 0 {
				count(in.Args, -1)
				changed = true
			}
		}
		for _, in := range pure {
			if uses[in.Dst] != 0 {
				left = append(left, in)
			}
		}
		pure = left
	}
	c.dead = make([]bool, len(uses))
	for r, n := range uses {
		c.dead[r] = n == 0
	}
}

// reads calls f with the operands that a block reads, except for those of instructions that are left
// out, and wrote with the registers that it writes.
func (c *divider) reads(b ir.BlockID, f func(ir.Operand), wrote func(ir.Reg)) {
	blk := &c.body.Blocks[b]
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if c.skips(ir.At{Block: b, Index: i}) {
			continue
		}
		for _, a := range in.Args {
			f(a)
		}
		wrote(in.Dst)
	}
	if blk.Term.HasArg {
		f(blk.Term.Arg)
	}
}

// skips reports whether an instruction is left out.
func (c *divider) skips(at ir.At) bool {
	return c.onlyYields(at) && c.dead[c.body.Blocks[at.Block].Instrs[at.Index].Dst]
}

// onlyYields reports whether an instruction is not needed if its result is not. A shift
// by too much is: its result is an input; so is a load that may be from nowhere.
func (c *divider) onlyYields(at ir.At) bool {
	in := &c.body.Blocks[at.Block].Instrs[at.Index]
	return in.Dst != 0 && (in.Op.Computes() && c.t.classes[at] != Input || in.Op == ir.OpLoad && c.t.accessed[at] != 0)
}

// keep finds the registers that a step may read before it writes them, and allocates globals for them.
func (c *divider) keep() {
	c.kept = make([]ir.GlobalID, len(c.body.Regs))
	written := make([]map[ir.Reg]bool, len(c.body.Blocks)) // on all paths from the step's beginning
	for b := 1; b < len(c.body.Blocks); b++ {
		if c.owner[b] == 0 {
			continue
		}
		w := written[b]
		if w == nil || c.owner[b] == ir.BlockID(b) {
			w = make(map[ir.Reg]bool)
		}
		c.reads(ir.BlockID(b), func(o ir.Operand) {
			if r := o.Reg(); r != 0 && !w[r] && c.kept[r] == 0 {
				c.kept[r] = c.place(r)
			}
		}, func(r ir.Reg) { w[r] = true })
		targets := c.body.Blocks[b].Term.Targets
		for i, to := range targets {
			if c.owner[to] != c.owner[b] {
				continue
			}
			mine := w
			if i+1 < len(targets) || written[to] != nil {
				mine = make(map[ir.Reg]bool, len(w))
				for r := range w {
					if written[to] == nil || written[to][r] {
						mine[r] = true
					}
				}
			}
			written[to] = mine
		}
	}
}

// place makes the global that keeps a register.
func (c *divider) place(r ir.Reg) ir.GlobalID {
	info := &c.body.Regs[r]
	name := info.Name
	if name == "" {
		name = "t"
	}
	n := info.Type.Bytes(c.t.inl.prog.Model)
	align := int64(1)
	for align < n && align < 16 {
		align *= 2
	}
	return c.t.inl.global(ir.Global{Name: fmt.Sprintf("%s.%d", name, c.t.tid), Size: n, Align: align, CType: info.CType, Model: true})
}
