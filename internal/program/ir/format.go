package ir

// format lists the optional fields of an instruction that an opcode has, and so the contents of its
// line of text. A field that an opcode does not have is zero.
type format struct {
	sub     []string // the words of Instr.Sub, by value; nil: Sub is zero
	flags   Flags    // those that may be set
	order   orderUse
	symbol  symbolUse
	access  bool // Align, CType and perhaps Text
	text    bool
	ptrArgs bool // the first operand is a function pointer, the others are its arguments
}

type orderUse uint8

const (
	orderNone     orderUse = iota
	orderOptional          // NonAtomic too
	orderRequired          // an atomic order
	orderPair              // cmpxchg: Order and Fail, both atomic
)

type symbolUse uint8

const (
	symbolNone symbolUse = iota
	symbolFunc
	symbolGlobal
	symbolLocal
)

var opFormat = [numOps]format{
	OpAdd:  {flags: NSW},
	OpSub:  {flags: NSW},
	OpMul:  {flags: NSW},
	OpSDiv: {flags: NSW},
	OpSRem: {flags: NSW},
	OpNeg:  {flags: NSW},
	OpShl:  {flags: NSW},

	OpFRound: {sub: roundNames},

	OpGlobalAddr: {symbol: symbolGlobal},
	OpFuncAddr:   {symbol: symbolFunc},
	OpEnter:      {symbol: symbolLocal},
	OpLeave:      {symbol: symbolLocal},
	OpAlloc:      {sub: allocNames},

	OpLoad:    {flags: Volatile | Copying, order: orderOptional, access: true},
	OpStore:   {flags: Volatile | Copying | Initialising, order: orderOptional, access: true},
	OpRMW:     {sub: rmwNames, flags: Volatile, order: orderRequired, access: true},
	OpCmpXchg: {flags: Volatile, order: orderPair, access: true},
	OpFence:   {order: orderRequired},

	OpCall:    {symbol: symbolFunc},
	OpCallPtr: {ptrArgs: true},

	OpChoose:      {sub: chooseNames},
	OpChooseRange: {sub: chooseNames},
	OpChooseBit:   {sub: chooseNames},
	OpAssert:      {sub: propertyNames, text: true},
	OpUnsupported: {text: true},
	OpLimit:       {text: true},
	OpOutput:      {sub: outputNames},

	OpSpawn:       {symbol: symbolFunc},
	OpFork:        {text: true},
	OpShare:       {text: true},
	OpAcquire:     {sub: lockNames},
	OpBlockUntil:  {sub: blockNames},
	OpAtomicBegin: {sub: sectionNames},
	OpAtomicEnd:   {sub: sectionNames},
}

// opByName is the inverse of Op.String.
var opByName = func() map[string]Op {
	m := make(map[string]Op, numOps)
	for op := OpInvalid + 1; op < numOps; op++ {
		m[opTable[op].name] = op
	}
	return m
}()

// ResultType returns the type of the instruction's result, whether or not it
// is kept: i1 for comparisons, Type otherwise, NoType for opcodes without one.
func (in *Instr) ResultType() Type {
	info := &opTable[in.Op]
	switch {
	case info.rule == ruleCompare:
		return I1
	case info.rule == ruleNone:
		return NoType
	case in.Op == OpStore:
		return NoType
	}
	return in.Type
}

// IsPure reports whether op only computes its result.
func (op Op) IsPure() bool { return opTable[op].effect == effectNone }

// Computes reports whether op only computes its result, if its operands violate nothing:
// besides the pure ones the arithmetic that may overflow or be undefined.
func (op Op) Computes() bool { return op > OpInvalid && op <= OpIntToPtr }

// Accesses reports whether op reads or writes memory through its first operand.
func (op Op) Accesses() bool { return opTable[op].effect == effectRead || op.Writes() }

// Writes reports whether op writes memory through its first operand.
func (op Op) Writes() bool { return opTable[op].effect == effectWrite }

// Doc returns the sentence that gives op's meaning.
func (op Op) Doc() string { return opTable[op].doc }
