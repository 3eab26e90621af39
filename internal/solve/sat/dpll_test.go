package sat

// dpll is the reference: it decides clauses by branching and unit propagation
// over plain slices, as Davis, Logemann and Loveland described it (CACM 1962).
type dpll struct {
	clauses [][]Lit
	value   map[Var]bool
}

// naiveSat reports whether the clauses and units have a common model.
func naiveSat(clauses [][]Lit, units ...Lit) bool {
	d := &dpll{clauses: clauses, value: map[Var]bool{}}
	for _, l := range units {
		if d.isFalse(l) {
			return false
		}
		d.value[l.Var()] = !l.IsNeg()
	}
	return d.solve()
}

func (d *dpll) isTrue(l Lit) bool {
	value, ok := d.value[l.Var()]
	return ok && value != l.IsNeg()
}

func (d *dpll) isFalse(l Lit) bool { return d.isTrue(l.Not()) }

func (d *dpll) solve() bool {
	var undo []Var
	defer func() {
		for _, v := range undo {
			delete(d.value, v)
		}
	}()
	branch := NoLit
	for again := true; again; {
		again, branch = false, NoLit
		shortest := 1 << 30
	next:
		for _, c := range d.clauses {
			open, count := NoLit, 0
			for _, l := range c {
				if d.isTrue(l) {
					continue next
				}
				if !d.isFalse(l) {
					open = l
					count++
				}
			}
			if count == 0 {
				return false
			}
			if count == 1 {
				d.value[open.Var()] = !open.IsNeg()
				undo = append(undo, open.Var())
				again = true
				break
			}
			if count < shortest {
				shortest, branch = count, open
			}
		}
	}
	if branch == NoLit {
		return true
	}
	for _, l := range [2]Lit{branch, branch.Not()} {
		d.value[l.Var()] = !l.IsNeg()
		if d.solve() {
			delete(d.value, l.Var())
			return true
		}
		delete(d.value, l.Var())
	}
	return false
}
