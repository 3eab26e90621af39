package interp

import "github.com/heddle-mc/heddle/internal/program/ir"

// GlobalWord returns the first bytes of a global, at most eight, as an unsigned number. For a thread-local
// global it is the instance of t, and zero if t has not used it yet.
func (m *Machine) GlobalWord(g ir.GlobalID, t *Thread) uint64 {
	o := m.objects[m.numFuncs+int(g)]
	if m.prog.Globals[g].Storage == ir.ThreadLocal {
		if t == nil || t.tls == nil || t.tls[g] == 0 {
			return 0
		}
		o = m.object(t.tls[g])
	}
	if o == nil || o.size == 0 || len(o.data) == 0 {
		return 0
	}
	return o.raw(0, min(o.size, 8))
}
