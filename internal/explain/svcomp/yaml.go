package svcomp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/heddle-mc/heddle/internal/host/pattern"
)

// maxBytes bounds the size of a witness.
const maxBytes = 32 << 20

// ReadYAML reads a witness in YAML, of format versions 2.0 to 2.2. Keys that are not known, and further
// violation sequences, are warnings. The error is an *Error with the first mistake.
func ReadYAML(name string, text []byte) (*Witness, error) {
	r := &yamlReader{ruleBook: ruleBook{name}}
	if len(text) > maxBytes {
		return nil, r.wrong(Place{}, "the file has %d bytes, more than %d", len(text), maxBytes)
	}
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, r.wrong(Place{Line: 1, Column: 1}, "the file is empty")
		}
		return nil, r.syntax(err)
	}
	var more yaml.Node
	if err := dec.Decode(&more); err == nil {
		return nil, r.wrong(Place{more.Line, more.Column}, "found a second document")
	} else if !errors.Is(err, io.EOF) {
		return nil, r.syntax(err)
	}
	err := r.catch(func() { r.file(&doc) })
	if err == nil {
		err = r.w.rules(name)
	}
	if err != nil {
		return nil, err
	}
	r.w.Warnings = r.warnings
	return &r.w, nil
}

// yamlReader reads one file. Its methods report a mistake by panicking with an *Error.
type yamlReader struct {
	ruleBook
	w        Witness
	entries  int
	warnings []*Error
}

// catch runs f and returns the *Error with which it panicked.
func (r *yamlReader) catch(f func()) (err *Error) {
	defer func() {
		if e, ok := recover().(*Error); ok {
			err = e
		}
	}()
	f()
	return nil
}

var yamlLine = pattern.Lazy(`^(?:yaml: )?(?:unknown problem parsing YAML content|line (\d+): )?`)

// syntax gives an error of the parser a place.
func (r *yamlReader) syntax(err error) *Error {
	text := err.Error()
	at := Place{Line: 1}
	if m := yamlLine().FindStringSubmatch(text); m != nil && m[1] != "" {
		at.Line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "yaml: "), "\n")
	return r.wrong(at, "this is no YAML: %s", text)
}

func (r *yamlReader) fail(n *yaml.Node, format string, args ...any) {
	panic(r.wrong(Place{n.Line, n.Column}, format, args...))
}

func (r *yamlReader) warn(n *yaml.Node, format string, args ...any) {
	r.warnings = append(r.warnings, r.wrong(Place{n.Line, n.Column}, format, args...))
}

// resolve follows an alias.
func (r *yamlReader) resolve(n *yaml.Node) *yaml.Node {
	for hops := 0; n.Kind == yaml.AliasNode; hops++ {
		if n.Alias == nil || hops > 10 {
			r.fail(n, "an alias leads nowhere")
		}
		n = n.Alias
	}
	return n
}

// list returns the items of a sequence.
func (r *yamlReader) list(n *yaml.Node, what string) []*yaml.Node {
	n = r.resolve(n)
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "%s: found %s, expected a list", what, kindName(n))
	}
	return n.Content
}

// fields are the values of a mapping by their keys.
type fields struct {
	node  *yaml.Node
	what  string
	value map[string]*yaml.Node
	keys  []*yaml.Node
	known []string
}

// mapping returns the values of a mapping.
func (r *yamlReader) mapping(n *yaml.Node, what string) *fields {
	n = r.resolve(n)
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s: found %s, expected a mapping", what, kindName(n))
	}
	f := &fields{node: n, what: what, value: make(map[string]*yaml.Node)}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := r.resolve(n.Content[i])
		if key.Kind != yaml.ScalarNode {
			r.fail(key, "%s: a key is %s", what, kindName(key))
		}
		if f.value[key.Value] != nil {
			r.fail(key, "%s: the key %q is there twice", what, key.Value)
		}
		f.value[key.Value] = r.resolve(n.Content[i+1])
		f.keys = append(f.keys, key)
	}
	return f
}

