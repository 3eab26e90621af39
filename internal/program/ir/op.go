package ir

// Op is an instruction's opcode.
type Op uint8

// The opcodes. Their names, operands, types and effects stand in opTable.
const (
	OpInvalid Op = iota

	// Values.
	OpCopy
	OpAdd
	OpSub
	OpMul
	OpUDiv
	OpURem
	OpSDiv
	OpSRem
	OpNeg
	OpAnd
	OpOr
	OpXor
	OpNot
	OpShl
	OpLShr
	OpAShr
	OpEq
	OpNe
	OpULt
	OpULe
	OpSLt
	OpSLe
	OpSelect
	OpTrunc
	OpZExt
	OpSExt
	OpBitcast

	// Floating point.
	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFRem
	OpFNeg
	OpFAbs
	OpFSqrt
	OpFMA
	OpFRound
	OpFEq
	OpFLt
	OpFLe
	OpFToSI
	OpFToUI
	OpSIToF
	OpUIToF
	OpFToF

	// Pointers and objects.
	OpGlobalAddr
	OpFuncAddr
	OpPtrAdd
	OpPtrDiff
	OpPtrApart
	OpPtrToInt
	OpIntToPtr
	OpEnter
	OpLeave
	OpAlloc
	OpFree
	OpObjectSize

	// Memory.
	OpLoad
	OpStore
	OpRMW
	OpCmpXchg
	OpFence

	// Calls.
	OpCall
	OpCallPtr

	// Choice and checking.
	OpChoose
	OpChooseRange
	OpChooseBit
	OpAssume
	OpAssert
	OpUnsupported
	OpLimit
	OpOutput

	// Concurrency.
	OpSpawn
	OpJoin
	OpSelf
	OpAcquire
	OpRelease
	OpLockState
	OpBlockUntil
	OpAtomicBegin
	OpAtomicEnd
	OpSend
	OpRecv
	OpFork
	OpShare

	numOps
)

// TermOp is the kind of a terminator.
type TermOp uint8

// The terminators.
const (
	TermInvalid     TermOp = iota
	TermBr                 // br b1
	TermCondBr             // condbr c, b1, b2
	TermSwitch             // switch v, default b1 [0: b2, 5..9: b3]
	TermRet                // ret | ret v
	TermUnreachable        // unreachable: control cannot come here; reaching it is a bug of the front end or undefined behaviour already reported
	TermThreadExit         // threadexit: the thread is finished, whatever frames it has
	TermHalt               // halt status: the process ends (exit, _Exit, abort)
)
