package ir

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// oneOfEach returns a program with one function per opcode that holds the
// instruction in every variant of its format.
func oneOfEach(t *testing.T) *Program {
	t.Helper()
	p := &Program{Model: LP64, Files: []string{"a.c"}, CTypes: make([]CType, 2), Globals: make([]Global, 2), Funcs: make([]Func, 1)}
	p.CTypes[1] = CType{Kind: CInt, Name: "int", Size: 4, Signed: true}
	p.Globals[1] = Global{Name: "g", Size: 8, Align: 8}
	target := Func{Name: "target", Result: I32}
	b := NewFuncBuilder(LP64, &target)
	b.Param(Ptr, "p", 0)
	b.SetBlock(b.NewBlock())
	b.Ret(b.Int(I32, 0))
	p.Funcs = append(p.Funcs, *b.Finish())
	body := Func{Name: "thread"}
	b = NewFuncBuilder(LP64, &body)
	b.Param(Ptr, "", 0)
	b.SetBlock(b.NewBlock())
	b.ThreadExit()
	p.Funcs = append(p.Funcs, *b.Finish())
	for op := OpInvalid + 1; op < numOps; op++ {
		f := Func{Name: "use_" + op.String()}
		b := NewFuncBuilder(LP64, &f)
		b.SetBlock(b.NewBlock())
		if op == OpAtomicEnd {
			b.Emit(Instr{Op: OpAtomicBegin, Sub: uint8(ModelSection)})
		}
		variants(b, op)
		if op == OpAtomicBegin {
			b.Emit(Instr{Op: OpAtomicEnd, Sub: uint8(ModelSection)})
		}
		b.RetVoid()
		p.Funcs = append(p.Funcs, *b.Finish())
	}
	start := Func{Name: "start"}
	b = NewFuncBuilder(LP64, &start)
	b.SetBlock(b.NewBlock())
	b.Halt(b.Int(I32, 0))
	p.Funcs = append(p.Funcs, *b.Finish())
	p.Start = FuncID(len(p.Funcs) - 1)
	p.Assumed = []string{"main is called with \"quotes\"", "a"}
	return p
}

// operandsFor returns types that op accepts for its operands, given Type.
func operandsFor(op Op, t Type) (operands []Type, typ Type) {
	info := &opTable[op]
	switch info.rule {
	case ruleSame, ruleCompare:
		for range info.arity {
			operands = append(operands, t)
		}
		return operands, t
	}
	switch op {
	case OpSelect:
		return []Type{I1, t, t}, t
	case OpTrunc:
		return []Type{I64}, I8
	case OpZExt, OpSExt:
		return []Type{I8}, I128
	case OpBitcast:
		return []Type{I32}, F32
	case OpFToSI, OpFToUI:
		return []Type{F64}, I32
	case OpSIToF, OpUIToF:
		return []Type{I128}, F32
	case OpFToF:
		return []Type{F32}, F64
	case OpPtrToInt, OpObjectSize:
		return []Type{Ptr}, I64
	case OpIntToPtr:
		return []Type{I64}, Ptr
	case OpPtrAdd:
		return []Type{Ptr, I64}, Ptr
	case OpPtrDiff, OpPtrApart:
		return []Type{Ptr, Ptr}, I64
	case OpGlobalAddr, OpFuncAddr, OpEnter:
		return nil, Ptr
	case OpAlloc:
		return []Type{I64, I64}, Ptr
	case OpLoad:
		return []Type{Ptr}, t
	case OpStore, OpRMW:
		return []Type{Ptr, t}, t
	case OpCmpXchg:
		return []Type{Ptr, t, t}, t
	case OpCall:
		return []Type{Ptr}, I32
	case OpCallPtr:
		return []Type{Ptr, I32, F64}, I32
	case OpChoose, OpSelf, OpFork:
		return nil, I32
	case OpLockState:
		return []Type{Ptr}, I32
	case OpFree, OpJoin, OpAcquire, OpRelease, OpSpawn, OpShare:
		return []Type{Ptr}, NoType
	case OpAssume, OpAssert, OpBlockUntil:
		return []Type{I1}, NoType
	case OpSend, OpRecv:
		return []Type{Ptr, I64}, NoType
	case OpOutput:
		return []Type{I32, Ptr, Ptr}, NoType
	}
	return nil, NoType
}

// variants emits op with every Sub, flag and memory order that it has.
func variants(b *FuncBuilder, op Op) {
	form := &opFormat[op]
	class := I32
	if op >= OpFAdd && op <= OpFLe {
		class = F64
	}
	operands, typ := operandsFor(op, class)
	emit := func(in Instr) {
		in.Op, in.Type = op, typ
		for _, t := range operands {
			in.Args = append(in.Args, RegOperand(b.Temp(t)))
		}
		switch form.symbol {
		case symbolFunc:
			in.Func = 1
			if op == OpSpawn {
				in.Func = 2
			}
		case symbolGlobal:
			in.Glob = 1
		case symbolLocal:
			in.Local = b.NewLocal(Local{Name: "l", Size: 4, Align: 4})
		}
		if form.access {
			in.Align, in.CType, in.Text = 4, 1, "p->x[i]"
			if op == OpLoad || op == OpStore {
				in.Run, in.Field = Run{Before: 2, Size: 24}, Field{First: 3, Bits: 5}
			}
		}
		if form.text {
			text := "a \"quoted\" text\n"
			if kind, ok := map[verdict.Property]string{verdict.Lock: "unlock-free", verdict.Memory: "leak"}[in.Property()]; ok && op == OpAssert {
				text = kind
			}
			in.SetMessage(text)
		}
		if t := in.ResultType(); t != NoType {
			in.Dst = b.Temp(t)
		}
		in.Pos = Pos{File: 0, Line: 3, Col: 1}
		b.Emit(in)
	}
	base := Instr{}
	if form.order >= orderRequired {
		base.Order = SeqCst
	}
	if form.order == orderPair {
		base.Fail = Relaxed
	}
	emit(base)
	for sub := range form.sub {
		in := base
		in.Sub = uint8(sub)
		emit(in)
	}
	for i := range flagNames {
		if form.flags&(1<<i) != 0 {
			in := base
			in.Flags = 1 << i
			emit(in)
		}
	}
	for o := Relaxed; o <= SeqCst && form.order != orderNone; o++ {
		in := base
		in.Order = o
		emit(in)
	}
}

