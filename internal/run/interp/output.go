package interp

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// maxOutputString bounds the output of one %s, in bytes.
const maxOutputString = 1 << 20

// outputOp formats as printf does. The text goes to Config.Output for every file descriptor (1 and 2
// alike). Formatting reads memory as bookkeeping: no visible operation, no violation; memory that cannot be
// read is printed as "?".
func (m *Machine) outputOp(t *Thread, in *inst, regs []wide.Word) outcome {
	fr := t.top()
	ci := &fr.fn.calls[in.aux]
	if m.conf.Output == nil {
		return next
	}
	f := formatter{m: m, format: m.cString(regs[ci.args[1]])}
	if fr.fn.src[fr.pc].Sub == ir.OutputList {
		f.area = regs[ci.args[2]]
	} else {
		for i := 2; i < len(ci.args); i++ {
			f.values = append(f.values, regs[ci.args[i]])
			f.types = append(f.types, ci.types[i])
		}
	}
	m.output = append(m.output, f.run()...)
	if m.attempt == nil && len(m.output) > 1<<12 {
		m.Flush()
	}
	return next
}

// cString reads a string up to its zero byte.
func (m *Machine) cString(p wide.Word) string {
	o := m.object(p.Hi)
	if o == nil || o.dead || p.Hi == 0 || p.Lo >= o.size {
		if p.Hi == 0 && p.Lo == 0 {
			return "(null)"
		}
		return "?"
	}
	b := o.data[p.Lo:min(o.size, p.Lo+maxOutputString)]
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}
