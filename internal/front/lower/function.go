package lower

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// function is the state of lowering one function body. The current block is
// always open: whoever ends one opens the next, which may turn out to be
// unreachable and is dropped at the end.
type function struct {
	*lowerer
	tf     *tree.Function
	b      *ir.FuncBuilder
	sig    signature
	vars   map[*tree.Object]*variable
	scope  *scope
	target *jumpTarget  // the targets of break and continue here
	sw     *switchState // the innermost switch
	labels map[*tree.Label]*labelState
	gotos  []pendingGoto
	result ir.Operand // pointer for a structure result
	area   ir.Operand // pointer to the variable arguments
	frame  ir.Operand // of a function with nested ones (nested.go)
	chain  ir.Operand // the frame of the function around a nested one
	atomic bool       // the body is an atomic section

	stable map[ir.Reg]bool         // variables, and temporaries that have several assignments or uses
	bools  map[ir.Reg]ir.Operand   // the i1 that a temporary extends
	addrs  map[address]ir.Operand  // addresses already computed in the current block
	temps  []ir.LocalID            // structure temporaries of the current full expression
	unused tree.Expr               // the expression whose value is unused
	wary   map[*tree.Object]bool   // variables that may be read unassigned
	eager  map[ir.Reg]*tree.Object // variables that were read to save a branch
	direct map[*tree.Logical]bool  // memo of straight
	choose map[ir.Reg]bool         // registers with a `choose uninit`
	places []int32                 // by block: in the order of the source, from 1
	placed int32                   // how many have one
	ready  map[tree.Expr]readyPart // parts of the expressions being lowered that are evaluated already
	order  orderState

	protected bool // the object being initialised is defined const (protect)
}

// variable is where an automatic object lives: a register, or memory whose
// address is in a register.
type variable struct {
	reg   ir.Reg     // register variable
	addr  ir.Operand // object in memory
	local ir.LocalID // the Local, unless the memory is the caller's
	slot  int        // of a captured object: in the frame; 0: none
}

// body lowers the body of a function. A variable that may be unassigned must not be read where C would
// not read it. If a cheap lowering without branches reads such a variable, the function is lowered
// once more without this shortcut.
func (l *lowerer) body(tf *tree.Function) {
	id := l.funcs[tf]
	wary := make(map[*tree.Object]bool)
	for again := true; again; {
		fn := l.prog.Funcs[id] // a copy: l.prog.Funcs may grow meanwhile
		f := newFunction(l, tf, &fn, wary)
		f.lowerBody()
		f.b.Finish()
		places := arrangeBlocks(&fn, f.places)
		again = false
		for _, r := range markUninitialised(&fn, f.choose) {
			if o := f.eager[r]; o != nil {
				wary[o] = true
				again = true
			}
		}
		if again {
			continue
		}
		if !l.opts.KeepCopies {
			removeDead(&fn, l.model)
		}
		markCopies(&fn, l.types.list, l.opts.Library)
		MakeReducible(&fn, places)
		compact(&fn)
		fn.Canonicalise()
		l.prog.Funcs[id] = fn
	}
}

func newFunction(l *lowerer, tf *tree.Function, fn *ir.Func, wary map[*tree.Object]bool) *function {
	return &function{
		lowerer: l, tf: tf, b: ir.NewFuncBuilder(l.model, fn), sig: l.definedSignature(tf), wary: wary,
		vars:   make(map[*tree.Object]*variable),
		labels: make(map[*tree.Label]*labelState),
		stable: make(map[ir.Reg]bool),
		bools:  make(map[ir.Reg]ir.Operand),
		addrs:  make(map[address]ir.Operand),
		choose: make(map[ir.Reg]bool),
		ready:  make(map[tree.Expr]readyPart),
		order:  newOrderState(),
		eager:  make(map[ir.Reg]*tree.Object),
		direct: make(map[*tree.Logical]bool),
	}
}

// lowerBody emits the code of the body, blocks in no particular order.
func (f *function) lowerBody() {
	f.b.Pos = f.tf.Pos
	f.open(f.b.NewBlock())
	f.atomic = IsAtomicName(f.tf.Name) && !f.opts.Library
	f.push(nil)
	f.parameters()
	if isErrorName(f.tf.Name) && !f.opts.Library {
		// Reached through a pointer; direct calls are lowered in place.
		f.fail(verdict.Reach, f.tf.Name+"()")
	}
	f.block(f.tf.Body)
	f.b.Pos = f.tf.Body.End
	f.fallOff()
	f.resolveGotos()
	f.b.F.Unsequenced = f.order.left
}

// IsAtomicName reports whether a function's body is an atomic section because
// of its name (semantics 4).
func IsAtomicName(name string) bool {
	return strings.HasPrefix(name, "__VERIFIER_atomic_") &&
		name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end"
}

// open makes a block the current one. Blocks are first opened in the order of the source.
func (f *function) open(b ir.BlockID) {
	f.b.SetBlock(b)
	if n := len(f.b.F.Blocks); n > len(f.places) {
		f.places = slices.Grow(f.places, n-len(f.places))[:n]
	}
	if f.places[b] == 0 {
		f.placed++
		f.places[b] = f.placed
	}
	clear(f.addrs)
}

// openNew opens a new block and returns it.
func (f *function) openNew() ir.BlockID {
	b := f.b.NewBlock()
	f.open(b)
	return b
}

