package interp

import (
	"maps"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// Processes (semantics 14.15). fork copies the running thread, and every object that is not shared. A pointer has the same
// reference in both processes; the image of a process decides which object a reference identifies there. So copied pointers need
// no change. The machine's own fields hold the image of the process whose thread runs.

// image is the memory of a process.
type image struct {
	objects []*object
	pool    [poolClasses][]*object
	bySlot  map[uint64]*object
	handles map[wide.Word]*Thread
	locks   map[wide.Word]*lock
}

// processes holds the processes of an execution that called fork.
type processes struct {
	current int32
	images  []image             // by process; that of the current one is out of date
	first   []*Thread           // by process: the thread with which it began
	locks   map[wide.Word]*lock // in shared objects
	end     End                 // of the first process, when it has ended
}

// processShift is the place of a process's number in the channels and observed objects of its own memory.
const processShift = 56

// maxProcesses bounds the processes of an execution.
const maxProcesses = 1 << (64 - processShift)

// become makes the image of a process the machine's.
func (m *Machine) become(process int32) {
	ps := m.processes
	if ps == nil || ps.current == process {
		return
	}
	ps.images[ps.current] = image{m.objects, m.pool, m.bySlot, m.handles, m.locks}
	to := &ps.images[process]
	m.objects, m.pool, m.bySlot, m.handles, m.locks = to.objects, to.pool, to.bySlot, to.handles, to.locks
	ps.current = process
}

// share makes an object one object of all processes.
func (m *Machine) share(p wide.Word) {
	o := m.object(p.Hi)
	if o == nil || p.Hi == 0 || o.shared {
		return
	}
	if m.attempt != nil {
		m.attempt.logFlags(o)
	}
	o.shared = true
}

// locksOf returns the locks among which the lock at a pointer is.
func (m *Machine) locksOf(p wide.Word) map[wide.Word]*lock {
	if m.processes != nil {
		if o := m.object(p.Hi); o != nil && o.shared {
			return m.processes.locks
		}
	}
	return m.locks
}

// processOf returns the process to whose own memory an object belongs; 0: the first, or all.
func (m *Machine) processOf(r ref) uint64 {
	if m.processes == nil {
		return 0
	}
	if o := m.object(r); o != nil && o.shared {
		return 0
	}
	return uint64(m.processes.current)
}

// processName returns the first thread of the process for which fork copied an object, or an empty string.
func (m *Machine) processName(o *object) string {
	if o.process == 0 {
		return ""
	}
	return m.processes.first[o.process].name
}

// fork begins a process: its one thread is a copy of t.
func (m *Machine) fork(t *Thread, in *inst, regs []wide.Word) outcome {
	switch {
	case m.attempt != nil:
		return m.unsupported(t, "fork inside an atomic section")
	case m.conf.Memory != nil:
		return m.unsupported(t, "fork under another memory model than sequential consistency")
	}
	if !m.visible(t) {
		return wait
	}
	if m.processes == nil {
		m.processes = &processes{images: make([]image, 1), first: slices.Clone(m.threads[:1]), locks: make(map[wide.Word]*lock)}
		for p, l := range m.locks {
			if o := m.object(p.Hi); o != nil && o.shared {
				m.processes.locks[p] = l
				delete(m.locks, p)
			}
		}
	}
	ps := m.processes
	size := m.copiedSize()
	if len(ps.images) >= maxProcesses || len(m.threads) >= maxThreads || !m.room(size) {
		return m.limit(t, MemoryLimit)
	}
	m.live += size
	child := m.copyThread(t, in.dst)
	ps.images = append(ps.images, m.copyImage(t, child))
	ps.first = append(ps.first, child)
	if m.foot != nil {
		m.foot.Spawned = append(m.foot.Spawned, child.id)
		m.foot.All = m.foot.All || m.hasOthers(t)
	}
	m.begins(t, child)
	m.note(t, 14, uint64(child.index))
	m.announce(t, ObservedSpawn, eventSpawn, child)
	regs[in.dst] = wide.Word{}
	return next
}

// hasOthers reports whether the process of a thread has or had other threads: what they did decides what fork copies.
func (m *Machine) hasOthers(t *Thread) bool {
	return slices.ContainsFunc(m.threads, func(u *Thread) bool { return u != t && u.process == t.process })
}

// copyThread returns the thread of a new process, behind the fork of t.
func (m *Machine) copyThread(t *Thread, dst int32) *Thread {
	t.children++
	child := &Thread{
		name: t.name + "." + strconv.FormatUint(t.children, 10), number: ir.NoThreadNumber, self: t.self,
		index: len(m.threads), process: int32(len(m.processes.images)), first: t.first,
		frames: slices.Clone(t.frames), slots: slices.Clone(t.slots), locals: slices.Clone(t.locals),
		allocas: slices.Clone(t.allocas), tls: slices.Clone(t.tls), lacks: maps.Clone(t.lacks),
	}
	if t.number != ir.NoThreadNumber {
		child.number = t.number.Child(t.children)
	}
	if m.names != nil {
		child.id = m.names.Thread(t.id, t.children)
	}
	fr := child.top()
	fr.pc++
	child.slots[fr.base+dst] = wide.Word{Lo: 1}
	m.live += threadCost
	m.threads = append(m.threads, child)
	m.ready = append(m.ready, child)
	return child
}

// isCopied reports whether a new process gets an object of its own for an object.
func isCopied(o *object) bool { return !o.shared && !o.dead && !o.constant && o.kind != kindFunc }

// copiedSize returns the memory of the objects of a new process.
func (m *Machine) copiedSize() (size uint64) {
	for _, o := range m.objects {
		if isCopied(o) {
			size += o.size + 8*uint64(len(o.prov)) + objectCost
		}
	}
	return size
}

// copyImage returns the memory of a new process whose thread is a copy of t.
func (m *Machine) copyImage(t, child *Thread) image {
	im := image{objects: slices.Clone(m.objects), bySlot: make(map[uint64]*object), handles: maps.Clone(m.handles), locks: make(map[wide.Word]*lock)}
	for i, o := range im.objects {
		switch {
		case isCopied(o):
			im.objects[i] = m.copyObject(o, child)
		case o.dead:
			im.objects[i] = &object{ref: ^ref(0), dead: true, kind: o.kind}
		}
		if c := im.objects[i]; m.bySlot[o.base] == o {
			im.bySlot[o.base] = c
		}
	}
	for h, of := range im.handles {
		if of == t {
			im.handles[h] = child
		}
	}
	to := func(of *Thread) *Thread {
		if of == t {
			return child
		}
		return of
	}
	for p, l := range m.locks {
		c := &lock{owner: to(l.owner)}
		for _, of := range l.shared {
			c.shared = append(c.shared, to(of))
		}
		im.locks[p] = c
	}
	return im
}

// copyObject returns an object's copy for the process of a thread.
func (m *Machine) copyObject(o *object, child *Thread) *object {
	c := *o
	c.data, c.prov, c.lack, c.depends = slices.Clone(o.data), slices.Clone(o.prov), slices.Clone(o.lack), maps.Clone(o.depends)
	if o.uninit != nil {
		c.uninit = slices.Clone(o.uninit)
	}
	c.bitset, c.shadow, c.process = c.uninit, nil, child.process
	if m.names != nil {
		c.named = m.names.Copy(m.objectName(o), child.id)
	}
	return &c
}

// endProcess ends the process of a thread. The execution ends with its last process.
func (m *Machine) endProcess(t *Thread, end End) outcome {
	if m.foot != nil && m.hasOthers(t) {
		m.foot.All = true
	}
	if t.process == 0 {
		m.processEnd()
		if m.end.Kind != Running {
			return ended
		}
		m.processes.end = end
	}
	for _, u := range m.threads {
		if u.process == t.process && u.state != Finished {
			u.frames = nil
			m.retire(u, Finished)
		}
	}
	if m.finished == len(m.threads) {
		m.end = m.processes.end
		return ended
	}
	return parted
}

// lastThread ends the process of a thread that has finished, if it has no other.
func (m *Machine) lastThread(t *Thread) {
	for _, u := range m.threads {
		if u.process == t.process && u.state != Finished {
			return
		}
	}
	if t.process != 0 {
		m.end = End{Kind: Unsupported, Text: "a child of fork that ends with its last thread", Thread: t.name}
		return
	}
	m.endProcess(t, End{Kind: Exited})
}

// objectOf returns the object of an observation: of the process that the identifier names, else of the current one.
func (m *Machine) objectOf(id ObjectID) *object {
	process := int32(id >> processShift)
	if process == 0 {
		return m.object(id)
	}
	was := m.processes.current
	m.become(process)
	o := m.object(id & (1<<processShift - 1))
	m.become(was)
	return o
}

// unmap ends the life of a shared object in the current process only.
func (m *Machine) unmap(o *object) {
	gone := *o
	gone.dead, gone.data, gone.prov, gone.uninit, gone.lack, gone.bitset, gone.shadow = true, nil, nil, nil, nil, nil, nil
	m.objects[o.ref&(1<<refIndexBits-1)] = &gone
}
