package term

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// ruleTest says that constructing in fires rule and gives the same term as
// want. The variables are those of ruleVars.
type ruleTest struct {
	rule string
	in   string
	want string
}

// ruleVars declares the variables that rule tests use.
const ruleVars = `
var p bool
var q bool
var r bool
var a bv8
var b bv8
var d bv8
var e bv8
var f bv4
var g bv4
var h bv6
var u bv1
var v bv1
var m array(bv8,bv8)
var m2 array(bv8,bv8)
var x bv32
var y bv32
var s bv64
`

var ruleTests = slices.Concat(
	generalTests,
	boolTests,
	compareTests,
	eqTests,
	iteTests,
	bitwiseTests,
	sumTests,
	productTests,
	shiftTests,
	orderTests,
	sliceTests,
	overflowTests,
	arrayTests,
	floatTests,
)

func TestRules(t *testing.T) {
	for _, tt := range ruleTests {
		t.Run(tt.rule, func(t *testing.T) {
			s, vars := ruleStore(t, Simplified)
			before := firings(t, s, tt.rule)
			in := mustTerm(t, s, tt.in, vars)
			if firings(t, s, tt.rule) == before {
				t.Errorf("%s: the rule did not fire", tt.in)
			}
			want := mustTerm(t, s, tt.want, vars)
			if in != want {
				t.Errorf("%s\ngot:\n%swant:\n%s", tt.in, s.Text(in), s.Text(want))
			}
			raw, rawVars := ruleStore(t, Raw)
			checkSame(t, raw, mustTerm(t, raw, tt.in, rawVars), rawVars, s, in, vars)
		})
	}
}

// nearMisses are terms that look like the match of a rule that must not fire.
var nearMisses = []struct{ rule, in string }{
	{"any/known-bits", "bvand a b"},
	{"and/bounds-same-side", "and (bvult a 0x5:8) (bvslt a 0x9:8)"},
	{"and/bounds-same-side", "and (bvult a 0x5:8) (bvult b 0x9:8)"},
	{"and/bounds-empty", "and (bvult a 0x5:8) (bvult 0x3:8 a)"},
	{"and/eq-eq", "and (= a 0x1:8) (= b 0x2:8)"},
	{"and/neq-edge", "and (not (= a 0x3:8)) (bvult a 0x5:8)"},
	{"and/less-less-equal", "and (bvult a b) (bvsle a b)"},
	{"and/antisymmetric", "and (bvule a b) (bvule b d)"},
	{"=/known-clash", "= (zext[8] f) 0x8:8"},
	{"=/offset", "= (bvadd a 0x1:8) (bvadd b 0x2:8)"},
	{"=/bvmul-odd", "= (bvmul a 0x6:8) 0x6:8"},
	{"=/sext-outside", "= (sext[8] f) 0xf8:8"},
	{"=/concat", "= (concat f (concat u g)) (concat (concat u f) g)"},
	{"=/injective", "= (zext[8] f) (sext[8] g)"},
	{"=/bvsub-cancel", "= (bvsub a b) (bvsub b a)"},
	{"=/neutral", "= (bvsub b a) a"},
	{"ite/eq-branches", "ite (= a b) a d"},
	{"ite/bit", "ite (= a 0x1:8) 0x1:1 0x0:1"},
	{"ite/hoist-unary", "ite p (zext[8] f) (zext[8] h)"},
	{"ite/hoist-concat", "ite p (concat f g) (concat g f)"},
	{"ite/store-store", "ite p (store m a b) (store m b a)"},
	{"ite/store", "ite p (store m a b) m2"},
	{"bvand/low-mask", "bvand a 0x5:8"},
	{"bvand/high-mask", "bvand a 0x30:8"},
	{"bvor/disjoint", "bvor (concat f 0x0:4) (zext[8] (concat u g))"},
	{"bvadd/disjoint", "bvadd (concat f 0x0:4) (zext[8] h)"},
	{"bvadd/bvsub-cancel", "bvadd (bvsub a b) a"},
	{"bvsub/cancel-nested", "bvsub a (bvsub b a)"},
	{"bvmul/power", "bvmul a 0x6:8"},
	{"bvudiv/less", "bvudiv (zext[8] f) 0xf:8"},
	{"bvudiv/zext-const", "bvudiv (zext[8] f) (zext[8] g)"},
	{"bvurem/zext", "bvurem (zext[8] f) (zext[8] h)"},
	{"bvsdiv/unsigned", "bvsdiv (zext[8] f) a"},
	{"bvsrem/negative", "bvsrem a 0x80:8"},
	{"bvshl/far", "bvshl a (zext[8] f)"},
	{"bvashr/unsigned", "bvashr (sext[8] f) a"},
	{"bvult/extend", "bvult (zext[8] f) (sext[8] g)"},
	{"bvult/known", "bvult (zext[8] f) 0xf:8"},
	{"bvult/concat-lower", "bvult (concat f g) (concat g f)"},
	{"bvslt/unsigned", "bvslt (zext[8] f) a"},
	{"concat/adjacent", "concat (extract[7:4] a) (extract[2:0] a)"},
	{"concat/adjacent", "concat (extract[3:0] a) (extract[7:4] a)"},
	{"extract/low", "extract[3:1] (bvadd a b)"},
	{"sext/zext", "sext[8] f"},
	{"bvuaddo/known", "bvuaddo (zext[8] f) a"},
	{"bvsaddo/extended", "bvsaddo (sext[8] f) a"},
	{"bvumulo/known", "bvumulo (zext[8] h) (zext[8] h)"},
	{"bvsmulo/extended", "bvsmulo (sext[8] h) (sext[8] h)"},
	{"select/store", "select (store m a b) d"},
	{"select/past", "select (store m a b) d"},
	{"select/ite", "select (ite p m m2) a"},
	{"store/overwrite", "store (store m a b) d b"},
	{"store/unchanged", "store m a (select m2 a)"},
	{"store/constarray", "store (constarray[8] a) b d"},
}

