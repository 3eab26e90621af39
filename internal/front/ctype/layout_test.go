package ctype

import (
	"bytes"
	"debug/elf"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// generated are random record layouts to compare with gcc, per data model.
var generated = testflag.Generated(200)

// modelFlags are gcc's flags for the data models.
var modelFlags = map[ir.DataModel]string{ir.LP64: "-m64", ir.ILP32: "-m32"}

// TestLayoutAgainstGCC compares size, alignment, member offsets and bit-field places of random records
// with the values in gcc's output for the same source.
func TestLayoutAgainstGCC(t *testing.T) {
	const batch = 100
	for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
		t.Run(m.String(), func(t *testing.T) {
			peer.NeedGCC(t, modelFlags[m])
			for done := 0; done < generated.N(); done += batch {
				g := &generator{rng: rand.New(rand.NewSource(int64(done + 1))), model: m}
				for range batch {
					g.record()
				}
				compareWithGCC(t, g)
				if t.Failed() {
					t.Fatalf("seed %d", done+1)
				}
			}
		})
	}
}

// compareWithGCC compiles the generated declarations and reads back the numbers
// and bit patterns from the object file.
func compareWithGCC(t *testing.T, g *generator) {
	t.Helper()
	dir := t.TempDir()
	src, obj := filepath.Join(dir, "t.c"), filepath.Join(dir, "t.o")
	if err := os.WriteFile(src, g.out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("gcc", modelFlags[g.model], "-std=gnu11", "-w", "-fno-common", "-c", "-o", obj, src)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%.3000s", err, out)
	}
	f, err := elf.Open(obj)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data := symbolBytes(t, f)
	for _, c := range g.checks {
		got, ok := data[c.symbol]
		if !ok {
			t.Fatalf("symbol %s is missing", c.symbol)
		}
		if !bytes.Equal(got, c.want) {
			t.Errorf("%s: gcc %x, ctype %x\n%s", c.what, got, c.want, g.sources[c.record])
		}
	}
}

// symbolBytes returns the initial bytes of every object symbol.
func symbolBytes(t *testing.T, f *elf.File) map[string][]byte {
	t.Helper()
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	sections := map[elf.SectionIndex][]byte{}
	out := map[string][]byte{}
	for _, s := range syms {
		if elf.ST_TYPE(s.Info) != elf.STT_OBJECT {
			continue
		}
		sec := f.Sections[s.Section]
		if sec.Type == elf.SHT_NOBITS {
			out[s.Name] = make([]byte, s.Size)
			continue
		}
		if sections[s.Section] == nil {
			if sections[s.Section], err = sec.Data(); err != nil {
				t.Fatal(err)
			}
		}
		out[s.Name] = sections[s.Section][s.Value : s.Value+s.Size]
	}
	return out
}

// check compares the bytes of one symbol.
type check struct {
	symbol string
	record int
	what   string
	want   []byte
}

// generator makes random records, as C text and as Types side by side.
type generator struct {
	rng     *rand.Rand
	model   ir.DataModel
	out     bytes.Buffer
	made    []*Type
	checks  []check
	sources []string
	names   int
	pack    int64 // #pragma pack in force
}

// le returns v as four little-endian bytes, the form of an unsigned int.
func le(v int64) []byte { return []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)} }

// record adds one record with its checks.
func (g *generator) record() {
	n := len(g.sources)
	tag := fmt.Sprintf("s%d", n)
	body, typ := g.body(tag, 0)
	g.sources = append(g.sources, body)
	fmt.Fprintf(&g.out, "%s;\n", body)
	g.number(n, fmt.Sprintf("sizeof(%s %s)", typ.Kind(), tag), typ.Size(g.model))
	g.number(n, fmt.Sprintf("_Alignof(%s %s)", typ.Kind(), tag), typ.AlignOf(g.model))
	g.number(n, fmt.Sprintf("__alignof__(%s %s)", typ.Kind(), tag), typ.PreferredAlign(g.model))
	g.number(n, fmt.Sprintf("sizeof(struct {char c; %s %s x;})", typ.Kind(), tag),
		structSize(g.model, Basic(Char), typ))
	g.members(n, tag, typ, typ.Record(), 0)
	g.made = append(g.made, typ)
}

