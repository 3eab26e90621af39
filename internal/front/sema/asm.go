package sema

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/known"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// asmStmt translates inline asm with known instructions: those of lock-free code on x86-64, barriers
// and hints (docs/use/check.md lists them).
func (a *analyzer) asmStmt(n *cc.Asm) tree.Stmt {
	node := a.stmtNode(n.Token)
	_, template := splitPrefix(n.Token3.SrcStr())
	list, ok := parseAsm(template)
	if !ok || n.AsmQualifierList != nil && asmJumps(n.AsmQualifierList) {
		a.refuse(node.P, "inline asm")
	}
	m := &asmMachine{a: a, pos: node.P, body: &tree.Block{StmtNode: node, End: node.P}}
	m.operands(n.AsmArgList)
	list = dropRotations(list)
	for i := range list {
		if !m.execute(&list[i]) {
			a.refuse(node.P, "inline asm: "+list[i].op)
		}
	}
	m.writeBack()
	if len(m.body.Stmts) == 0 {
		return &tree.Empty{StmtNode: node}
	}
	return m.body
}

// asmJumps reports whether a statement may jump to labels.
func asmJumps(l *cc.AsmQualifierList) bool {
	for ; l != nil; l = l.AsmQualifierList {
		if l.AsmQualifier.Token.SrcStr() == "goto" {
			return true
		}
	}
	return false
}

// asmLabel returns the name that a declaration has for the linker.
func asmLabel(n *cc.Asm) string {
	_, body := splitPrefix(n.Token3.SrcStr())
	return strings.Trim(body, `"`)
}

// asmMachine makes statements from instructions. A register is a hidden object; operands in memory are
// at the places of their expressions.
type asmMachine struct {
	a       *analyzer
	pos     ir.Pos
	body    *tree.Block
	list    []*asmPlace
	fixed   map[byte]*asmPlace // by the letter of a constraint
	outputs []asmOutput
	// clobbers is set if the statement declares that it reads and writes memory, which the compiler
	// respects.
	clobbers bool
	size     int64 // operand size in bytes; 0: given by the operands
	// The flags after the last instruction; nil: not known here.
	zero, carry *tree.Object
	filled      *tree.Object // the address register of a repeated stos; nil: there was none
}

// asmPlace is an operand of the statement: a register, or an object in memory.
type asmPlace struct {
	name    string
	reg     *tree.Object
	pointer *tree.Object // to the object in memory
}

// asmOutput is the value that is finally written to an operand: a register, or a flag.
type asmOutput struct {
	to   tree.Expr
	from *asmPlace
	flag string
}

// operands evaluates the operands: outputs first, then inputs. What else changes follows.
func (m *asmMachine) operands(args *cc.AsmArgList) {
	m.fixed = make(map[byte]*asmPlace)
	for part := 0; args != nil && part < 3; part, args = part+1, args.AsmArgList {
		for l := args.AsmExpressionList; l != nil; l = l.AsmExpressionList {
			if l.AssignmentExpression == nil {
				continue
			}
			if part == 2 {
				m.clobbers = m.clobbers || strings.Trim(cc.NodeSource(l.AssignmentExpression), ` "`) == "memory"
				continue
			}
			constraint, x := m.operand(l.AssignmentExpression)
			p := m.place(part == 0, constraint, x)
			if l.AsmIndex != nil {
				p.name = strings.Trim(cc.NodeSource(l.AsmIndex.ExpressionList), "[] ")
			}
		}
	}
}

// operand takes an operand apart, which is parsed as a call of its constraint: "+r" (x).
func (m *asmMachine) operand(n cc.ExpressionNode) (constraint string, x cc.ExpressionNode) {
	if call, ok := n.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall && call.ArgumentExpressionList != nil {
		if p, ok := call.PostfixExpression.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionString {
			_, constraint := splitPrefix(p.Token.SrcStr())
			return constraint, call.ArgumentExpressionList.AssignmentExpression
		}
	}
	m.a.refuse(m.pos, "inline asm")
	return "", nil
}

// place finds the place of an operand, with its value if it has one.
func (m *asmMachine) place(output bool, constraint string, n cc.ExpressionNode) *asmPlace {
	a := m.a
	where := strings.TrimLeft(constraint, "=+&%")
	m.checkConstraint(where)
	if output && !strings.ContainsAny(constraint[:len(constraint)-len(where)], "=+") {
		a.fail(m.pos, "asm", "output operand constraint lacks '='")
	}
	if flag, ok := strings.CutPrefix(where, "@cc"); ok && output {
		m.outputs = append(m.outputs, asmOutput{to: a.expr(n), flag: flag})
		p := &asmPlace{}
		m.list = append(m.list, p)
		return p
	}
	if tied, ok := m.tied(where); ok && !output {
		if tied < 0 || tied >= len(m.list) || m.list[tied].reg == nil {
			a.refuse(m.pos, "inline asm")
		}
		m.give(m.list[tied].reg, a.rvalue(n))
		m.list = append(m.list, m.list[tied])
		return m.list[tied]
	}
	inMemory := strings.ContainsAny(where, "mo") && !strings.ContainsAny(where, "rqi")
	letter := byte(0)
	if len(where) == 1 && strings.Contains("abcdSD", where) {
		letter = where[0]
	}
	p := &asmPlace{}
	switch {
	case inMemory:
		x := a.expr(n)
		p.pointer = m.temp(a.addressOf(x, m.pos))
	case !output && letter != 0 && m.fixed[letter] != nil:
		p = m.fixed[letter]
		m.give(p.reg, a.rvalue(n))
	default:
		x := a.expr(n)
		switch {
		case !output:
			p.reg = m.temp(a.load(x))
		case strings.HasPrefix(constraint, "+"):
			to := x
			if !isPlain(x) {
				pointer := m.temp(a.addressOf(x, m.pos))
				x, to = a.deref(m.get(pointer), m.pos), a.deref(m.get(pointer), m.pos)
			}
			p.reg = m.temp(a.load(x))
			m.outputs = append(m.outputs, asmOutput{to: to, from: p})
		default:
			p.reg = m.any(x.Type().Unqualified())
			m.outputs = append(m.outputs, asmOutput{to: x, from: p})
		}
	}
	if letter != 0 {
		m.fixed[letter] = p
	}
	m.list = append(m.list, p)
	return p
}

