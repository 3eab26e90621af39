// Package harness writes a first test of functions, as a start for the user: threads that call the
// functions concurrently, with arguments of any value. It reads only the types of a unit.
//
// Package front calls Text for heddle harness, and Library for files without a main
// function, whose driver it compiles.
//
// The text includes the file of the functions, so that it knows their types and can call static ones.
// A pointer to a structure leads to an object that all threads share, since the test is about sharing.
// A pointer to another type leads to a local of the caller.
package harness

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// Text returns a harness for the functions of a unit that bear the names, in their order. Of a single
// function two threads call it. The error names a function that the unit does not define.
func Text(u *tree.Unit, names []string) (string, error) {
	h := &harness{unit: u}
	for _, name := range names {
		f := h.find(name)
		if f == nil {
			return "", fmt.Errorf("%s defines no function %q, expected one of %s", u.File, name, strings.Join(h.defined(), ", "))
		}
		h.functions = append(h.functions, f)
	}
	if len(names) == 0 {
		return "", fmt.Errorf("found no function, expected one of %s", strings.Join(h.defined(), ", "))
	}
	for _, f := range h.functions {
		h.caller(f)
	}
	return h.text(), nil
}

// harness is the state of one Text.
type harness struct {
	unit      *tree.Unit
	functions []*tree.Function
	shared    []object // in the order in which parameters lead to them
	callers   strings.Builder
}

// object is an object that the threads of the harness share.
type object struct {
	of   *ctype.Type
	name string
}

// find returns the function of a name that has a body; nil: there is none.
func (h *harness) find(name string) *tree.Function {
	for _, f := range h.unit.Functions {
		if f.Name == name && f.Body != nil {
			return f
		}
	}
	return nil
}

// defined lists the functions that can be called.
func (h *harness) defined() (names []string) {
	for _, f := range h.unit.Functions {
		if f.Body != nil && f.Pos.IsValid() && h.unit.Files[f.Pos.File] == h.unit.File && f.Name != "main" {
			names = append(names, f.Name)
		}
	}
	return names
}

// caller writes the function of a thread that calls f.
func (h *harness) caller(f *tree.Function) {
	var locals, args []string
	for i, p := range f.Type.Sig().Params {
		name := p.Name
		if i < len(f.Params) {
			name = cmp.Or(f.Params[i].Name, name)
		}
		local, arg := h.argument(p.Type.Unqualified(), cmp.Or(name, fmt.Sprintf("arg%d", i+1)))
		if args = append(args, arg); local != "" {
			locals = append(locals, local)
		}
	}
	out := &h.callers
	fmt.Fprintf(out, "static void *call_%s(void *unused)\n{\n", f.Name)
	for _, l := range locals {
		fmt.Fprintf(out, "\t%s;\n", l)
	}
	if len(locals) > 0 {
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "\t%s(%s);\n\treturn unused;\n}\n\n", f.Name, strings.Join(args, ", "))
}

// argument returns the declaration of a local, if an argument needs one, and the argument.
func (h *harness) argument(t *ctype.Type, name string) (local, arg string) {
	elem := t.Elem()
	switch {
	case t.IsScalar() && !t.IsPointer():
		return t.Declare(name) + " = " + anything(t), name
	case !t.IsPointer():
		return "static " + t.Declare(name), name
	case elem.IsVoid():
		return "static int " + name, "&" + name
	case elem.IsFunc(), !elem.IsComplete():
		return t.Declare(name) + " = 0 /* nothing is known of what it leads to */", name
	case elem.IsCharacter():
		return fmt.Sprintf("char %s[8] = {heddle_any_int(-128, 127)}", name), "(void *)" + name
	case elem.IsRecord():
		return "", "&" + h.object(elem.Unqualified(), name)
	case elem.IsScalar() && !elem.IsPointer():
		return elem.Unqualified().Declare(name) + " = " + anything(elem), "&" + name
	}
	return "static " + elem.Unqualified().Declare(name), "&" + name
}

// object returns the name of the object that threads share of a type.
func (h *harness) object(t *ctype.Type, name string) string {
	for _, o := range h.shared {
		if o.of.String() == t.String() {
			return o.name
		}
	}
	name = "shared_" + name
	for slices.ContainsFunc(h.shared, func(o object) bool { return o.name == name }) {
		name += "_"
	}
	h.shared = append(h.shared, object{t, name})
	return name
}

// anything returns an expression with any value of an arithmetic type, or any value of int for other
// types.
func anything(t *ctype.Type) string {
	switch {
	case t.IsBool():
		return "heddle_any_int(0, 1)"
	case t.IsFloating():
		return "heddle_any_int(-1000, 1000)"
	case t.IsCharacter():
		return "heddle_any_int(-128, 127)"
	case t.IsUnsigned():
		return "heddle_any_int(0, INT_MAX)"
	}
	return "heddle_any_int(INT_MIN, INT_MAX)"
}

// text puts the harness together.
func (h *harness) text() string {
	var names, threads, starts, joins []string
	for _, f := range h.functions {
		names = append(names, f.Name)
	}
	called := names
	if len(names) == 1 {
		called = []string{names[0], names[0]}
	}
	for i, name := range called {
		thread := fmt.Sprintf("t%d", i+1)
		threads = append(threads, thread)
		starts = append(starts, fmt.Sprintf("\t%s = heddle_spawn(call_%s, 0);\n", thread, name))
		joins = append(joins, fmt.Sprintf("\theddle_join(%s);\n", thread))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "/*\n * Threads that call %s at once. What is known about their arguments, what comes before and\n"+
		" * what must hold afterwards is yours to write.\n */\n", strings.Join(names, ", "))
	fmt.Fprintf(&out, "#include <limits.h>\n#include \"heddle.h\"\n#include %q\n\n", h.unit.File)
	for _, o := range h.shared {
		fmt.Fprintf(&out, "static %s; /* begins with zeros */\n", o.of.Declare(o.name))
	}
	if len(h.shared) > 0 {
		fmt.Fprintln(&out)
	}
	out.WriteString(h.callers.String())
	fmt.Fprintf(&out, "HEDDLE_TEST(%s)\n{\n\theddle_thread %s;\n\n", strings.Join(names, "_"), strings.Join(threads, ", "))
	out.WriteString("\t/* Before: initialise what is shared. */\n")
	out.WriteString(strings.Join(starts, "") + strings.Join(joins, ""))
	out.WriteString("\t/* After: heddle_assert(…); */\n}\n")
	return out.String()
}
