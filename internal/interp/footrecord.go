package interp

// Recording of footprints: a machine with names puts what a step does into its
// footprint, if it has one. Accesses count when others can reach the object, or
// when it is a library model's: models may share those without a visible
// operation.

func (m *Machine) shares(o *object) bool { return (o.visible || o.model) && !o.constant }

// seen notes an access to n bytes of an object.
func (m *Machine) seen(o *object, off, n uint64, class itemClass) {
	if !m.shares(o) {
		return
	}
	m.foot.add(item{lo: off, hi: off + n, object: m.objectName(o), class: class})
}

// tried notes an access that found no object to access, or not enough of one.
func (m *Machine) tried(p word, n uint64, class itemClass) {
	o := m.object(p.hi)
	if o == nil || p.hi == 0 || o.kind == kindFunc {
		return
	}
	m.seenLife(o, reading)
	if p.lo < p.lo+n && p.lo+n < lifeOffset {
		m.seen(o, p.lo, n, class)
	}
}

// seenLife notes that something depends on whether an object lives, or begins
// or exposes it.
func (m *Machine) seenLife(o *object, class itemClass) {
	if o.kind != kindFunc && o.kind != kindGlobal {
		m.foot.add(item{lo: lifeOffset, hi: lifeOffset + 1, object: m.objectName(o), class: class})
	}
}

// seenDeath notes the end of an object's life.
func (m *Machine) seenDeath(o *object) {
	if m.shares(o) {
		m.foot.add(item{hi: lifeOffset + 1, object: m.objectName(o), class: writing})
	}
}

// seenLock notes an operation on the lock at p.
func (m *Machine) seenLock(p word, class itemClass, op itemOp) {
	o := m.object(p.hi)
	m.seenLife(o, reading)
	m.foot.add(item{lo: p.lo, hi: p.lo + 1, object: m.objectName(o), space: inLocks, class: class, op: op})
}

// seenRelease notes a release by t, before it happens.
func (m *Machine) seenRelease(t *Thread, p word, l *lock) {
	class := writing
	switch {
	case l.owner != nil:
		m.foot.foreign = m.foot.foreign || l.owner != t
	case len(l.shared) > 0:
		own := false
		for _, h := range l.shared {
			own = own || h == t
		}
		if own {
			class = sharing
		} else {
			m.foot.foreign = true
		}
	}
	m.seenLock(p, class, opRelease)
}

// seenHandle notes that a thread's handle is given or looked up. The bits of a
// handle that is no pointer are its offset in no object.
func (m *Machine) seenHandle(p word, class itemClass) {
	it := item{lo: p.lo, hi: p.lo + 1, space: inHandles, class: class}
	if o := m.object(p.hi); o != nil && p.hi != 0 {
		it.object = m.objectName(o)
	}
	m.foot.add(it)
}

// seenEnd notes the end of a thread, or that one waits for it.
func (m *Machine) seenEnd(t *Thread, class itemClass, op itemOp) {
	m.foot.add(item{hi: 1, object: uint32(t.id), space: inThreads, class: class, op: op})
}

// seenChannel notes that models state order; that matters for races only.
func (m *Machine) seenChannel(c channel, class itemClass) {
	it := item{lo: c.at.lo<<24 ^ c.number, space: inChannels, class: class}
	it.hi = it.lo + 1
	if o := m.object(c.at.hi); o != nil && c.at.hi != 0 {
		it.object = m.objectName(o)
	}
	m.foot.add(it)
}

// seenSection notes a section of the program, which synchronises with others.
func (m *Machine) seenSection() { m.foot.add(item{hi: 1, space: inSections, class: writing}) }

// guessed notes that t turned bits into a pointer to o, or to nothing although
// there might be an object. What an address is worth then depends on what other
// threads made.
func (m *Machine) guessed(o *object) {
	switch {
	case o == nil:
		m.foot.all = true
	case o.kind == kindFunc || o.kind == kindGlobal:
	case !o.visible && !o.model:
		m.foot.all = true
	default:
		m.seenLife(o, reading)
	}
}
