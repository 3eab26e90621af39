package term

import "testing"

// TestPartial: a term has a value as soon as what decides it has one, keeps it, and
// loses it when the assumption is undone.
func TestPartial(t *testing.T) {
	s := New(Options{})
	a, b := s.Var("a", Bool), s.Var("b", Bool)
	x, y := s.Var("x", BV(8)), s.Var("y", BV(8))
	m := s.Var("m", Array(2, 8))
	is := func(p *Partial, id ID, want uint64, known bool) {
		t.Helper()
		if v, ok := p.Word(id); ok != known || ok && v != WordOf(want) {
			t.Errorf("term %d is %v, %v; want %d, %v", id, v, ok, want, known)
		}
	}
	p := NewPartial(s)
	and, or, ite, sum := s.And(a, b), s.Or(a, b), s.Ite(a, x, y), s.Add(x, y)
	for _, id := range []ID{and, or, ite, sum} {
		is(p, id, 0, false)
	}
	p.Set(a, WordOf(0))
	is(p, and, 0, true)
	is(p, or, 0, false)
	p.Set(y, WordOf(7))
	is(p, ite, 7, true)
	is(p, sum, 0, false)
	mark := p.Mark()
	p.Set(x, WordOf(250))
	is(p, sum, 1, true)
	p.Undo(mark)
	is(p, sum, 0, false)
	is(p, ite, 7, true)
	var names []string
	p.Unknown(s.And(s.Eq(sum, s.Uint(1, 8)), or), func(v ID) bool {
		names = append(names, s.Name(v))
		return true
	})
	if len(names) != 2 {
		t.Errorf("undecided by %v", names)
	}

	// Ask supplies variables, AskElement elements of arrays by index.
	p = NewPartial(s)
	p.Set(y, WordOf(7))
	p.Ask = func(v ID) (Word, bool) { return WordOf(3), v == x }
	p.AskElement = func(_ ID, i Word) (Word, bool) { return i.Add(WordOf(40)), true }
	is(p, sum, 10, true)
	stored := s.Store(m, s.Uint(1, 2), y)
	is(p, s.Select(stored, s.Uint(1, 2)), 7, true)
	is(p, s.Select(stored, s.Extract(x, 1, 0)), 43, true)
	is(p, or, 0, false)
}
