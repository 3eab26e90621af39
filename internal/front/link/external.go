package link

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// reserved lists prefixes of names that belong to the C library and compilers (C11 7.1.3, 7.31; POSIX
// 2018, XSH 2.2.2). Such functions are not the user's, and their effects matter.
var reserved = []string{"__", "atomic_", "cnd_", "mtx_", "pthread_", "sem_", "thrd_", "tss_"}

// withoutBody adds a body to a function that has none in any unit. If the user stubs the function it
// becomes a stub. If it is a function of the C library that needs a model, or with the rule
// UnsupportedExternals, it becomes unsupported. Every other function is external, with the assumptions of
// semantics 14.8.
func (m *mover) withoutBody(f *ir.Func, s *lower.Symbol) {
	value, stubbed := m.stubs[s.Name]
	rule := m.opts.Externals
	known := s.Type == nil || s.Weak || header.Declares(s.Name) || isReserved(s.Name)
	switch {
	case stubbed:
		m.prog.Assumed = append(m.prog.Assumed, m.little(f, s, value))
	case rule == UnsupportedExternals || known && (rule != TypedExternals || m.opts.Exact || s.Type == nil || s.Weak || needsModel(s.Name, s.Type)):
		undefined(f, m.opts.Model, known && fills(s.Type))
	case rule == TypedExternals:
		m.guesses = known
		f.External = m.little(f, s, typed)
		m.guesses = false
	default:
		f.External = m.little(f, s, anyResult)
	}
}

// needsModel reports whether the type of a C library function does not tell enough about it: the table says so,
// or the function accesses bytes whose number its type does not state. Of the functions of C17 only those on numbers
// do not need a model.
func needsModel(name string, t *ctype.Type) bool {
	f, ok := header.Lookup(name)
	return f.NeedsModel || ok && f.Standard == header.C17 && f.Header != "math.h" && f.Header != "complex.h" || isReserved(name) ||
		slices.ContainsFunc(t.Sig().Params, func(p ctype.Param) bool {
			return p.Type.IsPointer() && (p.Type.Elem().IsVoid() || p.Type.Elem().IsCharacter() && !p.Type.Elem().IsConst())
		})
}

// guessing is the library function that marks calls of C library functions whose results are any values, though
// the program may know them.
const guessing = "__heddle_guessed"

