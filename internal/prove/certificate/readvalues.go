package certificate

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/host/raise"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// reader reads a thread-modular proof. Names refer to the parts read so far.
type reader struct {
	cursor
	names
	functions map[string]ir.FuncID
	globals   map[string]ir.GlobalID
	later     []later
	usual     []threadproof.Value // by cell
	memories  [][]threadproof.Value
	state     *threadproof.State // the state that the next lines describe; nil: none
	at        threadproof.At     // of the state
	returned  bool
}

// later is a use of a name that is defined further below. It is checked at the end.
type later struct {
	at, next int // the place of the use
	text     string
	name     func() string
}

// Values parses the section as a thread-modular proof of a program under an environment.
func (s *Section) Values(p *ir.Program, env ir.Environment) (out *threadproof.Proof, err error) {
	defer raise.Catch[*SyntaxError](&err)
	out = &threadproof.Proof{
		Environment: env, Nodes: make([]threadproof.Node, 1), Threads: make([]threadproof.Thread, 1), Objects: make([]threadproof.Object, 1), Cells: make([]threadproof.Cell, 1),
		Callees: make(map[threadproof.At][]threadproof.NodeID), Spawned: make(map[threadproof.At]threadproof.ThreadID),
		Beside: make(map[threadproof.At][]threadproof.ThreadID), Filled: make(map[threadproof.At]bool), Untaken: make(map[threadproof.Edge]bool), States: make(map[threadproof.At]*threadproof.State),
	}
	r := &reader{cursor: s.body, names: newNames(p, out), functions: make(map[string]ir.FuncID), globals: make(map[string]ir.GlobalID)}
	for id := 1; id < len(p.Funcs); id++ {
		r.functions[p.Funcs[id].Name] = ir.FuncID(id)
	}
	for id := 1; id < len(p.Globals); id++ {
		r.globals[p.Globals[id].Name] = ir.GlobalID(id)
	}
	r.program()
	r.memory()
	for _, l := range r.later {
		if found := l.name(); found != l.text {
			r.cursor.at, r.next = l.at, l.next
			r.fail("found %q, which is nothing of this name", l.text)
		}
	}
	r.tables()
	for more := r.cursor.at < len(r.lines); more; more = r.line() {
		r.fact(r.word("a keyword"))
	}
	return out, nil
}

// while reads lines that begin with one of some keywords.
func (r *reader) while(read map[string]func()) {
	for more := r.cursor.at < len(r.lines); more; more = r.line() {
		if r.cursor.at < 0 {
			continue
		}
		f := read[r.lines[r.cursor.at].words[0].text]
		if f == nil {
			return
		}
		r.next = 1
		f()
	}
}

// id reads a name that ends in a number, and returns the name and the number.
func (r *reader) id(expected string) (string, int) {
	text := r.word(expected)
	return text, r.idOf(text, expected)
}

func (r *reader) idOf(text, expected string) int {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		r.fail("found %q, expected %s", text, expected)
	}
	return int(r.parse(text[at+1:], expected+", which ends in a number", 0, math.MaxInt32))
}

// named reads the name of a part that is already defined, and returns its number.
func (r *reader) named(expected string, name func(int) string) int {
	return r.isNamed(r.word(expected), expected, name)
}

func (r *reader) isNamed(text, expected string, name func(int) string) int {
	id := r.idOf(text, expected)
	if name(id) != text {
		r.fail("found %q, expected %s", text, expected)
	}
	return id
}

// promised reads the name of a part that is defined further below, and returns its number.
func (r *reader) promised(expected string, name func(int) string) int {
	text, id := r.id(expected)
	r.later = append(r.later, later{r.cursor.at, r.next, text, func() string { return name(id) }})
	return id
}

// defined checks the name in a definition, after the definition has been read.
func (r *reader) defined(text, name string) {
	if text != name {
		r.next = 2
		r.fail("found %q, expected %q", text, name)
	}
}

func (r *reader) nodeName(i int) string   { return r.names.node(threadproof.NodeID(i)) }
func (r *reader) threadName(i int) string { return r.names.thread(threadproof.ThreadID(i)) }
func (r *reader) objectName(i int) string { return r.names.object(threadproof.ObjectID(i)) }
func (r *reader) cellName(i int) string   { return r.names.cell(threadproof.CellID(i)) }

func (r *reader) node() threadproof.NodeID {
	return threadproof.NodeID(r.named("a function of the proof", r.nodeName))
}

