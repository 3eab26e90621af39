package threads

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// contents returns the contents of a cell as a value. The value may have no alternative that holds.
func (e *exec) contents(x threadproof.CellID) *sval {
	m := &e.st.mem[x]
	if m.v == nil {
		m.v = e.among(m.sets, uint(8*e.cell(x).Size))
	}
	return m.v
}

// put sets the contents of a cell.
func (e *exec) put(x threadproof.CellID, v *sval) {
	e.c.noteChange(e, x)
	e.st.mem[x].v = v
}

// extend adds sets to the possible contents of a cell.
func (e *exec) extend(x threadproof.CellID, sets []*threadproof.Value) {
	m := &e.st.mem[x]
	var more []*threadproof.Value
	for _, v := range sets {
		m.unwritten = m.unwritten || v.Unwritten
		if v.Empty() {
			continue
		}
		if m.v == nil && anyHas(m.sets, v) {
			continue
		}
		more = append(more, v)
	}
	switch {
	case len(more) == 0:
	case m.v == nil:
		m.sets = append(m.sets[:len(m.sets):len(m.sets)], more...)
	default:
		m.v = e.ite(e.maybe(), m.v, e.among(more, m.v.width))
	}
}

func anyHas(sets []*threadproof.Value, v *threadproof.Value) bool {
	return slices.ContainsFunc(sets, v.Within)
}

// initially returns the contents of a cell when its object is created.
func (c *checker) initially(x threadproof.CellID) *threadproof.Value {
	v, known := c.initial[x]
	if !known {
		v = c.findInitial(x)
		c.initial[x] = v
	}
	return v
}

func (c *checker) findInitial(x threadproof.CellID) *threadproof.Value {
	cell := &c.proof.Cells[x]
	o := &c.proof.Objects[cell.Object]
	any := anyNumber()
	noValue := anyNumber()
	noValue.Uninit = true
	var init []ir.InitItem
	size := o.Size
	switch o.Kind {
	case threadproof.Global, threadproof.ThreadLocal:
		g := &c.prog.Globals[o.Global]
		if g.External {
			return any
		}
		init, size = g.Init, g.Size
	case threadproof.Local:
		l := &c.prog.Funcs[c.proof.Nodes[o.At.Node].Func].Locals[o.Local]
		if !l.Initialised {
			return noValue
		}
		init, size = l.Init, l.Size
	default:
		switch ir.AllocKind(c.instr(o.At).Sub) {
		case ir.ExternalObject:
			return any
		case ir.HeapZero:
		default:
			return noValue
		}
	}
	if cell.Step == 0 {
		return c.initialBytes(init, cell.Off, cell.Size)
	}
	if len(init) == 0 {
		return exactly(0, cell.Size)
	}
	out := &threadproof.Value{}
	for off, k := cell.Off, 0; off+cell.Size <= size; off, k = off+cell.Step, k+1 {
		if k == maxElements {
			return any
		}
		out = union(out, c.initialBytes(init, off, cell.Size))
	}
	return out
}

// maxElements bounds the number of elements of an array whose initial values are read.
const maxElements = 1 << 12

func anyNumber() *threadproof.Value {
	return &threadproof.Value{Number: true, SLo: -1 << 63, SHi: 1<<63 - 1, UHi: ^uint64(0)}
}

// exactly returns the set of one number of size bytes.
func exactly(bits uint64, size int64) *threadproof.Value {
	w := uint(8 * size)
	bits &= ones(w)
	s := int64(bits<<(64-w)) >> (64 - w)
	return &threadproof.Value{Number: true, SLo: s, SHi: s, ULo: bits, UHi: bits}
}

// union returns a set that includes both sets, neither of which has a step.
func union(x, y *threadproof.Value) *threadproof.Value {
	out := *x
	switch {
	case !y.Number:
	case !x.Number:
		out.Number, out.SLo, out.SHi, out.ULo, out.UHi = true, y.SLo, y.SHi, y.ULo, y.UHi
		out.Known, out.Last = y.Known, y.Last
	default:
		out.Known, out.Last = commonBits(x, y)
		out.SLo, out.SHi = min(x.SLo, y.SLo), max(x.SHi, y.SHi)
		out.ULo, out.UHi = min(x.ULo, y.ULo), max(x.UHi, y.UHi)
	}
	out.Targets = append(out.Targets[:len(out.Targets):len(out.Targets)], y.Targets...)
	return &out
}

