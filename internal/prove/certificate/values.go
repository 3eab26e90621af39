package certificate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Words of values.
const (
	nothing = "nothing"
	noValue = "no-value"
	asBorn  = "as-born"
)

// Words of bounds.
const (
	notBelow = "not-below"
	notAbove = "not-above"
	below    = "below"
)

// value writes a set of values, as words.
func (n *names) value(v threadproof.Value) (words []string) {
	add := func(s string) {
		if len(words) > 0 {
			words = append(words, "or")
		}
		words = append(words, s)
	}
	if v.Number {
		text := span(v.SLo, v.SHi)
		if lo, hi := unsigned(v.SLo, v.SHi); v.ULo != lo || v.UHi != hi {
			text += "/" + span(v.ULo, v.UHi)
		}
		if v.Known > 0 {
			text += fmt.Sprintf("%%%d=%d", uint64(1)<<v.Known, v.Last)
		}
		add(text)
	}
	for _, t := range v.Targets {
		text := "&" + n.object(t.Object) + "+" + span(t.Lo, t.Hi)
		if t.Step != 0 {
			text += fmt.Sprintf("%%%d=%d", t.Step, t.Rest)
		}
		add(text)
	}
	if v.Unwritten {
		add(asBorn)
	}
	if v.Uninit {
		add(noValue)
	}
	if words == nil {
		add(nothing)
	}
	return words
}

// unsigned returns the bounds of unsigned numbers that are implied by the signed bounds, and so are not
// written.
func unsigned(lo, hi int64) (uint64, uint64) { return uint64(lo), uint64(hi) }

func span[N int64 | uint64](lo, hi N) string {
	if lo == hi {
		return fmt.Sprint(lo)
	}
	return fmt.Sprintf("%d..%d", lo, hi)
}

// valuesWriter writes a thread-modular proof.
type valuesWriter struct {
	*writer
	names
	memories map[string]int // by text
	usual    []string       // by cell: the usual contents, which memories do not repeat
}

func (w *writer) values(p *ir.Program, a *threadproof.Proof) {
	v := &valuesWriter{writer: w, names: newNames(p, a), memories: make(map[string]int), usual: make([]string, len(a.Cells))}
	v.program()
	v.memory()
	v.facts()
	v.paths()
	v.counters()
	v.shown()
	v.findUsual()
	for _, at := range slices.SortedFunc(maps.Keys(a.States), threadproof.At.Compare) {
		v.state(v.function(at.Node), []string{"state", v.at(at), v.place(at)}, a.States[at])
	}
	for id, s := range a.Returns {
		if s != nil {
			v.state(v.function(threadproof.NodeID(id)), []string{"return", v.node(threadproof.NodeID(id))}, s)
		}
	}
}

// program writes functions in contexts, and threads.
func (w *valuesWriter) program() {
	for id := 1; id < len(w.proof.Nodes); id++ {
		x := &w.proof.Nodes[id]
		words := []string{"function", w.node(threadproof.NodeID(id)), "thread", w.thread(x.Thread)}
		for _, at := range x.Callers {
			words = append(words, "from", w.at(at))
		}
		w.line(words...)
	}
	for id := 1; id < len(w.proof.Threads); id++ {
		t := &w.proof.Threads[id]
		w.flags([]string{"thread", w.thread(threadproof.ThreadID(id)), "begins", w.node(t.Root)}, flag{"once", t.Once})
	}
}

// flag is an optional word.
type flag struct {
	word string
	is   bool
}

func (w *valuesWriter) flags(words []string, flags ...flag) {
	for _, f := range flags {
		if f.is {
			words = append(words, f.word)
		}
	}
	w.line(words...)
}

// The words for the origins of objects, by threadproof.Kind.
var origins = []string{"function", "global", "thread-local", "local", "allocated"}

// memory writes objects, cells and locks.
func (w *valuesWriter) memory() {
	a := w.proof
	for i := 1; i < len(a.Objects); i++ {
		o := &a.Objects[i]
		words := []string{"object", w.object(threadproof.ObjectID(i)), origins[o.Kind]}
		switch {
		case o.Base != 0:
			words = append(words[:2], "last", w.object(o.Base))
		case o.Kind == threadproof.Function:
			words = append(words, w.prog.Funcs[o.Func].Name)
		case o.Kind == threadproof.Global:
			words = append(words, w.prog.Globals[o.Global].Name)
		case o.Kind == threadproof.ThreadLocal:
			words = append(words, w.prog.Globals[o.Global].Name, w.thread(o.Thread))
		case o.Kind == threadproof.Local:
			words = append(words, w.node(o.At.Node), w.local(o))
		default:
			words = append(words, w.at(o.At))
		}
		words = append(words, "size", fmt.Sprint(o.Size))
		if o.Recent != 0 {
			words = append(words, "recent", w.object(o.Recent))
		}
		w.flags(words, flag{"single", o.Single}, flag{"shared", o.Shared})
	}
	for i := 1; i < len(a.Cells); i++ {
		c := &a.Cells[i]
		words := []string{"cell", w.cell(threadproof.CellID(i)), w.object(c.Object), "at", fmt.Sprint(c.Off), "size", fmt.Sprint(c.Size)}
		if c.Step != 0 {
			words = append(words, "step", fmt.Sprint(c.Step))
		}
		w.flags(words, flag{"mixed", c.Mixed}, flag{"strong", c.Strong})
	}
	for i := range a.Locks {
		l := &a.Locks[i]
		w.flags([]string{"lock", w.lock(i), w.object(l.Object), "at", fmt.Sprint(l.Off)}, flag{"word", l.Word}, flag{"excludes", l.Excludes})
	}
	for i, g := range a.Guards {
		w.line("guard", w.guard(i), w.cell(g.Cell), w.lock(g.Lock))
	}
}

