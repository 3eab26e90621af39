package link

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// The declared type of an undefined function decides its effects (semantics 14.8): it accesses the objects to
// which its arguments point, and calls the functions that are its arguments.

// maxMembers bounds the members of an object that an undefined function reads or writes.
const maxMembers = 64

// member is a scalar in an object, of which an undefined function knows the type.
type member struct {
	offset int64
	t      *ctype.Type
}

// opaque lists the names of the C library's types whose contents belong to the library.
var opaque = []string{"FILE", "_IO_FILE", "DIR", "__dirstream", "sem_t", "mtx_t", "cnd_t", "once_flag"}

// isOpaque reports whether only the C library uses the contents of objects of a type.
func isOpaque(t *ctype.Type) bool {
	name := t.TypedefName()
	return strings.HasPrefix(name, "pthread_") || slices.Contains(opaque, name) || t.Record() != nil && slices.Contains(opaque, t.Record().Tag)
}

// members lists the first maxMembers scalar members of an object. Unions, atomic members and members of the C
// library's types are left out, because their contents are unknown.
func (m *mover) members(t *ctype.Type, offset int64, list []member) []member {
	switch {
	case len(list) >= maxMembers || !t.IsComplete() || t.IsVariablySized() || t.IsAtomic() || isOpaque(t):
	case t.IsArray():
		for i := int64(0); i < t.Len() && len(list) < maxMembers; i++ {
			list = m.members(t.Elem(), offset+i*t.Elem().Size(m.opts.Model), list)
		}
	case t.IsRecord():
		if t.Record().Union || t.IsVector() || t.IsComplex() {
			return list
		}
		for _, f := range t.Record().Fields() {
			if !f.BitField && f.Variable == nil {
				list = m.members(f.Type, offset+f.Offset, list)
			}
		}
	case t.IsScalar():
		list = append(list, member{offset, t})
	}
	return list
}

// effects emits the accesses and calls of an undefined function, and returns a description of each. literals
// has the numbers of parameters that get constants; they count as pointers to const.
func (m *mover) effects(b *ir.FuncBuilder, sig *ctype.Signature, literals map[int]bool) (does []string) {
	arguments := b.F.Params[len(b.F.Params)-len(sig.Params):]
	if b.F.Variadic {
		arguments = b.F.Params[len(b.F.Params)-1-len(sig.Params):]
	}
	var data []ir.Operand // arguments of the type void *, which functions get that are called back
	for i, param := range sig.Params {
		if param.Type.IsPointer() && param.Type.Elem().IsVoid() {
			data = append(data, ir.RegOperand(arguments[i]))
		}
	}
	var backs []func(how repeat) // calls of the functions that it is passed
	some := ir.Operand(0)        // one of the pointers to them is not null
	passes := func(p ir.Operand, back func(how repeat)) {
		is := b.Compare(ir.OpNe, p, b.Null())
		if len(backs) > 0 {
			is = b.Select(some, some, is)
		}
		some, backs = is, append(backs, back)
	}
	doing := func(text string) {
		if !slices.Contains(does, text) {
			does = append(does, text)
		}
	}
	for i, param := range sig.Params {
		if !param.Type.IsPointer() {
			continue
		}
		p, to := ir.RegOperand(arguments[i]), param.Type.Elem()
		if to.IsFunc() {
			passes(p, func(how repeat) { m.callsBack(b, p, to, data, how) })
			continue
		}
		list := m.members(to, 0, nil)
		tables := slices.DeleteFunc(slices.Clone(list), func(x member) bool { return !x.t.IsFuncPointer() })
		for _, x := range tables {
			passes(p, func(how repeat) {
				b.When(b.Compare(ir.OpNe, p, b.Null()), func() {
					m.callsBack(b, m.read(b, b.Moved(p, x.offset), x.t), x.t.Elem(), data, how)
				})
			})
		}
		if len(list) == len(tables) {
			continue
		}
		b.When(b.Compare(ir.OpNe, p, b.Null()), func() {
			for _, x := range list {
				switch at := b.Moved(p, x.offset); {
				case x.t.IsFuncPointer():
				case to.IsConst() || x.t.IsConst() || literals[i] || x.t.IsPointer() && to.IsRecord():
					m.read(b, at, x.t)
				default:
					doing("writes any values to one object of the declared type behind each argument")
					m.write(b, at, x.t)
				}
			}
		})
	}
	if len(backs) > 0 {
		doing(calls)
	}
	if len(backs) == 1 {
		backs[0](again)
	} else if len(backs) > 1 {
		b.When(some, func() {
			again(b, func() {
				for _, back := range backs {
					back(perhaps)
				}
			})
		})
	}
	return does
}

