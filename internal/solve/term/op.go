package term

// Op is the opcode of a term.
type Op uint8

// The opcodes. The row of opTable with the same name says what each means.
const (
	OpNone Op = iota

	OpConst
	OpVar

	OpNot
	OpAnd
	OpOr
	OpXor
	OpEq
	OpIte

	OpBvNot
	OpBvAnd
	OpBvOr
	OpBvXor

	OpNeg
	OpAdd
	OpSub
	OpMul
	OpUdiv
	OpUrem
	OpSdiv
	OpSrem

	OpShl
	OpLshr
	OpAshr
	OpRotl
	OpRotr
	OpRotlVar
	OpRotrVar

	OpUlt
	OpUle
	OpSlt
	OpSle

	OpConcat
	OpExtract
	OpZext
	OpSext

	OpUaddo
	OpSaddo
	OpUsubo
	OpSsubo
	OpUmulo
	OpSmulo
	OpSdivo
	OpNego

	OpSelect
	OpStore
	OpConstArray

	OpFAdd
	OpFMul
	OpFDiv
	OpFRem
	OpFFma
	OpFSqrt
	OpFRound
	OpFEq
	OpFLt
	OpFLe
	OpFToF
	OpFToS
	OpSToF
	OpUToF

	// OpCount is the number of opcodes, OpNone included.
	OpCount
)

// paramKind says what the parameter of an opcode means and how the text writes
// it between brackets after the name.
type paramKind uint8

const (
	paramNone    paramKind = iota
	paramBounds            // extract: upper bit << 8 | lower bit, written [upper:lower]
	paramWidth             // width of the result, or of the indices for constarray
	paramAmount            // rotate: number of bits, less than the width
	paramFormat            // FloatParam: Format, written [format]
	paramRound             // FloatParam: Mode and Format, written [mode,format]
	paramConvert           // FloatParam: Mode, Format and To, written [mode,format,format]
	paramInteger           // FloatParam: Mode, Format and Width, written [mode,format,width]
)

// opInfo is one row of the opcode table.
type opInfo struct {
	name        string // in the canonical text; the SMT-LIB name where it has one
	arity       uint8  // number of arguments
	param       paramKind
	commutative bool
	rule        sortRule // checks the arguments, gives the sort of the result
	doc         string   // meaning; w is the width of the first argument
}

