package smtlib

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// PrintOptions selects the notation of terms.
type PrintOptions struct {
	// Names writes variables by their names, with changes where a name cannot be written or is not
	// unique. Otherwise they are v1, v2, ….
	Names bool
	// Extended writes predicates of overflow, rotations by terms and constant arrays by names that
	// SMT-LIB 2.6 does not have. Otherwise they are expanded.
	Extended bool
}

// maxNesting is the greatest nesting of operators in a text; a term nested deeper gets a definition.
const maxNesting = 24

// Printer writes terms of a store, which may grow between calls. A Printer is for one text: its
// definitions stay valid in all of it.
type Printer struct {
	s     *term.Store
	opts  PrintOptions
	label []string       // by term; "" if it has none
	refs  []uint32       // by term: uses written or about to be written
	depth []uint8        // by term: nesting of operators when it is written out
	taken map[string]int // names of variables, with the last suffix
	vars  []term.ID      // declared, in order
	defs  int            // definitions
	work  []term.ID
}

// NewPrinter returns a printer that has declared nothing.
func NewPrinter(s *term.Store, opts PrintOptions) *Printer {
	return &Printer{s: s, opts: opts, taken: make(map[string]int)}
}

// Vars returns the variables that were declared, in order. The slice must not be
// written.
func (p *Printer) Vars() []term.ID { return p.vars }

// AppendDefinitions appends the declarations and definitions that the text of a term needs and that are
// not written yet, each on a line.
func (p *Printer) AppendDefinitions(dst []byte, root term.ID) []byte {
	p.grow()
	for _, id := range p.collect(root) {
		switch p.s.Op(id) {
		case term.OpConst:
		case term.OpVar:
			p.vars = append(p.vars, id)
			dst = p.declare(dst, id, p.variable(id))
		case term.OpConstArray:
			if !p.opts.Extended {
				dst = p.declare(dst, id, p.definition())
				continue
			}
			fallthrough
		default:
			if isFloatResult(p.s, id) {
				dst = p.declareFloat(dst, id)
				continue
			}
			p.depth[id] = p.nesting(id)
			if p.refs[id] > 1 || p.depth[id] >= maxNesting {
				dst = p.define(dst, id)
			}
		}
	}
	return dst
}

// AppendNamed is AppendDefinitions that also defines the term itself, so that its text is a name or a
// constant.
func (p *Printer) AppendNamed(dst []byte, id term.ID) []byte {
	dst = p.AppendDefinitions(dst, id)
	if p.label[id] == "" && !p.s.IsConst(id) {
		dst = p.define(dst, id)
	}
	return dst
}

// AppendTerm appends a term.
//
// requires: AppendDefinitions was called for it.
func (p *Printer) AppendTerm(dst []byte, id term.ID) []byte {
	if v, ok := p.s.Value(id); ok {
		return AppendValue(dst, v, p.s.Sort(id))
	}
	if label := p.label[id]; label != "" {
		return append(dst, label...)
	}
	return p.appendApplication(dst, id)
}

func (p *Printer) grow() {
	if n := p.s.Len() - len(p.label); n > 0 {
		p.label = append(p.label, make([]string, n)...)
		p.refs = append(p.refs, make([]uint32, n)...)
		p.depth = append(p.depth, make([]uint8, n)...)
	}
}

// collect returns the terms without label below root, in topological order, and
// counts their uses.
func (p *Printer) collect(root term.ID) []term.ID {
	if p.label[root] != "" {
		return nil
	}
	var found []term.ID
	seen := map[term.ID]bool{root: true}
	p.refs[root]++
	p.work = append(p.work[:0], root)
	for len(p.work) > 0 {
		id := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		found = append(found, id)
		for _, a := range p.s.Args(id) {
			p.refs[a]++
			if !seen[a] && p.label[a] == "" {
				seen[a] = true
				p.work = append(p.work, a)
			}
		}
	}
	slices.Sort(found)
	return found
}

