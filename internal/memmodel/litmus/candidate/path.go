package candidate

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// maxEvents bounds the events of a thread: dependencies are sets of them in a word.
const maxEvents = 64

// maxPaths bounds the paths of a thread.
const maxPaths = 1 << 16

// Unrolled is how often an execution may decide one operation by a value that is read, and maxPassed how often it may pass
// an operation at all. Executions that would do so once more are left out.
const (
	Unrolled  = 4
	maxPassed = 100
)

// access is an event of a path: a load, a store or a fence.
type access struct {
	op               *program.Op
	object           int // None: no memory
	offset           int64
	value            *program.Expr // of a store
	addr, data, ctrl uint64        // the events of the path that it depends on
	partner          int           // of a store: the load with which it is a read-modify-write, or None
}

// path is a way through a thread.
type path struct {
	thread    int
	events    []access
	assumed   []*program.Expr // values that must not be 0
	registers []*program.Expr // at the end
	nodes     []node          // see tear
}

// readOf numbers the reads of all threads.
func readOf(thread, event int) int { return thread*maxEvents + event }

// value is the value of a register, with the events on which it depends.
type value struct {
	*program.Expr
	deps uint64
}

// scope is a part of a program that depends on a branch.
type scope struct {
	end  int // the first operation outside
	deps uint64
}

// walker is at an operation of a thread.
type walker struct {
	*paths
	path
	pc            int
	registers     []value
	ctrl          uint64
	scopes        []scope
	lastAtomic    int
	lastExclusive int
	passed        []int8 // by operation
	decided       []int8 // by operation
}

// paths collects the paths of a thread.
type paths struct {
	test     *program.Test
	code     []program.Op
	pointers []int64 // addresses that an unknown value may be
	all      []*path
	cut      bool // a loop goes on for longer
	err      error
	ctx      context.Context
	begun    int // paths, those that end early too
}

// pathsOf returns the paths of a thread.
func pathsOf(ctx context.Context, test *program.Test, thread int, pointers []int64) (*paths, error) {
	t := &test.Threads[thread]
	p := &paths{test: test, code: t.Code, pointers: pointers, ctx: ctx}
	w := &walker{paths: p, path: path{thread: thread}, lastAtomic: program.None, lastExclusive: program.None, passed: make([]int8, len(t.Code)), decided: make([]int8, len(t.Code))}
	for r := range t.Registers {
		w.registers = append(w.registers, value{program.Number(t.Initial[r]), 0})
	}
	w.run()
	return p, p.err
}

func (w *walker) fork() *walker {
	c := *w
	c.events = slices.Clone(w.events)
	c.assumed = slices.Clone(w.assumed)
	c.registers = slices.Clone(w.registers)
	c.scopes = slices.Clone(w.scopes)
	c.passed = slices.Clone(w.passed)
	c.decided = slices.Clone(w.decided)
	return &c
}

// run follows a path to its end, and the paths that fork from it.
func (w *walker) run() {
	if w.begun++; w.begun%256 == 0 && w.ctx.Err() != nil {
		w.err = context.Cause(w.ctx)
	}
	for w.err == nil {
		w.scopes = slices.DeleteFunc(w.scopes, func(s scope) bool { return s.end == w.pc })
		if w.pc == len(w.code) {
			w.finish()
			return
		}
		if w.passed[w.pc]++; w.passed[w.pc] > maxPassed {
			w.cut = true
			return
		}
		op := &w.code[w.pc]
		w.pc++
		if !w.step(op) {
			return
		}
	}
}

func (w *walker) finish() {
	if len(w.all) == maxPaths {
		w.err = fmt.Errorf("thread P%d has more than %d paths", w.thread, maxPaths)
		return
	}
	p := w.path
	for _, r := range w.registers {
		p.registers = append(p.registers, r.Expr)
	}
	w.all = append(w.all, &p)
}

// fail ends the search with a mistake at an operation.
func (w *walker) fail(op *program.Op, format string, args ...any) bool {
	w.err = &Error{op.At, fmt.Sprintf(format, args...)}
	return false
}

