package intervals

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// exhaustive is the greatest width for which tests try all sets.
const exhaustive = 3

// sets returns the sets of a width that have a value: all for small widths, both as they are and reduced for
// the smallest ones, else some reduced ones.
func sets(w uint, rng *rand.Rand, some int) []Value {
	n := uint64(1) << w
	word := func(v uint64) term.Word { return term.WordOf(v % n) }
	all := make(map[Value]bool)
	var list []Value
	keep := func(v Value) {
		if !all[v] {
			all[v] = true
			list = append(list, v)
		}
	}
	add := func(a, b, c, d uint64) {
		v := Value{word(a), word(b), word(c), word(d)}
		if v.Hi.Less(v.Lo) || v.SHi.SignedLess(v.SLo, w) || len(members(v, w)) == 0 {
			return
		}
		if w < exhaustive {
			keep(v)
		}
		keep(v.reduce(w))
	}
	if w <= exhaustive {
		for i := range n * n * n * n {
			add(i, i/n, i/n/n, i/n/n/n)
		}
		return list
	}
	for len(list) < some {
		add(rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64())
	}
	return list
}

// members returns the values in a set.
func members(v Value, w uint) []term.Word {
	var list []term.Word
	for i := range uint64(1) << w {
		if x := term.WordOf(i); exactly(x).within(v, w) {
			list = append(list, x)
		}
	}
	return list
}

// bools are the sets of Bools.
var bools = []Value{boolean(true, false), boolean(false, true), either}

// argument is a way to choose the argument of an operator.
type argument struct {
	sort term.Sort
	sets []Value
}

// values lists the values in a set.
func (a argument) values(v Value) []term.Word {
	if a.sort != term.Bool {
		return members(v, element(a.sort).Width())
	}
	var list []term.Word
	for _, x := range []term.Word{{}, term.WordOf(1)} {
		if !x.Less(v.Lo) && !v.Hi.Less(x) {
			list = append(list, x)
		}
	}
	return list
}

// TestTransfer evaluates every operator on sets of values, for narrow bit-vectors on all of them. The
// result contains the result of the operator for all members of the sets.
func TestTransfer(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tried := make(map[term.Op]bool)
	try := func(op term.Op, param uint32, args ...argument) {
		tried[op] = true
		name := op.String()
		for _, a := range args {
			name += fmt.Sprintf("/%s", a.sort)
		}
		t.Run(fmt.Sprintf("%s/%d", name, param), func(t *testing.T) { checkTransfer(t, op, param, args) })
	}
	truth := argument{term.Bool, bools}
	for _, op := range []term.Op{term.OpAnd, term.OpOr, term.OpXor, term.OpEq} {
		try(op, 0, truth, truth)
	}
	try(term.OpNot, 0, truth)
	try(term.OpIte, 0, truth, truth, truth)
	for w := uint(1); w <= exhaustive+1; w++ {
		x := argument{term.BV(w), sets(w, rng, 40)}
		for op := term.OpEq; op < term.OpCount; op++ {
			logical := op == term.OpNot || op == term.OpAnd || op == term.OpOr || op == term.OpXor
			array := op == term.OpSelect || op == term.OpStore || op == term.OpConstArray
			if logical || array || op == term.OpIte || op == term.OpConcat || op.IsFloat() && w < 4 {
				continue
			}
			few := x
			if op.Arity() == 3 {
				few.sets = x.sets[:4]
			}
			for _, param := range params(op, w) {
				try(op, param, []argument{few, few, few}[:op.Arity()]...)
			}
		}
		for low := uint(1); low < w && w <= exhaustive; low++ {
			y := argument{term.BV(low), sets(low, rng, 0)}
			try(term.OpConcat, 0, x, y)
			try(term.OpConcat, 0, y, x)
		}
		try(term.OpConcat, 0, x, x)
		try(term.OpIte, 0, truth, x, x)
	}
	// Of arrays, sets hold the elements.
	x := argument{term.BV(2), sets(2, rng, 0)}
	array := argument{term.Array(1, 2), x.sets}
	index := argument{term.BV(1), sets(1, rng, 0)}
	try(term.OpSelect, 0, array, index)
	try(term.OpStore, 0, array, index, x)
	try(term.OpConstArray, 1, x)
	for op := term.OpNot; op < term.OpCount; op++ {
		if !tried[op] {
			t.Errorf("%s is not tried", op)
		}
	}
}

