package ir

import (
	"math"
	"strconv"
)

func (p *parser) function() Func {
	var f Func
	p.f, p.consts = &f, make(map[Const]int)
	f.Regs = make([]RegInfo, 1)
	f.Locals = make([]Local, 1)
	f.Blocks = make([]Block, 1)
	p.word("func")
	f.Name = p.symbol()
	p.punct("(")
	for !p.isPunct(")") {
		f.Params = append(f.Params, p.regDecl())
		if !p.gotPunct(",") {
			break
		}
	}
	p.punct(")")
	if p.gotPunct("->") {
		f.Result = p.typ()
	}
	f.Variadic = p.gotWord("variadic")
	f.Model = p.gotWord("model")
	f.NoReturn = p.gotWord("noreturn")
	if p.gotWord("external") {
		f.External = p.str()
	}
	if p.gotWord("role") {
		f.Role.Verb = RoleVerb(p.name(verbNames, "verb of a role"))
		f.Role.Object = RoleObject(p.name(objectNames, "object of a role"))
	}
	f.CType = p.optLabel()
	f.Pos = p.optPos()
	if p.gotPunct("{") {
		p.body()
	}
	for r := 1; r < len(f.Regs); r++ {
		if f.Regs[r].Type == NoType {
			p.fail(p.tok.pos, "register %%%d of %s is never declared", r, f.Name)
		}
	}
	return f
}

func (p *parser) body() {
	p.newline()
	for p.gotWord("unsequenced") {
		p.unsequenced()
	}
	for p.gotWord("reg") {
		p.regDecl()
		p.newline()
	}
	for p.isWord("local") {
		p.local()
		p.newline()
	}
	for !p.isPunct("}") {
		want := "b" + strconv.Itoa(len(p.f.Blocks))
		if !p.isWord(want) {
			p.expected("block label " + want)
		}
		p.advance()
		p.punct(":")
		p.newline()
		var blk Block
		for {
			if p.tok.kind == tokWord {
				if op, ok := indexOf(termNames[1:], p.tok.text); ok {
					p.advance()
					blk.Term = p.term(TermOp(op + 1))
					p.newline()
					break
				}
			}
			blk.Instrs = append(blk.Instrs, p.instr())
			p.newline()
		}
		p.f.Blocks = append(p.f.Blocks, blk)
	}
	p.advance()
}

// unsequenced consumes a place where not every order of evaluation is in the code.
func (p *parser) unsequenced() {
	at := p.tok.pos
	kind, ok := indexOf(evalNames, p.tok.text)
	if p.tok.kind != tokWord || !ok {
		p.fail(at, "expected one of %v", evalNames)
	}
	p.advance()
	p.f.Unsequenced = append(p.f.Unsequenced, Unsequenced{OrderKind(kind), p.optPos()})
	p.newline()
}

// numbered consumes the text after % or &: an optional name with a dot, and a number.
func (p *parser) numbered() (name string, number int) {
	switch p.tok.kind {
	case tokWord:
		name = p.tok.text
		p.advance()
		p.punct(".")
	case tokString:
		name = p.str()
		p.punct(".")
	}
	// A number costs at least a byte of text, so that memory stays linear in it.
	return name, int(p.integer(1, int64(len(p.text)), "number"))
}

// reg consumes a register and makes sure that it has an entry.
func (p *parser) reg() Reg {
	at := p.tok.pos
	p.punct("%")
	name, n := p.numbered()
	for len(p.f.Regs) <= n {
		p.f.Regs = append(p.f.Regs, RegInfo{})
	}
	if info := &p.f.Regs[n]; name != info.Name && info.Type != NoType && name != "" {
		p.fail(at, "register %%%d is called %q", n, info.Name)
	}
	return Reg(n)
}

func (p *parser) regDecl() Reg {
	at := p.tok.pos
	p.punct("%")
	name, n := p.numbered()
	for len(p.f.Regs) <= n {
		p.f.Regs = append(p.f.Regs, RegInfo{})
	}
	if p.f.Regs[n].Type != NoType {
		p.fail(at, "register %%%d is declared twice", n)
	}
	p.punct(":")
	p.f.Regs[n] = RegInfo{Name: name, Type: p.typ(), CType: p.optLabel()}
	return Reg(n)
}

func (p *parser) local() {
	p.advance()
	at := p.tok.pos
	p.punct("&")
	name, n := p.numbered()
	if n != len(p.f.Locals) {
		p.fail(at, "expected the declaration of local %d", len(p.f.Locals))
	}
	l := Local{Name: name}
	l.Size, l.Align = p.sizeAlign()
	l.Volatile = p.gotWord("volatile")
	l.ReadOnly = p.gotWord("readonly")
	l.CType = p.optLabel()
	if p.isPunct("{") {
		l.Initialised = true
		l.Init = p.init()
	}
	l.Pos = p.optPos()
	p.f.Locals = append(p.f.Locals, l)
}

func (p *parser) localUse() LocalID {
	at := p.tok.pos
	p.punct("&")
	_, n := p.numbered()
	if n >= len(p.f.Locals) {
		p.fail(at, "local %d is not declared", n)
	}
	return LocalID(n)
}

func (p *parser) operand() Operand {
	if p.isPunct("%") {
		return RegOperand(p.reg())
	}
	if p.tok.kind != tokNumber && !p.isWord("null") {
		p.expected("operand")
	}
	return p.constant()
}

