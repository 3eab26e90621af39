package term

import "fmt"

// A sortRule checks the arguments of an application and returns the sort of the
// result. args holds the sorts of the arguments, 0 beyond the arity. It is an
// array, not a slice, so that checking allocates nothing.
type sortRule func(param uint32, args [3]Sort) (Sort, error)

// sortOf applies the sort rule of op to an application in the store.
func (s *Store) sortOf(k *key) (Sort, error) {
	var sorts [3]Sort
	for i := range k.op.Arity() {
		a := k.args[i]
		if a == None || int(a) >= len(s.nodes) {
			return 0, fmt.Errorf("%s: argument %d is not a term of this store", k.op, i+1)
		}
		sorts[i] = s.nodes[a].sort
	}
	sort, err := opTable[k.op].rule(k.param, sorts)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", k.op, err)
	}
	return sort, nil
}

func sortNever(uint32, [3]Sort) (Sort, error) {
	return 0, fmt.Errorf("not an operator")
}

func sortBools(_ uint32, args [3]Sort) (Sort, error) {
	for _, a := range args {
		if a != 0 && a != Bool {
			return 0, fmt.Errorf("argument of sort %s, want bool", a)
		}
	}
	return Bool, nil
}

func sortEqual(_ uint32, args [3]Sort) (Sort, error) {
	if args[0] != args[1] {
		return 0, fmt.Errorf("arguments of sorts %s and %s, want equal sorts", args[0], args[1])
	}
	if args[0].IsArray() {
		return 0, fmt.Errorf("arguments of sort %s, want bool or bit-vectors", args[0])
	}
	return Bool, nil
}

func sortIte(_ uint32, args [3]Sort) (Sort, error) {
	if args[0] != Bool {
		return 0, fmt.Errorf("condition of sort %s, want bool", args[0])
	}
	if args[1] != args[2] {
		return 0, fmt.Errorf("branches of sorts %s and %s, want equal sorts", args[1], args[2])
	}
	return args[1], nil
}

// sortSame wants bit-vectors of one width and gives that width.
func sortSame(_ uint32, args [3]Sort) (Sort, error) {
	for _, a := range args {
		switch {
		case a == 0:
		case !a.IsBV():
			return 0, fmt.Errorf("argument of sort %s, want a bit-vector", a)
		case a != args[0]:
			return 0, fmt.Errorf("arguments of sorts %s and %s, want equal widths", args[0], a)
		}
	}
	return args[0], nil
}

// sortCompare wants bit-vectors of one width and gives Bool.
func sortCompare(param uint32, args [3]Sort) (Sort, error) {
	if _, err := sortSame(param, args); err != nil {
		return 0, err
	}
	return Bool, nil
}

func sortRotate(param uint32, args [3]Sort) (Sort, error) {
	sort, err := sortSame(0, args)
	if err == nil && uint(param) >= sort.Width() {
		return 0, fmt.Errorf("rotation by %d of %s", param, sort)
	}
	return sort, err
}

func sortConcat(_ uint32, args [3]Sort) (Sort, error) {
	if !args[0].IsBV() || !args[1].IsBV() {
		return 0, fmt.Errorf("arguments of sorts %s and %s, want bit-vectors", args[0], args[1])
	}
	w := args[0].Width() + args[1].Width()
	if !validWidth(w) {
		return 0, fmt.Errorf("width %d is more than %d", w, MaxWidth)
	}
	return BV(w), nil
}

func sortExtract(param uint32, args [3]Sort) (Sort, error) {
	hi, lo := unpackBounds(param)
	if !args[0].IsBV() {
		return 0, fmt.Errorf("argument of sort %s, want a bit-vector", args[0])
	}
	if lo > hi || hi >= args[0].Width() {
		return 0, fmt.Errorf("bits %d to %d of %s", hi, lo, args[0])
	}
	return BV(hi - lo + 1), nil
}

func sortExtend(param uint32, args [3]Sort) (Sort, error) {
	if !args[0].IsBV() {
		return 0, fmt.Errorf("argument of sort %s, want a bit-vector", args[0])
	}
	if !validWidth(uint(param)) || uint(param) <= args[0].Width() {
		return 0, fmt.Errorf("extension of %s to width %d", args[0], param)
	}
	return BV(uint(param)), nil
}

func sortSelect(_ uint32, args [3]Sort) (Sort, error) {
	if err := checkIndex(args[0], args[1]); err != nil {
		return 0, err
	}
	return args[0].Elem(), nil
}

func sortStore(_ uint32, args [3]Sort) (Sort, error) {
	if err := checkIndex(args[0], args[1]); err != nil {
		return 0, err
	}
	if args[2] != args[0].Elem() {
		return 0, fmt.Errorf("element of sort %s in %s", args[2], args[0])
	}
	return args[0], nil
}

func checkIndex(array, index Sort) error {
	if !array.IsArray() {
		return fmt.Errorf("argument of sort %s, want an array", array)
	}
	if index != BV(array.IndexWidth()) {
		return fmt.Errorf("index of sort %s in %s", index, array)
	}
	return nil
}

func sortConstArray(param uint32, args [3]Sort) (Sort, error) {
	if !args[0].IsBV() {
		return 0, fmt.Errorf("element of sort %s, want a bit-vector", args[0])
	}
	if !validWidth(uint(param)) {
		return 0, fmt.Errorf("index width %d", param)
	}
	return Array(uint(param), args[0].Width()), nil
}

// packBounds packs the bounds of an extract into its parameter.
func packBounds(hi, lo uint) uint32 { return uint32(hi)<<8 | uint32(lo) }

// unpackBounds undoes packBounds. A lower bound above 255 cannot be packed, so
// any parameter unpacks to something the sort rule can judge.
func unpackBounds(param uint32) (hi, lo uint) { return uint(param >> 8), uint(param & 0xff) }
