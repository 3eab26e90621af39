package sat

// Proofs in the LRAT style (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp:
// Efficient Certified RAT Verification, CADE 2017). Every clause has a number;
// a derived one names the clauses from which it follows by propagation, in the
// order in which they become unit, the last one false. Everything the solver
// derives follows in this way: eliminated variables come back with the clauses
// they had, so that no step removes a model.
//
// A literal that holds at level 0 is a clause of its own as soon as propagation
// there is complete; hence reasons at level 0 are still never looked at later.

// ClauseID numbers the clauses of a proof. The zero value names none.
type ClauseID int64

// ProofWriter receives the steps of a proof. Slices belong to the solver and
// are valid during the call only.
type ProofWriter interface {
	// Add says that the clause follows from those of hints by propagation:
	// with all its literals false, each of them in turn is unit, and the last
	// one false. Numbers of added clauses ascend.
	Add(id ClauseID, lits []Lit, hints []ClauseID)
	// Axiom says that the propagator vouches for the clause; why is its
	// justification, without line breaks.
	Axiom(id ClauseID, lits []Lit, why string)
	// Delete says that the clause is not used any more.
	Delete(id ClauseID, lits []Lit)
}

// defaultProofBase is the number of the first derived clause, if the options
// name none.
const defaultProofBase ClauseID = 1 << 32

// prover numbers clauses and writes the proof. Without a proof it is nil; its
// methods then do nothing and return 0, unless they require one.
type prover struct {
	w     ProofWriter
	given ClauseID // the last given clause
	last  ClauseID // the last derived one
	base  ClauseID // the first derived one

	// Numbers of the clauses: by ref, by variable fixed at level 0, and of
	// binary clauses with the smaller literal first.
	ids   []ClauseID
	units []ClauseID
	bins  map[[2]Lit]provedBinary

	proved int    // trail[:proved] are units of the proof
	lemmas []cref // clauses of the propagator since the last compaction
	hints  hints
	lits   []Lit // scratch
}

// provedBinary is the number of a binary clause, which may be there more than
// once.
type provedBinary struct {
	id    ClauseID
	times int
}

// newProver returns nil if the options ask for no proof.
func newProver(opts Options) *prover {
	if opts.Proof == nil {
		return nil
	}
	base := opts.ProofBase
	if base == 0 {
		base = defaultProofBase
	}
	return &prover{w: opts.Proof, base: base, last: base - 1, bins: map[[2]Lit]provedBinary{}}
}

// nextGiven numbers a given clause.
func (p *prover) nextGiven() ClauseID {
	if p == nil {
		return 0
	}
	p.given++
	if p.given >= p.base {
		panic("sat: more clauses than Options.ProofBase leaves room for")
	}
	return p.given
}

// derive adds a clause that follows from the hints.
func (p *prover) derive(lits []Lit, hints ...ClauseID) ClauseID {
	if p == nil {
		return 0
	}
	p.last++
	p.w.Add(p.last, lits, hints)
	return p.last
}

// delete forgets the clause id, which may be 0.
func (p *prover) delete(id ClauseID, lits []Lit) {
	if p != nil && id != 0 {
		p.w.Delete(id, lits)
	}
}

// shorter replaces the clause id with literals lits by the clause kept. The literals left out are false
// at level 0 or repeated.
func (p *prover) shorter(id ClauseID, lits, kept []Lit, vals []int8) ClauseID {
	if p == nil || len(kept) == len(lits) && len(kept) > 0 {
		return id
	}
	p.hints.begin()
	for _, l := range lits {
		if vals[l] < 0 {
			p.unit(l.Var())
		}
	}
	p.hints.front = append(p.hints.front, id)
	short := p.derive(kept, p.hints.front...)
	p.delete(id, lits)
	return short
}

// copyOf returns the literals of a clause of the arena until the next call.
func (p *prover) copyOf(words []uint32) []Lit {
	p.lits = p.lits[:0]
	for _, w := range words {
		p.lits = append(p.lits, Lit(w))
	}
	return p.lits
}

// setLong notes the number of a clause of the arena.
func (p *prover) setLong(c cref, id ClauseID) {
	if p == nil {
		return
	}
	p.ids = extend(p.ids, int(c)+1)
	p.ids[c] = id
}

// long returns the number of a clause of the arena.
func (p *prover) long(c cref) ClauseID {
	if p == nil {
		return 0
	}
	return p.ids[c]
}

// takeLong returns the number of a clause of the arena, which another clause
// gets.
func (p *prover) takeLong(c cref) ClauseID {
	id := p.long(c)
	p.setLong(c, 0)
	return id
}

// setUnit notes the clause that fixes v at level 0.
func (p *prover) setUnit(v Var, id ClauseID) {
	if p != nil {
		p.units[v] = id
	}
}