// writeLists writes a line for each place that has a list of names.
func writeLists[T any](w *valuesWriter, word string, lists map[threadproof.At][]T, name func(T) string) {
	for _, at := range slices.SortedFunc(maps.Keys(lists), threadproof.At.Compare) {
		words := []string{word, w.at(at), w.place(at)}
		for _, id := range lists[at] {
			words = append(words, name(id))
		}
		w.line(words...)
	}
}

// facts writes the functions that calls run, the threads that creations start, and the threads that run
// in parallel.
func (w *valuesWriter) facts() {
	a := w.proof
	writeLists(w, "call", a.Callees, w.node)
	for _, at := range slices.SortedFunc(maps.Keys(a.Spawned), threadproof.At.Compare) {
		w.line("spawn", w.at(at), w.place(at), w.thread(a.Spawned[at]))
	}
	writeLists(w, "beside", a.Beside, w.thread)
	for _, at := range slices.SortedFunc(maps.Keys(a.Filled), threadproof.At.Compare) {
		if a.Filled[at] {
			w.line("filled", w.at(at), w.place(at))
		}
	}
	for _, e := range slices.SortedFunc(maps.Keys(a.Untaken), func(x, y threadproof.Edge) int {
		return cmp.Or(from(x).Compare(from(y)), cmp.Compare(x.To, y.To))
	}) {
		w.line("untaken", w.at(from(e)), w.place(from(e)), fmt.Sprint(e.To))
	}
}

// paths writes the properties that are proved along paths, and the bounds of loops for that.
func (w *valuesWriter) paths() {
	if len(w.proof.Paths) > 0 {
		words := []string{"paths"}
		for _, p := range w.proof.Paths {
			words = append(words, p.String())
		}
		w.line(words...)
	}
	for _, b := range w.proof.Bounds {
		least := notAbove
		if b.Above {
			least = notBelow
		}
		w.line("bound", w.at(b.At), w.place(b.At), w.register(w.function(b.At.Node), b.Reg), least)
	}
	for _, b := range w.proof.CellBounds {
		words := []string{"keeps", w.at(b.At), w.place(b.At), w.cell(b.Cell)}
		switch b.Relation {
		case threadproof.NotBelow:
			words = append(words, notBelow)
		case threadproof.NotAbove:
			words = append(words, notAbove)
		case threadproof.Below:
			words = append(words, below, w.cell(b.Than), "if", w.register(w.function(b.At.Node), b.If))
		}
		w.line(words...)
	}
}

// counters writes the facts about counters and the heap.
func (w *valuesWriter) counters() {
	for _, t := range w.proof.Trips {
		w.line("trips", w.at(t.At), w.place(t.At), w.register(w.function(t.At.Node), t.Reg), span(t.Lo, t.Hi), "step", fmt.Sprint(t.Step), "in", fmt.Sprint(t.In))
	}
	for _, k := range w.proof.Counters {
		w.line("counter", w.cell(k.Cell), span(k.Lo, k.Hi))
		for _, a := range k.Adds {
			w.line("adds", w.at(a.At), w.place(a.At), fmt.Sprint(a.Delta))
		}
	}
	for _, x := range w.proof.Owns {
		w.line(append([]string{"element", w.cell(x.Cell), "lock", fmt.Sprint(x.Distance)}, w.value(x.Left)...)...)
	}
	for _, o := range slices.Sorted(maps.Keys(w.proof.Kept)) {
		words := []string{"kept", w.object(o)}
		for _, c := range w.proof.Kept[o] {
			words = append(words, w.cell(c))
		}
		w.line(words...)
	}
}

// from returns the block that an edge comes from.
func from(e threadproof.Edge) threadproof.At { return threadproof.At{Node: e.Node, Block: e.From} }

// shown writes what threads show each other.
func (w *valuesWriter) shown() {
	for _, list := range []struct {
		key  string
		rows [][]threadproof.Value
		name func(int) string
	}{
		{"seen", w.proof.Seen, func(i int) string { return w.cell(threadproof.CellID(i)) }},
		{"appear", w.proof.Appear, func(i int) string { return w.cell(threadproof.CellID(i)) }},
		{"left", w.proof.Left, w.guard},
	} {
		for t, row := range list.rows {
			for i, v := range row {
				if name := list.name(i); name != "" && w.thread(threadproof.ThreadID(t)) != "" && isSomething(v) {
					w.line(append([]string{list.key, w.thread(threadproof.ThreadID(t)), name}, w.value(v)...)...)
				}
			}
		}
	}
}

