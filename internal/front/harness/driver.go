package harness

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
)

// The size of a driver.
const (
	threads  = 2
	calls    = 2 // of each thread
	elements = 4 // of an array to which a pointer leads
)

// keptOf returns the variables with the pointers of each thread, as declarators.
func keptOf(suffix string) (list []string) {
	for i := range threads {
		list = append(list, fmt.Sprintf("kept%d%s", i+1, suffix))
	}
	return list
}

// call is the text of a call with its arguments.
type call struct {
	library  *library
	before   []string           // statements
	after    []string           // statements behind the call
	failed   string             // the statement if an object cannot be created
	creating *handle            // the call creates such an object; nil: none
	variable string             // for that object
	begins   bool               // the call creates or initialises: its numbers are small
	buffer   bool               // the parameter before leads to an array
	kept     int                // pointers that the call keeps
	depth    int                // of calls that create arguments
	objects  map[*handle]string // objects of this call alone, with their variables
	problem  string             // the reason for which the call cannot be written
}

// driver returns the text of the driver.
func (l *library) driver() string {
	begin, end := l.global("init initialize setup open start", 3), l.global("destroy shutdown finalize fini cleanup deinit uninit close term finish exit", 0)
	l.first, l.last = namesOf(begin), namesOf(end)
	var cases strings.Builder
	for _, f := range l.functions {
		if f.taken {
			continue
		}
		c := &call{library: l, failed: "break;"}
		text := c.statement(f)
		if c.problem != "" {
			f.leave(c.problem)
			continue
		}
		l.called, l.kept = append(l.called, f.name), max(l.kept, c.kept)
		fmt.Fprintf(&cases, "\tcase %d:", len(l.called))
		if len(c.before) > 0 {
			cases.WriteString(" {")
		}
		cases.WriteString("\n" + indent("\t\t", c.before, []string{text}, c.after, []string{"break;"}))
		if len(c.before) > 0 {
			cases.WriteString("\t}\n")
		}
	}
	main := l.mainFunction(begin, end)
	var out strings.Builder
	l.head(&out)
	out.WriteString(l.helpers())
	for _, s := range l.stubs {
		out.WriteString(s)
	}
	fmt.Fprintf(&out, "/* One call, of any function. */\nstatic void call_any(struct kept *mine)\n{\n\tswitch (heddle_any_int(1, %d)) {\n%s\t}\n\t(void)mine;\n}\n\n", len(l.called), cases.String())
	out.WriteString(l.caller())
	for _, o := range l.order {
		if o.retain != nil && o.made() && !o.child {
			fmt.Fprintf(&out, "\t%s\n", o.end(o.pointer()))
		}
	}
	out.WriteString("\treturn 0;\n}\n\n" + main)
	return out.String()
}

// caller returns the beginning of the function of a thread.
func (l *library) caller() string {
	if l.kept == 0 {
		return "static void *caller(void *unused)\n{\n\tfor (int i = 0; i < CALLS; i++)\n\t\tcall_any(unused);\n"
	}
	return "static void *caller(void *pointers)\n{\n\tstruct kept *mine = pointers;\n\n\tfor (int i = 0; i < CALLS; i++)\n\t\tcall_any(&mine[i]);\n"
}

// head writes the comment, the includes and the objects.
func (l *library) head(out *strings.Builder) {
	fmt.Fprintf(out, "/*\n * A driver of a library: %d threads make %d calls each, of any function, in any order.\n", threads, calls)
	for _, list := range [][]string{l.roles(), prefixed("not called: ", l.leftOut())} {
		for _, line := range list {
			fmt.Fprintf(out, " * %s\n", line)
		}
	}
	out.WriteString(" * The conditions on arguments are yours to write: heddle check FILE checks the changed driver.\n */\n")
	if l.hasMain {
		out.WriteString("#define main library_main\n")
	}
	fmt.Fprintf(out, "#include %q\n", l.unit.File)
	if l.hasMain {
		out.WriteString("#undef main\n")
	}
	if l.expanded {
		out.WriteString("#define _ASSERT_H /* the file has what heddle.h needs */\n#define _PTHREAD_H\n#define _STDLIB_H\n#define assert(condition) ((condition) ? (void)0 : abort())\n")
	}
	out.WriteString("#include <limits.h>\n")
	if l.standard {
		out.WriteString("#include <stdio.h>\n")
	}
	out.WriteString("#include <stdlib.h>\n#include \"heddle.h\"\n\n")
	fmt.Fprintf(out, "enum { CALLS = %d, ELEMENTS = %d };\n", calls, elements)
	for _, o := range l.order {
		switch {
		case o.child || !o.made():
		case o.create != nil:
			fmt.Fprintf(out, "\nstatic %s;\n", ctype.PointerTo(o.t).Declare(o.name))
		default:
			fmt.Fprintf(out, "\nstatic %s;\n", o.t.Declare(o.name))
		}
	}
}

