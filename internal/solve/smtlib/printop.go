package smtlib

import (
	"fmt"
	"strconv"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// appendApplication appends an application, whose arguments were defined.
func (p *Printer) appendApplication(dst []byte, id term.ID) []byte {
	op := p.s.Op(id)
	if op.IsFloat() {
		return p.appendFloat(dst, id, p.s.Float(id))
	}
	dst = append(dst, '(')
	if write := expansions[op]; write != nil && !p.opts.Extended {
		// Each argument is written once. The names a and b of the let cannot clash, since its body uses
		// no other names.
		dst = append(dst, "let ("...)
		for i, a := range p.s.Args(id) {
			dst = append(append(append(dst, '('), "ab"[i]), ' ')
			dst = append(p.AppendTerm(dst, a), ')')
		}
		dst = append(dst, ") "...)
		return append(write(dst, p.s.Width(p.s.Arg(id, 0))), ')')
	}
	dst = p.appendFunction(dst, id)
	for _, a := range p.s.Args(id) {
		dst = append(dst, ' ')
		dst = p.AppendTerm(dst, a)
	}
	return append(dst, ')')
}

// appendFunction appends the function of an application with its indices.
func (p *Printer) appendFunction(dst []byte, id term.ID) []byte {
	switch op := p.s.Op(id); op {
	case term.OpExtract:
		hi, lo := p.s.Bounds(id)
		return fmt.Appendf(dst, "(_ extract %d %d)", hi, lo)
	case term.OpZext:
		return fmt.Appendf(dst, "(_ zero_extend %d)", p.s.Width(id)-p.s.Width(p.s.Arg(id, 0)))
	case term.OpSext:
		return fmt.Appendf(dst, "(_ sign_extend %d)", p.s.Width(id)-p.s.Width(p.s.Arg(id, 0)))
	case term.OpRotl, term.OpRotr:
		return fmt.Appendf(dst, "(_ %s %d)", op, p.s.Param(id))
	case term.OpConstArray:
		dst = append(dst, "(as const "...)
		return append(AppendSort(dst, p.s.Sort(id)), ')')
	default:
		// The names of the store's operators are those of SMT-LIB.
		return append(dst, op.String()...)
	}
}

// expansions holds definitions of operators that SMT-LIB 2.6 does not have, over a and b, bit-vectors
// of width w.
var expansions = [term.OpCount]func(dst []byte, w uint) []byte{
	term.OpUaddo: func(dst []byte, _ uint) []byte { return append(dst, "(bvult (bvadd a b) a)"...) },
	term.OpUsubo: func(dst []byte, _ uint) []byte { return append(dst, "(bvult a b)"...) },
	term.OpSaddo: func(dst []byte, w uint) []byte { return misfit(dst, "bvadd", w, 1) },
	term.OpSsubo: func(dst []byte, w uint) []byte { return misfit(dst, "bvsub", w, 1) },
	term.OpSmulo: func(dst []byte, w uint) []byte { return misfit(dst, "bvmul", w, w) },
	term.OpUmulo: func(dst []byte, w uint) []byte {
		dst = fmt.Appendf(dst, "(not (= ((_ extract %d %d) (bvmul ((_ zero_extend %d) a) ((_ zero_extend %d) b))) ", 2*w-1, w, w, w)
		return append(appendNumber(dst, 0, w), "))"...)
	},
	term.OpSdivo: func(dst []byte, w uint) []byte {
		dst = append(AppendValue(append(dst, "(and (= a "...), term.SignBit(w), term.BV(w)), ") (= b "...)
		return append(AppendValue(dst, term.Ones(w), term.BV(w)), "))"...)
	},
	term.OpNego: func(dst []byte, w uint) []byte {
		return append(AppendValue(append(dst, "(= a "...), term.SignBit(w), term.BV(w)), ')')
	},
	term.OpRotlVar: func(dst []byte, w uint) []byte { return rotation(dst, "bvshl", "bvlshr", w) },
	term.OpRotrVar: func(dst []byte, w uint) []byte { return rotation(dst, "bvlshr", "bvshl", w) },
}

// misfit appends that the signed result of an operator, computed in more bits,
// does not fit w bits: it is not the extension of its lower part.
func misfit(dst []byte, op string, w, more uint) []byte {
	dst = fmt.Appendf(dst, "(let ((r (%s ((_ sign_extend %d) a) ((_ sign_extend %d) b)))) ", op, more, more)
	return fmt.Appendf(dst, "(not (= r ((_ sign_extend %d) ((_ extract %d 0) r)))))", more, w-1)
}

// rotation appends a rotation by b modulo the width. If b is 0 modulo the width, one shift is by the
// whole width, which gives 0.
func rotation(dst []byte, forth, back string, w uint) []byte {
	dst = append(appendNumber(append(dst, "(let ((m (bvurem b "...), w, w), ")))"...)
	dst = fmt.Appendf(dst, " (bvor (%s a m) (%s a (bvsub ", forth, back)
	return append(appendNumber(dst, w, w), " m))))"...)
}

// appendNumber appends a number, which fits, as a bit-vector of width w.
func appendNumber(dst []byte, n, w uint) []byte {
	dst = append(dst, "(_ bv"...)
	dst = strconv.AppendUint(dst, uint64(n), 10)
	return append(strconv.AppendUint(append(dst, ' '), uint64(w), 10), ')')
}
