package pointsto

import (
	"context"
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// Limits of the effort.
const (
	maxSteps   = 4 << 20
	maxVars    = 1 << 20
	maxNodes   = 4000
	maxCalls   = 1 << 18 // of nodes
	manyCalled = 64      // functions that an instruction calls: the further ones share its arguments
	maxCopiers = 3000    // number of nodes from which on the calls of copiers share nodes
	maxWork    = 1 << 27 // of an attempt; another one follows
)

// depths holds the limits on the depth of calls with nodes of their own, in the order in which they are
// tried.
var depths = []int{16, 4, 2, 1, 0}

// solver is the state of the analysis.
type solver struct {
	Result
	ctx             context.Context
	depth           int
	allocators      []bool             // by function
	copiers         []bool             // by function
	plain           bool               // for tests: variables are not united, and no location covers another
	few             bool               // the limit fewLocs holds from the start
	coarse          bool               // the first attempt is the last one
	again           bool               // a function has callers that were not expected: restart
	several         map[ir.FuncID]bool // functions with several callers, one of which has many functions
	agenda          agenda
	equal           [][2]varID // variables to be merged
	waiting         []varID    // with locations to which the uses are to be applied
	steps           int
	limit           int      // of the work of this attempt
	found           int      // the work when that was found
	edges, arranged int      // number of edges, in all and at the last arrangement
	polls           int      // calls of late
	reads           [][]read // by object
	transfers       [][]transfer
	readIDs         map[readKey]varID
	locIDs          map[Loc]LocID
	order           []neighbours // by location
	locsOf          []objectLocs // by object
	cellIDs         map[cellKey]varID
	defined         map[definition]varID
	objIDs          map[objKey]ObjID
	nodeIDs         map[nodeKey]NodeID
	called          map[link]bool
	exact           map[Computation]bool
}

type cellKey struct {
	loc  LocID
	size int64
}

// objKey identifies an object.
type objKey struct {
	kind   Kind
	id     int32 // function, global, local
	thread ThreadID
	at     At // Node 0 for functions and globals
}

// nodeKey identifies a node: by its call, or by its thread if it is shared.
type nodeKey struct {
	fn     ir.FuncID
	at     At
	thread ThreadID
}

// Analyse analyses a program that passed ir.Check. When ctx ends the result is
// Lost.
func Analyse(ctx context.Context, p *ir.Program) *Result { return AnalyseExact(ctx, p, nil) }

// AnalyseExact is Analyse with the knowledge that some computations with integers (Result.Wraps), as
// signed numbers, do not wrap in any execution. Then the factor of an index is the step.
func AnalyseExact(ctx context.Context, p *ir.Program, exact map[Computation]bool) *Result {
	return analyse(ctx, p, solver{exact: exact})
}

// AnalyseWithoutNumbers is Analyse, but pointers that were made from numbers lead nowhere (Result.NoNumbers).
func AnalyseWithoutNumbers(ctx context.Context, p *ir.Program) *Result {
	return analyse(ctx, p, solver{Result: Result{NoNumbers: true}})
}

// AnalyseCoarsely is AnalyseWithoutNumbers with the least precision. It takes a part of the time.
func AnalyseCoarsely(ctx context.Context, p *ir.Program) *Result {
	return analyse(ctx, p, solver{Result: Result{NoNumbers: true}, few: true, coarse: true})
}

// analyse analyses a program with a solver that has its options. Attempts with too many nodes or too much work are
// repeated with less precision.
func analyse(ctx context.Context, p *ir.Program, options solver) *Result {
	views := make([]*ssa.Func, len(p.Funcs))
	recursive, allocators, copiers := callsItself(p), findAllocators(p), findCopiers(p)
	several := make(map[ir.FuncID]bool)
	few, k := options.few, 0
	if options.coarse {
		k = len(depths) - 1
	}
	for {
		s := &solver{
			Result: Result{Program: p, NoNumbers: options.NoNumbers, Views: views, Wraps: make(map[Computation]bool), calls: make(map[At][]NodeID), spawns: make(map[At]ThreadID), recursive: recursive},
			ctx:    ctx,
			depth:  depths[k], allocators: allocators, copiers: copiers, plain: options.plain, few: few, exact: options.exact, limit: maxWork,
			locIDs: make(map[Loc]LocID), readIDs: make(map[readKey]varID), cellIDs: make(map[cellKey]varID), defined: make(map[definition]varID),
			objIDs: make(map[objKey]ObjID), nodeIDs: make(map[nodeKey]NodeID),
			called: make(map[link]bool), several: several,
		}
		if options.limit != 0 {
			s.limit = options.limit
		}
		last := s.depth == 0 && few
		if last {
			s.limit = math.MaxInt
		}
		s.run()
		switch {
		case ctx.Err() != nil:
			if s.again {
				s.lose("there was no time")
			}
			return &s.Result
		case s.work > s.limit:
			few = true
			k = min(max(k+1, len(depths)-2), len(depths)-1)
		case (len(s.Nodes) > maxNodes || len(s.called) > maxCalls) && s.depth > 0:
			k++
		case !s.again: // else parameters of recursive or shared functions were taken to have one caller
			return &s.Result
		}
	}
}

// callsItself returns the functions on cycles of calls by name.
func callsItself(p *ir.Program) map[ir.FuncID]bool {
	edges := make([][]ir.FuncID, len(p.Funcs))
	for f := range p.Funcs {
		for _, in := range p.Funcs[f].Instrs() {
			if in.Op == ir.OpCall {
				edges[f] = append(edges[f], in.Func)
			}
		}
	}
	recursive := make(map[ir.FuncID]bool)
	for _, part := range scc.Components(edges) {
		for _, f := range part {
			if len(part) > 1 || slices.Contains(edges[f], f) {
				recursive[f] = true
			}
		}
	}
	return recursive
}

// run analyses with one limit on depth.
func (s *solver) run() {
	s.Nodes = make([]Node, 1)
	s.Threads = make([]Thread, 1)
	s.Objects = make([]Object, 1)
	s.Locs = make([]Loc, 3)
	s.cells, s.reads, s.transfers = make([][]cell, 1), make([][]read, 1), make([][]transfer, 1)
	s.order, s.locsOf = make([]neighbours, 3), make([]objectLocs, 1)
	s.newVar()
	for g := 1; g < len(s.Program.Globals); g++ {
		if s.Program.Globals[g].Storage != ir.ThreadLocal {
			s.global(ir.GlobalID(g), 0)
		}
	}
	s.Threads = append(s.Threads, Thread{})
	s.Threads[1].Root = s.instantiate(s.Program.Start, 1, nil, true)
	s.solve()
	s.findRecursion()
	s.finish()
}

// finish drops the parts of the variables that only the solver needs.
func (s *solver) finish() {
	for v := range s.vars {
		s.vars[v].compact()
		s.vars[v].out, s.vars[v].uses = nil, nil
	}
	for v := range s.vars {
		s.vars[v].locs = s.vars[s.find(varID(v))].locs
	}
}

// findRecursion finds the functions on cycles of calls. Each of them may have several open activations, not
// only the function at which a cycle closes.
func (s *solver) findRecursion() {
	edges := make([][]NodeID, len(s.Nodes))
	for at, callees := range s.calls {
		edges[at.Node] = append(edges[at.Node], callees...)
	}
	for _, part := range scc.Components(edges) {
		if len(part) == 1 && !slices.Contains(edges[part[0]], part[0]) {
			continue
		}
		for _, n := range part {
			s.recurs(n)
		}
	}
}

// recurs notes that a node's function is recursive.
func (s *solver) recurs(n NodeID) {
	fn := s.Nodes[n].Func
	if s.recursive[fn] {
		return
	}
	s.recursive[fn] = true
	s.restart()
}

// restart notes that another attempt follows.
func (s *solver) restart() {
	if !s.again {
		s.again, s.found = true, s.work
	}
}

func (s *solver) lose(why string) {
	if s.Lost == "" {
		s.Lost = why
	}
}

// object returns the object with a key, and creates it with make if it is new.
func (s *solver) object(key objKey, o Object) (id ObjID, isNew bool) {
	if id, ok := s.objIDs[key]; ok {
		return id, false
	}
	s.Objects = append(s.Objects, o)
	s.cells = append(s.cells, nil)
	s.reads, s.transfers, s.locsOf = append(s.reads, nil), append(s.transfers, nil), append(s.locsOf, objectLocs{})
	id = ObjID(len(s.Objects) - 1)
	s.objIDs[key] = id
	return id, true
}

func (s *solver) start(o ObjID) LocID { return s.loc(Loc{Obj: o}) }

func (s *solver) function(f ir.FuncID) LocID {
	o, _ := s.object(objKey{kind: Function, id: int32(f)}, Object{Kind: Function, Func: f, Bookkeeping: true})
	return s.start(o)
}

// global returns the location of a global; for a thread-local global, that of a thread.
func (s *solver) global(g ir.GlobalID, t ThreadID) LocID {
	gl := &s.Program.Globals[g]
	o := Object{Kind: Global, Global: g, Thread: t, Size: gl.Size, Bookkeeping: gl.Model || gl.Storage == ir.Constant}
	if gl.Storage == ir.ThreadLocal {
		o.Kind = ThreadLocal
	} else {
		o.Thread = 0
	}
	id, isNew := s.object(objKey{kind: o.Kind, id: int32(g), thread: o.Thread}, o)
	if isNew {
		s.initialise(id, gl.Init)
		if gl.External {
			s.add(s.cellAt(s.start(id), max(gl.Size, 1)), Num)
		}
	}
	return s.start(id)
}

// initialise adds the initial contents of an object.
func (s *solver) initialise(o ObjID, items []ir.InitItem) {
	width := int64(s.Program.Model.PtrBits() / 8)
	for i := range items {
		switch it := &items[i]; {
		case it.Global != 0:
			s.add(s.cellAt(s.loc(Loc{Obj: o, Off: it.Offset}), width), s.shifted(s.global(it.Global, 0), it.Addend, 0))
		case it.Func != 0:
			s.add(s.cellAt(s.loc(Loc{Obj: o, Off: it.Offset}), width), s.function(it.Func))
		case large(it.Bytes):
			s.add(s.cellAt(s.loc(Loc{Obj: o, Off: it.Offset}), int64(len(it.Bytes))), Num)
		}
	}
}

// large reports whether bytes may hold a number that is an address. The smallest numbers are no
// addresses.
func large(bytes []byte) bool {
	n := 0
	for _, b := range bytes {
		if b != 0 {
			n++
		}
	}
	return n > 1
}

// instantiate creates a node. own: it is only for the call by which it is reached.
func (s *solver) instantiate(fn ir.FuncID, t ThreadID, by *At, own bool) NodeID {
	f := &s.Program.Funcs[fn]
	if s.Views[fn] == nil {
		s.Views[fn] = ssa.Build(f)
	}
	view := s.Views[fn]
	n := NodeID(len(s.Nodes))
	node := Node{Func: fn, Thread: t, base: varID(len(s.vars))}
	if by != nil {
		node.Callers = []At{*by}
		node.depth = s.Nodes[by.Node].depth + 1
		node.Single = !s.recursive[fn] && own
	}
	s.vars = append(s.vars, make([]variable, len(view.Values))...)
	node.ret = s.newVar()
	s.Nodes = append(s.Nodes, node)
	if len(s.Nodes) > maxNodes && s.depth > 0 {
		s.lose("too many contexts") // Analyse retries with a smaller depth
		return n
	}
	if s.late() {
		return n
	}
	for v := 1; v < len(view.Values); v++ {
		s.value(n, ssa.ValueID(v))
	}
	for _, b := range view.Order {
		for i := range f.Blocks[b].Instrs {
			s.instr(n, b, i)
		}
		if f.Blocks[b].Term.Op == ir.TermRet && f.Blocks[b].Term.HasArg {
			s.connect(s.of(n, view.Term(b)), edge{to: s.Nodes[n].ret})
		}
	}
	return n
}

func (s *solver) of(n NodeID, v ssa.ValueID) varID { return s.Nodes[n].base + varID(v) }

// value adds the locations of values that are not results of instructions.
func (s *solver) value(n NodeID, v ssa.ValueID) {
	view := s.View(n)
	switch d := &view.Values[v]; d.Kind {
	case ssa.Const:
		if c := view.IR.Consts[d.Index]; c.Type.IsInt() && c.Lo>>8 != 0 {
			s.add(s.of(n, v), Num) // a small number is no address
		}
	case ssa.Phi:
		for _, a := range d.Args {
			s.connect(s.of(n, a), edge{to: s.of(n, v)})
		}
	}
}

// call makes a node run a function, and gives it the arguments that do not come with a dispatch. It returns the
// node of the function; 0: it has no body.
func (s *solver) call(at At, fn ir.FuncID, d *dispatch) NodeID {
	if !s.Program.Funcs[fn].HasBody() {
		s.lose("a call of " + s.Program.Funcs[fn].Name + ", which is defined nowhere")
		return 0
	}
	callee := s.calleeOf(at, fn)
	if s.called[link{at, callee}] {
		return callee
	}
	s.called[link{at, callee}] = true
	s.calls[at] = append(s.calls[at], callee)
	if n := &s.Nodes[callee]; len(n.Callers) == 0 || n.Callers[0] != at { // the call for which it was created
		n.Callers = append(n.Callers, at)
	}
	if len(s.called) > maxCalls && s.depth > 0 {
		s.lose("too many contexts") // Analyse retries with a smaller depth
		return callee
	}
	caller := s.View(at.Node)
	in := &caller.IR.Blocks[at.Block].Instrs[at.Instr]
	args := caller.Args(at.Block, at.Instr)
	if in.Op == ir.OpCallPtr {
		args = args[1:]
	}
	view, shares := s.View(callee), s.shares(at, callee)
	for k, v := range view.Values {
		if v.Kind == ssa.Param && v.Index < len(args) && !d.gives(v.Index) {
			a := args[v.Index]
			e := between(caller.Values[a].Type, v.Type, s.of(callee, ssa.ValueID(k)))
			if s.Nodes[callee].Single || shares {
				s.define(s.of(at.Node, a), e)
			} else {
				s.connect(s.of(at.Node, a), e)
			}
		}
	}
	if in.Dst != 0 && view.IR.Result != ir.NoType {
		e := between(view.IR.Result, in.Type, s.of(at.Node, caller.Def(at.Block, at.Instr)))
		if in.Op == ir.OpCall {
			s.define(s.Nodes[callee].ret, e)
		} else {
			s.connect(s.Nodes[callee].ret, e)
		}
	}
	return callee
}

// shares reports whether the parameters of a node are the arguments of a call: it has no other caller so far, and the
// call has many functions, which would have a set each. A further caller starts another attempt.
func (s *solver) shares(at At, callee NodeID) bool {
	n := &s.Nodes[callee]
	if n.shared {
		s.several[n.Func] = true
		s.restart()
	}
	n.shared = n.depth > 0 && len(n.Callers) == 1 && len(s.calls[at]) > manyCalled && !s.several[n.Func]
	return n.shared
}

func (s *solver) calleeOf(at At, fn ir.FuncID) NodeID {
	for n := at.Node; ; n = s.Nodes[n].Callers[0].Node {
		if s.Nodes[n].Func == fn {
			for m := at.Node; m != n; m = s.Nodes[m].Callers[0].Node {
				s.recurs(m)
			}
			s.recurs(n)
			return n
		}
		if len(s.Nodes[n].Callers) == 0 {
			break
		}
	}
	t := s.Nodes[at.Node].Thread
	key := nodeKey{fn: fn, at: at}
	own := s.Nodes[at.Node].depth < s.depth || s.allocators[fn] && (s.depth > 0 || len(s.Nodes) < maxNodes) || s.copiers[fn] && len(s.Nodes) < maxCopiers
	if !own {
		key = nodeKey{fn: fn, thread: t}
	}
	if n, ok := s.nodeIDs[key]; ok {
		return n
	}
	n := NodeID(len(s.Nodes))
	s.nodeIDs[key] = n
	return s.instantiate(fn, t, &at, own)
}

// link is a call of a node.
type link struct {
	at     At
	callee NodeID
}

// spawn makes a node create threads.
func (s *solver) spawn(at At, fn ir.FuncID, arg ssa.ValueID) {
	if !s.Program.Funcs[fn].HasBody() {
		s.lose("a thread of " + s.Program.Funcs[fn].Name + ", which is defined nowhere")
		return
	}
	t := s.threadOf(at)
	s.spawns[at] = t
	if s.Threads[t].Root == 0 {
		s.Threads[t].Root = s.instantiate(fn, t, nil, true)
	}
	root := s.Threads[t].Root
	for k, v := range s.View(root).Values {
		if v.Kind == ssa.Param && v.Index == 0 {
			s.connect(s.of(at.Node, arg), edge{to: s.of(root, ssa.ValueID(k))})
		}
	}
}

// threadOf returns the thread that a spawn instruction of a node creates. A thread that is created at
// the same place of the program as an ancestor is the ancestor's.
func (s *solver) threadOf(at At) ThreadID {
	own := s.Site(at)
	for t := s.Nodes[at.Node].Thread; t > 1; t = s.Threads[t].Parent {
		if c := s.Site(s.Threads[t].Spawn); s.Nodes[c.Node].Func == s.Nodes[own.Node].Func && c.Block == own.Block && c.Instr == own.Instr {
			s.Threads[t].Merged = true
			return t
		}
	}
	s.Threads = append(s.Threads, Thread{Spawn: at, Parent: s.Nodes[at.Node].Thread})
	return ThreadID(len(s.Threads) - 1)
}
