package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/drive/result"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// consistency returns the assumption of a verdict about the order of memory. There is none if the gate
// holds; then it adds the assumptions of that proof and sets Judgement.MemoryOrder. Nor is there one if that is set.
func (r *runner) consistency(j *Judgement) []string {
	weak := weakOrders(r.program)
	switch g := r.gate.Load(); {
	case j.MemoryOrder != "":
		return nil
	case g != nil && g.holds:
		j.MemoryOrder = r.drfSC()
		for _, a := range g.assumed {
			if !slices.Contains(j.Assumptions, a) {
				j.Assumptions = append(j.Assumptions, a)
			}
		}
		return nil
	case g != nil:
		weak += "; " + g.why
	case r.opts.Model == SC && weak != "":
		weak += ", as chosen"
	}
	return []string{result.Sequential + weak}
}

// assumptions lists the other conditions under which a verdict of a property other than a violation holds. proved
// are the properties that were judged safe in the same run: the behaviour that they exclude is no
// assumption. An execution's first misbehaviour happens under the other properties' assumptions, so such
// proofs may depend on one another.
func assumptions(p *ir.Program, property verdict.Property, env ir.Environment, proved interp.Properties) []string {
	out := append(p.Externals(), p.Assumed...)
	rare := ir.EnvironmentSet(ir.ChooseSignal, ir.ChooseOutputFail, ir.ChooseIOFail)
	for _, e := range result.Environment {
		if rare.Has(e.Reason) && ir.EnvironmentSet(e.Reason).In(p) == 0 {
			continue
		}
		if !env.Has(e.Reason) {
			out = append(out, e.Assumed)
		}
	}
	for _, p := range result.Undefined {
		if p != property && !proved.Has(p) {
			out = append(out, p.Row().Undefined)
		}
	}
	if property != verdict.Lock && !proved.Has(verdict.Lock) && p.Has(ir.OpRelease) {
		out = append(out, result.Unlocking)
	}
	return append(out, Evaluation(p, property == verdict.Race || proved.Has(verdict.Race))...)
}

// Evaluation lists the assumptions of a verdict about the order in which operands are evaluated. There is
// one for each kind of place where the order can matter and the program does not have every order. raceFree
// leaves out the places where only a race can make a difference.
func Evaluation(p *ir.Program, raceFree bool) []string {
	var out []string
	for kind, assumed := range evaluation {
		if raceFree && ir.OrderKind(kind) == ir.RacyOrder {
			continue
		}
		if at := unsequenced(p, ir.OrderKind(kind)); at != "" {
			out = append(out, assumed+" "+at)
		}
	}
	return out
}

// evaluation lists, by ir.OrderKind, the assumptions at places where the order of evaluation can matter and
// the code does not have every order.
var evaluation = []string{
	ir.LeftToRight:    "operands are evaluated from left to right, on which this depends:",
	ir.SomeOrders:     "operands are evaluated one after another, each as a whole, where other orders can matter:",
	ir.UndefinedOrder: "no undefined behaviour by unsequenced side effects (C11 6.5p2) at",
	ir.RacyOrder:      "accesses that may race within one expression happen from left to right:",
}

// maxPlaces is the number of places that an assumption names.
const maxPlaces = 8

// unsequenced lists the places of a kind, separated by commas.
func unsequenced(p *ir.Program, kind ir.OrderKind) string {
	var list []ir.Pos
	for id := range p.Funcs {
		for _, u := range p.Funcs[id].Unsequenced {
			if u.Kind == kind {
				list = append(list, u.Pos)
			}
		}
	}
	return places(p, list)
}

// weakOrders lists the memory orders weaker than sequential consistency in the program, each with a place.
// The values there are judged under sequential consistency.
func weakOrders(p *ir.Program) string {
	used := make(map[ir.MemOrder][]ir.Pos)
	for f, in := range p.Instrs() {
		if f.Model {
			continue
		}
		used[in.Order] = append(used[in.Order], in.Pos)
		if in.Fail != in.Order {
			used[in.Fail] = append(used[in.Fail], in.Pos)
		}
	}
	var out strings.Builder
	for _, order := range []ir.MemOrder{ir.Relaxed, ir.Consume, ir.Acquire, ir.Release, ir.AcqRel} {
		if list := used[order]; len(list) > 0 {
			fmt.Fprintf(&out, ", also of memory_order_%s at %s", order, places(p, list))
		}
	}
	return out.String()
}

// places lists some places, each once, separated by commas.
func places(p *ir.Program, list []ir.Pos) string {
	slices.SortFunc(list, func(a, b ir.Pos) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	list = slices.Compact(list)
	var names []string
	for _, pos := range list[:min(len(list), maxPlaces)] {
		names = append(names, pos.Text(p.Files))
	}
	if n := len(list) - maxPlaces; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}
