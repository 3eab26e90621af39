package native

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Start describes the start of a program: the arguments of its entry function.
type Start struct {
	Main      bool    // the entry function is main
	Arguments []Given // of main: the strings, the program's name first
	List      string  // of main: the name of the array of these
	// Parameters holds the parameters of an entry function other than main, in order.
	Parameters []Parameter
	Given      []Given // the objects that pointers among the parameters lead to
	// Refused names a parameter that a compiled caller cannot pass; empty: it can pass all.
	Refused string
}

// Parameter is the value of a parameter: a number, the bits of a float, or a pointer.
type Parameter struct {
	Type  ir.Type
	Value uint64 // of a pointer: the offset in the object
	Given int    // of a pointer: index of Start.Given, from 1; 0: the value is all
}

// Given is an object that the program is given, with its content.
type Given struct {
	Name  string // of the global in the program that was checked; empty: none
	Size  uint64
	Bytes []Byte // the others are zero
}

// entryOf returns the function that the start function of a program enters; 0: none is known.
func entryOf(p *ir.Program) (entry ir.FuncID) {
	for _, in := range p.Funcs[p.Start].Instrs() {
		if in.Op == ir.OpCall && !p.Funcs[in.Func].Model {
			entry = in.Func // constructors come before
		}
	}
	return entry
}

// starts notes the arguments of the entry function, which a thread has just entered.
func (p *planner) starts(m *interp.Machine, t *interp.Thread, f *ir.Func) {
	p.started = true
	s := &p.plan.Start
	if s.Main = f.Name == "main"; s.Main {
		p.mainStarts(m, t, f)
		return
	}
	params := f.Params
	if sig := ir.Declared(p.prog.CTypes, f.CType); sig != nil && len(params) > len(sig.Params) && !f.Variadic {
		s.Refused = f.Name + " returns a structure"
		return
	}
	for i, r := range params {
		if f.Variadic && i == len(params)-1 {
			continue
		}
		s.parameter(p, m, f, r, t.Register(r))
	}
}

// parameter adds the value of a parameter of the entry function.
func (s *Start) parameter(p *planner, m *interp.Machine, f *ir.Func, r ir.Reg, v wide.Word) {
	reg := &f.Regs[r]
	if t := ir.Declared(p.prog.CTypes, reg.CType); t != nil {
		switch {
		case t.Kind == ir.CStruct || t.Kind == ir.CUnion:
			s.Refused = fmt.Sprintf("the parameter %s of %s is a structure by value", reg.Name, f.Name)
		case t.Kind == ir.CFloat && t.Size > 8:
			s.Refused = fmt.Sprintf("the parameter %s of %s is a long double", reg.Name, f.Name)
		}
	}
	if parameterTypes[reg.Type] == "" {
		s.Refused = fmt.Sprintf("the parameter %s of %s has a type that is not passed on: %s", reg.Name, f.Name, reg.Type)
	}
	value := Parameter{Type: reg.Type, Value: v.Lo}
	if reg.Type.IsPtr() && v.Hi != 0 {
		if info, ok := m.ObjectInfo(v.Hi); ok && info.Key.Global != "" {
			value.Given = 1 + slices.IndexFunc(s.Given, func(g Given) bool { return g.Name == info.Key.Global })
			if value.Given == 0 {
				s.Given = append(s.Given, Given{Name: info.Key.Global, Size: info.Size})
				value.Given = len(s.Given)
			}
		} else {
			s.Refused = fmt.Sprintf("the parameter %s of %s leads to an object that is not known", reg.Name, f.Name)
		}
	}
	s.Parameters = append(s.Parameters, value)
}

// mainStarts notes the arguments of main.
func (p *planner) mainStarts(m *interp.Machine, t *interp.Thread, f *ir.Func) {
	s := &p.plan.Start
	s.Arguments = []Given{{Size: uint64(len(programName) + 1)}}
	if len(f.Params) < 2 || !f.Regs[f.Params[1]].Type.IsPtr() {
		return
	}
	info, ok := m.ObjectInfo(t.Register(f.Params[1]).Hi)
	if !ok || info.Global == 0 {
		return
	}
	list := &p.prog.Globals[info.Global]
	s.List, s.Arguments = list.Name, nil
	count := int(t.Register(f.Params[0]).Lo)
	for i := range min(count, len(list.Init)) {
		g := &p.prog.Globals[list.Init[i].Global]
		given := Given{Name: g.Name, Size: uint64(g.Size)}
		for _, it := range g.Init {
			for k, b := range it.Bytes {
				given.Bytes = append(given.Bytes, Byte{uint64(it.Offset) + uint64(k), b})
			}
		}
		s.Arguments = append(s.Arguments, given)
	}
}

