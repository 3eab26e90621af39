package ir

import (
	"errors"
	"fmt"
)

// CheckError is one place where a program breaks a rule of its form. Zero
// fields name nothing.
type CheckError struct {
	Where string // a function's or global's name, or empty for the program
	Block BlockID
	Instr int // index in the block from 1; one past the last is the terminator
	Msg   string
}

// Error returns where: message.
func (e *CheckError) Error() string {
	s := e.Msg
	if e.Block != 0 {
		s = fmt.Sprintf("b%d: %s", e.Block, s)
		if e.Instr != 0 {
			s = fmt.Sprintf("b%d instruction %d: %s", e.Block, e.Instr, e.Msg)
		}
	}
	if e.Where != "" {
		s = e.Where + ": " + s
	}
	return s
}

// maxCheckErrors bounds the errors that Check collects.
const maxCheckErrors = 100

// Check reports every rule of the package comment that p breaks, joined, each
// a *CheckError. A program that passes can be printed, parsed and executed
// without an index out of range.
func Check(p *Program) error {
	c := &checker{p: p}
	c.program()
	for id := 1; id < len(p.Funcs); id++ {
		c.function(&p.Funcs[id])
	}
	return errors.Join(c.errs...)
}

type checker struct {
	p     *Program
	errs  []error
	where string
	f     *Func
	block BlockID
	index int
}

func (c *checker) errorf(format string, args ...any) {
	if len(c.errs) < maxCheckErrors {
		c.errs = append(c.errs, &CheckError{c.where, c.block, c.index, fmt.Sprintf(format, args...)})
	}
}

func (c *checker) program() {
	p := c.p
	if p.Model > ILP32 {
		c.errorf("unknown data model %d", p.Model)
	}
	if len(p.CTypes) == 0 || len(p.Globals) == 0 || len(p.Funcs) == 0 {
		c.errorf("entry 0 is missing in the table of C types, globals or functions")
		return
	}
	if p.Start <= 0 || int(p.Start) >= len(p.Funcs) {
		c.errorf("no start function")
	} else if f := &p.Funcs[p.Start]; !f.HasBody() || len(f.Params) != 0 {
		c.errorf("start function %s needs a body and no parameters", f.Name)
	}
	names := make(map[string]bool)
	for id := 1; id < len(p.Funcs); id++ {
		if name := p.Funcs[id].Name; names[name] {
			c.errorf("function %q is not unique", name)
		} else {
			names[name] = true
		}
	}
	clear(names)
	for id := 1; id < len(p.Globals); id++ {
		g := &p.Globals[id]
		c.where = g.Name
		if names[g.Name] {
			c.errorf("global is not unique")
		}
		names[g.Name] = true
		if g.Storage > Constant {
			c.errorf("unknown storage %d", g.Storage)
		}
		c.object(g.Size, g.Align, g.Init)
		c.ctype(g.CType)
		c.pos(g.Pos)
	}
	for id := 1; id < len(p.CTypes); id++ {
		c.declaredType(CTypeID(id))
	}
	c.where = ""
}

func (c *checker) declaredType(id CTypeID) {
	t := &c.p.CTypes[id]
	c.where = fmt.Sprintf("C type %d", id)
	if t.Kind > CTypedef {
		c.errorf("unknown kind %d", t.Kind)
	}
	if t.Size < 0 || t.Len < -1 {
		c.errorf("size or length is negative")
	}
	c.ctype(t.Elem)
	for _, e := range t.Params {
		c.ctype(e)
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		c.ctype(f.Type)
		if f.BitOffset < 0 || f.BitWidth < 0 {
			c.errorf("field %s has a negative offset or width", f.Name)
		}
	}
}

func (c *checker) ctype(id CTypeID) {
	if id < 0 || int(id) >= len(c.p.CTypes) {
		c.errorf("C type %d does not exist", id)
	}
}

func (c *checker) pos(p Pos) {
	if p == (Pos{}) {
		return
	}
	if p.File < 0 || int(p.File) >= len(c.p.Files) || p.Line < 1 || p.Col < 0 {
		c.errorf("position %d:%d:%d is no place", p.File, p.Line, p.Col)
	}
}

// object checks an object's size and initial value.
func (c *checker) object(size, align int64, init []InitItem) {
	if size < 0 || align < 0 || align&(align-1) != 0 {
		c.errorf("size %d or alignment %d is bad", size, align)
	}
	end := int64(0)
	for i := range init {
		it := &init[i]
		n := int64(len(it.Bytes))
		if it.Global != 0 || it.Func != 0 {
			if n != 0 || it.Global != 0 && it.Func != 0 {
				c.errorf("initial value at %d is of several kinds", it.Offset)
			}
			n = int64(c.p.Model.PtrBits() / 8)
		} else if it.Addend != 0 {
			c.errorf("initial bytes at %d have an addend", it.Offset)
		}
		if it.Global < 0 || int(it.Global) >= len(c.p.Globals) || it.Func < 0 || int(it.Func) >= len(c.p.Funcs) {
			c.errorf("initial value at %d names nothing", it.Offset)
		}
		if it.Offset < end || n > size || it.Offset > size-n {
			c.errorf("initial value at %d overlaps another or leaves the object", it.Offset)
		}
		end = it.Offset + n
	}
}