// prefixed puts a text before each element.
func prefixed(text string, list []string) (out []string) {
	for _, s := range list {
		out = append(out, text+s)
	}
	return out
}

// helpers returns the functions that make arguments.
func (l *library) helpers() string {
	var lists []string
	if l.mainKept > 0 {
		lists = append(lists, "kept0[1]")
	}
	if l.kept > 0 {
		lists = append(lists, keptOf("[CALLS]")...)
	}
	if lists == nil {
		return "\nstruct kept; /* no call has a pointer to keep */\n\n"
	}
	return fmt.Sprintf(`
/* Pointers that a call passes or gets stay reachable: what they lead to is no leak. */
struct kept {
	void *of[%d];
};

static struct kept %s;

/* A new object of zeros. */
static __attribute__((__unused__)) void *fresh(void **kept, size_t size)
{
	void *p = calloc(1, size);

	if (p == 0)
		exit(0);
	return *kept = p;
}

`, max(l.kept, l.mainKept), strings.Join(lists, ", "))
}

// mainFunction returns the text of main.
func (l *library) mainFunction(begin, end []*function) string {
	var body, last []string
	kept := 0
	statement := func(f *function, creating *handle) {
		c := &call{library: l, failed: "return 0;", begins: true, creating: creating, kept: kept}
		if creating != nil {
			c.variable = creating.name
		}
		text := c.statement(f)
		if c.problem != "" {
			f.leave(c.problem)
			return
		}
		if creating != nil {
			text = c.creation(f, text)
		}
		body = slices.Concat(body, c.before, strings.Split(text, "\n"), c.after)
		kept = c.kept
	}
	for _, f := range begin {
		statement(f, nil)
	}
	for _, o := range l.order {
		switch {
		case o.child || !o.made():
			continue
		case o.create != nil:
			statement(o.create, o)
		}
		if o.init != nil {
			statement(o.init, nil)
		}
		if o.destroy != nil {
			last = slices.Insert(last, 0, o.end(o.pointer()))
		}
	}
	var names, dropped []string
	for i := range threads {
		name := fmt.Sprintf("t%d", i+1)
		names = append(names, name)
		mine := "0"
		if l.kept > 0 {
			mine = keptOf("")[i]
		}
		for _, o := range l.order {
			if o.retain != nil && o.made() && !o.child {
				body = append(body, fmt.Sprintf("%s(%s);", o.retain.name, o.pointer()))
				dropped = append(dropped, o.end(o.pointer()))
			}
		}
		body = append(body, fmt.Sprintf("%s = heddle_spawn(caller, %s);", name, mine))
	}
	for _, d := range dropped[:len(dropped)/threads] { // main drops its own reference while the threads run
		last = slices.DeleteFunc(last, func(s string) bool { return s == d })
		body = append(body, d)
	}
	for _, n := range names {
		body = append(body, fmt.Sprintf("heddle_join(%s);", n))
	}
	for _, f := range end {
		last = append(last, f.name+"();")
	}
	l.mainKept = kept
	declared := []string{"heddle_thread " + strings.Join(names, ", ") + ";"}
	if kept > 0 {
		declared = append(declared, "struct kept *mine = kept0;")
	}
	return "int main(void)\n{\n" + indent("\t", declared, []string{""}, body, last, []string{"return 0;"}) + "}\n"
}

// indent returns the lines, each behind a prefix.
func indent(prefix string, lists ...[]string) string {
	var out strings.Builder
	for _, line := range slices.Concat(lists...) {
		for part := range strings.SplitSeq(line, "\n") {
			out.WriteString(strings.TrimRight(prefix+part, "\t") + "\n")
		}
	}
	return out.String()
}

