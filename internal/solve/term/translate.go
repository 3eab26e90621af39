package term

// Translator rebuilds terms of a source store in a destination store, which may
// be the same one: substitution when it is, a copy when it is not. Each term is
// rebuilt once, until that is undone.
type Translator struct {
	src, dst *Store
	walk     *Walk // visits exactly the terms that have an image
	image    []ID  // by source ID
	trail    []ID  // that have an image, in the order in which they got it
}

// NewTranslator returns a translator without bindings.
func NewTranslator(src, dst *Store) *Translator {
	return &Translator{src: src, dst: dst, walk: NewWalk(src)}
}

// Bind makes to, a term of the destination, the image of from, a term of the
// source with the same sort. Terms translated before are not affected.
func (t *Translator) Bind(from, to ID) {
	if t.src.Sort(from) != t.dst.Sort(to) {
		panic("term: binding of " + t.src.Sort(from).String() + " to " + t.dst.Sort(to).String())
	}
	t.walk.mark(from)
	t.set(from, to)
}

// Term returns the image of a term, with every bound term below it replaced by its binding. Bindings
// are not searched for bound terms. Other variables are kept within one store; in another store they
// become new variables of the same name.
func (t *Translator) Term(root ID) ID {
	t.walk.Visit(root, t.rebuild)
	return t.image[root]
}

// Translated reports whether a term has an image.
func (t *Translator) Translated(id ID) bool { return t.walk.Seen(id) }

// Mark returns a place to which Undo can go back.
func (t *Translator) Mark() int { return len(t.trail) }

// Undo forgets the bindings and images made since a mark.
func (t *Translator) Undo(mark int) {
	for _, id := range t.trail[mark:] {
		t.walk.seen[id>>6] &^= 1 << (id & 63)
	}
	t.trail = t.trail[:mark]
}

func (t *Translator) set(from, to ID) {
	if n := t.src.Len(); n > len(t.image) {
		t.image = append(t.image, make([]ID, n-len(t.image))...)
	}
	t.image[from] = to
	t.trail = append(t.trail, from)
}

// rebuild sets the image of one term whose arguments have images.
func (t *Translator) rebuild(id ID) {
	n := t.src.nodes[id]
	same := t.src == t.dst
	switch {
	case n.op == OpConst:
		t.set(id, t.dst.constant(n.value(), n.sort))
		return
	case n.op == OpVar && same:
		t.set(id, id)
		return
	case n.op == OpVar:
		t.set(id, t.dst.Var(t.src.Name(id), n.sort))
		return
	}
	k := key{op: n.op, param: n.param}
	for i := range n.op.Arity() {
		k.args[i] = t.image[n.args[i]]
	}
	if same && k.args == n.args {
		t.set(id, id)
		return
	}
	t.set(id, t.dst.app(k))
}
