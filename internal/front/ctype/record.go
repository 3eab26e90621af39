package ctype

import "github.com/heddle-mc/heddle/internal/program/ir"

// Record is a structure or union: the data that all types of this name share. A vector or complex type
// has one, too.
type Record struct {
	Tag   string // empty: unnamed
	Union bool
	// Transparent is GNU's transparent_union: an argument may have the type of any member.
	Transparent bool
	// VarSize is the size of a structure with a member of variable size (GNU), as VLA's length is; nil for others.
	VarSize any

	fields    []Field
	size      int64
	align     int64
	userAlign bool
	done      bool
}

// Attr holds the attributes of a record that change its layout.
type Attr struct {
	Packed bool
	Align  int64 // from aligned or _Alignas; 0: none
	Pack   int64 // #pragma pack: the largest alignment of a member; 0: none
}

// Field is a member. The caller of Complete fills the fields up to Pos. Complete computes the others, except
// Variable, which sema sets afterwards.
type Field struct {
	Name     string // empty: an anonymous record, or a bit-field that is only padding
	Type     *Type
	BitField bool
	Bits     int   // width of a bit-field; 0 ends the unit
	Packed   bool  // attribute of the member itself
	Align    int64 // from aligned or _Alignas on the member; 0: none
	Pos      ir.Pos

	Offset    int64 // bytes from the start of the record; of a bit-field: the byte that holds its first bit
	BitOffset int64 // bits from the start of the record
	Place     Placement
	Unit      int64 // alignment in bytes of an ordinary member
	// Variable is the offset of a member behind a member of variable size, as Record.VarSize; nil for others.
	Variable any

	size int64 // bytes of an ordinary member; 0 for a flexible array
}

// Placement describes the access to a bit-field: load UnitBytes bytes at UnitOffset as a little-endian
// integer; the field is the Bits bits from BitOffset. A unit never covers a member that is not a
// bit-field of the same run. All fields of a run that fits into an aligned unit of 1, 2, 4 or 8 bytes
// share that unit; otherwise the unit is the exact bytes of the field, 1 to 17.
type Placement struct {
	UnitOffset int64 // bytes from the start of the record
	UnitBytes  int64
	// RunBefore is how many bytes before the unit the maximal run of adjacent
	// bit-fields begins that holds this one, RunBytes its size: one memory
	// location (C11 3.14). Zero if the unit holds the whole run.
	RunBefore, RunBytes int64
	BitOffset           int
	Bits                int
	Signed              bool
}

// NewRecord returns an incomplete structure or union.
func NewRecord(union bool, tag string) *Record { return &Record{Tag: tag, Union: union} }

// Complete gives the record its members and lays it out under model m. The
// member types must be complete, except that the last member of a structure
// may be an array without length. A record is completed once.
func (r *Record) Complete(m ir.DataModel, fields []Field, attr Attr) {
	if r.done {
		panic("ctype: record completed twice")
	}
	r.fields = fields
	l := layout{model: m, rec: r, attr: attr, align: 1}
	l.run()
	placeUnits(r)
	r.done = true
}

// IsComplete reports whether the members are known.
func (r *Record) IsComplete() bool { return r.done }

// Fields returns the members in order, unnamed ones included.
func (r *Record) Fields() []Field { return r.fields }

// Size returns the size of a complete record in bytes.
func (r *Record) Size() int64 { return r.size }

// Align returns the alignment of a complete record in bytes.
func (r *Record) Align() int64 { return r.align }

// HasFlexible reports whether the last member is an array without length.
func (r *Record) HasFlexible() bool {
	if !r.done || r.Union || len(r.fields) == 0 {
		return false
	}
	return r.fields[len(r.fields)-1].Type.form == Incomplete
}

// Member is the result of a lookup.
type Member struct {
	Field  *Field
	Offset int64 // bytes from the start of the outermost record; of a bit-field as Field.Offset
	Place  Placement
	Qual   Qual  // qualifiers of the anonymous records on the way
	Path   []int // indices into Fields, from the outermost record inwards
	// Variable lists offsets that come in addition (Field.Variable).
	Variable []any
}

// variable returns the offset of a field behind a member of variable size.
func (f *Field) variable() []any {
	if f.Variable == nil {
		return nil
	}
	return []any{f.Variable}
}

// Lookup finds the member called name, also inside anonymous members.
func (r *Record) Lookup(name string) (Member, bool) {
	if name == "" {
		return Member{}, false
	}
	for i := range r.fields {
		f := &r.fields[i]
		if f.Name == name {
			return Member{Field: f, Offset: f.Offset, Place: f.Place, Path: []int{i}, Variable: f.variable()}, true
		}
		if f.Name != "" || f.BitField || !f.Type.IsRecord() {
			continue
		}
		in, ok := f.Type.rec.Lookup(name)
		if !ok {
			continue
		}
		in.Offset += f.Offset
		in.Place.UnitOffset += f.Offset
		in.Qual |= f.Type.qual
		in.Path = append([]int{i}, in.Path...)
		in.Variable = append(f.variable(), in.Variable...)
		return in, true
	}
	return Member{}, false
}