// pointer returns an expression that points to the object that threads share.
func (o *handle) pointer() string {
	if o.create != nil {
		return o.name
	}
	return "&" + o.name
}

// end returns the statement that ends an object.
func (o *handle) end(pointer string) string {
	if outKey(o.destroy.params[0].Type) == o.key {
		pointer = "&" + pointer
	}
	return fmt.Sprintf("%s(%s);", o.destroy.name, pointer)
}

// keep returns a new place for a pointer that stays reachable.
func (c *call) keep() string {
	c.kept++
	return fmt.Sprintf("mine->of[%d]", c.kept-1)
}

// statement returns the statement that calls a function, and the function that must follow it.
func (c *call) statement(f *function) string {
	var args []string
	for i, p := range f.params {
		args = append(args, c.argument(p, i == len(f.params)-1 && f.sig.Variadic))
	}
	text := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	if r := f.result; c.creating == nil && r.IsPointer() && !r.Elem().IsConst() && !r.Elem().IsFunc() && !slices.Contains(args, c.library.shared(key(r))) {
		text = fmt.Sprintf("%s = (void *)%s", c.keep(), text)
	} else if c.begins && c.creating == nil && f.result.IsInteger() && f.result.IsSigned() {
		text = fmt.Sprintf("if (%s < 0)\n\treturn 0", text)
	}
	text += ";"
	if f.second != nil {
		text += fmt.Sprintf("\n%s(%s);", f.second.name, strings.Join(args[:len(f.second.params)], ", "))
	}
	return text
}

// shared returns the expression that points to the shared object of a key; empty: there is none.
func (l *library) shared(k string) string {
	if o := l.objects[k]; o != nil && o.made() && !o.child {
		return o.pointer()
	}
	return ""
}

// creation returns the statements that create the object in its variable. text calls the function f.
func (c *call) creation(f *function, text string) string {
	if !slices.ContainsFunc(f.params, func(p ctype.Param) bool { return outKey(p.Type) == c.creating.key }) {
		text = c.variable + " = " + text
	}
	return fmt.Sprintf("%s\nif (%s == 0)\n\t%s", text, c.variable, c.failed)
}

// argument returns an argument for a parameter. format: variable arguments follow it.
func (c *call) argument(p ctype.Param, format bool) string {
	t, name := p.Type, p.Name
	buffer := c.buffer
	c.buffer = false
	if strings.Contains(t.String(), "va_list") || strings.Contains(t.String(), "<anonymous>") {
		c.problem = fmt.Sprintf("takes a %s", t)
		return ""
	}
	if t.IsPointer() {
		return c.pointer(t, name, format)
	}
	if c.declares(name) {
		name += "_"
	}
	switch {
	case t.IsScalar():
		c.before = append(c.before, t.Declare(name)+" = "+c.number(t, name, buffer)+";")
		c.buffer = buffer // a length may follow at a distance
	case t.IsRecord() && t.IsComplete():
		c.before = append(c.before, t.Declare(name)+" = {0};")
	default:
		c.problem = fmt.Sprintf("takes a %s", t)
	}
	return name
}

// declares reports whether the call has a variable of a name, or one would hide an object or function.
func (c *call) declares(name string) bool {
	ends := func(s string) bool {
		return strings.Contains(s, " "+name+" =") || strings.Contains(s, "*"+name+" =")
	}
	return name == "mine" || slices.ContainsFunc(c.before, ends) || slices.ContainsFunc(c.library.functions, func(f *function) bool { return f.name == name })
}

// number returns an expression for a number.
func (c *call) number(t *ctype.Type, name string, buffer bool) string {
	length := buffer && (t.IsUnsigned() || slices.ContainsFunc(wordsOf(name), func(w string) bool {
		return slices.Contains(strings.Fields("n len length size count num cap capacity bytes nbytes"), w)
	}))
	switch {
	case t.IsBool() || t.IsFloating():
		return anything(t)
	case c.begins:
		return "heddle_any_int(1, 2)"
	case length:
		return "heddle_any_int(0, ELEMENTS)"
	}
	return anything(t)
}

