package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// label is the state of a label of the function being analysed.
type label struct {
	tree    *tree.Label
	defined bool
	used    ir.Pos // first use; the zero Pos if none
	fn      *function
	stmt    *tree.Labeled // nil: not defined yet
	fences  *fence        // around the label
	env     *tree.Object  // where a jump out of a nested function leads; nil: there is none
}

// gotoState is a goto of the function being analysed, with the fences around it.
type gotoState struct {
	label  *label
	fences *fence
	pos    ir.Pos
}

// declareLocalLabel handles GNU's __label__: the label belongs to the block.
func (a *analyzer) declareLocalLabel(t cc.Token) {
	l := a.newLabel(t)
	if a.scope.labels == nil {
		a.scope.labels = map[string]*label{}
	}
	a.scope.labels[t.SrcStr()] = l
}

func (a *analyzer) newLabel(t cc.Token) *label {
	l := &label{fn: a.fn, tree: &tree.Label{Name: t.SrcStr(), Pos: a.pos(t)}}
	a.fn.all = append(a.fn.all, l)
	return l
}

// findLabel returns the label that a name means here, creating it on first mention.
func (a *analyzer) findLabel(t cc.Token) *label {
	name := t.SrcStr()
	for s := a.scope; s != nil; s = s.parent {
		if l := s.labels[name]; l != nil {
			return l
		}
	}
	l := a.fn.labels[name]
	if l == nil {
		l = a.newLabel(t)
		a.fn.labels[name] = l
	}
	return l
}

// useLabel returns the label that a name means, which may belong to a function around a nested one.
func (a *analyzer) useLabel(t cc.Token) *label {
	l := a.findLabel(t)
	if !l.used.IsValid() {
		l.used = a.pos(t)
	}
	return l
}

// labelAddress returns a label whose address is taken.
func (a *analyzer) labelAddress(t cc.Token) *tree.Label {
	l := a.useLabel(t)
	if l.tree.Number == 0 {
		root := l.fn.fn
		for root.Parent != nil {
			root = root.Parent
		}
		a.numbered[root]++
		l.tree.Number = a.numbered[root]
		l.fn.fn.AddressLabels = append(l.fn.fn.AddressLabels, l.tree)
	}
	return l.tree
}

// checkLabels reports labels that are used but not defined, and jumps over fences.
func (a *analyzer) checkLabels() {
	for _, l := range a.fn.all {
		if !l.defined {
			if l.used.IsValid() {
				a.errorf(l.used, "label", "label %q used but not defined", l.tree.Name)
			}
			continue
		}
		a.fn.fn.Labels = append(a.fn.fn.Labels, l.tree)
	}
	for _, g := range a.fn.gotos {
		if l := g.label; l.defined && !l.fences.around(g.fences) {
			a.errorf(g.pos, "jump", "jump into %s", l.fences.what)
		}
	}
}

// labelledStmt analyses the statement behind a label. If it is refused, the label stays in front of
// the unsupported statement.
func (a *analyzer) labelledStmt(n *cc.Statement) (s tree.Stmt) {
	if r := a.guard(func() { s = a.stmt(n) }); r != nil {
		s = a.refusedStmt(r)
	}
	if s == nil { // an error was reported
		s = &tree.Empty{}
	}
	return s
}

func (a *analyzer) labeled(n *cc.LabeledStatement) tree.Stmt {
	node := a.stmtNode(n.Token)
	switch n.Case {
	case cc.LabeledStatementLabel:
		l := a.findLabel(n.Token)
		if l.fn != a.fn {
			a.refuse(node.P, "a label of the name of a label around the nested function")
		}
		if l.defined {
			a.fail(node.P, "label", "duplicate label %q", l.tree.Name)
		}
		l.defined = true
		l.fences = a.scope.fences
		l.tree.Pos = node.P
		s := a.labelledStmt(n.Statement)
		if isAsync(l.tree.Name) {
			s = a.async(l.tree.Name, s)
		}
		l.stmt = &tree.Labeled{StmtNode: node, Label: l.tree, Stmt: s}
		return l.stmt
	case cc.LabeledStatementCaseLabel, cc.LabeledStatementRange, cc.LabeledStatementDefault:
		return a.caseLabel(n)
	}
	a.fail(node.P, "syntax", "unsupported labeled statement")
	return nil
}