// get returns a value; nil: it does not exist.
func (f *fields) get(key string) *yaml.Node {
	f.known = append(f.known, key)
	return f.value[key]
}

// need returns a required value.
func (r *yamlReader) need(f *fields, key string) *yaml.Node {
	n := f.get(key)
	if n == nil {
		r.fail(f.node, "%s: the key %q is missing", f.what, key)
	}
	return n
}

// rest warns about the keys that were not read.
func (r *yamlReader) rest(f *fields) {
	for _, k := range f.keys {
		if !slices.Contains(f.known, k.Value) {
			r.warn(k, "%s: the key %q is not known", f.what, k.Value)
		}
	}
}

// scalar returns the text of a scalar of any type, since some tools write true and 1 without quotes.
func (r *yamlReader) scalar(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		r.fail(n, "%s: found %s, expected a text", what, kindName(n))
	}
	return n.Value
}

// text returns the text of a required key.
func (r *yamlReader) text(f *fields, key string) string {
	return r.scalar(r.need(f, key), f.what+": "+key)
}

// optional returns the text of an optional key.
func (r *yamlReader) optional(f *fields, key string) string {
	n := f.get(key)
	if n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return ""
	}
	return r.scalar(n, f.what+": "+key)
}

// number returns an integer that is at least least.
func (r *yamlReader) number(n *yaml.Node, least int, what string) int {
	v, err := strconv.ParseInt(r.scalar(n, what), 0, 32)
	if err != nil || int(v) < least {
		r.fail(n, "%s: found %q, expected an integer of at least %d", what, n.Value, least)
	}
	return int(v)
}

func kindName(n *yaml.Node) string {
	switch n.Kind {
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "a mapping"
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "nothing"
		}
		return fmt.Sprintf("%q", n.Value)
	}
	return "something else"
}

// file reads the entries.
func (r *yamlReader) file(doc *yaml.Node) {
	if len(doc.Content) == 0 {
		r.fail(doc, "the file is empty")
	}
	entries := r.list(doc.Content[0], "witness")
	if len(entries) == 0 {
		r.fail(doc.Content[0], "the list of entries is empty")
	}
	for _, n := range entries {
		r.entry(n)
	}
	if r.entries == 0 {
		r.fail(doc.Content[0], "no entry is of a type that is known")
	}
}

// entry reads one entry.
func (r *yamlReader) entry(n *yaml.Node) {
	f := r.mapping(n, "entry")
	typ := r.need(f, "entry_type")
	kind := Correctness
	switch r.scalar(typ, "entry_type") {
	case "violation_sequence":
		kind = Violation
	case "invariant_set", "ghost_instrumentation":
	default:
		r.warn(typ, "entries of type %q are not known", typ.Value)
		return
	}
	if r.entries > 0 && kind != r.w.Kind {
		r.fail(typ, "the entries are of a violation and of a proof")
	}
	if r.entries > 0 && kind == Violation {
		r.warn(typ, "only the first violation sequence is followed")
		return
	}
	m := r.metadata(r.need(f, "metadata"))
	if r.entries == 0 {
		r.w.Kind, r.w.Metadata = kind, m
	}
	r.entries++
	content := r.need(f, "content")
	switch typ.Value {
	case "violation_sequence":
		r.sequence(content)
	case "invariant_set":
		r.invariants(content)
	case "ghost_instrumentation":
		r.ghosts(content)
	}
	r.rest(f)
}