func (r *reader) thread() threadproof.ThreadID {
	return threadproof.ThreadID(r.named("a thread of the proof", r.threadName))
}

func (r *reader) object() threadproof.ObjectID {
	return threadproof.ObjectID(r.named("an object of the proof", r.objectName))
}

func (r *reader) cell() threadproof.CellID {
	return threadproof.CellID(r.named("a cell of the proof", r.cellName))
}

func (r *reader) lock() int  { return r.named("a lock of the proof", r.names.lock) }
func (r *reader) guard() int { return r.named("a guard of the proof", r.names.guard) }

// instruction reads an instruction of a node, whose name may be defined below.
func (r *reader) instruction(node func(text string) threadproof.NodeID) (at threadproof.At) {
	const expected = "an instruction, as f#2:3.0"
	text := r.word(expected)
	colon := strings.LastIndexByte(text, ':')
	if colon < 0 {
		r.fail("found %q, expected %s", text, expected)
	}
	block, instr, _ := strings.Cut(text[colon+1:], ".")
	at.Block = ir.BlockID(r.parse(block, expected, 1, math.MaxInt32))
	at.Instr = int(r.parse(instr, expected, 0, math.MaxInt32))
	at.Node = node(text[:colon])
	return at
}

// here reads an instruction and its place in the source.
func (r *reader) here() threadproof.At {
	at := r.instruction(func(text string) threadproof.NodeID {
		return threadproof.NodeID(r.isNamed(text, "a function of the proof", r.nodeName))
	})
	if text, place := r.word("a place"), r.place(at); text != place {
		r.fail("found %q, expected %q", text, place)
	}
	return at
}

// program reads functions in contexts, and threads.
func (r *reader) program() {
	a := r.proof
	r.while(map[string]func(){"function": func() {
		text, id := r.id("a function")
		x := threadproof.Node{Func: r.functions[plain(text)]}
		if x.Func == 0 || id != len(a.Nodes) {
			r.fail("found %q, expected a function of the program, with the number %d", text, len(a.Nodes))
		}
		r.need("thread")
		x.Thread = threadproof.ThreadID(r.promised("a thread", r.threadName))
		for r.take("from") {
			x.Callers = append(x.Callers, r.instruction(func(text string) threadproof.NodeID {
				id := r.idOf(text, "a function")
				r.later = append(r.later, later{r.cursor.at, r.next, text, func() string { return r.nodeName(id) }})
				return threadproof.NodeID(id)
			}))
		}
		a.Nodes = append(a.Nodes, x)
	}})
	r.while(map[string]func(){"thread": func() {
		text := r.word("a thread")
		r.need("begins")
		t := threadproof.Thread{Root: r.node(), Once: r.take("once")}
		a.Threads = append(a.Threads, t)
		r.defined(text, r.threadName(len(a.Threads)-1))
	}})
}

// memory reads objects, cells, locks and guards.
func (r *reader) memory() {
	a := r.proof
	r.while(map[string]func(){"object": func() {
		text := r.word("an object")
		var o threadproof.Object
		switch origin := r.word("where it comes from"); slices.Index(origins, origin) {
		case int(threadproof.Function):
			name := r.word("a function")
			if o.Func = r.functions[name]; o.Func == 0 {
				r.fail("found %q, expected a function of the program", name)
			}
		case int(threadproof.Global):
			o.Kind, o.Global = threadproof.Global, r.global()
		case int(threadproof.ThreadLocal):
			o.Kind, o.Global, o.Thread = threadproof.ThreadLocal, r.global(), r.thread()
		case int(threadproof.Local):
			o.Kind, o.At.Node = threadproof.Local, r.node()
			name, id := r.id("a local variable")
			o.Local = ir.LocalID(id)
			if r.local(&o) != name {
				r.fail("found %q, expected a local variable of the function", name)
			}
		case int(threadproof.Alloc):
			o.Kind = threadproof.Alloc
			o.At = r.instruction(func(text string) threadproof.NodeID {
				return threadproof.NodeID(r.isNamed(text, "a function of the proof", r.nodeName))
			})
		default:
			if origin != "last" {
				r.fail("found %q, expected last, %s", origin, strings.Join(origins, ", "))
			}
			base := r.object()
			o = a.Objects[base]
			o.Base, o.Recent, o.Single, o.Shared = base, 0, false, false
		}
		r.need("size")
		o.Size = r.number("a number of bytes", math.MinInt64, math.MaxInt64)
		if r.take("recent") {
			o.Recent = threadproof.ObjectID(r.promised("an object", r.objectName))
		}
		o.Single, o.Shared = r.take("single"), r.take("shared")
		a.Objects = append(a.Objects, o)
		r.defined(text, r.objectName(len(a.Objects)-1))
	}})
	r.while(map[string]func(){"cell": func() {
		text := r.word("a cell")
		c := threadproof.Cell{Object: r.object()}
		r.need("at")
		c.Off = r.number("a number of bytes", math.MinInt64, math.MaxInt64)
		r.need("size")
		c.Size = r.number("a number of bytes", 1, math.MaxInt64)
		if r.take("step") {
			c.Step = r.number("a number of bytes", 1, math.MaxInt64)
		}
		c.Mixed, c.Strong = r.take("mixed"), r.take("strong")
		a.Cells = append(a.Cells, c)
		r.defined(text, r.cellName(len(a.Cells)-1))
	}})
	r.while(map[string]func(){"lock": func() {
		text := r.word("a lock")
		l := threadproof.Lock{Object: r.object()}
		r.need("at")
		l.Off = r.number("a number of bytes", math.MinInt64, math.MaxInt64)
		l.Word, l.Excludes = r.take("word"), r.take("excludes")
		a.Locks = append(a.Locks, l)
		r.defined(text, r.names.lock(len(a.Locks)-1))
	}})
	r.while(map[string]func(){"guard": func() {
		text := r.word("a guard")
		a.Guards = append(a.Guards, threadproof.Guard{Cell: r.cell(), Lock: r.lock()})
		r.defined(text, r.names.guard(len(a.Guards)-1))
	}})
}