// unitOf returns the clause that fixes v at level 0.
func (p *prover) unitOf(v Var) ClauseID {
	if p == nil {
		return 0
	}
	return p.units[v]
}

// binaryKey orders the literals of a binary clause.
func binaryKey(k, l Lit) [2]Lit { return [2]Lit{min(k, l), max(k, l)} }

// addBinary notes the number of a binary clause. A second copy of a clause
// shares the number of the first.
func (p *prover) addBinary(k, l Lit, id ClauseID) {
	if p == nil {
		return
	}
	key := binaryKey(k, l)
	b := p.bins[key]
	if b.times == 0 {
		b.id = id
	} else {
		p.delete(id, key[:])
	}
	b.times++
	p.bins[key] = b
}

// binary returns the number of a binary clause.
//
// requires: a proof.
func (p *prover) binary(k, l Lit) ClauseID {
	id := p.bins[binaryKey(k, l)].id
	if id == 0 {
		panic("sat: binary clause without a number")
	}
	return id
}

// takeBinary takes one copy of a binary clause out of the solver and returns
// its number, which no other copy has.
func (p *prover) takeBinary(k, l Lit) ClauseID {
	if p == nil {
		return 0
	}
	key := binaryKey(k, l)
	b := p.bins[key]
	if b.times == 1 {
		delete(p.bins, key)
		return b.id
	}
	b.times--
	p.bins[key] = b
	return p.derive(key[:], b.id)
}

// deleteBinary forgets one copy of a binary clause.
func (p *prover) deleteBinary(k, l Lit) {
	if p == nil {
		return
	}
	key := binaryKey(k, l)
	b := p.bins[key]
	if b.times--; b.times > 0 {
		p.bins[key] = b
		return
	}
	delete(p.bins, key)
	p.delete(b.id, key[:])
}

// takeGiven returns the number of a clause that leaves the arena and the
// watches; c is its ref or binaryRef.
func (p *prover) takeGiven(lits []Lit, c cref) ClauseID {
	if c == binaryRef {
		return p.takeBinary(lits[0], lits[1])
	}
	return p.long(c)
}

// deleteGarbage forgets the clauses that compaction is about to drop.
func (s *Solver) deleteGarbage() {
	p := s.proof
	if p == nil {
		return
	}
	for _, list := range [][]cref{s.clauses, s.learned, p.lemmas} {
		for _, c := range list {
			if s.garbage(c) {
				p.delete(p.ids[c], p.copyOf(s.lits(c)))
			}
		}
	}
	p.lemmas = p.lemmas[:0]
}

// axiom adds a clause of the propagator.
func (s *Solver) axiom(lits []Lit) ClauseID {
	p := s.proof
	if p == nil {
		return 0
	}
	why := "theory"
	if s.th.justifier != nil {
		why = s.th.justifier.Justify(lits)
	}
	p.last++
	p.w.Axiom(p.last, lits, why)
	return p.last
}

// proveUnits makes clauses of the literals that propagation found at level 0.
//
// requires: a proof; level 0.
func (s *Solver) proveUnits() {
	p := s.proof
	for ; p.proved < len(s.trail); p.proved++ {
		l := s.trail[p.proved]
		v := l.Var()
		if p.units[v] != 0 {
			continue
		}
		p.hints.begin()
		switch why := s.vars[v].why; {
		case why == theoryReason:
			lits := s.askExplanation(l)
			id := s.axiom(lits)
			p.unitsExcept(lits, l)
			p.units[v] = p.derive([]Lit{l}, append(p.hints.front, id)...)
			p.delete(id, lits)
		case why.isBinary():
			p.unit(why.other().Var())
			p.units[v] = p.derive([]Lit{l}, append(p.hints.front, p.binary(l, why.other()))...)
		default:
			p.unitsExcept(p.copyOf(s.lits(cref(why))), l)
			p.units[v] = p.derive([]Lit{l}, append(p.hints.front, p.ids[why])...)
		}
	}
}

// conflictAtRoot derives the empty clause from the conflict.
//
// requires: level 0.
func (s *Solver) conflictAtRoot() {
	s.empty = true
	p := s.proof
	if p == nil {
		return
	}
	s.proveUnits()
	p.hints.begin()
	why := s.conflict.why
	if why.isBinary() {
		p.unit(s.conflict.lit.Var())
		p.unit(why.other().Var())
		p.derive(nil, append(p.hints.front, p.binary(s.conflict.lit, why.other()))...)
		return
	}
	p.unitsExcept(p.copyOf(s.lits(cref(why))), NoLit)
	p.derive(nil, append(p.hints.front, p.ids[why])...)
}
