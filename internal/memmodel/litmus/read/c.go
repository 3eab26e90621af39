package read

import "github.com/heddle-mc/heddle/internal/memmodel/litmus/program"

// functions reads threads that are functions of C.
func (r *reader) functions() {
	defer func() {
		r.inBody = false
		if r.kernel.text != "" {
			r.isKernel()
		}
	}()
	count := 0
	for ; r.err == nil && !startsFinal(r.peek(0)); count++ {
		r.skipType()
		t := r.next()
		if n := threadNumber(t); n != count || t.kind != word {
			r.fail(t.Position, "thread P%d expected, found %s", count, t)
			return
		}
		f := &function{reader: r, thread: r.thread(count)}
		f.parameters()
		r.bodyStarts()
		f.block()
	}
	if len(r.threads) > count {
		r.fail(r.peek(0).Position, "the initial state has registers of thread P%d, and the test has %d threads", len(r.threads)-1, count)
	}
}

// isKernel makes the test one of the Linux kernel, in which plain accesses have no tags.
func (r *reader) isKernel() {
	r.test.Dialect = program.Kernel
	if r.c11.text != "" {
		r.fail(r.c11.Position, "the test calls %s of C11 and %s of the Linux kernel", r.c11.text, r.kernel.text)
	}
	for _, t := range r.threads {
		for i, op := range t.Code {
			if (op.Kind == program.Load || op.Kind == program.Store) && (op.Tags[0] == "NA" || op.Tags[0] == "A") {
				t.Code[i].Tags = nil
			}
		}
	}
}

// bodyStarts skips the brace before a body, inside which (* starts no comment.
func (r *reader) bodyStarts() {
	if len(r.ahead) > 1 {
		r.fail(r.peek(1).Position, "the reader has looked too far ahead")
	}
	r.expect("{")
	r.inBody = r.err == nil
}

// function is a thread in C.
type function struct {
	*reader
	*thread
	at program.Position // of the call that is read
}

// parameters reads the parameters: pointers to the objects with their names.
func (f *function) parameters() {
	f.expect("(")
	for f.err == nil && !f.accept(")") {
		pointer, atomic := false, false
		var last token
		for t := f.peek(0); f.err == nil && !t.is(",") && !t.is(")"); t = f.peek(0) {
			switch {
			case f.accept("*"):
				pointer = true
			case t.kind == word:
				atomic = atomic || len(t.text) >= 6 && t.text[:6] == "atomic" || t.text == "_Atomic"
				last = f.next()
			default:
				f.fail(t.Position, "type or name of a parameter expected, found %s", t)
			}
		}
		f.accept(",")
		if last.text == "" && f.err == nil || last.is("void") {
			if last.text == "" {
				f.fail(f.peek(0).Position, "parameter expected")
			}
			continue
		}
		if !pointer {
			f.fail(last.Position, "parameter %s is no pointer", last.text)
			return
		}
		n := f.object(last.text)
		f.pointers[last.text] = n
		if atomic {
			f.atomics[last.text] = true
		} else {
			f.test.Objects[n].NonAtomic = true
		}
	}
}

// block reads statements up to the brace that ends the body.
func (f *function) block() {
	for f.err == nil {
		t := f.peek(0)
		if t.is("}") {
			if f.braces == 0 {
				f.inBody = false // before the token after the brace is read
			}
			f.next()
			return
		}
		f.statement()
	}
}

func (f *function) statement() {
	defer f.deeper()()
	if f.err != nil {
		return
	}
	t := f.peek(0)
	switch {
	case f.accept(";"):
	case f.accept("{"):
		f.braces++
		f.block()
		f.braces--
	case t.is("if"):
		f.ifStatement()
	case t.is("while"):
		f.whileStatement()
	case t.is("do"):
		f.doStatement()
	case t.kind == eof:
		f.fail(t.Position, `"}" expected, found %s`, t)
	case f.isType(0):
		f.declaration()
	case t.is("for"), t.is("goto"), t.is("return"), t.is("switch"), t.is("break") && f.peek(1).is(";"), t.is("continue") && f.peek(1).is(";"):
		f.fail(t.Position, "statement %s is not supported", t.text)
	default:
		f.assignment()
		f.expect(";")
	}
}

// isType reports whether a type starts at this token.
func (f *function) isType(n int) bool {
	t, after := f.peek(n), f.peek(n+1)
	return t.kind == word && (qualifiers[t.text] || typeSizes[t.text] != 0) && (after.kind == word || after.is("*") || after.is(")"))
}

// castType skips a type; it returns whether the type is a pointer.
func (f *function) castType() (pointer bool) {
	for f.peek(0).kind == word && (qualifiers[f.peek(0).text] || typeSizes[f.peek(0).text] != 0) {
		if f.next().is("struct") {
			f.name("name of a struct")
		}
	}
	for f.accept("*") {
		pointer = true
	}
	return pointer
}

