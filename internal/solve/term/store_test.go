package term

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"
)

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"node", unsafe.Sizeof(node{}), 28},
		{"alias", unsafe.Sizeof(alias{}), 24},
		{"Sort", unsafe.Sizeof(Bool), 4},
		{"Word", unsafe.Sizeof(Word{}), 16},
	} {
		if c.got != c.want {
			t.Errorf("%s has %d bytes, want %d", c.name, c.got, c.want)
		}
	}
}

func TestEqualTermsHaveEqualIDs(t *testing.T) {
	for _, mode := range []Mode{Raw, Simplified} {
		s := New(Options{Mode: mode})
		x, y := s.Var("x", BV(8)), s.Var("x", BV(8))
		if x == y {
			t.Errorf("mode %d: two variables are one", mode)
		}
		if q := s.Udiv(x, y); s.Udiv(x, y) != q {
			t.Errorf("mode %d: one application has two IDs", mode)
		}
		if s.Uint(0x103, 8) != s.Uint(3, 8) || s.Uint(3, 8) == s.Uint(3, 9) || s.Uint(1, 1) == True {
			t.Errorf("mode %d: constants are not told apart by value and width", mode)
		}
		if s.Bool(true) != True || s.Bool(false) != False || s.constOf(WordOf(1), Bool) != True {
			t.Errorf("mode %d: Bool constants", mode)
		}
		wide := Word{Hi: 0x0123456789abcdef, Lo: 0xfedcba9876543210}
		if got, ok := s.Value(s.Const(wide, 128)); !ok || got != wide {
			t.Errorf("mode %d: value of a wide constant is %s", mode, got)
		}
	}
}

func TestAccessors(t *testing.T) {
	s := New(Options{Mode: Raw})
	x, m := s.Var("x", BV(8)), s.Var("m", Array(8, 16))
	ext := s.Extract(x, 6, 2)
	if hi, lo := s.Bounds(ext); hi != 6 || lo != 2 {
		t.Errorf("bounds %d, %d", hi, lo)
	}
	if s.Param(s.Sext(x, 20)) != 20 || s.Param(s.RotateRight(x, 9)) != 1 || s.Param(x) != 0 {
		t.Error("parameters")
	}
	sel := s.Select(m, x)
	if s.Arg(sel, 0) != m || s.Arg(sel, 1) != x || len(s.Args(sel)) != 2 || len(s.Args(x)) != 0 {
		t.Error("arguments")
	}
	if s.Op(sel) != OpSelect || s.Sort(sel) != BV(16) || s.Width(sel) != 16 || s.Width(True) != 1 {
		t.Error("opcode or sort")
	}
	if s.Name(m) != "m" || !s.IsVar(m) || s.IsVar(sel) || s.IsConst(m) || !s.IsConst(True) {
		t.Error("variables and constants")
	}
	if _, ok := s.Value(x); ok || s.Mode() != Raw {
		t.Error("value of a variable, or mode")
	}
	if st := s.Stats(); st.Terms != s.Len()-1 || st.Rewritten != 0 || st.Known != 0 {
		t.Errorf("statistics %v", st)
	}
}

