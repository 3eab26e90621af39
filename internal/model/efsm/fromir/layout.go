package fromir

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// use is an access of a place to bytes of an object.
type use struct {
	off, size int64
	write     bool
	pointer   bool
	model     bool // inside a section of a library model
	thread    *thread
}

// cell is a run of bytes of an object that is always accessed as a whole.
type cell struct {
	object    *object
	off, size int64
	v         efsm.VarID // zero: a constant
	constant  term.ID
	pointer   bool // it is as wide as a pointer in a register
	shared    bool
	sync      bool
	plain     efsm.VarID    // accesses of the program itself to bytes that sections of models use, which can race; 0: there are none
	crossed   [2]efsm.VarID // by writer, the program (0) or sections of models (1): the other may see what it left, without an edge; 0: it cannot
	writers   []*thread
	written   []term.ID // what they write, where their states are made
}

// lock is a lock at an address.
type lock struct {
	off     int64
	threads map[*thread]bool
	shares  bool       // it is held shared somewhere
	taken   bool       // it is acquired somewhere without an edge from its last release
	dropped bool       // it is released somewhere without an edge to the next acquisition
	owner   efsm.VarID // 0: free, else the ThreadID that holds it
	given   efsm.VarID // taken or dropped, and races are looked for: its last release has no edge to the next acquisition
	holders efsm.VarID // how often it is held shared
	own     map[*thread]efsm.VarID
	held    map[*thread]efsm.VarID // of locks that replicas use: the thread holds it; nil: of others
}

// The widths of a lock's variables.
const (
	ownerBits = 8
	holdBits  = 8
)

// target is a byte that a pointer may point to.
type target struct {
	object *object
	off    int64
}

// maxTargets bounds the case distinction of an access. Executions that come to an access of more places
// end there, with a mark.
const maxTargets = 4096

// targets returns the bytes that the values of an operand may point to, where size
// bytes from there are in the object; none if there are more than maxTargets.
func (b *builder) targets(t *thread, c *copied, at ir.At, operand int, size int64) []target {
	seen := make(map[target]bool)
	var list []target
	in := &c.fn.Blocks[at.Block].Instrs[at.Index]
	add := func(o *object, off int64) {
		if o.unsized || o.array != nil {
			off = 0
		} else if off < 0 || off+size > o.size && !(size == 0 && off == 0) {
			return
		}
		if x := (target{o, off}); !seen[x] {
			seen[x] = true
			list = append(list, x)
		}
	}
	for _, n := range c.nodes {
		view := b.points.View(n)
		if !view.Reachable(at.Block) {
			continue
		}
		for _, l := range b.points.PointsTo(n, view.Arg(at.Block, at.Index, operand)) {
			if l == pointsto.Num {
				continue
			}
			if l == pointsto.Wild {
				b.refuse(in.Pos, c.fn.Name, "a pointer that may point anywhere")
			}
			loc := b.points.Locs[l]
			for _, o := range b.instances(t, loc.Obj) {
				if o.array != nil && size > 0 {
					o.array.isAt(loc)
				}
				if loc.Step == 0 || o.unsized || o.array != nil {
					add(o, loc.Off)
					continue
				}
				for off := loc.Off; off+size <= o.size && len(list) <= maxTargets; off += loc.Step {
					add(o, off)
				}
			}
		}
	}
	if len(list) > maxTargets {
		b.crowded[objectKey{copied: c, at: at}] = true
		return nil
	}
	slices.SortFunc(list, func(x, y target) int {
		return cmp.Or(cmp.Compare(x.object.number, y.object.number), cmp.Compare(x.off, y.off))
	})
	return list
}

func (b *builder) findAccesses() {
	for _, t := range b.threads {
		for _, c := range t.copies {
			b.poll()
			for at, in := range c.fn.InstrsOf(c.flow.order) {
				b.findAccess(t, c, at, in)
			}
		}
	}
}

