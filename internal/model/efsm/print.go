package efsm

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The text form is a list of lines; spaces at their beginning mean nothing, and # on
// a line of its own begins a comment. Terms are applications as package term
// writes them, with inner ones in parentheses.
//
//	file 0 "a.c"
//	shared NAME data|sync SORT CONSTANT|any [home HOME]
//	thread NAME entry STATE [alive NAME] [done NAME]
//	  local NAME SORT CONSTANT|any [home HOME]
//	  input NAME SORT
//	  state NAME local|visible|halt|stopped [wait WHAT] [section] [ORIGIN [within ORIGIN]]
//	    let _.1 := TERM
//	    enable TERM
//	    access read|write|update NAME [atomic] [if TERM]
//	    acquire|release NAME [shared] [if TERM]
//	    choose NAME REASON WIDTH [ORIGIN] [if TERM]
//	    set NAME := TERM
//	    violate PROPERTY KIND MESSAGE [ORIGIN] [if TERM]
//	    bound NAME LIMIT [ORIGIN] [if TERM]
//	    unsupported CONSTRUCT [ORIGIN] [if TERM]
//	    limit NAME [ORIGIN] [if TERM]               a bound, and the thread goes on
//	    incomplete CONSTRUCT [ORIGIN] [if TERM]     unsupported, and the thread goes on
//	    blocked THREAD [if TERM]                    by its number, from 1; 0: by any other
//	    goto STATE [if TERM]
//
// A SORT is bool, bvWIDTH, or "array(bvWIDTH,bvWIDTH)", of indices and elements. A HOME is global NAME OFFSET BYTES or site NUMBER THREAD COUNT OFFSET BYTES. An
// ORIGIN is at FILE:LINE:COLUMN FUNCTION BLOCK INSTRUCTION. A name is in Go quotes
// unless it consists of letters, digits and any of _ . ! # $ : -, and, in terms,
// unless it is an identifier there. A let names a term that the state mentions more
// than once, or deep inside another; it is only known in that state.

// maxNesting is the depth of parentheses beyond which a term is named by a let.
const maxNesting = 6

// String returns the text form.
func (s *System) String() string {
	var b strings.Builder
	s.WriteTo(&b) // a strings.Builder never fails
	return b.String()
}

// WriteTo writes the text form.
func (s *System) WriteTo(w io.Writer) (int64, error) {
	c := &counter{w: w}
	p := &printer{s: s, out: bufio.NewWriter(c)}
	for i, f := range s.Files {
		p.line(0, "file %d %s", i, strconv.Quote(f))
	}
	for i := 1; i < len(s.Vars); i++ {
		if v := &s.Vars[i]; v.Thread == 0 {
			p.line(0, "shared %s %s %s %s%s", word(v.Name), v.Class, word(v.Sort.String()), p.initial(v), p.home(v.Home))
		}
	}
	for i := 1; i < len(s.Threads); i++ {
		p.thread(ThreadID(i))
	}
	err := p.out.Flush()
	return c.n, err
}

// counter counts the bytes written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

type printer struct {
	s   *System
	out *bufio.Writer
	let map[term.ID]string // of the state being printed
}

func (p *printer) line(indent int, format string, args ...any) {
	p.out.WriteString("      "[:2*indent])
	fmt.Fprintf(p.out, format, args...)
	p.out.WriteByte('\n')
}

func (p *printer) thread(id ThreadID) {
	t := &p.s.Threads[id]
	text := fmt.Sprintf("thread %s entry %s", word(t.Name), word(t.States[t.Entry].Name))
	if t.Alive != 0 {
		text += " alive " + word(p.s.Vars[t.Alive].Name)
	}
	if t.Done != 0 {
		text += " done " + word(p.s.Vars[t.Done].Name)
	}
	p.line(0, "%s", text)
	for i := 1; i < len(p.s.Vars); i++ {
		v := &p.s.Vars[i]
		switch {
		case v.Thread != id:
		case v.Class == Input:
			p.line(1, "input %s %s%s", word(v.Name), v.Sort, p.home(v.Home))
		default:
			p.line(1, "local %s %s %s%s", word(v.Name), word(v.Sort.String()), p.initial(v), p.home(v.Home))
		}
	}
	for i := 1; i < len(t.States); i++ {
		p.state(t, &t.States[i])
	}
}

func (p *printer) initial(v *Var) string {
	if v.Init == term.None {
		return "any"
	}
	return p.s.Terms.Line(v.Init)
}

func (p *printer) home(h *Home) string {
	switch {
	case h == nil:
		return ""
	case h.Global != "":
		return fmt.Sprintf(" home global %s %d %d", word(h.Global), h.Offset, h.Bytes)
	}
	return fmt.Sprintf(" home site %d %s %d %d %d", h.Site, word(p.s.Threads[h.Maker].Name), h.Count, h.Offset, h.Bytes)
}