// params returns the parameters of an operator on width w that are tried.
func params(op term.Op, w uint) []uint32 {
	switch op {
	case term.OpExtract:
		var list []uint32
		for hi := range w {
			for lo := range hi + 1 {
				list = append(list, term.PackedBounds(hi, lo))
			}
		}
		return list
	case term.OpZext, term.OpSext:
		return []uint32{uint32(w) + 1, uint32(w) + 3}
	case term.OpRotl, term.OpRotr:
		return []uint32{uint32(w) / 2}
	}
	if op.IsFloat() {
		p := term.FloatParam{Format: term.Format{Exp: 2, Sig: uint8(w) - 2}}
		switch op {
		case term.OpFToF:
			p.To = term.Format{Exp: 3, Sig: 3}
		case term.OpFToS:
			p.Width = w
		}
		return []uint32{p.Pack()}
	}
	return []uint32{0}
}

func checkTransfer(t *testing.T, op term.Op, param uint32, args []argument) {
	s, raw := term.New(term.Options{}), term.New(term.Options{Mode: term.Raw})
	var vars []term.ID
	for i, a := range args {
		vars = append(vars, raw.Var(fmt.Sprint("x", i), a.sort))
	}
	id, err := raw.Apply(op, param, vars...)
	if err != nil {
		t.Fatal(err)
	}
	results := make(map[[3]term.Word]term.Word)
	// result evaluates the operator on constants. All elements of an array argument are equal; of an array
	// result, it returns one element.
	result := func(values [3]term.Word) term.Word {
		r, ok := results[values]
		if !ok {
			var consts []term.ID
			for i, a := range args {
				switch {
				case a.sort == term.Bool:
					consts = append(consts, s.Bool(!values[i].IsZero()))
				case a.sort.IsArray():
					consts = append(consts, s.ConstArray(a.sort.IndexWidth(), s.Const(values[i], a.sort.Width())))
				default:
					consts = append(consts, s.Const(values[i], a.sort.Width()))
				}
			}
			c, err := s.Apply(op, param, consts...)
			if err != nil {
				t.Fatal(err)
			}
			if s.Sort(c).IsArray() { // a store, or an array of one element: the index is that of the store
				at := s.Uint(0, 1)
				if op == term.OpStore {
					at = consts[1]
				}
				c = s.Select(c, at)
			}
			if r, ok = s.Value(c); !ok {
				t.Fatalf("%s is no constant", s.Line(c))
			}
			results[values] = r
		}
		return r
	}
	sets := make(map[term.ID]Value)
	var values [3]term.Word
	var members func(i int, v Value)
	members = func(i int, v Value) {
		if i < len(args) {
			for _, x := range args[i].values(sets[vars[i]]) {
				values[i] = x
				members(i+1, v)
			}
			return
		}
		if r := result(values); !inside(exactly(r), v, raw.Sort(id)) {
			t.Fatalf("%v: %v of %v is not in %v", sets, r, values, v)
		}
	}
	var choose func(i int)
	choose = func(i int) {
		if i < len(args) {
			for _, v := range args[i].sets {
				sets[vars[i]] = v
				choose(i + 1)
			}
			return
		}
		members(0, apply(raw, id, func(arg term.ID) Value { return sets[arg] }))
	}
	choose(0)
}

// TestSets compares the operations on sets with their members, for all sets of narrow bit-vectors.
func TestSets(t *testing.T) {
	in := func(x term.Word, list []term.Word) bool { return slices.Contains(list, x) }
	for w := uint(1); w <= exhaustive; w++ {
		list := sets(w, nil, 0)
		all := make([][]term.Word, len(list))
		n := uint64(1) << w
		for i := range n * n * n * n {
			v := Value{term.WordOf(i % n), term.WordOf(i / n % n), term.WordOf(i / n / n % n), term.WordOf(i / n / n / n)}
			if got, want := inhabited(v, w), len(members(v, w)) > 0; got != want {
				t.Fatalf("%v is inhabited: %t, want %t", v, got, want)
			}
		}
		for i, v := range list {
			all[i] = members(v, w)
			if got := members(v.reduce(w), w); !slices.Equal(got, all[i]) {
				t.Fatalf("%v reduced has %v, want %v", v, got, all[i])
			}
			for ones := range n {
				for zeros := range n {
					k := term.Known{Ones: term.WordOf(ones), Zeros: term.WordOf(zeros)}
					for _, x := range all[i] {
						fits := x.And(k.Zeros).IsZero() && x.And(k.Ones) == k.Ones
						if fits && !in(x, members(v.known(k, w), w)) {
							t.Fatalf("%v of %v is lost where %v is known", x, v, k)
						}
					}
				}
			}
		}
		for i, v := range list {
			for j, u := range list {
				join, widened, common, part := v.join(u, term.BV(w)), v.widen(u, w), false, true
				for _, x := range all[j] {
					common = common || in(x, all[i])
					part = part && in(x, all[i])
					if !exactly(x).within(join, w) || !exactly(x).within(widened, w) {
						t.Fatalf("%v of %v is lost in the join with %v, or widened", x, u, v)
					}
				}
				for _, x := range all[i] {
					if !exactly(x).within(join, w) || !exactly(x).within(widened, w) {
						t.Fatalf("%v of %v is lost in the join with %v, or widened", x, v, u)
					}
				}
				if common && !meet(v, u, w) || inside(u, v, term.BV(w)) && !part {
					t.Fatalf("%v and %v meet, or one is inside of the other: wrong", v, u)
				}
			}
		}
	}
}

