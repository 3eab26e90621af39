package ir

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// Program is a whole linked C program: the library models it uses included.
type Program struct {
	Model   DataModel
	Files   []string // source files; a Pos names one by its index
	CTypes  []CType  // declared types, for people and for cemit; index CTypeID, entry 0 unused
	Globals []Global // index GlobalID, entry 0 unused
	Funcs   []Func   // index FuncID, entry 0 unused
	Start   FuncID   // runs first: static constructors, main, exit
	Assumed []string // conditions on the program's inputs, as texts: verdicts hold under them
	// WeakRaces: an atomic access weaker than seq_cst races as a plain access does, and synchronises as before.
	// So do seq_cst accesses that overlap in part. The property race of such a program is the premise of DRF-SC
	// (semantics 7.5).
	WeakRaces bool
}

// Excuses reports whether two conflicting accesses of an order are no data race: those of atomic accesses,
// or only those of seq_cst ones.
func (p *Program) Excuses(o MemOrder) bool { return o == SeqCst || o != NonAtomic && !p.WeakRaces }

// ExcusesAccess is Excuses for an instruction. It includes the order of a compare and exchange that fails.
func (p *Program) ExcusesAccess(in *Instr) bool {
	return p.Excuses(in.Order) && (in.Op != OpCmpXchg || p.Excuses(in.Fail))
}

// Externals lists the assumptions about undefined functions (Func.External), sorted.
func (p *Program) Externals() (out []string) {
	for id := range p.Funcs {
		if f := &p.Funcs[id]; f.External != "" {
			out = append(out, f.External)
		}
	}
	slices.Sort(out)
	return out
}

// Identifiers index the slices that own the named things. They are dense from 1; zero names nothing.
type (
	GlobalID int32 // Program.Globals
	FuncID   int32 // Program.Funcs
	CTypeID  int32 // Program.CTypes
	Reg      int32 // Func.Regs
	LocalID  int32 // Func.Locals
	BlockID  int32 // Func.Blocks
	FileID   int32 // Program.Files, from 0
)

// Pos is a place in the source: line and column from 1, the column in bytes. The zero Pos means no
// place (generated code).
type Pos struct {
	File FileID
	Line int32
	Col  int32
}

// IsValid reports whether p is a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// In returns the place for people: in one of a program's files.
func (p Pos) In(files []string, function string) verdict.Location {
	l := verdict.Location{Line: int(p.Line), Column: int(p.Col), Function: function}
	if p.IsValid() && int(p.File) < len(files) {
		l.File = files[p.File]
	}
	return l
}

// Text returns file:line:column, or nothing for no place.
func (p Pos) Text(files []string) string {
	if !p.IsValid() {
		return ""
	}
	return p.In(files, "").String()
}

// Storage is the lifetime of an object and its write protection.
type Storage uint8

// The kinds of storage of a Global.
const (
	Static      Storage = iota // one instance, lives for ever
	ThreadLocal                // an instance per thread, dies with it
	Constant                   // string literals and static objects defined const: a write violates `memory`
)

// Global is an object with static or thread storage duration.
type Global struct {
	Name     string // unique in the program; "file.c:name" for internal linkage when not unique
	Size     int64  // bytes
	Align    int64  // bytes
	Storage  Storage
	Volatile bool
	Model    bool // belongs to a library model: never races, never visible
	External bool // declared but defined nowhere: its initial bytes are nondeterministic
	ReadOnly bool // thread-local and defined const; or of a Local of a sequential program (package sequential): as Local.ReadOnly
	CType    CTypeID
	Init     []InitItem // by offset, not overlapping; the rest is zero
	Pos      Pos
}

// InitItem is one piece of an initial value: bytes, or an address.
type InitItem struct {
	Offset int64
	Bytes  []byte   // when Global and Func are zero
	Global GlobalID // the address of Global, plus Addend, in a pointer's width
	Func   FuncID   // the address of Func, plus Addend, in a pointer's width
	Addend int64
}

// Func is a function: parameters, registers, stack objects and basic blocks.
type Func struct {
	Name     string // unique in the program, as for Global
	Params   []Reg  // in order; a structure by value is a pointer to the caller's copy
	Result   Type   // NoType for none; a structure is returned through a first pointer parameter
	Variadic bool   // the last parameter is a pointer to the area of the variable arguments
	Model    bool   // a library model: its call is a single step (semantics 1) and no frame of a trace
	NoReturn bool
	External string // of an undefined function: the assumption about it that its body implements, as a text
	Role     Role   // zero for none
	CType    CTypeID
	Regs     []RegInfo // index Reg, entry 0 unused
	Locals   []Local   // index LocalID, entry 0 unused
	Blocks   []Block   // index BlockID, entry 0 unused; block 1 is the entry; empty without a definition
	Consts   []Const   // the constants to which operands refer
	Pos      Pos
	// Unsequenced are the places where the order of evaluation, which C leaves open,
	// can matter and the code is not of every order, by place.
	Unsequenced []Unsequenced
}

