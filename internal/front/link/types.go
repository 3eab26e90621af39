package link

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// typeMerger builds the program's table of declared types from the tables of the units: used types
// only, equal ones once. Structures of one tag, size and members are equal.
type typeMerger struct {
	list []ir.CType
	keys map[string]ir.CTypeID
}

func newTypeMerger() *typeMerger {
	return &typeMerger{list: make([]ir.CType, 1), keys: make(map[string]ir.CTypeID)}
}

// reserve adds a type whose content follows.
func (m *typeMerger) reserve() ir.CTypeID {
	m.list = append(m.list, ir.CType{})
	return ir.CTypeID(len(m.list) - 1)
}

func (m *typeMerger) set(id ir.CTypeID, t ir.CType) { m.list[id] = t }

// typeMap maps the types of one unit to the program's.
type typeMap struct {
	merger *typeMerger
	from   []ir.CType
	to     []ir.CTypeID
}

func (m *typeMerger) open(types []ir.CType) typeMap {
	return typeMap{merger: m, from: types, to: make([]ir.CTypeID, max(len(types), 1))}
}

// id returns the program's number of a unit's type.
func (tm typeMap) id(t ir.CTypeID) ir.CTypeID {
	if t == 0 {
		return 0
	}
	if n := tm.to[t]; n != 0 {
		return n
	}
	c := tm.from[t]
	record := c.Kind == ir.CStruct || c.Kind == ir.CUnion
	m := tm.merger
	key := ""
	if record {
		// A structure may mention itself: it gets its number first.
		key = recordKey(&c)
		if n, ok := m.keys[key]; ok {
			tm.to[t] = n
			return n
		}
		tm.to[t] = m.reserve()
		m.keys[key] = tm.to[t]
	}
	c.Elem = tm.id(c.Elem)
	params := make([]ir.CTypeID, len(c.Params))
	for i, p := range c.Params {
		params[i] = tm.id(p)
	}
	if c.Params = params; len(params) == 0 {
		c.Params = nil
	}
	fields := append([]ir.CField(nil), c.Fields...)
	for i := range fields {
		fields[i].Type = tm.id(fields[i].Type)
	}
	c.Fields = fields
	if !record {
		key = fmt.Sprint(c.Kind, c.Name, c.Size, c.Signed, c.Elem, c.Len, c.Params, c.Variadic)
		if n, ok := m.keys[key]; ok {
			tm.to[t] = n
			return n
		}
		tm.to[t] = m.reserve()
		m.keys[key] = tm.to[t]
	}
	m.set(tm.to[t], c)
	return tm.to[t]
}

// recordKey tells structures apart. Unnamed ones of equal shape are equal.
func recordKey(c *ir.CType) string {
	key := fmt.Sprint("record", c.Kind, c.Name, c.Size)
	for _, f := range c.Fields {
		key += fmt.Sprint(" ", f.Name, f.BitOffset, f.BitWidth)
	}
	return key
}

// mergedTypes hands the table to the program.
func (l *linker) mergedTypes() { l.prog.CTypes = l.types.list }
