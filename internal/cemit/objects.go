package cemit

import "github.com/heddle-mc/heddle/internal/ir"

// code is a function as it is printed, and what its registers point to.
type code struct {
	fn      *ir.Func
	zero    []bool        // by Reg: it may be read before it is assigned
	objects []ir.GlobalID // by Reg: the object to whose start it points all the time, or 0
}

func (p *printer) codeOf(id ir.FuncID) *code {
	if c, ok := p.codes[id]; ok {
		return c
	}
	c := &code{fn: splitTemps(&p.prog.Funcs[id])}
	p.codes[id] = c
	c.zero = zeroes(c.fn)
	c.objects = make([]ir.GlobalID, len(c.fn.Regs))
	defs := make([]int, len(c.fn.Regs))
	for _, r := range c.fn.Params {
		defs[r]++
	}
	for _, in := range c.fn.Instrs() {
		defs[in.Dst]++
		if in.Op == ir.OpGlobalAddr {
			c.objects[in.Dst] = in.Glob
		}
	}
	for r := range c.objects {
		if defs[r] != 1 || r == 0 {
			c.objects[r] = 0
		}
	}
	return c
}

// object returns the object to whose start an operand points, or 0.
func (c *code) object(o ir.Operand) ir.GlobalID {
	if o.IsConst() {
		return 0
	}
	return c.objects[o.Reg()]
}

// severalTypes stands for accesses of different types.
const severalTypes = ir.Type(0xffff)

// studyObjects gives the objects without a declared type that are accessed as one
// scalar only that scalar's type, and finds those that are only written. The types
// are a matter of looks; accesses of other types are cast.
func (p *printer) studyObjects() {
	seen := make([]ir.Type, len(p.prog.Globals))
	used := make([]bool, len(p.prog.Globals)) // otherwise than to be written
	for f := 1; f < len(p.prog.Funcs); f++ {
		if p.reach.funcs[f] == printed {
			p.studyCode(p.codeOf(ir.FuncID(f)), seen, used)
		}
	}
	for g := 1; g < len(p.prog.Globals); g++ {
		for _, it := range p.prog.Globals[g].Init {
			used[it.Global] = true
		}
	}
	p.unread = make([]bool, len(p.prog.Globals))
	for g := 1; g < len(p.prog.Globals); g++ {
		glob := &p.prog.Globals[g]
		p.unread[g] = p.opts.Sequential && !used[g]
		if t := p.basics.scalar[seen[g]]; glob.CType == 0 && t != 0 && p.types.size(t) == glob.Size {
			p.guessed[ir.GlobalID(g)] = t
		}
	}
}

func (p *printer) studyCode(c *code, seen []ir.Type, used []bool) {
	for b := 1; b < len(c.fn.Blocks); b++ {
		blk := &c.fn.Blocks[b]
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op == ir.OpGlobalAddr && c.objects[in.Dst] == 0 {
				used[in.Glob] = true
			}
			for k, a := range in.Args {
				g := c.object(a)
				if g == 0 {
					continue
				}
				if in.Op != ir.OpStore || k != 0 {
					used[g] = true
				}
				if in.Op.Accesses() {
					switch {
					case k != 0:
					case seen[g] == 0:
						seen[g] = in.Type
					case seen[g] != in.Type:
						seen[g] = severalTypes
					}
				}
			}
		}
		if blk.Term.HasArg {
			used[c.object(blk.Term.Arg)] = true
		}
	}
}

// isUnreadStore reports whether an instruction stores to an object that nothing reads.
func (p *printer) isUnreadStore(c *code, in *ir.Instr) bool {
	return p.unread != nil && in.Op == ir.OpStore && p.unread[c.object(in.Args[0])]
}
