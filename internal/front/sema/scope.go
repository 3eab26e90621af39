package sema

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// symbolKind is the kind of meaning of an identifier.
type symbolKind uint8

const (
	symObject symbolKind = iota
	symFunction
	symTypedef
	symEnumerator
	symFuncName // __func__: the object is made on first use
	symRefused  // declared, but the declaration failed or is unsupported
)

// symbol is the meaning of an ordinary identifier.
type symbol struct {
	kind symbolKind
	name string
	pos  ir.Pos
	obj  *tree.Object
	fn   *tree.Function
	typ  *ctype.Type // typedef and enumerator
	val  int64       // enumerator
	// construct is, for symRefused, the unsupported construct that uses of the name report. If it is
	// empty an error was reported already, and uses are silent.
	construct string
}

// scope is a block, function prototype or file scope (C11 6.2.1).
type scope struct {
	parent *scope
	names  map[string]*symbol
	tags   map[string]*tag
	labels map[string]*label // from __label__
	fences *fence            // around the current place; nil: none
}

// fence is a place behind which jumps from elsewhere do not lead: the declaration of a variably modified type
// (C11 6.8.6.1p1, 6.8.4.2p2), or the beginning of a statement expression (GNU).
type fence struct {
	outer *fence
	what  string // is entered by such a jump
}

// around reports whether all fences around one place are around another: a jump from there to here crosses none.
func (f *fence) around(place *fence) bool {
	for ; f != place; place = place.outer {
		if place == nil {
			return false
		}
	}
	return true
}

// enclose enters a fence into the current scope.
func (a *analyzer) enclose(what string) {
	a.scope.fences = &fence{outer: a.scope.fences, what: what}
}

// encloseType enters a fence for a declared identifier, if it has a variably modified type.
func (a *analyzer) encloseType(t *ctype.Type) {
	if a.fn != nil && t.IsVariablyModified() {
		a.enclose("scope of identifier with variably modified type")
	}
}

// tag is a structure, union or enumeration tag.
type tag struct{ typ *ctype.Type }

func newScope(parent *scope) *scope {
	s := &scope{parent: parent}
	if parent != nil {
		s.fences = parent.fences
	}
	return s
}

func (a *analyzer) openScope()  { a.scope = newScope(a.scope) }
func (a *analyzer) closeScope() { a.scope = a.scope.parent }

// declare enters a symbol; an earlier one of the same scope is replaced.
func (s *scope) declare(name string, sym *symbol) {
	if s.names == nil {
		s.names = map[string]*symbol{}
	}
	s.names[name] = sym
}

// lookup finds the innermost meaning of a name; nil if there is none.
func (s *scope) lookup(name string) *symbol {
	for ; s != nil; s = s.parent {
		if sym := s.names[name]; sym != nil {
			return sym
		}
	}
	return nil
}

// declareTag enters a tag.
func (s *scope) declareTag(name string, t *tag) {
	if s.tags == nil {
		s.tags = map[string]*tag{}
	}
	s.tags[name] = t
}

// lookupTag finds the innermost meaning of a tag; nil if there is none.
func (s *scope) lookupTag(name string) *tag {
	for ; s != nil; s = s.parent {
		if t := s.tags[name]; t != nil {
			return t
		}
	}
	return nil
}
