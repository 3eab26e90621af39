package lower

import (
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// block lowers a compound statement in a scope of its own.
func (f *function) block(b *tree.Block) {
	f.push(b)
	for _, s := range b.Stmts {
		f.stmt(s)
	}
	f.b.Pos = b.End
	f.pop()
}

// bodyStmt lowers a statement that C gives a scope of its own.
func (f *function) bodyStmt(s tree.Stmt) {
	if b, ok := s.(*tree.Block); ok {
		f.block(b)
		return
	}
	f.push(nil)
	if f.scope.labelled = holdsLabel(s); f.scope.labelled {
		f.hoistLiterals(s)
		f.births(f.scope.hoisted)
	}
	f.stmt(s)
	f.pop()
}

func (f *function) stmt(s tree.Stmt) {
	halt.Poll(f.opts.Context)
	if s.Pos().IsValid() {
		f.b.Pos = s.Pos()
	}
	switch s := s.(type) {
	case *tree.Block:
		f.block(s)
	case *tree.Decl:
		f.decl(s.Object)
	case *tree.ExprStmt:
		f.fullExpr(func() { f.discard(s.X) })
	case *tree.If:
		f.ifStmt(s)
	case *tree.Loop:
		f.loop(s)
	case *tree.Switch:
		f.switchStmt(s)
	case *tree.Case:
		f.caseStmt(s)
	case *tree.Labeled:
		f.label(s.Label)
		f.stmt(s.Stmt)
	case *tree.Goto:
		f.gotos = append(f.gotos, pendingGoto{label: s.Label, from: f.scope.snapshot(), block: f.b.Block(), pos: s.P})
		f.openNew()
	case *tree.GotoPtr:
		f.gotoPtr(s)
	case *tree.Break:
		f.leaveTo(f.target, func(t *jumpTarget) ir.BlockID { return t.breaks })
	case *tree.Continue:
		f.leaveTo(f.target, func(t *jumpTarget) ir.BlockID { return t.continues })
	case *tree.Return:
		f.returnStmt(s)
	}
}

// decl lowers the declaration of an automatic object.
func (f *function) decl(o *tree.Object) {
	if o.Static || o.Extern || o.Type.IsFunc() {
		return
	}
	v := f.variable(o)
	hoisted := f.scope.isHoisted(o)
	if v.reg != 0 {
		f.scope.declare(o, v)
		if o.Init == nil {
			f.birth(o)
			return
		}
		for i := range o.Init.Items {
			it := &o.Init.Items[i]
			if readsItself(it.Value, o) {
				f.birth(o)
			}
			f.fullExpr(func() { f.rvalueInto(it.Value, v.reg) })
		}
		return
	}
	if o.VLASize != nil {
		f.fullExpr(func() {
			size := f.resize(f.rvalue(o.VLASize), f.model.PtrInt(), false)
			f.b.Pos = o.Pos
			fits := f.compare(ir.OpSLe, f.b.Int(f.model.PtrInt(), 0), size)
			f.check(fits, verdict.Memory, string(verdict.OutOfBounds))
			f.assume(fits)
			f.renew(v)
			f.enter(v, size)
		})
		f.scope.declare(o, v)
		return
	}
	if o.Init == nil {
		if !hoisted {
			f.enter(v)
		}
		f.scope.declare(o, v)
		return
	}
	rest := o.Init.Items
	defer f.protect(o, v.local)()
	if hoisted {
		f.scope.declare(o, v)
		if !isWhole(o) {
			f.initially(func() { f.clearMemory(address{base: v.addr}, o.Type) })
		}
	} else {
		rest = f.initialBytes(o, v.local)
		f.enter(v)
		f.scope.declare(o, v)
	}
	f.fullExpr(func() {
		defer f.arrangeInit(o.Init)()
		f.initialise(address{base: v.addr}, rest)
	})
}

// readsItself reports whether an initialiser is the object's own value: int x = x.
func readsItself(e tree.Expr, o *tree.Object) bool {
	switch e := e.(type) {
	case *tree.Convert:
		return readsItself(e.X, o)
	case *tree.Load:
		return readsItself(e.X, o)
	case *tree.Ref:
		return e.Object == o
	}
	return false
}

// isWhole reports whether the initialiser covers the object at once: a scalar,
// or a copy of a whole structure.
func isWhole(o *tree.Object) bool {
	items := o.Init.Items
	return len(items) == 1 && items[0].Offset == 0 && items[0].BitField == nil &&
		items[0].Repeat <= 1 && (o.Type.IsScalar() || o.Type.IsRecord() && items[0].Type.IsRecord() && items[0].Type.Record() == o.Type.Record())
}

// initialBytes makes the constant part of an initialiser the value at birth of
// a Local and returns the items that need code.
func (f *function) initialBytes(o *tree.Object, local ir.LocalID) []tree.InitItem {
	if isWhole(o) {
		if _, ok := f.constant(o.Init.Items[0].Value); !ok {
			return o.Init.Items
		}
	}
	img := newImage(f.model)
	var rest []tree.InitItem
	for i := range o.Init.Items {
		it := &o.Init.Items[i]
		c, ok := f.constant(it.Value)
		if !ok || f.overlaps(rest, it) {
			rest = append(rest, *it)
			continue
		}
		img.item(it, c)
	}
	l := &f.b.F.Locals[local]
	l.Initialised = true
	l.Init = img.items()
	return rest
}

// overlaps reports whether an item covers bytes of an earlier one.
func (f *function) overlaps(earlier []tree.InitItem, it *tree.InitItem) bool {
	lo, hi := f.extent(it)
	for i := range earlier {
		if l, h := f.extent(&earlier[i]); l < hi && lo < h {
			return true
		}
	}
	return false
}

// extent returns the bytes that an item covers, from lo to before hi.
func (l *lowerer) extent(it *tree.InitItem) (lo, hi int64) {
	lo, n := it.Offset, int64(0)
	if it.BitField != nil {
		lo, n = it.BitField.UnitOffset, it.BitField.UnitBytes
	} else if it.Type.IsComplete() {
		n = it.Type.Size(l.model)
	}
	return lo, lo + (max(it.Repeat, 1)-1)*it.Stride + n
}

// protect makes a Local read-only if its object is defined const (C11 6.7.3p6), and returns the end of its
// initialiser. The initialiser must store scalars: it does not, where a structure is the result of a call or
// of another expression.
func (f *function) protect(o *tree.Object, local ir.LocalID) (end func()) {
	outer := f.protected
	f.protected = !f.opts.Library && isConst(o.Type)
	for i := range o.Init.Items {
		if it := &o.Init.Items[i]; it.Type.IsRecord() && it.BitField == nil {
			f.protected = false
		}
	}
	f.b.F.Locals[local].ReadOnly = f.protected
	return func() { f.protected = outer }
}

// initially calls emit, whose stores give an object its first value.
func (f *function) initially(emit func()) {
	outer := f.b.Storing
	if f.protected {
		f.b.Storing |= ir.Initialising
	}
	emit()
	f.b.Storing = outer
}

// initialise stores the items of an initialiser into an object.
func (f *function) initialise(to address, items []tree.InitItem) {
	for i := range items {
		it := &items[i]
		f.fullExpr(func() { f.initItem(to, it) })
	}
}

func (f *function) initItem(to address, it *tree.InitItem) {
	p := place{typ: it.Type.Unqualified(), addr: to.plus(it.Offset), align: accessAlign(f.model, it.Type)}
	if it.BitField != nil {
		// The unit's place is relative to the object, not to the record.
		p = f.bitPlace(place{typ: p.typ, addr: to, align: 1}, it.BitField)
	}
	switch {
	case it.Type.IsRecord() && it.BitField == nil:
		f.aggregate(it.Value, p)
		for n := int64(1); n < it.Repeat; n++ {
			f.copyGranules(to.plus(it.Offset+n*it.Stride), p.addr, it.Type, access{}, access{})
		}
		return
	case it.Type.IsArray():
		f.initially(func() { f.storeText(p, it) })
		return
	}
	v := f.rvalue(it.Value)
	f.b.Pos = it.Value.Pos()
	if it.Repeat > granuleLimit {
		f.repeat(it.Repeat, func(index ir.Operand) {
			at := address{base: f.ptrAdd(f.materialise(to.plus(it.Offset)), f.binary(ir.OpMul, 0, index, f.ptrInt(it.Stride)))}
			f.initially(func() { f.store(place{typ: p.typ, addr: at, align: p.align}, v) })
		})
		return
	}
	for n := int64(0); n < max(it.Repeat, 1); n++ {
		q := p
		q.addr.off += n * it.Stride
		f.initially(func() { f.store(q, v) })
	}
}

// storeText copies a string literal into a char array.
func (f *function) storeText(p place, it *tree.InitItem) {
	s, ok := it.Value.(*tree.StringLit)
	if !ok {
		f.unsupported(it.Value.Pos(), "array initialiser")
		return
	}
	n := min(int64(len(s.Bytes)), it.Type.Size(f.model))
	for r := int64(0); r < max(it.Repeat, 1); r++ {
		for i := int64(0); i < n; i++ {
			f.storeTyped(p.addr.plus(r*it.Stride+i), f.b.Int(ir.I8, uint64(s.Bytes[i])), access{Align: 1})
		}
	}
}

func (f *function) ifStmt(s *tree.If) {
	then, end := f.b.NewBlock(), f.b.NewBlock()
	otherwise := end
	if s.Else != nil {
		otherwise = f.b.NewBlock()
	}
	f.push(nil) // the statement is a block (C11 6.8.4p3)
	f.branch(s.C, then, otherwise)
	f.open(then)
	f.bodyStmt(s.Then)
	f.b.Br(end)
	if s.Else != nil {
		f.open(otherwise)
		f.bodyStmt(s.Else)
		f.b.Br(end)
	}
	f.open(end)
	f.pop()
}

// loop lowers while, do and for.
//
//	while, for:  test -> body -> next (step) -> test      do:  body -> next (test) -> body
func (f *function) loop(s *tree.Loop) {
	f.push(nil)
	f.scope.labelled = true // the test and the step are evaluated again
	f.loopInit(s.Init)
	f.hoistLiteralsOf(s.C)
	f.hoistLiteralsOf(s.Step)
	f.births(f.scope.hoisted)
	body, next, end := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	top := body
	if !s.After {
		top = f.b.NewBlock()
	}
	f.b.Br(top)
	if !s.After {
		f.open(top)
		f.loopTest(s, body, end)
	}
	f.open(body)
	f.target = &jumpTarget{outer: f.target, scope: f.scope, breaks: end, continues: next}
	f.bodyStmt(s.Body)
	f.target = f.target.outer
	f.b.Br(next)
	f.open(next)
	if s.Step != nil {
		f.b.Pos = s.Step.Pos()
		f.fullExpr(func() { f.discard(s.Step) })
	}
	if s.After {
		f.loopTest(s, body, end)
	} else {
		f.b.Pos = s.P
		f.b.Br(top)
	}
	f.open(end)
	f.pop()
}

func (f *function) loopTest(s *tree.Loop, body, end ir.BlockID) {
	if s.C == nil {
		f.b.Br(body)
		return
	}
	f.branch(s.C, body, end)
}

// loopInit lowers the first part of a for, whose declarations live in the scope
// of the loop.
func (f *function) loopInit(s tree.Stmt) {
	if b, ok := s.(*tree.Block); ok {
		for _, t := range b.Stmts {
			f.stmt(t)
		}
	} else if s != nil {
		f.stmt(s)
	}
}

func (f *function) returnStmt(s *tree.Return) {
	var v ir.Operand
	outer := f.temps
	f.temps = nil
	switch {
	case s.X == nil:
		if f.sig.result != ir.NoType {
			f.fallOff() // return without a value in a function that has one
			f.temps = outer
			return
		}
	case f.sig.hidden:
		t := f.tf.Type.Result()
		f.aggregate(s.X, place{typ: t, addr: address{base: f.result}})
	case f.sig.result == ir.NoType:
		f.discard(s.X)
	default:
		v = f.rvalue(s.X)
	}
	f.b.Pos = s.P
	f.leaveTemps()
	f.temps = outer
	f.leaveFunction(v)
}
