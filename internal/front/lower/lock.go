package lower

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// overwrittenLocks is the library function that is called where the program itself writes the bytes of
// locks: __heddle_overwritten(lock, n, stride), for n of them.
const overwrittenLocks = "__heddle_overwritten"

// lockTypes are the types of locks that a structure copy or memset may hit while
// they are held. Which thread holds a lock is not in its bytes.
var lockTypes = map[string]bool{"pthread_mutex_t": true, "pthread_rwlock_t": true, "mtx_t": true}

// lockRun is n locks in an object, from an offset on.
type lockRun struct{ off, n, stride int64 }

// overwrites calls the library before n objects of a type are written as a whole, if there are locks
// in them.
func (f *function) overwrites(to address, t *ctype.Type, n int64) {
	for _, r := range f.lockRuns(t, n) {
		f.b.Call(f.helper(overwrittenLocks, ir.NoType, ir.Ptr, f.model.PtrInt(), f.model.PtrInt()), ir.NoType,
			f.materialise(to.plus(r.off)), f.ptrInt(r.n), f.ptrInt(r.stride))
	}
}

// lockRuns lists the locks in n adjacent objects of a type.
func (f *function) lockRuns(t *ctype.Type, n int64) (runs []lockRun) {
	if !t.IsComplete() || t.IsVariablySized() {
		return nil
	}
	size := t.Size(f.model)
	switch {
	case lockTypes[t.TypedefName()]:
		return []lockRun{{0, n, size}}
	case t.IsArray():
		return f.lockRuns(t.Elem(), n*t.Len())
	case t.Kind() != ctype.Struct && t.Kind() != ctype.Union:
		return nil
	}
	fields := t.Record().Fields()
	for i := range fields {
		m := &fields[i]
		if m.BitField {
			continue
		}
		for _, r := range f.lockRuns(m.Type, 1) {
			for k := range n {
				if n > 1 && r.n == 1 {
					runs = append(runs, lockRun{m.Offset + r.off, n, size})
					break
				}
				runs = append(runs, lockRun{k*size + m.Offset + r.off, r.n, r.stride})
			}
		}
	}
	return runs
}
