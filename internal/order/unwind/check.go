package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// failure is a way to violate a property at the instruction at hand.
type failure struct {
	property verdict.Property
	kind     verdict.Kind
	goesOn   bool  // a library model continues, also where the process would end
	node     *node // the operation that fails; nil: it is no operation
	text     string
}

// require demands a condition. It reports whether the thread can continue.
func (t *thread) require(st *state, ok term.ID, why failure) bool {
	if ok == term.True {
		return true
	}
	u := t.u
	ends := why.property.EndsProcess() && !why.goesOn
	checked := u.opts.checks(why.property)
	if checked {
		if u.implied(st.path, ok) == term.True {
			return true
		}
		o := event.Obligation{
			Property: why.property, Kind: why.kind, Thread: t.id, Node: t.last, Guard: st.path.term, Cond: ok, Text: why.text, Step: ends,
		}
		if st.section != nil {
			st.section.attempt = true
			o.Node, o.Inside = st.section.node.id, true
		} else if why.node != nil {
			o.Node, o.Inside = why.node.id, true
		}
		o.Func, o.Pos = t.where()
		u.graph.Obligations = append(u.graph.Obligations, o)
	}
	if others := !checked || len(u.opts.Also) > 0; others && !ends {
		return true
	} else if others {
		t.endsProcess(st, u.terms.Not(ok))
		t.halts(st, u.terms.Not(ok))
		if failing := t.failing(st, ok); failing != nil && why.property != verdict.Memory {
			t.processLeaks(failing)
		}
	}
	return t.assume(st, ok)
}

// assume continues under a condition; if it does not hold, the thread stops.
//
// In a section that may have to wait, the condition is one more that the section waits for. If the process
// ends instead, nothing is lost: the execution in which the thread does not enter the section has the same
// violations.
func (t *thread) assume(st *state, cond term.ID) bool {
	if st.section != nil && st.section.going {
		return t.needs(st, cond)
	}
	p := t.u.extend(st.path, cond)
	if p != st.path && st.section != nil {
		st.section.lost = true
	}
	if p == nil {
		return false
	}
	st.path = p
	return true
}

// mark records that the thread is cut short here.
func (t *thread) mark(st *state, guard term.ID, m event.Mark) {
	t.u.reasons++
	if guard == term.False || st.section != nil && st.section.final {
		return
	}
	m.Node, m.Thread, m.Guard = t.nodeOf(st), t.id, guard
	if st.section != nil {
		st.section.attempt, st.section.lost = true, true
	}
	fn, pos := t.where()
	m.Location = pos.In(t.u.w.prog.Files, "")
	if fn != 0 {
		m.Location.Function = t.u.w.prog.Funcs[fn].Name
	}
	t.u.graph.Marks = append(t.u.graph.Marks, m)
}

// cut stops the thread at a bound.
func (t *thread) cut(st *state, b verdict.Bound, limit int) {
	t.mark(st, st.path.term, event.Mark{Mark: verdict.Mark{Bound: b, Limit: limit}})
}

// unsupported stops the thread at a construct without meaning.
func (t *thread) unsupported(st *state, construct string) bool {
	t.mark(st, st.path.term, event.Mark{Mark: verdict.Mark{Unsupported: construct}})
	return false
}

// unsupportedIf stops the thread where cond holds.
func (t *thread) unsupportedIf(st *state, cond term.ID, construct string) bool {
	if cond == term.False {
		return true
	}
	t.mark(st, t.terms.And(st.path.term, cond), event.Mark{Mark: verdict.Mark{Unsupported: construct}})
	return t.assume(st, t.terms.Not(cond))
}

func (t *thread) assertion(st *state, f *frame, in *ir.Instr) bool {
	cond := t.u.isOne(t.u.bits(t.arg(st, f, in.Args[0])))
	return t.require(st, cond, failure{property: in.Property(), kind: in.Kind, goesOn: in.Kind != "", text: in.Message()})
}
