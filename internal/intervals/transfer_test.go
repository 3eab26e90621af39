package intervals

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/term"
)

// sets returns the sets of a width that have a value, reduced: all for widths up
// to 2, else some.
func sets(w uint, rng *rand.Rand, some int) []Value {
	n := uint64(1) << w
	word := func(v uint64) term.Word { return term.WordOf(v % n) }
	all := make(map[Value]bool)
	var list []Value
	add := func(a, b, c, d uint64) {
		v := Value{word(a), word(b), word(c), word(d)}
		if v.Hi.Less(v.Lo) || v.SHi.SignedLess(v.SLo, w) || len(members(v, w)) == 0 {
			return
		}
		if v = v.reduce(w); !all[v] {
			all[v] = true
			list = append(list, v)
		}
	}
	if w <= 2 {
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

// TestTransfer evaluates every operator on sets of narrow bit-vectors: the result
// holds what the members of the sets give.
func TestTransfer(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for w := uint(1); w <= 4; w++ {
		list := sets(w, rng, 40)
		for op := term.OpEq; op < term.OpCount; op++ {
			switch {
			case op.Arity() == 3, op == term.OpAnd, op == term.OpOr, op == term.OpXor,
				op == term.OpSelect, op == term.OpConstArray, op.IsFloat() && w < 4:
				continue
			}
			for _, param := range params(op, w) {
				t.Run(fmt.Sprintf("%s/%d/%d", op, w, param), func(t *testing.T) { checkTransfer(t, op, param, w, list) })
			}
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

func checkTransfer(t *testing.T, op term.Op, param uint32, w uint, list []Value) {
	s := term.New(term.Options{})
	x, y := s.Var("x", term.BV(w)), s.Var("y", term.BV(w))
	args := []term.ID{x, y}[:op.Arity()]
	raw := term.New(term.Options{Mode: term.Raw})
	rawArgs := []term.ID{raw.Var("x", term.BV(w)), raw.Var("y", term.BV(w))}[:op.Arity()]
	id, err := raw.Apply(op, param, rawArgs...)
	if err != nil {
		t.Fatal(err)
	}
	results := make(map[[2]term.Word]term.Word)
	result := func(a, b term.Word) term.Word {
		key := [2]term.Word{a, b}
		r, ok := results[key]
		if !ok {
			consts := []term.ID{s.Const(a, w), s.Const(b, w)}[:len(args)]
			c, err := s.Apply(op, param, consts...)
			if err != nil {
				t.Fatal(err)
			}
			r, _ = s.Value(c)
			results[key] = r
		}
		return r
	}
	e := newEvaluator(raw)
	for _, a := range rawArgs {
		e.list(a)
	}
	e.list(id)
	seconds := list
	if op.Arity() == 1 {
		seconds = list[:1]
	}
	for _, a := range list {
		for _, b := range seconds {
			e.set(rawArgs[0], a)
			if len(args) > 1 {
				e.set(rawArgs[1], b)
			}
			v := e.compute(id)
			for _, p := range members(a, w) {
				for _, q := range members(b, w) {
					r := result(p, q)
					in := exactly(r).within(v, raw.Width(id))
					if raw.Sort(id) == term.Bool {
						in = !r.Less(v.Lo) && !v.Hi.Less(r)
					}
					if !in {
						t.Fatalf("%v, %v: %v of %v and %v is not in %v", a, b, r, p, q, v)
					}
				}
			}
		}
	}
}

// TestExact holds operators of one value each to the value, and others to bounds
// that must not get worse.
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
