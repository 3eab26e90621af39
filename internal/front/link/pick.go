package link

import (
	"cmp"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Pick returns the units that a program needs, in their order. These are the first named units, which
// the user listed, and the unit that defines the entry function. Of the others they are the units with
// a definition that is reached from there by a call, an address or an initial value, if no named unit
// has it. The constructors of a needed unit are reached as well. If several of the other units define
// a needed name, that is an error. Undefined names are left to Link, and stubs need no definition.
func Pick(units []*lower.Unit, named int, opts Options) ([]*lower.Unit, []diag.Diagnostic) {
	newLinker(units, opts).applyLabels()
	p := &picker{units: units, named: named, functions: make(map[string][]symbol), objects: make(map[string][]symbol), picked: make([]bool, len(units))}
	for u, unit := range units {
		p.seenF, p.seenG = append(p.seenF, make([]bool, len(unit.Funcs))), append(p.seenG, make([]bool, len(unit.Globals)))
		collect(p.functions, unit.Funcs, u)
		collect(p.objects, unit.Globals, u)
	}
	for _, stub := range opts.Stubs {
		name, _, _ := strings.Cut(stub, "=")
		delete(p.functions, name)
	}
	for u := range units[:named] {
		p.pick(u)
	}
	file, name := SplitEntry(cmp.Or(opts.Entry, "main"))
	for u, unit := range units {
		if file != "" && unit.File != file && !strings.HasSuffix(unit.File, "/"+file) {
			continue
		}
		for id := 1; id < len(unit.Funcs); id++ {
			if s := &unit.Funcs[id]; s.Name == name && s.Defined {
				p.function(symbol{defined, u, int32(id)})
			}
		}
	}
	p.close()
	var out []*lower.Unit
	for u, unit := range units {
		if p.picked[u] {
			out = append(out, unit)
		}
	}
	return out, p.diags
}

// picker is the state of one Pick.
type picker struct {
	units        []*lower.Unit
	named        int
	functions    map[string][]symbol // definitions with external linkage, by name
	objects      map[string][]symbol
	picked       []bool
	seenF, seenG [][]bool // by unit
	work         []symbol // functions
	diags        []diag.Diagnostic
}

// collect adds the definitions with external linkage of a unit.
func collect(table map[string][]symbol, symbols []lower.Symbol, unit int) {
	for id := 1; id < len(symbols); id++ {
		if s := &symbols[id]; s.Defined && s.Linkage == tree.External {
			table[s.Name] = append(table[s.Name], symbol{kindOf(s), unit, int32(id)})
		}
	}
}

// pick adds a unit, whose constructors and destructors run.
func (p *picker) pick(unit int) {
	if p.picked[unit] {
		return
	}
	p.picked[unit] = true
	for id := 1; id < len(p.units[unit].Funcs); id++ {
		if s := &p.units[unit].Funcs[id]; s.Defined && (s.Constructor || s.Destructor) {
			p.function(symbol{defined, unit, int32(id)})
		}
	}
}

// function adds a function that is defined.
func (p *picker) function(s symbol) {
	p.pick(s.unit)
	if seen := p.seenF[s.unit]; !seen[s.id] {
		seen[s.id] = true
		p.work = append(p.work, s)
	}
}

// definition returns the definition of a name that a unit mentions. It is the unit's own definition
// unless that is a weak one, the best of the named units, or the best of the others. It returns false
// if there is none.
func (p *picker) definition(table map[string][]symbol, mention *lower.Symbol, unit int, id int32) (symbol, bool) {
	if mention.Defined && (mention.Linkage != tree.External || kindOf(mention) == defined) {
		return symbol{defined, unit, id}, true
	}
	var best []symbol
	for _, s := range table[mention.Name] {
		switch rank := p.rank(s); {
		case len(best) == 0 || rank > p.rank(best[0]):
			best = []symbol{s}
		case rank == p.rank(best[0]):
			best = append(best, s)
		}
	}
	if len(best) == 0 {
		return symbol{}, false
	}
	if len(best) > 1 && best[0].kind == defined && best[0].unit >= p.named && !p.complained(mention.Name) {
		p.diags = append(p.diags, diag.Diagnostic{Code: "multiple-definition", Message: "both " + p.units[best[0].unit].File + " and " +
			p.units[best[1].unit].File + " define " + mention.Name + ", which is needed: name the file to take"})
	}
	return best[0], true
}

// rank orders definitions: definitions of named units come before all others.
func (p *picker) rank(s symbol) int {
	if s.unit < p.named {
		return int(defined) + 1 + int(s.kind)
	}
	return int(s.kind)
}

// complained reports whether a name was an error before.
func (p *picker) complained(name string) bool {
	return slices.ContainsFunc(p.diags, func(d diag.Diagnostic) bool { return strings.Contains(d.Message, " define "+name+",") })
}

// close adds the symbols that the functions of the work list need.
func (p *picker) close() {
	for len(p.work) > 0 {
		s := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		f := &p.units[s.unit].Program.Funcs[s.id]
		for i := range f.Locals {
			p.values(s.unit, f.Locals[i].Init)
		}
		for _, in := range f.Instrs() {
			p.mention(s.unit, in.Func, in.Glob)
		}
	}
}

// values adds the items that initial values mention.
func (p *picker) values(unit int, items []ir.InitItem) {
	for i := range items {
		p.mention(unit, items[i].Func, items[i].Global)
	}
}

// mention adds a function and an object that a unit mentions; 0: none.
func (p *picker) mention(unit int, f ir.FuncID, g ir.GlobalID) {
	u := p.units[unit]
	if f != 0 {
		if s, ok := p.definition(p.functions, &u.Funcs[f], unit, int32(f)); ok {
			p.function(s)
		}
	}
	if g == 0 {
		return
	}
	if s, ok := p.definition(p.objects, &u.Globals[g], unit, int32(g)); ok && !p.seenG[s.unit][s.id] {
		p.seenG[s.unit][s.id] = true
		p.pick(s.unit)
		p.values(s.unit, p.units[s.unit].Program.Globals[s.id].Init)
	}
}