// metadata reads and checks the metadata of an entry.
func (r *yamlReader) metadata(n *yaml.Node) (m Metadata) {
	f := r.mapping(n, "metadata")
	version := r.need(f, "format_version")
	m.FormatVersion = r.scalar(version, "format_version")
	if !slices.Contains([]string{"2.0", "2.1", "2.2", "2.1-goblint"}, m.FormatVersion) {
		r.fail(version, "found the format_version %q, expected 2.0, 2.1 or 2.2", m.FormatVersion)
	}
	m.UUID = r.text(f, "uuid")
	if !uuidForm().MatchString(m.UUID) {
		r.fail(f.value["uuid"], "found the uuid %q", m.UUID)
	}
	created := r.text(f, "creation_time")
	var err error
	if m.Created, err = time.Parse(time.RFC3339, created); err != nil {
		r.fail(f.value["creation_time"], "found the creation_time %q, expected one like 2026-10-01T09:00:00Z", created)
	}
	p := r.mapping(r.need(f, "producer"), "producer")
	m.Producer, m.Version = r.text(p, "name"), r.text(p, "version")
	for _, key := range []string{"configuration", "command_line", "description"} {
		r.optional(p, key)
	}
	r.rest(p)
	r.task(r.need(f, "task"), &m)
	r.rest(f)
	return m
}

// task reads the description of the verification task.
func (r *yamlReader) task(n *yaml.Node, m *Metadata) {
	f := r.mapping(n, "task")
	for _, file := range r.list(r.need(f, "input_files"), "input_files") {
		m.Files = append(m.Files, r.scalar(r.resolve(file), "input_files"))
	}
	hashes := r.mapping(r.need(f, "input_file_hashes"), "input_file_hashes")
	for _, k := range hashes.keys {
		h := hashes.value[k.Value]
		if !hashForm().MatchString(r.scalar(h, "input_file_hashes")) {
			r.fail(h, "found the hash %q, expected 64 hexadecimal digits in lower case", h.Value)
		}
		m.Hashes = append(m.Hashes, h.Value)
	}
	m.Specification = r.optional(f, "specification")
	m.DataModel = r.text(f, "data_model")
	if m.DataModel != "ILP32" && m.DataModel != "LP64" {
		r.fail(f.value["data_model"], "found the data_model %q, expected ILP32 or LP64", m.DataModel)
	}
	if l := r.text(f, "language"); l != "C" {
		r.fail(f.value["language"], "found the language %q, expected C", l)
	}
	r.rest(f)
}

// location reads a location.
func (r *yamlReader) location(n *yaml.Node) (l Location) {
	f := r.mapping(n, "location")
	l.File = r.text(f, "file_name")
	l.Line = r.number(r.need(f, "line"), 1, "line")
	if c := f.get("column"); c != nil {
		l.Column = r.number(c, 1, "column")
	}
	l.Function = r.optional(f, "function")
	f.get("file_hash") // from versions before 2.0; some tools still write it
	r.rest(f)
	return l
}

// only returns the mapping that is the value of an item's only key.
func (r *yamlReader) only(n *yaml.Node, key string) *yaml.Node {
	f := r.mapping(n, "item")
	inner := r.need(f, key)
	r.rest(f)
	return inner
}

// sequence reads the segments of a violation.
func (r *yamlReader) sequence(n *yaml.Node) {
	items := r.list(n, "content")
	if len(items) == 0 {
		r.fail(n, "a violation witness has at least one segment")
	}
	for _, item := range items {
		inner := r.only(item, "segment")
		s := Segment{At: Place{inner.Line, inner.Column}}
		for _, w := range r.list(inner, "segment") {
			r.waypoint(&s, r.only(w, "waypoint"))
		}
		r.w.Segments = append(r.w.Segments, s)
	}
}

