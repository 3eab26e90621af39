package testgen

import (
	"fmt"
	"strings"
)

// endings are the functions that end a thread or the process, in a call.
var endings = [numEndings]struct{ header, name, call string }{
	Return:      {},
	ThreadExit:  {"pthread.h", "leave_thread", "pthread_exit(result)"},
	ProcessExit: {"stdlib.h", "leave_process", "exit(0)"},
	ProcessQuit: {"unistd.h", "quit_process", "_exit(0)"},
	Abort:       {"stdlib.h", "abort_process", "abort()"},
}

// endings prints the functions for the endings that the program has.
func (w *printer) endings() {
	var used [numEndings]bool
	w.p.walk(func(s *Stmt) {
		if s.Kind == Leave {
			used[s.End] = true
		}
	})
	for e := ThreadExit; e < numEndings; e++ {
		if used[e] {
			w.line("")
			w.line("static void %s(%s)", endings[e].name, either(e == ThreadExit, "void *result", "void"))
			w.line("{")
			w.line("\t%s;", endings[e].call)
			w.line("}")
		}
	}
}

// leave prints the end of a thread. The program's main is printed last.
func (w *printer) leave(s *Stmt) {
	value := "(void *)(long)(" + w.expr(&s.Value) + ")"
	switch {
	case s.End == Return && w.inMain:
		w.line("return 0;")
	case s.End == Return:
		w.line("return %s;", value)
	case s.End == ThreadExit:
		w.line("%s(%s);", endings[s.End].name, value)
	default:
		w.line("%s();", endings[s.End].name)
	}
}

// renew prints that something is destroyed and initialised again.
func (w *printer) renew(o *Object) {
	again := func(kind, arguments string) {
		w.line("%s_destroy(&%s);", kind, o.Name)
		w.line("%s_init(&%s, %s);", kind, o.Name, arguments)
	}
	switch o.Kind {
	case Mutex:
		again("pthread_mutex", "NULL")
	case RecursiveMutex, ErrorcheckMutex:
		w.line("pthread_mutex_destroy(&%s);", o.Name)
		w.line("%s = (pthread_mutex_t)%s;", o.Name, either(o.Kind == RecursiveMutex, "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"))
	case RWLock:
		again("pthread_rwlock", "NULL")
	case SpinLock:
		again("pthread_spin", "PTHREAD_PROCESS_PRIVATE")
	case Semaphore:
		again("sem", fmt.Sprintf("0, %d", o.Value))
	case Barrier:
		again("pthread_barrier", fmt.Sprintf("NULL, %d", o.Value))
	case Once:
		w.line("%s = (pthread_once_t)PTHREAD_ONCE_INIT;", o.Name)
	}
}

// realloc prints a value's way through memory that moves.
func (w *printer) realloc(s *Stmt) {
	w.line("q = malloc(sizeof *q);")
	w.line("*q = %s;", w.expr(&s.Value))
	if s.Try {
		w.line("r%d = (q = realloc(q, 4 * sizeof *q)) != NULL;", s.Dst)
	} else {
		w.line("q = realloc(q, 4 * sizeof *q);")
		w.line("r%d = *q;", s.Dst)
	}
	w.line("free(q);")
}

// library prints a call of a function with a state of its own.
func (w *printer) library(s *Stmt) {
	c := &libraryCalls[s.Function]
	value := w.sub(&s.Value)
	fill := func(text string) string { return strings.ReplaceAll(text, "%s", value) }
	if c.local != "" {
		w.line("{")
		w.indent++
		w.line("%s", c.local)
		if s.Function == NextToken {
			w.line("char *next;")
		}
		w.line("")
	}
	if c.before != "" {
		w.line("%s", fill(c.before))
	}
	if s.Function == NextToken {
		w.line(`next = strtok(NULL, " ");`)
	}
	w.line("r%d = %s;", s.Dst, fill(c.result))
	if c.local != "" {
		w.indent--
		w.line("}")
	}
}
