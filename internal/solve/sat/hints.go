package sat

// The hints of clauses that come from an analysis. Resolution meets the reasons
// against the order of the trail, propagation needs them along it: the chain is
// written backwards. Literals that minimisation dropped were implied at earlier
// levels; their reasons go before the chain, each after those it depends on.

// hints collects the clauses that a derivation uses.
type hints struct {
	front   []ClauseID // fixed literals, and binary clauses over the first literal
	middle  []ClauseID // reasons of dropped literals
	chain   []ClauseID // reasons met in the analysis, last one first
	dropped []Lit      // literals dropped by recursive minimisation
	stamp   []uint32   // by variable: now if it is accounted for
	now     uint32
}

// begin starts a derivation.
func (h *hints) begin() {
	h.front, h.middle, h.chain, h.dropped = h.front[:0], h.middle[:0], h.chain[:0], h.dropped[:0]
	if h.now++; h.now == 0 {
		clear(h.stamp)
		h.now = 1
	}
}

// visit reports whether v is new in this derivation.
func (h *hints) visit(v Var) bool {
	if h.stamp[v] == h.now {
		return false
	}
	h.stamp[v] = h.now
	return true
}

// begin starts the hints of an analysis.
func (p *prover) begin() {
	if p != nil {
		p.hints.begin()
	}
}

// unit uses the value that v has at level 0.
func (p *prover) unit(v Var) {
	if p != nil && p.hints.visit(v) {
		if p.units[v] == 0 {
			panic("sat: fixed variable without a clause")
		}
		p.hints.front = append(p.hints.front, p.units[v])
	}
}

// unitsExcept uses the values of all literals but l at level 0.
func (p *prover) unitsExcept(lits []Lit, l Lit) {
	for _, k := range lits {
		if k != l {
			p.unit(k.Var())
		}
	}
}

// resolve uses the clause why: the reason of l, or the conflict with s.conflict.lit.
func (p *prover) resolve(why reason, l Lit) {
	if p != nil {
		p.hints.chain = append(p.hints.chain, p.reasonID(why, l))
	}
}

func (p *prover) reasonID(why reason, l Lit) ClauseID {
	if why.isBinary() {
		return p.binary(l, why.other())
	}
	return p.ids[why]
}

// drop notes a literal that recursive minimisation dropped.
func (p *prover) drop(l Lit) {
	if p != nil {
		p.hints.dropped = append(p.hints.dropped, l)
	}
}

// dropBinary uses the clause (first ∨ ¬k) to drop k.
func (p *prover) dropBinary(first, k Lit) {
	if p != nil {
		p.hints.visit(k.Var())
		p.hints.front = append(p.hints.front, p.binary(first, k.Not()))
	}
}

// prove adds the clause that the analysis found.
func (s *Solver) prove(lits []Lit) ClauseID {
	p := s.proof
	if p == nil {
		return 0
	}
	h := &p.hints
	for _, l := range lits {
		h.visit(l.Var())
	}
	for _, l := range h.dropped {
		s.hintImplied(l)
	}
	h.front = append(h.front, h.middle...)
	for i := len(h.chain) - 1; i >= 0; i-- {
		h.front = append(h.front, h.chain[i])
	}
	return p.derive(lits, h.front...)
}

// hintImplied uses the reasons from which the false literal l follows, given
// that the literals of the clause are false.
func (s *Solver) hintImplied(l Lit) {
	p := s.proof
	v := l.Var()
	if s.vars[v].level == 0 {
		p.unit(v)
		return
	}
	if !p.hints.visit(v) {
		return
	}
	why := s.reasonOf(l.Not())
	if why.isBinary() {
		s.hintImplied(why.other())
	} else {
		for i, n := 0, s.size(cref(why)); i < n; i++ {
			if k := Lit(s.arena[int(why)+headerWords+i]); k != l.Not() {
				s.hintImplied(k)
			}
		}
	}
	p.hints.middle = append(p.hints.middle, p.reasonID(why, l.Not()))
}