func (b *builder) findAccess(t *thread, c *copied, at ir.At, in *ir.Instr) {
	switch in.Op {
	case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		size := in.Type.Bytes(b.prog.Model)
		for _, x := range b.targets(t, c, at, 0, size) {
			if x.object.unsized {
				x.object.readers[t] = true
				continue
			}
			if x.object.array != nil {
				x.object.readers[t] = true
				x.object.array.isAccessed(size, in.Type.IsPtr())
				continue
			}
			u := use{x.off, size, in.Op != ir.OpLoad, in.Type.IsPtr(), c.inModelSection(at), t}
			if !x.object.used[u] {
				x.object.used[u] = true
				x.object.uses = append(x.object.uses, u)
			}
			if off, n := in.Location(x.off, size); b.opts.Property == verdict.Race && n > size {
				x.object.runs = append(x.object.runs, use{off: off, size: n, thread: t})
			}
		}
	case ir.OpAcquire, ir.OpRelease, ir.OpLockState:
		for _, x := range b.targets(t, c, at, 0, 1) {
			if x.object.unsized || x.object.array != nil {
				continue
			}
			l := x.object.lockAt(x.off)
			l.threads[t] = true
			l.shares = l.shares || in.Op == ir.OpAcquire && ir.LockMode(in.Sub) == ir.Shared
			if c.isSilent(at) && in.Op == ir.OpAcquire {
				l.taken = true
			} else if c.isSilent(at) {
				l.dropped = true
			}
		}
	case ir.OpFree:
		for _, x := range b.targets(t, c, at, 0, 0) {
			x.object.mortal, x.object.freed = !x.object.unsized, true
			x.object.readers[t] = true
		}
	case ir.OpObjectSize:
		for _, x := range b.targets(t, c, at, 0, 0) {
			x.object.readers[t] = true
		}
	case ir.OpLeave:
		for _, o := range b.where[objectKey{thread: t, copied: c, local: in.Local}] {
			o.left = true
			o.mortal = o.mortal || !o.reused && !b.endsWithProcess(t, c, at)
		}
	}
}

// isSilent reports whether an acquire or release of a lock makes no happens-before edge from the last
// release or to the next acquire. Models make the edges next to the operation.
func (c *copied) isSilent(at ir.At) bool {
	list := c.fn.Blocks[at.Block].Instrs
	switch list[at.Index].Op {
	case ir.OpAcquire:
		return !receives(list[at.Index:])
	case ir.OpRelease:
		return !slices.ContainsFunc(list[:at.Index], func(in ir.Instr) bool { return in.Op == ir.OpSend })
	}
	return false
}

// receives reports whether there is an edge of happens-before to one of the instructions.
func receives(list []ir.Instr) bool {
	return slices.ContainsFunc(list, func(in ir.Instr) bool { return in.Op == ir.OpRecv })
}

// endsWithProcess reports whether a scope ends because main returns and the process ends with it.
// Unless memory is checked, this is equivalent to not continuing.
func (b *builder) endsWithProcess(t *thread, c *copied, at ir.At) bool {
	blk := &c.fn.Blocks[at.Block]
	if b.opts.Property == verdict.Memory || t != b.threads[0] || c.times > 1 || len(c.callers) != 1 ||
		c.callers[0].copied != t.root || blk.Term.Op != ir.TermRet {
		return false
	}
	for _, in := range blk.Instrs[at.Index:] {
		if in.Op != ir.OpLeave {
			return false
		}
	}
	for _, other := range t.copies {
		if !other.fn.NoReturn || !other.fn.Model {
			continue
		}
		for _, callees := range other.calls {
			if len(callees) > 0 {
				return false
			}
		}
	}
	return true
}

// inModelSection reports whether a place is inside a section of a library model.
func (c *copied) inModelSection(at ir.At) bool {
	for {
		depth := c.flow.sections[at.Block]
		for i := range at.Index {
			depth += sectionStep(&c.fn.Blocks[at.Block].Instrs[i])
		}
		if depth > 0 {
			return true
		}
		if !c.fn.Model || len(c.callers) != 1 {
			return false
		}
		c, at = c.callers[0].copied, c.callers[0].At
	}
}

func (o *object) lockAt(off int64) *lock {
	for _, l := range o.locks {
		if l.off == off {
			return l
		}
	}
	l := &lock{off: off, threads: make(map[*thread]bool)}
	o.locks = append(o.locks, l)
	return l
}

