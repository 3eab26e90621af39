package relax

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Site is an operation of the program's text with a memory order. Its instructions have one place.
type Site struct {
	Pos    ir.Pos
	Kind   Kind
	Order  ir.MemOrder
	instrs []at
}

// at is the place of an instruction in a program.
type at struct {
	fn    ir.FuncID
	block ir.BlockID
	index int
}

// key identifies a site. A macro may have several operations of a kind at one place.
type key struct {
	pos   ir.Pos
	kind  Kind
	order ir.MemOrder
}

// Sites returns the operations of a program whose order can change. Fences come first, as each orders many accesses;
// then follow failure orders, as C bounds them by the orders of success; then the rest, by place. An order that the
// program computes is no constant of its text and stays as it is: fixed has the places of such operations.
func Sites(p *ir.Program) (sites []Site, fixed []ir.Pos) {
	groups := make(map[key]*Site)
	add := func(pos ir.Pos, k Kind, o ir.MemOrder, i at) {
		s := groups[key{pos, k, o}]
		if s == nil {
			s = &Site{Pos: pos, Kind: k, Order: o}
			groups[key{pos, k, o}] = s
		}
		s.instrs = append(s.instrs, i)
	}
	for id := range p.Funcs {
		f := &p.Funcs[id]
		if f.Model {
			continue
		}
		exchanges := exchangesOf(f)
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[i]
				if in.Order == ir.NonAtomic || !in.Pos.IsValid() {
					continue
				}
				place := at{ir.FuncID(id), ir.BlockID(b), i}
				switch in.Op {
				case ir.OpLoad:
					if exchanges[in.Pos] { // a weak one that fails without a reason
						add(in.Pos, Failure, in.Order, place)
					} else {
						add(in.Pos, Load, in.Order, place)
					}
				case ir.OpStore:
					add(in.Pos, Store, in.Order, place)
				case ir.OpRMW:
					add(in.Pos, Update, in.Order, place)
				case ir.OpCmpXchg:
					add(in.Pos, Exchange, in.Order, place)
					add(in.Pos, Failure, in.Fail, place)
				case ir.OpFence:
					add(in.Pos, Fence, in.Order, place)
				}
			}
		}
	}
	computed := computedOrders(groups)
	for k, s := range groups {
		if !computed[k.pos] {
			sites = append(sites, *s)
		} else if !slices.Contains(fixed, k.pos) {
			fixed = append(fixed, k.pos)
		}
	}
	slices.SortFunc(sites, func(a, b Site) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), a.compare(&b))
	})
	slices.SortFunc(fixed, comparePlaces)
	return sites, fixed
}

// exchangesOf returns the places of the compare and exchange instructions of a function.
func exchangesOf(f *ir.Func) map[ir.Pos]bool {
	places := make(map[ir.Pos]bool)
	for _, in := range f.Instrs() {
		if in.Op == ir.OpCmpXchg {
			places[in.Pos] = true
		}
	}
	return places
}

// computedOrders returns the places at which an operation has every order: the program has a switch there.
func computedOrders(groups map[key]*Site) map[ir.Pos]bool {
	type operation struct {
		pos  ir.Pos
		kind Kind
	}
	count, computed := make(map[operation]int), make(map[ir.Pos]bool)
	for k := range groups {
		op := operation{k.pos, k.kind}
		if count[op]++; count[op] == int(ir.SeqCst-ir.Relaxed)+1 {
			computed[k.pos] = true
		}
	}
	return computed
}

// rank is the place of a kind in the order of Sites.
func (s *Site) rank() int {
	switch s.Kind {
	case Fence:
		return 0
	case Failure:
		return 1
	}
	return 2
}

// compare compares sites by place, then by kind and order.
func (s *Site) compare(t *Site) int {
	return cmp.Or(comparePlaces(s.Pos, t.Pos), cmp.Compare(s.Kind, t.Kind), cmp.Compare(s.Order, t.Order))
}

func comparePlaces(a, b ir.Pos) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// with returns the program with other orders of its sites. It shares the unchanged functions.
func with(p *ir.Program, sites []Site, orders []ir.MemOrder) *ir.Program {
	out := *p
	out.Funcs = slices.Clone(p.Funcs)
	own := make(map[ir.FuncID]bool)
	var removed []at
	for n := range sites {
		s := &sites[n]
		if orders[n] == s.Order {
			continue
		}
		for _, i := range s.instrs {
			if !own[i.fn] {
				out.Funcs[i.fn], own[i.fn] = p.Funcs[i.fn].Clone(), true
			}
			in := &out.Funcs[i.fn].Blocks[i.block].Instrs[i.index]
			switch {
			case s.Kind == Failure && in.Op == ir.OpCmpXchg:
				in.Fail = orders[n]
			case s.Kind == Fence && orders[n] == Removed:
				removed = append(removed, i)
			default:
				in.Order = orders[n]
			}
		}
	}
	slices.SortFunc(removed, func(a, b at) int { return cmp.Compare(b.index, a.index) })
	for _, i := range removed {
		b := &out.Funcs[i.fn].Blocks[i.block]
		b.Instrs = slices.Delete(b.Instrs, i.index, i.index+1)
	}
	return &out
}

// pairs returns, for each failure order, the index of the order of success at the same place; -1 for other sites and
// where several are there.
func pairs(sites []Site) []int {
	out := make([]int, len(sites))
	for i := range sites {
		out[i] = -1
		if sites[i].Kind != Failure {
			continue
		}
		for j := range sites {
			if sites[j].Kind != Exchange || sites[j].Pos != sites[i].Pos {
				continue
			}
			if out[i] >= 0 {
				out[i] = -1
				break
			}
			out[i] = j
		}
	}
	return out
}

// legal reports whether C allows a weaker order of a site: no failure order is stronger than the order of success.
func legal(pairs []int, orders []ir.MemOrder, site int) bool {
	for failure, success := range pairs {
		if success == site && strength(orders[failure]) > strength(orders[success]) {
			return false
		}
	}
	return true
}
