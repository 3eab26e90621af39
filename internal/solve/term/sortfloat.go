package term

import "fmt"

// The sort rules of operators on floats. A value of a format is a bit-vector of
// the format's width.

// checkFloat refuses parameters that say nothing.
func checkFloat(p FloatParam) error {
	switch {
	case !p.Format.valid():
		return fmt.Errorf("format of %d exponent bits and precision %d", p.Format.Exp, p.Format.Sig)
	case p.Mode >= NumRoundings:
		return fmt.Errorf("rounding direction %d, want less than %d", p.Mode, NumRoundings)
	}
	return nil
}

// checkFloats is checkFloat for operators whose arguments have the format.
func checkFloats(p FloatParam, args [3]Sort) error {
	if err := checkFloat(p); err != nil {
		return err
	}
	for _, a := range args {
		if a != 0 && a != BV(p.Format.Width()) {
			return fmt.Errorf("argument of sort %s, want bv%d for %s", a, p.Format.Width(), p.Format)
		}
	}
	return nil
}

// unpackRound unpacks a parameter without a second format or width.
func unpackRound(param uint32) (FloatParam, error) {
	p := unpackFloat(paramRound, param)
	if p.Pack() != param {
		return p, fmt.Errorf("parameter %#x, want mode and format", param)
	}
	return p, nil
}

func sortFloat(param uint32, args [3]Sort) (Sort, error) {
	p, err := unpackRound(param)
	if err == nil {
		err = checkFloats(p, args)
	}
	return args[0], err
}

func sortFloatRem(param uint32, args [3]Sort) (Sort, error) {
	p, err := unpackRound(param)
	if err == nil && p.Mode != RNE && p.Mode != RTZ {
		err = fmt.Errorf("rounding direction %d, want rne or rtz", p.Mode)
	}
	if err == nil {
		err = checkFloats(p, args)
	}
	return args[0], err
}

func sortFloatCompare(param uint32, args [3]Sort) (Sort, error) {
	p, err := unpackRound(param)
	if err == nil && p.Mode != RNE {
		err = fmt.Errorf("rounding direction %d, want none", p.Mode)
	}
	if err == nil {
		err = checkFloats(p, args)
	}
	return Bool, err
}

func sortFloatToFloat(param uint32, args [3]Sort) (Sort, error) {
	p := unpackFloat(paramConvert, param)
	switch err := checkFloats(p, args); {
	case err != nil:
		return 0, err
	case !p.To.valid():
		return 0, fmt.Errorf("format of %d exponent bits and precision %d", p.To.Exp, p.To.Sig)
	case p.To == p.Format:
		return 0, fmt.Errorf("conversion from %s to itself", p.To)
	}
	return BV(p.To.Width()), nil
}

func sortFloatToInt(param uint32, args [3]Sort) (Sort, error) {
	p := unpackFloat(paramInteger, param)
	if err := checkFloats(p, args); err != nil {
		return 0, err
	}
	if !validWidth(p.Width) {
		return 0, fmt.Errorf("width %d of an integer", p.Width)
	}
	return BV(p.Width), nil
}

func sortIntToFloat(param uint32, args [3]Sort) (Sort, error) {
	p, err := unpackRound(param)
	if err == nil {
		err = checkFloat(p)
	}
	if err == nil && !args[0].IsBV() {
		err = fmt.Errorf("argument of sort %s, want a bit-vector", args[0])
	}
	if err != nil {
		return 0, err
	}
	return BV(p.Format.Width()), nil
}