func (f *function) declaration() {
	for f.peek(0).kind == word && (qualifiers[f.peek(0).text] || typeSizes[f.peek(0).text] != 0) && !f.peek(1).is("=") && !f.peek(1).is(";") {
		if f.next().is("struct") {
			f.name("name of a struct")
		}
	}
	for f.err == nil {
		pointer := false
		for f.accept("*") {
			pointer = true
		}
		name := f.name("name of a variable")
		delete(f.pointers, name)
		reg := f.register(name)
		if pointer {
			f.pointing[reg] = true
		}
		if f.accept("=") {
			f.set(reg, f.value(f.expression()))
		}
		if !f.accept(",") {
			f.expect(";")
			return
		}
	}
}

func (f *function) set(register int, v *program.Expr) {
	f.emit(program.Op{Kind: program.Set, Dst: register, Value: v, At: f.at})
}

// condition reads a condition in parentheses, and emits the branch that is taken if it is false.
func (f *function) condition() (branch int) {
	f.at = f.peek(0).Position
	f.expect("(")
	v := f.value(f.expression())
	f.expect(")")
	return f.emit(program.Op{Kind: program.Branch, Value: program.Not(v), At: f.at})
}

func (f *function) ifStatement() {
	f.next()
	branch := f.condition()
	f.statement()
	f.Code[branch].Target = len(f.Code)
	if f.accept("else") {
		jump := f.emit(program.Op{Kind: program.Jump})
		f.Code[branch].Target = len(f.Code)
		f.statement()
		f.Code[jump].Target = len(f.Code)
	}
	f.Code[branch].End = len(f.Code)
}

func (f *function) whileStatement() {
	f.next()
	start := len(f.Code)
	branch := f.condition()
	f.statement()
	f.emit(program.Op{Kind: program.Jump, Target: start})
	f.Code[branch].Target, f.Code[branch].End = len(f.Code), len(f.Code)
}

func (f *function) doStatement() {
	f.next()
	start := len(f.Code)
	f.statement()
	f.expect("while")
	branch := f.condition()
	f.expect(";")
	f.emit(program.Op{Kind: program.Jump, Target: start})
	f.Code[branch].Target, f.Code[branch].End = len(f.Code), len(f.Code)
}

// assignment reads an assignment, or a call.
func (f *function) assignment() {
	f.at = f.peek(0).Position
	left := f.expression()
	t := f.peek(0)
	switch {
	case f.accept("="):
		right := f.value(f.expression())
		f.assign(t, left, right)
	case f.accept("++"), f.accept("--"):
		op := program.Add
		if t.is("--") {
			op = program.Sub
		}
		f.assign(t, left, f.arithmetic(op, left, f.number(1)))
	case f.accept("+="), f.accept("-="):
		op := program.Add
		if t.is("-=") {
			op = program.Sub
		}
		f.assign(t, left, f.arithmetic(op, left, f.expression()))
	case left.memory && !left.called:
		f.value(left)
	}
}

func (f *function) assign(t token, left value, right *program.Expr) {
	switch {
	case left.memory:
		f.store(left.Expr, right, f.plain(left)...)
	case left.variable:
		f.set(int(left.N), right)
	default:
		f.fail(t.Position, "the left side of the assignment is no variable")
	}
}

// load emits a load and returns its value.
func (f *function) load(address *program.Expr, tags ...string) *program.Expr {
	r := f.temporary()
	f.emit(program.Op{Kind: program.Load, Dst: r, Addr: address, Size: cell, Tags: tags, At: f.at})
	return program.Register(r)
}

func (f *function) store(address, v *program.Expr, tags ...string) {
	f.emit(program.Op{Kind: program.Store, Dst: program.None, Addr: address, Value: v, Size: cell, Tags: tags, At: f.at})
}

// update emits the load and the store of a read-modify-write, and returns the old value.
func (f *function) update(address *program.Expr, reads, writes []string, next func(old *program.Expr) *program.Expr) *program.Expr {
	old := f.load(address, reads...)
	f.Code[len(f.Code)-1].Pair = program.Atomic
	f.store(address, next(old), writes...)
	f.Code[len(f.Code)-1].Pair = program.Atomic
	return old
}

// exchange emits a compare-and-exchange: a read, and a write if the read has the expected value. It returns the value of the read.
func (f *function) exchange(address, expected, desired *program.Expr, reads, writes []string) *program.Expr {
	old := f.load(address, reads...)
	f.Code[len(f.Code)-1].Pair = program.Atomic
	differ := f.emit(program.Op{Kind: program.Branch, Value: program.Not(program.Make(program.Eq, old, expected)), At: f.at})
	f.store(address, desired, writes...)
	f.Code[len(f.Code)-1].Pair = program.Atomic
	f.Code[differ].Target, f.Code[differ].End = len(f.Code), len(f.Code)
	return old
}

func (f *function) fence(tag string, address *program.Expr) {
	f.emit(program.Op{Kind: program.Fence, Tags: []string{tag}, Addr: address, At: f.at})
}
