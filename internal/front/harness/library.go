package harness

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// DriverFile is the name of the driver as a file of the program.
const DriverFile = "heddle_driver.c"

// Source is a file of a library.
type Source struct {
	Unit     *tree.Unit
	Declared func(name string) bool // the unit declares the name at file scope
}

// Driver is a main function that uses a library from several threads.
type Driver struct {
	Text     string   // C
	Included int      // the index of the file that the text includes
	Assumed  []string // conditions on the use of the library, as texts
	LeftOut  []string // functions that are not called, each with the reason
}

// Library returns the driver of a library. The text includes the file that declares most of the exported
// functions. It calls those functions, or static ones if no function is exported.
//
// The types of functions show their roles. A function that returns a pointer to a structure, and takes none,
// creates an object. Functions that take such a pointer use the object. Among several candidates, and for
// the end of an object, the words of their names decide.
func Library(sources []Source) (*Driver, error) {
	l := &library{objects: make(map[string]*handle)}
	if err := l.read(sources); err != nil {
		return nil, err
	}
	l.findObjects()
	l.findPairs()
	text := l.driver()
	if l.called == nil {
		return nil, fmt.Errorf("%s has no function that threads can call: %s", l.unit.File, strings.Join(l.leftOut(), "; "))
	}
	return &Driver{Text: text, Included: l.included, Assumed: l.assumed(), LeftOut: l.leftOut()}, nil
}

// library is the state of one Library.
type library struct {
	unit      *tree.Unit // the included file
	included  int
	hasMain   bool
	expanded  bool // the file was preprocessed before: it has the declarations of <pthread.h>
	functions []*function
	objects   map[string]*handle // by key
	order     []*handle          // in the order of the functions that use them
	called    []string           // functions that threads call
	first     []string           // functions that main calls before the threads start
	last      []string           // functions that main calls after they end
	callbacks []string           // their types
	stubs     []string           // their definitions
	kept      int                // the most pointers that a call keeps
	mainKept  int                // pointers that main keeps
	standard  bool               // <stdio.h> is needed
}

// function is an exported function.
type function struct {
	name   string
	words  []string // of the name, in lower case
	params []ctype.Param
	sig    *ctype.Signature
	result *ctype.Type
	taken  bool   // it has a role: threads do not call it at any time
	why    string // the reason for which it is not called
	second *function
}

// handle describes the objects of one structure type of the library.
type handle struct {
	key     string
	t       *ctype.Type // the structure
	name    string      // of the variable
	create  *function   // returns a pointer to the object, or stores it through a parameter; nil: the driver declares the object
	init    *function   // is called next; nil: an object that the driver declares starts with zeros
	destroy *function   // nil: none
	retain  *function   // counts a further reference, which destroy drops; nil: the object has no counter
	child   bool        // create takes another object: each call has an object of its own
	zeros   bool        // functions use such an object, and none begins or ends it
}

// made reports whether the driver can pass a pointer to such an object.
func (o *handle) made() bool {
	return o.create != nil || o.zeros || o.t.IsComplete() && (o.init != nil || o.destroy != nil)
}

// Words of names, which decide among functions of fitting types. Earlier words come first.
var (
	createWords  = strings.Fields("new create init alloc make open setup start begin construct ctor")
	destroyWords = strings.Fields("destroy free delete dispose close shutdown finalize fini cleanup deinit uninit release unref put drop term finish exit end commit abort")
	retainWords  = map[string]string{"release": "retain acquire", "unref": "ref", "put": "get", "drop": "hold grab", "decref": "incref"}
	pairWords    = [][2]string{{"lock", "unlock"}, {"rdlock", "unlock"}, {"wrlock", "unlock"}, {"acquire", "release"}, {"enter", "leave"},
		{"enter", "exit"}, {"begin", "end"}, {"ref", "unref"}, {"retain", "release"}, {"hold", "drop"}, {"incref", "decref"}}
)