// jump ends the current block with a jump, and opens a block that is not reached yet.
func (f *function) jump(to ir.BlockID) {
	f.b.Br(to)
	f.openNew()
}

// stop ends the current block at a place where control cannot continue.
func (f *function) stop() {
	f.b.Unreachable()
	f.openNew()
}

// parameters makes registers or Locals of the parameters.
func (f *function) parameters() {
	fn := f.b.F
	fn.Result = f.sig.result
	fn.Variadic = f.sig.variadic
	if f.sig.hidden {
		r := f.b.Param(ir.Ptr, "", 0)
		f.stable[r] = true
		f.result = ir.RegOperand(r)
	}
	regs := make([]ir.Reg, len(f.tf.Params))
	for i, o := range f.tf.Params {
		regs[i] = f.b.Param(paramType(f.model, o.Type), o.Name, f.types.passed(o.Type))
		f.stable[regs[i]] = true
	}
	if f.sig.variadic {
		r := f.b.Param(ir.Ptr, "", 0)
		f.stable[r] = true
		f.area = ir.RegOperand(r)
	}
	f.enterNested()
	if f.atomic {
		f.b.Emit(ir.Instr{Op: ir.OpAtomicBegin, Sub: uint8(ir.UserSection)})
	}
	for i, o := range f.tf.Params {
		switch {
		case o.Type.IsRecord():
			f.vars[o] = &variable{addr: ir.RegOperand(regs[i])}
		case f.inMemory(o):
			v := f.newLocal(o)
			f.enter(v)
			f.scope.declare(o, v)
			f.protected = !f.opts.Library && isConst(o.Type)
			f.b.F.Locals[v.local].ReadOnly = f.protected
			f.initially(func() {
				f.storeScalar(o.Type, v.addr, ir.RegOperand(regs[i]), f.access(place{typ: o.Type.Unqualified(), addr: address{base: v.addr}, align: objectAlign(f.model, o)}))
			})
			f.protected = false
		default:
			f.vars[o] = &variable{reg: regs[i]}
		}
	}
	f.enterFrame()
}

// inMemory reports whether an automatic object needs an address.
func (f *function) inMemory(o *tree.Object) bool {
	return o.AddrTaken || o.Cleanup != nil || !o.Type.IsScalar() || o.Type.IsVolatile() || o.Type.IsAtomic()
}

// fallOff ends the function where control reaches its closing brace. Whether a caller uses
// the result, link knows: it keeps the failing assert or drops it (link/falloff.go).
func (f *function) fallOff() {
	var v ir.Operand
	if f.sig.result != ir.NoType && f.tf.Name != "main" && !f.opts.Library {
		f.b.Emit(ir.Instr{Op: ir.OpAssert, Sub: uint8(verdict.Uninit), Pos: f.b.Pos,
			Args: []ir.Operand{f.boolean(false)}, Text: "the result of " + f.tf.Name})
	}
	switch t := f.sig.result; {
	case t == ir.NoType:
	case f.tf.Name == "main":
		v = f.b.Int(t, 0) // C11 5.1.2.2.3
	default:
		v = f.b.Choose(t, ir.ChooseUninit)
	}
	f.leaveFunction(v)
}

// leaveFunction ends every scope and returns v, if the function has a result.
func (f *function) leaveFunction(v ir.Operand) {
	f.unwind(f.scope.snapshot(), nil)
	if f.atomic {
		f.b.Emit(ir.Instr{Op: ir.OpAtomicEnd, Sub: uint8(ir.UserSection)})
	}
	if f.sig.result == ir.NoType {
		f.b.RetVoid()
	} else {
		f.b.Ret(v)
	}
	f.openNew()
}

// newLocal makes a Local for an object. Its pointer register is assigned by
// each enter.
func (f *function) newLocal(o *tree.Object) *variable {
	l := ir.Local{
		Name: o.Name, Align: objectAlign(f.model, o), CType: f.types.id(o.Type), Pos: o.Pos,
		Volatile: o.Type.IsVolatile(), Size: f.objectSize(o),
	}
	v := f.memory(l)
	v.slot = f.captured[o].slot
	f.vars[o] = v
	return v
}

// memory makes a Local and the register for its address.
func (f *function) memory(l ir.Local) *variable {
	return &variable{local: f.b.NewLocal(l), addr: ir.RegOperand(f.newTemp(ir.Ptr))}
}

// tempMemory makes and enters an unnamed Local of type t, which ends with the
// current full expression.
func (f *function) tempMemory(t *ctype.Type) address {
	v := f.memory(ir.Local{Size: t.Size(f.model), Align: typeAlign(f.model, t), CType: f.types.id(t)})
	f.enter(v)
	f.temps = append(f.temps, v.local)
	return address{base: v.addr}
}

// enter gives a Local a new instance; size is for a variable-length array only.
func (f *function) enter(v *variable, size ...ir.Operand) {
	f.b.Emit(ir.Instr{Op: ir.OpEnter, Type: ir.Ptr, Local: v.local, Dst: v.addr.Reg(), Args: size})
	if v.slot != 0 {
		f.showCaptured(v, v.slot)
	}
}

// fullExpr lowers a full expression and ends its temporaries.
func (f *function) fullExpr(lower func()) {
	outer := f.temps
	f.temps = nil
	lower()
	f.leaveTemps()
	f.temps = outer
}

func (f *function) leaveTemps() {
	for i := len(f.temps) - 1; i >= 0; i-- {
		f.b.Leave(f.temps[i])
	}
}