// tied returns the number of the operand whose place a constraint shares, by its number or its name.
func (m *asmMachine) tied(where string) (int, bool) {
	if name, ok := strings.CutPrefix(where, "["); ok {
		name = strings.TrimSuffix(name, "]")
		return slices.IndexFunc(m.list, func(p *asmPlace) bool { return p.name == name }), true
	}
	n, err := strconv.Atoi(where)
	return n, err == nil
}

// checkConstraint refuses a constraint that package known lists as refused. Flags and names of other
// operands are skipped.
func (m *asmMachine) checkConstraint(where string) {
	if strings.HasPrefix(where, "@cc") || strings.HasPrefix(where, "[") {
		return
	}
	for _, c := range where {
		if t, _ := known.Of(known.Constraint, string(c)); t == known.Refused {
			m.a.refuse(m.pos, "inline asm: constraint "+where)
		}
	}
}

// isPlain reports whether an lvalue is a variable or a member of one: its evaluation has no effect.
func isPlain(x tree.Expr) bool {
	if m, ok := x.(*tree.Member); ok {
		return isPlain(m.X)
	}
	_, ok := x.(*tree.Ref)
	return ok
}

// writeBack gives the outputs their values.
func (m *asmMachine) writeBack() {
	for _, o := range m.outputs {
		t := o.to.Type().Unqualified()
		if o.from != nil && o.from.reg == m.filled && t.IsInteger() && t.Size(m.a.model) < o.from.reg.Type.Size(m.a.model) {
			m.do(m.a.assign(o.to, m.nondet(t), m.pos)) // a part of an address
		} else if o.from != nil {
			m.do(m.a.assign(o.to, m.a.convert(m.get(o.from.reg), t, true), m.pos))
		} else if v := m.flag(o.flag); v != nil {
			m.do(m.a.assign(o.to, v, m.pos))
		} else {
			m.a.refuse(m.pos, "inline asm: flag "+o.flag)
		}
	}
}

func (m *asmMachine) do(x tree.Expr) {
	m.body.Stmts = append(m.body.Stmts, &tree.ExprStmt{StmtNode: m.body.StmtNode, X: x})
}

// temp makes an object with a value.
func (m *asmMachine) temp(x tree.Expr) *tree.Object {
	o := newLocal("", x.Type().Unqualified(), m.pos)
	o.Init = scalarInit(o.Type, x)
	m.body.Stmts = append(m.body.Stmts, &tree.Decl{StmtNode: m.body.StmtNode, Object: o})
	return o
}

// any makes an object with any value.
func (m *asmMachine) any(t *ctype.Type) *tree.Object {
	if !t.IsInteger() && !t.IsPointer() {
		m.a.refuse(m.pos, "inline asm")
	}
	return m.temp(m.nondet(t))
}

// give makes an input the value that an output begins with. The register that both are in is
// as large as the larger one.
func (m *asmMachine) give(o *tree.Object, x tree.Expr) {
	if t := x.Type().Unqualified(); t.IsScalar() && t.Size(m.a.model) > o.Type.Size(m.a.model) {
		o.Type = t
	}
	o.Init = scalarInit(o.Type, m.a.convert(x, o.Type, true))
}

func (m *asmMachine) nondet(t *ctype.Type) tree.Expr {
	like := m.a.constNode(ctype.Const{Type: t}, m.pos)
	return m.a.intrinsic(tree.Choose, t, m.pos, like, m.a.intNode(int64(ir.ChooseNondet), intType, m.pos))
}

func (m *asmMachine) get(o *tree.Object) tree.Expr { return m.a.loadObject(o, m.pos) }

func (m *asmMachine) set(o *tree.Object, x tree.Expr) {
	ref := &tree.Ref{Node: tree.Node{T: o.Type, P: m.pos}, Object: o}
	m.do(m.a.assign(ref, m.a.convert(x, o.Type, true), m.pos))
}

// arg finds the place of an operand of an instruction, or its value if it is a constant.
func (m *asmMachine) arg(arg asmArg) (p *asmPlace, constant tree.Expr) {
	a := m.a
	switch {
	case arg.constant != nil:
		return nil, a.intNode(*arg.constant, ctype.Basic(ctype.Long), m.pos)
	case arg.reg != "":
		letter := asmLetter(arg.reg)
		if letter == 0 {
			a.refuse(m.pos, "inline asm: register "+arg.reg)
		}
		if m.fixed[letter] == nil {
			m.fixed[letter] = &asmPlace{reg: m.any(ctype.Basic(ctype.ULong))}
		}
		p = m.fixed[letter]
	default:
		for i, q := range m.list {
			if arg.operand == strconv.Itoa(i) || q.name != "" && arg.operand == q.name {
				p = q
			}
		}
		if p == nil {
			a.refuse(m.pos, "inline asm")
		}
	}
	if arg.memory {
		if p.reg == nil || !p.reg.Type.IsPointer() {
			a.refuse(m.pos, "inline asm")
		}
		p = &asmPlace{pointer: p.reg}
	}
	return p, nil
}
