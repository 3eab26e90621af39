package link

import (
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// applyLabels gives symbols the names of their asm labels. A label applies to symbols that are defined
// under it. It also applies to declared symbols if some unit or the library defines the label. Other
// labels are internal names of C libraries (glibc's redirections), which do not exist here; the symbol
// then keeps its name in C.
func (l *linker) applyLabels() {
	funcs, objects := make(map[string]bool), make(map[string]bool)
	for _, unit := range l.units {
		label(unit.Funcs, func(s *lower.Symbol) bool { return s.Defined })
		label(unit.Globals, func(s *lower.Symbol) bool { return s.Defined })
		note(unit.Funcs, funcs)
		note(unit.Globals, objects)
	}
	for _, unit := range l.units {
		label(unit.Funcs, func(s *lower.Symbol) bool {
			return funcs[s.Label] || l.library.hasFunc(l.opts.Library, s.Label)
		})
		label(unit.Globals, func(s *lower.Symbol) bool {
			return objects[s.Label] || l.library.hasGlobal(l.opts.Library, s.Label)
		})
	}
}

// label renames the symbols with external linkage and a label for which wanted holds.
func label(list []lower.Symbol, wanted func(*lower.Symbol) bool) {
	for i := range list {
		if s := &list[i]; s.Label != "" && s.Linkage == tree.External && wanted(s) {
			s.Name, s.Label = s.Label, ""
		}
	}
}

// note adds the external names that are defined.
func note(list []lower.Symbol, names map[string]bool) {
	for i := range list {
		if s := &list[i]; s.Defined && s.Linkage == tree.External {
			names[s.Name] = true
		}
	}
}
