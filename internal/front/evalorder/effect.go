package evalorder

import (
	"cmp"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// access is a read or a write of some bytes. It is comparable, for the table of accesses.
type access struct {
	object *tree.Object // nil: through a pointer, or hidden is set
	hidden string       // a library model's own object, by name
	param  int          // through this parameter of the function, from 1; 0: none
	write  bool

	// Which bits of the object, if fixed.
	fixed    bool
	off, end int64

	// The kind of lvalue: the class of a scalar, and the member of a record through which it is
	// accessed.
	class  class
	rec    *ctype.Record // nil: of no record
	recAt  int64         // bits from the start of the record
	recEnd int64
	atomic bool
}

// class distinguishes types of scalars that one lvalue cannot both access (C11 6.5p7).
type class struct {
	kind byte // 0: any; 'c' a character, 'i' an integer, 'f' a float, 'p' a pointer
	size int64
}

// effects holds the possible effects of an evaluation.
type effects struct {
	accesses accessSet
	any      bool // accesses anything whose address is known elsewhere
	reads    bool // reads any such thing
	output   bool
	sync     bool // synchronises, waits, or creates threads
	stops    bool // may end the thread or the process
	fails    bool // may violate a property by itself
}

// maxAccesses bounds a summary; beyond it, it is anything.
const maxAccesses = 256

// union adds the effects of other and reports whether that changed e.
func (e *effects) union(other *effects) bool {
	changed := false
	flag := func(to *bool, from bool) {
		if from && !*to {
			*to, changed = true, true
		}
	}
	flag(&e.any, other.any)
	flag(&e.reads, other.reads)
	flag(&e.output, other.output)
	flag(&e.sync, other.sync)
	flag(&e.stops, other.stops)
	flag(&e.fails, other.fails)
	if e.any && len(e.accesses) > maxAccesses {
		return changed
	}
	if e.accesses.union(other.accesses) {
		changed = true
	}
	if len(e.accesses) > maxAccesses {
		flag(&e.any, true)
	}
	return changed
}

// everything is the effect of code that is not known.
func everything() effects {
	return effects{any: true, output: true, sync: true, stops: true, fails: true}
}

// classOf returns the class of a scalar type; of others, any.
func (a *analyzer) classOf(t *ctype.Type) class {
	t = t.Unqualified()
	switch {
	case t.IsCharacter():
		return class{'c', 1}
	case t.IsInteger():
		return class{'i', t.Size(a.opts.Model)}
	case t.IsFloating():
		return class{'f', t.Size(a.opts.Model)}
	case t.IsPointer():
		return class{'p', 0}
	}
	return class{}
}

// overlap reports whether two accesses may touch a common byte. exact leaves out
// that a character lvalue may touch any object.
func (a *analyzer) overlap(x, y *access, exact bool) bool {
	switch {
	case x.hidden != "" || y.hidden != "":
		// The order of two writes matters only if the program reads the object, as it may read errno.
		return x.hidden == y.hidden && (a.consulted[x.hidden] || !a.opts.Whole)
	case x.object != nil && y.object != nil:
		if x.object != y.object {
			return x.object.Linkage == tree.External && y.object.Linkage == tree.External && linkName(x.object) == linkName(y.object)
		}
		if x.fixed && y.fixed {
			return x.off < y.end && y.off < x.end
		}
		return !differentMembers(x, y)
	case x.object != nil:
		return a.reaches(y, x.object) && a.alike(x, y, exact)
	case y.object != nil:
		return a.reaches(x, y.object) && a.alike(x, y, exact)
	}
	return a.alike(x, y, exact)
}

// linkName returns the name by which the linker knows an object; two declarations with
// asm labels may mean one.
func linkName(o *tree.Object) string { return cmp.Or(o.Label, o.Name) }

// reaches reports whether an access through a pointer may be to an object.
func (a *analyzer) reaches(x *access, o *tree.Object) bool {
	if o.Literal || !a.known(o) {
		return false
	}
	return x.rec == nil || holdsRecord(o.Type, x.rec)
}

// alike reports whether the types of two accesses allow that they overlap.
func (a *analyzer) alike(x, y *access, exact bool) bool {
	if !exact && (x.class.kind == 'c' || y.class.kind == 'c') {
		return true
	}
	if differentMembers(x, y) {
		return false
	}
	return x.class.kind == 0 || y.class.kind == 0 || x.class == y.class
}

// differentMembers reports whether two accesses are to different members of one
// record type.
func differentMembers(x, y *access) bool {
	return x.rec != nil && x.rec == y.rec && !x.rec.Union && (x.recEnd <= y.recAt || y.recEnd <= x.recAt)
}

// holdsRecord reports whether an object of type t may hold a record: it does, or
// it is raw storage.
func holdsRecord(t *ctype.Type, r *ctype.Record) bool {
	for t.IsArray() {
		t = t.Elem()
	}
	if t.IsCharacter() {
		return true
	}
	if !t.IsRecord() || !t.IsComplete() {
		return false
	}
	if t.Record() == r {
		return true
	}
	for _, f := range t.Record().Fields() {
		if holdsRecord(f.Type, r) {
			return true
		}
	}
	return false
}

// known reports whether the address of an object is known elsewhere than in its
// name: taken somewhere, or in another unit.
func (a *analyzer) known(o *tree.Object) bool {
	return a.escaped[o] || !a.opts.Whole && o.Linkage == tree.External
}

// conflict reports whether it can matter which of two evaluations comes first.
func (a *analyzer) conflict(x, y *effects) bool {
	if x.output && y.output || x.stops && y.fails || y.stops && x.fails ||
		a.anyMeets(x, y) || a.anyMeets(y, x) {
		return true
	}
	for _, i := range x.accesses {
		p := a.get(i)
		for _, j := range y.accesses {
			if q := a.get(j); (p.write || q.write) && a.overlap(p, q, false) {
				return true
			}
		}
	}
	return a.othersTell(x, y) || a.othersTell(y, x)
}

// anyMeets reports whether an access of x to anything (the field any) may conflict with the effects of
// y.
func (a *analyzer) anyMeets(x, y *effects) bool {
	if !x.any && !x.reads {
		return false
	}
	if y.any || x.any && y.reads {
		return true
	}
	for _, j := range y.accesses {
		q := a.get(j)
		if !x.any && !q.write {
			continue
		}
		if q.object == nil || !q.object.Literal && a.known(q.object) || q.object.Static || q.object.Linkage == tree.External {
			return true
		}
	}
	return false
}

// othersTell reports whether x synchronises and y has something that other threads
// take part in.
func (a *analyzer) othersTell(x, y *effects) bool {
	return (x.sync || a.meetsOthers(x, atomicAccess)) && (y.sync || a.meetsOthers(y, anyAccess))
}

// racy reports whether x and y have plain accesses whose order other threads could see in a data race.
func (a *analyzer) racy(x, y *effects) bool {
	return a.meetsOthers(x, likelyAccess) && a.meetsOthers(y, likelyAccess)
}

// meeting selects the accesses that may conflict with accesses of other threads.
type meeting uint8

const (
	anyAccess    meeting = iota
	atomicAccess         // only atomic ones
	likelyAccess         // none that would take a character lvalue or unknown code
)

// meetsOthers reports whether e has an access that another thread may conflict with.
func (a *analyzer) meetsOthers(e *effects, which meeting) bool {
	for _, i := range e.accesses {
		p := a.get(i)
		if which == atomicAccess && !p.atomic {
			continue
		}
		key := meetKey{i, which == likelyAccess}
		known, ok := a.beside.met[key]
		if !ok {
			known = a.meets(p, which == likelyAccess)
			a.beside.met[key] = known
		}
		if known {
			return true
		}
	}
	return false
}

// meetKey identifies a question to meets, among those with the same accesses beside.
type meetKey struct {
	access accessID
	likely bool
}

func (a *analyzer) meets(p *access, likely bool) bool {
	halt.Poll(a.opts.Context)
	if p.hidden != "" {
		return false
	}
	if o := p.object; o != nil && (o.ThreadLocal || o.Literal || isAutomatic(o) && !a.known(o)) {
		return false
	}
	if !likely && (a.beside.any || a.beside.reads && p.write) {
		return true
	}
	for _, j := range a.beside.accesses {
		q := a.get(j)
		if likely && (p.object == nil || p.object != q.object) && (p.class.kind == 'c' || q.class.kind == 'c') {
			continue
		}
		if (p.write || q.write) && a.overlap(p, q, likely) {
			return true
		}
	}
	return false
}
