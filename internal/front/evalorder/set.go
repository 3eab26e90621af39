package evalorder

import "slices"

// accessID is the number of an access in the unit's table.
type accessID int32

// accessSet is a set of accesses, in ascending order. Most have one or a few elements.
type accessSet []accessID

// add adds an access and reports whether the set lacked it.
func (s *accessSet) add(id accessID) bool {
	i, found := slices.BinarySearch(*s, id)
	if !found {
		*s = slices.Insert(*s, i, id)
	}
	return !found
}

// union adds the accesses of another set and reports whether the set lacked one.
func (s *accessSet) union(other accessSet) bool {
	switch {
	case len(other) == 0:
		return false
	case len(*s) == 0:
		*s = slices.Clone(other)
		return true
	case len(other) == 1:
		return s.add(other[0])
	}
	lacking := missing(*s, other)
	if lacking == 0 {
		return false
	}
	// The two lists are merged from their ends, in place.
	i, j := len(*s)-1, len(other)-1
	*s = append(*s, make(accessSet, lacking)...)
	list := *s
	for k := len(list) - 1; j >= 0; k-- {
		switch {
		case i < 0 || list[i] < other[j]:
			list[k] = other[j]
			j--
		case list[i] == other[j]:
			list[k] = list[i]
			i, j = i-1, j-1
		default:
			list[k] = list[i]
			i--
		}
	}
	return true
}

// missing returns how many accesses of other are not in s.
func missing(s, other accessSet) int {
	n, i := 0, 0
	for _, id := range other {
		for i < len(s) && s[i] < id {
			i++
		}
		if i == len(s) || s[i] != id {
			n++
		}
	}
	return n
}

// table numbers the accesses of a unit.
type table struct {
	list []access
	ids  map[access]accessID
}

// id returns the number of an access.
func (t *table) id(x access) accessID {
	id, ok := t.ids[x]
	if !ok {
		id = accessID(len(t.list))
		t.list = append(t.list, x)
		t.ids[x] = id
	}
	return id
}

// get returns the access with a number. It is valid until the next access is numbered.
func (t *table) get(id accessID) *access { return &t.list[id] }

// only returns the effects of a single access.
func (t *table) only(x access) effects { return effects{accesses: accessSet{t.id(x)}} }
