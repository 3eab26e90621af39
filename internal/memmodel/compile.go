package memmodel

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/cat"
)

// maxSteps bounds the expressions that a model expands to when its functions are replaced by their bodies.
const maxSteps = 1 << 17

// maxCalls bounds the depth of calls. A function can call itself only by way of an argument.
const maxCalls = 200

// value is the value of an expression: a node, a function or a tuple.
type value struct {
	node  nodeID
	fn    *function
	tuple []value
}

// function is a function of the model, or one of this package.
type function struct {
	params []string
	body   *cat.Expr
	scope  scope
	native op // opDomain, opRange, opIdentity; body is nil then
}

type scope map[string]value

// compiler turns files into a Model.
type compiler struct {
	builder
	files   fs.FS
	loading []string // the files that include each other now
	scope   scope
	enums   map[string]bool
	axioms  []test
	flags   []test
	steps   int
	depth   int    // of calls
	open    uint64 // bits of the groups that are being defined
}

// bail carries an error up to load. A name without a meaning is an error that `try` catches.
type bail struct {
	err       error
	undefined bool
}

func newCompiler(files fs.FS) *compiler {
	c := &compiler{files: files, enums: make(map[string]bool), scope: scope{
		"domain": {fn: &function{native: opDomain}},
		"range":  {fn: &function{native: opRange}},
		"toid":   {fn: &function{native: opIdentity}},
	}}
	c.index = make(map[node]nodeID)
	return c
}

func (c *compiler) fail(pos cat.Pos, format string, args ...any) {
	panic(bail{err: &cat.Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}})
}

// guard turns a bail into an error.
func guard(err *error) {
	switch r := recover().(type) {
	case nil:
	case bail:
		*err = r.err
	default:
		panic(r)
	}
}

// prelude reads the file that all models include.
func (c *compiler) prelude() (err error) {
	defer guard(&err)
	c.include(cat.Pos{File: stdlib, Line: 1, Col: 1}, stdlib, nil)
	return nil
}

// load reads the model's own text.
func (c *compiler) load(name, text string) (m *Model, err error) {
	defer guard(&err)
	title := c.file(name, text)
	if title == "" {
		title = name
	}
	return &Model{name: title, nodes: c.nodes, groups: c.groups, axioms: c.axioms, flags: c.flags}, nil
}

