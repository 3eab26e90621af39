package efsmtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// SyntaxError is a line of a text form that cannot be read, and why.
type SyntaxError struct {
	Line int // from 1
	Err  error
}

// Error returns line: reason.
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Parse reads the text form into a new raw store. It does not run Check. An error is
// a *SyntaxError.
func Parse(text string) (s *efsm.System, err error) {
	p := &parser{
		s:       efsm.NewSystem(term.New(term.Options{Mode: term.Raw})),
		threads: make(map[string]efsm.ThreadID),
		shared:  make(map[string]efsm.VarID),
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *SyntaxError:
			s, err = nil, e
		default:
			panic(e)
		}
	}()
	number := 0
	for line := range strings.Lines(text) {
		number++
		p.number, p.keyword, p.rest = number, "", strings.TrimSpace(line)
		if p.rest != "" && p.rest[0] != '#' {
			p.line()
		}
	}
	p.keyword = ""
	for _, r := range p.references {
		p.number = r.line
		r.resolve()
	}
	return p.s, nil
}

// parser reads line by line. Names of states and of threads may be used before they
// are declared: they are references until the end. Its methods panic with a
// *SyntaxError.
type parser struct {
	s          *efsm.System
	number     int
	keyword    string // that the line begins with
	rest       string // of the line
	threads    map[string]efsm.ThreadID
	shared     map[string]efsm.VarID
	locals     map[string]efsm.VarID     // of the thread
	states     []map[string]efsm.StateID // by thread, from 1
	labels     map[string]term.ID        // the names that terms of the state may mention
	references []reference
}

// reference is a name to be resolved when all is read.
type reference struct {
	line    int
	resolve func()
}

func (p *parser) later(resolve func()) {
	p.references = append(p.references, reference{p.number, resolve})
}

func (p *parser) fail(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	if p.keyword != "" {
		err = fmt.Errorf("%s: %w", p.keyword, err)
	}
	panic(&SyntaxError{p.number, err})
}

// must returns a value, unless there is an error.
func must[T any](p *parser, v T, err error) T {
	if err != nil {
		p.fail("%w", err)
	}
	return v
}

// next takes a word off the line.
func (p *parser) next() string {
	p.rest = strings.TrimLeft(p.rest, " \t")
	switch {
	case p.rest == "":
		p.fail("line ends early")
	case p.rest[0] == '"':
		quoted, err := strconv.QuotedPrefix(p.rest)
		if err != nil {
			p.fail("malformed quoted name")
		}
		p.rest = p.rest[len(quoted):]
		text, err := strconv.Unquote(quoted)
		return must(p, text, err)
	}
	n := strings.IndexAny(p.rest, " \t")
	if n < 0 {
		n = len(p.rest)
	}
	text := p.rest[:n]
	p.rest = p.rest[n:]
	return text
}

// uint takes an unsigned number.
func (p *parser) uint(bits int) uint64 {
	text := p.next()
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		p.fail("found %q, want a number", text)
	}
	return n
}

// names returns the words of the text form for the values up to last.
func names[T interface {
	~uint8
	String() string
}](last T) (list []string) {
	for v := range last + 1 {
		list = append(list, v.String())
	}
	return list
}

// oneOf takes a word and returns its index among names; what says what they are.
func (p *parser) oneOf(names []string, what string) int {
	text := p.next()
	i := slices.Index(names, text)
	if i < 0 {
		p.fail("found %q, want %s", text, what)
	}
	return i
}

// accept takes a word if it comes next.
func (p *parser) accept(keyword string) bool {
	trimmed := strings.TrimLeft(p.rest, " \t")
	after, ok := strings.CutPrefix(trimmed, keyword)
	if !ok || after != "" && after[0] != ' ' && after[0] != '\t' {
		return false
	}
	p.rest = after
	return true
}

func (p *parser) line() {
	keyword := p.next()
	parse, top := lineParsers[keyword]
	parseInState, inner := stateParsers[keyword]
	if !top && !inner {
		p.fail("unknown keyword %q", keyword)
	}
	if strings.Contains("local input state", keyword) && len(p.states) == 0 {
		p.fail("%s outside a thread", keyword)
	}
	p.keyword = keyword
	if top {
		parse(p)
	} else if p.labels == nil {
		p.fail("outside a state")
	} else {
		t := p.current()
		parseInState(p, &t.States[len(t.States)-1])
	}
	p.keyword = ""
	if rest := strings.TrimSpace(p.rest); rest != "" {
		p.fail("unexpected %q", rest)
	}
}

