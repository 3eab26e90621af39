package ir

import (
	"io"
	"strconv"
	"strings"
)

// The text form, one line per instruction:
//
//	program  = "program" model [ "start" symbol ] { "assumed" string } { file | type | global | func }
//	file     = "file" index string
//	type     = "type" label "=" kind …                       (ctype)
//	global   = "global" symbol "size" n "align" n { word } [ label ] [ init ] [ pos ]
//	func     = "func" symbol "(" params ")" [ "->" type ] { word } [ "role" word word ] [ label ] [ pos ] [ "{" body "}" ]
//	body     = { order } { reg | local } { block }
//	reg      = "reg" register ":" type [ label ]
//	order    = "unsequenced" word pos
//	local    = "local" local "size" n "align" n { word } [ label ] [ init ] [ pos ]
//	block    = "b1:" { instr } term
//	instr    = [ register "=" ] opcode { word } [ type ] [ operands ] [ "align" n ] [ "run" n n ] [ "bits" n n ] [ label ] [ string ] [ pos ]
//	init     = "{" [ offset ":" ( string | "global" symbol "+" n | "func" symbol "+" n ) { "," … } ] "}"
//	symbol   = "@name" | @"any name"          label = "$name"
//	register = "%3" | "%name.3"               local = "&1" | "&name.1"
//	constant = "-7:i32" | "1.5:f64" | "0x7ff0000000000000:f64" | "null" | "0x10:ptr"
//	pos      = "@" file ":" line ":" column
//
// A temporary's reg line is left out when the first mention of the register in
// the text is as the result of an instruction, whose type it then has. A
// comment goes from ";" to the end of the line.

// WriteTo writes the text form of p.
func (p *Program) WriteTo(w io.Writer) (written int64, err error) {
	pr := newPrinter(p)
	flush := func(least int) {
		if err == nil && len(pr.buf) >= least {
			var n int
			n, err = w.Write(pr.buf)
			written, pr.buf = written+int64(n), pr.buf[:0]
		}
	}
	const enough = 1 << 16
	pr.header()
	for id := 1; id < len(p.Globals); id++ {
		pr.global(&p.Globals[id])
		flush(enough)
	}
	for id := 1; id < len(p.Funcs); id++ {
		pr.function(&p.Funcs[id])
		flush(enough)
	}
	flush(0)
	return written, err
}

// String returns the text form of p.
func (p *Program) String() string {
	var b strings.Builder
	p.WriteTo(&b)
	return b.String()
}

// FuncText returns the text form of one function.
func (p *Program) FuncText(id FuncID) string {
	pr := newPrinter(p)
	pr.function(&p.Funcs[id])
	return string(pr.buf)
}

// InstrText returns the one line of an instruction of f.
func (p *Program) InstrText(f *Func, in *Instr) string {
	pr := newPrinter(p)
	pr.instr(f, in)
	return string(pr.buf)
}

type printer struct {
	p      *Program
	labels []string // of the CTypes, made when first needed
	buf    []byte
}

func newPrinter(p *Program) *printer { return &printer{p: p} }

func (pr *printer) s(s string) { pr.buf = append(pr.buf, s...) }
func (pr *printer) n(n int64)  { pr.buf = strconv.AppendInt(pr.buf, n, 10) }
func (pr *printer) q(s string) { pr.buf = strconv.AppendQuote(pr.buf, s) }

// word writes a keyword after a space.
// when writes a word if a condition holds.
func (pr *printer) when(holds bool, word string) {
	if holds {
		pr.word(word)
	}
}

func (pr *printer) word(s string) {
	pr.s(" ")
	pr.s(s)
}

func (pr *printer) header() {
	pr.s("program ")
	pr.s(pr.p.Model.String())
	if pr.p.Start != 0 {
		pr.s(" start ")
		pr.symbol(pr.p.Funcs[pr.p.Start].Name)
	}
	for _, s := range pr.p.Assumed {
		pr.s(" assumed ")
		pr.q(s)
	}
	pr.s("\n")
	for i, f := range pr.p.Files {
		pr.s("file ")
		pr.n(int64(i))
		pr.s(" ")
		pr.q(f)
		pr.s("\n")
	}
	for id := 1; id < len(pr.p.CTypes); id++ {
		pr.ctype(CTypeID(id))
	}
}

// ctype writes a line such as
//
//	type $node = struct "node" size 16 { "next" $pointer.node 0, "flag" $int 64 3 }
func (pr *printer) ctype(id CTypeID) {
	t := &pr.p.CTypes[id]
	pr.s("type ")
	pr.s(pr.label(id))
	pr.s(" = ")
	pr.s(t.Kind.String())
	if t.Name != "" {
		pr.s(" ")
		pr.q(t.Name)
	}
	if t.Size != 0 {
		pr.word("size ")
		pr.n(t.Size)
	}
	if t.Signed {
		pr.word("signed")
	}
	if t.Variadic {
		pr.word("variadic")
	}
	if t.Len != 0 {
		pr.word("len ")
		pr.n(t.Len)
	}
	pr.labelWord(t.Elem)
	if len(t.Params) > 0 {
		pr.s(" (")
		for i, p := range t.Params {
			if i > 0 {
				pr.s(", ")
			}
			pr.s(pr.label(p))
		}
		pr.s(")")
	}
	if len(t.Fields) > 0 {
		pr.s(" {")
		for i, f := range t.Fields {
			if i > 0 {
				pr.s(",")
			}
			pr.s(" ")
			pr.q(f.Name)
			pr.s(" ")
			pr.s(pr.label(f.Type))
			pr.s(" ")
			pr.n(f.BitOffset)
			if f.BitWidth != 0 {
				pr.s(" ")
				pr.n(int64(f.BitWidth))
			}
		}
		pr.s(" }")
	}
	pr.s("\n")
}

