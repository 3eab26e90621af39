package sema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// dumpUnit returns a unit as text, for golden tests. It lists objects, then
// functions, one statement on a line. Positions are left out.
//
//	5:int            a constant and its type         load(x)    the value of an lvalue
//	<int>e  (int)e   implicit, explicit conversion   decay(a)   an array or function as pointer
//	(p +4* i)        pointer arithmetic by 4 bytes   s.m@8      a member at offset 8
//	s.b@4+3:2        a bit-field: unit at 4, bit 3, 2 bits      %1  an unnamed object
func dumpUnit(u *tree.Unit) string {
	d := &dumper{names: map[*tree.Object]string{}}
	d.line("unit %s", u.File)
	for _, o := range u.Objects {
		d.object(o)
	}
	for _, f := range u.Functions {
		d.function(f)
	}
	return d.b.String()
}

type dumper struct {
	b      strings.Builder
	indent int
	names  map[*tree.Object]string // of unnamed objects, numbered by first mention
}

func (d *dumper) line(format string, args ...any) {
	d.b.WriteString(strings.Repeat("  ", d.indent))
	fmt.Fprintf(&d.b, format, args...)
	d.b.WriteByte('\n')
}

func (d *dumper) name(o *tree.Object) string {
	if o.Name != "" {
		return o.Name
	}
	n, ok := d.names[o]
	if !ok {
		n = "%" + strconv.Itoa(len(d.names)+1)
		d.names[o] = n
	}
	return n
}

func flags(set ...any) string {
	s := ""
	for i := 0; i < len(set); i += 2 {
		if set[i+1].(bool) {
			s += " " + set[i].(string)
		}
	}
	return s
}

func (d *dumper) object(o *tree.Object) {
	s := flags("extern", o.Extern, "static", o.Static && o.Linkage != tree.External, "tentative", o.Tentative,
		"thread", o.ThreadLocal, "weak", o.Weak, "literal", o.Literal)
	d.line("object %s", d.declaration(o)+s)
}

// declaration writes an object with its type, alignment and initialiser.
func (d *dumper) declaration(o *tree.Object) string {
	s := o.Type.Declare(d.name(o))
	if o.Align > 0 {
		s += fmt.Sprintf(" align %d", o.Align)
	}
	if o.VLASize != nil {
		s += " size " + d.expr(o.VLASize)
	}
	if o.Cleanup != nil {
		s += " cleanup " + o.Cleanup.Name
	}
	if o.Init != nil {
		s += " = " + d.init(o.Init)
	}
	return s
}

