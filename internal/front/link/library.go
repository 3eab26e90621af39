package link

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Library is where the library models come from: the text form of single items,
// for one data model. Package clib has it.
type Library interface {
	Func(name string) (text string, ok bool)
	Global(name string) (text string, ok bool)
	CType(label string) (text string, ok bool)
	Files() []string // file names by the file index of positions
}

// libraryState holds which items of the library are in the program.
type libraryState struct {
	funcs   map[string]ir.FuncID
	globals map[string]ir.GlobalID
	types   map[string]ir.CTypeID
	pending []libraryItem
	hooks   hookState
}

// libraryItem is an item that has a number and still lacks its content.
type libraryItem struct {
	name, text string
	fn         ir.FuncID
	glob       ir.GlobalID
}

func newLibraryState() libraryState {
	return libraryState{
		funcs:   make(map[string]ir.FuncID),
		globals: make(map[string]ir.GlobalID),
		types:   make(map[string]ir.CTypeID),
		hooks:   newHookState(),
	}
}

func (s *libraryState) hasFunc(lib Library, name string) bool {
	if lib == nil {
		return false
	}
	_, ok := lib.Func(name)
	return ok
}

func (s *libraryState) hasGlobal(lib Library, name string) bool {
	if lib == nil {
		return false
	}
	_, ok := lib.Global(name)
	return ok
}

// libraryFunc returns the number of a library function, which is loaded later.
func (l *linker) libraryFunc(name string) ir.FuncID {
	id, known := reserve(l.library.funcs, name, &l.prog.Funcs)
	if !known {
		text := ""
		if l.opts.Library != nil {
			text, _ = l.opts.Library.Func(name)
		}
		l.library.pending = append(l.library.pending, libraryItem{name: name, text: text, fn: id})
	}
	return id
}

// reserve returns the number of a name in a list, at whose end it gets a place if it is not known.
func reserve[ID ir.FuncID | ir.GlobalID, T any](numbers map[string]ID, name string, list *[]T) (id ID, known bool) {
	if id, known = numbers[name]; !known {
		id = ID(len(*list))
		numbers[name] = id
		*list = append(*list, *new(T))
	}
	return id, known
}

func (l *linker) libraryGlobal(name string) ir.GlobalID {
	id, known := reserve(l.library.globals, name, &l.prog.Globals)
	if !known {
		text, _ := l.opts.Library.Global(name)
		l.library.pending = append(l.library.pending, libraryItem{name: name, text: text, glob: id})
	}
	return id
}

// loadLibrary parses the library items that are in the program, and the items that these need in turn.
// Functions that read hooks come last: then most hooks with a target are known.
func (l *linker) loadLibrary() {
	hooks := &l.library.hooks
	for {
		for i := 0; i < len(l.library.pending); i++ {
			l.loadItem(l.library.pending[i])
		}
		l.library.pending = nil
		l.install()
		if len(hooks.waiting) == 0 {
			return
		}
		next := hooks.waiting[0]
		hooks.waiting = hooks.waiting[1:]
		hooks.fold(next, l.opts.Model)
		l.addFunc(next)
	}
}

// loadItem parses an item.
func (l *linker) loadItem(it libraryItem) {
	m := &mentions{libraryNames: libraryNames{l}}
	switch {
	case it.glob != 0:
		g, err := ir.ParseGlobal(it.text, l.opts.Model, m)
		if err != nil {
			panic(fmt.Sprintf("link: library global %s: %v", it.name, err))
		}
		g.Name = uniqueName(l.objects, "clib", g.Name)
		m.global(&g)
		l.prog.Globals[it.glob] = g
	case it.text == "":
		f := ir.Func{Name: it.name}
		undefined(&f, l.opts.Model, false)
		l.prog.Funcs[it.fn] = f
	default:
		f, err := ir.ParseFunc(it.text, l.opts.Model, m)
		if err != nil {
			panic(fmt.Sprintf("link: library function %s: %v", it.name, err))
		}
		if p := (parsedFunc{it, f, m}); m.hooks {
			l.library.hooks.waiting = append(l.library.hooks.waiting, &p)
		} else {
			l.addFunc(&p)
		}
	}
}

// addFunc gives a function of the library its place in the program.
func (l *linker) addFunc(p *parsedFunc) {
	p.names.function(&p.f)
	if was := &l.prog.Funcs[p.item.fn]; was.Name != "" {
		p.f.Name = was.Name // it is loaded again
	} else {
		p.f.Name = uniqueName(l.names, "clib", p.f.Name)
	}
	if !p.f.HasBody() {
		undefined(&p.f, l.opts.Model, false)
	}
	l.prog.Funcs[p.item.fn] = p.f
}

// assume records the assumptions of the models in the program.
func (l *linker) assume() {
	for _, a := range clib.Assumptions {
		if _, used := l.library.funcs[a.User]; used {
			l.prog.Assumed = append(l.prog.Assumed, a.Text)
		}
	}
}

// libraryNames resolves the names in the library's text. A function that the library has is its own one; a
// definition in the program wins for others, for objects, and for replaceable functions (reachUnits has made it part of the program).
type libraryNames struct{ l *linker }

// replaceable lists the functions of the library that the library calls as the program defines them, as glibc does.
var replaceable = map[string]bool{
	"malloc": true, "calloc": true, "realloc": true, "free": true, "aligned_alloc": true, "memalign": true, "posix_memalign": true,
	"valloc": true, "pvalloc": true, "malloc_usable_size": true,
}

// Func implements ir.Resolver.
func (r libraryNames) Func(name string) (ir.FuncID, bool) {
	own := r.l.library.hasFunc(r.l.opts.Library, name) && !replaceable[name]
	if s, ok := r.l.funcs[name]; ok && s.kind != declared && !own {
		return r.l.reached[s.unit].funcs[s.id], true
	}
	return r.l.libraryFunc(name), true
}

// Global implements ir.Resolver.
func (r libraryNames) Global(name string) (ir.GlobalID, bool) {
	if s, ok := r.l.globals[name]; ok && s.kind != declared {
		return r.l.reached[s.unit].globals[s.id], true
	}
	if _, ok := r.l.library.globals[name]; !ok && !r.l.library.hasGlobal(r.l.opts.Library, name) {
		return 0, false
	}
	return r.l.libraryGlobal(name), true
}

// CType implements ir.Resolver.
func (r libraryNames) CType(label string) (ir.CTypeID, bool) {
	l := r.l
	if id, ok := l.library.types[label]; ok {
		return id, true
	}
	text, ok := l.opts.Library.CType(label)
	if !ok {
		return 0, false
	}
	id := l.types.reserve()
	l.library.types[label] = id
	t, err := ir.ParseCType(text, l.opts.Model, r)
	if err != nil {
		panic(fmt.Sprintf("link: library type %s: %v", label, err))
	}
	l.types.set(id, t)
	return id, true
}

// File implements ir.Resolver.
func (r libraryNames) File(index int) (ir.FileID, bool) {
	files := r.l.opts.Library.Files()
	if index < 0 || index >= len(files) {
		return 0, false
	}
	return r.l.file(files[index]), true
}
