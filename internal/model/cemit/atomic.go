package cemit

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// rmwNames are gcc's names of the atomic operations that return the old value.
var rmwNames = map[ir.RMWKind]string{
	ir.RMWXchg: "__atomic_exchange_n", ir.RMWAdd: "__atomic_fetch_add", ir.RMWSub: "__atomic_fetch_sub",
	ir.RMWAnd: "__atomic_fetch_and", ir.RMWOr: "__atomic_fetch_or", ir.RMWXor: "__atomic_fetch_xor",
	ir.RMWNand: "__atomic_fetch_nand",
}

// atomic returns an atomic read-modify-write.
func (f *funcPrinter) atomic(in *ir.Instr) value {
	ptr, t := f.atomicPointer(in)
	v := f.operandFor(in.Args[1], ctyp{t: f.fn.TypeOf(in.Args[1]), signed: t.signed, elem: t.elem})
	name := rmwNames[ir.RMWKind(in.Sub)]
	return value{text: fmt.Sprintf("%s(%s, %s, %s)", name, ptr, v.text, orderName(in.Order)), prec: precPostfix, typ: t}
}

// exchange returns the statements of a compare-and-exchange. The variable that gcc's
// operation compares with holds the old value afterwards, whether it succeeds or not;
// a weak one does not fail by chance, as nowhere here.
func (f *funcPrinter) exchange(in *ir.Instr) []string {
	text, t, ptr := f.access(in)
	if text.text == "" {
		text = value{text: "*" + ptr.in(precUnary), prec: precUnary}
	} else {
		ptr = value{text: "&" + text.in(precUnary), prec: precUnary}
	}
	f.folds.uses[in.Dst] = max(f.folds.uses[in.Dst], 1)
	expected, desired := f.operandFor(in.Args[1], t), f.operandFor(in.Args[2], t)
	if in.Dst == 0 || in.Type.IsFloat() {
		f.p.fail(in.Pos, "an atomic exchange of this type")
	}
	v := f.regName(in.Dst)
	if f.p.opts.Sequential {
		expected = f.p.as(expected, f.regType(in.Dst).signed)
		return []string{
			v + " = " + text.text + ";",
			fmt.Sprintf("if (%s == %s)", v, expected.in(precSum)),
			"\t" + text.text + " = " + desired.text + ";",
		}
	}
	return []string{
		v + " = " + expected.text + ";",
		fmt.Sprintf("__atomic_compare_exchange_n(%s, &%s, %s, 0, %s, %s);", ptr.text, v, desired.text, orderName(in.Order), orderName(in.Fail.OfRead())),
	}
}