// bits returns the type of the bytes of a scalar; NoType: it has none.
func (m *mover) bits(t *ctype.Type) ir.Type {
	if t.IsPointer() {
		return ir.Ptr
	}
	switch t.Size(m.opts.Model) {
	case 1:
		return ir.I8
	case 2:
		return ir.I16
	case 4:
		return ir.I32
	case 8:
		return ir.I64
	}
	return ir.NoType
}

// read reads a scalar, which need not have a value.
func (m *mover) read(b *ir.FuncBuilder, at ir.Operand, t *ctype.Type) ir.Operand {
	kind := m.bits(t)
	if kind == ir.NoType {
		return 0
	}
	return b.Emit(ir.Instr{Op: ir.OpLoad, Type: kind, Dst: b.Temp(kind), Args: []ir.Operand{at}, Align: int32(t.Align(m.opts.Model)), Flags: ir.Copying})
}

// write writes any value to a scalar. A pointer stays as it is, is null, or leads to a fresh object.
func (m *mover) write(b *ir.FuncBuilder, at ir.Operand, t *ctype.Type) {
	access := ir.Access{Align: int32(t.Align(m.opts.Model))}
	switch kind := m.bits(t); {
	case kind == ir.NoType:
	case t.IsPointer():
		b.When(b.Choose(ir.I1, ir.ChooseNondet), func() {
			v, _ := m.anyPointer(b, t.Elem())
			b.Store(at, v, access)
		})
	default:
		b.Store(at, anyNumber(b, kind, t.IsBool()), access)
	}
}

// callsBack calls a function of a type, as often as how says, unless the pointer is null. Its pointers to void
// are those of data, if there are any. Its other pointers lead to fresh objects.
func (m *mover) callsBack(b *ir.FuncBuilder, f ir.Operand, t *ctype.Type, data []ir.Operand, how repeat) {
	sig := t.Sig()
	if sig == nil || sig.Variadic {
		return
	}
	b.When(b.Compare(ir.OpNe, f, b.Null()), func() {
		how(b, func() {
			var args []ir.Operand
			result := ir.NoType
			if to := t.Result(); to.IsRecord() {
				args = append(args, m.fresh(b, max(to.Size(m.opts.Model), 1)))
			} else {
				result = lower.ValueType(m.opts.Model, to)
			}
			for _, param := range sig.Params {
				args = append(args, m.argument(b, param.Type, data))
			}
			b.CallPtr(f, result, args...)
		})
	})
}

// repeat emits code that executes a body a certain number of times.
type repeat func(b *ir.FuncBuilder, body func())

// perhaps emits a body that is executed or not.
func perhaps(b *ir.FuncBuilder, body func()) { b.When(b.Choose(ir.I1, ir.ChooseNondet), body) }

// again emits a loop whose body is executed any number of times.
func again(b *ir.FuncBuilder, body func()) {
	head := b.NewBlock()
	b.Br(head)
	b.SetBlock(head)
	b.When(b.Choose(ir.I1, ir.ChooseNondet), func() {
		body()
		b.Br(head)
	})
}

// argument returns an argument of a type for a function that is called back.
func (m *mover) argument(b *ir.FuncBuilder, t *ctype.Type, data []ir.Operand) ir.Operand {
	switch {
	case t.IsRecord():
		return m.fresh(b, max(t.Size(m.opts.Model), 1))
	case !t.IsPointer():
		return anyNumber(b, lower.ValueType(m.opts.Model, t), t.IsBool())
	case t.Elem().IsVoid() && len(data) > 0:
		p := data[0]
		for _, other := range data[1:] {
			p = b.Select(b.Choose(ir.I1, ir.ChooseNondet), p, other)
		}
		return p
	case t.Elem().IsFunc():
		return b.Null()
	}
	p, _ := m.freshObject(b, t.Elem())
	return p
}

// fresh returns the address of a fresh object with any content.
func (l *linker) fresh(b *ir.FuncBuilder, size int64) ir.Operand {
	word := l.opts.Model.PtrInt()
	return b.Emit(ir.Instr{Op: ir.OpAlloc, Type: ir.Ptr, Dst: b.Temp(ir.Ptr), Sub: uint8(ir.ExternalObject),
		Args: []ir.Operand{b.SignedInt(word, size), b.Int(word, maxAlign)}})
}
