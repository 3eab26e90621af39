package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// value is the value of an expression of C, or the memory that the expression names.
type value struct {
	*program.Expr      // the value, or the address of the memory
	memory        bool // *Expr
	pointer       bool // Expr is a pointer
	atomic        bool // to an object of an atomic type
	variable      bool // Expr is a register that can be assigned
	called        bool // the result of a call
	local         bool // Expr is a register that stands for its address
}

func (f *function) number(n int64) value { return value{Expr: program.Number(n)} }

// plain returns the tags of an access without a function in C11.
func (f *function) plain(v value) []string {
	if v.atomic {
		return []string{"A", "SC"}
	}
	return []string{"NA"}
}

// value returns the value of an expression, which a plain load may have to fetch.
func (f *function) value(v value) *program.Expr {
	if v.Expr == nil {
		return program.Number(0)
	}
	if v.local {
		f.fail(f.at, "the address of a local variable is only supported as the expected value of a compare-and-exchange")
	}
	if v.memory {
		return f.load(v.Expr, f.plain(v)...)
	}
	return v.Expr
}

// binary has the operators by precedence, the lowest first.
var binary = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

var operators = map[string]program.Operator{
	"|": program.Or, "^": program.Xor, "&": program.And, "<<": program.Shl, ">>": program.Sar,
	"+": program.Add, "-": program.Sub, "*": program.Mul, "/": program.Div, "%": program.Rem,
}

// expression reads an expression, which may be an assignment.
func (f *function) expression() value {
	defer f.deeper()()
	if f.err != nil {
		return f.number(0)
	}
	left := f.choice()
	t := f.peek(0)
	op, compound := assignments[t.text]
	switch {
	case t.kind != symbol || !compound && !t.is("="):
		return left
	case compound:
		f.next()
		return f.assign(t, left, f.arithmetic(op, left, f.expression()))
	}
	f.next()
	return f.assign(t, left, f.value(f.expression()))
}

// choice reads an expression that may have the form c ? a : b.
func (f *function) choice() value {
	c := f.operation(0)
	if !f.accept("?") {
		return c
	}
	chosen := f.value(c)
	result := f.temporary()
	branch := f.emit(program.Op{Kind: program.Branch, Value: program.Not(chosen), At: f.at})
	a := f.expression()
	va := f.value(a)
	f.set(result, va)
	jump := f.emit(program.Op{Kind: program.Jump})
	f.arrive(branch)
	f.expect(":")
	b := f.expression()
	vb := f.value(b)
	f.set(result, vb)
	f.arrive(jump)
	f.Code[branch].End = len(f.Code)
	v := value{Expr: program.Register(result), pointer: a.pointer, atomic: a.atomic}
	if len(f.Code) == branch+4 { // neither alternative does anything
		f.Code = f.Code[:branch]
		v.Expr = program.Choose(chosen, va, vb)
	}
	return v
}

func (f *function) operation(level int) value {
	if level == len(binary) {
		return f.unary()
	}
	left := f.operation(level + 1)
	for f.err == nil {
		op := ""
		for _, text := range binary[level] {
			if f.accept(text) {
				op = text
				break
			}
		}
		switch op {
		case "":
			return left
		case "||", "&&":
			left = f.shortCircuit(op, left, level)
		case "==", "!=", "<", ">", "<=", ">=":
			a := f.value(left)
			b := f.value(f.operation(level + 1))
			left = value{Expr: compare(op, a, b)}
		default:
			pointer := left.pointer
			a := value{Expr: f.value(left), pointer: left.pointer && !left.memory}
			b := f.operation(level + 1)
			left = value{Expr: f.arithmetic(operators[op], a, b), pointer: pointer || b.pointer, atomic: left.atomic || b.atomic}
		}
	}
	return left
}

func compare(op string, a, b *program.Expr) *program.Expr {
	switch op {
	case "==":
		return program.Make(program.Eq, a, b)
	case "!=":
		return program.Not(program.Make(program.Eq, a, b))
	case "<":
		return program.Make(program.Lt, a, b)
	case ">":
		return program.Make(program.Lt, b, a)
	case "<=":
		return program.Not(program.Make(program.Lt, b, a))
	}
	return program.Not(program.Make(program.Lt, a, b))
}

// arithmetic returns the result of an operation, in which a pointer counts objects.
func (f *function) arithmetic(op program.Operator, a, b value) *program.Expr {
	x, y := f.value(a), f.value(b)
	if op == program.Add || op == program.Sub {
		switch {
		case a.pointer && b.pointer && !b.memory:
			return program.Make(op, x, y)
		case a.pointer && !a.memory:
			y = program.Make(program.Mul, y, program.Number(cell))
		case b.pointer && !b.memory:
			x = program.Make(program.Mul, x, program.Number(cell))
		}
	}
	return program.Make(op, x, y)
}