func (d *dumper) init(in *tree.Init) string {
	var parts []string
	for _, it := range in.Items {
		at := strconv.FormatInt(it.Offset, 10)
		if it.BitField != nil {
			at = bitFieldString(it.BitField)
		}
		if it.Repeat > 1 {
			at += fmt.Sprintf(" x%d/%d", it.Repeat, it.Stride)
		}
		parts = append(parts, at+": "+d.expr(it.Value))
	}
	if len(in.Items) == 1 && in.Items[0].Offset == 0 && in.Items[0].BitField == nil && in.Items[0].Repeat <= 1 {
		return strings.TrimPrefix(parts[0], "0: ")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func bitFieldString(b *tree.BitField) string {
	s := fmt.Sprintf("%d+%d:%d", b.UnitOffset, b.BitOffset, b.Bits)
	if b.Signed {
		s += "s"
	}
	return s
}

func (d *dumper) function(f *tree.Function) {
	s := flags("static", f.Linkage == tree.Internal, "inline", f.Inline, "weak", f.Weak, "noreturn", f.NoReturn,
		"constructor", f.Constructor, "destructor", f.Destructor, "implicit", f.Implicit)
	if f.Role != (ir.Role{}) {
		s += fmt.Sprintf(" role %s %s", f.Role.Verb, f.Role.Object)
	}
	if f.Body == nil {
		d.line("declare %s%s", f.Type.Declare(f.Name), s)
		return
	}
	var params []string
	for _, p := range f.Params {
		params = append(params, p.Type.Declare(d.name(p)))
	}
	d.line("function %s%s (%s)", f.Type.Declare(f.Name), s, strings.Join(params, ", "))
	d.stmts(f.Body.Stmts)
}

func (d *dumper) stmts(list []tree.Stmt) {
	d.indent++
	for _, s := range list {
		d.stmt(s)
	}
	d.indent--
}

func (d *dumper) nested(s tree.Stmt) {
	if b, ok := s.(*tree.Block); ok {
		d.stmts(b.Stmts)
		return
	}
	d.stmts([]tree.Stmt{s})
}

func (d *dumper) stmt(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.Block:
		d.line("block")
		d.stmts(s.Stmts)
	case *tree.Decl:
		d.line("decl %s", d.declaration(s.Object))
	case *tree.ExprStmt:
		d.line("%s", d.expr(s.X))
	case *tree.If:
		d.line("if %s", d.expr(s.C))
		d.nested(s.Then)
		if s.Else != nil {
			d.line("else")
			d.nested(s.Else)
		}
	case *tree.Loop:
		d.loop(s)
	case *tree.Switch:
		d.line("switch %s", d.expr(s.X))
		d.nested(s.Body)
	case *tree.Case:
		switch {
		case s.Default:
			d.line("default:")
		case s.Lo == s.Hi:
			d.line("case %d:", s.Lo)
		default:
			d.line("case %d ... %d:", s.Lo, s.Hi)
		}
		d.stmt(s.Stmt)
	case *tree.Labeled:
		d.line("%s:", s.Label.Name)
		d.stmt(s.Stmt)
	case *tree.Goto:
		d.line("goto %s", s.Label.Name)
	case *tree.GotoPtr:
		d.line("goto *%s", d.expr(s.X))
	case *tree.Break:
		d.line("break")
	case *tree.Continue:
		d.line("continue")
	case *tree.Return:
		if s.X == nil {
			d.line("return")
		} else {
			d.line("return %s", d.expr(s.X))
		}
	case *tree.Empty:
		d.line(";")
	default:
		d.line("?%T", s)
	}
}

func (d *dumper) loop(s *tree.Loop) {
	if s.Init != nil {
		d.line("for")
		d.stmts([]tree.Stmt{s.Init})
	}
	c := "1"
	if s.C != nil {
		c = d.expr(s.C)
	}
	if s.After {
		d.line("do")
		d.nested(s.Body)
		d.line("while %s", c)
		return
	}
	d.line("while %s", c)
	d.nested(s.Body)
	if s.Step != nil {
		d.line("step %s", d.expr(s.Step))
	}
}

func (d *dumper) list(xs []tree.Expr) string {
	out := make([]string, len(xs))
	for i, x := range xs {
		out[i] = d.expr(x)
	}
	return strings.Join(out, ", ")
}

func (d *dumper) expr(x tree.Expr) string {
	switch x := x.(type) {
	case nil:
		return "<nil>"
	case *tree.Const:
		return d.constant(x)
	case *tree.Address:
		return d.address(x)
	case *tree.Ref:
		return d.name(x.Object)
	case *tree.FuncRef:
		return x.Func.Name
	case *tree.StringLit:
		return strconv.Quote(string(x.Bytes))
	case *tree.CompoundLit:
		return "(" + d.declaration(x.Object) + ")"
	case *tree.Deref:
		return "*" + d.expr(x.X)
	case *tree.Member:
		if x.BitField != nil {
			return fmt.Sprintf("%s.%s@%s", d.expr(x.X), x.Name, bitFieldString(x.BitField))
		}
		return fmt.Sprintf("%s.%s@%d", d.expr(x.X), x.Name, x.Offset)
	case *tree.Load:
		return "load(" + d.expr(x.X) + ")"
	case *tree.Decay:
		return "decay(" + d.expr(x.X) + ")"
	case *tree.AddrOf:
		return "&" + d.expr(x.X)
	case *tree.Convert:
		if x.Explicit {
			return fmt.Sprintf("(%s)%s", x.T, d.expr(x.X))
		}
		return fmt.Sprintf("<%s>%s", x.T, d.expr(x.X))
	case *tree.Unary:
		return x.Op.String() + d.expr(x.X)
	case *tree.Binary:
		return fmt.Sprintf("(%s %s %s)", d.expr(x.X), x.Op, d.expr(x.Y))
	case *tree.PtrAdd:
		sign := "+"
		if x.Negate {
			sign = "-"
		}
		return fmt.Sprintf("(%s %s%s* %s)", d.expr(x.X), sign, d.unit(x.Elem, x.ElemVLA), d.expr(x.Index))
	case *tree.PtrSub:
		return fmt.Sprintf("(%s - %s)/%s", d.expr(x.X), d.expr(x.Y), d.unit(x.Elem, x.ElemVLA))
	case *tree.Logical:
		if x.Or {
			return fmt.Sprintf("(%s || %s)", d.expr(x.X), d.expr(x.Y))
		}
		return fmt.Sprintf("(%s && %s)", d.expr(x.X), d.expr(x.Y))
	case *tree.Cond:
		if x.X == nil {
			return fmt.Sprintf("(%s ?: %s)", d.expr(x.C), d.expr(x.Y))
		}
		return fmt.Sprintf("(%s ? %s : %s)", d.expr(x.C), d.expr(x.X), d.expr(x.Y))
	case *tree.Comma:
		return fmt.Sprintf("(%s, %s)", d.expr(x.X), d.expr(x.Y))
	case *tree.Assign:
		return d.assign(x)
	case *tree.IncDec:
		return d.incDec(x)
	}
	return d.special(x)
}

// special writes the expressions that are calls or GNU forms.
func (d *dumper) special(x tree.Expr) string {
	switch x := x.(type) {
	case *tree.Call:
		return fmt.Sprintf("call %s(%s)", d.expr(x.F), d.list(x.Args))
	case *tree.StmtExpr:
		inner := &dumper{names: d.names}
		for _, s := range x.Body.Stmts {
			inner.stmt(s)
		}
		if x.Value != nil {
			inner.line("%s", d.expr(x.Value))
		}
		text := strings.ReplaceAll(strings.TrimSpace(inner.b.String()), "\n", "; ")
		return "({" + text + "})"
	case *tree.LabelAddr:
		return "&&" + x.Label.Name
	case *tree.VaStart:
		return "va_start(" + d.expr(x.List) + ")"
	case *tree.VaArg:
		return fmt.Sprintf("va_arg(%s, %s)", d.expr(x.List), x.T)
	case *tree.VaCopy:
		return fmt.Sprintf("va_copy(%s, %s)", d.expr(x.Dst), d.expr(x.Src))
	case *tree.Intrinsic:
		args := d.list(x.Args)
		if x.Text != "" {
			if args != "" {
				args += ", "
			}
			args += strconv.Quote(x.Text)
		}
		return fmt.Sprintf("%s(%s):%s", tree.IntrinsicNames[x.Kind], args, x.T)
	case *tree.Unsupported:
		return "unsupported(" + strconv.Quote(x.Construct) + ")"
	}
	return fmt.Sprintf("?%T", x)
}

func (d *dumper) constant(c *tree.Const) string {
	t := c.T.String()
	switch {
	case c.T.IsFloating():
		return strconv.FormatFloat(c.Float, 'g', -1, 64) + ":" + t
	case c.T.IsSigned() && c.Hi == 0:
		bits := c.T.Bits(ir.LP64)
		if c.T.Size(ir.LP64) != c.T.Size(ir.ILP32) && c.Lo>>32 == 0 && c.Lo>>31 == 1 {
			return fmt.Sprintf("%#x:%s", c.Lo, t) // long: the model is not known here
		}
		return fmt.Sprintf("%d:%s", int64(c.Lo)<<(64-min(bits, 64))>>(64-min(bits, 64)), t)
	case c.Hi != 0:
		return fmt.Sprintf("%#x%016x:%s", c.Hi, c.Lo, t)
	case c.T.IsPointer() && c.Lo != 0:
		return fmt.Sprintf("%#x:%s", c.Lo, t)
	}
	return fmt.Sprintf("%d:%s", c.Lo, t)
}

func (d *dumper) address(x *tree.Address) string {
	s := "&"
	if x.Func != nil {
		s += x.Func.Name
	} else {
		s += d.name(x.Object)
	}
	if x.Offset != 0 {
		s += fmt.Sprintf("%+d", x.Offset)
	}
	return s
}

func (d *dumper) unit(n int64, vla tree.Expr) string {
	if vla != nil {
		return d.expr(vla)
	}
	return strconv.FormatInt(n, 10)
}

func (d *dumper) assign(x *tree.Assign) string {
	switch {
	case !x.Compound:
		return fmt.Sprintf("(%s = %s)", d.expr(x.X), d.expr(x.Y))
	case x.OpType.IsPointer():
		return fmt.Sprintf("(%s %s=%s* %s)", d.expr(x.X), x.Op, d.unit(x.Elem, x.ElemVLA), d.expr(x.Y))
	}
	return fmt.Sprintf("(%s %s=<%s> %s)", d.expr(x.X), x.Op, x.OpType, d.expr(x.Y))
}

func (d *dumper) incDec(x *tree.IncDec) string {
	op := "++"
	if x.Dec {
		op = "--"
	}
	if x.Elem > 1 || x.ElemVLA != nil {
		op += d.unit(x.Elem, x.ElemVLA)
	}
	if x.Post {
		return d.expr(x.X) + op
	}
	return op + d.expr(x.X)
}