// include reads a file that another one names. A file of Heddle's stands in for a missing one.
func (c *compiler) include(pos cat.Pos, name string, files fs.FS) {
	if slices.Contains(c.loading, name) {
		c.fail(pos, "%s includes itself", name)
	}
	var src []byte
	err := fs.ErrNotExist
	if files != nil && fs.ValidPath(name) {
		src, err = fs.ReadFile(files, name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		src, err = library.ReadFile("models/" + name)
	}
	if err != nil {
		c.fail(pos, "included file %q not found", name)
	}
	c.file(name, string(src))
}

// file reads a file's text and returns its title.
func (c *compiler) file(name, src string) string {
	f, err := cat.Parse(name, src)
	if err != nil {
		panic(bail{err: err})
	}
	c.loading = append(c.loading, name)
	for _, s := range f.Stmts {
		c.statement(s)
	}
	c.loading = c.loading[:len(c.loading)-1]
	return f.Title
}

func (c *compiler) statement(s cat.Stmt) {
	switch s := s.(type) {
	case *cat.Include:
		c.include(s.Pos, s.Path, c.files)
	case *cat.Enum:
		for _, tag := range s.Tags {
			c.enums[strings.ToUpper(tag[:1])+tag[1:]] = true
			c.scope[strings.ToUpper(tag[:1])+tag[1:]] = value{node: c.make(node{op: opTag, set: true, name: tag})}
		}
	case *cat.Let:
		c.scope = c.bind(s, c.scope)
	case *cat.Test:
		c.test(s)
	}
}

func (c *compiler) test(s *cat.Test) {
	id := c.node(s.Body, c.scope)
	if s.Form != cat.Empty {
		id = c.relation(s.Body.Pos, id, "`"+s.Form.String()+"`")
	}
	t := test{name: s.Name, form: s.Form, negated: s.Negated, node: id}
	if t.name == "" {
		t.name = s.Pos.String()
	}
	if s.Role == cat.Undefined {
		t.negated = !t.negated
	}
	if s.Role == cat.Axiom {
		c.axioms = append(c.axioms, t)
	} else {
		c.flags = append(c.flags, t)
	}
}

// bind returns the scope with the names of a let.
func (c *compiler) bind(let *cat.Let, outer scope) scope {
	inner := maps.Clone(outer)
	if let.Rec {
		c.recursive(let, inner)
		return inner
	}
	for _, b := range let.Bindings {
		if b.Params != nil {
			inner[b.Names[0]] = value{fn: &function{params: b.Params, body: b.Body, scope: outer}}
			continue
		}
		c.assign(b.Pos, b.Names, c.eval(b.Body, outer), inner)
	}
	return inner
}

// assign gives names a value, or the parts of a tuple.
func (c *compiler) assign(pos cat.Pos, names []string, v value, to scope) {
	if len(names) == 1 {
		to[names[0]] = v
		return
	}
	if v.tuple == nil || len(v.tuple) != len(names) {
		c.fail(pos, "tuple of %d values expected", len(names))
	}
	for i, name := range names {
		to[name] = v.tuple[i]
	}
}

// recursive defines names by each other: the least relations or sets that fulfil the equations.
func (c *compiler) recursive(let *cat.Let, inner scope) {
	g := len(c.groups)
	if g == maxGroups {
		c.fail(let.Bindings[0].Pos, "more than %d recursive definitions", maxGroups)
	}
	c.groups = append(c.groups, group{})
	names := make(map[string]bool)
	for _, b := range let.Bindings {
		switch {
		case b.Params != nil:
			c.fail(b.Pos, "recursive functions are not supported")
		case len(b.Names) != 1:
			c.fail(b.Pos, "a recursive definition has one name")
		case names[b.Names[0]]:
			c.fail(b.Pos, "`%s` is defined twice", b.Names[0])
		}
		names[b.Names[0]] = true
	}
	for i, b := range let.Bindings {
		set, _ := c.isSet(b.Body, inner, names)
		v := c.make(node{op: opVar, set: set, a: nodeID(g), b: nodeID(i)})
		c.groups[g].vars = append(c.groups[g].vars, v)
	}
	for i, b := range let.Bindings {
		inner[b.Names[0]] = value{node: c.groups[g].vars[i]}
	}
	c.open |= 1 << (firstGroup + g)
	bodies := make([]nodeID, len(let.Bindings))
	for i, b := range let.Bindings {
		bodies[i] = c.node(b.Body, inner)
		if want := c.nodes[c.groups[g].vars[i]].set; want != c.nodes[bodies[i]].set {
			if c.nodes[bodies[i]].op != opEmpty {
				c.fail(b.Pos, "`%s` is a %s and is defined as a %s", b.Names[0], sort(want), sort(!want))
			}
			bodies[i] = c.make(node{op: opEmpty, set: want})
		}
	}
	c.open &^= 1 << (firstGroup + g)
	for i, fix := range c.close(g, bodies) {
		inner[let.Bindings[i].Names[0]] = value{node: fix}
	}
}

// isSet says whether an expression is a set, as far as names outside a recursive group decide it.
func (c *compiler) isSet(e *cat.Expr, s scope, group map[string]bool) (set, known bool) {
	switch e.Op {
	case cat.Name:
		if group[e.Text] {
			return false, false
		}
		if v, ok := s[e.Text]; ok {
			return v.fn == nil && v.tuple == nil && c.nodes[v.node].set, v.fn == nil && v.tuple == nil
		}
		return baseSets[e.Text], true
	case cat.Tag, cat.All, cat.EmptySet:
		return true, true
	case cat.Nothing:
		return false, false
	case cat.Union, cat.Inter, cat.Diff:
		if set, known = c.isSet(e.Args[0], s, group); known {
			return set, known
		}
		return c.isSet(e.Args[1], s, group)
	case cat.Complement:
		return c.isSet(e.Args[0], s, group)
	case cat.Call:
		if f := e.Args[0]; f.Op == cat.Name {
			v := s[f.Text]
			return v.fn != nil && v.fn.body == nil && v.fn.native != opIdentity, true
		}
	}
	return false, true
}

func sort(set bool) string {
	if set {
		return "set"
	}
	return "relation"
}
