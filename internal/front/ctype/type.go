package ctype

// Type is a C type with its qualifiers. Basic, PointerTo, ArrayOf and the like create it; it does not
// change afterwards.
type Type struct {
	kind  Kind
	qual  Qual
	form  ArrayForm
	align int64 // from an aligned attribute on a typedef; 0: the kind's own
	elem  *Type // pointee, array or vector element, function result, part of a complex
	len   int64
	vla   any // the length expression of a VLA
	rec   *Record
	enum  *Enum
	sig   *Signature
	name  string // typedef name it was written as; for printing only
}

// ArrayForm is the way in which the length of an array is given.
type ArrayForm uint8

// The forms of an array. A flexible array member is Incomplete.
const (
	NotArray   ArrayForm = iota
	Fixed                // Len elements
	Incomplete           // int a[]
	Variable             // int a[n]: the length is evaluated at run time
	Star                 // int a[*], in prototypes only
)

// Signature holds the parts of a function type other than its result.
type Signature struct {
	Params   []Param
	Variadic bool
	OldStyle bool // declared with (): nothing is known about the parameters
	NoReturn bool // attribute on the type; not part of compatibility
}

// Param is a parameter of a function type. Its type is already adjusted:
// arrays and functions are pointers, top-level qualifiers are kept.
type Param struct {
	Name string // may be empty
	Type *Type
}

// Enum is an enumeration. Until it is complete, its type is unsigned int.
type Enum struct {
	Tag  string // empty: unnamed
	Type *Type  // the integer type it is compatible with; set by sema when the list ends
	Done bool   // the list of enumerators was seen
}

// PointerTo returns the type of a pointer to t.
func PointerTo(t *Type) *Type { return &Type{kind: Pointer, elem: t} }

// ArrayOf returns the type of an array of n elements.
func ArrayOf(elem *Type, n int64) *Type {
	return &Type{kind: Array, form: Fixed, elem: elem, len: n}
}

// IncompleteArray returns the type of an array whose length is not given.
func IncompleteArray(elem *Type) *Type { return &Type{kind: Array, form: Incomplete, elem: elem} }

// VLA returns the type of a variable-length array; length is opaque here. A nil
// length is the [*] of a prototype.
func VLA(elem *Type, length any) *Type {
	f := Variable
	if length == nil {
		f = Star
	}
	return &Type{kind: Array, form: f, elem: elem, vla: length}
}

// FuncOf returns a function type. The signature must not change afterwards.
func FuncOf(result *Type, sig Signature) *Type { return &Type{kind: Func, elem: result, sig: &sig} }

// EnumOf returns the type of an enumeration.
func EnumOf(e *Enum) *Type { return &Type{kind: EnumKind, enum: e} }

// RecordOf returns the type of a structure or union.
func RecordOf(r *Record) *Type {
	k := Struct
	if r.Union {
		k = Union
	}
	return &Type{kind: k, rec: r}
}

// BitIntOf returns the integer type of exactly the given number of bits, 1 to 128.
func BitIntOf(bits int, signed bool) *Type {
	k := UBitInt
	if signed {
		k = BitInt
	}
	return &Type{kind: k, len: int64(bits)}
}

// Qualified returns t with the qualifiers q added. Qualifiers of an array go to its elements, except
// _Atomic, which has no array form.
func (t *Type) Qualified(q Qual) *Type {
	if t.kind == Array {
		if e := t.elem.Qualified(q); e != t.elem {
			c := *t
			c.elem = e
			return &c
		}
		return t
	}
	if t.qual|q == t.qual {
		return t
	}
	c := *t
	c.qual |= q
	return &c
}

// Unqualified returns t without top-level qualifiers (for an array: without
// those of its elements).
func (t *Type) Unqualified() *Type {
	if t.kind == Array {
		if e := t.elem.Unqualified(); e != t.elem {
			c := *t
			c.elem = e
			return &c
		}
		return t
	}
	if t.qual == 0 {
		return t
	}
	if t.kind <= Float128 && t.align == 0 && t.name == "" {
		return Basic(t.kind)
	}
	c := *t
	c.qual = 0
	return &c
}

// bare returns an integer type without qualifiers and typedef names.
func (t *Type) bare() *Type {
	if t.IsBitInt() {
		return BitIntOf(int(t.len), t.kind == BitInt)
	}
	return Basic(t.kind)
}

// Named returns t as written with a typedef name, which messages then print.
func (t *Type) Named(name string) *Type {
	c := *t
	c.name = name
	return &c
}

// WithAlign returns t with its alignment set by an aligned attribute, in bytes.
func (t *Type) WithAlign(n int64) *Type {
	c := *t
	c.align = n
	return &c
}

// Kind returns the kind of t.
func (t *Type) Kind() Kind { return t.kind }

// Qual returns the top-level qualifiers; for an array those of its elements.
func (t *Type) Qual() Qual {
	for t.kind == Array {
		t = t.elem
	}
	return t.qual
}

// IsConst reports whether t is const-qualified.
func (t *Type) IsConst() bool { return t.Qual()&QConst != 0 }

// IsVolatile reports whether t is volatile-qualified.
func (t *Type) IsVolatile() bool { return t.Qual()&QVolatile != 0 }

// IsAtomic reports whether t is _Atomic.
func (t *Type) IsAtomic() bool { return t.Qual()&QAtomic != 0 }

// Elem returns the pointee of a pointer, the element of an array or vector, the
// part of a complex, the result of a function; nil for other kinds.
func (t *Type) Elem() *Type { return t.elem }

// Result returns the result type of a function.
func (t *Type) Result() *Type { return t.elem }

// Len returns the number of elements of an array of known length or a vector, or the bits of a BitInt.
func (t *Type) Len() int64 { return t.len }

// ArrayForm returns how the length of an array is given; NotArray for others.
func (t *Type) ArrayForm() ArrayForm { return t.form }

// VLALength returns the expression that VLA was given.
func (t *Type) VLALength() any { return t.vla }

// Record returns the record of a type for which IsRecord holds; nil for other kinds.
func (t *Type) Record() *Record { return t.rec }

// Enum returns the enumeration of an enumerated type; nil for other kinds.
func (t *Type) Enum() *Enum { return t.enum }

// Sig returns the parameters of a function type; nil for other kinds.
func (t *Type) Sig() *Signature { return t.sig }

// TypedefName returns the name given by Named, or "".
func (t *Type) TypedefName() string { return t.name }
