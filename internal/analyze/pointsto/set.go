package pointsto

import "slices"

// smallSet is the size up to which sets are searched without bits.
const smallSet = 12

// pageWords is the number of words in a page of bits.
const pageWords = 8

// set is a set of locations that remembers the order of their arrival. Entries of removed locations stay
// until compact is called; without bits they are negative, with bits their bits are 0.
type set struct {
	locs  []LocID
	pages []*[pageWords]uint64 // nil: the set is small
}

func (x *set) has(l LocID) bool {
	if x.pages == nil {
		return slices.Contains(x.locs, l)
	}
	page := int(l) / (64 * pageWords)
	return page < len(x.pages) && x.pages[page] != nil && x.pages[page][l/64%pageWords]>>(l%64)&1 != 0
}

// entry returns the location that arrived at a place of the order; not ok: it was removed.
func (x *set) entry(k int) (l LocID, ok bool) {
	l = x.locs[k]
	return l, l > 0 && (x.pages == nil || x.has(l))
}

// had reports whether a location is in the set and was among the first n to arrive.
func (x *set) had(l LocID, n int) bool {
	return x.has(l) && (n == len(x.locs) || slices.Contains(x.locs[:n], l))
}

// append adds a location that is not in the set.
func (x *set) append(l LocID) {
	x.locs = append(x.locs, l)
	switch {
	case x.pages != nil:
		*x.word(l) |= 1 << (l % 64)
	case len(x.locs) > smallSet:
		for _, k := range x.locs {
			if k > 0 {
				*x.word(k) |= 1 << (k % 64)
			}
		}
	}
}

// word returns the word with the bit of a location.
func (x *set) word(l LocID) *uint64 {
	page := int(l) / (64 * pageWords)
	if page >= len(x.pages) {
		x.pages = append(x.pages, make([]*[pageWords]uint64, page+1-len(x.pages))...)
	}
	if x.pages[page] == nil {
		x.pages[page] = new([pageWords]uint64)
	}
	return &x.pages[page][l/64%pageWords]
}

// lackedBy returns the bits of one of the set's pages that another set with bits does not have.
func (x *set) lackedBy(y *set, at int) (lacked [pageWords]uint64) {
	if x.pages[at] != nil {
		lacked = *x.pages[at]
	}
	if at < len(y.pages) && y.pages[at] != nil {
		for w, has := range y.pages[at] {
			lacked[w] &^= has
		}
	}
	return lacked
}

// removeAll removes locations.
func (x *set) removeAll(list []LocID) {
	for _, l := range list {
		switch {
		case !x.has(l):
		case x.pages != nil:
			*x.word(l) &^= 1 << (l % 64)
		default:
			x.locs[slices.Index(x.locs, l)] = -l
		}
	}
}

// compact drops the entries of removed locations, and the bits.
func (x *set) compact() {
	n := 0
	for k := range x.locs {
		if l, ok := x.entry(k); ok {
			x.locs[n] = l
			n++
		}
	}
	x.locs, x.pages = x.locs[:n], nil
}