// wordsOf splits a name at underscores and capitals.
func wordsOf(name string) (words []string) {
	from := 0
	add := func(to int) {
		if w := strings.Trim(name[from:to], "_"); w != "" {
			words = append(words, strings.ToLower(w))
		}
		from = to
	}
	for i, r := range name {
		if r == '_' || i > 0 && unicode.IsUpper(r) && !unicode.IsUpper(rune(name[i-1])) {
			add(i)
		}
	}
	add(len(name))
	return words
}

// rank returns the index of the first word of a list with which the name of f begins or ends; -1: none.
func (f *function) rank(list []string) int {
	return slices.IndexFunc(list, func(w string) bool { return len(f.words) > 0 && (f.words[0] == w || f.words[len(f.words)-1] == w) })
}

// read collects the functions of the files.
func (l *library) read(sources []Source) error {
	system := func(file string) bool { return strings.HasPrefix(file, "<") || strings.HasPrefix(file, "/usr/") }
	var all []*tree.Function
	static := make([][]*tree.Function, len(sources))
	for i, s := range sources {
		for _, f := range s.Unit.Functions {
			switch file := s.Unit.Files[f.Pos.File]; {
			case f.Body == nil, f.Parent != nil, f.Constructor, f.Destructor, f.Name == "main", system(file):
			case f.Linkage == tree.External:
				all = append(all, f)
			default:
				static[i] = append(static[i], f)
			}
		}
	}
	most := -1
	for i, s := range sources {
		n := 0
		for _, f := range all {
			if s.Declared(f.Name) {
				n++
			}
		}
		if n > most {
			most, l.included, l.unit = n, i, s.Unit
		}
	}
	l.expanded = sources[l.included].Declared("pthread_create") && !slices.ContainsFunc(l.unit.Files, func(file string) bool { return strings.Contains(file, "pthread.h") })
	if len(all) == 0 {
		all = static[l.included]
	}
	for i, s := range sources {
		defines := slices.ContainsFunc(s.Unit.Functions, func(f *tree.Function) bool { return f.Name == "main" && f.Body != nil })
		if l.hasMain = l.hasMain || defines; defines && i != l.included {
			return fmt.Errorf("--library: %s defines main, expected files of a library", s.Unit.File)
		}
	}
	for _, f := range all {
		if sources[l.included].Declared(f.Name) {
			l.functions = append(l.functions, newFunction(f))
		}
	}
	return nil
}

// newFunction describes an exported function.
func newFunction(f *tree.Function) *function {
	out := &function{name: f.Name, words: wordsOf(f.Name), sig: f.Type.Sig(), result: f.Type.Result()}
	for i, p := range f.Params {
		name := p.Name
		if name == "" {
			name = fmt.Sprintf("arg%d", i+1)
		}
		out.params = append(out.params, ctype.Param{Name: name, Type: p.Type.Unqualified()})
	}
	if f.NoReturn {
		out.leave("does not return")
	}
	return out
}

// leave marks a function that the driver does not call.
func (f *function) leave(why string) { f.taken, f.why = true, why }

// key identifies the structure to which a pointer leads; empty: it leads to another type.
func key(t *ctype.Type) string {
	if !t.IsPointer() || !t.Elem().IsRecord() {
		return ""
	}
	elem := t.Elem().Unqualified()
	if tag := elem.Record().Tag; tag != "" {
		return tag
	}
	return elem.TypedefName()
}

// outKey identifies the structure to a pointer of which a parameter leads; empty: none.
func outKey(t *ctype.Type) string {
	if !t.IsPointer() || t.Elem().IsConst() {
		return ""
	}
	return key(t.Elem())
}

// takes reports whether f has a parameter that points to a structure.
func (f *function) takes(k string) bool {
	return slices.ContainsFunc(f.params, func(p ctype.Param) bool { return key(p.Type) == k })
}

