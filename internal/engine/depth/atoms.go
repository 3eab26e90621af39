package depth

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/ltl"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// variable is a scalar in a global variable.
type variable struct {
	fromir.Watched
	signed bool
}

// watch adds to opts the places and the variables that the atoms of a formula refer to, so that the system
// represents them.
func watch(p *ir.Program, t *engine.Temporal, opts *fromir.Options) error {
	for i := range t.Atoms {
		a := &t.Atoms[i]
		if a.Kind == ltl.At {
			opts.Places = append(opts.Places, t.Places[i])
		}
		for _, sum := range []ltl.Sum{a.Left, a.Right} {
			for j := range sum {
				if sum[j].Name == "" {
					continue
				}
				v, err := find(p, &sum[j])
				if err != nil {
					return wrong(a, err)
				}
				opts.Watched = append(opts.Watched, v.Watched)
			}
		}
	}
	return nil
}

// wrong is the error of an atom that is not about the program.
func wrong(a *ltl.Atom, err error) error {
	return &engine.InputError{Err: fmt.Errorf("formula: offset %d: %w", a.Offset, err)}
}

// find finds the scalar that a summand names.
func find(p *ir.Program, s *ltl.Summand) (v variable, err error) {
	for g := 1; g < len(p.Globals); g++ {
		if name := p.Globals[g].Name; !p.Globals[g].Model && (name == s.Name || strings.HasSuffix(name, ":"+s.Name)) {
			if v.Global != 0 {
				return v, fmt.Errorf("%s is the name of several variables", s.Name)
			}
			v.Global = ir.GlobalID(g)
		}
	}
	if v.Global == 0 {
		return v, fmt.Errorf("the program uses no global variable %s", s.Name)
	}
	global := &p.Globals[v.Global]
	if global.Storage == ir.ThreadLocal || global.External {
		return v, fmt.Errorf("%s is of one thread, or is defined nowhere", s.Name)
	}
	t := p.CTypes[global.CType]
	strip := func(id ir.CTypeID) {
		for t = p.CTypes[id]; t.Kind == ir.CTypedef; t = p.CTypes[t.Elem] {
		}
	}
	strip(global.CType)
path:
	for _, part := range s.Path {
		switch {
		case part.Field == "" && t.Kind == ir.CArray && part.Index < t.Len:
			strip(t.Elem)
			v.Offset += part.Index * t.Size
			continue
		case part.Field != "" && (t.Kind == ir.CStruct || t.Kind == ir.CUnion):
			for _, f := range t.Fields {
				if f.Name == part.Field && f.BitWidth == 0 {
					v.Offset += f.BitOffset / 8
					strip(f.Type)
					continue path
				}
			}
		}
		return v, fmt.Errorf("%s: no such element or member, or a bit-field", s.Variable())
	}
	v.Size, v.signed = t.Size, t.Signed
	if t.Kind != ir.CInt && t.Kind != ir.CBool || v.Size > 8 {
		return v, fmt.Errorf("%s is no integer", s.Variable())
	}
	return v, nil
}

// Atoms translates the atoms of a formula into conditions on the states of s, a system that was built for
// the formula.
func Atoms(p *ir.Program, s *efsm.System, t *engine.Temporal) ([]efsm.Atom, error) {
	var out []efsm.Atom
	for i := range t.Atoms {
		a := &t.Atoms[i]
		threads, err := threadsOf(s, a.Thread)
		if err != nil {
			return nil, wrong(a, err)
		}
		switch a.Kind {
		case ltl.At:
			out = append(out, efsm.Atom{Kind: efsm.Arrived, Threads: threads, Place: t.Places[i]})
		case ltl.Enabled, ltl.Running:
			out = append(out, efsm.Atom{Kind: efsm.CanStep, Threads: threads})
		case ltl.Finished:
			out = append(out, efsm.Atom{Kind: efsm.HasEnded, Threads: threads})
		default:
			out = append(out, efsm.Atom{Kind: efsm.HoldsTerm, Term: compare(p, s, a)})
		}
	}
	return out, nil
}

