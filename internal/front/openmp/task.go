package openmp

import "github.com/heddle-mc/heddle/internal/front/preprocess"

// dependences has the kind of a dependence type in the runtime (15.9.5): 1 reads, 2 writes, 3 writes in any order, one at a time.
var dependences = map[string]int{"in": 1, "out": 2, "inout": 2, "mutexinoutset": 3}

// task writes an explicit task (12.5).
func (r *rewriter) task(d directive) {
	r.known(&d, "if final untied mergeable depend priority")
	mark := ""
	if d.has("mergeable") {
		mark = "mergeable"
	}
	r.taskFunction(&d, mark, func() {
		s, n := r.sharingOf(&d), r.newNumber()
		s.first = nil
		r.inside(s, n)
		r.statement()
	})
	r.creation(&d)
}

// creation writes the last arguments of the call that creates a task.
func (r *rewriter) creation(d *directive) {
	condition, final := "1", "0"
	if c := d.find("if"); c != nil {
		_, list := afterColon(c.args)
		condition = "( " + spell(list) + " )"
	}
	if c := d.find("final"); c != nil {
		final = "( " + spell(c.args) + " )"
	}
	r.text("! %s , %s ) ; }", condition, final)
}

// taskFunction writes a task: a nested function, and a call that creates the task, up to the last two arguments and the end of the block.
// Package sema makes copies of the variables that are firstprivate in it, by clause or without one, and puts them into the object to which
// __omp_data points. mark is a further line for package sema.
func (r *rewriter) taskFunction(d *directive, mark string, body func()) {
	r.text("{ void * __omp_data ;")
	name := r.function("task")
	r.text("void * %s ( void * __omp_self ) {", name)
	if mark != "" {
		r.text(`_Static_assert ( 1 , "#pragma omp %s" ) ;`, mark)
	}
	for _, c := range d.clauses {
		switch c.name {
		case "shared", "firstprivate":
			r.text(`_Static_assert ( 1 , "#pragma omp %s %s" ) ;`, c.name, spellNames(c.args))
		case "private": // the declaration of the task's own variable does not read the one around it
			r.text(`_Static_assert ( 1 , "#pragma omp shared %s" ) ;`, spellNames(c.args))
		}
	}
	r.text("__heddle_omp_begin ( __omp_self , %d ) ; {", len(r.own))
	body()
	r.text("} __heddle_omp_end ( ) ; return 0 ; }")
	r.depend(d)
	r.text("__heddle_omp_task ( %s , __omp_data ,", name)
}

// spellNames returns the names of a list of variables.
func spellNames(list []preprocess.Token) (text string) {
	for _, t := range list {
		if t.Kind == preprocess.Name {
			text += t.Text + " "
		}
	}
	return text
}

// depend writes the dependences of the task that is created next. A list item is the address of its first byte: items of sibling tasks are
// the same storage or apart (15.9.5).
func (r *rewriter) depend(d *directive) {
	for i := range d.clauses {
		c := &d.clauses[i]
		if c.name != "depend" {
			continue
		}
		kind, list := afterColon(c.args)
		number := dependences[spell(kind)]
		if number == 0 {
			r.refuseClause(d, c)
		}
		for _, item := range split(list, ",") {
			r.text("__heddle_omp_depend ( ( void * ) & ( %s ) , %d ) ;", spell(firstElement(item)), number)
		}
	}
}

// firstElement returns a list item with each array section replaced by its first element.
func firstElement(item []preprocess.Token) (out []preprocess.Token) {
	for i := 0; i < len(item); i++ {
		if !is(item[i], "[") {
			out = append(out, item[i])
			continue
		}
		end := closing(item, i)
		out = append(out, item[i])
		lower := split(item[i+1:end], ":")
		switch {
		case len(lower) > 1 && len(lower[0]) == 0:
			out = append(out, preprocess.Tokens("0", item[i].Pos)...)
		default:
			out = append(out, firstElement(lower[0])...)
		}
		out = append(out, item[end])
		i = end
	}
	return out
}

// taskwait waits for the children of the task, or for those that its dependences name.
func (r *rewriter) taskwait(d directive) {
	r.known(&d, "depend")
	if d.has("depend") {
		r.text("{")
		r.depend(&d)
		r.text("__heddle_omp_await ( ) ; }")
		return
	}
	r.text("__heddle_omp_taskwait ( ) ;")
}
