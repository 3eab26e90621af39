package term

import "slices"

// EqualArrays returns the condition under which two arrays have the same elements. ok is false
// unless both come from one variable or constant array, by stores and conditionals.
func (s *Store) EqualArrays(a, b ID) (equal ID, ok bool) {
	if a == b {
		return True, true
	}
	base := None
	var indices []ID // where something is stored: all other elements are those of base
	seen := make(map[ID]bool)
	for work := []ID{a, b}; len(work) > 0; {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		switch args := s.Args(id); s.Op(id) {
		case OpStore:
			indices = append(indices, args[1])
			work = append(work, args[0])
		case OpIte:
			work = append(work, args[1], args[2])
		default:
			if base != None && base != id {
				return None, false
			}
			base = id
		}
	}
	slices.Sort(indices)
	equal = True
	for _, i := range slices.Compact(indices) {
		equal = s.And(equal, s.Eq(s.Select(a, i), s.Select(b, i)))
	}
	return equal, true
}
