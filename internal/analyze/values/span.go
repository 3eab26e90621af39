package values

import (
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// argument is an argument of an instruction.
type argument struct {
	at  pointsto.At
	arg int
}

// noteSpans records the arguments that Span and Range return: pointers of accesses and calls, indices and divisors.
func (j *judge) noteSpans(w *walker, at pointsto.At, in *ir.Instr, args []ssa.ValueID) {
	switch {
	case in.Op.Accesses():
		args = args[:1]
	case (in.Op == ir.OpPtrAdd || in.Op == ir.OpUDiv || in.Op == ir.OpURem) && j.sharesLoops:
		j.noteSpan(w, argument{at, 1}, args[1])
		return
	case in.Op != ir.OpCall:
		return
	}
	for k, x := range args {
		if w.view.Values[x].Type.IsPtr() {
			j.noteSpan(w, argument{at, k}, x)
		}
	}
}

func (j *judge) noteSpan(w *walker, key argument, x ssa.ValueID) {
	v := w.get(x)
	if old, ok := j.result.Facts.spans[key]; ok {
		v = old.join(v)
	}
	j.result.Facts.spans[key] = v
}

// Range returns the range of the number that an instruction adds to a pointer, in bytes, or by which it divides without a sign. ok is false
// if it is unknown, also in a program without loops that a team shares.
func (r *Result) Range(at pointsto.At, arg int) (lo, hi int64, ok bool) {
	v, ok := r.Facts.spans[argument{at, arg}]
	return v.slo, v.shi, ok && r.Lost == "" && v.hasNumber() && len(v.to) == 0
}

// Span returns the range of offsets in an object to which an argument of an access or a call may point:
// from lo to hi, or none if lo is greater. ok is false if it is unknown. Pointers without a value, and
// pointers to the first page or to the last bytes of memory, are ignored, since no access goes through
// them (ir.Space). It requires that Lost is empty.
func (r *Result) Span(at pointsto.At, arg int, o pointsto.ObjID) (lo, hi int64, ok bool) {
	v, ok := r.Facts.spans[argument{at, arg}]
	if !ok || r.Lost != "" || v.hasNumber() && (v.slo < -pointsto.TagRange || v.shi >= ir.NullPage) {
		return 0, 0, false
	}
	lo, hi = 1, 0
	for _, t := range v.to {
		switch {
		case r.Facts.a.base(t.obj) != o:
		case lo > hi:
			lo, hi = t.lo, t.hi
		default:
			lo, hi = min(lo, t.lo), max(hi, t.hi)
		}
	}
	return lo, hi, true
}