// OfEach expands a per-thread property into a conjunction: one copy for each thread other than main that
// can reach the first place. It returns other properties unchanged.
func OfEach(s *efsm.System, t *engine.Temporal) *engine.Temporal {
	if !t.Each {
		return t
	}
	out := &engine.Temporal{Text: t.Text, Formula: &ltl.Formula{Op: ltl.True}, Unfair: t.Unfair}
	tries := efsm.Atom{Kind: efsm.Arrived, Place: t.Places[0]}
	named := make(map[string]int)
	for i := 1; i < len(s.Threads); i++ {
		name := s.Threads[i].Func
		if i == 1 {
			name = mainThread
		}
		named[name]++
		if !slices.ContainsFunc(s.Threads[i].States, func(st efsm.State) bool { return tries.ArrivesAt(&st) }) {
			continue
		}
		out.Formula = &ltl.Formula{Op: ltl.And, L: out.Formula, R: t.Formula.Renumber(len(out.Atoms))}
		for _, a := range t.Atoms {
			a.Thread = fmt.Sprintf("%s.%d", name, named[name])
			out.Atoms = append(out.Atoms, a)
		}
		out.Places = append(out.Places, t.Places...)
	}
	return out
}

// mainThread names the first thread of all.
const mainThread = "main"

// threadsOf finds threads by the function that they run: FUNC.N is the N-th of several, main
// is the first of all; an empty name is of all threads.
func threadsOf(s *efsm.System, name string) ([]efsm.ThreadID, error) {
	fn, number, numbered := strings.Cut(name, ".")
	var all []efsm.ThreadID
	var known []string
	for i := 1; i < len(s.Threads); i++ {
		own := s.Threads[i].Func
		if i == 1 {
			own = mainThread
		}
		if name == "" || own == fn {
			all = append(all, efsm.ThreadID(i))
		}
		known = append(known, own)
	}
	n := 1
	if numbered {
		n, _ = strconv.Atoi(number)
	}
	switch {
	case name == "":
		return all, nil
	case n < 1 || n > len(all):
		return nil, fmt.Errorf("there is no thread %s: threads run %s", name, strings.Join(known, ", "))
	case !numbered && len(all) > 1:
		return nil, fmt.Errorf("%d threads run %s: %s.1 is the first of them", len(all), name, name)
	}
	return all[n-1 : n], nil
}

// compare returns the term of a comparison. Numbers are compared as the integers that they
// are, in as many bits as that takes.
func compare(p *ir.Program, s *efsm.System, a *ltl.Atom) term.ID {
	terms := s.Terms
	width := uint(64 + 2)
	for n := len(a.Left) + len(a.Right); n > 0; n /= 2 {
		width++
	}
	sum := func(list ltl.Sum) term.ID {
		total := terms.Uint(0, width)
		for i := range list {
			value := terms.Uint(list[i].Number, width)
			if list[i].Name != "" {
				v, _ := find(p, &list[i]) // watch found it
				value = extend(terms, content(p, s, &v), v.signed, width)
			}
			if list[i].Negative {
				total = terms.Sub(total, value)
			} else {
				total = terms.Add(total, value)
			}
		}
		return total
	}
	l := sum(a.Left)
	if a.Relation == "" {
		return terms.Distinct(l, terms.Uint(0, width))
	}
	r := sum(a.Right)
	switch a.Relation {
	case "==":
		return terms.Eq(l, r)
	case "!=":
		return terms.Distinct(l, r)
	case "<":
		return terms.Slt(l, r)
	case "<=":
		return terms.Sle(l, r)
	case ">":
		return terms.Slt(r, l)
	}
	return terms.Sle(r, l)
}

func extend(terms *term.Store, v term.ID, signed bool, width uint) term.ID {
	if signed {
		return terms.Sext(v, width)
	}
	return terms.Zext(v, width)
}

// content returns the value of a variable as a term. Bytes for which the system has no variable never
// change: they have their initial values.
func content(p *ir.Program, s *efsm.System, v *variable) term.ID {
	global := &p.Globals[v.Global]
	first := make([]byte, v.Size)
	for _, item := range global.Init {
		for i, x := range item.Bytes {
			if at := item.Offset + int64(i) - v.Offset; 0 <= at && at < v.Size {
				first[at] = x
			}
		}
	}
	value := term.None
	for i := range v.Size {
		byteAt := s.Terms.Uint(uint64(first[i]), 8)
		at := uint64(v.Offset + i)
		for k := 1; k < len(s.Vars); k++ {
			if h := s.Vars[k].Home; h != nil && s.Vars[k].Thread == 0 && h.Global == global.Name && h.Offset <= at && at < h.Offset+uint64(h.Bytes) {
				low := uint(8 * (at - h.Offset))
				byteAt = s.Terms.Extract(s.Vars[k].Term, low+7, low)
			}
		}
		if value == term.None {
			value = byteAt
		} else {
			value = s.Terms.Concat(byteAt, value)
		}
	}
	return value
}
