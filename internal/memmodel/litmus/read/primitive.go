package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// primitiveTags has the tags of herd's primitives, in braces behind their names.
var primitiveTags = map[string]string{
	"once": "ONCE", "acquire": "ACQUIRE", "release": "RELEASE", "mb": "MB", "rmb": "Rmb", "wmb": "Wmb", "barrier": "Barrier",
	"before-atomic": "Before-atomic", "after-atomic": "After-atomic", "after-spinlock": "After-spinlock",
	"after-unlock-lock": "After-unlock-lock", "rcu-lock": "Rcu-lock", "rcu-unlock": "Rcu-unlock", "sync-rcu": "Sync-rcu",
}

// primitive reads a primitive such as __xchg{mb}(*x, 1), from which herd defines the functions of the kernel.
func (f *function) primitive(name token) value {
	if f.kernel.text == "" {
		f.kernel = name
	}
	f.next()
	at := f.peek(0).Position
	text := ""
	for t := f.peek(0); t.kind == word || t.is("-"); t = f.peek(0) {
		text += f.next().text
	}
	tag, ok := primitiveTags[strings.ToLower(text)]
	if !ok {
		f.fail(at, "tag of an event expected, found %q", text)
	}
	f.expect("}")
	if name.is("__fence") {
		if f.accept("(") {
			f.expect(")")
		}
		f.fence(tag, nil)
		return f.number(0)
	}
	f.expect("(")
	v := f.primitiveCall(name, []string{"RMW", tag})
	f.expect(")")
	return v
}

func (f *function) primitiveCall(name token, tags []string) value {
	address := f.primitiveAddress()
	switch name.text {
	case "__load":
		return value{Expr: f.load(address, tags[1])}
	case "__store":
		f.store(address, f.argument(false), tags[1])
		return f.number(0)
	case "__xchg":
		v := f.argument(false)
		return value{Expr: f.update(address, tags, tags, func(*program.Expr) *program.Expr { return v })}
	case "__cmpxchg":
		expected := f.argument(false)
		return value{Expr: f.exchange(address, expected, f.argument(false), tags, tags)}
	case "__atomic_add_unless":
		by := f.argument(false)
		return value{Expr: f.addUnlessOf(address, by, f.argument(false), tags)}
	case "__atomic_op", "__atomic_op_return", "__atomic_fetch_op":
		f.expect(",")
		t := f.next()
		op, ok := operators[t.text]
		if !ok {
			f.fail(t.Position, "operator expected, found %s", t)
		}
		by := f.argument(false)
		reads := tags
		if name.is("__atomic_op") {
			reads = append(reads, "NORETURN")
		}
		old := f.update(address, reads, tags, func(old *program.Expr) *program.Expr { return program.Make(op, old, by) })
		if name.is("__atomic_op_return") {
			old = program.Make(op, old, by)
		}
		return value{Expr: old}
	}
	f.fail(name.Position, "primitive %s is not supported", name.text)
	return f.number(0)
}

// primitiveAddress reads *x, or the pointer x.
func (f *function) primitiveAddress() *program.Expr {
	v := f.expression()
	if v.Expr == nil {
		return program.Number(0)
	}
	return v.Expr
}
