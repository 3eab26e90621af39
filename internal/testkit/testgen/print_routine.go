package testgen

// routine prints a function that threads call.
func (w *printer) routine(o *Object) {
	switch o.Kind {
	case Once:
		w.function(o, "void %s_routine(void)")
	case Handler:
		w.function(o, "void %s(void)")
	case Key:
		if len(o.Body) > 0 {
			w.function(o, "void %s_end(void *value)")
		}
	case Routine:
		if o.Value != 0 && w.p.Style&Mutual != 0 {
			w.line("\nstatic void %[1]s(int depth);\n\nstatic void %[1]s_again(int depth)\n{\n\t%[1]s(depth - 1);\n}", o.Name)
		}
		w.function(o, "void %s(int depth)")
	case Coroutine:
		w.function(o, "int %s(void)")
	}
}

// function prints an object's function; signature has %s for its name.
func (w *printer) function(o *Object, signature string) {
	w.line("")
	w.line("static "+signature, o.Name)
	w.line("{")
	w.indent++
	if o.Kind == Coroutine {
		w.line("static %sint at, round;", either(o.Value != 0, "_Thread_local ", ""))
		w.locals(o.Body, true, 0, 0)
		w.indent--
		w.coroutine(o.Body)
		w.line("}")
		return
	}
	w.locals(o.Body, false, 0, 0)
	if o.Kind == Routine && o.Value != 0 {
		w.line("if (depth == 0)")
		w.line("\treturn;")
	}
	if o.Kind == Routine && o.Value != 0 && w.p.Style&Mutual != 0 {
		w.line("%s_again(depth);", o.Name)
	}
	w.indent--
	w.body(o.Body)
	if o.Kind == Routine && o.Value != 0 && w.p.Style&Mutual == 0 {
		w.line("\t%s(depth - 1);", o.Name)
	}
	w.line("}")
}

// coroutine prints a body that continues, at each call, where the last call left: after each
// statement, in a loop of two rounds.
func (w *printer) coroutine(body []Stmt) {
	w.indent++
	w.line("switch (at) {")
	w.line("case 0:")
	w.line("\tfor (round = 0; round < 2; round++) {")
	for i := range body {
		w.body(body[i : i+1])
		w.line("\tat = %d;", i+1)
		w.line("\treturn %d;", i+1)
		w.line("case %d:;", i+1)
	}
	w.line("\t}")
	w.line("}")
	w.line("return 0;")
	w.indent--
}
