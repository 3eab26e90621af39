package tree

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Unit is a translation unit.
type Unit struct {
	File      string      // as given on the command line
	Files     []string    // file names by the FileID of this unit's positions
	Objects   []*Object   // with static storage, string literals and static compound literals included; declared ones only if an expression names them
	Functions []*Function // defined, or declared and referred to (then Body is nil), in order of first use or definition
	Aliases   []Alias
}

// Alias gives a function or object that the unit defines a further external name.
type Alias struct {
	Name     string
	Function *Function // nil: an object
	Object   *Object
	Weak     bool
	Pos      ir.Pos
}

// Linkage of an identifier (C11 6.2.2).
type Linkage uint8

// The linkages.
const (
	NoLinkage Linkage = iota // locals, parameters
	Internal
	External
)

// Object is a variable, parameter, string literal, compound literal, or an
// unnamed object that holds an intermediate value or the length of a VLA.
type Object struct {
	Name        string
	Label       string      // its name for the linker, from an asm label; empty: Name
	Type        *ctype.Type // complete at the end of the unit unless Extern
	Linkage     Linkage
	Static      bool // static storage duration (always so at file scope)
	ThreadLocal bool
	Extern      bool // only declared here, never defined
	Tentative   bool // defined without initialiser
	Weak        bool
	Literal     bool      // a string literal or __func__
	VLASize     Expr      // of a variably sized type: the size in bytes, a size_t, evaluated at the Decl
	Align       int64     // from attributes and _Alignas; 0: the type's own
	Init        *Init     // nil: none
	AddrTaken   bool      // & or array decay was applied, or the object is volatile, atomic or aggregate: it needs memory
	Cleanup     *Function // attribute cleanup: called with the object's address at scope exit
	Pos         ir.Pos
}

// Function is a function of the program, defined or only declared.
type Function struct {
	Name        string
	Label       string      // as for Object
	Type        *ctype.Type // a function type
	Linkage     Linkage
	Inline      bool // inline without extern: an external definition may be elsewhere
	Weak        bool
	Align       int64 // from an attribute; 0: none
	NoReturn    bool
	Role        ir.Role
	Constructor bool // attribute constructor: runs before main
	Priority    int  // of a constructor: smaller ones run first
	Destructor  bool // attribute destructor: runs after the handlers of atexit
	EndPriority int  // of a destructor: smaller ones run last
	Implicit    bool // called without a declaration
	Params      []*Object
	Body        *Block // nil: declared only
	Labels      []*Label
	Parent      *Function   // the function around a nested one (GNU); nil for others
	Nested      bool        // there are nested functions inside
	Captured    []*Object   // automatic objects of the function that nested functions use
	Trampolines []*Function // nested functions whose address is used
	Outlived    bool        // threads may execute nested functions after the function has returned
	// AddressLabels lists the labels whose address is taken.
	AddressLabels []*Label
	Pos           ir.Pos
}

// Label is a target of goto.
type Label struct {
	Name   string
	Number uint64 // the value of &&label, from 1, unique among a function and those nested in it; 0: not used
	Pos    ir.Pos
}

// Init is an initialiser: flat pieces at byte offsets, in source order; a later
// piece overrides an earlier one at the same place. Bytes that no piece covers
// are zero. Pieces of a flexible array member lie beyond the type's size: the
// object is then as large as its last piece needs. A whole-structure copy (struct s a = b;) is one item whose value is
// a Load of structure type.
type Init struct {
	Items []InitItem
}

// InitItem initialises one scalar, bit-field or whole structure.
type InitItem struct {
	Offset   int64       // bytes from the start of the object; of a bit-field, where its first bit is
	Type     *ctype.Type // of the initialised sub-object
	BitField *BitField   // nil: an ordinary sub-object
	// Repeat and Stride serve range designators ([a ... b] = v): the value is
	// evaluated once and stored Repeat times, Stride bytes apart. Repeat 0 means 1.
	Repeat int64
	Stride int64
	// Value is converted to Type; in a static initialiser it is a *Const, an
	// *Address or a *StringLit. A *StringLit fills a char array (truncated to the array).
	Value Expr
}

// BitField places a bit-field in its storage unit, as gcc lays it out.
type BitField struct {
	UnitOffset int64 // bytes from the start of the record to the unit
	UnitBytes  int64 // width of the unit's load and store: the narrowest aligned power of two that holds the field, or bytes when packed
	RunBefore  int64 // ctype.Placement
	RunBytes   int64
	BitOffset  int // from the unit's least significant bit
	Bits       int
	Signed     bool
}
