package cemit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// types prints declared types. A structure is printed with its members if C gives them the program's
// layout. The bit-fields between two members become integers that cover their bytes, since the IR
// accesses them so. Equal structures of several translation units are printed once.
type types struct {
	p         *printer
	canon     []ir.CTypeID // by CTypeID: the same type, typedefs and copies apart; 0: not known yet
	keys      map[string]ir.CTypeID
	tags      map[ir.CTypeID]string
	suggested map[ir.CTypeID]string // names of structures without tag
	members   map[ir.CTypeID]*record
	defined   map[ir.CTypeID]bool
	mentioned []ir.CTypeID // structures that the text mentions, in order
	text      strings.Builder
	asserts   map[string]int64 // sizes of the headers' types
}

// record is a structure or union as printed.
type record struct {
	fields []member
	union  bool
	packed bool
	opaque bool // its members cannot be named
	align  int64
}

// member is a member of a printed structure.
type member struct {
	name   string
	off    int64
	size   int64
	typ    ir.CTypeID // 0: an integer that covers bit-fields or padding
	bits   int        // of that integer
	signed bool
}

func newTypes(p *printer) *types {
	t := &types{
		p: p, canon: make([]ir.CTypeID, len(p.prog.CTypes)), keys: make(map[string]ir.CTypeID),
		tags: make(map[ir.CTypeID]string), suggested: make(map[ir.CTypeID]string),
		members: make(map[ir.CTypeID]*record), defined: make(map[ir.CTypeID]bool), asserts: make(map[string]int64),
	}
	for id := 1; id < len(p.prog.CTypes); id++ {
		c := &p.prog.CTypes[id]
		if c.Kind != ir.CTypedef || t.isLibrary(ir.CTypeID(id)) {
			continue
		}
		if e := t.resolve(c.Elem); isRecord(t.at(e)) && t.at(e).Name == "" && t.suggested[e] == "" {
			t.suggested[e] = c.Name
		}
	}
	return t
}

func isRecord(c *ir.CType) bool { return c.Kind == ir.CStruct || c.Kind == ir.CUnion }

func (t *types) at(id ir.CTypeID) *ir.CType { return &t.p.prog.CTypes[id] }

// isLibrary reports whether a typedef is a header's, whose content is its own.
func (t *types) isLibrary(id ir.CTypeID) bool {
	return t.at(id).Kind == ir.CTypedef && typeHeader[t.at(id).Name] != ""
}

// resolve strips typedefs, except those of the headers for structures, and returns
// the representative of equal structures. Zero stays zero.
func (t *types) resolve(id ir.CTypeID) ir.CTypeID {
	if id == 0 {
		return 0
	}
	if t.canon[id] != 0 {
		return t.canon[id]
	}
	c := id
	for t.at(c).Kind == ir.CTypedef {
		if t.isLibrary(c) && isRecord(t.at(t.strip(c))) {
			break
		}
		c = t.at(c).Elem
	}
	if isRecord(t.at(c)) {
		key := t.key(c, true)
		if first, ok := t.keys[key]; ok {
			c = first
		} else {
			t.keys[key] = c
		}
	}
	t.canon[id] = c
	return c
}

// strip strips all typedefs.
func (t *types) strip(id ir.CTypeID) ir.CTypeID {
	for t.at(id).Kind == ir.CTypedef {
		id = t.at(id).Elem
	}
	return id
}

