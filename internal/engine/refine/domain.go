package refine

import (
	"encoding/binary"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/por"
	"github.com/heddle-mc/heddle/internal/solve/affine"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// group is the columns of one width, between which linear relations are looked for.
type group struct {
	width   uint
	columns []term.ID // variables, then elements of arrays, then products of two
	plain   int       // how many are no products
}

// test is an inequality that is looked for at each place.
type test struct {
	holds  term.ID
	group  int
	a, b   int    // columns; -1: the constant
	value  uint64 // the constant
	signed bool
	strict bool
	weak   int // the test that it implies; -1: none
}

// cell returns the constant on a side of a test, or its column.
func (t *test) cell(column int) cell {
	if column < 0 {
		return cell{column, t.value}
	}
	return cell{column: column}
}

// scope is the vocabulary of assertions at the controls that have the same live variables.
type scope struct {
	terms  *term.Store
	groups []group
	tests  []test
	flags  []term.ID    // Bool variables
	parted []parts      // pointers, whose parts are columns
	index  map[test]int // by key
	ranks  []*ranking
}

// parts is a pointer that is treated as two numbers: the number of an array, and the offset in it.
type parts struct {
	whole   term.ID
	groups  [2]int // of the parts, the upper one first
	columns [2]int
}

// key returns the fields that identify a test.
func (t test) key() test {
	return test{group: t.group, a: t.a, b: t.b, value: t.value, signed: t.signed, strict: t.strict}
}

// vocabulary holds the terms that assertions can use.
type vocabulary struct {
	model    *por.Model
	products bool // relations are looked for between products of variables, too
	scopes   map[string]*scope
	at       map[por.ControlID]*scope
	extra    map[por.ControlID][]term.ID // learned predicates, by control
	elements []term.ID                   // of arrays: the elements that assertions mention
	seen     int                         // how many of these steps read at that time
}

// maxCluster is how many variables are compared with one another.
const maxCluster = 24

// words returns the vocabulary over a system's variables.
func words(m *por.Model, products bool) *vocabulary {
	return &vocabulary{model: m, products: products, scopes: make(map[string]*scope), at: make(map[por.ControlID]*scope),
		extra: make(map[por.ControlID][]term.ID)}
}

// renew rebuilds the vocabulary for the elements of arrays that are known now. It reports whether there are
// new ones.
func (v *vocabulary) renew() bool {
	if v.seen == len(v.model.Elements()) {
		return false
	}
	v.seen = len(v.model.Elements())
	v.elements = elements(v.model)
	v.scopes, v.at = make(map[string]*scope), make(map[por.ControlID]*scope)
	return true
}

// mostElements is the largest number of elements of arrays of one width in the vocabulary of a place.
const mostElements = 16

// isLive reports whether all variables of a term can matter at a control.
func (v *vocabulary) isLive(c por.ControlID, id term.ID) bool {
	return !slices.ContainsFunc(v.model.System.Terms.Below(id), func(below term.ID) bool {
		x := v.model.VarOf(below)
		return x != 0 && !v.model.IsLive(c, x)
	})
}

// scope returns the vocabulary of a control.
func (v *vocabulary) scope(c por.ControlID) *scope {
	if known := v.at[c]; known != nil {
		return known
	}
	s := v.model.System
	var key []byte
	var live []efsm.VarID
	for _, id := range v.model.Vars() {
		if v.model.IsLive(c, id) {
			live = append(live, id)
			key = binary.AppendVarint(key, int64(id))
		}
	}
	if known := v.scopes[string(key)]; known != nil {
		v.at[c] = known
		return known
	}
	out := &scope{terms: s.Terms, index: make(map[test]int)}
	at := make(map[term.ID][2]int) // columns by term
	for _, id := range live {
		x := &s.Vars[id]
		switch {
		case x.Sort == term.Bool:
			out.flags = append(out.flags, x.Term)
		case x.Sort.IsBV() && s.Tagged > 0 && x.Sort.Width() == s.Tagged+efsm.TagBits:
			p := parts{whole: x.Term}
			for i, part := range []term.ID{s.Terms.Extract(x.Term, x.Sort.Width()-1, s.Tagged), s.Terms.Extract(x.Term, s.Tagged-1, 0)} {
				p.groups[i] = out.group(s.Terms.Width(part))
				p.columns[i] = out.column(p.groups[i], part)
			}
			out.parted = append(out.parted, p)
		case x.Sort.IsBV() && x.Sort.Width() <= 64:
			g := out.group(x.Sort.Width())
			at[x.Term] = [2]int{g, out.column(g, x.Term)}
		}
	}
	elements := make(map[int]int)
	for _, id := range v.elements {
		if s.Terms.Width(id) > 64 || !v.isLive(c, id) {
			continue
		}
		if g := out.group(s.Terms.Width(id)); elements[g] < mostElements {
			elements[g]++
			out.column(g, id)
		}
	}
	for g := range out.groups {
		out.groups[g].multiply(s.Terms, v.products)
	}
	out.compare(relate(s, at))
	v.at[c], v.scopes[string(key)] = out, out
	return out
}

// mostMultiplied is the largest number of variables whose products are added.
const mostMultiplied = 12

// multiply adds the products of all pairs of columns, if wanted.
func (g *group) multiply(terms *term.Store, wanted bool) {
	g.plain = len(g.columns)
	if !wanted || g.plain > mostMultiplied || g.width < 16 {
		return
	}
	for i, x := range g.columns[:g.plain] {
		for _, y := range g.columns[i:g.plain] {
			g.columns = append(g.columns, terms.Mul(x, y))
		}
	}
}

// isPlain reports whether a form is about variables only.
func (g *group) isPlain(f affine.Form) bool {
	return !slices.ContainsFunc(f[g.plain+1:], func(c uint64) bool { return c != 0 })
}

// forms returns the forms for a solver. Forms between products are left out, except for their consequences
// about variables.
func (g *group) forms(h *affine.Hull) []affine.Form {
	all := h.Forms()
	plain := slices.DeleteFunc(slices.Clone(all), func(f affine.Form) bool { return !g.isPlain(f) })
	if len(plain) < len(all) {
		known := affine.NewSpan(g.width, plain)
		for _, f := range affine.NewSpan(g.width, all).Rows() {
			if g.isPlain(f) && !known.Has(f) {
				plain = append(plain, f)
			}
		}
	}
	return plain
}

// column adds a column to a group, and returns its index there.
func (v *scope) column(g int, id term.ID) int {
	v.groups[g].columns = append(v.groups[g].columns, id)
	return len(v.groups[g].columns) - 1
}

// group returns the index of the group of a width.
func (v *scope) group(width uint) int {
	at := slices.IndexFunc(v.groups, func(g group) bool { return g.width == width })
	if at < 0 {
		at = len(v.groups)
		v.groups = append(v.groups, group{width: width})
	}
	return at
}

// cluster holds columns whose values meet in the program, and the constants with which they are compared.
type cluster struct {
	group            int
	columns          []int
	constants        []uint64
	signed, unsigned bool
	zero             bool // they are compared with zero
}

// relate returns the clusters of columns: variables that are compared, assigned to one another, or operands
// of one operation.
func relate(s *efsm.System, at map[term.ID][2]int) []*cluster {
	root := make(map[term.ID]term.ID)
	var find func(term.ID) term.ID
	find = func(x term.ID) term.ID {
		if p, ok := root[x]; ok && p != x {
			root[x] = find(p)
			return root[x]
		}
		return x
	}
	join := func(x, y term.ID) {
		if s.Terms.Sort(x) == s.Terms.Sort(y) {
			root[find(x)] = find(y)
		}
	}
	var compared []term.ID
	seen := term.NewWalk(s.Terms)
	for t := 1; t < len(s.Threads); t++ {
		for i := 1; i < len(s.Threads[t].States); i++ {
			st := &s.Threads[t].States[i]
			for _, u := range st.Updates {
				join(s.Vars[u.Var].Term, u.Value)
			}
			for id := range st.Terms() {
				seen.Visit(*id, func(id term.ID) {
					args := s.Terms.Args(id)
					switch s.Terms.Op(id) {
					case term.OpEq, term.OpUlt, term.OpUle, term.OpSlt, term.OpSle:
						if s.Terms.Sort(args[0]).IsBV() {
							join(args[0], args[1])
							compared = append(compared, id)
						}
					case term.OpAdd, term.OpSub:
						join(args[0], id)
						join(args[1], id)
					case term.OpIte:
						join(args[1], id)
						join(args[2], id)
					}
				})
			}
		}
	}
	byRoot := make(map[term.ID]*cluster)
	var out []*cluster
	for v := 1; v < len(s.Vars); v++ {
		id := s.Vars[v].Term
		where, ok := at[id]
		if !ok {
			continue
		}
		c := byRoot[find(id)]
		if c == nil {
			c = &cluster{group: where[0], constants: []uint64{0, 1}}
			byRoot[find(id)] = c
			out = append(out, c)
		}
		c.columns = append(c.columns, where[1])
	}
	for _, id := range compared {
		args := s.Terms.Args(id)
		for i, a := range args {
			c := byRoot[find(args[1-i])]
			if c == nil {
				continue
			}
			switch s.Terms.Op(id) {
			case term.OpUlt, term.OpUle:
				c.unsigned = true
			case term.OpSlt, term.OpSle:
				c.signed = true
			}
			w, isConst := s.Terms.Value(a)
			c.zero = c.zero || isConst && w.IsZero() && s.Terms.Op(id) == term.OpEq
			if isConst && w.Hi == 0 && !slices.Contains(c.constants, w.Lo) && len(c.constants) < 8 {
				c.constants = append(c.constants, w.Lo)
			}
		}
	}
	return out
}

// compare makes the inequalities within clusters.
func (v *scope) compare(clusters []*cluster) {
	for _, c := range clusters {
		if len(c.columns) > maxCluster {
			c.columns = c.columns[:maxCluster]
		}
		for _, signed := range []bool{true, false} {
			if signed && c.unsigned && !c.signed || !signed && !c.unsigned {
				continue
			}
			begin := len(v.tests)
			for _, a := range c.columns {
				for _, b := range c.columns {
					if a != b {
						v.inequality(test{group: c.group, a: a, b: b, signed: signed})
					}
				}
				for _, k := range c.constants {
					v.inequality(test{group: c.group, a: a, b: -1, value: k, signed: signed})
					v.inequality(test{group: c.group, a: -1, b: a, value: k, signed: signed})
				}
			}
			v.ranks = append(v.ranks, v.rank(begin))
		}
		if c.zero && !c.unsigned { // not zero is at least 1 without a sign
			for _, a := range c.columns {
				v.inequality(test{group: c.group, a: -1, b: a, value: 1})
			}
		}
	}
}

// inequality adds a ≤ b and a < b.
func (v *scope) inequality(t test) {
	g := &v.groups[t.group]
	side := func(at int) term.ID {
		if at < 0 {
			return v.terms.Uint(t.value, g.width)
		}
		return g.columns[at]
	}
	a, b := side(t.a), side(t.b)
	weak, strict := v.terms.Ule(a, b), v.terms.Ult(a, b)
	if t.signed {
		weak, strict = v.terms.Sle(a, b), v.terms.Slt(a, b)
	}
	if v.terms.IsConst(weak) {
		return
	}
	t.holds, t.weak = weak, -1
	v.index[t.key()] = len(v.tests)
	v.tests = append(v.tests, t)
	if v.terms.IsConst(strict) {
		return
	}
	t.holds, t.strict, t.weak = strict, true, len(v.tests)-1
	v.index[t.key()] = len(v.tests)
	v.tests = append(v.tests, t)
}

// isTrue reports whether a test holds at a point.
func (t *test) isTrue(points [][]uint64, width uint) bool {
	a, b := t.value, t.value
	if t.a >= 0 {
		a = points[t.group][t.a+1]
	}
	if t.b >= 0 {
		b = points[t.group][t.b+1]
	}
	return t.compare(a, b, width)
}

// compare compares two words.
func (t *test) compare(a, b uint64, width uint) bool {
	if t.signed {
		x, y := int64(a<<(64-width)), int64(b<<(64-width))
		return x < y || x == y && !t.strict
	}
	return a < b || a == b && !t.strict
}

// fact is an assertion: the facts that hold in all states added so far. It only weakens.
type fact struct {
	words   *scope
	hulls   []*affine.Hull // by group; nil: nothing comes here
	tests   []bool
	flags   [][2]bool // it is true, it is false
	learned []term.ID // the learned predicates that hold; facts that differ in them are not joined
	terms   []term.ID // the conjuncts; nil: not computed yet
}

// isNone reports whether nothing was added.
func (f *fact) isNone() bool { return f.hulls == nil }

// begin makes everything hold.
func (f *fact) begin() {
	v := f.words
	f.hulls = []*affine.Hull{}
	for _, g := range v.groups {
		f.hulls = append(f.hulls, affine.New(g.width, len(g.columns)))
	}
	f.tests = make([]bool, len(v.tests))
	for i := range f.tests {
		f.tests[i] = true
	}
	f.flags = make([][2]bool, len(v.flags))
	for i := range f.flags {
		f.flags[i] = [2]bool{true, true}
	}
}

// add removes the conjuncts that are false in a state in which the linear ones hold. It reports whether it
// removed any.
func (f *fact) add(value func(term.ID) term.Word) (weaker bool) {
	points := make([][]uint64, len(f.words.groups))
	for i, g := range f.words.groups {
		points[i] = append(points[i], 1)
		for _, column := range g.columns[:g.plain] {
			points[i] = append(points[i], value(column).Lo)
		}
	}
	for i := range f.tests {
		if f.tests[i] {
			t := &f.words.tests[i]
			f.tests[i] = t.isTrue(points, f.words.groups[t.group].width)
			weaker = weaker || !f.tests[i]
		}
	}
	for i, flag := range f.words.flags {
		no := 0
		if !value(flag).IsZero() {
			no = 1
		}
		weaker = weaker || f.flags[i][no]
		f.flags[i][no] = false
	}
	if weaker {
		f.terms = nil
	}
	return weaker
}

// drop removes all conjuncts that are neither linear nor learned.
func (f *fact) drop() {
	f.terms = nil
	clear(f.tests)
	clear(f.flags)
}

// sum returns the value of a linear form over columns of a group as a term.
func (v *scope) sum(g *group, f affine.Form) term.ID {
	out := v.terms.Uint(f[0], g.width)
	mask := ^uint64(0) >> (64 - g.width)
	for i, c := range f[1:] {
		switch {
		case c == 0:
		case c > mask/2:
			out = v.terms.Sub(out, v.terms.Mul(v.terms.Uint(-c&mask, g.width), g.columns[i]))
		default:
			out = v.terms.Add(out, v.terms.Mul(v.terms.Uint(c, g.width), g.columns[i]))
		}
	}
	return out
}

// form returns a linear form over columns of a group as an equation.
func (v *scope) form(g *group, f affine.Form) term.ID {
	sum, other := v.terms.Uint(0, g.width), v.terms.Uint(f[0], g.width)
	mask := ^uint64(0) >> (64 - g.width)
	for i, c := range f[1:] {
		if c == 0 {
			continue
		}
		if c > mask/2 { // subtracted terms are on the other side
			sum = v.terms.Add(sum, v.terms.Mul(v.terms.Uint(-c&mask, g.width), g.columns[i]))
		} else {
			other = v.terms.Add(other, v.terms.Mul(v.terms.Uint(c, g.width), g.columns[i]))
		}
	}
	return v.terms.Eq(sum, other)
}

// conjuncts returns the assertion as terms.
func (f *fact) conjuncts() []term.ID {
	if f.terms != nil {
		return f.terms
	}
	f.terms = []term.ID{}
	for i := range f.words.groups {
		for _, form := range f.words.groups[i].forms(f.hulls[i]) {
			if id := f.words.form(&f.words.groups[i], form); id != term.True {
				f.terms = append(f.terms, id)
			}
		}
	}
	f.terms = append(append(f.terms, f.inequalities()...), f.learned...)
	return f.terms
}

// inequalities returns the conjuncts that are not linear, and do not follow from others.
func (f *fact) inequalities() []term.ID {
	var out []term.ID
	implied := f.implied()
	for i, holds := range f.tests {
		if holds && !implied[i] {
			out = append(out, f.words.tests[i].holds)
		}
	}
	for i, is := range f.flags {
		if is[0] {
			out = append(out, f.words.flags[i])
		}
		if is[1] {
			out = append(out, f.words.terms.Not(f.words.flags[i]))
		}
	}
	return out
}

// learn adds a predicate to the vocabulary of a control, and reports whether it is new.
func (v *vocabulary) learn(c por.ControlID, id term.ID) bool {
	if id == term.True || slices.Contains(v.extra[c], id) {
		return false
	}
	v.extra[c] = append(v.extra[c], id)
	return true
}
