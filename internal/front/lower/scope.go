package lower

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// scope is a block of the source while it is lowered, or an implicit one.
//
// An object in memory is entered at its declaration and left on every way out of the scope. A jump
// past the declaration enters it as well, without value. If a label of the block precedes the
// declaration, a jump back may execute the declaration again, but the object stays the same (C11
// 6.2.4). Therefore it is hoisted: it is entered at the start of the block instead. So is a compound
// literal that is evaluated again (C11 6.5.2.5p16). An array of variable length is not: a jump to
// before its declaration ends it (C11 6.2.4p7).
type scope struct {
	parent   *scope
	labelled bool // a jump back inside the scope may repeat a part of it
	hoisted  []*tree.Object
	declared []declaration // in order of declaration
}

type declaration struct {
	object *tree.Object // nil for a compound literal
	v      *variable
}

func (s *scope) declare(o *tree.Object, v *variable) {
	s.declared = append(s.declared, declaration{o, v})
}

// snapshot is a point of the program as the scopes see it: a chain of scopes
// and how many objects of each were declared there.
type snapshot struct {
	scopes []*scope // innermost first
	counts []int
}

func (s *scope) snapshot() snapshot {
	var n snapshot
	for ; s != nil; s = s.parent {
		n.scopes = append(n.scopes, s)
		n.counts = append(n.counts, len(s.declared))
	}
	return n
}

// count returns how many objects of s were declared at n; ok is false when n is
// outside of s.
func (n snapshot) count(s *scope) (count int, ok bool) {
	for i, t := range n.scopes {
		if t == s {
			return n.counts[i], true
		}
	}
	return 0, false
}

// push opens a scope for a block, or an implicit one when b is nil.
func (f *function) push(b *tree.Block) {
	f.scope = &scope{parent: f.scope}
	if b == nil {
		return
	}
	label := false
	for _, s := range b.Stmts {
		label = label || holdsLabel(s)
		if d := declOf(s); label && d != nil && !d.Object.Static && d.Object.VLASize == nil {
			f.scope.hoisted = append(f.scope.hoisted, d.Object)
		}
		if label {
			f.hoistLiterals(s)
		}
	}
	f.scope.labelled = label
	f.births(f.scope.hoisted)
}

// hoistLiterals hoists the compound literals of a statement whose scope is the current one.
func (f *function) hoistLiterals(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.Labeled:
		f.hoistLiterals(s.Stmt)
	case *tree.Case:
		f.hoistLiterals(s.Stmt)
	case *tree.ExprStmt:
		f.hoistLiteralsOf(s.X)
	case *tree.Return:
		f.hoistLiteralsOf(s.X)
	case *tree.GotoPtr:
		f.hoistLiteralsOf(s.X)
	case *tree.Decl:
		f.hoistLiteralsOf(s.Object.VLASize)
		if s.Object.Init != nil && !s.Object.Static {
			f.hoistItems(s.Object.Init.Items)
		}
	}
}

func (f *function) hoistItems(items []tree.InitItem) {
	for i := range items {
		f.hoistLiteralsOf(items[i].Value)
	}
}

// hoistLiteralsOf hoists the compound literals of an expression, which may be nil.
func (f *function) hoistLiteralsOf(e tree.Expr) {
	if e == nil {
		return
	}
	if l, ok := e.(*tree.CompoundLit); ok && l.Object.Init != nil {
		if !l.Temporary {
			f.newLocal(l.Object)
			f.scope.hoisted = append(f.scope.hoisted, l.Object)
		}
		f.hoistItems(l.Object.Init.Items)
	}
	for _, x := range tree.Operands(e) {
		f.hoistLiteralsOf(x)
	}
}

// isHoistedLiteral reports whether the object of a compound literal was entered at the start of a scope.
func (f *function) isHoistedLiteral(o *tree.Object) bool {
	for s := f.scope; s != nil; s = s.parent {
		if s.isHoisted(o) {
			return true
		}
	}
	return false
}

// renew ends the instance that a jump back within the scope may have left of a
// Local that is about to be entered.
func (f *function) renew(v *variable) {
	if f.scope.labelled {
		f.b.Leave(v.local)
	}
}

// declOf returns the declaration that a statement is, behind labels.
func declOf(s tree.Stmt) *tree.Decl {
	for {
		switch t := s.(type) {
		case *tree.Decl:
			return t
		case *tree.Labeled:
			s = t.Stmt
		case *tree.Case:
			s = t.Stmt
		default:
			return nil
		}
	}
}

