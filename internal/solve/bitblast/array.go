package bitblast

import (
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Arrays are not expanded. A read select(a, i) is a fresh word at first, and Refine compares a
// candidate model with the axioms. It follows each read through stores and conditionals, as the model
// decides them, to the store, the constant array or the array variable that answers it. If the answer
// differs from the word of the read, it adds the axioms met on the way:
//
//	a = store(b, j, v)   i = j → select(a, i) = v
//	                     i ≠ j → select(a, i) = select(b, i)
//	a = ite(c, b, d)     c → select(a, i) = select(b, i)
//	                     ¬c → select(a, i) = select(d, i)
//	a = constarray(v)    select(a, i) = v
//	a variable, with another read of it at k
//	                     i = k → select(a, i) = select(a, k)
//
// This is R. Brummayer, A. Biere, "Lemmas on demand for the extensional theory of arrays", JSAT 2009,
// without extensionality, which terms lack. Deviation: their lemma is one clause over the whole path;
// ours are the steps of the path, each at most once. This introduces a read per step, but is linear in
// the length of a store chain, where paths are quadratic.
//
// Termination: each call that finds a violation adds an axiom not added
// before, and there are finitely many over the arrays and indices at hand.
// Rounds are logarithmic in the length of a chain; see explain.

// access is the array and the index of a read; equal accesses share one read.
type access struct{ array, index term.ID }

// readID numbers the reads of a Blaster, from 1.
type readID int32

// read is a word that stands for an array element.
type read struct {
	access
	bits []Edge // inputs of the graph, in ascending order
	// added has a bit for each axiom of the read that was asserted.
	added step
	// depth is the number of steps from a read in a term to this one.
	depth int32
}

// step names the axioms about a read and the array term it reads.
type step uint8

const (
	stepStore step = 1 << iota // store: both axioms
	stepConst                  // constant array
	stepThen                   // conditional, condition true
	stepElse                   // conditional, condition false
)

// cell is a place of an array variable under a candidate model.
type cell struct {
	array term.ID
	index term.Word
}

// content is the value of a cell and the read that fixed it.
type content struct {
	value term.Word
	by    readID
}

// congruence is an asserted axiom about two reads of one variable.
type congruence struct{ first, second readID }

// arrays is the part of a Blaster that deals with arrays.
type arrays struct {
	reads     []read // in ascending order of their bits; readID is position + 1
	index     map[access]readID
	congruent map[congruence]bool
	cells     map[cell]content // of the last candidate model
	value     []bool           // by node, of the last candidate model
	lemmas    int
	rounds    int
}

// read returns the read of an access, making it if it is new.
func (b *Blaster) read(array, index term.ID) *read {
	return &b.reads[b.readOf(array, index)-1]
}

func (b *Blaster) readOf(array, index term.ID) readID {
	a := access{array, index}
	id, ok := b.index[a]
	if !ok {
		b.reads = append(b.reads, read{access: a, bits: b.inputs(b.terms.Width(array))})
		id = readID(len(b.reads))
		b.index[a] = id
	}
	return id
}

// violation is a read whose word is not what its array answers. other is the
// read that fixed the cell, 0 if the answer is not a cell.
type violation struct{ read, other readID }

// Refine checks the candidate model, given as the values of literals with a
// variable, against the array axioms and asserts violated ones. It returns how
// many it added; with 0 the candidate is a model of all that was asserted.
func (b *Blaster) Refine(value func(sat.Lit) bool) int {
	if len(b.reads) == 0 {
		return 0
	}
	b.rounds++
	before := b.lemmas
	violations := b.evaluate(value)
	for _, v := range violations {
		b.explain(v.read)
		if v.other != 0 {
			b.explain(v.other)
			b.addCongruence(b.baseOf(v.read), b.baseOf(v.other))
		}
	}
	if len(violations) != 0 && b.lemmas == before {
		panic("bitblast: candidate model violates an axiom that was asserted")
	}
	return b.lemmas - before
}

// evaluate computes the value of every node under the candidate model, in ascending order, and each
// read when its bits come up. Indices, stored values and conditions below a read have smaller nodes.
// That holds for reads that lemmas introduced, too, whose operands are older than the reads. Bits
// without a variable are free and take the value that the array answers.
func (b *Blaster) evaluate(value func(sat.Lit) bool) []violation {
	g := b.graph
	if n := g.NumNodes(); n > len(b.value) {
		b.value = append(b.value, make([]bool, n-len(b.value))...)
	}
	b.cells = map[cell]content{}
	var violations []violation
	next := 0 // the read whose bits come next
	for n := uint32(2); int(n) < g.NumNodes(); n++ {
		m := g.nodes[n]
		if m.left != NoEdge {
			b.value[n] = b.edgeValue(m.left) && b.edgeValue(m.right)
			continue
		}
		if next < len(b.reads) && b.reads[next].bits[0].Node() == n {
			id := readID(next + 1)
			if other, ok := b.evaluateRead(id, value); !ok {
				violations = append(violations, violation{id, other})
			}
			n += uint32(len(b.reads[next].bits)) - 1
			next++
			continue
		}
		b.value[n] = b.inputValue(Edge(n)<<1, value)
	}
	return violations
}

// evaluateRead sets the bits of a read. ok is false if its array answers
// something else; other is then the read that fixed the cell, if any.
func (b *Blaster) evaluateRead(id readID, value func(sat.Lit) bool) (other readID, ok bool) {
	r := &b.reads[id-1]
	var own, mask term.Word // mask: the bits that have variables
	for i, e := range r.bits {
		if b.cnf.Var(e) == 0 {
			continue
		}
		at := term.WordOf(1).Shl(uint(i))
		mask = mask.Or(at)
		if b.inputValue(e, value) {
			own = own.Or(at)
		}
	}
	if mask == term.Ones(uint(len(r.bits))) && r.added&b.firstStep(r.access) != 0 {
		// The clauses hold in the candidate, so the read is right if the
		// read that the axiom introduced is.
		b.setBits(r.bits, own)
		return 0, true
	}
	end, answer, answered := b.follow(r.access)
	if !answered {
		c := cell{end, b.wordValue(r.index)}
		known, filled := b.cells[c]
		if filled {
			answer, other = known.value, known.by
		} else {
			answer = own
			b.cells[c] = content{own, id}
		}
	}
	own = own.Or(answer.AndNot(mask))
	b.setBits(r.bits, own)
	return other, own == answer
}

func (b *Blaster) setBits(bits []Edge, w term.Word) {
	for i, e := range bits {
		b.value[e.Node()] = w.Bit(uint(i)) == 1
	}
}

// firstStep returns the step that an access takes under the candidate model, 0
// if it reads a variable.
func (b *Blaster) firstStep(a access) step {
	switch b.terms.Op(a.array) {
	case term.OpStore:
		return stepStore
	case term.OpIte:
		s, _ := b.branch(b.terms.Args(a.array))
		return s
	case term.OpConstArray:
		return stepConst
	}
	return 0
}

// follow walks from an access to its answer under the candidate model: the array variable reached, or
// the word of a store or constant array.
func (b *Blaster) follow(a access) (end term.ID, answer term.Word, answered bool) {
	index := b.wordValue(a.index)
	array := a.array
	for {
		args := b.terms.Args(array)
		switch b.terms.Op(array) {
		case term.OpStore:
			if b.wordValue(args[1]) == index {
				return term.None, b.wordValue(args[2]), true
			}
			array = args[0]
		case term.OpIte:
			_, array = b.branch(args)
		case term.OpConstArray:
			return term.None, b.wordValue(args[0]), true
		default:
			return array, term.Word{}, false
		}
	}
}

// branch returns the array that a conditional is under the candidate model.
func (b *Blaster) branch(args []term.ID) (step, term.ID) {
	if b.edgeValue(b.word(args[0])[0]) {
		return stepThen, args[1]
	}
	return stepElse, args[2]
}

// baseOf returns the read of the array variable that answers a read.
func (b *Blaster) baseOf(id readID) readID {
	a := b.reads[id-1].access
	end, _, _ := b.follow(a)
	return b.readOf(end, a.index)
}

// explain asserts the axioms along the way of a read. A store gets both of its axioms, since the
// comparison of indices is there anyway. Behind the store that answers, the way goes on for as many
// steps as led to it from the read in the term. Otherwise the next store would answer the next
// candidate, and a chain would cost a round for each of its stores.
func (b *Blaster) explain(id readID) {
	array, index := b.reads[id-1].array, b.reads[id-1].index
	value := b.wordValue(index)
	depth := int(b.reads[id-1].depth)
	last := -1 // the last step to take, unknown until the answer is met
	for n := 0; last < 0 || n <= last; n++ {
		id := b.readOf(array, index)
		args := b.terms.Args(array)
		switch b.terms.Op(array) {
		case term.OpStore:
			if last < 0 && b.wordValue(args[1]) == value {
				last = n + depth + n
			}
			b.addStep(id, stepStore)
			array = args[0]
		case term.OpIte:
			s, next := b.branch(args)
			b.addStep(id, s)
			array = next
		case term.OpConstArray:
			b.addStep(id, stepConst)
			return
		default:
			return
		}
	}
}

// addStep asserts the axioms of one step, once.
func (b *Blaster) addStep(id readID, s step) {
	r := b.reads[id-1]
	if r.added&s != 0 {
		return
	}
	b.reads[id-1].added |= s
	args := b.terms.Args(r.array)
	switch s {
	case stepStore:
		hit := equal(b.graph, b.word(r.index), b.word(args[1]))
		b.lemma(hit, r.bits, b.word(args[2]))
		b.lemma(hit.Not(), r.bits, b.below(&r, args[0]))
	case stepConst:
		b.lemma(True, r.bits, b.word(args[0]))
	case stepThen:
		b.lemma(b.word(args[0])[0], r.bits, b.below(&r, args[1]))
	case stepElse:
		b.lemma(b.word(args[0])[0].Not(), r.bits, b.below(&r, args[2]))
	}
}

// below returns the bits of the read one step below r.
func (b *Blaster) below(r *read, array term.ID) []Edge {
	known := len(b.reads)
	next := b.read(array, r.index)
	if len(b.reads) > known {
		next.depth = r.depth + 1
	}
	return next.bits
}

// addCongruence asserts that two reads of one variable agree at equal indices.
func (b *Blaster) addCongruence(x, y readID) {
	if x == y {
		return
	}
	key := congruence{min(x, y), max(x, y)}
	if b.congruent[key] {
		return
	}
	if b.congruent == nil {
		b.congruent = map[congruence]bool{}
	}
	b.congruent[key] = true
	p, q := b.reads[x-1], b.reads[y-1]
	b.lemma(equal(b.graph, b.word(p.index), b.word(q.index)), p.bits, q.bits)
}

// lemma asserts when → x = y, bit by bit.
func (b *Blaster) lemma(when Edge, x, y []Edge) {
	b.lemmas++
	// Two clauses a bit need no variable for the equality. All nodes come
	// first, so that the encoder knows that they share the condition.
	var edges []Edge
	for i := range x {
		edges = append(edges,
			b.graph.And(when, b.graph.And(x[i], y[i]^1))^1,
			b.graph.And(when, b.graph.And(x[i]^1, y[i]))^1)
	}
	for _, e := range edges {
		b.assert(e)
	}
}