func structSize(m ir.DataModel, members ...*Type) int64 {
	var fields []Field
	for i, t := range members {
		fields = append(fields, Field{Name: fmt.Sprint("m", i), Type: t})
	}
	r := NewRecord(false, "")
	r.Complete(m, fields, Attr{})
	return r.Size()
}

// number checks an integer constant expression.
func (g *generator) number(rec int, expr string, want int64) {
	sym := fmt.Sprintf("n%d", len(g.checks))
	fmt.Fprintf(&g.out, "unsigned %s = %s;\n", sym, expr)
	g.checks = append(g.checks, check{sym, rec, expr, le(want)})
}

// members checks the place of every named member of r, which lies at base.
func (g *generator) members(n int, tag string, typ *Type, r *Record, base int64) {
	for _, f := range r.Fields() {
		if f.Name == "" {
			if !f.BitField {
				g.members(n, tag, typ, f.Type.Record(), base+f.Offset)
			}
			continue
		}
		m, ok := typ.Record().Lookup(f.Name)
		if !ok || m.Offset != base+f.Offset {
			panic("lookup disagrees with layout")
		}
		if !f.BitField {
			g.number(n, fmt.Sprintf("__builtin_offsetof(%s %s, %s)", typ.Kind(), tag, f.Name), m.Offset)
			continue
		}
		want := make([]byte, typ.Size(g.model))
		for b := range int64(f.Bits) {
			if f.Type.IsBool() && b > 0 {
				break
			}
			at := m.Place.UnitOffset*8 + int64(m.Place.BitOffset) + b
			want[at/8] |= 1 << (at % 8)
		}
		sym := fmt.Sprintf("b%d", len(g.checks))
		fmt.Fprintf(&g.out, "%s %s %s = {.%s = -1};\n", typ.Kind(), tag, sym, f.Name)
		g.checks = append(g.checks, check{sym, n, "bit-field " + f.Name, want})
	}
}

// body makes a record of the given tag; inner ones have none.
func (g *generator) body(tag string, depth int) (string, *Type) {
	r := NewRecord(g.rng.Intn(4) == 0, tag)
	var attr Attr
	var text strings.Builder
	word := "struct"
	if r.Union {
		word = "union"
	}
	if depth == 0 {
		g.pack = 0
		if g.rng.Intn(12) == 0 {
			g.pack = 1 << g.rng.Intn(4)
		}
	}
	attr.Pack = g.pack
	if attr.Pack > 0 && depth == 0 {
		fmt.Fprintf(&text, "\n#pragma pack(push, %d)\n", attr.Pack)
	}
	text.WriteString(word)
	if g.rng.Intn(6) == 0 {
		attr.Packed = true
		text.WriteString(" __attribute__((packed))")
	}
	if g.rng.Intn(8) == 0 {
		attr.Align = 1 << g.rng.Intn(6)
		fmt.Fprintf(&text, " __attribute__((aligned(%d)))", attr.Align)
	}
	text.WriteString(" " + tag + " {")
	var fields []Field
	for range g.rng.Intn(9) {
		f, src := g.field(depth)
		fields = append(fields, f)
		text.WriteString(" " + src + ";")
	}
	if len(fields) > 0 && !r.Union && depth == 0 && g.rng.Intn(10) == 0 && attr.Pack == 0 {
		fields = append(fields, Field{Name: g.name(), Type: IncompleteArray(Basic(Int))})
		fmt.Fprintf(&text, " int %s[];", fields[len(fields)-1].Name)
		if !hasNamed(fields[:len(fields)-1]) {
			fields = append([]Field{{Name: g.name(), Type: Basic(Char)}}, fields...)
			s := text.String()
			text.Reset()
			text.WriteString(strings.Replace(s, "{", "{ char "+fields[0].Name+";", 1))
		}
	}
	text.WriteString(" }")
	if attr.Pack > 0 && depth == 0 {
		text.WriteString(";\n#pragma pack(pop)\n")
	}
	r.Complete(g.model, fields, attr)
	return text.String(), RecordOf(r)
}

func hasNamed(fields []Field) bool {
	for _, f := range fields {
		if f.Name != "" {
			return true
		}
	}
	return false
}

func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("f%d", g.names)
}