// global reads a variable of the program.
func (r *reader) global() ir.GlobalID {
	text := r.word("a variable")
	if r.globals[text] == 0 {
		r.fail("found %q, expected a variable of the program", text)
	}
	return r.globals[text]
}

// tables creates the tables for the facts.
func (r *reader) tables() {
	a := r.proof
	a.Returns = make([]*threadproof.State, len(a.Nodes))
	for range a.Threads {
		a.Seen = append(a.Seen, make([]threadproof.Value, len(a.Cells)))
		a.Appear = append(a.Appear, make([]threadproof.Value, len(a.Cells)))
		a.Left = append(a.Left, make([]threadproof.Value, len(a.Guards)))
	}
	r.usual = make([]threadproof.Value, len(a.Cells))
}

// fact reads a line with a fact of the given key.
func (r *reader) fact(key string) {
	a := r.proof
	switch key {
	case "call":
		at := r.here()
		for r.has() {
			a.Callees[at] = append(a.Callees[at], r.node())
		}
	case "spawn":
		at := r.here()
		a.Spawned[at] = r.thread()
	case "beside":
		at := r.here()
		a.Beside[at] = []threadproof.ThreadID{}
		for r.has() {
			a.Beside[at] = append(a.Beside[at], r.thread())
		}
	case "filled":
		a.Filled[r.here()] = true
	case "untaken":
		at := r.here()
		a.Untaken[threadproof.Edge{Node: at.Node, From: at.Block, To: ir.BlockID(r.number("the number of a block", 1, math.MaxInt32))}] = true
	case "paths":
		for r.has() {
			name := r.word("a property")
			p, err := verdict.ParseProperty(name)
			if err != nil {
				r.fail("found %q, expected a property", name)
			}
			a.Paths = append(a.Paths, p)
		}
	case "bound":
		b := threadproof.Bound{At: r.here()}
		if b.Reg = r.registerOf(b.At.Node); r.take(notBelow) {
			b.Above = true
		} else {
			r.need(notAbove)
		}
		a.Bounds = append(a.Bounds, b)
	case "keeps":
		b := threadproof.CellBound{At: r.here()}
		b.Cell = r.cell()
		switch {
		case r.take(notBelow):
		case r.take(notAbove):
			b.Relation = threadproof.NotAbove
		default:
			r.need(below)
			b.Relation, b.Than = threadproof.Below, r.cell()
			r.need("if")
			b.If = r.registerOf(b.At.Node)
		}
		a.CellBounds = append(a.CellBounds, b)
	case "trips":
		t := threadproof.Trips{At: r.here()}
		t.Reg = r.registerOf(t.At.Node)
		t.Lo, t.Hi = r.span(r.word("numbers"))
		r.need("step")
		t.Step = r.number("a number", math.MinInt64, math.MaxInt64)
		r.need("in")
		t.In = ir.BlockID(r.number("the number of a block", 1, math.MaxInt32))
		a.Trips = append(a.Trips, t)
	case "counter":
		k := threadproof.Counter{Cell: r.cell()}
		k.Lo, k.Hi = r.span(r.word("numbers"))
		a.Counters = append(a.Counters, k)
	case "adds":
		if len(a.Counters) == 0 {
			r.fail("found %q, expected a counter above it", key)
		}
		k := &a.Counters[len(a.Counters)-1]
		k.Adds = append(k.Adds, threadproof.Addition{At: r.here(), Delta: r.number("a number", math.MinInt64, math.MaxInt64)})
	case "element":
		x := threadproof.Own{Cell: r.cell()}
		r.need("lock")
		x.Distance = r.number("a number of bytes", math.MinInt64, math.MaxInt64)
		x.Left = r.value()
		a.Owns = append(a.Owns, x)
	case "kept":
		if a.Kept == nil {
			a.Kept = make(map[threadproof.ObjectID][]threadproof.CellID)
		}
		o := r.object()
		for r.has() {
			a.Kept[o] = append(a.Kept[o], r.cell())
		}
	case "seen":
		a.Seen[r.thread()][r.cell()] = r.value()
	case "appear":
		a.Appear[r.thread()][r.cell()] = r.value()
	case "left":
		a.Left[r.thread()][r.guard()] = r.value()
	case "usual":
		if len(r.memories) > 0 {
			r.fail("found %q, expected it above all memories", key)
		}
		r.usual[r.cell()] = r.value()
	case "memory":
		r.number("the number of this memory", int64(len(r.memories))+1, int64(len(r.memories))+1)
		r.memories = append(r.memories, slices.Clone(r.usual))
	case "holds":
		if len(r.memories) == 0 {
			r.fail("found %q, expected a memory above it", key)
		}
		c := r.cell()
		r.memories[len(r.memories)-1][c] = r.value()
	case "state":
		r.begin(r.here(), false)
		a.States[r.at] = r.state
	case "return":
		r.begin(threadproof.At{Node: r.node()}, true)
		a.Returns[r.at.Node] = r.state
	default:
		r.holds(key)
	}
}

