package ir

import (
	"math"
	"strconv"
)

func (pr *printer) instr(f *Func, in *Instr) {
	if in.Dst != 0 {
		pr.reg(f, in.Dst)
		pr.s(" = ")
	}
	pr.s(in.Op.String())
	if in.Op >= numOps {
		return
	}
	form := &opFormat[in.Op]
	if form.sub != nil {
		pr.word(nameOf(form.sub, in.Sub))
	}
	for i, name := range flagNames {
		if in.Flags&(1<<i) != 0 {
			pr.word(name)
		}
	}
	if in.Order != NonAtomic {
		pr.word(in.Order.String())
	}
	if in.Fail != NonAtomic {
		pr.word("fail ")
		pr.s(in.Fail.String())
	}
	if in.Type != NoType {
		pr.word(in.Type.String())
	}
	args := in.Args
	open, end := " ", ""
	switch form.symbol {
	case symbolFunc:
		pr.s(" ")
		pr.funcSymbol(in.Func)
		if in.Op != OpFuncAddr {
			open, end = "(", ")"
		}
	case symbolGlobal:
		pr.s(" ")
		if g := int(in.Glob); g < len(pr.p.Globals) {
			pr.symbol(pr.p.Globals[g].Name)
		}
	case symbolLocal:
		pr.s(" ")
		pr.localName(f, in.Local)
	}
	if form.ptrArgs && len(args) > 0 {
		pr.s(" ")
		pr.operand(f, args[0])
		args = args[1:]
		open, end = "(", ")"
	}
	if len(args) > 0 || end != "" {
		if form.symbol == symbolLocal {
			open = ", "
		}
		pr.s(open)
		for i, a := range args {
			if i > 0 {
				pr.s(", ")
			}
			pr.operand(f, a)
		}
		pr.s(end)
	}
	if in.Align != 0 {
		pr.word("align ")
		pr.n(int64(in.Align))
	}
	if in.Run != (Run{}) {
		pr.word("run ")
		pr.n(int64(in.Run.Before))
		pr.s(" ")
		pr.n(int64(in.Run.Size))
	}
	if in.Field != (Field{}) {
		pr.word("bits ")
		pr.n(int64(in.Field.First))
		pr.s(" ")
		pr.n(int64(in.Field.Bits))
	}
	pr.labelWord(in.CType)
	if in.Mark != 0 {
		pr.word("mark ")
		pr.n(int64(in.Mark))
	}
	if form.text {
		pr.s(" ")
		pr.q(in.Message())
	} else if in.Text != "" {
		pr.s(" ")
		pr.q(in.Text)
	}
	pr.pos(in.Pos)
}

func (pr *printer) term(f *Func, t *Term) {
	pr.s(t.Op.String())
	if t.HasArg {
		pr.s(" ")
		pr.operand(f, t.Arg)
	}
	if t.Op == TermSwitch {
		pr.s(",")
		if len(t.Targets) > 0 {
			pr.s(" ")
			pr.block(t.Targets[0])
		}
		pr.s(" [")
		for i, c := range t.Cases {
			if i > 0 {
				pr.s(", ")
			}
			pr.buf = strconv.AppendUint(pr.buf, c.Lo, 10)
			if c.Hi != c.Lo {
				pr.s("..")
				pr.buf = strconv.AppendUint(pr.buf, c.Hi, 10)
			}
			pr.s(": ")
			if i+1 < len(t.Targets) {
				pr.block(t.Targets[i+1])
			}
		}
		pr.s("]")
	} else {
		for i, b := range t.Targets {
			if i > 0 || t.HasArg {
				pr.s(",")
			}
			pr.s(" ")
			pr.block(b)
		}
	}
	pr.pos(t.Pos)
}

func (pr *printer) block(b BlockID) {
	pr.s("b")
	pr.n(int64(b))
}

func (pr *printer) funcSymbol(id FuncID) {
	if int(id) < len(pr.p.Funcs) {
		pr.symbol(pr.p.Funcs[id].Name)
	}
}

func (pr *printer) symbol(name string) {
	pr.s("@")
	if isWord(name) {
		pr.s(name)
	} else {
		pr.q(name)
	}
}

// isWord reports whether a name can stand in the text without quotes.
func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && (i == 0 || !isDigit(c)) {
			return false
		}
	}
	return s != ""
}

func (pr *printer) reg(f *Func, r Reg) {
	pr.s("%")
	if int(r) < len(f.Regs) {
		pr.nameDot(f.Regs[r].Name)
	}
	pr.n(int64(r))
}

func (pr *printer) localName(f *Func, l LocalID) {
	pr.s("&")
	if int(l) < len(f.Locals) {
		pr.nameDot(f.Locals[l].Name)
	}
	pr.n(int64(l))
}

func (pr *printer) nameDot(name string) {
	switch {
	case name == "":
	case isWord(name):
		pr.s(name)
		pr.s(".")
	default:
		pr.q(name)
		pr.s(".")
	}
}

func (pr *printer) operand(f *Func, o Operand) {
	if !o.IsConst() {
		pr.reg(f, o.Reg())
		return
	}
	if o.Const() < len(f.Consts) {
		pr.s(f.Consts[o.Const()].Text(pr.p.Model))
	}
}

// Text returns the constant as the text form writes it: -7:i32, 1.5:f64, null.
func (c Const) Text(m DataModel) string {
	switch {
	case c.Type == F32:
		v := float64(math.Float32frombits(uint32(c.Lo)))
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return strconv.FormatFloat(v, 'g', -1, 32) + ":f32"
		}
	case c.Type == F64:
		v := math.Float64frombits(c.Lo)
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return strconv.FormatFloat(v, 'g', -1, 64) + ":f64"
		}
	case c.Type.IsPtr() && c.Lo == 0:
		return "null"
	case c.Type == I1:
		return strconv.FormatUint(c.Lo, 10) + ":i1"
	case c.Type.IsInt() && c.Type.Bits(m) <= 64:
		shift := 64 - c.Type.Bits(m)
		return strconv.FormatInt(int64(c.Lo<<shift)>>shift, 10) + ":" + c.Type.String()
	case c.Type.IsInt():
		return c.Word.String() + ":" + c.Type.String()
	}
	return "0x" + strconv.FormatUint(c.Lo, 16) + ":" + c.Type.String()
}

func (pr *printer) pos(p Pos) {
	if p == (Pos{}) {
		return
	}
	pr.s(" @")
	pr.n(int64(p.File))
	pr.s(":")
	pr.n(int64(p.Line))
	pr.s(":")
	pr.n(int64(p.Col))
}

func (pr *printer) labelWord(id CTypeID) {
	if id != 0 {
		pr.s(" ")
		pr.s(pr.label(id))
	}
}