// Error is a mistake at a place of the test.
type Error struct {
	program.Position
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

// eval returns the value of an expression over registers.
func (w *walker) eval(e *program.Expr) value {
	v := value{}
	e.Leaves(func(leaf *program.Expr) { v.deps |= w.registers[leaf.N].deps })
	v.Expr = e.Substitute(func(leaf *program.Expr) *program.Expr { return w.registers[leaf.N].Expr })
	return v
}

// assume drops the path unless e may be true.
func (w *walker) assume(e *program.Expr) bool {
	if e.Op == program.Const {
		return e.N != 0
	}
	w.assumed = append(w.assumed, e)
	return true
}

// decide counts that the operation before pc is decided by a value that is read.
func (w *walker) decide() bool {
	w.decided[w.pc-1]++
	w.cut = w.cut || w.decided[w.pc-1] > Unrolled
	return w.decided[w.pc-1] <= Unrolled
}

func (w *walker) step(op *program.Op) bool {
	switch op.Kind {
	case program.Set:
		w.registers[op.Dst] = w.eval(op.Value)
		if w.registers[op.Dst].TooLarge() {
			return w.fail(op, "a value of more than %d operations", program.MaxSize)
		}
	case program.Jump:
		w.pc = op.Target
	case program.Fork:
		if !w.decide() {
			return false
		}
		other := w.fork()
		other.pc = op.Target
		other.run()
	case program.Assume:
		return w.assume(w.eval(op.Value).Expr)
	case program.Branch:
		return w.branch(op)
	default:
		return w.event(op)
	}
	return true
}

func (w *walker) branch(op *program.Op) bool {
	v := w.eval(op.Value)
	if op.End == program.None {
		w.ctrl |= v.deps
	} else {
		w.scopes = append(w.scopes, scope{op.End, v.deps})
	}
	if v.Op == program.Const {
		if v.N != 0 {
			w.pc = op.Target
		}
		return true
	}
	if op.Target == w.pc {
		return true // both ways are one
	}
	if !w.decide() {
		return false
	}
	other := w.fork()
	if other.assume(program.Not(v.Expr)) {
		other.run()
	}
	w.pc = op.Target
	return w.assume(v.Expr)
}

// event adds the event of a load, a store or a fence, once for each address that it may have.
func (w *walker) event(op *program.Op) bool {
	a := access{op: op, object: program.None, partner: program.None, ctrl: w.ctrl}
	for _, s := range w.scopes {
		a.ctrl |= s.deps
	}
	if op.Addr == nil {
		return w.add(a)
	}
	address := w.eval(op.Addr)
	a.addr = address.deps
	if address.Op == program.Const {
		object, offset, ok := w.test.AtAddress(address.N)
		if !ok || !w.inside(object, offset, op) {
			return w.fail(op, "the address %s is that of no object of %d bytes", w.test.Show(address.N), op.Size)
		}
		a.object, a.offset = object, offset
		return w.add(a)
	}
	if !w.decide() {
		return false
	}
	for _, target := range w.pointers {
		object, offset, _ := w.test.AtAddress(target)
		if !w.inside(object, offset, op) {
			continue
		}
		other := w.fork()
		a := a
		a.object, a.offset = object, offset
		if other.assume(program.Make(program.Eq, address.Expr, program.Number(target))) && other.add(a) {
			other.run()
		}
	}
	return false
}

func (w *walker) inside(object int, offset int64, op *program.Op) bool {
	o := &w.test.Objects[object]
	size := int64(o.Size)
	if !o.Typed {
		size = max(size, 8)
	}
	return offset >= 0 && offset+int64(op.Size) <= size
}

func (w *walker) add(a access) bool {
	if len(w.events) == maxEvents {
		if slices.Max(w.passed) > Unrolled { // in a loop
			w.cut = true
			return false
		}
		return w.fail(a.op, "thread P%d has more than %d events", w.thread, maxEvents)
	}
	n := len(w.events)
	switch a.op.Kind {
	case program.Load:
		if a.op.Dst != program.None {
			w.registers[a.op.Dst] = value{program.ReadOf(readOf(w.thread, n), 8*a.op.Size), 1 << n}
		}
		switch a.op.Pair {
		case program.Atomic:
			w.lastAtomic = n
		case program.Exclusive, program.Conditional:
			w.lastExclusive = n
		}
	case program.Store:
		v := w.eval(a.op.Value)
		a.value, a.data = v.Expr, v.deps
		switch a.op.Pair {
		case program.Atomic:
			a.partner = w.lastAtomic
		case program.Exclusive, program.Conditional:
			return w.conditional(a)
		}
	}
	w.events = append(w.events, a)
	return true
}

// conditional adds a store that may fail: always, and it can succeed only after an exclusive load of the same address.
func (w *walker) conditional(a access) bool {
	n := w.lastExclusive
	w.lastExclusive = program.None
	if n != program.None {
		if load := &w.events[n]; load.object == a.object && load.offset == a.offset && load.op.Size == a.op.Size {
			if !w.decide() {
				return false
			}
			other := w.fork()
			a.partner = n
			other.events = append(other.events, a)
			status := value{program.Number(0), 0}
			if a.op.Pair == program.Conditional {
				status.deps = 1 << len(w.events)
			}
			if a.op.Dst != program.None {
				other.registers[a.op.Dst] = status
			}
			other.run()
		}
	}
	if a.op.Dst != program.None {
		w.registers[a.op.Dst] = value{program.Number(1), 0}
	}
	return true
}

// pointersOf returns the addresses that values of the test may be: those of objects whose address is a value somewhere.
func pointersOf(test *program.Test) []int64 {
	objects := make(map[int]bool)
	note := func(n int64) {
		if object, _, ok := test.AtAddress(n); ok {
			objects[object] = true
		}
	}
	var walk func(e *program.Expr)
	walk = func(e *program.Expr) {
		if e == nil {
			return
		}
		if e.Op == program.Const {
			note(e.N)
		}
		walk(e.A)
		walk(e.B)
		walk(e.C)
	}
	for _, o := range test.Objects {
		for _, i := range o.Initial {
			note(i.Value)
		}
	}
	for _, t := range test.Threads {
		for _, n := range t.Initial {
			note(n)
		}
		for i := range t.Code {
			walk(t.Code[i].Value)
			if a := t.Code[i].Addr; a != nil && a.Op != program.Const {
				walk(a)
			}
		}
	}
	var pointers []int64
	for _, object := range slices.Sorted(maps.Keys(objects)) {
		step, size := 1, test.Objects[object].Size
		if test.Dialect == program.C || test.Dialect == program.Kernel {
			step = 8
		}
		for offset := 0; offset < size; offset += step {
			pointers = append(pointers, program.Address(object)+int64(offset))
		}
	}
	return pointers
}
