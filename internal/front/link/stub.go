package link

import (
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// These are the special values of Options.Stubs: any value; any value, after any values were written
// through the arguments. typed stands for the effects that follow from the function's type (effects.go).
const (
	anyResult = "nondet"
	havoc     = "havoc"
	typed     = "typed"
)

// stub takes away the bodies of functions that the user replaces: NAME, NAME=VALUE,
// NAME=nondet or NAME=havoc.
func (l *linker) stub() {
	for _, given := range l.opts.Stubs {
		name, value, ok := strings.Cut(given, "=")
		if !ok {
			value = anyResult
		}
		if _, err := strconv.ParseInt(value, 0, 64); err != nil && value != anyResult && value != havoc {
			l.errorf(ir.Pos{}, -1, "stub", "--stub %s: found %q, expected a number, %s or %s", name, value, anyResult, havoc)
		}
		if _, entry := SplitEntry(l.opts.Entry); name == entry {
			l.errorf(ir.Pos{}, -1, "stub", "--stub %s: executions begin there, and would end", name)
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
