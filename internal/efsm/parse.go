package efsm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
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
func Parse(text string) (*System, error) {
	p := &parser{
		s:       NewSystem(term.New(term.Options{Mode: term.Raw})),
		threads: make(map[string]ThreadID),
		shared:  make(map[string]VarID),
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		p.number, p.rest = number, line
		if err := p.line(); err != nil {
			return nil, &SyntaxError{number, err}
		}
	}
	for _, r := range p.references {
		if err := r.resolve(p); err != nil {
			return nil, &SyntaxError{r.line, err}
		}
	}
	return p.s, nil
}

// parser reads line by line. Names of states and of threads may be used before they
// are declared: they are references until the end.
type parser struct {
	s          *System
	number     int
	rest       string // of the line
	threads    map[string]ThreadID
	shared     map[string]VarID
	locals     map[string]VarID     // of the thread
	states     []map[string]StateID // by thread, from 1
	labels     map[string]term.ID   // what terms of the state may mention
	references []reference
}

// reference is a name to be resolved when all is read.
type reference struct {
	line    int
	resolve func(*parser) error
}

func (p *parser) later(f func(*parser) error) {
	p.references = append(p.references, reference{p.number, f})
}

// next takes a word off the line; empty at its end.
func (p *parser) next() (string, error) {
	p.rest = strings.TrimLeft(p.rest, " \t")
	if p.rest == "" {
		return "", fmt.Errorf("line ends early")
	}
	if p.rest[0] == '"' {
		quoted, err := strconv.QuotedPrefix(p.rest)
		if err != nil {
			return "", fmt.Errorf("malformed quoted name")
		}
		p.rest = p.rest[len(quoted):]
		return strconv.Unquote(quoted)
	}
	n := strings.IndexAny(p.rest, " \t")
	if n < 0 {
		n = len(p.rest)
	}
	text := p.rest[:n]
	p.rest = p.rest[n:]
	return text, nil
}

// words takes as many words as there are pointers.
func (p *parser) words(out ...*string) (err error) {
	for _, w := range out {
		if *w, err = p.next(); err != nil {
			return err
		}
	}
	return nil
}

// number takes an unsigned number.
func (p *parser) uint(bits int) (uint64, error) {
	text, err := p.next()
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		return 0, fmt.Errorf("found %q, want a number", text)
	}
	return n, nil
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

func (p *parser) end() error {
	if rest := strings.TrimSpace(p.rest); rest != "" {
		return fmt.Errorf("unexpected %q", rest)
	}
	return nil
}

func (p *parser) line() error {
	keyword, err := p.next()
	if err != nil {
		return err
	}
	parse, ok := lineParsers[keyword]
	if !ok {
		return fmt.Errorf("unknown keyword %q", keyword)
	}
	if strings.Contains("local input state", keyword) && len(p.states) == 0 {
		return fmt.Errorf("%s outside a thread", keyword)
	}
	if err := parse(p, keyword); err != nil {
		return fmt.Errorf("%s: %w", keyword, err)
	}
	return p.end()
}

// lineParsers says how to read the rest of a line, by its first word.
var lineParsers map[string]func(*parser, string) error

func init() {
	lineParsers = map[string]func(*parser, string) error{
		"file": (*parser).file, "shared": (*parser).variable, "local": (*parser).variable, "input": (*parser).variable,
		"thread": (*parser).thread, "state": (*parser).state,
		"let": inState((*parser).let), "enable": inState((*parser).enable), "access": inState((*parser).access),
		"acquire": inState((*parser).lock), "release": inState((*parser).lock), "choose": inState((*parser).choose),
		"set": inState((*parser).set), "violate": inState((*parser).violate), "bound": inState((*parser).mark),
		"unsupported": inState((*parser).mark), "incomplete": inState((*parser).mark), "limit": inState((*parser).mark), "goto": inState((*parser).edge),
	}
}

// inState gives the parser of a line the state that it belongs to.
func inState(parse func(*parser, *State, string) error) func(*parser, string) error {
	return func(p *parser, keyword string) error {
		if p.labels == nil {
			return fmt.Errorf("outside a state")
		}
		t := p.current()
		return parse(p, &t.States[len(t.States)-1], keyword)
	}
}

func (p *parser) current() *Thread { return &p.s.Threads[len(p.s.Threads)-1] }

func (p *parser) file(string) error {
	n, err := p.uint(31)
	if err != nil {
		return err
	}
	if n != uint64(len(p.s.Files)) {
		return fmt.Errorf("number %d, want %d", n, len(p.s.Files))
	}
	name, err := p.next()
	p.s.Files = append(p.s.Files, name)
	return err
}

