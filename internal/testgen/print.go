package testgen

import (
	"fmt"
	"slices"
	"strings"
)

// printer writes one program as C.
type printer struct {
	p      *Program
	out    strings.Builder
	indent int
}

// C returns the program's text. It needs no flags but -pthread; where it names
// __VERIFIER_* functions or reach_error, it declares them.
func (p Program) C() string {
	w := &printer{p: &p}
	w.prelude()
	declared := false
	for i := range p.Objects {
		o := &p.Objects[i]
		if o.Kind == StackInt {
			continue
		}
		if !declared {
			w.line("")
			declared = true
		}
		w.declare(o)
	}
	for i := range p.Objects {
		if o := &p.Objects[i]; o.Kind == Once {
			w.line("")
			w.line("static void %s_routine(void)", o.Name)
			w.line("{")
			w.body(o.Body)
			w.line("}")
		}
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

// prelude prints what the program needs before its declarations.
func (w *printer) prelude() {
	fs := w.p.Features()
	if fs&(RecursiveMutexes|ErrorcheckMutexes) != 0 {
		w.line("#define _GNU_SOURCE")
	}
	declared := map[string]bool{}
	for _, t := range w.p.Threads {
		walk(t.Body, func(s *Stmt) {
			for _, d := range declarations(s) {
				declared[d] = true
			}
		})
	}
	if declared["assert"] {
		w.line("#include <assert.h>")
	}
	w.line("#include <pthread.h>")
	if fs.Has(Semaphores) {
		w.line("#include <semaphore.h>")
	}
	if fs.Has(Atomics) || declared["stdatomic"] {
		w.line("#include <stdatomic.h>")
	}
	if fs.Has(Heap) {
		w.line("#include <stdlib.h>")
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

// declarations names what a statement needs declared: prototypes, and the
// headers assert and stdatomic.
func declarations(s *Stmt) []string {
	switch s.Kind {
	case Fence:
		return []string{"stdatomic"}
	case Assert:
		if s.Reach {
			return []string{"void reach_error(void)"}
		}
		return []string{"assert"}
	case Assume:
		return []string{"void __VERIFIER_assume(int condition)"}
	case Section:
		return []string{"void __VERIFIER_atomic_begin(void)", "void __VERIFIER_atomic_end(void)"}
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

func (w *printer) declare(o *Object) {
	switch o.Kind {
	case Int:
		w.line("static int %s = %d;", o.Name, o.Value)
	case Array:
		w.line("static int %s[%d];", o.Name, o.Len)
	case Pointer:
		if o.Target == 0 {
			w.line("static int *%s;", o.Name)
			return
		}
		t := w.p.object(o.Target)
		name := "&" + t.Name
		if t.Kind == Array {
			name = t.Name
		}
		w.line("static int *%s = %s;", o.Name, name)
	case HeapInt:
		w.line("static int *%s;", o.Name)
	case AtomicInt:
		w.line("static atomic_int %s = %d;", o.Name, o.Value)
	case Flag:
		w.line("static atomic_flag %s = ATOMIC_FLAG_INIT;", o.Name)
	case Published:
		w.line("static int *_Atomic %s;", o.Name)
	case Mutex:
		w.line("static pthread_mutex_t %s = PTHREAD_MUTEX_INITIALIZER;", o.Name)
	case RecursiveMutex:
		w.line("static pthread_mutex_t %s = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;", o.Name)
	case ErrorcheckMutex:
		w.line("static pthread_mutex_t %s = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;", o.Name)
	case RWLock:
		w.line("static pthread_rwlock_t %s = PTHREAD_RWLOCK_INITIALIZER;", o.Name)
	case SpinLock:
		w.line("static pthread_spinlock_t %s;", o.Name)
	case Condition:
		w.line("static pthread_cond_t %s = PTHREAD_COND_INITIALIZER;", o.Name)
	case Semaphore:
		w.line("static sem_t %s;", o.Name)
	case Barrier:
		w.line("static pthread_barrier_t %s;", o.Name)
	case Once:
		w.line("static pthread_once_t %s = PTHREAD_ONCE_INIT;", o.Name)
	}
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
	w.locals(t.Body, argument)
	w.indent--
	w.body(t.Body)
	w.line("\treturn NULL;")
	w.line("}")
}

func (w *printer) main() {
	w.line("")
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
	w.locals(w.p.Threads[0].Body, declared)
	for i := range w.p.Objects {
		switch o := &w.p.Objects[i]; o.Kind {
		case SpinLock:
			w.line("pthread_spin_init(&%s, PTHREAD_PROCESS_PRIVATE);", o.Name)
		case Semaphore:
			w.line("sem_init(&%s, 0, %d);", o.Name, o.Value)
		case Barrier:
			w.line("pthread_barrier_init(&%s, NULL, %d);", o.Name, o.Value)
		}
	}
	w.indent--
	w.body(w.p.Threads[0].Body)
	if w.p.Exit {
		w.line("\tpthread_exit(NULL);")
	} else {
		w.line("\treturn 0;")
	}
	w.line("}")
}

// locals declares the locals and thread handles that a body uses. An empty line
// follows if there is any declaration, here or before.
func (w *printer) locals(body []Stmt, declared bool) {
	var handles, ints, pointers []string
	used := map[LocalID]bool{}
	walk(body, func(s *Stmt) {
		used[s.Dst], used[s.Expected] = true, true
		s.visit(func(e *Expr) { used[e.Local] = true }, func(*Place) {})
		switch s.Kind {
		case Spawn:
			handles = append(handles, fmt.Sprintf("t%d", s.Thread))
		case Publish, Peek, Grab:
			pointers = []string{"*q"}
		}
	})
	delete(used, 0)
	if len(handles) > 0 {
		w.line("pthread_t %s;", strings.Join(handles, ", "))
		declared = true
	}
	var ids []LocalID
	for id := range used {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		ints = append(ints, fmt.Sprintf("r%d = 0", id))
	}
	if ints = append(ints, pointers...); len(ints) > 0 {
		w.line("int %s;", strings.Join(ints, ", "))
		declared = true
	}
	if declared {
		w.line("")
	}
}

func usesArgument(body []Stmt) bool {
	found := false
	walk(body, func(s *Stmt) {
		s.visit(func(*Expr) {}, func(pl *Place) { found = found || pl.Kind == Argument })
	})
	return found
}

var opNames = map[ExprOp]string{
	Add: "+", Sub: "-", And: "&", Div: "/", Eq: "==", Ne: "!=", Lt: "<", Le: "<=", Both: "&&", Either: "||",
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
	side := func(e *Expr) string {
		if e.L != nil {
			return "(" + w.expr(e) + ")"
		}
		return w.expr(e)
	}
	return fmt.Sprintf("%s %s %s", side(e.L), opNames[e.Op], side(e.R))
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
	}
	return o.Name
}