func TestSortText(t *testing.T) {
	for sort, want := range map[Sort]string{Bool: "bool", BV(128): "bv128", Array(64, 8): "array(bv64,bv8)", 0: "none"} {
		if got := sort.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestDeep builds, evaluates and substitutes in a chain of a million operators,
// and constructs terms on top whose rules move down the chain. None of it may
// need a deep stack or more than linear work.
func TestDeep(t *testing.T) {
	const depth = 1_000_000
	s := New(Options{})
	x, y, p := s.Var("x", BV(32)), s.Var("y", BV(32)), s.Var("p", Bool)
	chain := x
	for i := range depth {
		switch i % 3 {
		case 0:
			chain = s.Add(chain, y)
		case 1:
			chain = s.Mul(chain, x)
		default:
			chain = s.Ite(p, chain, y)
		}
	}
	if n := len(s.Below(chain)); n < depth {
		t.Errorf("only %d terms", n)
	}
	goal := s.Eq(s.Extract(chain, 7, 0), s.Uint(1, 8))
	if s.Stats().Cut == 0 {
		t.Error("the extract did not reach the nesting bound")
	}
	var asg Assignment
	asg.Set(x, WordOf(3))
	asg.Set(y, WordOf(5))
	holds := NewEvaluator(s, &asg).Holds(goal)

	sub := NewTranslator(s, s)
	sub.Bind(y, s.Uint(5, 32))
	image := sub.Term(goal)
	if got := NewEvaluator(s, &asg).Holds(image); got != holds {
		t.Errorf("value %v before substitution of a value, %v after", holds, got)
	}
	if n := s.Len(); n > 4*depth {
		t.Errorf("%d terms", n)
	}
}

// TestSharingIsKept builds DAGs whose trees are exponential and on which rules
// move down; the number of terms must stay linear.
func TestSharingIsKept(t *testing.T) {
	s := New(Options{})
	x, p := s.Var("x", BV(64)), s.Var("p", Bool)
	y := x
	for range 200 {
		y = s.Add(s.Mul(y, y), s.Ite(p, y, s.BvXor(y, s.Lshr(y, x))))
	}
	for lo := range uint(60) {
		s.Extract(y, 63, lo)
		s.Extract(y, lo, 0)
		s.BvNot(s.Extract(s.BvAnd(y, s.BvOr(y, x)), lo+1, lo))
	}
	if s.Len() > 200*60*20 {
		t.Errorf("%d terms", s.Len())
	}
}

func TestLongStoreChain(t *testing.T) {
	s := New(Options{})
	m, x := s.Var("m", Array(32, 8)), s.Var("x", BV(8))
	for i := range uint64(2000) {
		m = s.Store(m, s.Uint(i, 32), x)
	}
	for i := range uint64(2000) {
		if got := s.Select(m, s.Uint(i, 32)); got != x {
			t.Fatalf("element %d is %s", i, s.Line(got))
		}
	}
}

func TestKnownConstructionDoesNotAllocate(t *testing.T) {
	s := New(Options{})
	x, y := s.Var("x", BV(32)), s.Var("y", BV(32))
	build := func() {
		sum := s.Add(s.Sub(x, y), s.Uint(5, 32))
		s.And(s.Ult(sum, y), s.Not(s.Eq(s.Extract(sum, 7, 0), s.Uint(1, 8))))
	}
	build()
	if n := testing.AllocsPerRun(100, build); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestTableManyTerms(t *testing.T) {
	s := New(Options{})
	rnd := rand.New(rand.NewPCG(5, 6))
	ids := make(map[uint64]ID)
	for range 50_000 {
		v := rnd.Uint64N(30_000)
		id := s.Uint(v, 64)
		if old, ok := ids[v]; ok && old != id {
			t.Fatalf("constant %d has IDs %d and %d", v, old, id)
		}
		ids[v] = id
	}
	if got, want := s.Len(), len(ids)+3; got != want {
		t.Errorf("%d terms, want %d", got, want)
	}
}

func TestWalk(t *testing.T) {
	s := New(Options{Mode: Raw})
	x, y := s.Var("x", BV(8)), s.Var("y", BV(8))
	sum := s.Add(x, y)
	product := s.Mul(sum, x)
	w := NewWalk(s)
	visit := func(root ID) string {
		var order []ID
		w.Visit(root, func(id ID) { order = append(order, id) })
		return fmt.Sprint(order)
	}
	for _, c := range []struct {
		name string
		root ID
		want []ID
	}{
		{"first", sum, []ID{x, y, sum}},
		{"only what is new", product, []ID{product}},
		{"again", product, nil},
		{"term made later", s.Neg(product), []ID{s.Neg(product)}},
	} {
		if got := visit(c.root); got != fmt.Sprint(c.want) {
			t.Errorf("%s: got %s, want %v", c.name, got, c.want)
		}
	}
	if !w.Seen(x) || w.Seen(s.Neg(x)) {
		t.Error("seen")
	}
}

func TestTranslator(t *testing.T) {
	s, vars := ruleStore(t, Simplified)
	a, b := vars["a"], vars["b"]
	in := mustTerm(t, s, "bvudiv (bvadd a b) (bvmul a d)", vars)
	tr := NewTranslator(s, s)
	tr.Bind(a, s.Uint(3, 8))
	tr.Bind(b, a) // bindings are simultaneous: this a stays
	if got, want := tr.Term(in), mustTerm(t, s, "bvudiv (bvadd 0x3:8 a) (bvmul 0x3:8 d)", vars); got != want {
		t.Errorf("got:\n%swant:\n%s", s.Text(got), s.Text(want))
	}
	inner := NewTranslator(s, s)
	inner.Bind(mustTerm(t, s, "bvadd a b", vars), b)
	if got, want := inner.Term(in), mustTerm(t, s, "bvudiv b (bvmul a d)", vars); got != want {
		t.Errorf("bound application: got:\n%swant:\n%s", s.Text(got), s.Text(want))
	}
	raw := New(Options{Mode: Raw})
	if got, want := raw.Text(NewTranslator(s, raw).Term(in)), s.Text(in); got != want {
		t.Errorf("copy: got:\n%swant:\n%s", got, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("binding of another sort did not panic")
		}
	}()
	tr.Bind(a, True)
}