// wordEnd separates words within one text.
const wordEnd = "\x00"

func isSomething(v threadproof.Value) bool { return !v.Empty() || v.Uninit }

// findUsual finds the most frequent contents of each cell, which memories do not repeat.
func (w *valuesWriter) findUsual() {
	count := make([]map[string]int, len(w.usual))
	for c := range count {
		count[c] = make(map[string]int)
	}
	for _, s := range w.states() {
		for c := 1; c < len(s.Mem); c++ {
			count[c][strings.Join(w.value(s.Mem[c]), wordEnd)]++
		}
	}
	for c := 1; c < len(count); c++ {
		w.usual[c] = nothing
		most := 0
		for _, text := range slices.Sorted(maps.Keys(count[c])) {
			if n := count[c][text]; n > most {
				w.usual[c], most = text, n
			}
		}
		if w.usual[c] != nothing {
			w.line(append([]string{"usual", w.cell(threadproof.CellID(c))}, strings.Split(w.usual[c], wordEnd)...)...)
		}
	}
}

// states lists all states.
func (n *names) states() (out []*threadproof.State) {
	for _, at := range slices.SortedFunc(maps.Keys(n.proof.States), threadproof.At.Compare) {
		out = append(out, n.proof.States[at])
	}
	for _, s := range n.proof.Returns {
		if s != nil {
			out = append(out, s)
		}
	}
	return out
}

// contents returns the number of a memory's contents. It writes the contents when it sees them first.
func (w *valuesWriter) contents(mem []threadproof.Value) int {
	var lines [][]string
	for c := 1; c < len(mem); c++ {
		if words := w.value(mem[c]); strings.Join(words, wordEnd) != w.usual[c] {
			lines = append(lines, append([]string{"holds", w.cell(threadproof.CellID(c))}, words...))
		}
	}
	key := fmt.Sprint(lines)
	id, known := w.memories[key]
	if !known {
		id = len(w.memories) + 1
		w.memories[key] = id
		w.line("memory", fmt.Sprint(id))
		for _, words := range lines {
			w.line(words...)
		}
	}
	return id
}

// state writes the facts at a place.
func (w *valuesWriter) state(f *ir.Func, head []string, s *threadproof.State) {
	w.line(append(head, "memory", fmt.Sprint(w.contents(s.Mem)))...)
	for i, v := range s.Args {
		words := []string{"argument", fmt.Sprint(i)}
		if i < len(s.Kept) && s.Kept[i] {
			words = append(words, "kept")
		}
		w.line(append(words, w.value(v)...)...)
	}
	for _, r := range slices.Sorted(maps.Keys(s.Regs)) {
		w.line(append([]string{"register", w.register(f, r)}, w.value(s.Regs[r])...)...)
	}
	if isSomething(s.Result) {
		w.line(append([]string{"result"}, w.value(s.Result)...)...)
	}
	for _, c := range slices.Sorted(maps.Keys(s.Loaded)) {
		w.line("same", w.cell(c), w.register(f, s.Loaded[c]))
	}
	for _, h := range s.Held {
		w.flags([]string{"held", w.lock(h.Lock)}, flag{"shared", h.Shared})
	}
	for i := range s.Owned {
		w.owned(f, &s.Owned[i])
	}
	if s.Depth > 0 {
		w.line("sections", strconv.Itoa(s.Depth))
	}
	for _, c := range s.Dirty {
		w.line("dirty", w.cell(c))
	}
	for _, g := range s.Pending {
		w.line("pending", w.guard(g))
	}
	for _, o := range s.Fresh {
		w.line("fresh", w.object(o))
	}
	for _, o := range s.Alive {
		w.line("alive", w.object(o))
	}
	for _, o := range s.Loose {
		w.line("loose", w.object(o))
	}
}

// owned writes a held lock of elements, and the contents of the elements.
func (w *valuesWriter) owned(f *ir.Func, x *threadproof.Owned) {
	a := &x.Address
	words := []string{"owned"}
	switch {
	case a.Object != 0:
		words = append(words, "object", w.object(a.Object))
	case a.Reg != 0:
		words = append(words, "register", w.register(f, a.Reg))
	default:
		words = append(words, "argument", fmt.Sprint(a.Arg))
	}
	words = append(words, fmt.Sprint(a.Off))
	for _, t := range a.Terms {
		words = append(words, "plus", fmt.Sprint(t.Times), w.register(f, t.Reg))
		if t.Unsigned {
			words = append(words, "unsigned")
		}
	}
	w.line(words...)
	for _, k := range slices.Sorted(maps.Keys(x.Holds)) {
		w.line(append([]string{"inside", fmt.Sprint(k)}, w.value(x.Holds[k])...)...)
	}
}