func (pr *printer) global(g *Global) {
	pr.s("global ")
	pr.symbol(g.Name)
	pr.sizeAlign(g.Size, g.Align)
	if g.Storage != Static {
		pr.word(g.Storage.String())
	}
	pr.when(g.Volatile, "volatile")
	pr.when(g.Model, "model")
	pr.when(g.External, "external")
	pr.when(g.ReadOnly, "readonly")
	pr.labelWord(g.CType)
	if len(g.Init) > 0 {
		pr.init(g.Init)
	}
	pr.pos(g.Pos)
	pr.s("\n")
}

func (pr *printer) sizeAlign(size, align int64) {
	pr.s(" size ")
	pr.n(size)
	pr.s(" align ")
	pr.n(align)
}

func (pr *printer) init(items []InitItem) {
	pr.s(" {")
	for i := range items {
		it := &items[i]
		if i > 0 {
			pr.s(",")
		}
		pr.s(" ")
		pr.n(it.Offset)
		pr.s(": ")
		switch {
		case it.Global != 0:
			pr.s("global ")
			pr.symbol(pr.p.Globals[it.Global].Name)
			pr.s(" + ")
			pr.n(it.Addend)
		case it.Func != 0:
			pr.s("func ")
			pr.symbol(pr.p.Funcs[it.Func].Name)
			pr.s(" + ")
			pr.n(it.Addend)
		default:
			pr.q(string(it.Bytes))
		}
	}
	pr.s(" }")
}

func (pr *printer) function(f *Func) {
	pr.s("func ")
	pr.symbol(f.Name)
	pr.s("(")
	for i, r := range f.Params {
		if i > 0 {
			pr.s(", ")
		}
		pr.regDecl(f, r)
	}
	pr.s(")")
	if f.Result != NoType {
		pr.s(" -> ")
		pr.s(f.Result.String())
	}
	pr.when(f.Variadic, "variadic")
	pr.when(f.Model, "model")
	pr.when(f.NoReturn, "noreturn")
	if f.External != "" {
		pr.word("external ")
		pr.q(f.External)
	}
	if f.Role != (Role{}) {
		pr.word("role")
		pr.word(f.Role.Verb.String())
		pr.word(f.Role.Object.String())
	}
	pr.labelWord(f.CType)
	pr.pos(f.Pos)
	if !f.HasBody() {
		pr.s("\n")
		return
	}
	pr.s(" {\n")
	for _, u := range f.Unsequenced {
		pr.s("  unsequenced ")
		pr.s(u.Kind.String())
		pr.pos(u.Pos)
		pr.s("\n")
	}
	declared := declaredByUse(f)
	for r := 1; r < len(f.Regs); r++ {
		if !declared[r] {
			pr.s("  reg ")
			pr.regDecl(f, Reg(r))
			pr.s("\n")
		}
	}
	for l := 1; l < len(f.Locals); l++ {
		pr.local(f, LocalID(l))
	}
	for b := 1; b < len(f.Blocks); b++ {
		pr.block(BlockID(b))
		pr.s(":\n")
		blk := &f.Blocks[b]
		for i := range blk.Instrs {
			pr.s("  ")
			pr.instr(f, &blk.Instrs[i])
			pr.s("\n")
		}
		pr.s("  ")
		pr.term(f, &blk.Term)
		pr.s("\n")
	}
	pr.s("}\n")
}

// declaredByUse marks the registers that need no reg line: parameters, and
// temporaries whose first mention is as a result of their type.
func declaredByUse(f *Func) []bool {
	declared := make([]bool, len(f.Regs))
	seen := make([]bool, len(f.Regs))
	for _, r := range f.Params {
		if int(r) < len(seen) {
			declared[r], seen[r] = true, true
		}
	}
	use := func(o Operand) {
		if r := o.Reg(); int(r) < len(seen) {
			seen[r] = true
		}
	}
	for b := 1; b < len(f.Blocks); b++ {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if d := in.Dst; d != 0 && int(d) < len(seen) && !seen[d] {
				info := &f.Regs[d]
				declared[d] = info.Name == "" && info.CType == 0 && info.Type == in.ResultType()
				seen[d] = true
			}
			for _, a := range in.Args {
				use(a)
			}
		}
		if t := &f.Blocks[b].Term; t.HasArg {
			use(t.Arg)
		}
	}
	return declared
}

func (pr *printer) regDecl(f *Func, r Reg) {
	pr.reg(f, r)
	pr.s(": ")
	if int(r) < len(f.Regs) {
		pr.s(f.Regs[r].Type.String())
		pr.labelWord(f.Regs[r].CType)
	}
}

func (pr *printer) local(f *Func, id LocalID) {
	l := &f.Locals[id]
	pr.s("  local ")
	pr.localName(f, id)
	pr.sizeAlign(l.Size, l.Align)
	if l.Volatile {
		pr.word("volatile")
	}
	if l.ReadOnly {
		pr.word("readonly")
	}
	pr.labelWord(l.CType)
	if l.Initialised {
		pr.init(l.Init)
	}
	pr.pos(l.Pos)
	pr.s("\n")
}

func (pr *printer) label(id CTypeID) string {
	if pr.labels == nil {
		pr.labels = ctypeLabels(pr.p.CTypes)
	}
	if id > 0 && int(id) < len(pr.labels) {
		return pr.labels[id]
	}
	return "$none"
}