// waypoint reads a waypoint into its segment.
func (r *yamlReader) waypoint(s *Segment, n *yaml.Node) {
	f := r.mapping(n, "waypoint")
	w := Waypoint{At: Place{n.Line, n.Column}, Thread: AnyThread}
	typ := r.need(f, "type")
	w.Type = Type(r.scalar(typ, "type"))
	switch w.Type {
	case Assumption, Branching, FunctionEnter, FunctionReturn, Target:
	default:
		r.fail(typ, "waypoints of type %q are not known", typ.Value)
	}
	w.Location = r.location(r.need(f, "location"))
	if id := f.get("thread_id"); id != nil {
		w.Thread = r.number(id, 0, "thread_id")
	}
	if c := f.get("constraint"); c != nil {
		g := r.mapping(c, "constraint")
		w.Value = strings.TrimSpace(r.text(g, "value"))
		if w.Value == "" {
			r.fail(g.value["value"], "the value is empty")
		}
		if w.Format = r.optional(g, "format"); w.Format != "" && !slices.Contains([]string{CExpression, ExtCExpression, ACSLExpression}, w.Format) {
			r.fail(g.value["format"], "found the format %q, expected c_expression, ext_c_expression or acsl_expression", w.Format)
		}
		r.rest(g)
	}
	action := r.need(f, "action")
	switch r.scalar(action, "action") {
	case "follow":
		s.Follow = append(s.Follow, w)
	case "avoid":
		if len(s.Follow) > 0 {
			r.fail(action, "what is to be avoided stands before what is to be followed")
		}
		s.Avoid = append(s.Avoid, w)
	case "cycle":
		r.fail(action, "cycles, of executions without an end, are not supported")
	default:
		r.fail(action, "found the action %q, expected follow or avoid", action.Value)
	}
	r.rest(f)
}

// invariants reads an invariant set.
func (r *yamlReader) invariants(n *yaml.Node) {
	for _, item := range r.list(n, "content") {
		inner := r.only(item, "invariant")
		f := r.mapping(inner, "invariant")
		typ := r.need(f, "type")
		inv := Invariant{Type: Type(r.scalar(typ, "type")), At: Place{inner.Line, inner.Column}}
		if inv.Type != LoopInvariant && inv.Type != LocationInvariant {
			r.fail(typ, "invariants of type %q are not supported", typ.Value)
		}
		inv.Location = r.location(r.need(f, "location"))
		inv.Value = r.text(f, "value")
		if strings.TrimSpace(inv.Value) == "" {
			r.fail(f.value["value"], "the value is empty")
		}
		if inv.Format = r.text(f, "format"); inv.Format != CExpression && inv.Format != ExtCExpression {
			r.fail(f.value["format"], "found the format %q, expected c_expression", inv.Format)
		}
		f.get("labels")
		r.rest(f)
		r.w.Invariants = append(r.w.Invariants, inv)
	}
}

// ghosts reads the ghost variables and their updates.
func (r *yamlReader) ghosts(n *yaml.Node) {
	f := r.mapping(n, "content")
	for _, item := range r.list(r.need(f, "ghost_variables"), "ghost_variables") {
		g := r.mapping(item, "ghost variable")
		v := Ghost{Name: r.text(g, "name"), CType: r.text(g, "type"), At: Place{g.node.Line, g.node.Column}}
		if !nameForm().MatchString(v.Name) {
			r.fail(g.value["name"], "found the name %q, expected a C identifier", v.Name)
		}
		if scope := r.text(g, "scope"); scope != "global" {
			r.fail(g.value["scope"], "found the scope %q, expected global", scope)
		}
		initial := r.mapping(r.need(g, "initial"), "initial")
		v.Initial = r.text(initial, "value")
		r.optional(initial, "format")
		r.rest(initial)
		r.rest(g)
		r.w.Ghosts = append(r.w.Ghosts, v)
	}
	for _, item := range r.list(r.need(f, "ghost_updates"), "ghost_updates") {
		g := r.mapping(item, "ghost update")
		u := Update{Location: r.location(r.need(g, "location")), At: Place{g.node.Line, g.node.Column}}
		for _, one := range r.list(r.need(g, "updates"), "updates") {
			s := r.mapping(one, "update")
			set := Set{Variable: r.text(s, "variable"), Value: r.text(s, "value"), At: Place{s.node.Line, s.node.Column}}
			if !slices.ContainsFunc(r.w.Ghosts, func(v Ghost) bool { return v.Name == set.Variable }) {
				r.fail(s.value["variable"], "no ghost variable is called %q", set.Variable)
			}
			r.optional(s, "format")
			r.rest(s)
			u.Sets = append(u.Sets, set)
		}
		r.rest(g)
		r.w.Updates = append(r.w.Updates, u)
	}
	r.rest(f)
}
