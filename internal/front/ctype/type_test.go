package ctype

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

func TestString(t *testing.T) {
	i, c := Basic(Int), Basic(Char)
	fn := FuncOf(i, Signature{Params: []Param{{Type: PointerTo(c.Qualified(QConst))}}, Variadic: true})
	for _, tt := range []struct {
		typ  *Type
		want string
	}{
		{i, "int"},
		{Basic(ULLong).Qualified(QConst | QVolatile), "const volatile long long unsigned int"},
		{PointerTo(c), "char *"},
		{PointerTo(c.Qualified(QConst)).Qualified(QRestrict), "const char *restrict"},
		{PointerTo(PointerTo(c)), "char **"},
		{ArrayOf(ArrayOf(i, 3), 2), "int [2][3]"},
		{PointerTo(ArrayOf(i, 3)), "int (*)[3]"},
		{PointerTo(fn), "int (*)(const char *, ...)"},
		{FuncOf(PointerTo(Basic(Void)), Signature{}), "void *(void)"},
		{FuncOf(i, Signature{OldStyle: true}), "int ()"},
		{RecordOf(NewRecord(true, "u")), "union u"},
		{RecordOf(NewRecord(false, "")), "struct <anonymous>"},
		{PointerTo(fn.Named("handler")), "handler *"},
		{i.Qualified(QAtomic).Named("atomic_int"), "_Atomic atomic_int"},
	} {
		if got := tt.typ.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	if got := PointerTo(fn).Declare("f"); got != "int (*f)(const char *, ...)" {
		t.Errorf("Declare: %q", got)
	}
}

func TestUsualArithmetic(t *testing.T) {
	for _, tt := range []struct {
		m    ir.DataModel
		a, b Kind
		want Kind
	}{
		{ir.LP64, Char, Short, Int},
		{ir.LP64, UShort, Int, Int},
		{ir.LP64, Int, UInt, UInt},
		{ir.LP64, UInt, Long, Long},
		{ir.ILP32, UInt, Long, ULong},
		{ir.LP64, ULong, LLong, ULLong},
		{ir.ILP32, ULong, LLong, LLong},
		{ir.LP64, LLong, Float, Float},
		{ir.LP64, LongDouble, Double, LongDouble},
		{ir.LP64, Int128, ULLong, Int128},
		{ir.LP64, Bool, Bool, Int},
	} {
		if got := UsualArithmetic(tt.m, Basic(tt.a), Basic(tt.b)).Kind(); got != tt.want {
			t.Errorf("%s: %s and %s: got %s, want %s", tt.m, tt.a, tt.b, got, tt.want)
		}
		if got := UsualArithmetic(tt.m, Basic(tt.b), Basic(tt.a)).Kind(); got != tt.want {
			t.Errorf("%s: %s and %s: got %s, want %s", tt.m, tt.b, tt.a, got, tt.want)
		}
	}
}

func TestPromoteBitField(t *testing.T) {
	for _, tt := range []struct {
		k    Kind
		bits int
		want Kind
	}{
		{UInt, 3, Int}, {UInt, 31, Int}, {UInt, 32, UInt}, {Int, 32, Int},
		{Bool, 1, Int}, {ULLong, 20, Int}, {LLong, 32, Int}, {ULLong, 33, UBitInt}, {LLong, 63, BitInt}, {ULLong, 64, ULLong},
	} {
		if got := Basic(tt.k).PromoteBitField(ir.LP64, tt.bits).Kind(); got != tt.want {
			t.Errorf("%s:%d: got %s, want %s", tt.k, tt.bits, got, tt.want)
		}
	}
}

// TestUsualArithmeticOfBits checks the common types of C23 6.3.1.8 and of gcc's wide bit-fields.
func TestUsualArithmeticOfBits(t *testing.T) {
	for _, tt := range []struct {
		a, b *Type
		want string
	}{
		{BitIntOf(8, true), BitIntOf(8, false), "unsigned _BitInt(8)"},
		{BitIntOf(8, true), BitIntOf(7, false), "_BitInt(8)"},
		{BitIntOf(8, true), Basic(Char), "int"},
		{BitIntOf(33, true), Basic(Int), "_BitInt(33)"},
		{BitIntOf(33, true), Basic(UInt), "_BitInt(33)"},
		{BitIntOf(32, false), Basic(Int), "unsigned int"},
		{BitIntOf(40, false), Basic(Long), "long int"},
		{BitIntOf(64, false), Basic(Long), "long unsigned int"},
		{BitIntOf(128, false), Basic(Int128), "__int128 unsigned"},
		{BitIntOf(100, true), Basic(Float), "float"},
	} {
		for _, p := range [][2]*Type{{tt.a, tt.b}, {tt.b, tt.a}} {
			if got := UsualArithmetic(ir.LP64, p[0], p[1]).String(); got != tt.want {
				t.Errorf("%s and %s: got %s, want %s", p[0], p[1], got, tt.want)
			}
		}
	}
}

func TestCompatibleAndComposite(t *testing.T) {
	i, f := Basic(Int), Basic(Float)
	proto := FuncOf(i, Signature{Params: []Param{{Name: "n", Type: i}}})
	float := FuncOf(i, Signature{Params: []Param{{Type: f}}})
	old := FuncOf(i, Signature{OldStyle: true})
	rec := NewRecord(false, "s")
	enum := EnumOf(&Enum{Type: Basic(UInt), Done: true})
	for _, tt := range []struct {
		name                  string
		a, b                  *Type
		compatible, identical bool
	}{
		{"same", i, Basic(Int), true, true},
		{"long and long long", Basic(Long), Basic(LLong), false, false},
		{"qualified", i.Qualified(QConst), i, false, false},
		{"typedef name", i.Named("t"), i, true, true},
		{"record", RecordOf(rec), RecordOf(rec), true, true},
		{"other record", RecordOf(rec), RecordOf(NewRecord(false, "s")), false, false},
		{"open array", IncompleteArray(i), ArrayOf(i, 3), true, false},
		{"array lengths", ArrayOf(i, 2), ArrayOf(i, 3), false, false},
		{"old style", old, proto, true, false},
		{"old style and float", old, float, false, false},
		{"enum", enum, Basic(UInt), true, false},
		{"pointer to enum", PointerTo(enum), PointerTo(Basic(UInt)), true, false},
	} {
		for range 2 {
			if got := Compatible(tt.a, tt.b); got != tt.compatible {
				t.Errorf("%s: compatible %v", tt.name, got)
			}
			if got := Identical(tt.a, tt.b); got != tt.identical {
				t.Errorf("%s: identical %v", tt.name, got)
			}
			tt.a, tt.b = tt.b, tt.a
		}
	}
	for _, tt := range []struct {
		a, b *Type
		want string
	}{
		{IncompleteArray(i), ArrayOf(i, 3), "int [3]"},
		{PointerTo(ArrayOf(i, 3)), PointerTo(IncompleteArray(i)), "int (*)[3]"},
		{old, proto, "int (int)"},
	} {
		if got := Composite(tt.a, tt.b).String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestLookupThroughAnonymous(t *testing.T) {
	inner := NewRecord(true, "")
	inner.Complete(ir.LP64, []Field{{Name: "a", Type: Basic(Int)}, {Name: "b", Type: Basic(UInt), BitField: true, Bits: 5}}, Attr{})
	outer := NewRecord(false, "o")
	outer.Complete(ir.LP64, []Field{
		{Name: "x", Type: Basic(Long)},
		{Type: RecordOf(inner).Qualified(QConst)},
	}, Attr{})
	m, ok := outer.Lookup("b")
	if !ok || m.Offset != 8 || m.Qual != QConst || len(m.Path) != 2 || m.Place.UnitOffset != 8 || m.Place.Bits != 5 {
		t.Errorf("got %+v, %v", m, ok)
	}
	if _, ok := outer.Lookup("c"); ok {
		t.Error("found a member that does not exist")
	}
}

// TestPlacementRun has a run of bit-fields that is larger than every unit, and a run that fits a unit.
func TestPlacementRun(t *testing.T) {
	r := NewRecord(false, "")
	u := Basic(UInt)
	r.Complete(ir.LP64, []Field{
		{Name: "x", Type: Basic(Char)},
		{Name: "a", Type: u, BitField: true, Bits: 8},
		{Name: "b", Type: u, BitField: true, Bits: 8},
		{Name: "y", Type: Basic(Char)},
		{Name: "c", Type: u, BitField: true, Bits: 3},
	}, Attr{})
	for name, want := range map[string]Placement{
		"a": {UnitOffset: 1, UnitBytes: 1, RunBytes: 2, Bits: 8},
		"b": {UnitOffset: 2, UnitBytes: 1, RunBefore: 1, RunBytes: 2, Bits: 8},
		"c": {UnitOffset: 4, UnitBytes: 1, Bits: 3},
	} {
		if m, _ := r.Lookup(name); m.Place != want {
			t.Errorf("%s: %+v, want %+v", name, m.Place, want)
		}
	}
}

// TestPlacementIsolation checks that the unit of a bit-field covers no other member.
func TestPlacementIsolation(t *testing.T) {
	i := Basic(Int)
	r := NewRecord(false, "")
	r.Complete(ir.LP64, []Field{
		{Name: "c", Type: Basic(Char)},
		{Name: "b", Type: i, BitField: true, Bits: 20},
		{Name: "d", Type: Basic(Char)},
		{Name: "e", Type: i, BitField: true, Bits: 3},
		{Name: "f", Type: i, BitField: true, Bits: 4},
	}, Attr{})
	b, _ := r.Lookup("b")
	if b.Place != (Placement{UnitOffset: 1, UnitBytes: 3, Bits: 20, Signed: true}) {
		t.Errorf("b: %+v", b.Place)
	}
	e, _ := r.Lookup("e")
	f, _ := r.Lookup("f")
	if e.Place.UnitOffset != f.Place.UnitOffset || e.Place.UnitBytes != 1 || f.Place.BitOffset != 3 {
		t.Errorf("e: %+v, f: %+v", e.Place, f.Place)
	}
}