// lineParsers has the parsers of the rest of a line, by its first word; stateParsers has those of lines
// within a state.
var (
	lineParsers = map[string]func(*parser){
		"file": (*parser).file, "shared": (*parser).variable, "local": (*parser).variable, "input": (*parser).variable,
		"thread": (*parser).thread, "state": (*parser).state,
	}
	stateParsers = map[string]func(*parser, *efsm.State){
		"let": (*parser).let, "enable": (*parser).enable, "access": (*parser).access,
		"acquire": (*parser).lock, "release": (*parser).lock, "choose": (*parser).choose,
		"set": (*parser).set, "violate": (*parser).violate, "bound": (*parser).mark,
		"unsupported": (*parser).mark, "incomplete": (*parser).mark, "limit": (*parser).mark, "blocked": (*parser).blocked, "goto": (*parser).edge,
	}
)

func (p *parser) current() *efsm.Thread { return &p.s.Threads[len(p.s.Threads)-1] }

func (p *parser) file() {
	if n := p.uint(31); n != uint64(len(p.s.Files)) {
		p.fail("number %d, want %d", n, len(p.s.Files))
	}
	p.s.Files = append(p.s.Files, p.next())
}

func (p *parser) variable() {
	v, names := efsm.Var{Name: p.next()}, p.shared
	if p.keyword == "shared" {
		v.Class = efsm.Class(p.oneOf([]string{efsm.Data.String(), efsm.Sync.String()}, "data or sync"))
	} else {
		v.Thread, names = efsm.ThreadID(len(p.s.Threads)-1), p.locals
	}
	v.Sort = p.sort()
	if p.keyword == "input" {
		v.Class = efsm.Input
	} else if initial := p.next(); initial != "any" {
		id, err := term.ParseTerm(p.s.Terms, initial, nil)
		v.Init = must(p, id, err)
	}
	if p.accept("home") {
		v.Home = p.home()
	}
	if _, ok := p.find(v.Name); ok {
		p.fail("second declaration of %s", v.Name)
	}
	names[v.Name] = p.s.AddVar(v)
}

func (p *parser) sort() term.Sort {
	text := p.next()
	if text == "bool" {
		return term.Bool
	}
	width := func(text string) uint {
		digits, ok := strings.CutPrefix(text, "bv")
		w, err := strconv.ParseUint(digits, 10, 8)
		if !ok || err != nil || w == 0 || w > term.MaxWidth {
			p.fail("found %q, want a sort", text)
		}
		return uint(w)
	}
	if inner, ok := strings.CutPrefix(text, "array("); ok {
		index, elem, _ := strings.Cut(strings.TrimSuffix(inner, ")"), ",")
		return term.Array(width(index), width(elem))
	}
	return term.BV(width(text))
}

func (p *parser) home() *efsm.Home {
	h := &efsm.Home{}
	if p.oneOf([]string{"global", "site"}, "global or site") == 0 {
		h.Global = p.next()
	} else {
		h.Site = ir.SiteID(p.uint(31))
		name := p.next()
		h.Count = uint32(p.uint(32))
		p.later(func() {
			id, ok := p.threads[name]
			if !ok {
				p.fail("there is no thread %s", name)
			}
			h.Maker = id
		})
	}
	h.Offset, h.Bytes = p.uint(64), uint32(p.uint(32))
	return h
}

func (p *parser) thread() {
	name := p.next()
	if _, ok := p.threads[name]; ok || !p.accept("entry") {
		p.fail("second thread of this name, or no entry")
	}
	entry := p.next()
	id := p.s.AddThread(name)
	p.threads[name] = id
	p.states = append(p.states, make(map[string]efsm.StateID))
	p.locals, p.labels = make(map[string]efsm.VarID), nil
	if p.accept("alive") {
		p.current().Alive = p.variableNamed(p.shared)
	}
	if p.accept("done") {
		p.current().Done = p.variableNamed(p.shared)
	}
	p.later(func() { p.s.Threads[id].Entry = p.stateNamed(id, entry) })
}

func (p *parser) stateNamed(t efsm.ThreadID, name string) efsm.StateID {
	id, ok := p.states[t-1][name]
	if !ok {
		p.fail("there is no state %s", name)
	}
	return id
}

// variableNamed takes the name of a variable that is declared in one of the tables.
func (p *parser) variableNamed(tables ...map[string]efsm.VarID) efsm.VarID {
	name := p.next()
	for _, t := range tables {
		if v, ok := t[name]; ok {
			return v
		}
	}
	p.fail("%s is not declared", name)
	return 0
}

// name takes the name of a variable, a local one of the current thread first.
func (p *parser) name() efsm.VarID { return p.variableNamed(p.locals, p.shared) }

// find returns the variable of a name that the current thread knows.
func (p *parser) find(name string) (efsm.VarID, bool) {
	if v, ok := p.locals[name]; ok {
		return v, true
	}
	v, ok := p.shared[name]
	return v, ok
}

