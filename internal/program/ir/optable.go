package ir

// rule is the relation between the types of an instruction's operands and its result.
type rule uint8

const (
	ruleNone    rule = iota // no result, operands as the comment says (the checker has a case for it)
	ruleSame                // operands and result have Type
	ruleCompare             // two operands of one type, result i1; Type is the operands' type
	ruleConvert             // one operand of a type that the checker knows, result of Type
	ruleSpecial             // the checker has a case for it
)

// effect is the effect of an instruction other than computing its result.
type effect uint8

const (
	effectNone  effect = iota
	effectRead         // reads memory
	effectWrite        // writes memory, or reads and writes it
	effectOther        // may violate a property, runs other code, asks for a value, orders or blocks threads
)

type opInfo struct {
	name   string
	arity  int // -1: any number
	rule   rule
	effect effect
	doc    string
}

// opTable is the one description of the opcodes. The text form, the checker
// and the switch tests derive from it; docs/understand/ir.md prints it.
var opTable = [numOps]opInfo{
	OpCopy: {"copy", 1, ruleSame, effectNone, "the operand"},
	OpAdd:  {"add", 2, ruleSame, effectOther, "sum, modulo 2^w; with nsw a signed overflow violates `overflow`"},
	OpSub:  {"sub", 2, ruleSame, effectOther, "difference, as add"},
	OpMul:  {"mul", 2, ruleSame, effectOther, "product, as add"},
	OpUDiv: {"udiv", 2, ruleSame, effectOther, "unsigned quotient; a zero divisor violates `div` and ends the process"},
	OpURem: {"urem", 2, ruleSame, effectOther, "unsigned remainder, as udiv"},
	OpSDiv: {"sdiv", 2, ruleSame, effectOther, "signed quotient rounded to zero; also violates `overflow` (nsw) for MIN / -1, which wraps"},
	OpSRem: {"srem", 2, ruleSame, effectOther, "signed remainder with the dividend's sign, as sdiv; MIN % -1 is 0"},
	OpNeg:  {"neg", 1, ruleSame, effectOther, "two's complement negation; with nsw -MIN violates `overflow`"},
	OpAnd:  {"and", 2, ruleSame, effectNone, "bitwise and"},
	OpOr:   {"or", 2, ruleSame, effectNone, "bitwise or"},
	OpXor:  {"xor", 2, ruleSame, effectNone, "bitwise exclusive or"},
	OpNot:  {"not", 1, ruleSame, effectNone, "bitwise complement"},
	OpShl:  {"shl", 2, ruleSame, effectOther, "left shift; an amount outside 0..w-1 (unsigned) violates `shift`, the result then is chosen; with nsw losing bits or the sign violates `overflow`"},
	OpLShr: {"lshr", 2, ruleSame, effectOther, "logical right shift, as shl"},
	OpAShr: {"ashr", 2, ruleSame, effectOther, "arithmetic right shift, as shl"},
	OpEq:   {"eq", 2, ruleCompare, effectNone, "equality of integers or pointers"},
	OpNe:   {"ne", 2, ruleCompare, effectNone, "inequality of integers or pointers"},
	OpULt:  {"ult", 2, ruleCompare, effectNone, "unsigned less than; of pointers by address"},
	OpULe:  {"ule", 2, ruleCompare, effectNone, "unsigned less or equal; of pointers by address"},
	OpSLt:  {"slt", 2, ruleCompare, effectNone, "signed less than"},
	OpSLe:  {"sle", 2, ruleCompare, effectNone, "signed less or equal"},

	OpSelect:  {"select", 3, ruleSpecial, effectNone, "the second operand if the first (i1) is 1, else the third"},
	OpTrunc:   {"trunc", 1, ruleConvert, effectNone, "the low bits of a wider integer"},
	OpZExt:    {"zext", 1, ruleConvert, effectNone, "zero extension of a narrower integer"},
	OpSExt:    {"sext", 1, ruleConvert, effectNone, "sign extension of a narrower integer"},
	OpBitcast: {"bitcast", 1, ruleConvert, effectNone, "the same bits as a float or integer of equal width"},

	OpFAdd:   {"fadd", 2, ruleSame, effectNone, "IEEE-754 sum, rounded to nearest even, as all float operations; a result that is NaN is positive, quiet and without payload, as theirs"},
	OpFSub:   {"fsub", 2, ruleSame, effectNone, "IEEE-754 difference"},
	OpFMul:   {"fmul", 2, ruleSame, effectNone, "IEEE-754 product"},
	OpFDiv:   {"fdiv", 2, ruleSame, effectNone, "IEEE-754 quotient; division by zero is no violation"},
	OpFRem:   {"frem", 2, ruleSame, effectNone, "C's fmod: the remainder of the quotient rounded to zero"},
	OpFNeg:   {"fneg", 1, ruleSame, effectNone, "the operand with its sign bit flipped"},
	OpFAbs:   {"fabs", 1, ruleSame, effectNone, "the operand with its sign bit cleared"},
	OpFSqrt:  {"fsqrt", 1, ruleSame, effectNone, "IEEE-754 square root"},
	OpFMA:    {"fma", 3, ruleSame, effectNone, "a*b+c rounded once"},
	OpFRound: {"fround", 1, ruleSame, effectNone, "rounded to an integral value; Sub is a RoundMode"},
	OpFEq:    {"feq", 2, ruleCompare, effectNone, "equal; false with a NaN"},
	OpFLt:    {"flt", 2, ruleCompare, effectNone, "less than; false with a NaN"},
	OpFLe:    {"fle", 2, ruleCompare, effectNone, "less or equal; false with a NaN"},
	OpFToSI:  {"ftosi", 1, ruleConvert, effectNone, "float to signed integer, rounded to zero; out of range: the minimum of the wider of i32 and the type, truncated (as x86-64 does)"},
	OpFToUI:  {"ftoui", 1, ruleConvert, effectNone, "float to unsigned integer, rounded to zero; out of range as gcc does on x86-64"},
	OpSIToF:  {"sitof", 1, ruleConvert, effectNone, "signed integer to float, rounded to nearest even"},
	OpUIToF:  {"uitof", 1, ruleConvert, effectNone, "unsigned integer to float, rounded to nearest even"},
	OpFToF:   {"ftof", 1, ruleConvert, effectNone, "float to float of the other width, rounded to nearest even"},

	OpGlobalAddr: {"globaladdr", 0, ruleSpecial, effectNone, "pointer to the start of a global; of a thread-local one, the running thread's instance"},
	OpFuncAddr:   {"funcaddr", 0, ruleSpecial, effectNone, "pointer to a function"},
	OpPtrAdd:     {"ptradd", 2, ruleSpecial, effectNone, "pointer moved by a signed number of bytes (pointer-wide integer)"},
	OpPtrApart:   {"ptrapart", 2, ruleSpecial, effectNone, "how many bytes two pointers into one object are apart, unsigned; the greatest number for equal pointers and for different objects"},
	OpPtrDiff:    {"ptrdiff", 2, ruleSpecial, effectNone, "difference of two pointers in bytes: of offsets within one object, of addresses otherwise"},
	OpPtrToInt:   {"ptrtoint", 1, ruleConvert, effectNone, "the address (address.go), as a pointer-wide integer"},
	OpIntToPtr:   {"inttoptr", 1, ruleConvert, effectNone, "the object whose address range holds the pointer-wide integer, and the offset in it; no object otherwise"},
	OpEnter:      {"enter", -1, ruleSpecial, effectOther, "a new instance of a Local; the operand, present for a variable-length array only, is its size in bytes (pointer-wide integer)"},
	OpLeave:      {"leave", 0, ruleNone, effectOther, "ends the lifetime of the frame's current instance of a Local, if any"},
	OpAlloc:      {"alloc", 2, ruleSpecial, effectOther, "a new object of a size and alignment in bytes (pointer-wide integers) with unspecified bytes; Sub is an AllocKind"},
	OpFree:       {"free", 1, ruleNone, effectOther, "ends a heap object's lifetime; the pointer must be to its start; anything else violates `memory`"},
	OpObjectSize: {"objectsize", 1, ruleSpecial, effectNone, "the size of the object that the pointer points into, in bytes (pointer-wide integer); a dead or missing object violates `memory`"},

	OpLoad:    {"load", 1, ruleSpecial, effectRead, "the value of Type at a pointer; copying: bits without a value are no violation of `uninit`"},
	OpStore:   {"store", 2, ruleSpecial, effectWrite, "pointer, value: writes the value of Type; copying: the result of a copying load, without a value if the load had none; initialising: may write a read-only Local"},
	OpRMW:     {"rmw", 2, ruleSpecial, effectWrite, "pointer, value: atomic read-modify-write; the result is the old value; Sub is an RMWKind"},
	OpCmpXchg: {"cmpxchg", 3, ruleSpecial, effectWrite, "pointer, expected, desired: atomic compare and exchange; the result is the old value; succeeded iff it equals the expected one"},
	OpFence:   {"fence", 0, ruleNone, effectOther, "a C11 thread fence of Order"},

	OpCall:    {"call", -1, ruleSpecial, effectOther, "calls Func"},
	OpCallPtr: {"callptr", -1, ruleSpecial, effectOther, "calls the function that the first operand points to with the others; missing arguments are unspecified, surplus ones are dropped, integer widths are adapted"},

	OpChoose:      {"choose", 0, ruleSpecial, effectOther, "any value of Type; Sub is a ChooseReason"},
	OpChooseRange: {"chooserange", 2, ruleSame, effectOther, "a value between two bounds, inclusive, unsigned; an empty range stops the thread"},
	OpChooseBit:   {"choosebit", 1, ruleSame, effectOther, "the index of a set bit of the operand; zero stops the thread"},
	OpAssume:      {"assume", 1, ruleNone, effectOther, "i1: false stops the thread (semantics 2)"},
	OpAssert:      {"assert", 1, ruleNone, effectOther, "i1: false violates the verdict.Property in Sub. If that property is not judged, false ends the process as its row (EndsProcess) states, and else is ignored. text: the kind of violation if the property has several, else the condition"},
	OpUnsupported: {"unsupported", 0, ruleNone, effectOther, "a construct without a meaning here; reaching it makes the verdict unknown"},
	OpLimit:       {"limit", 0, ruleNone, effectOther, "leaves the mark of the bound that the text names: other executions exist here that are not followed"},
	OpOutput:      {"output", -1, ruleNone, effectOther, "file descriptor (i32), format (ptr), values: formatted as printf does, by runs only"},

	OpSpawn:       {"spawn", 1, ruleNone, effectOther, "starts a thread that runs Func(operand) (ptr); its handle is the operand's value"},
	OpJoin:        {"join", 1, ruleNone, effectOther, "blocks until the thread whose handle is the operand (ptr; null: the main thread) is finished; synchronises with its end"},
	OpSelf:        {"self", 0, ruleSpecial, effectNone, "the index of the running thread, below 64: main is 0, then by creation"},
	OpAcquire:     {"acquire", 1, ruleNone, effectOther, "blocks until the lock at a pointer is free in the LockMode in Sub, then holds it"},
	OpRelease:     {"release", 1, ruleNone, effectOther, "gives up one hold of the lock at a pointer: the running thread's if it has one, else any; of a free lock nothing happens"},
	OpLockState:   {"lockstate", 1, ruleSpecial, effectOther, "the holders of the lock at a pointer: i32, a set of bits such as LockHeldBySelf"},
	OpBlockUntil:  {"blockuntil", 1, ruleNone, effectOther, "i1: inside an atomic section only; false: the section cannot be entered now; Sub is a BlockKind"},
	OpAtomicBegin: {"atomicbegin", 0, ruleNone, effectOther, "enters an atomic section; Sub is a SectionKind; sections nest"},
	OpAtomicEnd:   {"atomicend", 0, ruleNone, effectOther, "leaves the innermost atomic section; without one nothing happens"},
	OpSend:        {"send", 2, ruleNone, effectOther, "pointer, channel (i64): the earlier steps of the thread happen before all steps after a later recv on the same pointer and channel"},
	OpRecv:        {"recv", 2, ruleNone, effectOther, "pointer, channel (i64): see send"},
	OpFork:        {"fork", 0, ruleSpecial, effectOther, "begins a process: a copy of the running thread in a copy of all memory that is not shared. i32: 1 in the new process, 0 in the old one. Text: the construct, for engines to which it is unsupported"},
	OpShare:       {"share", 1, ruleNone, effectOther, "makes the object at a pointer one object of all processes that begin later; text as fork"},
}
