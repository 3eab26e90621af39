package lower

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// irType returns the type of a register that holds a value of type t. It is NoType for void and for
// types that do not fit a register.
func irType(m ir.DataModel, t *ctype.Type) ir.Type {
	switch {
	case t.IsBitInt():
		return ir.Int(t.Bits(m))
	case t.IsInteger():
		return ir.Int(int(t.Size(m)) * 8)
	case t.IsFloating():
		if t.Kind() == ctype.Float {
			return ir.F32
		}
		return ir.F64
	case t.IsPointer(), t.IsArray(), t.IsFunc():
		return ir.Ptr
	}
	return ir.NoType
}

// ValueType returns the type of a register that holds a value of a type, as the calls of functions have it.
func ValueType(m ir.DataModel, t *ctype.Type) ir.Type { return irType(m, t) }

// paramType returns the type of the parameter of type t: structures are passed
// by pointer.
func paramType(m ir.DataModel, t *ctype.Type) ir.Type {
	if p := irType(m, t); p != ir.NoType {
		return p
	}
	return ir.Ptr
}

// objectAlign returns the alignment of an object in bytes.
func objectAlign(m ir.DataModel, o *tree.Object) int64 {
	if o.Align > 0 {
		return o.Align
	}
	return typeAlign(m, o.Type)
}

// typeAlign returns the alignment of type t, 1 when it is unknown.
func typeAlign(m ir.DataModel, t *ctype.Type) int64 {
	if !isKnown(t) {
		return 1
	}
	return t.PreferredAlign(m)
}

// accessAlign returns the alignment that a pointer to t guarantees: that of a member, which on i386 is
// less than that of a variable for 8-byte scalars.
func accessAlign(m ir.DataModel, t *ctype.Type) int64 {
	if !isKnown(t) {
		return 1
	}
	return t.Align(m)
}

// isKnown reports whether a type, or the type of an array's elements, is complete.
func isKnown(t *ctype.Type) bool {
	for t.IsArray() {
		t = t.Elem()
	}
	return t.IsComplete()
}

// typeTable numbers the declared types that the IR mentions. Qualifiers are
// dropped; equal types share a number.
type typeTable struct {
	model   ir.DataModel
	list    []ir.CType
	known   map[*ctype.Type]ir.CTypeID
	records map[*ctype.Record]ir.CTypeID
	keys    map[string]ir.CTypeID
}

func newTypeTable(m ir.DataModel) *typeTable {
	return &typeTable{
		model: m, list: make([]ir.CType, 1),
		known:   make(map[*ctype.Type]ir.CTypeID),
		records: make(map[*ctype.Record]ir.CTypeID),
		keys:    make(map[string]ir.CTypeID),
	}
}

// id returns the number of t.
func (tt *typeTable) id(t *ctype.Type) ir.CTypeID {
	if id, ok := tt.known[t]; ok {
		return id
	}
	id := tt.make(t)
	tt.known[t] = id
	return id
}

func (tt *typeTable) make(t *ctype.Type) ir.CTypeID {
	if r := t.Record(); r != nil && !t.IsVector() {
		return tt.named(t, tt.record(t, r))
	}
	c := ir.CType{Kind: ctypeKind(t)}
	if t.IsComplete() && !t.IsVariablySized() {
		c.Size = t.Size(tt.model)
	}
	switch c.Kind {
	case ir.CInt:
		c.Signed = t.IsSigned()
		if e := t.Enum(); e != nil {
			c.Name = strings.TrimSpace("enum " + e.Tag)
		} else {
			c.Name = t.Named("").Unqualified().String()
		}
	case ir.CFloat:
		c.Name = t.Kind().String()
	case ir.CPointer:
		c.Elem = tt.id(t.Elem())
	case ir.CArray:
		c.Elem = tt.id(t.Elem())
		c.Len = -1
		if t.ArrayForm() != ctype.Incomplete && !t.IsVLA() {
			c.Len = t.Len()
		}
	case ir.CFunc:
		c.Elem = tt.passed(t.Result())
		for _, p := range t.Sig().Params {
			c.Params = append(c.Params, tt.passed(p.Type))
		}
		c.Variadic = t.Sig().Variadic
	}
	return tt.named(t, tt.add(c))
}

// passed returns the number of the type of a parameter or result. A vector, which is an array in
// other places, is passed as a structure that holds it.
func (tt *typeTable) passed(t *ctype.Type) ir.CTypeID {
	if !t.IsVector() {
		return tt.id(t)
	}
	r := t.Record()
	if id, ok := tt.records[r]; ok {
		return id
	}
	elements := tt.id(t)
	tt.records[r] = ir.CTypeID(len(tt.list))
	tt.list = append(tt.list, ir.CType{Kind: ir.CStruct, Size: r.Size(), Fields: []ir.CField{{Name: "elements", Type: elements}}})
	return tt.records[r]
}

// named wraps id into the typedef that t was written as.
func (tt *typeTable) named(t *ctype.Type, id ir.CTypeID) ir.CTypeID {
	name := t.TypedefName()
	if name == "" {
		return id
	}
	return tt.add(ir.CType{Kind: ir.CTypedef, Name: name, Elem: id, Size: tt.list[id].Size})
}

func (tt *typeTable) add(c ir.CType) ir.CTypeID {
	key := fmt.Sprint(c.Kind, c.Name, c.Size, c.Signed, c.Elem, c.Len, c.Params, c.Variadic)
	if id, ok := tt.keys[key]; ok {
		return id
	}
	id := ir.CTypeID(len(tt.list))
	tt.list = append(tt.list, c)
	tt.keys[key] = id
	return id
}

// record numbers a structure or union before its members, which may point to it.
func (tt *typeTable) record(t *ctype.Type, r *ctype.Record) ir.CTypeID {
	if id, ok := tt.records[r]; ok {
		return id
	}
	id := ir.CTypeID(len(tt.list))
	tt.records[r] = id
	tt.list = append(tt.list, ir.CType{Kind: ctypeKind(t), Name: r.Tag})
	if !r.IsComplete() || t.IsVariablySized() {
		return id
	}
	var fields []ir.CField
	for i := range r.Fields() {
		f := &r.Fields()[i]
		c := ir.CField{Name: f.Name, Type: tt.id(f.Type), BitOffset: f.Offset * 8}
		if f.BitField {
			if f.Bits == 0 {
				continue
			}
			c.BitOffset, c.BitWidth = f.BitOffset, int32(f.Bits)
		}
		fields = append(fields, c)
	}
	tt.list[id].Size = r.Size()
	tt.list[id].Fields = fields
	return id
}

func ctypeKind(t *ctype.Type) ir.CKind {
	switch {
	case t.IsBool():
		return ir.CBool
	case t.IsInteger():
		return ir.CInt
	case t.IsFloating():
		return ir.CFloat
	}
	switch t.Kind() {
	case ctype.Pointer:
		return ir.CPointer
	case ctype.Array, ctype.Vector:
		return ir.CArray
	case ctype.Struct, ctype.Complex:
		return ir.CStruct
	case ctype.Union:
		return ir.CUnion
	case ctype.Func:
		return ir.CFunc
	}
	return ir.CVoid
}
