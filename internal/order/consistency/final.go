package consistency

import "github.com/heddle-mc/heddle/internal/solve/term"

// last adds the Last arcs of a read of a final node: a write that it may see comes before
// it, if both are executed, unless another write of the write's thread follows. With the
// from-reads to later writes, which these arcs contradict, the read sees the last write.
func (b *builder) last(a *area, r *reach) {
	e := &b.g.Events[r.read]
	if !b.g.Nodes[e.Node].Final {
		return
	}
	for i, w := range a.writes {
		node := b.g.Events[w].Node
		if b.must.Before(node, e.Node) || a.next[i] >= 0 || !b.together(w, r.read) {
			continue
		}
		if holds := b.terms.And(e.Guard, b.hit(w, r.read)); holds != term.False {
			b.add(b.arc(Last, w, r.read, holds))
		}
	}
}

// lastHolder constrains the reads of final nodes for a lock whose sections are ordered as wholes. They see
// the word of the section that is not left or, without one, the free value. There is at most one such
// section, the last.
func (b *builder) lastHolder(a *area, l *lock) {
	word := term.None
	for i := range a.reads {
		r := &b.g.Events[a.reads[i].read]
		if !b.g.Nodes[r.Node].Final {
			continue
		}
		if word == term.None {
			word = b.lastWord(a, l)
		}
		b.assume(r.Guard, b.terms.Eq(r.Value, word))
	}
}

// lastWord returns the word that a lock has in the end.
func (b *builder) lastWord(a *area, l *lock) term.ID {
	init := b.g.Regions[a.region].Init
	word := b.terms.Var("last", b.terms.Sort(init))
	free := term.True
	for i := range l.sections {
		s := &l.sections[i]
		open := b.g.Events[s.acquire].Guard
		for _, r := range s.releases {
			open = b.terms.And(open, b.terms.Not(b.g.Events[r].Guard))
		}
		b.assume(open, b.terms.Eq(word, s.word))
		free = b.terms.And(free, b.terms.Not(open))
	}
	b.assume(free, b.terms.Eq(word, init))
	return word
}
