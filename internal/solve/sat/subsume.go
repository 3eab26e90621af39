package sat

// Subsumption and self-subsuming resolution (Eén, Biere: Effective Preprocessing in SAT through
// Variable and Clause Elimination, SAT 2005). A clause deletes the clauses that contain it. If another
// clause contains it except for one literal with the opposite sign, that literal is removed there.

// subsumeOccurrences is the number of clauses of a variable beyond which it is
// not searched.
const subsumeOccurrences = 1000

// subsume lets every waiting clause act on the others.
func (o *occurrences) subsume() {
	for len(o.queue) > 0 && !o.spent() {
		o.propagateUnits()
		c := o.queue[len(o.queue)-1]
		o.queue = o.queue[:len(o.queue)-1]
		o.list[c].queued = false
		if o.list[c].lits != nil {
			o.subsumeBy(c)
		}
	}
	o.propagateUnits()
}

// subsumeBy searches the clauses of the variable of c that has the fewest.
func (o *occurrences) subsumeBy(c int32) {
	e := o.list[c]
	mark := o.s.an.mark
	best := e.lits[0]
	for _, l := range e.lits {
		mark[l] = true
		if o.count[l]+o.count[l.Not()] < o.count[best]+o.count[best.Not()] {
			best = l
		}
	}
	if o.count[best]+o.count[best.Not()] <= subsumeOccurrences {
		o.subsumeAmong(c, o.of(best))
		o.subsumeAmong(c, o.of(best.Not()))
	}
	for _, l := range e.lits {
		mark[l] = false
	}
}

// subsumeAmong lets c, whose literals are marked, act on the clauses of list.
func (o *occurrences) subsumeAmong(c int32, list []int32) {
	e := o.list[c]
	mark := o.s.an.mark
	o.s.stats.Ticks += int64(1 + len(list)/4)
	for _, d := range list {
		f := o.list[d]
		if d == c || e.sig&^f.sig != 0 || len(e.lits) > len(f.lits) {
			continue
		}
		o.s.stats.Ticks++
		same, flipped := 0, NoLit
		for _, l := range f.lits {
			if mark[l] {
				same++
			} else if mark[l.Not()] {
				if flipped != NoLit {
					same = -len(f.lits)
				}
				flipped = l
			}
		}
		switch {
		case same == len(e.lits):
			o.s.stats.Subsumed++
			o.delete(d)
		case same == len(e.lits)-1 && flipped != NoLit:
			o.s.stats.Strengthened++
			o.strengthen(d, flipped, o.id(c))
		}
	}
}
