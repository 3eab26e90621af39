package ir

import "slices"

// Sites numbers the places that create dynamic objects (Space, address.go):
//
//   - every Local of every function,
//   - every thread-local Global,
//   - every alloc instruction,
//   - every call instruction outside the library models through which a model
//     may allocate: the calls of model functions that reach an alloc without
//     leaving the models, and all calls through pointers when the address of
//     such a function is taken.
//
// The site of an allocation is the call instruction in the innermost frame
// that is not a model's, if control is in a model called from there, and the
// alloc instruction itself otherwise. The numbering depends on the program
// only: functions in order, in each the locals, then the code, then globals.
type Sites struct {
	Count   int
	locals  [][]SiteID           // by FuncID, LocalID
	globals []SiteID             // by GlobalID
	instrs  [][]map[int32]SiteID // by FuncID, BlockID; the key is the instruction's index
	small   []bool               // by SiteID
	ofLocal []bool               // by SiteID
}

// smallObject is how many bytes an object of a small site has at most.
const smallObject = 48

// NewSites numbers the sites of a checked program.
func NewSites(p *Program) *Sites {
	s := &Sites{
		locals:  make([][]SiteID, len(p.Funcs)),
		globals: make([]SiteID, len(p.Globals)),
		instrs:  make([][]map[int32]SiteID, len(p.Funcs)),
	}
	most := allocating(p)
	viaPointer := slices.ContainsFunc(p.AddressTaken(), func(f FuncID) bool { return most[f] > 0 })
	for f := 1; f < len(p.Funcs); f++ {
		fn := &p.Funcs[f]
		s.locals[f] = make([]SiteID, len(fn.Locals))
		for l := 1; l < len(fn.Locals); l++ {
			site := s.next()
			s.ofLocal = append(s.ofLocal, make([]bool, int(site)+1-len(s.ofLocal))...)
			s.locals[f][l], s.ofLocal[site] = site, true
		}
		s.instrs[f] = make([]map[int32]SiteID, len(fn.Blocks))
		for at, in := range fn.Instrs() {
			isSite := in.Op == OpAlloc ||
				!fn.Model && (in.Op == OpCall && most[in.Func] > 0 || in.Op == OpCallPtr && viaPointer)
			if !isSite {
				continue
			}
			if s.instrs[f][at.Block] == nil {
				s.instrs[f][at.Block] = make(map[int32]SiteID)
			}
			site := s.next()
			s.instrs[f][at.Block][int32(at.Index)] = site
			if !fn.Model && in.Op == OpCall && most[in.Func] <= smallObject {
				s.small = append(s.small, make([]bool, int(site)+1-len(s.small))...)
				s.small[site] = true
			}
		}
	}
	for g := 1; g < len(p.Globals); g++ {
		if p.Globals[g].Storage == ThreadLocal {
			s.globals[g] = s.next()
		}
	}
	return s
}

func (s *Sites) next() SiteID {
	s.Count++
	return SiteID(s.Count)
}

// Local returns the site of a function's Local.
func (s *Sites) Local(f FuncID, l LocalID) SiteID { return s.locals[f][l] }

// Global returns the site of a thread-local Global.
func (s *Sites) Global(g GlobalID) SiteID { return s.globals[g] }

// Instr returns the site of the instruction at index i, from 0, of a block, or zero if the instruction
// is not a site.
func (s *Sites) Instr(f FuncID, b BlockID, i int) SiteID { return s.instrs[f][b][int32(i)] }

// Small reports whether a site is a call whose objects all have few bytes, as the
// descriptors of threads have.
func (s *Sites) Small(site SiteID) bool { return int(site) < len(s.small) && s.small[site] }

// OfLocal reports whether a site is that of a Local.
func (s *Sites) OfLocal(site SiteID) bool { return int(site) < len(s.ofLocal) && s.ofLocal[site] }

// allocating returns the most bytes that an alloc makes, at least 1, which a model function
// reaches without leaving the models; 0: it reaches none. Calls through pointers inside models
// count as leaving them.
func allocating(p *Program) []uint64 {
	most := make([]uint64, len(p.Funcs))
	callers := make([][]FuncID, len(p.Funcs))
	var work []FuncID
	for f := 1; f < len(p.Funcs); f++ {
		fn := &p.Funcs[f]
		if !fn.Model {
			continue
		}
		for _, in := range fn.Instrs() {
			switch {
			case in.Op == OpCall && p.Funcs[in.Func].Model:
				callers[in.Func] = append(callers[in.Func], FuncID(f))
			case in.Op == OpAlloc:
				size := ^uint64(0)
				if o := in.Args[0]; o.IsConst() {
					size = max(fn.Consts[o.Const()].Lo, 1)
				}
				most[f] = max(most[f], size)
			}
		}
	}
	for f := range most {
		if most[f] > 0 {
			work = append(work, FuncID(f))
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, caller := range callers[f] {
			if most[caller] < most[f] {
				most[caller] = most[f]
				work = append(work, caller)
			}
		}
	}
	return most
}