// opTable is the one place where opcodes are described. Names, arity, parameter
// notation, sort checking, commutativity and documentation derive from it.
var opTable = [OpCount]opInfo{
	OpNone: {name: "none", rule: sortNever, doc: "no term"},

	OpConst: {name: "const", rule: sortNever, doc: "constant of sort Bool or bit-vector"},
	OpVar:   {name: "var", rule: sortNever, doc: "free variable of any sort"},

	OpNot: {name: "not", arity: 1, rule: sortBools, doc: "negation"},
	OpAnd: {name: "and", arity: 2, commutative: true, rule: sortBools, doc: "conjunction"},
	OpOr:  {name: "or", arity: 2, commutative: true, rule: sortBools, doc: "disjunction"},
	OpXor: {name: "xor", arity: 2, commutative: true, rule: sortBools, doc: "exactly one of two"},
	OpEq:  {name: "=", arity: 2, commutative: true, rule: sortEqual, doc: "equality of two Bools (if and only if) or of two bit-vectors"},
	OpIte: {name: "ite", arity: 3, rule: sortIte, doc: "second argument if the first holds, else the third; any sort"},

	OpBvNot: {name: "bvnot", arity: 1, rule: sortSame, doc: "complement of every bit"},
	OpBvAnd: {name: "bvand", arity: 2, commutative: true, rule: sortSame, doc: "bitwise and"},
	OpBvOr:  {name: "bvor", arity: 2, commutative: true, rule: sortSame, doc: "bitwise or"},
	OpBvXor: {name: "bvxor", arity: 2, commutative: true, rule: sortSame, doc: "bitwise exclusive or"},

	OpNeg:  {name: "bvneg", arity: 1, rule: sortSame, doc: "two's complement negation"},
	OpAdd:  {name: "bvadd", arity: 2, commutative: true, rule: sortSame, doc: "sum modulo 2^w"},
	OpSub:  {name: "bvsub", arity: 2, rule: sortSame, doc: "difference modulo 2^w"},
	OpMul:  {name: "bvmul", arity: 2, commutative: true, rule: sortSame, doc: "product modulo 2^w"},
	OpUdiv: {name: "bvudiv", arity: 2, rule: sortSame, doc: "unsigned quotient; all ones when the divisor is 0"},
	OpUrem: {name: "bvurem", arity: 2, rule: sortSame, doc: "unsigned remainder; the dividend when the divisor is 0"},
	OpSdiv: {name: "bvsdiv", arity: 2, rule: sortSame, doc: "signed quotient truncated towards 0; by 0: 1 if the dividend is negative, else -1"},
	OpSrem: {name: "bvsrem", arity: 2, rule: sortSame, doc: "signed remainder with the sign of the dividend; by 0: the dividend"},

	OpShl:     {name: "bvshl", arity: 2, rule: sortSame, doc: "shift left by an amount of the same width; 0 from w on"},
	OpLshr:    {name: "bvlshr", arity: 2, rule: sortSame, doc: "shift right filling with 0; 0 from w on"},
	OpAshr:    {name: "bvashr", arity: 2, rule: sortSame, doc: "shift right filling with the sign; only signs from w on"},
	OpRotl:    {name: "rotate_left", arity: 1, param: paramAmount, rule: sortRotate, doc: "rotation to the left by a constant less than w"},
	OpRotr:    {name: "rotate_right", arity: 1, param: paramAmount, rule: sortRotate, doc: "rotation to the right by a constant less than w"},
	OpRotlVar: {name: "ext_rotate_left", arity: 2, rule: sortSame, doc: "rotation to the left by the second argument modulo w"},
	OpRotrVar: {name: "ext_rotate_right", arity: 2, rule: sortSame, doc: "rotation to the right by the second argument modulo w"},

	OpUlt: {name: "bvult", arity: 2, rule: sortCompare, doc: "unsigned less than"},
	OpUle: {name: "bvule", arity: 2, rule: sortCompare, doc: "unsigned at most"},
	OpSlt: {name: "bvslt", arity: 2, rule: sortCompare, doc: "signed less than"},
	OpSle: {name: "bvsle", arity: 2, rule: sortCompare, doc: "signed at most"},

	OpConcat:  {name: "concat", arity: 2, rule: sortConcat, doc: "first argument in the upper bits, second in the lower ones"},
	OpExtract: {name: "extract", arity: 1, param: paramBounds, rule: sortExtract, doc: "bits upper down to lower, both included; bit 0 is the lowest"},
	OpZext:    {name: "zext", arity: 1, param: paramWidth, rule: sortExtend, doc: "extension with zeros to the width in the parameter, larger than w"},
	OpSext:    {name: "sext", arity: 1, param: paramWidth, rule: sortExtend, doc: "extension with the sign to the width in the parameter, larger than w"},

	OpUaddo: {name: "bvuaddo", arity: 2, commutative: true, rule: sortCompare, doc: "unsigned sum needs more than w bits"},
	OpSaddo: {name: "bvsaddo", arity: 2, commutative: true, rule: sortCompare, doc: "signed sum does not fit w bits"},
	OpUsubo: {name: "bvusubo", arity: 2, rule: sortCompare, doc: "unsigned difference is negative"},
	OpSsubo: {name: "bvssubo", arity: 2, rule: sortCompare, doc: "signed difference does not fit w bits"},
	OpUmulo: {name: "bvumulo", arity: 2, commutative: true, rule: sortCompare, doc: "unsigned product needs more than w bits"},
	OpSmulo: {name: "bvsmulo", arity: 2, commutative: true, rule: sortCompare, doc: "signed product does not fit w bits"},
	OpSdivo: {name: "bvsdivo", arity: 2, rule: sortCompare, doc: "signed quotient does not fit w bits: least value by -1"},
	OpNego:  {name: "bvnego", arity: 1, rule: sortCompare, doc: "negation does not fit w bits: least value"},

	OpSelect:     {name: "select", arity: 2, rule: sortSelect, doc: "element of an array at an index"},
	OpStore:      {name: "store", arity: 3, rule: sortStore, doc: "array with the element at an index replaced"},
	OpConstArray: {name: "constarray", arity: 1, param: paramWidth, rule: sortConstArray, doc: "array with the argument everywhere; the parameter is the width of indices"},

	OpFAdd:   {name: "fp.add", arity: 2, param: paramRound, commutative: true, rule: sortFloat, doc: "sum"},
	OpFMul:   {name: "fp.mul", arity: 2, param: paramRound, commutative: true, rule: sortFloat, doc: "product"},
	OpFDiv:   {name: "fp.div", arity: 2, param: paramRound, rule: sortFloat, doc: "quotient"},
	OpFRem:   {name: "fp.rem", arity: 2, param: paramRound, rule: sortFloatRem, doc: "x - n·y, exact, n the quotient rounded by mode: rne the remainder of IEEE 754, rtz C's fmod"},
	OpFFma:   {name: "fp.fma", arity: 3, param: paramRound, rule: sortFloat, doc: "x·y + z rounded once"},
	OpFSqrt:  {name: "fp.sqrt", arity: 1, param: paramRound, rule: sortFloat, doc: "square root"},
	OpFRound: {name: "fp.roundToIntegral", arity: 1, param: paramRound, rule: sortFloat, doc: "rounded to an integral value; a zero keeps the sign"},
	OpFEq:    {name: "fp.eq", arity: 2, param: paramFormat, commutative: true, rule: sortFloatCompare, doc: "equal; false with NaN, true for zeros of any signs"},
	OpFLt:    {name: "fp.lt", arity: 2, param: paramFormat, rule: sortFloatCompare, doc: "less than; false with NaN"},
	OpFLe:    {name: "fp.leq", arity: 2, param: paramFormat, rule: sortFloatCompare, doc: "at most; false with NaN"},
	OpFToF:   {name: "fp.to_fp", arity: 1, param: paramConvert, rule: sortFloatToFloat, doc: "conversion from the first format to the second"},
	OpFToS:   {name: "fp.to_sbv", arity: 1, param: paramInteger, rule: sortFloatToInt, doc: "conversion to a signed bit-vector; the least one for NaN and what does not fit"},
	OpSToF:   {name: "fp.from_sbv", arity: 1, param: paramRound, rule: sortIntToFloat, doc: "conversion of a signed bit-vector"},
	OpUToF:   {name: "fp.from_ubv", arity: 1, param: paramRound, rule: sortIntToFloat, doc: "conversion of an unsigned bit-vector"},
}

// String returns the name of the opcode in the canonical text.
func (op Op) String() string {
	if op >= OpCount {
		return "invalid"
	}
	return opTable[op].name
}

// Arity returns the number of arguments of the opcode.
func (op Op) Arity() int { return int(opTable[op].arity) }

// Commutative reports whether the two arguments of the opcode may be swapped.
func (op Op) Commutative() bool { return opTable[op].commutative }

// Doc returns one line on the meaning of the opcode.
func (op Op) Doc() string { return opTable[op].doc }

// HasParam reports whether terms with this opcode carry a parameter.
func (op Op) HasParam() bool { return opTable[op].param != paramNone }

// IsFloat reports whether the opcode works on floats: its parameter is a
// FloatParam.
func (op Op) IsFloat() bool { return op >= OpFAdd && op <= OpUToF }
