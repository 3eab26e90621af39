package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// cell is the size of an object of C: no access of a part of an object has a name in C tests.
const cell = 8

// maxElements bounds arrays.
const maxElements = 4096

// typeSizes has the sizes of C's types on the machines of the tests.
var typeSizes = map[string]int{
	"int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8,
	"void": 1, "char": 1, "short": 2, "int": 4, "long": 8, "intptr_t": 8, "uintptr_t": 8, "size_t": 8, "ssize_t": 8, "ptrdiff_t": 8,
	"bool": 1, "_Bool": 1, "unsigned": 4, "signed": 4, "atomic_t": 4, "atomic64_t": 8, "atomic_long_t": 8, "spinlock_t": 4, "raw_spinlock_t": 4,
	"atomic_int": 4, "atomic_uint": 4, "atomic_long": 8, "atomic_ulong": 8, "atomic_llong": 8, "atomic_ullong": 8, "atomic_bool": 1,
	"atomic_flag": 1, "atomic_char": 1, "atomic_schar": 1, "atomic_uchar": 1, "atomic_short": 2, "atomic_ushort": 2,
	"atomic_intptr_t": 8, "atomic_uintptr_t": 8, "atomic_size_t": 8, "atomic_ptrdiff_t": 8,
	"u8": 1, "u16": 2, "u32": 4, "u64": 8, "s8": 1, "s16": 2, "s32": 4, "s64": 8, "uint": 4, "ulong": 8,
}

var qualifiers = map[string]bool{"volatile": true, "const": true, "static": true, "register": true, "_Atomic": true, "struct": true, "__rcu": true}

// init reads the initial state.
func (r *reader) init() { r.list("{", "}", r.initial) }

// list reads a list in brackets whose items end with semicolons; the last one need not.
func (r *reader) list(open, end string, item func()) {
	r.expect(open)
	for r.err == nil && !r.accept(end) {
		if r.accept(";") {
			continue
		}
		item()
		if !r.peek(0).is(end) {
			r.expect(";")
		}
	}
	r.accept(";")
}

// skipType skips a type and returns its size; 0: there is none. Pointers are eight bytes.
func (r *reader) skipType() int {
	size := 0
	for {
		t := r.peek(0)
		switch after := r.peek(1); {
		case t.is("struct") && after.kind == word:
			r.next()
			r.next()
			size = cell
		case t.kind != word:
			return size
		case qualifiers[t.text]:
			r.next()
		case typeSizes[t.text] != 0 && (after.kind == word || after.kind == number || after.is("*") || after.is("[") && size == 0 || after.is(")")):
			size = typeSizes[t.text]
			r.next()
			for r.peek(0).kind == word && typeSizes[r.peek(0).text] != 0 && r.peek(1).kind == word { // unsigned long
				size = typeSizes[r.next().text]
			}
		default:
			return size
		}
		for r.accept("*") {
			size = 8
		}
	}
}

// initial reads one part of the initial state: of a register, or of an object.
func (r *reader) initial() {
	size := r.skipType()
	bracket := r.accept("[")
	r.accept("*")
	t := r.next()
	if n := threadNumber(t); n >= 0 && r.peek(0).is(":") {
		r.next()
		reg := r.next()
		th := r.thread(n)
		index := th.register(r.registerName(reg))
		if r.accept("=") {
			th.Initial[index] = r.constant()
		}
		return
	}
	if strings.HasPrefix(t.text, "%") { // a register of all threads
		r.expect("=")
		r.symbolic[t.text] = r.constant()
		return
	}
	if t.kind != word {
		r.fail(t.Position, "variable or register expected, found %s", t)
		return
	}
	if bracket {
		r.expect("]")
	}
	index := r.object(t.text)
	if r.test.Dialect == program.C {
		size = cell
	}
	count, open := 1, false
	if !bracket && r.accept("[") {
		if r.accept("]") { // the initial values say how many elements there are
			count, open = 0, true
		} else if length := r.next(); length.kind != number || length.n < 1 || length.n > maxElements {
			r.fail(length.Position, "length of an array expected, found %s", length)
			return
		} else {
			count = int(length.n)
			r.expect("]")
		}
	}
	o := &r.test.Objects[index]
	if size != 0 {
		o.Size, o.Typed, o.Element = size*count, true, size
	}
	if !r.accept("=") {
		return
	}
	each := max(size, 0)
	if each == 0 {
		each = o.Size
	}
	if !r.accept("{") {
		at := r.peek(0).Position
		value := r.constant()
		if _, _, ok := r.test.AtAddress(value); ok && r.test.Dialect == program.X86 {
			r.fail(at, "addresses in memory are not supported in X86, where words have 32 bits")
		}
		o = &r.test.Objects[index] // constant may add objects
		if !o.Typed && r.test.Dialect != program.C && uint64(value) >= 1<<32 {
			o.Size = 8
			each = 8
		}
		o.Initial = append(o.Initial, program.Initial{Size: each, Value: value})
		return
	}
	for i := 0; r.err == nil && !r.accept("}"); i++ {
		at := r.peek(0).Position
		value := r.constant()
		o = &r.test.Objects[index]
		if open && i < maxElements {
			count++
			o.Size = max(o.Size, count*each)
		}
		if i == count {
			r.fail(at, "%s has %d elements", o.Name, count)
			return
		}
		o.Initial = append(o.Initial, program.Initial{Offset: i * each, Size: each, Value: value})
		if !r.peek(0).is("}") {
			r.expect(",")
		}
	}
}

// constant reads a number or the address of an object.
func (r *reader) constant() int64 {
	t := r.next()
	switch {
	case t.is("-"):
		return -r.constant()
	case t.is("&"), t.is("*"):
		return r.constant()
	case t.is("("):
		if size := r.skipType(); size != 0 { // a cast
			r.expect(")")
			return r.constant()
		}
		n := r.constant()
		r.expect(")")
		return n
	case t.kind == number:
		return t.n
	case t.kind == word && r.peek(0).is("(") && (t.text == "ATOMIC_INIT" || t.text == "ATOMIC_LONG_INIT"):
		r.next()
		n := r.constant()
		r.expect(")")
		return n
	case t.kind == word:
		address := program.Address(r.object(t.text))
		switch {
		case r.accept("["):
			element := r.constant()
			r.expect("]")
			address += element * int64(r.elementSize(t.text))
		case r.peek(0).is("+"):
			r.next()
			address += r.constant()
		}
		return address
	}
	r.fail(t.Position, "number or variable expected, found %s", t)
	return 0
}

// elementSize returns the size of an element of an array.
func (r *reader) elementSize(name string) int {
	if r.test.Dialect == program.C {
		return cell
	}
	return max(r.test.Objects[r.object(name)].Element, 4)
}
