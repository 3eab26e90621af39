package pointsto

import (
	"cmp"
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// The identifiers index slices of Result from 1; 0 names nothing. The main
// thread is thread 1.
type (
	NodeID   int32
	ThreadID int32
	ObjID    int32
	LocID    int32
)

// The locations outside all objects.
const (
	Num  LocID = 1 // not a pointer, but a number that may be an address
	Wild LocID = 2 // any object, any offset
)

// Kind is the origin of an object.
type Kind uint8

// The kinds of object.
const (
	Function Kind = iota
	Global
	ThreadLocal // the instances of the threads of one ThreadID
	Local
	Heap
	Stack // alloca
	Model // allocated by a library model for its own use
)

// Object stands for the objects created at one place.
type Object struct {
	Kind   Kind
	Func   ir.FuncID   // Function
	Global ir.GlobalID // Global, ThreadLocal
	Local  ir.LocalID  // Local, of the node's function
	Thread ThreadID    // ThreadLocal
	Node   NodeID      // where it is created: Local, Heap, Stack, Model
	Block  ir.BlockID
	Instr  int
	Size   int64 // bytes, or -1
	// Bookkeeping: no access to it can race. Such objects are functions, constants, and private objects
	// of library models.
	Bookkeeping bool
	Zeroed      bool // Heap: initialised with zeros
	External    bool // Heap: from an undefined function, with any contents
}

// Loc is a set of bytes that a pointer may point to: Off, and with a Step other
// than 0 every offset in the object that differs from it by a multiple of Step;
// then 0 <= Off < Step.
type Loc struct {
	Obj  ObjID
	Off  int64
	Step int64
}

// Overlap reports whether an access of na bytes at a and one of nb bytes at b may touch the same byte,
// if they access the same instance of one object.
func Overlap(a Loc, na int64, b Loc, nb int64) bool {
	if a.Obj != b.Obj {
		return false
	}
	d := b.Off - a.Off
	g := gcd(a.Step, b.Step)
	if g == 0 {
		return d < na && -d < nb
	}
	d = mod(d, g)
	return d < na || g-d < nb
}

// Outside reports whether every access of n bytes at l lies outside the object.
func (r *Result) Outside(l Loc, n int64) bool {
	o := &r.Objects[l.Obj]
	if o.Kind == Function {
		return true
	}
	if o.Size < 0 {
		return l.Step == 0 && l.Off < 0
	}
	if l.Step == 0 {
		return l.Off < 0 || l.Off+n > o.Size
	}
	return l.Off+n > o.Size
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

func mod(a, m int64) int64 {
	if a %= m; a < 0 {
		a += m
	}
	return a
}

// Node is a function in a context.
type Node struct {
	Func    ir.FuncID
	Thread  ThreadID
	Callers []At // the calls that lead here, in the order in which they were found; none: it is a thread's first function
	// Single: there is one caller, whose argument is the value of the parameter.
	Single bool
	shared bool // its parameters are the arguments of its only caller
	depth  int
	base   varID // of the value 0
	ret    varID
}

// At is an instruction of a node.
type At struct {
	Node  NodeID
	Block ir.BlockID
	Instr int
}

// Compare orders instructions by node, then by their order in its text.
func (a At) Compare(b At) int {
	return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Block, b.Block), cmp.Compare(a.Instr, b.Instr))
}

// Thread stands for the threads that one spawn instruction of a node creates.
type Thread struct {
	Spawn  At // zero for the main thread
	Root   NodeID
	Parent ThreadID
	Merged bool // threads of its own kind, or their descendants, create it, too
}

// Result is the result of the analysis. It is immutable.
type Result struct {
	Program *ir.Program
	Nodes   []Node
	Threads []Thread
	Objects []Object
	Locs    []Loc // entries 1 and 2 are Num and Wild
	Views   []*ssa.Func
	// NoNumbers: pointers that were made from numbers are taken to lead nowhere. So are pointers that the program
	// puts together from pieces. Distances as wide as pointers are taken not to wrap around. Then nothing is
	// proved for other executions.
	NoNumbers bool
	// Lost is the reason why nothing is known; empty: the result is valid.
	Lost string
	// Wraps holds the computations for which a step was reduced because their results may wrap
	// (AnalyseExact).
	Wraps map[Computation]bool

	vars      []variable
	calls     map[At][]NodeID
	spawns    map[At]ThreadID
	cells     [][]cell // by object
	recursive map[ir.FuncID]bool
	work      int // locations and pages passed along edges
}

// Recursive reports whether a thread may have several open activations of a function.
func (r *Result) Recursive(f ir.FuncID) bool { return r.recursive[f] }

// Site returns the innermost place outside the library models from which control reached a place; if
// there are several, the first that was found.
func (r *Result) Site(at At) At {
	for r.Program.Funcs[r.Nodes[at.Node].Func].Model && len(r.Nodes[at.Node].Callers) > 0 {
		at = r.Nodes[at.Node].Callers[0]
	}
	return at
}

// PointsTo returns the possible locations of a value of a node. The caller must not change the slice.
func (r *Result) PointsTo(n NodeID, v ssa.ValueID) []LocID {
	if v == ssa.NoValue {
		return nil
	}
	return r.vars[r.Nodes[n].base+varID(v)].locs
}