// Unsequenced is an expression whose operands are not evaluated in every order.
type Unsequenced struct {
	Kind OrderKind
	Pos  Pos
}

// HasBody reports whether f is defined.
func (f *Func) HasBody() bool { return len(f.Blocks) > 1 }

// RegInfo describes a register. Registers are mutable: the same one may be
// assigned in several places.
type RegInfo struct {
	Type  Type
	Name  string  // the source variable that it holds, or empty for a temporary
	CType CTypeID // the variable's declared type
}

// Local is a stack object. OpEnter creates a new instance, OpLeave ends it.
type Local struct {
	Name  string // the source variable, or empty for a temporary
	Size  int64  // bytes; zero for a variable-length array, whose OpEnter carries the size
	Align int64
	CType CTypeID
	Pos   Pos
	// Init, if Initialised is set, is the value at birth, as for a Global: zero unless an item gives
	// another value. Otherwise the object is born with unspecified bytes.
	Initialised bool
	Volatile    bool
	ReadOnly    bool // the object is defined const: a write without the flag Initialising violates `memory`
	Init        []InitItem
}

// IsArguments reports whether an object is the area of a call's variable arguments.
func (l *Local) IsArguments() bool { return l.Name == "" && l.CType == 0 }

// Block is a basic block: straight-line instructions, then one terminator.
type Block struct {
	Instrs []Instr
	Term   Term
}

// Pos returns the place where a block begins.
func (b *Block) Pos() Pos {
	for i := range b.Instrs {
		if b.Instrs[i].Pos.IsValid() {
			return b.Instrs[i].Pos
		}
	}
	return b.Term.Pos
}

// Operand is a register or a constant of the function.
type Operand uint32

const constOperand = 1 << 31

// RegOperand returns the operand that reads r.
func RegOperand(r Reg) Operand { return Operand(r) }

// ConstOperand returns the operand that is Func.Consts[index].
func ConstOperand(index int) Operand { return Operand(index) | constOperand }

// IsConst reports whether o is a constant.
func (o Operand) IsConst() bool { return o&constOperand != 0 }

// Reg returns the register that o reads, or zero if it is a constant.
func (o Operand) Reg() Reg {
	if o.IsConst() {
		return 0
	}
	return Reg(o)
}

// Const returns o's index in Func.Consts; o must be a constant.
func (o Operand) Const() int { return int(o &^ constOperand) }

// Const is a constant: an integer's bits zero-extended, a float's bits, or the
// bits of a pointer that points to no object (null is zero).
type Const struct {
	Type Type
	wide.Word
}

// Run is the memory location, for races, of an access to a bit-field's unit (C11 3.14): the maximal
// run of adjacent bit-fields, of Size bytes, from Before bytes before the access. Zero: the bytes of
// the access.
type Run struct{ Before, Size int32 }

// Field selects the bits of a bit-field in its unit: Bits of them, from bit First on. A load reads
// these bits, and a store writes only these. Zero: all bits.
type Field struct{ First, Bits uint8 }

// Instr is one instruction. Which fields mean something is the opcode's
// business: see the table in optable.go.
type Instr struct {
	Op    Op
	Flags Flags
	Order MemOrder     // loads, stores, rmw, cmpxchg, fence
	Fail  MemOrder     // cmpxchg: the order when the comparison fails
	Sub   uint8        // RMWKind, ChooseReason, Property, BlockKind, LockMode, SectionKind, AllocKind, by opcode
	Type  Type         // of the result, or of the value stored
	Dst   Reg          // zero: no result
	Args  []Operand    // operands, in the table's order
	Func  FuncID       // OpFuncAddr, OpCall, OpSpawn
	Glob  GlobalID     // OpGlobalAddr
	Local LocalID      // OpEnter, OpLeave
	Align int32        // loads and stores: the alignment that the type promises, in bytes
	Run   Run          // loads and stores of a bit-field's unit
	Field Field        // loads and stores of bit-fields
	Mark  int32        // OpUnsupported: from 1, the bound mark that it stands for in a sequential program (package sequential); zero: none
	Kind  verdict.Kind // OpAssert: of several that the property has
	Text  string       // OpAssert without Kind: the condition as written; OpUnsupported: the construct; OpLimit: the bound (verdict.ParseMark); accesses that a pointer leads to: the C expression, if it is short
	CType CTypeID      // loads and stores: the declared type of the accessed memory
	Pos   Pos
}

