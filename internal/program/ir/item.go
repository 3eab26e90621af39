package ir

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/host/raise"
)

// ItemKind is the kind of a top-level item of a text form.
type ItemKind uint8

// The kinds of top-level item.
const (
	ItemProgram ItemKind = iota
	ItemFile
	ItemCType
	ItemGlobal
	ItemFunc
)

var itemWords = []string{"program", "file", "type", "global", "func"}

// Item is the place of one top-level item in a text form: text[Start:End] can
// be given to ParseFunc and its like.
type Item struct {
	Kind       ItemKind
	Name       string // of a function or global; the label of a C type, with its $
	Start, End int    // bytes
	Line       int    // of Start, from 1
}

// Items finds the top-level items of a text form without reading their inside.
func Items(text string) (items []Item, err error) {
	l := lexer{text: text, line: 1}
	defer raise.Catch[*SyntaxError](&err)
	line := 1
	for off := 0; off < len(text); {
		end := lineEnd(text, off)
		first := strings.TrimLeft(text[off:end], " \t\r\n")
		if first == "" || first[0] == ';' {
			off = end
			line++
			continue
		}
		it := Item{Start: off, Line: line}
		l.off = off
		l.itemHead(&it)
		if it.Kind == ItemFunc && opensBody(text[off:end]) {
			for closed := false; !closed; {
				if end == len(text) {
					l.fail(off, "function %s has no closing brace", it.Name)
				}
				next := lineEnd(text, end)
				closed = text[end] == '}'
				end = next
				line++
			}
		}
		line++
		it.End = end
		off = end
		items = append(items, it)
	}
	return items, nil
}

// lineEnd returns the offset after the line that begins at off.
func lineEnd(text string, off int) int {
	if n := strings.IndexByte(text[off:], '\n'); n >= 0 {
		return off + n + 1
	}
	return len(text)
}

// opensBody reports whether a func line ends with a brace, comments apart.
func opensBody(line string) bool {
	inString := false
	last := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
			last = c
		case c == ';' && !inString:
			return last == '{'
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			last = c
		}
	}
	return last == '{'
}

// itemHead reads an item's keyword and name.
func (l *lexer) itemHead(it *Item) {
	t := l.next()
	kind, ok := indexOf(itemWords, t.text)
	if !ok || t.kind != tokWord {
		l.fail(t.pos, "expected program, file, type, global or func, found %s", t)
	}
	it.Kind = ItemKind(kind)
	switch it.Kind {
	case ItemCType:
		if t = l.next(); t.kind != tokLabel {
			l.fail(t.pos, "expected C type, found %s", t)
		}
		it.Name = t.text
	case ItemGlobal, ItemFunc:
		p := parser{lexer: *l}
		p.advance()
		it.Name = p.symbol()
	}
}

// programNames resolves the names of a text form that is read as a whole.
type programNames struct {
	funcs   map[string]FuncID
	globals map[string]GlobalID
	ctypes  map[string]CTypeID
	files   int
}

// Func implements Resolver.
func (n *programNames) Func(name string) (FuncID, bool) { id, ok := n.funcs[name]; return id, ok }

// Global implements Resolver.
func (n *programNames) Global(name string) (GlobalID, bool) { id, ok := n.globals[name]; return id, ok }

// CType implements Resolver.
func (n *programNames) CType(label string) (CTypeID, bool) { id, ok := n.ctypes[label]; return id, ok }

// File implements Resolver.
func (n *programNames) File(index int) (FileID, bool) { return FileID(index), index < n.files }

// Parse reads a program's text form. It does not run Check.
func Parse(text string) (prog *Program, err error) {
	items, err := Items(text)
	if err != nil {
		return nil, err
	}
	defer raise.Catch[*SyntaxError](&err)
	l := lexer{text: text, line: 1}
	names := &programNames{
		funcs:   make(map[string]FuncID),
		globals: make(map[string]GlobalID),
		ctypes:  make(map[string]CTypeID),
	}
	if len(items) == 0 || items[0].Kind != ItemProgram {
		l.fail(0, "a program starts with a program line")
	}
	for _, it := range items {
		switch it.Kind {
		case ItemFile:
			names.files++
		case ItemCType:
			declare(&l, it, names.ctypes)
		case ItemGlobal:
			declare(&l, it, names.globals)
		case ItemFunc:
			declare(&l, it, names.funcs)
		}
	}
	p := &Program{
		CTypes:  make([]CType, 1, len(names.ctypes)+1),
		Globals: make([]Global, 1, len(names.globals)+1),
		Funcs:   make([]Func, 1, len(names.funcs)+1),
	}
	for i, it := range items {
		if it.Kind == ItemProgram && i > 0 {
			l.fail(it.Start, "second program line")
		}
		p.addItem(&l, it, names)
	}
	return p, nil
}

func declare[ID ~int32](l *lexer, it Item, ids map[string]ID) {
	if ids[it.Name] != 0 {
		l.fail(it.Start, "%s is defined twice", it.Name)
	}
	ids[it.Name] = ID(len(ids) + 1)
}

// addItem reads an item and appends it to p.
func (p *Program) addItem(l *lexer, it Item, names *programNames) {
	ps := newParser(l.text[it.Start:it.End], it.Line, p.Model, names)
	switch it.Kind {
	case ItemProgram:
		ps.word("program")
		model, err := ParseDataModel(ps.tok.text)
		if err != nil {
			ps.expected("lp64 or ilp32")
		}
		ps.advance()
		p.Model = model
		if ps.gotWord("start") {
			p.Start = ps.funcSymbol()
		}
		for ps.gotWord("assumed") {
			p.Assumed = append(p.Assumed, ps.str())
		}
	case ItemFile:
		ps.word("file")
		ps.integer(int64(len(p.Files)), int64(len(p.Files)), "file index")
		p.Files = append(p.Files, ps.str())
	case ItemCType:
		p.CTypes = append(p.CTypes, ps.ctype())
	case ItemGlobal:
		p.Globals = append(p.Globals, ps.global())
	case ItemFunc:
		p.Funcs = append(p.Funcs, ps.function())
	}
	ps.end()
}