// commonBits returns the last bits that all numbers of two sets have in common, and how many.
func commonBits(x, y *threadproof.Value) (known int, last uint64) {
	n, a := x.LastBits()
	m, b := y.LastBits()
	known = min(n, m, bits.TrailingZeros64(a^b), 63)
	return known, a & (1<<known - 1)
}

// initialBytes returns the contents that items give to size bytes at an offset.
func (c *checker) initialBytes(items []ir.InitItem, off, size int64) *threadproof.Value {
	var bytes [8]byte
	if size > 8 {
		return anyNumber()
	}
	width := int64(c.prog.Model.PtrBits() / 8)
	for i := range items {
		it := &items[i]
		n := int64(len(it.Bytes))
		address := it.Global != 0 || it.Func != 0
		if address {
			n = width
		}
		switch {
		case it.Offset >= off+size || it.Offset+n <= off:
			continue
		case address && (it.Offset != off || size != width):
			return anyNumber()
		case address:
			o := c.functions[it.Func]
			if it.Global != 0 {
				o = c.globals[it.Global]
			}
			if o == 0 {
				return anyNumber()
			}
			return &threadproof.Value{Targets: []threadproof.Target{{Object: o, Lo: it.Addend, Hi: it.Addend}}}
		}
		for k := max(it.Offset, off); k < min(it.Offset+n, off+size); k++ {
			bytes[k-off] = it.Bytes[k-it.Offset]
		}
	}
	return exactly(binary.LittleEndian.Uint64(bytes[:]), size)
}

// fits returns whether n bytes at an offset are within an object.
func (e *exec) fits(o threadproof.ObjectID, off term.ID, n int64) term.ID {
	size, w := e.object(e.base(o)).Size, e.s.Width(off)
	if bytes, known := e.st.sizes[o]; known && e.s.Width(bytes) == w {
		needs := e.s.Uint(uint64(n), w)
		return e.s.And(e.s.Ule(needs, bytes), e.s.Ule(off, e.s.Sub(bytes, needs)))
	}
	k := boundKey{o, off, n}
	if x, known := e.bounds[k]; known {
		return x
	}
	x := term.False
	if n <= size {
		x = e.unsignedIn(0, uint64(size-n), off, w)
	}
	e.bounds[k] = x
	return x
}

// reach is one target of an access: a cell, if cond holds.
type reach struct {
	cell threadproof.CellID
	cond term.ID
}

// reaches returns the cells that an access of n bytes through a pointer may touch. exact says in which
// executions it touches exactly one of them, as a whole, and that cell is not mixed.
func (e *exec) reaches(a alt, n int64) (list []reach, exact term.ID) {
	exact = term.False
	w := e.s.Width(a.bits)
	for _, x := range e.c.parts[a.object] {
		cell := e.cell(x)
		if cell.Mixed || cell.Size != n {
			continue
		}
		on := e.onPlace(x, a.bits, w)
		if on == term.False {
			continue
		}
		list = append(list, reach{x, on})
		exact = e.s.Or(exact, on)
	}
	return list, exact
}

// onPlace returns whether an offset is a place of a cell.
func (e *exec) onPlace(x threadproof.CellID, off term.ID, w uint) term.ID {
	cell := e.cell(x)
	if cell.Step == 0 {
		return e.s.Eq(off, e.s.Uint(uint64(cell.Off)&ones(w), w))
	}
	out := e.congruent(off, cell.Off, cell.Step, w)
	for _, y := range e.c.parts[cell.Object] {
		if other := e.cell(y); other.Step == 0 && !other.Mixed && other.Size == cell.Size {
			out = e.s.And(out, e.s.Not(e.s.Eq(off, e.s.Uint(uint64(other.Off)&ones(w), w))))
		}
	}
	return out
}

