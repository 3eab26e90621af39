package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// functions reads threads that are functions of C.
func (r *reader) functions() {
	defer func() {
		r.inBody = false
		if r.kernel.text != "" {
			r.isKernel()
		}
	}()
	count := 0
	for ; r.err == nil && !r.startsFinal(); count++ {
		r.skipType()
		t := r.next()
		if n := threadNumber(t); n != count || t.kind != word {
			r.fail(t.Position, "thread P%d expected, found %s", count, t)
			return
		}
		f := &function{reader: r, thread: r.thread(count), narrow: make(map[int]ctype)}
		f.parameters()
		r.bodyStarts()
		f.block()
		if f.escapes {
			r.resolve(f.thread)
			f.joins()
		}
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
	at      program.Position // of the call that is read
	narrow  map[int]ctype    // registers of types with special values
	loops   []loop           // around the statement
	escapes bool             // a statement leaves a part of the program
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
	case t.is("for"):
		f.forStatement()
	case t.kind == eof:
		f.fail(t.Position, `"}" expected, found %s`, t)
	case f.isType(0):
		f.declaration()
	case t.is("switch"):
		f.fail(t.Position, "statement %s is not supported", t.text)
	case t.kind == word && f.peek(1).is(":"):
		if _, ok := f.labels[t.text]; ok {
			f.fail(t.Position, "label %s stands twice in thread P%d", t.text, f.thread.number)
		}
		f.labels[f.next().text] = len(f.Code)
		f.next()
		f.statement()
	case t.is("goto"), t.is("return"), (t.is("break") || t.is("continue")) && f.peek(1).is(";"):
		f.jumpStatement()
	default:
		f.effect()
		f.expect(";")
	}
}

// effect reads an expression for its effects. It reads memory that the expression names.
func (f *function) effect() {
	f.at = f.peek(0).Position
	if v := f.expression(); v.memory && !v.called {
		f.value(v)
	}
}

// jumpStatement reads a statement that leaves a part of the program. It changes the part that depends on a branch.
func (f *function) jumpStatement() {
	f.escapes = true
	t := f.next()
	leap := program.None
	if !t.is("return") {
		leap = f.emit(program.Op{Kind: program.Jump})
	}
	var inner *loop
	if len(f.loops) > 0 {
		inner = &f.loops[len(f.loops)-1]
	}
	switch {
	case t.is("goto"):
		label := f.next()
		if label.kind != word {
			f.fail(label.Position, "label expected, found %s", label)
		}
		f.jumps = append(f.jumps, jump{leap, label})
	case t.is("return"):
		if !f.peek(0).is(";") {
			f.effect()
		}
		f.ends = append(f.ends, f.emit(program.Op{Kind: program.Jump}))
	case inner == nil:
		f.fail(t.Position, "%s stands outside of a loop", t.text)
	case t.is("break"):
		inner.breaks = append(inner.breaks, leap)
	default:
		inner.continues = append(inner.continues, leap)
	}
	f.expect(";")
}

// loop has the jumps out of the body of a loop.
type loop struct{ breaks, continues []int }

// body reads the body of a loop.
func (f *function) body() loop {
	f.loops = append(f.loops, loop{})
	f.statement()
	inner := f.loops[len(f.loops)-1]
	f.loops = f.loops[:len(f.loops)-1]
	return inner
}

// arrive gives jumps the next operation as their target.
func (f *function) arrive(jumps ...int) {
	for _, j := range jumps {
		f.Code[j].Target = len(f.Code)
	}
}

// isType reports whether a type starts at this token.
func (f *function) isType(n int) bool {
	t, after := f.peek(n), f.peek(n+1)
	return t.kind == word && (qualifiers[t.text] || typeSizes[t.text] != 0) && (after.kind == word || after.is("*") || after.is(")"))
}

// ctype is a type whose values are not all 64-bit integers: a small integer, or a truth.
type ctype struct {
	bits    int // 0: any value
	signed  bool
	boolean bool
}

func (t ctype) convert(e *program.Expr) *program.Expr {
	switch {
	case t.boolean:
		return program.Truth(e)
	case t.bits == 0:
		return e
	case t.signed:
		return program.Extend(t.bits, e)
	}
	return program.Truncate(t.bits, e)
}