// field makes one member and its source.
func (g *generator) field(depth int) (Field, string) {
	switch g.rng.Intn(10) {
	case 0, 1, 2, 3:
		return g.bitField()
	case 4:
		if depth < 2 {
			src, t := g.body("", depth+1)
			if g.rng.Intn(2) == 0 {
				return Field{Type: t}, src
			}
			n := g.name()
			return Field{Name: n, Type: t}, src + " " + n
		}
	}
	spec, t := g.scalar()
	f := Field{Name: g.name(), Type: t}
	src := spec + " " + f.Name
	switch g.rng.Intn(8) {
	case 0:
		if t.align != 0 {
			break // gcc refuses elements smaller than their alignment
		}
		n := int64(g.rng.Intn(4))
		f.Type = ArrayOf(f.Type, n)
		src += fmt.Sprintf("[%d]", n)
	case 1:
		f.Type = PointerTo(f.Type)
		src = spec + " *" + f.Name
	}
	return g.attributes(f, src)
}

func (g *generator) attributes(f Field, src string) (Field, string) {
	if g.rng.Intn(10) == 0 {
		f.Packed = true
		src += " __attribute__((packed))"
	}
	if g.rng.Intn(10) == 0 {
		f.Align = 1 << g.rng.Intn(5)
		src += fmt.Sprintf(" __attribute__((aligned(%d)))", f.Align)
	}
	return f, src
}

func (g *generator) bitField() (Field, string) {
	kinds := []Kind{Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Int, UInt, Long, ULong, LLong, ULLong}
	k := kinds[g.rng.Intn(len(kinds))]
	t, spec := Basic(k), k.String()
	switch g.rng.Intn(12) {
	case 0:
		t, spec = EnumOf(&Enum{Type: Basic(UInt), Done: true}), "enum {E"+g.name()+"}"
	case 1:
		if k != Bool {
			a := int64(1) << g.rng.Intn(4)
			t = t.WithAlign(a)
			spec = g.typedef(spec, a)
		}
	}
	f := Field{Type: t, BitField: true, Bits: g.rng.Intn(t.Bits(g.model) + 1)}
	src := spec
	if f.Bits > 0 && g.rng.Intn(8) > 0 {
		f.Name = g.name()
		src += " " + f.Name
	}
	src += fmt.Sprintf(" : %d", f.Bits)
	if f.Name == "" {
		return f, src
	}
	return g.attributes(f, src)
}

// typedef declares an aligned typedef of the type called spec.
func (g *generator) typedef(spec string, align int64) string {
	n := "T" + g.name()
	fmt.Fprintf(&g.out, "typedef %s %s __attribute__((aligned(%d)));\n", spec, n, align)
	return n
}

// parts makes a vector or complex type.
func (g *generator) parts() (string, *Type) {
	kinds := []Kind{Char, UShort, Int, ULong, LLong, Float, Double, LongDouble}
	k := kinds[g.rng.Intn(len(kinds))]
	if k == LongDouble || g.rng.Intn(2) == 0 {
		return "_Complex " + k.String(), ComplexOf(g.model, Basic(k))
	}
	n := int64(1) << g.rng.Intn(5)
	name := "V" + g.name()
	fmt.Fprintf(&g.out, "typedef %s %s __attribute__((vector_size(%d * sizeof(%s))));\n", k, name, n, k)
	return name, VectorOf(g.model, Basic(k), n)
}

func (g *generator) scalar() (string, *Type) {
	if len(g.made) > 0 && g.rng.Intn(6) == 0 {
		i := g.rng.Intn(len(g.made))
		t := g.made[i]
		if !t.Record().HasFlexible() {
			return fmt.Sprintf("%s s%d", t.Kind(), i), t
		}
	}
	if g.rng.Intn(8) == 0 {
		return g.parts()
	}
	kinds := []Kind{Bool, Char, Short, UShort, Int, UInt, Long, LLong, ULLong, Float, Double, LongDouble, Float128}
	k := kinds[g.rng.Intn(len(kinds))]
	t, spec := Basic(k), k.String()
	switch g.rng.Intn(12) {
	case 0:
		a := int64(1) << g.rng.Intn(6)
		return g.typedef(spec, a), t.WithAlign(a)
	case 1:
		return "_Atomic " + spec, t.Qualified(QAtomic)
	case 2:
		return "const volatile " + spec, t.Qualified(QConst | QVolatile)
	}
	return spec, t
}