func (c *checker) function(f *Func) {
	c.f, c.where, c.block, c.index = f, f.Name, 0, 0
	c.ctype(f.CType)
	c.pos(f.Pos)
	seen := make(map[Reg]bool, len(f.Params))
	for _, r := range f.Params {
		if r <= 0 || int(r) >= len(f.Regs) || seen[r] {
			c.errorf("parameter %%%d is no register or appears twice", r)
		}
		seen[r] = true
	}
	for r := 1; r < len(f.Regs); r++ {
		if !validType(f.Regs[r].Type) {
			c.errorf("register %%%d has no type", r)
		}
		c.ctype(f.Regs[r].CType)
	}
	if f.Result != NoType && !validType(f.Result) {
		c.errorf("unknown result type")
	}
	c.role(f)
	if !f.HasBody() {
		if len(f.Consts) > 0 || len(f.Locals) > 1 || len(f.Regs) > len(f.Params)+1 {
			c.errorf("a function without body has constants, locals or registers")
		}
		return
	}
	for l := 1; l < len(f.Locals); l++ {
		loc := &f.Locals[l]
		c.object(loc.Size, loc.Align, loc.Init)
		c.ctype(loc.CType)
		c.pos(loc.Pos)
		if !loc.Initialised && len(loc.Init) > 0 {
			c.errorf("local &%d is not initialised but has an initial value", l)
		}
	}
	c.consts()
	before := len(c.errs)
	for b := 1; b < len(f.Blocks); b++ {
		c.block = BlockID(b)
		for i := range f.Blocks[b].Instrs {
			c.index = i + 1
			c.instr(&f.Blocks[b].Instrs[i])
		}
		c.index = len(f.Blocks[b].Instrs) + 1
		c.term(&f.Blocks[b].Term)
	}
	c.block, c.index = 0, 0
	if len(c.errs) == before {
		c.loops()
	}
	c.sections()
}

// loops checks that every loop has one entry. The function's targets are in order.
func (c *checker) loops() {
	if from, to := c.f.SideEntry(); from != 0 {
		c.block = from
		c.errorf("control goes back to b%d, which is not the only entry of the loop", to)
		c.block = 0
	}
}

func validType(t Type) bool {
	switch {
	case t == F32, t == F64, t == Ptr:
		return true
	case t&^0xff == classInt:
		return t&0xff >= 1 && t&0xff <= 128
	}
	return false
}

// consts checks that the constants are normal, distinct and in the order of
// their first mention, which Canonicalise establishes.
func (c *checker) consts() {
	f := c.f
	seen := make(map[Const]bool, len(f.Consts))
	for i, k := range f.Consts {
		if !validType(k.Type) || k.Normal(c.p.Model) != k || seen[k] {
			c.errorf("constant %d is not normal or not unique", i)
		}
		seen[k] = true
	}
	next := 0
	for o := range f.Operands() {
		if !o.IsConst() {
			continue
		}
		if o.Const() > next {
			c.errorf("constant %d is mentioned before constant %d (Canonicalise orders them)", o.Const(), next)
		}
		next = max(next, o.Const()+1)
	}
	if next != len(f.Consts) {
		c.errorf("%d constants, of which %d are mentioned", len(f.Consts), next)
	}
}

// sections checks that a function's model sections are balanced: every path to
// a block has entered equally many, and none is open at a return. (User
// sections may be opened in one function and closed in another.)
func (c *checker) sections() {
	f := c.f
	depth := make([]int, len(f.Blocks))
	work := []BlockID{1}
	depth[1] = 1 // one more than the number of open sections; zero: not reached
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		c.block = b
		d := depth[b]
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if SectionKind(in.Sub) != ModelSection {
				continue
			}
			switch in.Op {
			case OpAtomicBegin:
				d++
			case OpAtomicEnd:
				if d--; d < 1 {
					c.errorf("model section ends without a begin")
					return
				}
			}
		}
		t := &f.Blocks[b].Term
		if t.Op == TermRet && d != 1 {
			c.errorf("model section is open at a return")
		}
		for _, to := range t.Targets {
			switch {
			case to <= 0 || int(to) >= len(f.Blocks):
			case depth[to] == 0:
				depth[to] = d
				work = append(work, to)
			case depth[to] != d:
				c.errorf("b%d is reached inside and outside a model section", to)
				return
			}
		}
	}
	c.block = 0
}