// touches returns whether an access of n bytes at an offset touches a byte of a cell that is not mixed
// without accessing a whole cell.
func (e *exec) touches(a alt, n int64, exact term.ID) term.ID {
	w := e.s.Width(a.bits)
	out := term.False
	for _, x := range e.c.parts[a.object] {
		cell := e.cell(x)
		if cell.Mixed {
			continue
		}
		if cell.Step == 0 {
			out = e.s.Or(out, e.signedIn(cell.Off-n+1, cell.Off+cell.Size-1, a.bits, w))
			continue
		}
		near := term.False
		for d := -n + 1; d < cell.Size; d++ { // where the access begins, from the beginning of the part
			near = e.s.Or(near, e.congruent(a.bits, cell.Off+d, cell.Step, w))
		}
		out = e.s.Or(out, near)
	}
	return e.s.And(out, e.s.Not(exact))
}

// access confirms that an access is to known memory, adds its obligations, and continues only with
// executions in which it is valid (semantics 5).
func (e *exec) access(p *sval, n int64, writes bool) {
	e.judgeAccess(p, n, writes)
	ok := term.True
	for _, a := range p.alts {
		if a.guard == term.False {
			continue
		}
		if a.object == 0 {
			e.cover(e.s.Not(e.s.And(a.guard, e.mayBeAddress(a.bits))), "an access through a number")
			ok = e.s.And(ok, e.s.Not(a.guard))
			continue
		}
		if e.object(a.object).Kind == threadproof.Function {
			ok = e.s.And(ok, e.s.Not(a.guard))
			continue
		}
		e.c.users[e.base(a.object)][e.own] = true
		if writes || e.sizeKnown(a.object) {
			ok = e.s.And(ok, e.s.Implies(a.guard, e.inside(a.object, a.bits, n)))
		}
	}
	e.assume(ok)
}

// mayBeAddress returns whether something may be at the address given by a number. The first page has
// nothing: null pointers and members of a null struct pointer lie there (ir.NullPage). The addresses of
// objects and functions are otherwise unknown.
func (e *exec) mayBeAddress(bits term.ID) term.ID {
	return e.s.Ule(e.s.Uint(ir.NullPage, e.s.Width(bits)), bits)
}

// sizeKnown reports whether the size of an object is one number, the same for all instances.
func (e *exec) sizeKnown(o threadproof.ObjectID) bool {
	switch x := e.object(e.base(o)); x.Kind {
	case threadproof.Global, threadproof.ThreadLocal:
		return true
	case threadproof.Local:
		return e.c.prog.Funcs[e.c.proof.Nodes[x.At.Node].Func].Locals[x.Local].Size > 0
	}
	return false
}

// inside returns whether n bytes at an offset may be within an object. An instance of unknown size may
// be larger than stated.
func (e *exec) inside(o threadproof.ObjectID, off term.ID, n int64) term.ID {
	if !e.sizeKnown(o) {
		return e.s.Sle(e.s.Uint(0, e.s.Width(off)), off)
	}
	x := e.object(e.base(o))
	size := int64(0)
	if x.Kind == threadproof.Local {
		size = e.c.prog.Funcs[e.c.proof.Nodes[x.At.Node].Func].Locals[x.Local].Size
	} else {
		size = e.c.prog.Globals[x.Global].Size
	}
	if n > size {
		return term.False
	}
	return e.unsignedIn(0, uint64(size-n), off, e.s.Width(off))
}

// cover adds a condition; if it fails, the proof is not covered.
func (e *exec) cover(cond term.ID, what string) { e.add(goal{what: what, outside: true}, cond) }

// judgeConst judges a write to variables that are defined const, which does not initialise them.
func (e *exec) judgeConst(p *sval, in *ir.Instr) {
	if !in.Op.Writes() || in.Flags&ir.Initialising != 0 {
		return
	}
	for _, a := range p.alts {
		if a.object == 0 {
			continue
		}
		if o := e.object(e.base(a.object)); o.Kind == threadproof.Local && e.c.prog.Funcs[e.c.proof.Nodes[o.At.Node].Func].Locals[o.Local].ReadOnly ||
			(o.Kind == threadproof.Global || o.Kind == threadproof.ThreadLocal) && e.c.prog.Globals[o.Global].ReadOnly {
			e.oblige(verdict.Memory, e.s.Not(a.guard), "a write to a variable that is defined const")
		}
	}
}