// TestEveryOpcode prints, parses and checks each opcode in all variants, and
// checks that the checker refuses each with an operand of a wrong type.
func TestEveryOpcode(t *testing.T) {
	p := oneOfEach(t)
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	roundTrip(t, p)
	for id := 3; id < len(p.Funcs)-1; id++ {
		f := &p.Funcs[id]
		op := OpInvalid + Op(id-2)
		t.Run(op.String(), func(t *testing.T) {
			if op.Doc() == "" || opByName[op.String()] != op {
				t.Error("no documentation or name")
			}
			in := &f.Blocks[1].Instrs[0]
			if op == OpAtomicEnd {
				in = &f.Blocks[1].Instrs[1]
			}
			if len(in.Args) == 0 || op == OpOutput {
				return
			}
			b := NewFuncBuilder(p.Model, f)
			old := in.Args[0]
			in.Args[0] = RegOperand(b.Temp(wrongFor(op)))
			if Check(p) == nil {
				t.Error("a first operand of a wrong type is accepted")
			}
			in.Args[0] = old
		})
	}
}

// randomProgram returns a program of random but correct shape.
func randomProgram(rng *rand.Rand) *Program {
	p := &Program{Files: []string{"x.c", "<y.h>"}, CTypes: make([]CType, 1), Globals: make([]Global, 1), Funcs: make([]Func, 1)}
	p.Model = DataModel(rng.IntN(2))
	for i := range rng.IntN(4) {
		p.CTypes = append(p.CTypes, CType{Kind: CKind(rng.IntN(10)), Name: []string{"", "n", "unsigned int"}[rng.IntN(3)],
			Size: int64(rng.IntN(9)), Elem: CTypeID(rng.IntN(i + 1))})
	}
	types := []Type{I1, I8, I32, I64, Int(7), Int(33), Int(100), I128, F32, F64, Ptr}
	for i := range 1 + rng.IntN(3) {
		g := Global{Name: fmt.Sprintf("f.c:g %d", i), Size: 16, Align: 8, Storage: Storage(rng.IntN(3)), CType: CTypeID(rng.IntN(len(p.CTypes)))}
		g.Init = append(g.Init, InitItem{Bytes: []byte{0, byte(rng.Uint32()), '"', 200}}, InitItem{Offset: 8, Func: 1, Addend: -3})
		p.Globals = append(p.Globals, g)
	}
	f := Func{Name: "start", Pos: Pos{1, 2, 3}}
	b := NewFuncBuilder(p.Model, &f)
	blocks := []BlockID{b.NewBlock(), b.NewBlock(), b.NewBlock()}
	var values []Operand
	pick := func(t Type) Operand {
		for _, v := range values {
			if b.TypeOf(v) == t && rng.IntN(2) == 0 {
				return v
			}
		}
		if t == F32 {
			return b.Float(t, rng.NormFloat64())
		}
		return b.Const(Const{Type: t, Word: wide.Word{Lo: rng.Uint64() >> rng.IntN(64), Hi: rng.Uint64()}})
	}
	for i, blk := range blocks {
		b.SetBlock(blk)
		for range rng.IntN(10) {
			b.Pos = Pos{File: FileID(rng.IntN(2)), Line: int32(rng.IntN(3)), Col: 1}
			if b.Pos.Line == 0 {
				b.Pos = Pos{}
			}
			t := types[rng.IntN(len(types))]
			switch rng.IntN(4) {
			case 0:
				r := b.NewReg(t, []string{"", "x", "é"}[rng.IntN(3)], 0)
				b.CopyTo(r, pick(t))
				values = append(values, RegOperand(r))
			case 1:
				values = append(values, b.Compare(OpEq, pick(I64), pick(I64)))
			case 2:
				values = append(values, b.Load(t, pick(Ptr), Access{Align: 1}))
			case 3:
				values = append(values, b.Select(pick(I1), pick(t), pick(t)))
			}
		}
		switch rng.IntN(3) {
		case 0:
			b.CondBr(pick(I1), blocks[rng.IntN(3)], blocks[i])
		case 1:
			b.Switch(pick(I32), blocks[0], []Case{{0, 0}, {5, 1 << 20}}, []BlockID{1, 2})
		case 2:
			b.RetVoid()
		}
	}
	p.Funcs = append(p.Funcs, *b.Finish())
	p.Start = 1
	return p
}

func TestRandomRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		p := randomProgram(rng)
		if err := Check(p); err != nil {
			t.Fatalf("%v\n%s", err, p)
		}
		roundTrip(t, p)
		if t.Failed() {
			return
		}
	}
}

// wrongFor returns a type that op refuses as its first operand.
func wrongFor(op Op) Type {
	switch op {
	case OpTrunc, OpZExt, OpSExt, OpSIToF, OpUIToF:
		return Ptr
	}
	return Int(77)
}