// variable returns where an automatic object lives.
func (f *function) variable(o *tree.Object) *variable {
	v := f.vars[o]
	if v == nil {
		if f.inMemory(o) {
			return f.newLocal(o)
		}
		v = &variable{reg: f.b.NewReg(irType(f.model, o.Type), o.Name, f.types.id(o.Type))}
		f.stable[v.reg] = true
		f.vars[o] = v
	}
	return v
}

// births brings objects to life without a value.
func (f *function) births(objects []*tree.Object) {
	for _, o := range objects {
		f.birth(o)
	}
}

// birth brings an object to life without a value. The choice of a value for a register variable is
// dropped later if it is never visible (uninit.go).
func (f *function) birth(o *tree.Object) {
	v := f.variable(o)
	if v.reg == 0 {
		f.enter(v)
		return
	}
	f.choose[v.reg] = true
	f.b.Emit(ir.Instr{Op: ir.OpChoose, Sub: uint8(ir.ChooseUninit), Type: f.b.F.Regs[v.reg].Type, Dst: v.reg})
}

// pop closes the current scope, ending its objects.
func (f *function) pop() {
	n := f.scope.snapshot()
	f.unwind(n, f.scope.parent)
	f.scope = f.scope.parent
}

// unwind ends, innermost first, the objects that are alive at a point and belong neither to the scope
// outer nor to one around it; a nil outer ends all of them.
func (f *function) unwind(at snapshot, outer *scope) {
	for i, s := range at.scopes {
		if s == outer {
			return
		}
		done := make(map[*variable]bool)
		for j := at.counts[i] - 1; j >= 0; j-- {
			d := s.declared[j]
			if d.object != nil && d.object.Cleanup != nil {
				f.cleanup(d)
			}
			if d.v.local != 0 {
				f.b.Leave(d.v.local)
				done[d.v] = true
			}
		}
		for j := len(s.hoisted) - 1; j >= 0; j-- {
			if v := f.vars[s.hoisted[j]]; v.local != 0 && !done[v] {
				f.b.Leave(v.local)
			}
		}
	}
}

// cleanup calls the function of an object's cleanup attribute.
func (f *function) cleanup(d declaration) {
	f.passFrame(d.object.Cleanup)
	id := f.lowerer.function(d.object.Cleanup)
	f.b.Call(id, f.signature(d.object.Cleanup.Type).result, d.v.addr)
}

// enterTo brings to life the objects whose declarations a jump passes: they are declared at the target
// and were not declared at the source.
func (f *function) enterTo(from, to snapshot) {
	for i := len(to.scopes) - 1; i >= 0; i-- {
		s := to.scopes[i]
		n, inside := from.count(s)
		if !inside {
			f.births(s.hoisted)
		}
		for j := n; j < to.counts[i]; j++ {
			if o := s.declared[j].object; o != nil && !s.isHoisted(o) {
				f.birth(o)
			}
		}
	}
}

func (s *scope) isHoisted(o *tree.Object) bool {
	return slices.Contains(s.hoisted, o)
}

// leaveBack ends the objects that a jump to an earlier point of a scope passes: arrays of variable length end (C11 6.2.4p7), and
// cleanups run, as in gcc.
func (f *function) leaveBack(from, to snapshot) {
	s := common(from, to)
	if s == nil {
		return
	}
	last, _ := from.count(s)
	first, _ := to.count(s)
	for j := last - 1; j >= first; j-- {
		d := s.declared[j]
		if d.object == nil {
			continue
		}
		if d.object.Cleanup != nil {
			f.cleanup(d)
		}
		if d.object.VLASize != nil {
			f.b.Leave(d.v.local)
		}
	}
}

// common returns the innermost scope around both points.
func common(from, to snapshot) *scope {
	for _, s := range to.scopes {
		if _, ok := from.count(s); ok {
			return s
		}
	}
	return nil
}

// holdsLabel reports whether a statement contains a label of goto.
func holdsLabel(s tree.Stmt) bool {
	switch s := s.(type) {
	case *tree.Block:
		if slices.ContainsFunc(s.Stmts, holdsLabel) {
			return true
		}
	case *tree.If:
		return holdsLabel(s.Then) || s.Else != nil && holdsLabel(s.Else)
	case *tree.Loop:
		return holdsLabel(s.Body)
	case *tree.Switch:
		return holdsLabel(s.Body)
	case *tree.Case:
		return holdsLabel(s.Stmt)
	case *tree.Labeled:
		return true
	}
	return false
}