// origin reads an origin if one comes next.
func (p *parser) origin() (o efsm.Origin) {
	if !p.accept("at") {
		return o
	}
	text := p.next()
	o.Func = p.next()
	var n [3]int64
	parts, err := strings.Split(text, ":"), error(nil)
	for i := range n {
		if len(parts) == len(n) && err == nil {
			n[i], err = strconv.ParseInt(parts[i], 10, 32)
		}
	}
	if len(parts) != len(n) || err != nil {
		p.fail("found %q, want file:line:column", text)
	}
	o.Pos = ir.Pos{File: ir.FileID(n[0]), Line: int32(n[1]), Col: int32(n[2])}
	o.Block, o.Instr = ir.BlockID(p.uint(31)), int(p.uint(31))
	return o
}

// state reads the first line of a state.
func (p *parser) state() {
	st := efsm.State{Enable: term.True, Name: p.next(), Kind: efsm.Kind(p.oneOf(names(efsm.Stopped), "a kind"))}
	if p.accept("wait") {
		st.Wait = efsm.Wait(p.oneOf(names(efsm.WaitSection), "what is waited for"))
	}
	st.Section = p.accept("section")
	st.Asked = p.accept("asked")
	st.Origin = p.origin()
	if p.accept("within") {
		st.Within = p.origin()
	} else if st.IsVisible() {
		st.Within = st.Origin
	}
	names := p.states[len(p.states)-1]
	if _, ok := names[st.Name]; ok {
		p.fail("second state %s", st.Name)
	}
	names[st.Name] = p.current().AddState(st)
	p.labels = make(map[string]term.ID)
	for _, vars := range []map[string]efsm.VarID{p.shared, p.locals} {
		for name, v := range vars {
			p.labels[name] = p.s.Vars[v].Term
		}
	}
}

// term reads the rest of the line.
func (p *parser) term() term.ID {
	id, err := term.ParseTerm(p.s.Terms, p.rest, p.labels)
	p.rest = ""
	return must(p, id, err)
}

// when reads a condition if one comes next.
func (p *parser) when() term.ID {
	if !p.accept("if") {
		return term.True
	}
	return p.term()
}

func (p *parser) let(*efsm.State) {
	label := p.next()
	if _, ok := p.labels[label]; ok || !p.accept(":=") {
		p.fail("second definition of %s, or no :=", label)
	}
	p.labels[label] = p.term()
}

func (p *parser) enable(st *efsm.State) { st.Enable = p.term() }

func (p *parser) access(st *efsm.State) {
	st.Accesses = append(st.Accesses, efsm.Access{
		Mode: efsm.Mode(p.oneOf(names(efsm.ReadWrite), "read, write or update")), Var: p.name(), Atomic: p.accept("atomic"), When: p.when(),
	})
}

func (p *parser) lock(st *efsm.State) {
	st.Locks = append(st.Locks, efsm.LockAct{Release: p.keyword == "release", Lock: p.name(), Shared: p.accept("shared"), When: p.when()})
}

func (p *parser) choose(st *efsm.State) {
	c := efsm.Choice{Input: p.name()}
	why, ok := p.next(), false
	if c.Reason, ok = ir.ParseChooseReason(why); !ok {
		p.fail("found %q, want a reason", why)
	}
	c.Width, c.Origin, c.When = int(p.uint(8)), p.origin(), p.when()
	st.Choices = append(st.Choices, c)
}

func (p *parser) set(st *efsm.State) {
	v := p.name()
	if !p.accept(":=") {
		p.fail("no :=")
	}
	st.Updates = append(st.Updates, efsm.Update{Var: v, Value: p.term()})
}

func (p *parser) violate(st *efsm.State) {
	property, err := verdict.ParseProperty(p.next())
	st.Obligations = append(st.Obligations, efsm.Obligation{
		Property: must(p, property, err), Kind: verdict.Kind(p.next()), Message: p.next(), Origin: p.origin(), When: p.when(),
	})
}

func (p *parser) mark(st *efsm.State) {
	m, text := efsm.Mark{GoesOn: p.keyword == "incomplete" || p.keyword == "limit"}, p.next()
	switch p.keyword {
	case "bound":
		m.Bound, m.Limit = verdict.Bound(text), int(p.uint(31))
	case "limit":
		m.Bound = verdict.Bound(text)
	default:
		m.Unsupported = text
	}
	m.Origin, m.When = p.origin(), p.when()
	st.Marks = append(st.Marks, m)
}

func (p *parser) blocked(st *efsm.State) {
	st.Blocked = append(st.Blocked, efsm.Blocked{By: efsm.ThreadID(p.uint(31)), When: p.when()})
}

func (p *parser) edge(st *efsm.State) {
	to := p.next()
	st.Edges = append(st.Edges, efsm.Edge{Guard: p.when()})
	t, from, i := efsm.ThreadID(len(p.s.Threads)-1), len(p.current().States)-1, len(st.Edges)-1
	p.later(func() { p.s.Threads[t].States[from].Edges[i].To = p.stateNamed(t, to) })
}