// begin begins a state.
func (r *reader) begin(at threadproof.At, returned bool) {
	if r.proof.States[at] != nil || returned && r.proof.Returns[at.Node] != nil {
		r.fail("found the state of a place a second time")
	}
	r.need("memory")
	i := r.number("the number of a memory above", 1, int64(len(r.memories)))
	r.state, r.at, r.returned = &threadproof.State{Mem: r.memories[i-1]}, at, returned
	if !returned {
		r.state.Regs = make(map[ir.Reg]threadproof.Value)
	}
}

// holds reads a line of a state.
func (r *reader) holds(key string) {
	s := r.state
	switch {
	case s == nil:
		r.fail("found %q, expected what the proof states", key)
	case key == "argument":
		r.number("the number of this argument", int64(len(s.Args)), int64(len(s.Args)))
		if kept := r.take("kept"); !r.returned {
			s.Kept = append(s.Kept, kept)
		}
		s.Args = append(s.Args, r.value())
	case key == "register" && !r.returned:
		s.Regs[r.register()] = r.value()
	case key == "result" && r.returned:
		s.Result = r.value()
	case key == "same" && !r.returned:
		if s.Loaded == nil {
			s.Loaded = make(map[threadproof.CellID]ir.Reg)
		}
		c := r.cell()
		s.Loaded[c] = r.register()
	case key == "held":
		s.Held = append(s.Held, threadproof.Hold{Lock: r.lock(), Shared: r.take("shared")})
	case key == "owned":
		s.Owned = append(s.Owned, threadproof.Owned{Address: r.address()})
	case key == "inside":
		if len(s.Owned) == 0 {
			r.fail("found %q, expected a lock above it", key)
		}
		x := &s.Owned[len(s.Owned)-1]
		if x.Holds == nil {
			x.Holds = make(map[int]threadproof.Value)
		}
		k := int(r.number("the number of an element with its own lock", 0, int64(len(r.proof.Owns))-1))
		x.Holds[k] = r.value()
	case key == "sections":
		s.Depth = int(r.number("a number of sections", 1, math.MaxInt32))
	case key == "dirty":
		s.Dirty = append(s.Dirty, r.cell())
	case key == "pending":
		s.Pending = append(s.Pending, r.guard())
	case key == "fresh":
		s.Fresh = append(s.Fresh, r.object())
	case key == "alive":
		s.Alive = append(s.Alive, r.object())
	case key == "loose":
		s.Loose = append(s.Loose, r.object())
	default:
		r.fail("found %q, expected what the proof states", key)
	}
}