// layOut cuts objects into cells and makes their variables.
func (b *builder) layOut() {
	for _, o := range b.objects[1:] {
		if o.owner != nil && !o.private && (o.key.global != 0 || o.key.local != 0 && !o.left && !o.reused) {
			o.mortal = true // its life ends with its thread
		}
		slices.SortFunc(o.uses, func(x, y use) int { return cmp.Or(cmp.Compare(x.off, y.off), cmp.Compare(x.size, y.size)) })
		for i := 0; i < len(o.uses); {
			lo, hi, g := o.uses[i].off, o.uses[i].off+o.uses[i].size, o.uses[i].size
			j := i + 1
			for ; j < len(o.uses) && o.uses[j].off < hi; j++ {
				g = gcd(gcd(g, o.uses[j].size), o.uses[j].off-lo)
				hi = max(hi, o.uses[j].off+o.uses[j].size)
			}
			g = gcd(g, hi-lo)
			if g > 16 {
				g = 1
			}
			for at := lo; at < hi; at += g {
				b.addCell(o, at, g, o.uses[i:j])
			}
			i = j
		}
		slices.SortFunc(o.locks, func(x, y *lock) int { return cmp.Compare(x.off, y.off) })
		for _, l := range o.locks {
			b.addLock(o, l)
		}
		if o.array != nil {
			b.layOutArray(o)
		}
		if o.unsized && b.opts.Property == verdict.Race && b.several(o.readers) {
			b.refuse(ir.Pos{}, "", "memory of a size that is no constant, which several threads use")
		}
		if o.mortal && o.merged {
			b.refuse(ir.Pos{}, "", "a descriptor of a thread that is freed")
		}
		if o.mortal {
			if o.owner != nil {
				o.readers[o.owner] = true
			}
			for _, u := range o.uses {
				o.readers[u.thread] = true
			}
			b.sys.FreesShared = b.sys.FreesShared || o.freed && b.several(o.readers)
			o.dead = b.addVar(o.readers, efsm.Var{Name: o.name + ".dead", Sort: term.Bool, Class: efsm.Sync, Init: term.False})
		}
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// addVar adds a variable that some threads access: of one of them if there is only
// one, else a shared one.
func (b *builder) addVar(threads map[*thread]bool, v efsm.Var) efsm.VarID {
	if len(threads) == 1 {
		for t := range threads {
			v.Thread, v.Class = t.id, efsm.Data
		}
	}
	return b.sys.AddVar(v)
}

// addCell adds a cell of an object, given the uses of the run of bytes that it is in.
func (b *builder) addCell(o *object, off, size int64, uses []use) {
	if b.cells++; b.cells > maxCells {
		b.refuse(ir.Pos{}, o.name, "more than %d cells of memory", maxCells)
	}
	c := &cell{object: o, off: off, size: size, sync: o.sync, pointer: size == int64(b.ptr/8)}
	threads := make(map[*thread]bool)
	written := false
	for _, u := range uses {
		if u.off < off+size && off < u.off+u.size {
			threads[u.thread] = true
			written = written || u.write
			if u.write && !slices.Contains(c.writers, u.thread) {
				c.writers = append(c.writers, u.thread)
			}
			c.sync = c.sync || u.model
			c.pointer = c.pointer && u.pointer && u.off == off && u.size == size
		}
	}
	for _, u := range o.runs {
		if u.off < off+size && off < u.off+u.size {
			threads[u.thread] = true
		}
	}
	if b.opts.Property == verdict.Race && o.mortal && o.key.at != (ir.At{}) {
		written = true // free is a write of all bytes
		for t := range o.readers {
			threads[t] = true
		}
	}
	o.cells = append(o.cells, c)
	first := b.firstOf(c)
	exposed := b.opts.Property.IsTemporal() && o.key.global != 0 && !o.sync && b.prog.Globals[o.key.global].Storage == ir.Static
	if !written && first != term.None && !exposed {
		c.constant = first
		return
	}
	if exposed {
		threads[nil] = true // accesses are operations, though by one thread alone (semantics 1.1)
	}
	if o.reused {
		threads[o.owner] = true
	}
	v := efsm.Var{Name: o.name, Sort: term.BV(uint(8 * size)), Init: first}
	if c.pointer {
		v.Sort = term.BV(b.width())
	}
	if off != 0 || size != o.size {
		v.Name = fmt.Sprintf("%s.%d", o.name, off)
	}
	if c.sync {
		v.Class = efsm.Sync
	}
	home := *o.home
	home.Offset, home.Bytes = uint64(off), uint32(size)
	v.Home = &home
	c.v = b.addVar(threads, v)
	c.shared = len(threads) > 1 && !o.merged
	if b.watches(o, off, size) {
		b.watched = append(b.watched, c.v)
	}
	if c.sync && !o.sync && c.shared && b.opts.Property == verdict.Race {
		b.addPlain(c, v.Name, uses)
	}
}

// watches reports whether bytes of an object are among Options.Watched.
func (b *builder) watches(o *object, off, size int64) bool {
	return o.key.global != 0 && slices.ContainsFunc(b.opts.Watched, func(w Watched) bool {
		return w.Global == o.key.global && w.Offset < off+size && off < w.Offset+w.Size
	})
}

// addPlain makes the variables of a cell that sections of models use, and perhaps the program itself.
// The accesses of these sections never race and order nothing.
func (b *builder) addPlain(c *cell, name string, uses []use) {
	var users [2]map[*thread]bool // by whether they are sections of models
	var wrote [2]bool
	for i := range users {
		users[i] = make(map[*thread]bool)
	}
	for _, u := range uses {
		if u.off < c.off+c.size && c.off < u.off+u.size {
			users[toInt(u.model)][u.thread] = true
			wrote[toInt(u.model)] = wrote[toInt(u.model)] || u.write
		}
	}
	if len(users[0]) > 1 && wrote[0] {
		c.plain = b.sys.AddVar(efsm.Var{Name: name + ".plain", Sort: term.Bool, Init: term.False})
	}
	for i, suffix := range []string{".own", ".model"} {
		if wrote[i] && len(users[1-i]) > 0 {
			c.crossed[i] = b.sys.AddVar(efsm.Var{Name: name + suffix, Sort: term.Bool, Class: efsm.Sync, Init: term.False})
		}
	}
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// firstOf returns the first value of a cell, or None if it is any.
func (b *builder) firstOf(c *cell) term.ID {
	first := b.initial(c.object, c.off, c.size)
	if first != term.None && c.pointer {
		return b.terms.Zext(first, b.width())
	}
	return first
}

// initial returns the first value of bytes of an object, or None if it is any.
func (b *builder) initial(o *object, off, size int64) term.ID {
	if o.unknown {
		return term.None
	}
	var bytes [16]byte
	for _, item := range o.init {
		data := item.Bytes
		if item.Global != 0 || item.Func != 0 {
			data = b.initialPointer(o, item)
		}
		for i, x := range data {
			if at := item.Offset + int64(i) - off; 0 <= at && at < size {
				bytes[at] = x
			}
		}
	}
	var w term.Word
	for i := size - 1; i >= 0; i-- {
		w = w.Shl(8).Or(term.WordOf(uint64(bytes[i])))
	}
	return b.terms.Const(w, uint(8*size))
}

func (b *builder) initialPointer(o *object, item ir.InitItem) []byte {
	key := objectKey{fn: item.Func, global: item.Global}
	if item.Global != 0 && b.prog.Globals[item.Global].Storage == ir.ThreadLocal {
		key.thread = o.owner
	}
	addr := uint64(0)
	if list := b.where[key]; len(list) > 0 {
		addr = b.address(list[0], item.Addend)
	} else {
		// No pointer to it exists: a separate object keeps it apart from others.
		b.addObject(key, &object{name: "unused." + strconv.Itoa(len(b.objects)), home: &efsm.Home{}})
		addr = b.address(b.objects[len(b.objects)-1], item.Addend)
	}
	data := make([]byte, b.ptr/8)
	for i := range data {
		data[i] = byte(addr >> (8 * i))
	}
	return data
}

func (b *builder) addLock(o *object, l *lock) {
	name := fmt.Sprintf("%s.lock", o.name)
	if l.off != 0 {
		name = fmt.Sprintf("%s.%d.lock", o.name, l.off)
	}
	l.owner = b.addVar(l.threads, efsm.Var{Name: name, Sort: term.BV(ownerBits), Class: efsm.Sync, Init: b.terms.Uint(0, ownerBits)})
	if (l.taken || l.dropped) && b.opts.Property == verdict.Race {
		l.given = b.addVar(l.threads, efsm.Var{Name: name + ".given", Sort: term.Bool, Class: efsm.Sync, Init: term.False})
	}
	b.addHeld(l, name)
	if !l.shares {
		return
	}
	l.holders = b.addVar(l.threads, efsm.Var{Name: name + ".shared", Sort: term.BV(holdBits), Class: efsm.Sync, Init: b.terms.Uint(0, holdBits)})
	l.own = make(map[*thread]efsm.VarID)
	for _, t := range b.threads {
		own := efsm.Var{Name: name + ".own", Thread: t.id, Sort: term.BV(holdBits), Init: b.terms.Uint(0, holdBits)}
		switch {
		case !l.threads[t]:
		case b.opts.Property == verdict.Deadlock: // others wait for this thread
			own.Name, own.Thread, own.Class = own.Name+"."+strconv.Itoa(int(t.id)), 0, efsm.Sync
			l.own[t] = b.addVar(l.threads, own)
		default:
			l.own[t] = b.sys.AddVar(own)
		}
	}
}

// cellsAt returns the cells that an access covers, lowest first; nil if it does not
// fit them.
func (o *object) cellsAt(off, size int64) []*cell {
	if o.unsized {
		return []*cell{{object: o, size: size}}
	}
	i, found := slices.BinarySearchFunc(o.cells, off, func(c *cell, off int64) int { return cmp.Compare(c.off, off) })
	if !found {
		return nil
	}
	var list []*cell
	for ; size > 0; i++ {
		if i >= len(o.cells) || o.cells[i].off != off || o.cells[i].size > size {
			return nil
		}
		list = append(list, o.cells[i])
		off += o.cells[i].size
		size -= o.cells[i].size
	}
	return list
}
