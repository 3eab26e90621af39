package footprint

// Names gives threads and objects numbers that do not depend on the schedule.
// They are kept for a whole exploration.
type Names struct {
	threads map[threadKey]int32
	objects map[objectKey]uint32
	statics uint32
}

type threadKey struct {
	parent int32
	child  uint64
}

type objectKey struct {
	site   int32
	thread int32
	count  uint32
}

// NewNames returns the numbers for a program with so many functions and globals, which
// keep theirs.
func NewNames(statics int) *Names {
	return &Names{threads: make(map[threadKey]int32), objects: make(map[objectKey]uint32), statics: uint32(statics)}
}

// Thread returns the number of a thread's nth child. Main has 0.
func (n *Names) Thread(parent int32, nth uint64) int32 {
	k := threadKey{parent, nth}
	id, ok := n.threads[k]
	if !ok {
		id = int32(len(n.threads)) + 1
		n.threads[k] = id
	}
	return id
}

// Copy returns the number of the copy of an object for the process that began with a thread.
func (n *Names) Copy(object uint32, thread int32) uint32 {
	return n.Object(-1, thread, object)
}

// Object returns the number of the object that a thread made at a site after so many
// others there.
func (n *Names) Object(site, thread int32, count uint32) uint32 {
	k := objectKey{site, thread, count}
	id, ok := n.objects[k]
	if !ok {
		id = n.statics + uint32(len(n.objects)) + 1
		n.objects[k] = id
	}
	return id
}