// address reads the address of a lock of elements.
func (r *reader) address() (a threadproof.Address) {
	switch base := r.word("object, register or argument"); base {
	case "object":
		a.Object = r.object()
	case "register":
		a.Reg = r.register()
	case "argument":
		a.Arg = int(r.number("the number of an argument", 0, math.MaxInt32))
	default:
		r.fail("found %q, expected object, register or argument", base)
	}
	a.Off = r.number("a number of bytes", math.MinInt64, math.MaxInt64)
	for r.take("plus") {
		t := threadproof.Multiple{Times: r.number("a number", math.MinInt64, math.MaxInt64)}
		t.Reg = r.register()
		t.Unsigned = r.take("unsigned")
		a.Terms = append(a.Terms, t)
	}
	return a
}

func (r *reader) register() ir.Reg { return r.registerOf(r.at.Node) }

func (r *reader) registerOf(n threadproof.NodeID) ir.Reg {
	f := r.function(n)
	return ir.Reg(r.named("a register of the function", func(i int) string { return r.names.register(f, ir.Reg(i)) }))
}

// value reads a set of values, to the end of the line.
func (r *reader) value() (v threadproof.Value) {
	if r.take(nothing) {
		return v
	}
	for first := true; first || r.take("or"); first = false {
		text := r.word("a value")
		switch {
		case text == noValue:
			v.Uninit = true
		case text == asBorn:
			v.Unwritten = true
		case strings.HasPrefix(text, "&"):
			v.Targets = append(v.Targets, r.target(text[1:]))
		case v.Number:
			r.fail("found %q, expected numbers once", text)
		default:
			v.Number = true
			intervals, every, known := strings.Cut(text, "%")
			if known {
				v.Known, v.Last = r.lastBits(every)
			}
			signed, rest, both := strings.Cut(intervals, "/")
			v.SLo, v.SHi = r.span(signed)
			if v.ULo, v.UHi = unsigned(v.SLo, v.SHi); both {
				lo, hi := ends(rest)
				var err [2]error
				v.ULo, err[0] = strconv.ParseUint(lo, 10, 64)
				v.UHi, err[1] = strconv.ParseUint(hi, 10, 64)
				if err[0] != nil || err[1] != nil {
					r.fail("found %q, expected numbers, as 0..9", rest)
				}
			}
		}
	}
	return v
}

// lastBits parses text such as 8=3, which means that the last three bits are those of 3.
func (r *reader) lastBits(text string) (known int, last uint64) {
	step, rest, _ := strings.Cut(text, "=")
	of, err := strconv.ParseUint(step, 10, 64)
	last, bad := strconv.ParseUint(rest, 10, 64)
	if err != nil || bad != nil || of < 2 || of&(of-1) != 0 || last >= of {
		r.fail("found %q, expected a power of two and what is left, as 8=3", text)
	}
	return bits.TrailingZeros64(of), last
}

// target parses the text of places in an object.
func (r *reader) target(text string) (t threadproof.Target) {
	const expected = "places in an object, as &x#3+0..8"
	number := strings.LastIndex(text, separator)
	plus := strings.IndexByte(text[max(number, 0):], '+') + max(number, 0)
	if number < 0 || plus <= number {
		r.fail("found %q, expected %s", text, expected)
	}
	t.Object = threadproof.ObjectID(r.isNamed(text[:plus], "an object of the proof", r.objectName))
	places, every, stepped := strings.Cut(text[plus+1:], "%")
	t.Lo, t.Hi = r.span(places)
	if stepped {
		step, rest, _ := strings.Cut(every, "=")
		t.Step = r.parse(step, expected, 1, math.MaxInt64)
		t.Rest = r.parse(rest, expected, 0, t.Step-1)
	}
	return t
}

// span parses a range of numbers such as 0..9, or a single number.
func (r *reader) span(text string) (least, most int64) {
	const expected = "numbers, as 0..9"
	lo, hi := ends(text)
	return r.parse(lo, expected, math.MinInt64, math.MaxInt64), r.parse(hi, expected, math.MinInt64, math.MaxInt64)
}

func ends(text string) (lo, hi string) {
	lo, hi, two := strings.Cut(text, "..")
	if !two {
		hi = lo
	}
	return lo, hi
}
