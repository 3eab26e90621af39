package unwind

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

func (t *thread) call(st *state, f *frame, in *ir.Instr) bool {
	fn := &t.u.w.prog.Funcs[in.Func]
	if !fn.HasBody() {
		return t.unsupported(st, "call of "+fn.Name)
	}
	args := make([]value, len(in.Args))
	for i, a := range in.Args {
		args[i] = t.arg(st, f, a)
	}
	return t.enterFunc(st, in.Func, args).goesOn(st, in)
}

// goesOn makes a state the one after a call, if it returns.
func (o outcome) goesOn(st *state, in *ir.Instr) bool {
	if o.st == nil {
		return false
	}
	*st = *o.st
	if in.Dst != 0 {
		st.regs[in.Dst] = o.result
	}
	return true
}

// callPointer executes a call through a pointer: of each function that it may
// point to.
func (t *thread) callPointer(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	s := u.terms
	var list []target
	null, wild, bad := term.False, term.False, term.False
	for _, c := range u.pointerOf(t.arg(st, f, in.Args[0])).cases {
		switch {
		case u.implied(st.path, c.cond) == term.False:
			u.reasons++
		case c.obj == nil && !s.IsConst(c.off):
			wild = s.Or(wild, c.cond)
		case c.obj == nil:
			null = s.Or(null, c.cond)
		case c.obj.kind == kindFunc && c.off == u.ptrConst(0):
			list = append(list, c)
		default:
			bad = s.Or(bad, c.cond)
		}
	}
	if !t.unsupportedIf(st, wild, "call through a pointer that comes from nowhere known") ||
		!t.require(st, s.Not(null), failure{property: verdict.Memory, kind: verdict.NullDereference, text: "call through a null pointer"}) ||
		!t.require(st, s.Not(bad), failure{property: verdict.Memory, kind: verdict.OutOfBounds, text: "call through a pointer that is not to a function"}) {
		return false
	}
	var out outcome
	for _, c := range list {
		side := st
		if len(list) > 1 {
			p := u.extend(st.path, c.cond)
			if p == nil {
				continue
			}
			side = u.fork(st, p)
		}
		if !t.returns(&out, t.callTarget(side, f, in, c.obj.fn)) {
			return false
		}
	}
	return out.goesOn(st, in)
}

// callTarget calls one function through a pointer: missing arguments are
// unspecified, surplus ones are dropped, integers are adapted.
func (t *thread) callTarget(st *state, f *frame, in *ir.Instr, id ir.FuncID) outcome {
	fn := &t.u.w.prog.Funcs[id]
	if !fn.HasBody() {
		t.unsupported(st, "call of "+fn.Name)
		return outcome{}
	}
	args := make([]value, len(fn.Params))
	for i, r := range fn.Params {
		to := fn.Regs[r].Type
		if i+1 < len(in.Args) {
			args[i] = t.adapt(st, t.arg(st, f, in.Args[i+1]), f.fn.TypeOf(in.Args[i+1]), to)
		} else {
			args[i] = t.input(st, ir.ChooseUninit, to, term.True)
		}
	}
	out := t.enterFunc(st, id, args)
	switch {
	case out.st == nil:
	case in.Dst == 0:
		out.result = value{}
	case fn.Result == ir.NoType:
		out.result = t.input(out.st, ir.ChooseUninit, in.Type, term.True)
	default:
		out.result = t.adapt(out.st, out.result, fn.Result, in.Type)
	}
	return out
}

// adapt gives a value of one type the form of another.
func (t *thread) adapt(st *state, v value, from, to ir.Type) value {
	u := t.u
	if from == to {
		return v
	}
	if from.IsPtr() {
		t.looksAt(st, v)
		t.u.escapeTargets(st, v, term.True)
	}
	s := u.terms
	bits := u.vector(u.bits(v))
	w := uint(to.Bits(u.w.prog.Model))
	if s.Width(bits) >= w {
		bits = s.Extract(bits, w-1, 0)
	} else {
		bits = s.Zext(bits, w)
	}
	return u.typedRegister(bits, to)
}

// joinThread executes a join: the thread waits for another's end.
func (t *thread) joinThread(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	s := u.terms
	outside := st.section == nil
	var list []target
	unknown := term.False
	for _, c := range u.pointerOf(t.arg(st, f, in.Args[0])).cases {
		switch {
		case u.implied(st.path, c.cond) == term.False:
		case c.obj == nil && c.off == u.ptrConst(0):
			list = append(list, c)
		case c.obj != nil && c.obj.handleOf != nil && c.off == u.ptrConst(0):
			list = append(list, c)
		default:
			unknown = s.Or(unknown, c.cond)
		}
	}
	if !t.unsupportedIf(st, unknown, "join of a value that is no thread") {
		return false
	}
	if outside {
		t.beginWait(st, event.Join, func(waiting *state) { t.joinThread(waiting, f, in) })
	}
	n := st.section.node
	for _, c := range list {
		if len(list) == 1 {
			c.cond = term.True
		}
		target := u.w.list[0]
		if c.obj != nil {
			target = c.obj.handleOf
		}
		done := s.Implies(c.cond, u.finished(target))
		t.blocks(st, done, block{text: joinText, target: target})
		if !t.needs(st, done) {
			return false
		}
		if st.section.final {
			continue
		}
		u.joins = append(u.joins, join{target, n.id, s.And(st.path.term, c.cond)})
		t.joined(st, n, target, c.cond)
	}
	if outside {
		return t.leaveSection(st)
	}
	return true
}
