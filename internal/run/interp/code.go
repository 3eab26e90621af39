package interp

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// code is an opcode of the decoded form: an ir.Op specialised by its types.
type code uint8

const (
	// Integers of up to 64 bits.
	cCopy code = iota + 1
	cAdd
	cSub
	cMul
	cAddS // the S forms check for signed overflow
	cSubS
	cMulS
	cUDiv
	cURem
	cSDiv
	cSRem
	cNeg
	cAnd
	cOr
	cXor
	cNot
	cShl
	cLShr
	cAShr
	cEq
	cNe
	cULt
	cULe
	cSLt
	cSLe
	cSelect
	cTrunc
	cZExt
	cSExt
	cWide // any of them with an operand or a result of more than 64 bits

	// Floating point.
	cFAdd64
	cFSub64
	cFMul64
	cFDiv64
	cFEq64
	cFLt64
	cFLe64
	cFloat // every other float operation

	// Pointers and objects.
	cGlobalAddr
	cThreadLocalAddr
	cFuncAddr
	cPtrAdd
	cPtrDiff
	cPtrApart
	cPtrCompare
	cPtrToInt
	cIntToPtr
	cEnter
	cLeave
	cAlloc
	cFree
	cObjectSize

	// Memory.
	cLoad    // up to 8 bytes of an integer or float
	cLoadAny // every other load
	cStore   // up to 8 bytes of an integer or float
	cStoreAny
	cRMW
	cCmpXchg
	cFence

	// Control.
	cCall
	cCallPtr
	cBr
	cCondBr
	cSwitch
	cRet
	cUnreachable
	cThreadExit
	cHalt

	// Choice and checking.
	cChoose
	cAssume
	cAssert
	cUnsupported
	cLimit
	cOutput

	// Concurrency.
	cSpawn
	cJoin
	cSelf
	cAcquire
	cRelease
	cLockState
	cBlockUntil
	cAtomicBegin
	cAtomicEnd
	cSend
	cRecv
	cFork
	cShare

	cHeader // hook of a loop's header (await.go)
	cPlace  // hook of an instruction at a queried place (place.go)
	cBlock  // hook of a block (blocks.go)
	cDepend // hook of an instruction that computes a register, and of a branch (depend.go)
)

// inst is a decoded instruction or terminator. Operands and the result are slots of the frame: registers by
// their number, then the constants. Slot 0 is not a register; it takes unwanted results.
type inst struct {
	code    code
	sh      uint8 // 64 minus the width of an integer of up to 64 bits
	size    uint8 // bytes of a memory access
	note    uint8 // for loops (await.go)
	dst     int32
	a, b, c int32
	aux     int32 // by code: an index into the function's side tables, an id, a jump target
}

// function is a decoded ir.Func.
type function struct {
	id       ir.FuncID
	ir       *ir.Func
	code     []inst
	src      []*ir.Instr // by pc; nil for terminators
	pos      []ir.Pos    // by pc
	blockPC  []int32     // by BlockID
	block    []ir.BlockID
	start    int32 // pc where calls begin
	consts   []wide.Word
	numRegs  int // registers, with the unused one
	numSlots int // registers and constants
	params   []int32
	calls    []callInfo
	switches []switchInfo
	sites    map[int32]ir.SiteID // by pc
	around   [][]bool            // by pc: see liveAround
	live     *ir.Liveness        // when first needed
	headers  []headerInfo
	places   []placeInfo
	hooked   []inst // by cDepend
}

// callInfo is the side table entry of calls and outputs.
type callInfo struct {
	callee ir.FuncID // 0: through the pointer in the first argument
	args   []int32
	types  []ir.Type // of the arguments
	result ir.Type   // expected by the caller
}

// switchInfo has the cases in increasing order.
type switchInfo struct {
	lo, hi    []uint64
	target    []int32
	otherwise int32
}

// find returns the target of a value.
func (s *switchInfo) find(v uint64) int32 {
	i, j := 0, len(s.lo)
	for i < j {
		h := int(uint(i+j) >> 1)
		if s.hi[h] < v {
			i = h + 1
		} else {
			j = h
		}
	}
	if i < len(s.lo) && s.lo[i] <= v {
		return s.target[i]
	}
	return s.otherwise
}

// decoder turns an ir.Func into a function.
type decoder struct {
	m      ir.DataModel
	p      *ir.Program
	sites  *ir.Sites
	loops  *loops.Info  // nil: no hooks
	asked  *[2]ir.Place // nil: no hooks
	blocks bool         // hooks of blocks
	depend bool         // hooks for dependencies
	f      *ir.Func
	out    *function
	entry  []int32 // by block: where jumps to it go: to the hook, of a loop's header
}