// key is equal for types that can be printed as one. Below the top a tagged
// structure is its tag.
func (t *types) key(id ir.CTypeID, top bool) string {
	c := t.at(id)
	switch c.Kind {
	case ir.CTypedef:
		if t.isLibrary(id) {
			return "library " + c.Name
		}
		return t.key(c.Elem, false)
	case ir.CPointer:
		return "*" + t.key(c.Elem, false)
	case ir.CArray:
		return fmt.Sprintf("[%d]%s", c.Len, t.key(c.Elem, false))
	case ir.CFunc:
		parts := make([]string, len(c.Params))
		for i, e := range c.Params {
			parts[i] = t.key(e, false)
		}
		return fmt.Sprintf("(%s)%t%s", strings.Join(parts, ","), c.Variadic, t.key(c.Elem, false))
	case ir.CStruct, ir.CUnion:
		if !top && c.Name != "" {
			return c.Kind.String() + " " + c.Name
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s %s %d{", c.Kind, c.Name, c.Size)
		for _, f := range c.Fields {
			fmt.Fprintf(&b, "%s %d %d %s;", f.Name, f.BitOffset, f.BitWidth, t.key(f.Type, false))
		}
		return b.String() + "}"
	}
	return fmt.Sprintf("%s %d %t", c.Kind, c.Size, c.Signed)
}

// size returns the size of a type in bytes; zero when it is incomplete.
func (t *types) size(id ir.CTypeID) int64 {
	if id == 0 {
		return 0
	}
	return t.at(id).Size
}

// same reports whether two types are printed alike; 0 is void.
func (t *types) same(a, b ir.CTypeID) bool {
	a, b = t.resolve(a), t.resolve(b)
	return a == b || t.declare(a, "") == t.declare(b, "")
}

// isVoid reports whether a pointer to the type is converted without a cast.
func (t *types) isVoid(id ir.CTypeID) bool {
	return id == 0 || t.at(t.strip(id)).Kind == ir.CVoid
}

func (t *types) pointer(elem ir.CTypeID, name string) string {
	if elem != 0 {
		if k := t.at(t.resolve(elem)).Kind; k == ir.CArray || k == ir.CFunc {
			return t.declare(elem, "(*"+name+")")
		}
	}
	return t.declare(elem, "*"+name)
}

// declare declares a name with a type. Structures that it mentions are defined at
// the top of the text.
func (t *types) declare(id ir.CTypeID, name string) string {
	with := func(base string) string {
		if name == "" {
			return base
		}
		return base + " " + name
	}
	if id == 0 {
		return with("void")
	}
	c := t.at(id)
	if t.isLibrary(id) {
		t.library(c)
		return with(c.Name)
	}
	if c.Kind == ir.CTypedef {
		return t.declare(c.Elem, name)
	}
	id = t.resolve(id)
	c = t.at(id)
	switch c.Kind {
	case ir.CVoid:
		return with("void")
	case ir.CBool:
		return with("_Bool")
	case ir.CInt:
		return with(t.integer(c))
	case ir.CFloat:
		return with(floatName(c))
	case ir.CPointer:
		return t.pointer(c.Elem, name)
	case ir.CArray:
		return t.declare(c.Elem, fmt.Sprintf("%s[%d]", name, max(c.Len, 0)))
	case ir.CFunc:
		return t.function(c, name)
	}
	return with(t.record(id))
}

func floatName(c *ir.CType) string {
	if c.Name == "float" || c.Name == "double" || c.Name == "long double" {
		return c.Name
	}
	if c.Size == 4 {
		return "float"
	}
	return "double"
}

// integer returns the name of an integer type: char and long long keep theirs.
func (t *types) integer(c *ir.CType) string {
	switch c.Name {
	case "char":
		return "char"
	case "long int":
		return "long"
	case "long unsigned int":
		return "unsigned long"
	case "long long int":
		return "long long"
	case "long long unsigned int":
		return "unsigned long long"
	}
	return t.p.intName(int(c.Size)*8, c.Signed)
}

// function declares a function as it is printed: structures by value are pointers,
// and variable arguments an area.
func (t *types) function(c *ir.CType, name string) string {
	var params []string
	if isRecordOrLibrary(t, c.Elem) {
		params = append(params, t.pointer(c.Elem, ""))
	}
	for _, e := range c.Params {
		params = append(params, t.param(e, ""))
	}
	if c.Variadic {
		params = append(params, "void *")
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	decl := name + "(" + strings.Join(params, ", ") + ")"
	if isRecordOrLibrary(t, c.Elem) {
		return "void " + decl
	}
	return t.declare(c.Elem, decl)
}

// isRecordOrLibrary reports whether values of a type are not in registers.
func isRecordOrLibrary(t *types, id ir.CTypeID) bool {
	return id != 0 && isRecord(t.at(t.strip(id)))
}

func (t *types) param(id ir.CTypeID, name string) string {
	switch r := t.at(t.resolve(id)); {
	case isRecordOrLibrary(t, id):
		return t.pointer(id, name)
	case r.Kind == ir.CArray:
		return t.pointer(r.Elem, name)
	case r.Kind == ir.CFunc:
		return t.pointer(id, name)
	}
	return t.declare(id, name)
}

func (t *types) library(c *ir.CType) {
	t.p.include(typeHeader[c.Name])
	if c.Size > 0 {
		t.asserts[c.Name] = c.Size
	}
}

// record mentions a structure and returns its name.
func (t *types) record(id ir.CTypeID) string {
	if tag, ok := t.tags[id]; ok {
		return tag
	}
	c := t.at(id)
	if h := tagHeader[c.Name]; h != "" {
		t.p.include(h)
		t.tags[id] = c.Kind.String() + " " + c.Name
		t.defined[id] = true
		if c.Size > 0 {
			t.asserts[t.tags[id]] = c.Size
		}
		return t.tags[id]
	}
	name := c.Name
	if name == "" {
		name = t.suggested[id]
	}
	if name == "" {
		name = "anon"
	}
	t.tags[id] = c.Kind.String() + " " + t.p.names.unique(name)
	t.mentioned = append(t.mentioned, id)
	return t.tags[id]
}

// definitions returns the definitions of the mentioned structures, each after the structures that it
// contains.
func (t *types) definitions() string {
	for i := 0; i < len(t.mentioned); i++ { // definitions mention more
		t.define(t.mentioned[i])
	}
	var b strings.Builder
	for _, id := range t.mentioned {
		fmt.Fprintf(&b, "%s;\n", t.tags[id])
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	b.WriteString(t.text.String())
	for _, name := range slices.Sorted(maps.Keys(t.asserts)) {
		fmt.Fprintf(&b, "_Static_assert(sizeof(%s) == %d, \"the program has %s so\");\n", name, t.asserts[name], name)
	}
	if len(t.asserts) > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

func (t *types) define(id ir.CTypeID) {
	if t.defined[id] {
		return
	}
	t.defined[id] = true
	r := t.recordOf(id)
	if t.at(id).Size == 0 && len(r.fields) == 0 {
		return // incomplete or empty
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s {\n", t.record(id))
	if r.opaque {
		fmt.Fprintf(&b, "\tunsigned char bytes[%d];\n", t.at(id).Size)
	}
	for _, m := range r.fields {
		if m.typ == 0 {
			fmt.Fprintf(&b, "\t%s %s;\n", t.p.intName(m.bits, m.signed), m.name)
			continue
		}
		e := t.resolve(m.typ)
		for t.at(e).Kind == ir.CArray {
			e = t.resolve(t.at(e).Elem)
		}
		if isRecord(t.at(e)) {
			t.record(e)
			t.define(e)
		}
		fmt.Fprintf(&b, "\t%s;\n", t.declare(m.typ, m.name))
	}
	b.WriteByte('}')
	if r.packed || r.opaque {
		b.WriteString(" __attribute__((packed))")
	}
	b.WriteString(";\n\n")
	t.text.WriteString(b.String())
}