// isReserved reports whether a name belongs to the C library or to compilers.
func isReserved(name string) bool {
	return slices.ContainsFunc(reserved, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// little gives a function a body that returns a value according to Options.Stubs and has no other
// effect. It returns a description of this. The return is a block of its own, the last.
func (m *mover) little(f *ir.Func, s *lower.Symbol, value string) string {
	f.Model = true
	b := ir.NewFuncBuilder(m.opts.Model, f)
	b.Pos = f.Pos
	b.SetBlock(b.NewBlock())
	var does []string
	switch value {
	case havoc:
		m.havoc(b, s.Type.Sig().Params)
		does = append(does, "writes any values through its arguments")
	case typed:
		if m.guesses {
			b.Call(m.libraryFunc(guessing), ir.NoType)
		}
		does = m.effects(b, s.Type.Sig(), m.literals[s.Name])
	}
	result := s.Type.Result()
	n, err := strconv.ParseInt(value, 0, 64)
	isNumber := err == nil
	var v []ir.Operand // the operand of the return
	returns := "returns any value"
	switch {
	case isNumber && (f.NoReturn || result.IsRecord()):
		m.errorf(ir.Pos{}, -1, "stub", "--stub %s: expected a function that returns, and no structure", s.Name)
	case f.NoReturn:
		returns = "ends the process"
	case result.IsRecord():
		m.writeAny(b, ir.RegOperand(f.Params[0]), result)
	case f.Result == ir.NoType:
		returns = "returns nothing"
	case f.Result.IsPtr() && !isNumber:
		var p ir.Operand
		p, returns = m.anyPointer(b, result.Elem())
		v = append(v, p)
	case f.Result.IsPtr():
		if n != 0 {
			m.errorf(ir.Pos{}, -1, "stub", "--stub %s: found %s, expected 0 for a function that returns a pointer", s.Name, value)
		}
		returns = "returns null"
		v = append(v, b.Null())
	case !isNumber:
		v = append(v, anyNumber(b, f.Result, result.IsBool()))
	case f.Result.IsFloat():
		returns = "returns " + value
		v = append(v, b.Float(f.Result, float64(n)))
	default:
		if result.IsBool() && n != 0 {
			n = 1 // C11 6.3.1.2
		}
		returns = "returns " + value
		v = append(v, b.SignedInt(f.Result, n))
	}
	if f.NoReturn {
		b.Halt(b.Int(ir.I32, 1))
	} else {
		last := b.NewBlock()
		b.Br(last)
		b.SetBlock(last)
		b.Terminate(ir.Term{Op: ir.TermRet, Arg: append(v, 0)[0], HasArg: len(v) > 0})
	}
	b.Finish()
	return fmt.Sprintf("%s %s and does nothing else", s.Name, strings.Join(append(does, returns), ", "))
}

// anyNumber returns any value of a type other than a pointer.
func anyNumber(b *ir.FuncBuilder, t ir.Type, isBool bool) ir.Operand {
	v := b.Choose(t, ir.ChooseNondet)
	if isBool {
		v = b.Binary(ir.OpAnd, 0, v, b.Int(t, 1))
	}
	return v
}

// unknownBytes is the size of a fresh object whose type is not known.
const unknownBytes = 4096

// anyPointer returns null or the address of a fresh object, with a description. There is no fresh function.
func (m *mover) anyPointer(b *ir.FuncBuilder, to *ctype.Type) (ir.Operand, string) {
	if to.IsFunc() {
		return b.Null(), "returns null"
	}
	p, what := m.freshObject(b, to)
	return b.Select(b.Choose(ir.I1, ir.ChooseNondet), b.Null(), p), "returns null or " + what
}

// freshObject returns the address of a fresh object with any content, with a description. The object has the
// given type, or is a string, or is a large object if the type is incomplete.
func (m *mover) freshObject(b *ir.FuncBuilder, to *ctype.Type) (ir.Operand, string) {
	size, what := int64(unknownBytes), fmt.Sprintf("an object of %d bytes", unknownBytes)
	switch {
	case to.IsCharacter():
		size, what = maxCharacters+1, fmt.Sprintf("a string of up to %d characters", maxCharacters)
	case to.IsComplete():
		size, what = max(to.Size(m.opts.Model), 1), "an object of any content"
	}
	p := m.fresh(b, size)
	if to.IsCharacter() {
		b.Store(b.PtrAdd(p, b.Int(m.opts.Model.PtrInt(), maxCharacters)), b.Int(ir.I8, 0), ir.Access{Align: 1})
	}
	return p, what
}

// havoc writes any values to the objects that arguments point to, as far as their types have a
// known size and are not const.
func (m *mover) havoc(b *ir.FuncBuilder, params []ctype.Param) {
	arguments := b.F.Params[len(b.F.Params)-len(params):]
	if b.F.Variadic {
		arguments = b.F.Params[len(b.F.Params)-1-len(params):]
	}
	for i, param := range params {
		if to := param.Type.Elem(); param.Type.IsPointer() && !to.IsConst() && to.IsComplete() && !to.IsVariablySized() {
			p, then, after := ir.RegOperand(arguments[i]), b.NewBlock(), b.NewBlock()
			b.CondBr(b.Compare(ir.OpEq, p, b.Null()), after, then)
			b.SetBlock(then)
			m.writeAny(b, p, to)
			b.Br(after)
			b.SetBlock(after)
		}
	}
}

// writeAny writes any value of a type.
func (m *mover) writeAny(b *ir.FuncBuilder, p ir.Operand, t *ctype.Type) {
	b.Call(m.libraryFunc("__VERIFIER_nondet_memory"), ir.NoType, p, b.SignedInt(m.opts.Model.PtrInt(), t.Size(m.opts.Model)))
}

// fills reports whether a function gets a pointer through which it may write, so that its results
// include the memory that the program reads there afterwards.
func fills(t *ctype.Type) bool {
	return t != nil && slices.ContainsFunc(t.Sig().Params, func(p ctype.Param) bool {
		if !p.Type.IsPointer() {
			return false
		}
		to := p.Type.Elem()
		return !to.IsConst() && !to.IsFunc() && (to.IsVoid() || to.IsComplete())
	})
}

// undefined gives an undefined function a body with an unsupported instruction. If fills is set, the
// text says that the function may write through its arguments: then a stub that only returns cannot
// replace it.
func undefined(f *ir.Func, m ir.DataModel, fills bool) {
	text := "call of " + f.Name
	if fills {
		text += ", which may write to what it is given,"
	}
	b := ir.NewFuncBuilder(m, f)
	b.Pos = f.Pos
	b.SetBlock(b.NewBlock())
	b.Emit(ir.Instr{Op: ir.OpUnsupported, Text: text})
	b.Unreachable()
	b.Finish()
}
