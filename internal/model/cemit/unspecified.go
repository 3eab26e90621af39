package cemit

import (
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// anyValues is the name of the function that assigns unspecified values to the objects without initial
// values.
const anyValues = "any_values"

// maxLeaves bounds the scalars of an object that get a value each; larger objects get
// any bytes.
const maxLeaves = 16

// unspecified returns the function that gives objects without an initial value any value, or an empty
// text if there are none. In a sequential program stack and heap objects are such objects.
func (p *printer) unspecified() string {
	var b strings.Builder
	for g := 1; g < len(p.prog.Globals); g++ {
		glob := &p.prog.Globals[g]
		if !glob.External || !p.named[g] || p.isLibraryObject(ir.GlobalID(g)) {
			continue
		}
		name := p.globName[g]
		lines, ok := p.leaves(p.globalType(ir.GlobalID(g)), name)
		if !ok {
			p.need(nondetPrefix + "uchar")
			lines = []string{fmt.Sprintf("for (unsigned long i = 0; i < sizeof %s; i++)", name),
				fmt.Sprintf("\t((unsigned char *)&%s)[i] = %suchar();", name, nondetPrefix)}
		}
		for _, l := range lines {
			b.WriteString("\t" + l + "\n")
		}
	}
	if !p.hasUnspecified() {
		return ""
	}
	return "static void " + anyValues + "(void)\n{\n" + b.String() + "}\n"
}

// hasUnspecified reports whether there may be objects without an initial value.
func (p *printer) hasUnspecified() bool {
	for g := 1; g < len(p.prog.Globals); g++ {
		if p.prog.Globals[g].External && p.reach.globals[g] && !p.unread[g] && !p.isLibraryObject(ir.GlobalID(g)) {
			return true
		}
	}
	return false
}

// leaves returns the assignments of any value to the scalars of an object; ok is
// false if there are too many or some cannot be named.
func (p *printer) leaves(id ir.CTypeID, name string) (lines []string, ok bool) {
	if id == 0 {
		return nil, false
	}
	r := p.types.resolve(id)
	switch c := p.types.at(r); c.Kind {
	case ir.CBool, ir.CInt, ir.CFloat, ir.CPointer:
		t, ok := scalarOf(c)
		if !ok {
			return nil, false
		}
		in := &ir.Instr{Type: t}
		return []string{fmt.Sprintf("%s = %s();", name, p.nondet(in, p.scalarType(r, t)))}, true
	case ir.CArray:
		for i := int64(0); i < c.Len; i++ {
			part, ok := p.leaves(c.Elem, fmt.Sprintf("%s[%d]", name, i))
			if lines = append(lines, part...); !ok || len(lines) > maxLeaves {
				return nil, false
			}
		}
		return lines, c.Len >= 0
	case ir.CStruct:
		rec := p.types.recordOf(r)
		if rec.opaque || tagHeader[c.Name] != "" {
			return nil, false
		}
		for _, m := range rec.fields {
			if m.typ == 0 {
				return nil, false
			}
			part, ok := p.leaves(m.typ, name+"."+m.name)
			if lines = append(lines, part...); !ok || len(lines) > maxLeaves {
				return nil, false
			}
		}
		return lines, true
	}
	return nil, false
}

func scalarOf(c *ir.CType) (ir.Type, bool) {
	switch {
	case c.Kind == ir.CPointer:
		return ir.Ptr, true
	case c.Kind == ir.CFloat && c.Size == 4:
		return ir.F32, true
	case c.Kind == ir.CFloat && c.Size == 8:
		return ir.F64, true
	case c.Kind == ir.CFloat:
		return ir.NoType, false
	case c.Kind == ir.CBool:
		return ir.I8, true
	}
	return ir.Int(int(c.Size) * 8), true
}
