package threads

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// shape confirms that a proof is about the program, that is, that its parts fit the program text. It
// fills in the tables.
func (c *checker) shape() error {
	a := c.proof
	if len(a.Nodes) == 0 || len(a.Threads) < 2 || len(a.Objects) == 0 || len(a.Cells) == 0 || len(a.Returns) != len(a.Nodes) ||
		len(a.Seen) != len(a.Threads) || len(a.Left) != len(a.Threads) || len(a.Appear) != len(a.Threads) {
		return errors.New("parts are missing")
	}
	for n := 1; n < len(a.Nodes); n++ {
		x := &a.Nodes[n]
		if x.Func < 1 || int(x.Func) >= len(c.prog.Funcs) || !c.prog.Funcs[x.Func].HasBody() || !c.isThread(x.Thread) {
			return fmt.Errorf("node %d is no function of the program", n)
		}
		for _, at := range x.Callers {
			if in := c.instr(at); in == nil || in.Op != ir.OpCall && in.Op != ir.OpCallPtr {
				return fmt.Errorf("node %d has a caller that is no call", n)
			}
		}
	}
	for t := 1; t < len(a.Threads); t++ {
		if !c.isNode(a.Threads[t].Root) || a.Nodes[a.Threads[t].Root].Thread != threadproof.ThreadID(t) || len(a.Nodes[a.Threads[t].Root].Callers) > 0 {
			return fmt.Errorf("thread %d has no first function", t)
		}
		if len(a.Seen[t]) != len(a.Cells) || len(a.Appear[t]) != len(a.Cells) || len(a.Left[t]) != len(a.Guards) {
			return fmt.Errorf("thread %d shows too little", t)
		}
	}
	if a.Nodes[a.Threads[1].Root].Func != c.prog.Start {
		return errors.New("the main thread begins elsewhere")
	}
	for at, list := range a.Callees {
		in := c.instr(at)
		if in == nil || in.Op != ir.OpCall && in.Op != ir.OpCallPtr {
			return errors.New("a call is none")
		}
		for _, n := range list {
			if !c.isNode(n) || in.Op == ir.OpCall && a.Nodes[n].Func != in.Func || a.Nodes[n].Thread != a.Nodes[at.Node].Thread || !slices.Contains(a.Nodes[n].Callers, at) {
				return errors.New("a call runs another function")
			}
		}
	}
	for at, t := range a.Spawned {
		if in := c.instr(at); in == nil || in.Op != ir.OpSpawn || !c.isThread(t) || a.Nodes[a.Threads[t].Root].Func != in.Func {
			return errors.New("a thread begins elsewhere")
		}
	}
	for _, list := range a.Beside {
		for _, t := range list {
			if !c.isThread(t) {
				return errors.New("a thread is none")
			}
		}
	}
	if err := c.shapeMemory(); err != nil {
		return err
	}
	if err := c.shapeOwns(); err != nil {
		return err
	}
	for at, s := range a.States {
		if c.blockAt(at) == nil || at.Instr != 0 || !c.isState(s, len(c.prog.Funcs[a.Nodes[at.Node].Func].Params)) {
			return errors.New("a state is of no block")
		}
		for r := range s.Regs {
			if r < 1 || int(r) >= len(c.prog.Funcs[a.Nodes[at.Node].Func].Regs) {
				return errors.New("a state is of no register")
			}
		}
		if !c.areOwned(s.Owned, &c.prog.Funcs[a.Nodes[at.Node].Func], len(s.Args)) {
			return errors.New("a lock is of no element")
		}
		if s.Kept != nil && len(s.Kept) != len(s.Args) {
			return errors.New("a state is of other parameters")
		}
		for x, r := range s.Loaded {
			if _, known := s.Regs[r]; !known || !c.isCell(x) || c.proof.Cells[x].Mixed || 8*c.proof.Cells[x].Size != int64(c.prog.Funcs[a.Nodes[at.Node].Func].Regs[r].Type.Bits(c.prog.Model)) {
				return errors.New("a register holds no cell")
			}
		}
	}
	for _, b := range a.Bounds {
		if c.blockAt(b.At) == nil || b.At.Instr != 0 || !c.isNumber(b.At.Node, b.Reg) {
			return errors.New("a bound is of no register")
		}
	}
	for i := range a.CellBounds {
		if !c.isCellBound(&a.CellBounds[i]) {
			return errors.New("a bound is of no part of a global")
		}
	}
	for n, s := range a.Returns {
		if s != nil && (!c.isNode(threadproof.NodeID(n)) || !c.isState(s, len(c.prog.Funcs[a.Nodes[n].Func].Params)) || !c.areOwned(s.Owned, nil, len(s.Args))) {
			return errors.New("a function returns with no state")
		}
	}
	c.findRuns()
	if err := c.shapeKept(); err != nil {
		return err
	}
	return c.shapeCounters()
}