// programName is the name of a program that does not look at it.
const programName = "program"

// fill gives the objects of a start the bytes that the execution read before it wrote them.
func (s *Start) fill(list []trace.Uninit) {
	for _, objects := range [][]Given{s.Given, s.Arguments} {
		for i := range objects {
			g := &objects[i]
			for _, u := range list {
				if u.Global == g.Name && g.Name != "" {
					g.Bytes = append(g.Bytes, Byte{u.Offset, u.Value})
				}
			}
		}
	}
	for i := range s.Arguments {
		s.Arguments[i].text(i == 0)
	}
}

// text makes the bytes of an argument a string: characters that were not read do not end it if a later
// one was read.
func (g *Given) text(isName bool) {
	if len(g.Bytes) == 0 && isName {
		for i, c := range []byte(programName) {
			g.Bytes = append(g.Bytes, Byte{uint64(i), c})
		}
		return
	}
	read := make(map[uint64]bool)
	last := uint64(0)
	for _, b := range g.Bytes {
		read[b.Offset] = true
		if b.Value != 0 {
			last = max(last, b.Offset)
		}
	}
	for i := range last {
		if !read[i] {
			g.Bytes = append(g.Bytes, Byte{i, 'a'})
		}
	}
}

// parameterTypes maps IR types to the C types of a compiled function.
var parameterTypes = map[ir.Type]string{
	ir.I1: "unsigned char", ir.I8: "unsigned char", ir.I16: "unsigned short", ir.I32: "unsigned", ir.I64: "unsigned long long",
	ir.F32: "float", ir.F64: "double", ir.Ptr: "void *",
}

// label matches names that an assembler takes as they are.
var label = pattern.Lazy(`^[A-Za-z_.][A-Za-z0-9_.]*$`)

// write writes the objects that the program is given, and the function that begins it.
func (s *Start) write(b *strings.Builder) {
	b.WriteString("\n/* How the program begins. */\n\n")
	if s.Main || len(s.Parameters) == 0 && s.Refused == "" && len(s.Arguments) > 0 {
		b.WriteString("static char *no_environment[] = { 0 };\nint heddle_main(int, char **, char **);\n\n" +
			"void heddle_begin(void) { heddle_main(heddle_plan.argument_count, heddle_plan.arguments, no_environment); }\n")
		return
	}
	for i := range s.Given {
		s.Given[i].write(b, "unsigned char", fmt.Sprintf("given_%d", i+1))
	}
	types, values := make([]string, len(s.Parameters)), make([]string, len(s.Parameters))
	for i, p := range s.Parameters {
		types[i] = parameterTypes[p.Type]
		switch {
		case p.Given > 0:
			values[i] = fmt.Sprintf("given_%d + %d", p.Given, int64(p.Value))
		case p.Type.IsPtr():
			values[i] = fmt.Sprintf("(void *)%#xul", p.Value)
		case p.Type == ir.F32:
			values[i] = fmt.Sprintf("((union { unsigned bits; float value; }){ %#xu }).value", p.Value)
		case p.Type == ir.F64:
			values[i] = fmt.Sprintf("((union { unsigned long long bits; double value; }){ %#xull }).value", p.Value)
		default:
			values[i] = fmt.Sprintf("(%s)%#xull", types[i], p.Value)
		}
	}
	if len(types) == 0 {
		types = []string{"void"}
	}
	fmt.Fprintf(b, "void heddle_main(%s);\n\nvoid heddle_begin(void) { heddle_main(%s); }\n", strings.Join(types, ", "), strings.Join(values, ", "))
}

// write defines an object as an array.
func (g *Given) write(b *strings.Builder, elem, name string) {
	fmt.Fprintf(b, "static %s %s[%d]", elem, name, max(g.Size, 1))
	if label().MatchString(g.Name) {
		fmt.Fprintf(b, " __asm__(%s)", quote(g.Name)) // so that the runtime knows the object by its name
	}
	b.WriteString(" __attribute__((aligned(16))) = {")
	for _, c := range g.Bytes {
		fmt.Fprintf(b, " [%d] = (char)%d,", c.Offset, c.Value)
	}
	b.WriteString(" };\n")
}