// findObjects finds the objects of the library and the functions that begin and end their lives.
func (l *library) findObjects() {
	for _, f := range l.functions {
		if len(f.params) == 0 {
			continue
		}
		for _, k := range []string{key(f.params[0].Type), outKey(f.params[0].Type)} {
			if k != "" && l.objects[k] == nil && !isFile(f.params[0].Type) {
				t := f.params[0].Type.Elem()
				if t.IsPointer() {
					t = t.Elem()
				}
				o := &handle{key: k, t: t.Unqualified(), name: "the_" + strings.ToLower(k)}
				l.objects[k], l.order = o, append(l.order, o)
			}
		}
	}
	for _, o := range l.order {
		k := o.key
		o.create = best(l.functions, func(f *function) int { return l.creates(f, k) })
		words := createWords
		if o.create != nil {
			words = strings.Fields("init open setup start") // a second step
			o.child = slices.ContainsFunc(o.create.params, func(p ctype.Param) bool {
				other := key(p.Type)
				return other != k && l.objects[other] != nil
			})
		}
		if !o.child {
			o.init = best(l.functions, func(f *function) int {
				if len(f.params) == 0 || key(f.params[0].Type) != k || f.params[0].Type.Elem().IsConst() {
					return -1
				}
				return f.rank(words)
			})
		}
	}
	for _, o := range l.order {
		l.findEnd(o.key, o)
	}
	if !slices.ContainsFunc(l.order, (*handle).made) {
		for _, o := range l.order {
			o.zeros = o.t.IsComplete()
		}
	}
}

// creates returns the rank of f among the functions that create the objects of a key; negative: it is
// none.
func (l *library) creates(f *function, k string) int {
	rank := slices.IndexFunc(createWords, func(w string) bool { return slices.Contains(f.words, w) })
	others := slices.ContainsFunc(f.params, func(p ctype.Param) bool { return key(p.Type) != k && l.objects[key(p.Type)] != nil })
	switch {
	case f.taken:
		return -1
	case key(f.result) == k && !f.result.Elem().IsConst() && !f.takes(k):
		if rank < 0 && !others {
			rank = len(createWords)
		}
	case !slices.ContainsFunc(f.params, func(p ctype.Param) bool { return outKey(p.Type) == k }):
		return -1
	}
	if rank >= 0 && others {
		rank += 2 * len(createWords) // an object that needs no other is preferred
	}
	return rank
}

// findEnd finds the function that ends the objects of a key, and the counter of references.
func (l *library) findEnd(k string, o *handle) {
	ends := func(f *function) int {
		if len(f.params) != 1 || f.taken || key(f.params[0].Type) != k && outKey(f.params[0].Type) != k {
			return -1
		}
		return f.rank(destroyWords)
	}
	if o.destroy = best(l.functions, ends); o.destroy == nil {
		return
	}
	for at, word := range o.destroy.words {
		for with := range strings.FieldsSeq(retainWords[word]) {
			if f := l.twin(o.destroy, at, with); f != nil && len(f.params) == 1 {
				o.retain = f
			}
		}
	}
	if !o.made() && o.init == nil {
		return
	}
	for _, f := range l.functions {
		switch {
		case f == o.destroy || f == o.create || f == o.init:
			f.taken = true
		case f == o.retain:
		case ends(f) >= 0 && o.retain == nil:
			f.leave("may end the object as well")
		}
	}
}

// best returns the function of the smallest rank that is not negative, of several the one with the fewest
// parameters; nil: none.
func best(list []*function, rank func(*function) int) (found *function) {
	for _, f := range list {
		r := rank(f)
		if r >= 0 && (found == nil || r < rank(found) || r == rank(found) && len(f.params) < len(found.params)) {
			found = f
		}
	}
	return found
}

// twin returns the function whose name differs from that of f in one word; nil: there is none.
func (l *library) twin(f *function, at int, word string) *function {
	words := slices.Clone(f.words)
	words[at] = word
	i := slices.IndexFunc(l.functions, func(g *function) bool { return slices.Equal(g.words, words) })
	if i < 0 {
		return nil
	}
	return l.functions[i]
}