func (p *parser) variable(keyword string) error {
	v := Var{}
	names := p.shared
	var class, sort, initial string
	err := p.words(&v.Name)
	if keyword == "shared" && err == nil {
		if err = p.words(&class); err == nil && class == Sync.String() {
			v.Class = Sync
		} else if err == nil && class != Data.String() {
			err = fmt.Errorf("found %q, want data or sync", class)
		}
	} else {
		v.Thread, names = ThreadID(len(p.s.Threads)-1), p.locals
	}
	if err == nil {
		err = p.words(&sort)
	}
	if err != nil {
		return err
	}
	if v.Sort, err = parseSort(sort); err != nil {
		return err
	}
	if keyword == "input" {
		v.Class = Input
	} else {
		if err := p.words(&initial); err != nil {
			return err
		}
		if initial != "any" {
			if v.Init, err = term.ParseTerm(p.s.Terms, initial, nil); err != nil {
				return err
			}
		}
	}
	if p.accept("home") {
		if v.Home, err = p.home(len(p.s.Vars)); err != nil {
			return err
		}
	}
	if _, ok := p.find(v.Name); ok {
		return fmt.Errorf("second declaration of %s", v.Name)
	}
	names[v.Name] = p.s.AddVar(v)
	return nil
}

func parseSort(text string) (term.Sort, error) {
	if text == "bool" {
		return term.Bool, nil
	}
	digits, ok := strings.CutPrefix(text, "bv")
	if w, err := strconv.ParseUint(digits, 10, 8); ok && err == nil && 0 < w && w <= term.MaxWidth {
		return term.BV(uint(w)), nil
	}
	return 0, fmt.Errorf("found %q, want a sort", text)
}

// home reads where the variable with the given index lives.
func (p *parser) home(index int) (*Home, error) {
	h := &Home{}
	var what, name string
	if err := p.words(&what); err != nil {
		return nil, err
	}
	switch what {
	case "global":
		if err := p.words(&h.Global); err != nil {
			return nil, err
		}
	case "site":
		site, err := p.uint(31)
		if err != nil {
			return nil, err
		}
		if err := p.words(&name); err != nil {
			return nil, err
		}
		count, err := p.uint(32)
		if err != nil {
			return nil, err
		}
		h.Site, h.Count = ir.SiteID(site), uint32(count)
		p.later(func(p *parser) (err error) {
			p.s.Vars[index].Home.Maker, err = p.threadNamed(name)
			return err
		})
	default:
		return nil, fmt.Errorf("found %q, want global or site", what)
	}
	offset, err := p.uint(64)
	if err != nil {
		return nil, err
	}
	bytes, err := p.uint(32)
	h.Offset, h.Bytes = offset, uint32(bytes)
	return h, err
}

func (p *parser) threadNamed(name string) (ThreadID, error) {
	id, ok := p.threads[name]
	if !ok {
		return 0, fmt.Errorf("there is no thread %s", name)
	}
	return id, nil
}

func (p *parser) thread(string) error {
	var name, keyword, entry string
	if err := p.words(&name, &keyword, &entry); err != nil {
		return err
	}
	if _, ok := p.threads[name]; ok || keyword != "entry" {
		return fmt.Errorf("second thread of this name, or no entry")
	}
	id := p.s.AddThread(name)
	t := &p.s.Threads[id]
	p.threads[name] = id
	p.states = append(p.states, make(map[string]StateID))
	p.locals, p.labels = make(map[string]VarID), nil
	for _, flag := range []struct {
		keyword string
		v       *VarID
	}{{"alive", &t.Alive}, {"done", &t.Done}} {
		if p.accept(flag.keyword) {
			name, err := p.next()
			if err != nil {
				return err
			}
			v, ok := p.shared[name]
			if !ok {
				return fmt.Errorf("%s is not declared", name)
			}
			*flag.v = v
		}
	}
	p.later(func(p *parser) (err error) {
		p.s.Threads[id].Entry, err = p.stateNamed(id, entry)
		return err
	})
	return nil
}

func (p *parser) stateNamed(t ThreadID, name string) (StateID, error) {
	id, ok := p.states[t-1][name]
	if !ok {
		return 0, fmt.Errorf("there is no state %s", name)
	}
	return id, nil
}

// find returns the variable of a name, a local one of the current thread first.
func (p *parser) find(name string) (VarID, bool) {
	if v, ok := p.locals[name]; ok {
		return v, true
	}
	v, ok := p.shared[name]
	return v, ok
}

// origin reads a place if one comes next.
func (p *parser) origin() (o Origin, err error) {
	if !p.accept("at") {
		return o, nil
	}
	var pos string
	if err := p.words(&pos, &o.Func); err != nil {
		return o, err
	}
	var n [3]int64
	parts := strings.Split(pos, ":")
	for i := range n {
		if len(parts) == len(n) && err == nil {
			n[i], err = strconv.ParseInt(parts[i], 10, 32)
		}
	}
	if len(parts) != len(n) || err != nil {
		return o, fmt.Errorf("found %q, want file:line:column", pos)
	}
	o.Pos = ir.Pos{File: ir.FileID(n[0]), Line: int32(n[1]), Col: int32(n[2])}
	block, err := p.uint(31)
	if err != nil {
		return o, err
	}
	instr, err := p.uint(31)
	o.Block, o.Instr = ir.BlockID(block), int(instr)
	return o, err
}

func (p *parser) property() (verdict.Property, error) {
	text, err := p.next()
	if err != nil {
		return 0, err
	}
	return verdict.ParseProperty(text)
}