func (p *printer) state(t *Thread, st *State) {
	text := fmt.Sprintf("state %s %s", word(st.Name), st.Kind)
	if st.Wait != NoWait {
		text += " wait " + st.Wait.String()
	}
	if st.Section {
		text += " section"
	}
	if st.Asked {
		text += " asked"
	}
	text += origin(st.Origin)
	if st.Within != (Origin{}) && st.Within != st.Origin {
		text += " within" + origin(st.Within)
	}
	p.line(1, "%s", text)
	p.lets(st)
	if st.Enable != term.True {
		p.line(2, "enable %s", p.term(st.Enable))
	}
	for _, a := range st.Accesses {
		atomic := ""
		if a.Atomic {
			atomic = " atomic"
		}
		p.line(2, "access %s %s%s%s", a.Mode, p.name(a.Var), atomic, p.when(a.When))
	}
	for _, l := range st.Locks {
		act, shared := "acquire", ""
		if l.Release {
			act = "release"
		}
		if l.Shared {
			shared = " shared"
		}
		p.line(2, "%s %s%s%s", act, p.name(l.Lock), shared, p.when(l.When))
	}
	for _, c := range st.Choices {
		p.line(2, "choose %s %s %d%s%s", p.name(c.Input), c.Reason, c.Width, origin(c.Origin), p.when(c.When))
	}
	for _, u := range st.Updates {
		p.line(2, "set %s := %s", p.name(u.Var), p.term(u.Value))
	}
	for _, o := range st.Obligations {
		p.line(2, "violate %s %s %s%s%s", o.Property, word(string(o.Kind)), word(o.Message), origin(o.Origin), p.when(o.When))
	}
	for _, m := range st.Marks {
		switch {
		case m.Bound != "" && m.GoesOn:
			p.line(2, "limit %s%s%s", m.Bound, origin(m.Origin), p.when(m.When))
		case m.Bound != "":
			p.line(2, "bound %s %d%s%s", m.Bound, m.Limit, origin(m.Origin), p.when(m.When))
		case m.GoesOn:
			p.line(2, "incomplete %s%s%s", word(m.Unsupported), origin(m.Origin), p.when(m.When))
		default:
			p.line(2, "unsupported %s%s%s", word(m.Unsupported), origin(m.Origin), p.when(m.When))
		}
	}
	for _, b := range st.Blocked {
		p.line(2, "blocked %d%s", b.By, p.when(b.When))
	}
	for _, e := range st.Edges {
		p.line(2, "goto %s%s", word(t.States[e.To].Name), p.when(e.Guard))
	}
}

// lets writes the lines that name terms of the state, and remembers the names.
func (p *printer) lets(st *State) {
	terms := p.s.Terms
	uses := make(map[term.ID]int)
	walk := term.NewWalk(terms)
	var order []term.ID
	for r := range st.Terms() {
		uses[*r]++
		walk.Visit(*r, func(id term.ID) {
			if terms.IsConst(id) || terms.IsVar(id) {
				return
			}
			order = append(order, id)
			for _, a := range terms.Args(id) {
				uses[a]++
			}
		})
	}
	p.let = make(map[term.ID]string)
	depth := make(map[term.ID]int)
	for _, id := range order {
		deep := 0
		for _, a := range terms.Args(id) {
			deep = max(deep, depth[a])
		}
		if depth[id] = deep + 1; uses[id] > 1 && deep > 0 || deep >= maxNesting {
			name := "_." + strconv.Itoa(len(p.let)+1)
			p.line(2, "let %s := %s", name, p.term(id))
			p.let[id] = name
			depth[id] = 0
		}
	}
}

func (p *printer) name(v VarID) string { return word(p.s.Vars[v].Name) }

func (p *printer) when(id term.ID) string {
	if id == term.True {
		return ""
	}
	return " if " + p.term(id)
}

// term returns a term without parentheses around it.
func (p *printer) term(id term.ID) string {
	var b strings.Builder
	p.apply(&b, id, false)
	return b.String()
}

func (p *printer) apply(b *strings.Builder, id term.ID, inner bool) {
	terms := p.s.Terms
	if name, ok := p.let[id]; ok {
		b.WriteString(name)
		return
	}
	if terms.IsConst(id) || terms.IsVar(id) {
		b.WriteString(terms.Line(id))
		return
	}
	if inner {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	b.WriteString(terms.Head(id))
	for _, a := range terms.Args(id) {
		b.WriteByte(' ')
		p.apply(b, a, true)
	}
}

func origin(o Origin) string {
	if o == (Origin{}) {
		return ""
	}
	return fmt.Sprintf(" at %d:%d:%d %s %d %d", o.Pos.File, o.Pos.Line, o.Pos.Col, word(o.Func), o.Block, o.Instr)
}

// word returns a name as the text writes it outside terms.
func word(name string) string {
	plain := name != "" && name != "if" && name != "at" && name != "home" && name != "section" && name != "atomic" && name != "within" && name != "shared"
	for i := range len(name) {
		c := name[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_.!#$:-", c) >= 0) {
			plain = false
		}
	}
	if plain {
		return name
	}
	return strconv.Quote(name)
}

var (
	classNames = [...]string{Data: "data", Sync: "sync", Input: "input"}
	kindNames  = [...]string{Local: "local", Visible: "visible", Halt: "halt", Stopped: "stopped"}
	waitNames  = [...]string{NoWait: "nothing", WaitLock: "lock", WaitJoin: "join", WaitCondition: "condition",
		WaitSemaphore: "semaphore", WaitBarrier: "barrier", WaitWriter: "writer", WaitInput: "input", WaitSection: "section"}
	modeNames = [...]string{Read: "read", Write: "write", ReadWrite: "update"}
)

// String returns the word of the text form.
func (c Class) String() string { return classNames[c] }

// String returns the word of the text form.
func (k Kind) String() string { return kindNames[k] }

// String returns the word of the text form.
func (w Wait) String() string { return waitNames[w] }

// String returns the word of the text form.
func (m Mode) String() string { return modeNames[m] }