func decode(p *ir.Program, sites *ir.Sites, info *loops.Info, conf *Config, id ir.FuncID) *function {
	f := &p.Funcs[id]
	out := &function{id: id, ir: f, numRegs: max(len(f.Regs), 1)}
	out.numSlots = out.numRegs + len(f.Consts)
	d := &decoder{m: p.Model, p: p, sites: sites, loops: info, asked: conf.Places, blocks: conf.Blocks, depend: conf.Depends, f: f, out: out, entry: make([]int32, len(f.Blocks))}
	for _, c := range f.Consts {
		out.consts = append(out.consts, c.Word)
	}
	for _, r := range f.Params {
		out.params = append(out.params, int32(r))
	}
	n := 0
	for b := 1; b < len(f.Blocks); b++ {
		n += len(f.Blocks[b].Instrs) + 1
	}
	out.code = make([]inst, 0, n)
	out.src = make([]*ir.Instr, 0, n)
	out.pos = make([]ir.Pos, 0, n)
	out.block = make([]ir.BlockID, 0, n)
	out.blockPC = make([]int32, len(f.Blocks))
	for b := 1; b < len(f.Blocks); b++ {
		blk := &f.Blocks[b]
		out.blockPC[b] = int32(len(out.code))
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if site := sites.Instr(id, ir.BlockID(b), i); site != 0 {
				if out.sites == nil {
					out.sites = make(map[int32]ir.SiteID)
				}
				out.sites[int32(len(out.code))] = site
			}
			decoded := d.instr(in)
			decoded.note = d.noteOf(id, ir.BlockID(b), i)
			out.add(decoded, in, in.Pos, ir.BlockID(b))
		}
		out.add(d.term(&blk.Term), nil, blk.Term.Pos, ir.BlockID(b))
	}
	copy(d.entry, out.blockPC)
	d.addHeaders(id)
	d.addBlocks()
	d.link()
	d.addPlaces()
	d.addDependencies()
	return out
}

func (fn *function) add(in inst, src *ir.Instr, pos ir.Pos, b ir.BlockID) {
	fn.code = append(fn.code, in)
	fn.src = append(fn.src, src)
	fn.pos = append(fn.pos, pos)
	fn.block = append(fn.block, b)
}

// link turns block numbers in jumps into places in the code.
func (d *decoder) link() {
	pc := d.entry
	for i := range d.out.code {
		in := &d.out.code[i]
		switch in.code {
		case cBr:
			in.aux = pc[in.aux]
		case cCondBr:
			in.b, in.c = pc[in.b], pc[in.c]
		}
	}
	for i := range d.out.switches {
		s := &d.out.switches[i]
		s.otherwise = pc[s.otherwise]
		for j := range s.target {
			s.target[j] = pc[s.target[j]]
		}
	}
}

func (d *decoder) slot(o ir.Operand) int32 {
	if o.IsConst() {
		return int32(d.out.numRegs + o.Const())
	}
	return int32(o.Reg())
}

func (d *decoder) term(t *ir.Term) inst {
	switch t.Op {
	case ir.TermBr:
		return inst{code: cBr, aux: int32(t.Targets[0])}
	case ir.TermCondBr:
		return inst{code: cCondBr, a: d.slot(t.Arg), b: int32(t.Targets[0]), c: int32(t.Targets[1])}
	case ir.TermSwitch:
		d.out.switches = append(d.out.switches, newSwitch(t))
		return inst{code: cSwitch, a: d.slot(t.Arg), aux: int32(len(d.out.switches) - 1)}
	case ir.TermRet:
		in := inst{code: cRet, a: -1}
		if t.HasArg {
			in.a = d.slot(t.Arg)
		}
		return in
	case ir.TermThreadExit:
		return inst{code: cThreadExit}
	case ir.TermHalt:
		return inst{code: cHalt, a: d.slot(t.Arg)}
	}
	return inst{code: cUnreachable}
}

func newSwitch(t *ir.Term) switchInfo {
	order := make([]int, len(t.Cases))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(t.Cases[a].Lo, t.Cases[b].Lo) })
	s := switchInfo{otherwise: int32(t.Targets[0])}
	for _, i := range order {
		s.lo = append(s.lo, t.Cases[i].Lo)
		s.hi = append(s.hi, t.Cases[i].Hi)
		s.target = append(s.target, int32(t.Targets[i+1]))
	}
	return s
}
