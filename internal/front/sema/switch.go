package sema

import (
	"fmt"
	"sort"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// switchState is a switch statement whose body is being analysed.
type switchState struct {
	tree   *tree.Switch
	typ    *ctype.Type
	cases  []*tree.Case
	fences *fence // around the statement
}

func (a *analyzer) switchStmt(n *cc.SelectionStatement) tree.Stmt {
	s := &tree.Switch{StmtNode: a.stmtNode(n.Token)}
	x := a.rvalue(n.ExpressionList)
	if !x.Type().IsInteger() {
		a.fail(x.Pos(), "operands", "switch quantity %q is not an integer", x.Type().String())
	}
	s.X = a.probedCondition(a.promote(x), s.P, false)
	state := &switchState{tree: s, typ: s.X.Type(), fences: a.scope.fences}
	f := a.fn
	f.switches = append(f.switches, state)
	f.breaks++
	s.Body = a.body(n.Statement)
	f.breaks--
	f.switches = f.switches[:len(f.switches)-1]
	a.finishSwitch(state)
	return s
}

// finishSwitch orders the cases and reports duplicates.
func (a *analyzer) finishSwitch(state *switchState) {
	signed := state.typ.IsSigned()
	before := func(x, y int64) bool {
		if signed {
			return x < y
		}
		return uint64(x) < uint64(y)
	}
	cases := state.cases
	sort.SliceStable(cases, func(i, j int) bool { return before(cases[i].Lo, cases[j].Lo) })
	var kept []*tree.Case
	for _, c := range cases {
		if before(c.Hi, c.Lo) {
			a.warn(c.P, "case", "empty range of case values")
			continue
		}
		if k := len(kept); k > 0 && !before(kept[k-1].Hi, c.Lo) {
			a.errorf(c.P, "case", "duplicate case value %s", caseText(c.Lo, signed))
			continue
		}
		kept = append(kept, c)
	}
	state.tree.Cases = kept
}

func caseText(v int64, signed bool) string {
	if signed {
		return fmt.Sprint(v)
	}
	return fmt.Sprint(uint64(v))
}

// caseLabel analyses case, case range and default.
func (a *analyzer) caseLabel(n *cc.LabeledStatement) tree.Stmt {
	c := &tree.Case{StmtNode: a.stmtNode(n.Token)}
	if len(a.fn.switches) == 0 {
		a.fail(c.P, "case", "%s label not within a switch statement", n.Token.SrcStr())
	}
	state := a.fn.switches[len(a.fn.switches)-1]
	if here := a.scope.fences; here != state.fences {
		a.fail(c.P, "jump", "switch jumps into %s", here.what)
	}
	if n.Case == cc.LabeledStatementDefault {
		if state.tree.Default != nil {
			a.fail(c.P, "case", "multiple default labels in one switch")
		}
		c.Default = true
		state.tree.Default = c
	} else {
		c.Lo = a.caseValue(n.ConstantExpression, state.typ)
		c.Hi = c.Lo
		if n.Case == cc.LabeledStatementRange {
			c.Hi = a.caseValue(n.ConstantExpression2, state.typ)
		}
		state.cases = append(state.cases, c)
	}
	c.Stmt = a.labelledStmt(n.Statement)
	return c
}

// caseValue evaluates a case label, converted to the switch's type.
func (a *analyzer) caseValue(n cc.ExpressionNode, t *ctype.Type) int64 {
	v := a.constValue(n)
	c, _ := ctype.Convert(a.model, v, t)
	return int64(c.Lo)
}
