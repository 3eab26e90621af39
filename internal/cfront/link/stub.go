package link

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/cfront/tree"
	"github.com/heddle-mc/heddle/internal/ir"
)

// anyResult is the value of a stub that returns any value.
const anyResult = "nondet"

// stub takes away the bodies of functions that the user replaces: NAME, NAME=VALUE or
// NAME=nondet. A stub returns and does nothing else.
func (l *linker) stub() {
	for _, given := range l.opts.Stubs {
		name, value, ok := strings.Cut(given, "=")
		if !ok {
			value = anyResult
		}
		if value != anyResult {
			if _, err := strconv.ParseInt(value, 0, 64); err != nil {
				l.errorf(ir.Pos{}, -1, "stub", "--stub %s: found %q, expected a number or %s", name, value, anyResult)
			}
		}
		first := true
		for _, unit := range l.units {
			for id := 1; id < len(unit.Funcs); id++ {
				s, f := &unit.Funcs[id], &unit.Program.Funcs[id]
				if s.Name != name {
					continue
				}
				f.Blocks, f.Locals, f.Consts, f.Unsequenced = nil, nil, nil, nil
				s.Weak, s.Defined = false, first || s.Linkage != tree.External
				first = false
			}
		}
		if first {
			l.errorf(ir.Pos{}, -1, "stub", "--stub: no function is called %s", name)
		}
		l.stubs[name] = value
	}
}

// returns gives a function whose body was taken away another.
func (m *mover) returns(f *ir.Func, name, value string) {
	b := ir.NewFuncBuilder(m.opts.Model, f)
	b.Pos = f.Pos
	b.SetBlock(b.NewBlock())
	sig := m.declared(f.CType)
	switch n, _ := strconv.ParseInt(value, 0, 64); {
	case f.NoReturn, sig != nil && !f.Variadic && len(f.Params) > len(sig.Params):
		m.errorf(ir.Pos{}, -1, "stub", "--stub %s: expected a function that returns, and no structure", name)
		b.Unreachable()
	case f.Result == ir.NoType:
		value = "nothing"
		b.RetVoid()
	case f.Result.IsPtr() && (value == anyResult || n == 0):
		value = "null"
		b.Ret(b.Null())
	case f.Result.IsPtr():
		m.errorf(ir.Pos{}, -1, "stub", "--stub %s: found %s, expected 0 for a function that returns a pointer", name, value)
		b.Ret(b.Null())
	case value == anyResult:
		value = "any value"
		b.Ret(b.Choose(f.Result, ir.ChooseNondet))
	case f.Result.IsFloat():
		b.Ret(b.Float(f.Result, float64(n)))
	default:
		b.Ret(b.SignedInt(f.Result, n))
	}
	b.Finish()
	m.prog.Assumed = append(m.prog.Assumed, fmt.Sprintf("%s returns %s and does nothing else", name, value))
}
