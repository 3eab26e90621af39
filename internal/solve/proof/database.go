package proof

import "fmt"

// lit is a literal: twice the variable, plus one if negated. Variables are
// numbered from 0 as they are met, so that a large number in a text costs nothing.
type lit uint32

func (l lit) not() lit { return l ^ 1 }

// clause is a set of literals without repetitions.
type clause struct {
	lits []lit
	dead bool
	seen int     // the lemma whose RAT check met the clause last
	next *clause // with the same hash
}

// database holds the variables and clauses, in the form that both formats share.
type database struct {
	numbers map[int32]lit // positive literals of large DIMACS variables
	small   []lit         // for variables with a small number, plus 1 so that 0 is none
	names   []int32       // by variable

	// By literal.
	values  []int8 // 1 true, -1 false, 0 neither
	occurs  []int  // number of clauses
	assumed []bool
	frozen  []bool // is the negation of a pivot
	marks   []int  // the last list of literals that held it

	lists  int // lists of literals made so far
	trail  []lit
	lemmas int // checked for RAT
}

func newDatabase() *database { return &database{numbers: map[int32]lit{}} }

// smallVar bounds the variables that are found in a table.
const smallVar = 1 << 20

// lit returns the literal of a DIMACS literal.
func (d *database) lit(n int32) lit {
	v := max(n, -n)
	l, ok := lit(0), false
	if v < smallVar {
		if int(v) >= len(d.small) {
			d.small = append(d.small, make([]lit, int(v)+1-len(d.small))...)
		}
		l, ok = d.small[v]-1, d.small[v] > 0
	} else {
		l, ok = d.numbers[v]
	}
	if !ok {
		l = d.newVar(v)
	}
	if n < 0 {
		return l.not()
	}
	return l
}

func (d *database) newVar(v int32) lit {
	l := lit(2 * len(d.names))
	if v < smallVar {
		d.small[v] = l + 1
	} else {
		d.numbers[v] = l
	}
	d.names = append(d.names, v)
	d.values = append(d.values, 0, 0)
	d.occurs = append(d.occurs, 0, 0)
	d.assumed = append(d.assumed, false, false)
	d.frozen = append(d.frozen, false, false)
	d.marks = append(d.marks, 0, 0)
	return l
}

// lits returns literals in their order, without repetitions.
func (d *database) lits(clause []int32) []lit {
	d.lists++
	lits := make([]lit, 0, len(clause))
	for _, n := range clause {
		l := d.lit(n)
		if d.marks[l] != d.lists {
			d.marks[l] = d.lists
			lits = append(lits, l)
		}
	}
	return lits
}

func (d *database) name(l lit) int32 {
	if l&1 != 0 {
		return -d.names[l/2]
	}
	return d.names[l/2]
}

func (d *database) dimacs(lits []lit) []int32 {
	out := make([]int32, len(lits))
	for i, l := range lits {
		out[i] = d.name(l)
	}
	return out
}

// count adds n to the number of clauses with each of the literals.
func (d *database) count(lits []lit, n int) {
	for _, l := range lits {
		d.occurs[l] += n
	}
}

// assign makes a literal true that has no value.
func (d *database) assign(l lit) {
	d.values[l], d.values[l.not()] = 1, -1
	d.trail = append(d.trail, l)
}

// undo takes back all but the first n assignments.
func (d *database) undo(n int) {
	for _, l := range d.trail[n:] {
		d.values[l], d.values[l.not()] = 0, 0
	}
	d.trail = d.trail[:n]
}

// deny makes all literals but one false. It reports false if one is true.
func (d *database) deny(lits []lit, but lit) bool {
	for _, l := range lits {
		switch {
		case l == but || d.values[l] < 0:
		case d.values[l] > 0:
			return false
		default:
			d.assign(l.not())
		}
	}
	return true
}

// noLit is no literal.
const noLit = ^lit(0)

// mayPivot returns an error if a lemma may not be RAT on a literal, because an assumption or a theory
// lemma must stay true.
func (d *database) mayPivot(pivot lit) error {
	if d.assumed[pivot.not()] {
		return fmt.Errorf("RAT on %d, but %d is an assumption", d.name(pivot), d.name(pivot.not()))
	}
	return nil
}

// mayAdd tells whether a theory lemma is still true in a model that was changed
// for RAT.
func (d *database) mayAdd(lits []lit) error {
	for _, l := range lits {
		if d.frozen[l] {
			return fmt.Errorf("a theory lemma with %d after RAT on %d", d.name(l), d.name(l.not()))
		}
	}
	return nil
}