func TestRulesDoNotFire(t *testing.T) {
	for _, tt := range append(nearMisses, floatMisses...) {
		t.Run(tt.rule, func(t *testing.T) {
			s, vars := ruleStore(t, Simplified)
			in := mustTerm(t, s, tt.in, vars)
			if firings(t, s, tt.rule) != 0 {
				t.Errorf("%s: the rule fired", tt.in)
			}
			if n := s.Stats().Cut; n != 0 {
				t.Errorf("%s: rules nested too deep %d times", tt.in, n)
			}
			raw, rawVars := ruleStore(t, Raw)
			checkSame(t, raw, mustTerm(t, raw, tt.in, rawVars), rawVars, s, in, vars)
		})
	}
}

func TestEveryRuleIsTested(t *testing.T) {
	tested := make(map[string]bool)
	for _, tt := range ruleTests {
		tested[tt.rule] = true
	}
	names := make(map[string]bool)
	fillRules()
	for _, r := range rules {
		if !tested[r.name] {
			t.Errorf("rule %s has no test", r.name)
		}
		if names[r.name] {
			t.Errorf("two rules are called %s", r.name)
		}
		names[r.name] = true
		if r.match == "" || r.result == "" {
			t.Errorf("rule %s lacks its match or result", r.name)
		}
	}
}

func ruleStore(t *testing.T, mode Mode) (*Store, map[string]ID) {
	t.Helper()
	s := New(Options{Mode: mode})
	p, err := parse(s, ruleVars)
	if err != nil {
		t.Fatal(err)
	}
	return s, p.Vars
}

func mustTerm(t *testing.T, s *Store, text string, vars map[string]ID) ID {
	t.Helper()
	id, err := ParseTerm(s, text, vars)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return id
}

// firings returns how often a rule fired in a store.
func firings(t *testing.T, s *Store, name string) uint64 {
	t.Helper()
	for _, r := range s.ruleCounts() {
		if r.Name == name {
			return r.Fired
		}
	}
	t.Fatalf("no rule is called %s", name)
	return 0
}

// checkSame evaluates two terms, of stores with the same named variables, under
// random assignments.
func checkSame(t *testing.T, s1 *Store, id1 ID, vars1 map[string]ID, s2 *Store, id2 ID, vars2 map[string]ID) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var asg1, asg2 Assignment
		for _, name := range sortedNames(vars1) {
			if sort := s1.Sort(vars1[name]); sort.IsArray() {
				value := ArrayValue{Default: cornerWord(rnd, sort.Width()), Elems: make(map[Word]Word)}
				for range 4 {
					value.Elems[cornerWord(rnd, sort.IndexWidth())] = cornerWord(rnd, sort.Width())
				}
				asg1.SetArray(vars1[name], value)
				asg2.SetArray(vars2[name], value)
			} else {
				value := cornerWord(rnd, sort.Width())
				asg1.Set(vars1[name], value)
				asg2.Set(vars2[name], value)
			}
		}
		e1, e2 := NewEvaluator(s1, &asg1), NewEvaluator(s2, &asg2)
		if s1.Sort(id1).IsArray() {
			v1, v2 := e1.Array(id1), e2.Array(id2)
			for i := range uint64(256) {
				if got, want := v2.At(WordOf(i)), v1.At(WordOf(i)); got != want {
					t.Fatalf("element %d: simplified %s, raw %s\n%s", i, got, want, s2.Text(id2))
				}
			}
			continue
		}
		if got, want := e2.Word(id2), e1.Word(id1); got != want {
			t.Fatalf("simplified %s, raw %s under %v\n%s", got, want, asg1, s2.Text(id2))
		}
	}
}

func sortedNames(m map[string]ID) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// cornerWord returns a random word of a width, often a special one; at the widths
// of C's floats often a special one of these.
func cornerWord(rnd *rand.Rand, w uint) Word {
	for _, f := range []Format{Float32, Float64} {
		if w == f.Width() && rnd.IntN(2) == 0 {
			return cornerFloat(rnd, f)
		}
	}
	switch rnd.IntN(8) {
	case 0:
		return Word{}
	case 1:
		return WordOf(1).Mask(w)
	case 2:
		return Ones(w)
	case 3:
		return SignBit(w)
	case 4:
		return Ones(w - 1)
	case 5:
		return WordOf(1).Shl(uint(rnd.IntN(int(w))))
	}
	return Word{Hi: rnd.Uint64(), Lo: rnd.Uint64()}.Mask(w)
}

// ruleCount says how often a rule rewrote a term of a store. Match and Result
// show the rule in the notation of the rule tables.
type ruleCount struct {
	Name, Match, Result string
	Fired               uint64
}

// ruleCounts returns all rules in the order in which they are tried.
func (s *Store) ruleCounts() []ruleCount {
	fillRules()
	counts := make([]ruleCount, len(rules))
	for i, r := range rules {
		counts[i] = ruleCount{Name: r.name, Match: r.match, Result: r.result, Fired: s.fired[i]}
	}
	return counts
}
