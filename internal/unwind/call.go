package unwind

import (
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// call executes a call.
func (t *thread) call(st *state, f *frame, in *ir.Instr) bool {
	fn := &t.u.w.prog.Funcs[in.Func]
	if !fn.HasBody() {
		return t.unsupported(st, "call of "+fn.Name)
	}
	args := make([]value, len(in.Args))
	for i, a := range in.Args {
		args[i] = t.arg(st, f, a)
	}
	out, v := t.enterFunc(st, in.Func, args)
	if out == nil {
		return false
	}
	*st = *out
	if in.Dst != 0 {
		st.regs[in.Dst] = v
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
	var out *state
	var result value
	for _, c := range list {
		side := st
		if len(list) > 1 {
			p := u.extend(st.path, c.cond)
			if p == nil {
				continue
			}
			side = u.fork(st, p)
		}
		got, v := t.callTarget(side, f, in, c.obj.fn)
		switch {
		case got == nil:
		case out == nil:
			out, result = got, v
		case !mergeable(out, got):
			return t.unsupported(st, "an atomic section that a function leaves open on some paths only")
		default:
			_, isOut := u.join(out.path, got.path)
			if in.Dst != 0 {
				result = u.merge(isOut, result, v)
			}
			u.mergeInto(out, got, nil)
		}
	}
	if out == nil {
		return false
	}
	*st = *out
	if in.Dst != 0 {
		st.regs[in.Dst] = result
	}
	return true
}

// callTarget calls one function through a pointer: missing arguments are
// unspecified, surplus ones are dropped, integers are adapted.
func (t *thread) callTarget(st *state, f *frame, in *ir.Instr, id ir.FuncID) (*state, value) {
	fn := &t.u.w.prog.Funcs[id]
	if !fn.HasBody() {
		t.unsupported(st, "call of "+fn.Name)
		return nil, value{}
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
	out, v := t.enterFunc(st, id, args)
	if out == nil || in.Dst == 0 || in.Type == fn.Result {
		return out, v
	}
	if fn.Result == ir.NoType {
		return out, t.input(out, ir.ChooseUninit, in.Type, term.True)
	}
	return out, t.adapt(out, v, fn.Result, in.Type)
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