// findPairs finds functions that must be called as a pair, such as lock and unlock, and functions that are
// called once before all others or after them.
func (l *library) findPairs() {
	for _, o := range l.order {
		for _, f := range []*function{o.create, o.init, o.destroy} {
			if f != nil && (o.made() || f == o.init) {
				f.taken = true
			}
		}
		if o.init != nil && o.create == nil {
			for _, f := range l.functions {
				if f != o.init && len(f.params) > 0 && key(f.params[0].Type) == key(o.init.params[0].Type) && slices.Contains([]string{"init", "ctor"}, f.words[len(f.words)-1]) {
					f.leave("may begin the object as well")
				}
			}
		}
	}
	for _, o := range l.order {
		if o.retain != nil {
			o.retain.second = o.destroy
		}
	}
	for _, p := range pairWords {
		for _, f := range l.functions {
			at := slices.Index(f.words, p[0])
			if at < 0 || f.taken || f.second != nil {
				continue
			}
			if g := l.twin(f, at, p[1]); g != nil && len(g.params) <= len(f.params) {
				f.second = g
				g.taken = true
			}
		}
	}
	for _, f := range l.functions {
		if at := slices.IndexFunc(f.words, func(w string) bool { return strings.HasPrefix(w, "try") && strings.HasSuffix(w, "lock") }); at >= 0 && !f.taken {
			if g := l.twin(f, at, "unlock"); g != nil {
				f.leave("its result tells whether " + g.name + " follows")
				g.taken = true
			}
		}
	}
}

// global takes the functions of the whole library whose names begin or end with a word of the list. They
// have at most so many parameters, and those lead to no object.
func (l *library) global(list string, most int) (out []*function) {
	object := func(p ctype.Param) bool { return p.Type.IsPointer() && !p.Type.Elem().IsCharacter() }
	for _, f := range l.functions {
		if !f.taken && f.rank(strings.Fields(list)) >= 0 && len(f.params) <= most && !f.result.IsPointer() && !slices.ContainsFunc(f.params, object) {
			f.taken = true
			out = append(out, f)
		}
	}
	return out
}

// leftOut describes the functions that are not called.
func (l *library) leftOut() (out []string) {
	for _, f := range l.functions {
		if f.why != "" {
			out = append(out, f.name+" "+f.why)
		}
	}
	return out
}

// assumed lists the conditions under which a verdict about the driver holds for the library.
func (l *library) assumed() []string {
	list := strings.Join(l.called, ", ")
	if len(l.called) > 8 {
		list = fmt.Sprintf("%d functions", len(l.called))
	}
	out := []string{"the calls are those of the driver (heddle harness prints it)",
		fmt.Sprintf("the driver has %d threads that make %d calls each, in any order, of %s", threads, calls, list)}
	out = append(out, l.roles()...)
	out = append(out, fmt.Sprintf("the driver passes any numbers, but 1 or 2 to functions that create and 0 to %d as lengths; pointers lead to new objects; functions that are called back do nothing", elements))
	if left := l.leftOut(); left != nil {
		out = append(out, "the driver leaves out: "+strings.Join(left, ", "))
	}
	return out
}

// namesOf lists the names of functions.
func namesOf(list []*function) (names []string) {
	for _, f := range list {
		names = append(names, f.name)
	}
	return names
}

// roles describes the beginning and the end of the library and of each object.
func (l *library) roles() (out []string) {
	if l.first != nil {
		out = append(out, "before the threads start: "+strings.Join(l.first, ", "))
	}
	if l.last != nil {
		out = append(out, "after they end: "+strings.Join(l.last, ", "))
	}
	for _, o := range l.order {
		var text string
		switch {
		case o.create != nil:
			text = fmt.Sprintf("%s creates a %s", o.create.name, o.t)
			if o.init != nil {
				text += fmt.Sprintf(", %s initialises it", o.init.name)
			}
		case o.init != nil:
			text = fmt.Sprintf("%s initialises a %s", o.init.name, o.t)
		case o.made():
			text = fmt.Sprintf("a %s starts with zeros", o.t)
		default:
			continue
		}
		switch {
		case o.destroy != nil && o.retain != nil:
			text += fmt.Sprintf(", %s takes a reference for each thread, %s drops it", o.retain.name, o.destroy.name)
		case o.destroy != nil:
			text += fmt.Sprintf(", %s ends it", o.destroy.name)
		}
		if o.child {
			text += ", for each call"
		}
		out = append(out, text)
	}
	return out
}

// isFile reports whether a type is a pointer to a stream.
func isFile(t *ctype.Type) bool {
	return t.IsPointer() && t.Elem().Unqualified().TypedefName() == "FILE"
}