// isNumber reports whether a register of a node holds numbers.
func (c *checker) isNumber(n threadproof.NodeID, r ir.Reg) bool {
	f := &c.prog.Funcs[c.proof.Nodes[n].Func]
	return r > 0 && int(r) < len(f.Regs) && f.Regs[r].Type.IsInt()
}

func (c *checker) isThread(t threadproof.ThreadID) bool {
	return t > 0 && int(t) < len(c.proof.Threads)
}
func (c *checker) isNode(n threadproof.NodeID) bool { return n > 0 && int(n) < len(c.proof.Nodes) }
func (c *checker) isObject(o threadproof.ObjectID) bool {
	return o > 0 && int(o) < len(c.proof.Objects)
}
func (c *checker) isCell(x threadproof.CellID) bool { return x > 0 && int(x) < len(c.proof.Cells) }

func (c *checker) blockAt(at threadproof.At) *ir.Block {
	if !c.isNode(at.Node) {
		return nil
	}
	f := &c.prog.Funcs[c.proof.Nodes[at.Node].Func]
	if at.Block < 1 || int(at.Block) >= len(f.Blocks) {
		return nil
	}
	return &f.Blocks[at.Block]
}

func (c *checker) instr(at threadproof.At) *ir.Instr {
	b := c.blockAt(at)
	if b == nil || at.Instr < 0 || at.Instr >= len(b.Instrs) {
		return nil
	}
	return &b.Instrs[at.Instr]
}

func (c *checker) isState(s *threadproof.State, args int) bool {
	if s == nil || len(s.Mem) != len(c.proof.Cells) || len(s.Args) != args || s.Depth < 0 {
		return false
	}
	for _, h := range s.Held {
		if h.Lock < 0 || h.Lock >= len(c.proof.Locks) {
			return false
		}
	}
	for _, g := range s.Pending {
		if g < 0 || g >= len(c.proof.Guards) {
			return false
		}
	}
	for _, x := range s.Dirty {
		if !c.isCell(x) {
			return false
		}
	}
	for _, o := range s.Fresh {
		if !c.isObject(o) || c.proof.Objects[o].Base == 0 {
			return false
		}
	}
	for _, o := range slices.Concat(s.Alive, s.Loose) {
		if !c.isObject(o) {
			return false
		}
	}
	return true
}

// shapeMemory confirms that objects are the program's, and that no two cells overlap partly.
func (c *checker) shapeMemory() error {
	a := c.proof
	c.globals, c.functions = make(map[ir.GlobalID]threadproof.ObjectID), make(map[ir.FuncID]threadproof.ObjectID)
	c.locals, c.born = make(map[threadLocal]threadproof.ObjectID), make(map[threadproof.At]threadproof.ObjectID)
	c.accesses = make([][]access, len(a.Objects))
	c.parts, c.guards, c.users = make([][]threadproof.CellID, len(a.Objects)), make([][]int, len(a.Cells)), make([]map[threadproof.ThreadID]bool, len(a.Objects))
	for o := 1; o < len(a.Objects); o++ {
		id := threadproof.ObjectID(o)
		c.users[o] = make(map[threadproof.ThreadID]bool)
		if err := c.shapeObject(id, &a.Objects[o]); err != nil {
			return fmt.Errorf("object %d %w", o, err)
		}
	}
	for x := 1; x < len(a.Cells); x++ {
		cell := &a.Cells[x]
		if !c.isObject(cell.Object) || cell.Size < 1 || cell.Step < 0 || cell.Step != 0 && (cell.Off < 0 || cell.Off >= cell.Step) {
			return fmt.Errorf("cell %d is no part of an object", x)
		}
		if cell.Size > 8 && !cell.Mixed || cell.Strong && cell.Step != 0 || !cell.Mixed && cell.Step != 0 && cell.Size > cell.Step {
			return fmt.Errorf("cell %d is several", x)
		}
		for _, y := range c.parts[cell.Object] {
			if other := &a.Cells[y]; !cell.Mixed && !other.Mixed && !apart(cell, other) {
				return fmt.Errorf("cells %d and %d overlap", x, y)
			}
		}
		c.parts[cell.Object] = append(c.parts[cell.Object], threadproof.CellID(x))
	}
	for o := 1; o < len(a.Objects); o++ {
		if r := a.Objects[o].Recent; r != 0 && !c.sameParts(threadproof.ObjectID(o), r) {
			return fmt.Errorf("object %d and its recent one have different cells", o)
		}
	}
	for _, l := range a.Locks {
		if !c.isObject(l.Object) {
			return errors.New("a lock is in no object")
		}
	}
	for g, x := range a.Guards {
		if !c.isCell(x.Cell) || x.Lock < 0 || x.Lock >= len(a.Locks) {
			return errors.New("a guard is none")
		}
		c.guards[x.Cell] = append(c.guards[x.Cell], g)
		if l := &a.Locks[x.Lock]; !l.Excludes && !l.Word {
			return errors.New("a guard excludes no thread")
		}
	}
	return nil
}