// Only returns the location of a pointer of a node that can point to a single place of an object; else 0.
func (r *Result) Only(n NodeID, v ssa.ValueID) (LocID, bool) {
	locs := r.PointsTo(n, v)
	if len(locs) != 1 || locs[0] == Num || locs[0] == Wild || r.Locs[locs[0]].Step != 0 {
		return 0, false
	}
	return locs[0], true
}

// OnlyGlobal is Only for places in globals.
func (r *Result) OnlyGlobal(n NodeID, v ssa.ValueID) (LocID, bool) {
	l, ok := r.Only(n, v)
	if !ok || r.Objects[r.Locs[l].Obj].Kind != Global {
		return 0, false
	}
	return l, true
}

// View returns the values of a node's function.
func (r *Result) View(n NodeID) *ssa.Func { return r.Views[r.Nodes[n].Func] }

// Callees returns the nodes that a call instruction of a node runs.
func (r *Result) Callees(n NodeID, b ir.BlockID, instr int) []NodeID {
	return r.calls[At{n, b, instr}]
}

// Spawned returns the thread that a spawn instruction of a node creates.
func (r *Result) Spawned(at At) ThreadID { return r.spawns[at] }

// Contents calls f with the locations that may be stored in an object.
func (r *Result) Contents(o ObjID, f func(at Loc, size int64, holds []LocID)) {
	for _, c := range r.cells[o] {
		f(r.Locs[c.loc], c.size, r.vars[c.v].locs)
	}
}

// targets returns the objects of locations.
func (r *Result) targets(list []LocID) (out []ObjID) {
	for _, l := range list {
		if l != Num && l != Wild {
			out = append(out, r.Locs[l].Obj)
		}
	}
	return out
}

// held returns the objects to which pointers in an object lead.
func (r *Result) held(o ObjID) (out []ObjID) {
	r.Contents(o, func(_ Loc, _ int64, holds []LocID) { out = append(out, r.targets(holds)...) })
	return out
}

// Reachable returns the objects to which locations lead, directly or through the contents of objects. It
// leaves out the contents of objects for which opaque holds.
func (r *Result) Reachable(from []LocID, opaque func(*Object) bool) map[ObjID]bool {
	return scc.ReachAll(r.targets(from), func(o ObjID) []ObjID {
		if opaque(&r.Objects[o]) {
			return nil
		}
		return r.held(o)
	})
}

// Shared reports, by object, whether threads other than its creator may reach it: globals, the arguments of
// new threads, and the targets of pointers in such objects.
func (r *Result) Shared() []bool {
	var roots []ObjID
	for o := 1; o < len(r.Objects); o++ {
		if r.Objects[o].Kind == Global {
			roots = append(roots, ObjID(o))
		}
	}
	for n := NodeID(1); int(n) < len(r.Nodes); n++ {
		view := r.View(n)
		for at, in := range view.Instrs() {
			if in.Op == ir.OpSpawn {
				roots = append(roots, r.targets(r.PointsTo(n, view.Arg(at.Block, at.Index, 0)))...)
			}
		}
	}
	shared := make([]bool, len(r.Objects))
	for o := range scc.ReachAll(roots, r.held) {
		shared[o] = true
	}
	return shared
}

// Describe returns a description of an object for users. Objects with equal descriptions may differ in the
// calls that lead to them.
func (r *Result) Describe(id ObjID) string {
	o := &r.Objects[id]
	switch o.Kind {
	case Global, ThreadLocal:
		return r.Program.Globals[o.Global].Called()
	case Local:
		f := &r.Program.Funcs[r.Nodes[o.Node].Func]
		return f.Name + "." + f.Locals[o.Local].Name
	case Heap, Stack, Model:
		at := r.Site(At{Node: o.Node, Block: o.Block, Instr: o.Instr})
		f := &r.Program.Funcs[r.Nodes[at.Node].Func]
		place := f.Blocks[at.Block].Instrs[at.Instr].Pos.Text(r.Program.Files)
		return fmt.Sprintf("%s at %s", [...]string{Heap: "the object allocated", Stack: "the object of alloca", Model: "the library's object made"}[o.Kind], place)
	}
	return r.Name(id)
}

// Name returns the name of an object for dumps.
func (r *Result) Name(id ObjID) string {
	switch o := &r.Objects[id]; o.Kind {
	case Function:
		return r.Program.Funcs[o.Func].Name
	case Global:
		return r.Program.Globals[o.Global].Name
	case ThreadLocal:
		return fmt.Sprintf("%s(t%d)", r.Program.Globals[o.Global].Name, o.Thread)
	case Local:
		f := &r.Program.Funcs[r.Nodes[o.Node].Func]
		return fmt.Sprintf("%s.%s(n%d)", f.Name, f.Locals[o.Local].Name, o.Node)
	default:
		return fmt.Sprintf("%s(n%d:b%d:%d)", [...]string{Heap: "heap", Stack: "alloca", Model: "model"}[o.Kind], o.Node, o.Block, o.Instr)
	}
}

// LocName returns the name of a location for messages.
func (r *Result) LocName(id LocID) string {
	switch id {
	case Num:
		return "number"
	case Wild:
		return "anything"
	}
	l := r.Locs[id]
	s := r.Name(l.Obj)
	if l.Off != 0 || l.Step != 0 {
		s += fmt.Sprintf("+%d", l.Off)
	}
	if l.Step != 0 {
		s += fmt.Sprintf("+%d*", l.Step)
	}
	return s
}