// Flags modify an instruction.
type Flags uint8

// The flags.
const (
	NSW          Flags = 1 << iota // add, sub, mul, neg, shl, sdiv, srem: signed overflow is a violation of `overflow`
	Volatile                       // load, store: volatile access (plain for races)
	Copying                        // load: the value is copied, not used, with the bits that have no value; store: of such a value
	Initialising                   // store: it gives a Local its first value, which a ReadOnly one gets by no other
)

// MemOrder is a C11 memory order.
type MemOrder uint8

// The memory orders. NonAtomic is a plain access.
const (
	NonAtomic MemOrder = iota
	Relaxed
	Consume
	Acquire
	Release
	AcqRel
	SeqCst
)

// Acquires reports whether a read or fence of order o acquires; Consume counts as Acquire.
func (o MemOrder) Acquires() bool { return o == Consume || o == Acquire || o == AcqRel || o == SeqCst }

// Releases reports whether a write or fence of order o releases.
func (o MemOrder) Releases() bool { return o == Release || o == AcqRel || o == SeqCst }

// IsWeak reports whether an atomic access lacks the release of a write or the acquire of a read.
func (in *Instr) IsWeak() bool {
	switch in.Op {
	case OpLoad:
		return !in.Order.Acquires()
	case OpStore:
		return !in.Order.Releases()
	case OpCmpXchg:
		return !in.Order.Acquires() || !in.Order.Releases() || !in.Fail.Acquires()
	}
	return !in.Order.Acquires() || !in.Order.Releases()
}

// OfRead returns the order of the read that is part of an operation with order o. It is also the order
// of a failing compare and exchange, if o is the order of a successful one (C11 7.17.7.4).
func (o MemOrder) OfRead() MemOrder {
	switch o {
	case Release:
		return Relaxed
	case AcqRel:
		return Acquire
	}
	return o
}

// Term ends a block.
type Term struct {
	Op      TermOp
	Arg     Operand // CondBr: the i1 condition; Switch: the value; Ret: the result (when HasArg); Halt: the i32 status
	HasArg  bool
	Targets []BlockID // Br: one; CondBr: true, false; Switch: default, then one per case
	Cases   []Case    // Switch: case i goes to Targets[i+1]; ranges do not overlap
	Pos     Pos
}

// Case is an inclusive range of values, compared as unsigned bits of the
// switch operand's width.
type Case struct{ Lo, Hi uint64 }

// CType is a declared C type, kept so that traces and emitted C can speak the
// program's language. Nothing computes on it.
type CType struct {
	Kind     CKind
	Name     string  // typedef name or tag, may be empty
	Size     int64   // bytes; 0 when incomplete
	Signed   bool    // CInt
	Elem     CTypeID // pointed-to, element, result or typedef'd type
	Len      int64   // arrays; -1 when unknown
	Fields   []CField
	Params   []CTypeID // functions
	Variadic bool
}

// Declared returns a type of a list without its typedefs; nil: it is not known.
func Declared(types []CType, id CTypeID) *CType {
	for id != 0 && types[id].Kind == CTypedef {
		id = types[id].Elem
	}
	if id == 0 {
		return nil
	}
	return &types[id]
}

// CField is a member of a structure or union.
type CField struct {
	Name      string
	Type      CTypeID
	BitOffset int64 // from the start of the record
	BitWidth  int32 // of a bit-field; 0 for an ordinary member
}

// CKind is the kind of a CType.
type CKind uint8

// The kinds of CType.
const (
	CVoid CKind = iota
	CBool
	CInt // char, enumerations and all integers
	CFloat
	CPointer
	CArray
	CStruct
	CUnion
	CFunc
	CTypedef
)

// Location returns the bytes that races of an access of n bytes at off are about.
func (in *Instr) Location(off, n int64) (from, size int64) {
	if in.Run.Size == 0 {
		return off, n
	}
	return off - int64(in.Run.Before), int64(in.Run.Size)
}

// SharesLocks reports whether locks are acquired shared somewhere.
func (p *Program) SharesLocks() bool {
	for _, in := range p.Instrs() {
		if in.Op == OpAcquire && LockMode(in.Sub) == Shared {
			return true
		}
	}
	return false
}