// typeWords skips the words of a type.
func (f *function) typeWords() (t ctype) {
	t.signed = true
	for f.peek(0).kind == word && (qualifiers[f.peek(0).text] || typeSizes[f.peek(0).text] != 0) {
		if after := f.peek(1); after.is("=") || after.is(";") || after.is(",") { // a variable with the name of a type
			break
		}
		w := f.next()
		switch size := typeSizes[w.text]; {
		case w.is("struct"):
			f.name("name of a struct")
		case w.is("bool"), w.is("_Bool"), w.is("atomic_bool"):
			t.boolean = true
		case size > 0 && size < 4:
			t.bits = 8 * size
		}
		t.signed = t.signed && !strings.Contains(w.text, "u")
	}
	return t
}

func (f *function) declaration() {
	words := f.typeWords()
	for f.err == nil {
		t := words
		pointer := false
		for f.accept("*") {
			pointer, t = true, ctype{}
		}
		name := f.name("name of a variable")
		delete(f.pointers, name)
		reg := f.register(name)
		f.pointing[reg] = pointer
		f.narrow[reg] = t
		if f.accept("=") {
			f.at = f.peek(0).Position
			f.set(reg, t.convert(f.value(f.expression())))
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
	inner := f.body()
	f.arrive(inner.continues...)
	f.emit(program.Op{Kind: program.Jump, Target: start})
	f.leave(inner, branch)
}

// leave ends a loop that a branch leaves.
func (f *function) leave(inner loop, branch int) {
	f.arrive(append(inner.breaks, branch)...)
	f.Code[branch].End = len(f.Code)
}

func (f *function) doStatement() {
	f.next()
	start := len(f.Code)
	inner := f.body()
	f.arrive(inner.continues...)
	f.expect("while")
	branch := f.condition()
	f.expect(";")
	f.emit(program.Op{Kind: program.Jump, Target: start})
	f.leave(inner, branch)
}

// forStatement reads a for loop: the condition, the step, which jumps to the condition, and the body, which jumps to the step.
func (f *function) forStatement() {
	f.next()
	f.expect("(")
	if f.isType(0) {
		f.declaration()
	} else {
		f.effects(";")
	}
	start := len(f.Code)
	v := program.Number(1)
	f.at = f.peek(0).Position
	if !f.peek(0).is(";") {
		v = f.value(f.expression())
	}
	f.expect(";")
	branch := f.emit(program.Op{Kind: program.Branch, Value: program.Not(v), At: f.at})
	body := f.emit(program.Op{Kind: program.Jump})
	step := len(f.Code)
	f.effects(")")
	f.emit(program.Op{Kind: program.Jump, Target: start})
	f.arrive(body)
	inner := f.body()
	f.arrive(inner.continues...)
	f.emit(program.Op{Kind: program.Jump, Target: step})
	f.leave(inner, branch)
}

// effects reads expressions with commas between them, and the symbol after them.
func (f *function) effects(end string) {
	for f.err == nil && !f.accept(end) {
		f.effect()
		if !f.peek(0).is(end) {
			f.expect(",")
		}
	}
}

// assignments has the operators of assignments other than =.
var assignments = map[string]program.Operator{
	"+=": program.Add, "-=": program.Sub, "*=": program.Mul, "/=": program.Div, "%=": program.Rem, "&=": program.And, "|=": program.Or,
	"^=": program.Xor, "<<=": program.Shl, ">>=": program.Sar,
}

// assign makes a variable or memory a value, and returns it.
func (f *function) assign(t token, left value, right *program.Expr) value {
	switch {
	case left.Expr == nil:
	case left.memory:
		if right.Op != program.Const && right.Op != program.Reg {
			r := f.temporary()
			f.set(r, right)
			right = program.Register(r)
		}
		f.store(left.Expr, right, f.plain(left)...)
	case left.variable:
		r := int(left.N)
		f.set(r, f.narrow[r].convert(right))
		right = program.Register(r)
	default:
		f.fail(t.Position, "the left side of the assignment is no variable")
	}
	return value{Expr: right, pointer: left.pointer && !left.memory}
}

// step reads ++ or --.
func (f *function) step(t token, left value) value {
	op := program.Add
	if t.is("--") {
		op = program.Sub
	}
	return f.assign(t, left, f.arithmetic(op, left, f.number(1)))
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