// shortCircuit reads the right side of && or ||, whose accesses happen only if they decide.
func (f *function) shortCircuit(op string, left value, level int) value {
	a := program.Truth(f.value(left))
	size := len(f.Code)
	result := f.temporary()
	f.set(result, a)
	skip := program.Register(result)
	if op == "&&" {
		skip = program.Not(skip)
	}
	branch := f.emit(program.Op{Kind: program.Branch, Value: skip, At: f.at})
	b := program.Truth(f.value(f.operation(level + 1)))
	if len(f.Code) == branch+1 {
		f.Code = f.Code[:size]
		if op == "&&" {
			return value{Expr: program.Make(program.And, a, b)}
		}
		return value{Expr: program.Make(program.Or, a, b)}
	}
	f.set(result, b)
	f.Code[branch].Target, f.Code[branch].End = len(f.Code), len(f.Code)
	return value{Expr: program.Register(result)}
}

func (f *function) unary() value {
	defer f.deeper()()
	if f.err != nil {
		return f.number(0)
	}
	t := f.peek(0)
	switch {
	case f.accept("*"):
		v := f.unary()
		return value{Expr: f.value(v), memory: true, atomic: v.atomic}
	case f.accept("&"):
		v := f.unary()
		switch {
		case v.variable:
			v.variable, v.local = false, true
			return v
		case !v.memory:
			f.fail(t.Position, "the operand of & is not in memory")
		}
		v.memory, v.pointer = false, true
		return v
	case f.accept("++"), f.accept("--"):
		return f.step(t, f.unary())
	case f.accept("-"):
		return value{Expr: program.Make(program.Sub, program.Number(0), f.value(f.unary()))}
	case f.accept("+"):
		return value{Expr: f.value(f.unary())}
	case f.accept("!"):
		return value{Expr: program.Not(f.value(f.unary()))}
	case f.accept("~"):
		return value{Expr: program.Make(program.Xor, f.value(f.unary()), program.Number(-1))}
	case t.is("(") && f.isType(1):
		f.next()
		to := f.typeWords()
		pointer := false
		for f.accept("*") {
			pointer, to = true, ctype{}
		}
		f.expect(")")
		v := f.unary()
		return value{Expr: to.convert(f.value(v)), pointer: pointer, atomic: v.atomic && pointer}
	}
	return f.postfix()
}

func (f *function) postfix() value {
	v := f.primary()
	for f.err == nil && f.accept("[") {
		index := f.expression()
		v = value{Expr: f.arithmetic(program.Add, value{Expr: f.value(v), pointer: true}, index), memory: true, atomic: v.atomic}
		f.expect("]")
	}
	if t := f.peek(0); f.accept("++") || f.accept("--") {
		old := f.temporary()
		f.set(old, f.value(v))
		by := program.Add
		if t.is("--") {
			by = program.Sub
		}
		before := value{Expr: program.Register(old), pointer: v.pointer && !v.memory}
		f.assign(t, v, f.arithmetic(by, before, f.number(1)))
		return before
	}
	return v
}

func (f *function) primary() value {
	t := f.next()
	switch {
	case t.kind == number:
		return f.number(t.n)
	case t.is("("):
		v := f.expression()
		f.expect(")")
		return v
	case t.kind != word:
		f.fail(t.Position, "expression expected, found %s", t)
		return f.number(0)
	case f.peek(0).is("{") && strings.HasPrefix(t.text, "__"):
		f.at = t.Position
		v := f.primitive(t)
		v.called = true
		return v
	case f.peek(0).is("("):
		f.next()
		f.at = t.Position
		v := f.call(t)
		f.expect(")")
		v.called = true
		return v
	}
	if n, ok := f.pointers[t.text]; ok {
		return value{Expr: program.Number(program.Address(n)), pointer: true, atomic: f.atomics[t.text]}
	}
	switch t.text {
	case "NULL", "false":
		return f.number(0)
	case "true":
		return f.number(1)
	}
	if _, isRegister := f.registers[t.text]; !isRegister {
		if _, isObject := f.objects[t.text]; isObject {
			f.fail(t.Position, "%s is no parameter of P%d", t.text, f.thread.number)
		}
	}
	r := f.register(t.text)
	return value{Expr: program.Register(r), variable: true, pointer: f.pointing[r]}
}

// call reads the arguments of a call.
func (f *function) call(name token) value {
	if v, ok := f.c11Call(name); ok {
		if f.c11.text == "" {
			f.c11 = name
		}
		return v
	}
	if v, ok := f.kernelCall(name); ok {
		if f.kernel.text == "" {
			f.kernel = name
		}
		return v
	}
	f.fail(name.Position, "function %s is not supported", name.text)
	return f.number(0)
}

// argument reads the next argument of a call: its value.
func (f *function) argument(first bool) *program.Expr {
	if !first {
		f.expect(",")
	}
	at := f.at
	v := f.value(f.expression())
	f.at = at
	return v
}

// pointed reads an argument that names memory, such as *x. Where bare is set, x alone stands for *x, as Dartagnan's tests
// have it for some functions.
func (f *function) pointed(bare bool) *program.Expr {
	t := f.peek(0)
	v := f.expression()
	if _, ok := f.pointers[t.text]; !v.memory && !(bare && ok) {
		f.fail(t.Position, "a variable in memory such as *x expected, found %s", t)
	}
	return v.Expr
}