// pointer returns an argument for a parameter that is a pointer.
func (c *call) pointer(t *ctype.Type, name string, format bool) string {
	l, elem := c.library, t.Elem()
	k, out := key(t), outKey(t)
	switch o := l.objects[k]; {
	case elem.IsFunc():
		return l.callback(elem)
	case isFile(t):
		l.standard = true
		return "stderr"
	case o != nil && o == c.creating:
		return "0"
	case o != nil && o.child:
		return c.own(o)
	case o != nil && o.made():
		return o.pointer()
	case elem.IsRecord() && !elem.IsComplete():
		c.problem = "takes a " + elem.Unqualified().String() + ", which no function creates"
		return ""
	case elem.IsCharacter() && format:
		return `"text"`
	}
	if o := l.objects[out]; o != nil && o == c.creating {
		return "&" + c.variable
	}
	if c.declares(name) {
		name += "_"
	}
	if out != "" {
		c.before = append(c.before, ctype.PointerTo(elem.Elem().Unqualified()).Declare(name)+" = 0;")
		c.after = append(c.after, fmt.Sprintf("%s = %s;", c.keep(), name))
		return "&" + name
	}
	size, object := "ELEMENTS * sizeof(long)", elem.Unqualified()
	switch c.buffer = !elem.IsRecord(); {
	case elem.IsVoid():
	case elem.IsScalar():
		if size = "ELEMENTS"; !elem.IsCharacter() {
			size += " * sizeof(" + object.String() + ")"
		}
	default:
		size = "sizeof(" + object.String() + ")"
	}
	c.before = append(c.before, fmt.Sprintf("%s = fresh(&%s, %s);", ctype.PointerTo(object).Declare(name), c.keep(), size))
	if elem.IsArithmetic() {
		c.before = append(c.before, fmt.Sprintf("%s[0] = %s;", name, anything(elem)))
	}
	return name
}

// own creates an object for this call alone, and returns the variable with it.
func (c *call) own(o *handle) string {
	if name := c.objects[o]; name != "" {
		return name
	}
	name := strings.TrimPrefix(o.name, "the_")
	if c.depth++; c.depth > 3 {
		c.problem = "takes a " + o.t.String() + ", which needs too many others"
		return ""
	}
	for c.declares(name) {
		name += "_"
	}
	inner := &call{library: c.library, failed: c.failed, creating: o, variable: name, begins: true, depth: c.depth, kept: c.kept, before: c.before, objects: c.objects}
	text := inner.statement(o.create)
	if inner.problem != "" {
		c.problem = inner.problem
		return ""
	}
	if c.objects = inner.objects; c.objects == nil {
		c.objects = make(map[*handle]string)
	}
	c.objects[o] = name
	c.before = append(inner.before, ctype.PointerTo(o.t).Declare(name)+" = 0;")
	c.before = append(c.before, strings.Split(inner.creation(o.create, text), "\n")...)
	c.after = slices.Concat(inner.after, c.after)
	if o.destroy != nil {
		c.after = slices.Insert(c.after, 0, o.end(name))
	}
	c.kept = inner.kept
	return name
}

// callback returns the name of a function of a type, which does nothing.
func (l *library) callback(t *ctype.Type) string {
	spelled := t.String()
	at := slices.Index(l.callbacks, spelled)
	if at < 0 {
		at = len(l.callbacks)
		l.callbacks = append(l.callbacks, spelled)
		var params []string
		for i, p := range t.Sig().Params {
			params = append(params, p.Type.Declare(fmt.Sprintf("a%d", i+1)))
		}
		list := cmp.Or(strings.Join(params, ", "), "void")
		if t.Sig().Variadic {
			list += ", ..."
		}
		body, r := "", t.Result()
		switch {
		case r.IsScalar():
			body = "\treturn 0;\n"
		case !r.IsVoid():
			body = "\tstatic " + r.Declare("result") + ";\n\n\treturn result;\n"
		}
		l.stubs = append(l.stubs, fmt.Sprintf("static %s\n{\n%s}\n\n", r.Declare(fmt.Sprintf("callback%d(%s)", at+1, list)), body))
	}
	return fmt.Sprintf("callback%d", at+1)
}
