package testgen

// Style is a set of ways to print a program. Each way has the same executions as the usual one, but for the
// steps of a pipe.
type Style uint8

// The styles.
const (
	Helped     Style = 1 << iota // one function creates the threads of all kinds
	Attributed                   // threads are created with an attribute object
	Mutual                       // a routine that calls itself does so by way of another one
	Piped                        // a semaphore is a pipe with a byte for each unit
)

// chooseStyle chooses at least one style that changes the text, if there is one.
func (g *conc) chooseStyle() {
	allowed := []Style{Helped, Attributed}
	if g.fs.Has(Recursion) {
		allowed = append(allowed, Mutual, Mutual)
	}
	if len(g.of(Semaphore)) > 0 && !g.p.triesSemaphores() {
		allowed = append(allowed, Piped, Piped)
	}
	for range 1 + g.rng.IntN(3) {
		g.p.Style |= allowed[g.rng.IntN(len(allowed))]
	}
}

// triesSemaphores reports whether a statement needs more of semaphores than a pipe has.
func (p *Program) triesSemaphores() bool {
	found := false
	p.walk(func(s *Stmt) {
		found = found || (s.Kind == Take && s.Try || s.Kind == Renew) && p.object(s.Object).Kind == Semaphore
	})
	return found
}

// helpers prints the functions and objects that the program's style needs.
func (w *printer) helpers() {
	if w.p.Style&(Helped|Attributed) == Attributed {
		w.line("\nstatic pthread_attr_t attributes;")
	}
	if w.p.Style&Helped == 0 {
		return
	}
	w.line("\nstatic void start(pthread_t *id, void *(*function)(void *), void *arg)\n{")
	if w.p.Style&Attributed != 0 {
		w.line("\tpthread_attr_t attributes;\n\n\tpthread_attr_init(&attributes);")
		w.line("\tpthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);")
		w.line("\tpthread_create(id, &attributes, function, arg);\n\tpthread_attr_destroy(&attributes);\n}")
		return
	}
	w.line("\tpthread_create(id, NULL, function, arg);\n}")
}

// creation returns the call that creates a thread with a handle.
func (w *printer) creation(handle, function, arg string) string {
	switch {
	case w.p.Style&Helped != 0:
		return "start(&" + handle + ", " + function + ", " + arg + ");"
	case w.p.Style&Attributed != 0:
		return "pthread_create(&" + handle + ", &attributes, " + function + ", " + arg + ");"
	}
	return "pthread_create(&" + handle + ", NULL, " + function + ", " + arg + ");"
}

// openPipe prints the creation of a pipe that stands for a semaphore.
func (w *printer) openPipe(o *Object) {
	w.line("pipe(%s);", o.Name)
	for range o.Value {
		w.line("write(%s[1], \"\", 1);", o.Name)
	}
}