func (e *exec) judgeAccess(p *sval, n int64, writes bool) {
	e.oblige(verdict.Memory, e.s.Not(p.uninit), "an access through a pointer that may have no value")
	for _, a := range p.alts {
		if a.object == 0 {
			e.oblige(verdict.Memory, e.s.Not(a.guard), "an access through what may be null or no pointer")
			continue
		}
		o := e.object(e.base(a.object))
		never := func(what string) { e.oblige(verdict.Memory, e.s.Not(a.guard), what) }
		switch {
		case o.Kind == threadproof.Function:
			never("an access to a function")
			continue
		case writes && o.Kind == threadproof.Global && e.c.prog.Globals[o.Global].Storage == ir.Constant:
			never("a write to a constant")
		case o.Kind == threadproof.ThreadLocal && (o.Thread != e.own || !e.c.proof.Threads[e.own].Once && o.Shared):
			never("an access to another thread's object")
		case o.Kind == threadproof.Local || o.Kind == threadproof.Alloc && ir.AllocKind(e.c.instr(o.At).Sub) == ir.StackObject:
			e.c.used[e.base(a.object)] = true
			if !e.st.alive[e.base(a.object)] {
				never("an access to an object when its scope may have ended")
			}
		}
		e.oblige(verdict.Memory, e.s.Implies(a.guard, e.fits(a.object, a.bits, n)), "an access that may be outside its object")
	}
}

// load executes an instruction that reads.
func (e *exec) load(in *ir.Instr) {
	p := e.operand(in.Args[0])
	n := in.Type.Bytes(e.c.prog.Model)
	w := e.bitsOf(in.Type)
	atomic := in.Op != ir.OpLoad
	e.judgeConst(p, in)
	e.access(p, n, atomic)
	e.touch(p, in)
	if atomic {
		e.enterSection()
	}
	v := e.loaded(in, p, n, w)
	if in.Flags&ir.Copying == 0 {
		e.oblige(verdict.Uninit, e.s.Not(v.uninit), "a read of what may have no value")
	}
	if in.Type.IsFloat() {
		v = &sval{width: w, alts: e.unknown(w).alts, uninit: v.uninit}
	}
	if atomic {
		e.update(in, p, v)
	}
	if in.Dst != 0 {
		e.st.regs[in.Dst] = v
	}
	if atomic {
		e.leaveSection()
	}
}

// loaded returns the value that a load reads through a pointer.
func (e *exec) loaded(in *ir.Instr, p *sval, n int64, w uint) *sval {
	out := e.arbitrary(w)
	if int64(w) != 8*n {
		return out
	}
	for _, a := range p.alts {
		if a.object == 0 {
			continue
		}
		list, _ := e.reaches(a, n)
		for _, r := range list {
			cond := e.s.And(a.guard, r.cond)
			if cond == term.False {
				continue
			}
			v := e.again(in, r.cell, a, cond, e.readOwn(r.cell, a, e.read(r.cell)))
			e.assume(e.s.Implies(cond, e.exists(v)))
			out = e.ite(cond, v, out)
		}
	}
	return out
}

// read returns the value that a thread may find in a cell.
func (e *exec) read(x threadproof.CellID) *sval {
	sets := e.others(x)
	v := e.contents(x)
	if len(sets) > 0 {
		v = e.ite(e.maybe(), v, e.among(sets, v.width))
	}
	born := e.st.mem[x].unwritten
	for _, s := range sets {
		born = born || s.Unwritten
	}
	if born && !e.c.proof.Filled[e.at] {
		first := e.among([]*threadproof.Value{e.c.initially(x)}, v.width)
		if e.c.initially(x).Uninit {
			first = e.arbitrary(v.width)
		}
		v = e.ite(e.maybe(), v, first)
	}
	e.counted(x, v)
	return v
}