// nesting returns the nesting of operators when a term is written out.
func (p *Printer) nesting(id term.ID) uint8 {
	var deepest uint8
	for _, a := range p.s.Args(id) {
		if p.label[a] == "" {
			deepest = max(deepest, p.depth[a])
		}
	}
	return deepest + 1
}

// AppendReads appends names for the arrays and indices of reads, and the assertions about the elements
// of declared constant arrays. It must be called with all reads of the asserted terms, in any order.
func (p *Printer) AppendReads(dst []byte, list []Read) []byte {
	for _, r := range list {
		dst = p.AppendNamed(p.AppendNamed(dst, r.Array), r.Index)
		if p.opts.Extended || p.s.Op(r.Array) != term.OpConstArray {
			continue
		}
		dst = p.AppendNamed(dst, p.s.Arg(r.Array, 0))
		dst = p.AppendTerm(append(dst, "(assert (= (select "...), r.Array)
		dst = p.AppendTerm(append(dst, ' '), r.Index)
		dst = p.AppendTerm(append(dst, ") "...), p.s.Arg(r.Array, 0))
		dst = append(dst, "))\n"...)
	}
	return dst
}

// declare appends the declaration of a term under a name.
func (p *Printer) declare(dst []byte, id term.ID, label string) []byte {
	p.label[id] = label
	dst = fmt.Appendf(dst, "(declare-fun %s () ", label)
	return append(AppendSort(dst, p.s.Sort(id)), ")\n"...)
}

// variable returns the name of the last variable.
func (p *Printer) variable(id term.ID) string {
	if p.opts.Names {
		return p.unique(p.s.Name(id))
	}
	return "v" + strconv.Itoa(len(p.vars))
}

// definition returns a name that differs from all names of variables.
func (p *Printer) definition() string {
	p.defs++
	if p.opts.Names {
		return "$" + strconv.Itoa(p.defs)
	}
	return "t" + strconv.Itoa(p.defs)
}

// unique returns a symbol for the name of a variable that differs from all others.
func (p *Printer) unique(name string) string {
	name = speakable(name)
	for {
		_, used := p.taken[name]
		if !used && declarable(name) {
			p.taken[name] = 1
			return quoteSymbol(name, false)
		}
		p.taken[name] = max(1, p.taken[name]) + 1
		next := name + "#" + strconv.Itoa(p.taken[name])
		if _, used := p.taken[next]; !used {
			p.taken[next] = 1
			return quoteSymbol(next, false)
		}
	}
}

// define appends the definition of a term.
func (p *Printer) define(dst []byte, id term.ID) []byte {
	label := p.definition()
	dst = fmt.Appendf(dst, "(define-fun %s () ", label)
	dst = append(AppendSort(dst, p.s.Sort(id)), ' ')
	dst = append(p.appendApplication(dst, id), ")\n"...)
	p.label[id] = label
	return dst
}

// WriteScript writes a script that checks whether some Bools hold together.
func WriteScript(w io.Writer, s *term.Store, opts PrintOptions, roots ...term.ID) error {
	reads := NewReads(s)
	for _, r := range roots {
		reads.Visit(r)
	}
	p := NewPrinter(s, opts)
	text := append(append([]byte("(set-logic "), reads.Logic()...), ")\n"...)
	for _, r := range roots {
		text = p.AppendDefinitions(text, r)
		text = append(p.AppendTerm(append(text, "(assert "...), r), ")\n"...)
		if _, err := w.Write(text); err != nil {
			return fmt.Errorf("write SMT-LIB: %w", err)
		}
		text = text[:0]
	}
	constant := slices.DeleteFunc(reads.List(), func(r Read) bool { return s.Op(r.Array) == term.OpVar })
	text = append(p.AppendReads(text, constant), "(check-sat)\n"...)
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("write SMT-LIB: %w", err)
	}
	return nil
}
