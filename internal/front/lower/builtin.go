package lower

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// special lowers calls of functions that Heddle knows by name, without calling
// them: done is false for others. Except for the functions that report an error
// (semantics 16), a definition in the unit wins.
func (f *function) special(e *tree.Call, fn *tree.Function) (v ir.Operand, done bool) {
	if isErrorName(fn.Name) {
		f.discardArgs(e)
		f.b.Pos = e.P
		f.fail(verdict.Reach, fn.Name+"()")
		return f.zero(e), true
	}
	if fn.Linkage != tree.External || f.isDefined(fn.Name) {
		return 0, false
	}
	if lower := knownCalls[fn.Name]; lower != nil {
		return lower(f, e)
	}
	if strings.HasPrefix(fn.Name, "__VERIFIER_nondet_") && len(e.Args) == 0 {
		return f.nondet(e)
	}
	return 0, false
}

// isDefined reports whether the program has its own definition of a library function.
func (f *function) isDefined(name string) bool {
	return f.defined[name] || f.opts.Defined != nil && f.opts.Defined(name)
}

// isErrorName reports whether calling a function is the violation of reach.
func isErrorName(name string) bool { return name == "reach_error" || name == "__VERIFIER_error" }

// knownCalls holds the functions that are lowered in place. Each may decline.
var knownCalls map[string]func(*function, *tree.Call) (ir.Operand, bool)

func init() {
	knownCalls = map[string]func(*function, *tree.Call) (ir.Operand, bool){
		"__VERIFIER_assume": (*function).assumeCall,
		"__CPROVER_assume":  (*function).assumeCall,
		"__ESBMC_assume":    (*function).assumeCall,
		"assert":            (*function).assertCall,
		"__VERIFIER_assert": (*function).assertCall,
		"__CPROVER_assert":  (*function).assertCall,
		"__ESBMC_assert":    (*function).assertCall,

		"__VERIFIER_atomic_begin": section(ir.OpAtomicBegin),
		"__CPROVER_atomic_begin":  section(ir.OpAtomicBegin),
		"__ESBMC_atomic_begin":    section(ir.OpAtomicBegin),
		"__VERIFIER_atomic_end":   section(ir.OpAtomicEnd),
		"__CPROVER_atomic_end":    section(ir.OpAtomicEnd),
		"__ESBMC_atomic_end":      section(ir.OpAtomicEnd),

		"__assert_fail": failure(0),
		"__assert":      failure(0),
		"__assert_rtn":  failure(3),
		"printf":        (*function).printf,
		"fprintf":       (*function).fprintf,
		"vprintf":       (*function).vprintf,
		"vfprintf":      (*function).vfprintf,
		"snprintf":      (*function).snprintf,
		"sprintf":       (*function).sprintf,
		"puts":          (*function).puts,
		"putchar":       (*function).putchar,
		"memcpy":        (*function).memcpy,
		"memmove":       (*function).memmove,
		"memset":        (*function).memset,
	}
}

func (f *function) discardArgs(e *tree.Call) {
	for _, a := range e.Args {
		f.discard(a)
	}
}

// fail emits an assertion that always fails; nothing follows it.
func (f *function) fail(p verdict.Property, text string) {
	f.check(f.boolean(false), p, text)
	f.stop()
}

func (f *function) check(cond ir.Operand, p verdict.Property, text string) {
	in := ir.Instr{Op: ir.OpAssert, Sub: uint8(p), Args: []ir.Operand{cond}}
	in.SetMessage(text)
	f.b.Emit(in)
}

func (f *function) assumeCall(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) != 1 {
		return 0, false
	}
	c := f.cond(e.Args[0])
	f.b.Pos = e.P
	f.assume(c)
	return f.zero(e), true
}

// assume stops the thread unless c; a constant one needs nothing or cuts here.
func (f *function) assume(c ir.Operand) {
	if k, ok := f.intConst(c); ok && k != 0 {
		return
	}
	f.b.Emit(ir.Instr{Op: ir.OpAssume, Args: []ir.Operand{c}})
}

func (f *function) assertCall(e *tree.Call) (ir.Operand, bool) {
	if len(e.Args) == 0 {
		return 0, false
	}
	c := f.cond(e.Args[0])
	text := e.Callee().Name
	for _, a := range e.Args[1:] {
		if s, ok := literalText(a); ok {
			text = s
		} else {
			f.discard(a)
		}
	}
	f.b.Pos = e.P
	f.check(c, verdict.Assert, text)
	return f.zero(e), true
}

// section begins or ends an atomic section written in the program.
func section(op ir.Op) func(*function, *tree.Call) (ir.Operand, bool) {
	return func(f *function, e *tree.Call) (ir.Operand, bool) {
		f.discardArgs(e)
		f.b.Pos = e.P
		f.b.Emit(ir.Instr{Op: op, Sub: uint8(ir.UserSection)})
		return f.zero(e), true
	}
}

// failure lowers a call of the function to which assert expands in system headers; text is the index
// of the argument that holds the condition.
func failure(text int) func(*function, *tree.Call) (ir.Operand, bool) {
	return func(f *function, e *tree.Call) (ir.Operand, bool) {
		condition := ""
		for i, a := range e.Args {
			s, ok := literalText(a)
			if !ok {
				f.discard(a)
			} else if i == text {
				condition = s
			}
		}
		f.b.Pos = e.P
		f.fail(verdict.Assert, condition)
		return f.zero(e), true
	}
}

// literalText returns the bytes of a string literal argument, up to its zero.
func literalText(e tree.Expr) (string, bool) {
	switch e := e.(type) {
	case *tree.Convert:
		return literalText(e.X)
	case *tree.Decay:
		return literalText(e.X)
	case *tree.StringLit:
		if e.T.IsArray() && e.T.Elem().IsCharacter() {
			s, _, _ := strings.Cut(string(e.Bytes), "\x00")
			return s, true
		}
	}
	return "", false
}

// nondet lowers __VERIFIER_nondet_*: any value of the result type.
func (f *function) nondet(e *tree.Call) (ir.Operand, bool) {
	if !e.T.IsArithmetic() {
		return 0, false
	}
	f.b.Pos = e.P
	return f.chooseValue(e.T, ir.ChooseNondet), true
}

// chooseValue emits a choice of any value of an arithmetic C type.
func (f *function) chooseValue(t *ctype.Type, reason ir.ChooseReason) ir.Operand {
	if t.IsBool() {
		return f.extendBool(f.b.Choose(ir.I1, reason), ir.I8)
	}
	return f.b.Choose(irType(f.model, t), reason)
}
