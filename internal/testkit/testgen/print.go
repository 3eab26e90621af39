package testgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// printer writes one program as C.
type printer struct {
	p      *Program
	out    strings.Builder
	indent int
	inMain bool
}

// C returns the program's text. It needs no flags but -pthread; where it names
// __VERIFIER_* functions or reach_error, it declares them.
func (p Program) C() string {
	w := &printer{p: &p}
	w.prelude()
	declared := false
	for i := range p.Objects {
		o := &p.Objects[i]
		if o.Kind == StackInt || o.Kind == Handler || o.Kind == Routine || o.Kind == Coroutine {
			continue
		}
		if !declared {
			w.line("")
			declared = true
		}
		w.declare(o)
	}
	w.globalHandles(!declared)
	w.helpers()
	w.endings()
	for i := range p.Objects {
		w.routine(&p.Objects[i])
	}
	// Only threads with lower numbers create a thread.
	for t := len(p.Threads) - 1; t > 0; t-- {
		w.threadFunction(ThreadID(t))
	}
	w.main()
	return w.out.String()
}

func (w *printer) line(format string, args ...any) {
	if format != "" {
		w.out.WriteString(strings.Repeat("\t", w.indent))
	}
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// body prints statements one level further in.
func (w *printer) body(body []Stmt) {
	w.indent++
	for i := range body {
		w.stmt(&body[i])
	}
	w.indent--
}

// prelude prints the headers and definitions that the program needs before its declarations.
func (w *printer) prelude() {
	fs := w.p.Features()
	if fs&(RecursiveMutexes|ErrorcheckMutexes|WriterFirst) != 0 {
		w.line("#define _GNU_SOURCE")
	}
	declared := map[string]bool{
		"assert.h": len(w.p.Claims) > 0, "pthread.h": true, "semaphore.h": fs.Has(Semaphores), "stdatomic.h": fs.Has(Atomics),
		"stdio.h": w.p.Report, "stdlib.h": fs&(Heap|Reallocs|AtExits|Unwritten) != 0 || w.p.hasSwarm(), "string.h": fs.Has(Moves),
	}
	if w.p.Style&Piped != 0 {
		declared["unistd.h"] = true
	}
	w.p.walk(func(s *Stmt) {
		for _, d := range declarations(s) {
			declared[d] = true
		}
	})
	for _, name := range []string{
		"assert.h", "pthread.h", "semaphore.h", "signal.h", "stdatomic.h", "stdio.h", "stdlib.h", "string.h", "unistd.h",
	} {
		if declared[name] {
			w.line("#include <%s>", name)
		}
	}
	first := true
	for _, name := range []string{
		"int __VERIFIER_nondet_int(void)", "_Bool __VERIFIER_nondet_bool(void)", "void __VERIFIER_assume(int condition)",
		"void __VERIFIER_atomic_begin(void)", "void __VERIFIER_atomic_end(void)", "void reach_error(void)",
	} {
		if !declared[name] {
			continue
		}
		if first {
			w.line("")
			first = false
		}
		w.line("extern %s;", name)
	}
}

// declarations lists the prototypes and headers that a statement needs.
func declarations(s *Stmt) []string {
	switch s.Kind {
	case Fence:
		return []string{"stdatomic.h"}
	case Library:
		return libraryCalls[s.Function].headers
	case CopyPair:
		return []string{"string.h"}
	case Leave:
		return []string{endings[s.End].header}
	case Assert:
		if s.Reach {
			return []string{"void reach_error(void)"}
		}
		return []string{"assert.h"}
	case Assume:
		return []string{"void __VERIFIER_assume(int condition)"}
	case Section:
		return []string{"void __VERIFIER_atomic_begin(void)", "void __VERIFIER_atomic_end(void)"}
	case Repeat:
		switch {
		case s.Try:
			return []string{"_Bool __VERIFIER_nondet_bool(void)"}
		case s.Dst != 0:
			return []string{"int __VERIFIER_nondet_int(void)"}
		}
	case Swarm:
		return []string{"int __VERIFIER_nondet_int(void)"}
	case Input:
		switch s.Domain {
		case Assumed:
			return []string{"int __VERIFIER_nondet_int(void)", "void __VERIFIER_assume(int condition)"}
		case Boolean:
			return []string{"_Bool __VERIFIER_nondet_bool(void)"}
		}
		return []string{"int __VERIFIER_nondet_int(void)"}
	}
	return nil
}

// declared are the declarations of the kinds of objects that need no more than a name, 1, and
// a number, 2: the value or the length.
var declared = map[ObjectKind]string{
	Int: "int %[1]s = %[2]d", Counter: "int %[1]s", Array: "int %[1]s[%[2]d]", HeapInt: "int *%[1]s", AtomicInt: "atomic_int %[1]s = %[2]d",
	Flag: "atomic_flag %[1]s = ATOMIC_FLAG_INIT", Published: "int *_Atomic %[1]s",
	Mutex:           "pthread_mutex_t %[1]s = PTHREAD_MUTEX_INITIALIZER",
	RecursiveMutex:  "pthread_mutex_t %[1]s = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
	ErrorcheckMutex: "pthread_mutex_t %[1]s = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP",
	MutexArray:      "pthread_mutex_t %[1]s[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER }",
	SpinLock:        "pthread_spinlock_t %[1]s", Condition: "pthread_cond_t %[1]s = PTHREAD_COND_INITIALIZER",
	Barrier: "pthread_barrier_t %[1]s", Once: "pthread_once_t %[1]s = PTHREAD_ONCE_INIT",
	Union:     "union { int word; short halves[2]; unsigned char bytes[4]; } %[1]s = { %[2]d }",
	Bits:      "struct { unsigned low : 3, high : 4, wide : 12; } %[1]s = { %[2]d }",
	ThreadInt: "_Thread_local int %[1]s = %[2]d", Key: "pthread_key_t %[1]s",
}

func (w *printer) declare(o *Object) {
	switch o.Kind {
	case Semaphore:
		w.line(either(w.p.Style&Piped != 0, "static int %s[2];", "static sem_t %s;"), o.Name)
	case Pointer:
		to := ""
		if o.Target != 0 {
			to = " = " + w.address(o.Target)
		}
		w.line("static int *%s%s;", o.Name, to)
	case RWLock:
		w.line("static pthread_rwlock_t %s = %s;", o.Name,
			either(o.Value != 0, "PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP", "PTHREAD_RWLOCK_INITIALIZER"))
	case Pair:
		w.line("static struct pair%s %s = { %d };", either(w.p.first(o), " { int first, second; }", ""), o.Name, o.Value)
	default:
		if form := declared[o.Kind]; form != "" {
			w.line("static "+form+";", o.Name, max(o.Value, o.Len))
		}
	}
}

// first reports whether no object of its kind is declared before.
func (p *Program) first(o *Object) bool {
	for i := range p.Objects {
		if p.Objects[i].Kind == o.Kind {
			return &p.Objects[i] == o
		}
	}
	return true
}

func (w *printer) threadFunction(id ThreadID) {
	t := &w.p.Threads[id]
	w.line("")
	w.line("static void *thread%d(void *arg)", id)
	w.line("{")
	w.indent++
	argument := usesArgument(t.Body)
	if argument {
		w.line("int *shared = arg;")
	}
	w.locals(t.Body, argument, t.Result, t.Number)
	w.indent--
	w.body(t.Body)
	if t.Result != 0 {
		w.line("\treturn (void *)(long)r%d;", t.Result)
	} else {
		w.line("\treturn NULL;")
	}
	w.line("}")
}

func (w *printer) main() {
	w.line("")
	w.inMain = true
	w.line("int main(void)")
	w.line("{")
	w.indent++
	declared := false
	for i := range w.p.Objects {
		if o := &w.p.Objects[i]; o.Kind == StackInt {
			w.line("int %s = %d;", o.Name, o.Value)
			declared = true
		}
	}
	w.locals(w.p.Threads[0].Body, declared, 0, 0)
	if w.p.Style&(Helped|Attributed) == Attributed {
		w.line("pthread_attr_init(&attributes);")
	}
	for i := range w.p.Objects {
		switch o := &w.p.Objects[i]; o.Kind {
		case SpinLock:
			w.line("pthread_spin_init(&%s, PTHREAD_PROCESS_PRIVATE);", o.Name)
		case Semaphore:
			if w.p.Style&Piped != 0 {
				w.openPipe(o)
			} else {
				w.line("sem_init(&%s, 0, %d);", o.Name, o.Value)
			}
		case Barrier:
			w.line("pthread_barrier_init(&%s, NULL, %d);", o.Name, o.Value)
		case Key:
			w.line("pthread_key_create(&%s, %s);", o.Name, either(len(o.Body) > 0, o.Name+"_end", "NULL"))
		}
	}
	w.indent--
	w.body(w.p.Threads[0].Body)
	w.report()
	if w.p.Exit {
		w.line("\tpthread_exit(NULL);")
	} else {
		w.line("\treturn 0;")
	}
	w.line("}")
}

// locals declares the locals and thread handles that a body uses. An empty line
// follows if there is any declaration, here or before. One local begins with the
// number that the creator passed.
func (w *printer) locals(body []Stmt, declared bool, result, number LocalID) {
	var handles, ints, pointers []string
	results, callee := "", ""
	walk(body, func(s *Stmt) {
		switch s.Kind {
		case Join:
			if s.Dst != 0 {
				results = "void *result;"
			}
		case Spawn:
			if !w.p.Threads[s.Thread].Global {
				handles = append(handles, fmt.Sprintf("t%d%s", s.Thread, either(w.p.Threads[s.Thread].Twice, "[2]", "")))
			}
		case Swarm:
			handles = append(handles, fmt.Sprintf("*t%d", s.Thread))
			ints = append(ints, fmt.Sprintf("n%d", s.Thread))
		case Publish, Peek, Grab, Realloc, Unset:
			pointers = []string{"*q"}
		case Call:
			if s.Target != 0 {
				callee = "void (*callee)(int);"
			}
		}
	})
	if callee != "" {
		w.line("%s", callee)
		declared = true
	}
	if results != "" {
		w.line("%s", results)
		declared = true
	}
	if len(handles) > 0 {
		w.line("pthread_t %s;", strings.Join(handles, ", "))
		declared = true
	}
	for _, id := range localsOf(body, result) {
		ints = append(ints, fmt.Sprintf("r%d = %s", id, either(id == number, "(int)(long)arg", "0")))
	}
	if ints = append(ints, pointers...); len(ints) > 0 {
		w.line("int %s;", strings.Join(ints, ", "))
		declared = true
	}
	if declared {
		w.line("")
	}
}

// localsOf lists the locals that a body uses, and more, unless it is zero.
func localsOf(body []Stmt, more LocalID) []LocalID {
	used := map[LocalID]bool{more: true}
	walk(body, func(s *Stmt) {
		used[s.Dst], used[s.Expected] = true, true
		s.visit(func(e *Expr) { used[e.Local] = true }, func(*Place) {})
	})
	delete(used, 0)
	return slices.Sorted(maps.Keys(used))
}

func usesArgument(body []Stmt) bool {
	found := false
	walk(body, func(s *Stmt) {
		s.visit(func(*Expr) {}, func(pl *Place) { found = found || pl.Kind == Argument })
	})
	return found
}

var opNames = map[ExprOp]string{
	Add: "+", Sub: "-", And: "&", Div: "/", Mul: "*", Mod: "%", Shl: "<<", Eq: "==", Ne: "!=", Lt: "<", Le: "<=", Both: "&&", Either: "||",
}

// expr prints an expression; nested ones of two operands are in parentheses.
func (w *printer) expr(e *Expr) string {
	switch e.Op {
	case Truth:
		return "1"
	case Constant:
		return fmt.Sprint(e.Value)
	case Local:
		return fmt.Sprintf("r%d", e.Local)
	case Read:
		return w.place(&e.Place)
	}
	return fmt.Sprintf("%s %s %s", w.sub(e.L), opNames[e.Op], w.sub(e.R))
}

// sub prints an operand.
func (w *printer) sub(e *Expr) string {
	if e.L != nil {
		return "(" + w.expr(e) + ")"
	}
	return w.expr(e)
}

func (w *printer) place(pl *Place) string {
	if pl.Kind == Argument {
		return "*shared"
	}
	o := w.p.object(pl.Object)
	switch pl.Kind {
	case Element:
		if pl.Index.Op == Constant {
			return fmt.Sprintf("%s[%d]", o.Name, pl.Index.Value)
		}
		return fmt.Sprintf("%s[(%s) & %d]", o.Name, w.expr(pl.Index), o.Len-1)
	case Deref:
		return "*" + o.Name
	case Byte:
		return fmt.Sprintf("((unsigned char *)&%s)[%d]", o.Name, pl.Index.Value)
	case Member:
		return o.Name + members[o.Kind][pl.Index.Value]
	}
	return o.Name
}