// operands appends a comma-separated list to the arena.
func (p *parser) operands(end string) {
	for !p.isPunct(end) {
		p.args = append(p.args, p.operand())
		if !p.gotPunct(",") {
			break
		}
	}
}

func (p *parser) instr() Instr {
	var in Instr
	if p.isPunct("%") {
		in.Dst = p.reg()
		p.punct("=")
	}
	if p.tok.kind != tokWord {
		p.expected("instruction")
	}
	at := p.tok.pos
	op, ok := opByName[p.tok.text]
	if !ok {
		p.fail(at, "unknown instruction %s", p.tok)
	}
	p.advance()
	in.Op = op
	form := &opFormat[op]
	if form.sub != nil {
		in.Sub = p.name(form.sub, "kind of "+op.String())
	}
	for i, name := range flagNames {
		if form.flags&(1<<i) != 0 && p.gotWord(name) {
			in.Flags |= 1 << i
		}
	}
	if form.order != orderNone && p.tok.kind == tokWord {
		in.Order = p.optOrder()
		if form.order == orderPair && p.gotWord("fail") {
			in.Fail = p.optOrder()
		}
	}
	if p.tok.kind == tokWord {
		if in.Type = parseType(p.tok.text); in.Type != NoType {
			p.advance()
		}
	}
	in.Args = p.instrOperands(&in, form)
	if form.access && p.gotWord("align") {
		in.Align = int32(p.integer(1, math.MaxInt32, "alignment"))
	}
	if form.access && p.gotWord("run") {
		in.Run.Before = int32(p.integer(0, math.MaxInt32, "offset in a run"))
		in.Run.Size = int32(p.integer(1, math.MaxInt32, "size of a run"))
	}
	if form.access && p.gotWord("bits") {
		in.Field.First = uint8(p.integer(0, 127, "first bit of a bit-field"))
		in.Field.Bits = uint8(p.integer(1, 128, "bits of a bit-field"))
	}
	if form.access {
		in.CType = p.optLabel()
	}
	if op == OpUnsupported && p.gotWord("mark") {
		in.Mark = int32(p.integer(1, math.MaxInt32, "mark"))
	}
	if form.text {
		in.SetMessage(p.str())
	} else if form.access && p.tok.kind == tokString {
		in.Text = p.str()
	}
	in.Pos = p.optPos()
	if in.Dst != 0 && p.f.Regs[in.Dst].Type == NoType {
		p.f.Regs[in.Dst].Type = in.ResultType()
		if in.ResultType() == NoType {
			p.fail(at, "%s has no result", op)
		}
	}
	return in
}

func (p *parser) optOrder() MemOrder {
	if i, ok := indexOf(orderNames[1:], p.tok.text); ok {
		p.advance()
		return MemOrder(i + 1)
	}
	return NonAtomic
}

// instrOperands consumes the symbol and the operands of in.
func (p *parser) instrOperands(in *Instr, form *format) []Operand {
	start := len(p.args)
	parens := form.ptrArgs
	more := true
	switch form.symbol {
	case symbolFunc:
		in.Func = p.funcSymbol()
		parens = in.Op != OpFuncAddr
		more = parens
	case symbolGlobal:
		in.Glob = p.globalSymbol()
		more = false
	case symbolLocal:
		in.Local = p.localUse()
		more = p.gotPunct(",")
	}
	if form.ptrArgs {
		p.args = append(p.args, p.operand())
	}
	switch {
	case parens:
		p.punct("(")
		p.operands(")")
		p.punct(")")
	case more && (p.isPunct("%") || p.tok.kind == tokNumber || p.isWord("null")):
		p.operands("")
	}
	if len(p.args) == start {
		return nil
	}
	return p.args[start:len(p.args):len(p.args)]
}

func (p *parser) blockRef() BlockID {
	if p.tok.kind == tokWord && p.tok.text[0] == 'b' {
		if n, err := strconv.ParseInt(p.tok.text[1:], 10, 32); err == nil && n > 0 {
			p.advance()
			return BlockID(n)
		}
	}
	p.expected("block label")
	return 0
}

func (p *parser) term(op TermOp) Term {
	t := Term{Op: op}
	switch op {
	case TermBr:
		t.Targets = []BlockID{p.blockRef()}
	case TermCondBr:
		t.Arg, t.HasArg = p.operand(), true
		p.punct(",")
		then := p.blockRef()
		p.punct(",")
		t.Targets = []BlockID{then, p.blockRef()}
	case TermSwitch:
		t.Arg, t.HasArg = p.operand(), true
		p.punct(",")
		t.Targets = []BlockID{p.blockRef()}
		p.punct("[")
		for !p.isPunct("]") {
			var c Case
			c.Lo = p.unsigned()
			c.Hi = c.Lo
			if p.gotPunct("..") {
				c.Hi = p.unsigned()
			}
			p.punct(":")
			t.Cases = append(t.Cases, c)
			t.Targets = append(t.Targets, p.blockRef())
			if !p.gotPunct(",") {
				break
			}
		}
		p.punct("]")
	case TermRet:
		if p.isPunct("%") || p.tok.kind == tokNumber || p.isWord("null") {
			t.Arg, t.HasArg = p.operand(), true
		}
	case TermHalt:
		t.Arg, t.HasArg = p.operand(), true
	}
	t.Pos = p.optPos()
	return t
}

func (p *parser) unsigned() uint64 {
	n, err := strconv.ParseUint(p.tok.text, 10, 64)
	if p.tok.kind != tokNumber || err != nil {
		p.expected("case value")
	}
	p.advance()
	return n
}
