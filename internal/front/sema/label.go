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
	env     *tree.Object  // where a jump out of a nested function leads; nil: there is none
	index   int           // in Function.AddressLabels plus one; 0: address not taken
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

func (a *analyzer) useLabel(t cc.Token) *tree.Label {
	l := a.findLabel(t)
	a.requireOwnLabel(l, a.pos(t))
	if !l.used.IsValid() {
		l.used = a.pos(t)
	}
	return l.tree
}

// labelAddress returns the index of a label whose address is taken.
func (a *analyzer) labelAddress(t cc.Token) *label {
	a.useLabel(t)
	l := a.findLabel(t)
	if l.index == 0 {
		f := a.fn.fn
		f.AddressLabels = append(f.AddressLabels, l.tree)
		l.index = len(f.AddressLabels)
	}
	return l
}

// checkLabels reports labels that are used but not defined.
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
		a.requireOwnLabel(l, node.P)
		if l.defined {
			a.fail(node.P, "label", "duplicate label %q", l.tree.Name)
		}
		l.defined = true
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
