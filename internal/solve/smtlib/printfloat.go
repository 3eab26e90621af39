package smtlib

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The store's floats are bit-vectors, the standard's have sorts of their own and no function back to
// bits. So a result becomes a declared bit-vector, with the assertion that its float is the result. If
// the result is NaN, the bit-vector is the store's one NaN.

// isFloatResult reports whether a term is a float that an operator computes.
func isFloatResult(s *term.Store, id term.ID) bool {
	op := s.Op(id)
	return op.IsFloat() && op != term.OpFToS && s.Sort(id) != term.Bool
}

// declareFloat appends the declaration of a computed float.
func (p *Printer) declareFloat(dst []byte, id term.ID) []byte {
	f := p.s.Float(id)
	to := f.Format
	if p.s.Op(id) == term.OpFToF {
		to = f.To
	}
	dst = p.declare(dst, id, p.definition())
	label := p.label[id]
	dst = appendFormat(append(dst, "(assert (= ("...), "to_fp", to)
	dst = append(append(append(dst, ' '), label...), ") "...)
	dst = append(p.appendFloat(dst, id, f), "))\n"...)
	dst = appendFormat(append(dst, "(assert (=> (fp.isNaN ("...), "to_fp", to)
	dst = fmt.Appendf(dst, " %s)) (= %s ", label, label)
	return append(AppendValue(dst, to.NaN(), term.BV(to.Width())), ")))\n"...)
}

// appendFloat appends the result of a float operator: a float, or a Bool for a comparison.
func (p *Printer) appendFloat(dst []byte, id term.ID, f term.FloatParam) []byte {
	op, mode := p.s.Op(id), strings.ToUpper(f.Mode.String())
	switch op {
	case term.OpFRem:
		return p.appendRemainder(dst, id, f)
	case term.OpFToS:
		return p.appendInteger(dst, id, f, mode)
	case term.OpFToF:
		dst = append(appendFormat(append(dst, '('), "to_fp", f.To), ' ')
		return append(p.appendOperand(append(dst, mode+" "...), p.s.Arg(id, 0), f.Format), ')')
	case term.OpSToF, term.OpUToF:
		name := "to_fp"
		if op == term.OpUToF {
			name = "to_fp_unsigned"
		}
		dst = append(appendFormat(append(dst, '('), name, f.Format), ' ')
		return append(p.AppendTerm(append(dst, mode+" "...), p.s.Arg(id, 0)), ')')
	}
	dst = append(append(dst, '('), op.String()...)
	if p.s.Sort(id) != term.Bool {
		dst = append(append(dst, ' '), mode...)
	}
	for _, a := range p.s.Args(id) {
		dst = p.appendOperand(append(dst, ' '), a, f.Format)
	}
	return append(dst, ')')
}

// appendRemainder appends the remainder. The remainder of C's fmod, whose quotient is rounded to zero,
// is not negative for absolute values. So it is the standard's remainder of absolute values, or that
// plus the divisor.
func (p *Printer) appendRemainder(dst []byte, id term.ID, f term.FloatParam) []byte {
	if f.Mode == term.RNE {
		dst = p.appendOperand(append(dst, "(fp.rem "...), p.s.Arg(id, 0), f.Format)
		return append(p.appendOperand(append(dst, ' '), p.s.Arg(id, 1), f.Format), ')')
	}
	dst = p.appendOperand(append(dst, "(let ((a "...), p.s.Arg(id, 0), f.Format)
	dst = p.appendOperand(append(dst, ") (b (fp.abs "...), p.s.Arg(id, 1), f.Format)
	return append(dst, "))) (let ((r (fp.rem (fp.abs a) b))) "+
		"(let ((r (ite (fp.isNegative r) (fp.add RNE r b) r))) (ite (fp.isNegative a) (fp.neg r) r))))"...)
}

// appendInteger appends a conversion to a signed bit-vector, which the standard leaves open if the
// result does not fit. Here it is then the least integer.
func (p *Printer) appendInteger(dst []byte, id term.ID, f term.FloatParam, mode string) []byte {
	dst = p.appendOperand(append(dst, "(let ((a "...), p.s.Arg(id, 0), f.Format)
	dst = append(dst, ")) (ite "...)
	// The integers are beyond the format if its greatest power of 2 is below theirs;
	// then a finite number can only be too large once it is rounded.
	bias := 1<<(f.Format.Exp-1) - 1
	switch beyond := int(f.Width) - 1 - bias; {
	case beyond == 1:
		dst = fmt.Appendf(dst, "(let ((r (fp.roundToIntegral %s a))) (not (or (fp.isNaN a) (fp.isInfinite a) (and (fp.isInfinite r) (fp.isPositive r)))))", mode)
	case beyond > 1:
		dst = append(dst, "(not (or (fp.isNaN a) (fp.isInfinite a)))"...)
	default:
		limit := f.Format.Pow2(int(f.Width) - 1)
		dst = fmt.Appendf(dst, "(let ((r (fp.roundToIntegral %s a))) (and (fp.leq ", mode)
		dst = appendConstant(dst, limit.Or(term.SignBit(f.Format.Width())), f.Format)
		dst = append(appendConstant(append(dst, " r) (fp.lt r "...), limit, f.Format), ")))"...)
	}
	dst = fmt.Appendf(dst, " ((_ fp.to_sbv %d) %s a) ", f.Width, mode)
	return append(AppendValue(dst, term.SignBit(f.Width), term.BV(f.Width)), "))"...)
}

// appendOperand appends a term as a float of its bits.
func (p *Printer) appendOperand(dst []byte, id term.ID, f term.Format) []byte {
	dst = append(appendFormat(append(dst, '('), "to_fp", f), ' ')
	return append(p.AppendTerm(dst, id), ')')
}

// appendConstant appends a float by its bits.
func appendConstant(dst []byte, bits term.Word, f term.Format) []byte {
	dst = append(appendFormat(append(dst, '('), "to_fp", f), ' ')
	return append(AppendValue(dst, bits, term.BV(f.Width())), ')')
}

// appendFormat appends an identifier that has a format for its indices.
func appendFormat(dst []byte, name string, f term.Format) []byte {
	return fmt.Appendf(dst, "(_ %s %d %d)", name, f.Exp, f.Sig)
}