// store writes a value through a pointer.
func (e *exec) store(p *sval, v *sval, in *ir.Instr) {
	n := in.Type.Bytes(e.c.prog.Model)
	whole := int64(v.width) == 8*n
	e.keepLoose(p, v, n)
	if e.showsRecent(p, v, n, whole) {
		v = e.exposeAll(v)
		p = e.exposedNow(p)
	}
	for _, a := range p.alts {
		if a.object == 0 || a.guard == term.False || e.object(a.object).Kind == threadproof.Function {
			continue
		}
		list, exact := e.reaches(a, n)
		if !whole {
			list, exact = nil, term.False
		}
		e.cover(e.s.Not(e.s.And(a.guard, e.touches(a, n, exact))), "a write to a part of a cell")
		if e.keepsPrivate(v) && (len(list) == 0 || e.anyShown(list)) {
			e.c.leaveOut("%s: an object that one thread of several of its kind knows is stored", e.c.where(e.at))
		}
		for _, r := range list {
			cond := e.s.And(a.guard, r.cond)
			if cond == term.False {
				continue
			}
			x := v
			if in.Field != (ir.Field{}) {
				old := e.read(r.cell)
				x = &sval{width: v.width, alts: v.alts, uninit: e.s.Or(v.uninit, old.uninit)}
			}
			e.write(r.cell, cond, x)
			e.writeOwn(r.cell, a, cond, x, in)
		}
	}
}

// exposedNow returns a value in which pointers to instances that are no longer recent are pointers to
// their objects.
func (e *exec) exposedNow(v *sval) *sval {
	for _, a := range v.alts {
		if a.object != 0 && e.object(a.object).Base != 0 && !e.st.fresh[a.object] {
			v = e.exposed(v, a.object, e.object(a.object).Base)
		}
	}
	return v
}

// keepsPrivate reports whether a value may point to an object that only one of several threads of a
// kind can reach.
func (e *exec) keepsPrivate(v *sval) bool {
	for _, a := range v.alts {
		if a.object == 0 || a.guard == term.False {
			continue
		}
		if o := e.object(a.object); !o.Shared && o.Base == 0 && o.Kind != threadproof.Function && !e.c.proof.Threads[e.own].Once {
			return true
		}
	}
	return false
}

func (e *exec) anyShown(list []reach) bool {
	for _, r := range list {
		if e.shared(r.cell) {
			return true
		}
	}
	return false
}

// showsRecent reports whether a store may put a pointer to a recent object where other threads find it.
func (e *exec) showsRecent(p, v *sval, n int64, whole bool) bool {
	recent := false
	for _, a := range v.alts {
		recent = recent || a.object != 0 && a.guard != term.False && e.object(a.object).Base != 0
	}
	if !recent {
		return false
	}
	for _, a := range p.alts {
		if a.object == 0 || a.guard == term.False {
			continue
		}
		list, _ := e.reaches(a, n)
		if !whole || len(list) == 0 || e.anyShown(list) || e.hasMixed(a.object) {
			return true
		}
	}
	return false
}

// hasMixed reports whether an object has a cell with unknown contents.
func (e *exec) hasMixed(o threadproof.ObjectID) bool {
	for _, x := range e.c.parts[o] {
		if e.cell(x).Mixed {
			return true
		}
	}
	return false
}

// write changes a cell where cond holds.
func (e *exec) write(x threadproof.CellID, cond term.ID, v *sval) {
	if !e.cell(x).Strong {
		cond = e.s.And(cond, e.maybe())
	}
	e.count(x, cond, v)
	e.overwrites(x, cond)
	e.put(x, e.ite(cond, v, e.contents(x)))
	if !e.shared(x) {
		return
	}
	for _, g := range e.c.guards[x] {
		or(e.s, e.st.pending, g, cond)
	}
	if e.st.depth > 0 {
		or(e.s, e.st.dirty, x, cond)
	}
	if e.alone() {
		return
	}
	for _, g := range e.c.guards[x] {
		if !slices.Contains(e.st.held, threadproof.Hold{Lock: e.c.proof.Guards[g].Lock}) {
			e.require(e.s.Not(cond), "a cell is written without a lock that guards it")
		}
	}
	if e.st.depth == 0 {
		e.require(e.s.Implies(cond, e.within(v, []*threadproof.Value{&e.c.proof.Seen[e.own][x]})), "a write that other threads do not expect")
	}
}