// TestVariable replaces the value of a read by a variable of fewer bits: with the facts, it has the values
// of the set.
func TestVariable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for w := uint(1); w <= exhaustive+2; w++ {
		for _, v := range sets(w, rng, 200) {
			v = v.reduce(w)
			s := term.New(term.Options{})
			id := s.Var("x", term.BV(w))
			r := &Result{g: &event.Graph{Terms: s}, eval: newEvaluator(s), vars: []term.ID{id}}
			r.eval.list(id)
			r.eval.set(id, v)
			n := &narrowing{Result: r, tr: term.NewTranslator(s, s)}
			n.variable(id)
			now := n.term(id)
			var x term.ID
			for _, below := range s.Below(append(n.bounds, now)...) {
				if s.IsVar(below) {
					x = below
				}
			}
			bits := uint(0)
			if x != term.None {
				bits = s.Width(x)
			}
			var got []term.Word
			for i := range uint64(1) << bits {
				asg := &term.Assignment{}
				if x != term.None {
					asg.Set(x, term.WordOf(i))
				}
				e := term.NewEvaluator(s, asg)
				holds := true
				for _, f := range n.bounds {
					holds = holds && e.Holds(f)
				}
				if holds {
					got = append(got, e.Word(now))
				}
			}
			slices.SortFunc(got, func(a, b term.Word) int { return cmp.Compare(a.Lo, b.Lo) })
			if want := members(v, w); !slices.Equal(got, want) {
				t.Fatalf("width %d: %v has the values %v, want %v", w, v, got, want)
			}
		}
	}
}

// TestExact compares the results of operators on single values with the exact values, and of others with
// bounds that must not get worse.
func TestExact(t *testing.T) {
	u := func(lo, hi uint64) Value {
		return Value{term.WordOf(lo), term.WordOf(hi), term.SignBit(8), term.Ones(7)}.reduce(8)
	}
	for _, test := range []struct {
		op   term.Op
		x, y Value
		want Value
	}{
		{term.OpAdd, u(1, 5), u(2, 9), u(3, 14)},
		{term.OpAdd, u(1, 5), u(255, 255), u(0, 4)},
		{term.OpSub, u(7, 9), u(2, 3), u(4, 7)},
		{term.OpMul, u(2, 3), u(4, 5), u(8, 15)},
		{term.OpUdiv, u(20, 41), u(2, 5), u(4, 20)},
		{term.OpUrem, u(3, 200), u(1, 8), u(0, 7)},
		{term.OpSdiv, u(20, 41), u(2, 5), u(4, 20)},
		{term.OpSrem, u(3, 100), u(1, 8), u(0, 7)},
		{term.OpShl, u(1, 3), u(1, 2), u(2, 12)},
		{term.OpLshr, u(16, 64), u(1, 2), u(4, 32)},
		{term.OpAshr, u(16, 64), u(1, 2), u(4, 32)},
		{term.OpBvAnd, u(16, 64), u(1, 3), u(0, 3)},
		{term.OpBvOr, u(16, 64), u(1, 3), u(16, 127)},
		{term.OpBvXor, u(16, 63), u(1, 3), u(0, 63)},
	} {
		if got := transfer(test.op, &operands{a: [3]Value{test.x, test.y}, w1: 8, w2: 8, w: 8}, 0, 0); got != test.want {
			t.Errorf("%s of %v and %v: %v, want %v", test.op, test.x, test.y, got, test.want)
		}
	}
	minus := Value{term.WordOf(0), term.WordOf(255), term.WordOf(251), term.WordOf(3)}
	if got := transfer(term.OpMul, &operands{a: [3]Value{minus, u(2, 4)}, w1: 8, w2: 8, w: 8}, 0, 0); got.SLo != term.WordOf(236) || got.SHi != term.WordOf(12) {
		t.Errorf("product: %v", got)
	}
}
