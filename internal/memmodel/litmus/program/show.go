package program

import "strconv"

// Show writes a value: the name of an address, or a number.
func (t *Test) Show(v int64) string {
	if object, offset, ok := t.AtAddress(v); ok {
		switch {
		case offset == 0:
			return t.Objects[object].Name
		case 0 < offset && offset < int64(t.Objects[object].Size):
			return t.Objects[object].Name + "+" + strconv.FormatInt(offset, 10)
		}
	}
	return strconv.FormatInt(v, 10)
}