func (c *checker) shapeObject(id threadproof.ObjectID, o *threadproof.Object) error {
	if o.Base != 0 {
		if !c.isObject(o.Base) || c.proof.Objects[o.Base].Recent != id || o.Recent != 0 || o.Shared {
			return errors.New("is no recent one")
		}
		return nil
	}
	if o.Recent != 0 && (!c.isObject(o.Recent) || c.proof.Objects[o.Recent].Base != id) {
		return errors.New("has no recent one")
	}
	switch o.Kind {
	case threadproof.Function:
		if o.Func < 1 || int(o.Func) >= len(c.prog.Funcs) {
			return errors.New("is no function")
		}
		c.functions[o.Func] = id
	case threadproof.Global, threadproof.ThreadLocal:
		if o.Global < 1 || int(o.Global) >= len(c.prog.Globals) {
			return errors.New("is no global")
		}
		g := &c.prog.Globals[o.Global]
		if (g.Storage == ir.ThreadLocal) != (o.Kind == threadproof.ThreadLocal) || o.Kind == threadproof.ThreadLocal && !c.isThread(o.Thread) || o.Size > g.Size || o.Recent != 0 {
			return errors.New("is another global")
		}
		if o.Kind == threadproof.Global {
			if c.globals[o.Global] != 0 {
				return errors.New("is a global twice")
			}
			c.globals[o.Global] = id
			return nil
		}
		if c.locals[threadLocal{o.Global, o.Thread}] != 0 {
			return errors.New("is a global twice")
		}
		c.locals[threadLocal{o.Global, o.Thread}] = id
	case threadproof.Local:
		if !c.isNode(o.At.Node) || o.Local < 1 || int(o.Local) >= len(c.prog.Funcs[c.proof.Nodes[o.At.Node].Func].Locals) {
			return errors.New("is no local")
		}
		key := threadproof.At{Node: o.At.Node, Instr: int(o.Local)}
		if c.born[key] != 0 {
			return errors.New("is a local twice")
		}
		c.born[key] = id
	case threadproof.Alloc:
		if in := c.instr(o.At); in == nil || in.Op != ir.OpAlloc || c.born[o.At] != 0 {
			return errors.New("is not allocated")
		}
		c.born[o.At] = id
	default:
		return errors.New("is of no kind")
	}
	return nil
}

// apart reports whether places of two cells are equal or disjoint.
func apart(x, y *threadproof.Cell) bool {
	g := gcd(x.Step, y.Step)
	d := y.Off - x.Off
	if g == 0 {
		return d == 0 && x.Size == y.Size || d >= x.Size || -d >= y.Size
	}
	if d = (d%g + g) % g; d == 0 {
		return x.Size == y.Size
	}
	return d >= x.Size && g-d >= y.Size
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// sameParts reports whether two objects have the same cells in the same order.
func (c *checker) sameParts(o, r threadproof.ObjectID) bool {
	p, q := c.parts[o], c.parts[r]
	for i := range p {
		if i >= len(q) {
			return false
		}
		x, y := c.proof.Cells[p[i]], c.proof.Cells[q[i]]
		if x.Off != y.Off || x.Step != y.Step || x.Size != y.Size || x.Mixed != y.Mixed {
			return false
		}
	}
	return len(p) == len(q)
}

// isQuiet reports whether a function's own instructions leave memory and locks unchanged.
func isQuiet(f *ir.Func) bool {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			switch in := &f.Blocks[b].Instrs[i]; in.Op {
			case ir.OpLoad, ir.OpCall, ir.OpCallPtr, ir.OpAssume, ir.OpAssert, ir.OpChoose, ir.OpChooseRange, ir.OpChooseBit, ir.OpFence, ir.OpOutput:
			default:
				if !in.Op.Computes() {
					return false
				}
			}
		}
	}
	return true
}

// findRuns finds the nodes that a call of each node may run.
func (c *checker) findRuns() {
	next := make([][]threadproof.NodeID, len(c.proof.Nodes))
	for at, list := range c.proof.Callees {
		next[at.Node] = append(next[at.Node], list...)
	}
	c.runs = make([]map[threadproof.NodeID]bool, len(c.proof.Nodes))
	for n := 1; n < len(c.runs); n++ {
		c.runs[n] = scc.Reach(threadproof.NodeID(n), func(m threadproof.NodeID) []threadproof.NodeID { return next[m] })
	}
	c.quiet = make([]bool, len(c.runs))
	for n := 1; n < len(c.runs); n++ {
		c.quiet[n] = true
		for m := range c.runs[n] {
			c.quiet[n] = c.quiet[n] && isQuiet(&c.prog.Funcs[c.proof.Nodes[m].Func])
		}
	}
}
