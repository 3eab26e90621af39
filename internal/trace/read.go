package trace

import (
	"math"
	"math/big"
	"strings"
)

// Parse reads the JSON form. Errors are *SyntaxError. A schedule file as a
// person writes it for `heddle run --schedule` is the same form with little
// more than the schedule in it: everything but format, version and schedule
// may be left out.
func Parse(text []byte) (t *Trace, err error) {
	defer catch(&err)
	r := newReader(text)
	t = &Trace{}
	var format, version, schedule bool
	r.object(func(name string) bool {
		switch name {
		case "format":
			format = true
			if s := r.str(); s != formatName {
				r.fail("format %q is not %s", s, formatName)
			}
		case "version":
			version = true
			if v := r.integer(); v != Version {
				r.fail("version %d is not %d", v, Version)
			}
		case "program":
			t.Program = r.str()
		case "model":
			if t.Model = r.str(); t.Model != "lp64" && t.Model != "ilp32" {
				r.fail("model %q is neither lp64 nor ilp32", t.Model)
			}
		case "failure":
			t.Failure = r.failure()
		case "environment":
			r.array(func() { t.Environment = append(t.Environment, r.str()) })
		case "schedule":
			schedule = true
			r.array(func() { t.Schedule = append(t.Schedule, r.segment()) })
		case "inputs":
			r.threads(t)
		case "uninitialised":
			r.array(func() { t.Uninit = append(t.Uninit, r.uninit()) })
		default:
			return false
		}
		return true
	})
	if !format || !version || !schedule {
		r.fail("format, version or schedule is missing")
	}
	r.end()
	return t, nil
}

func (r *reader) failure() *Failure {
	f := &Failure{}
	r.object(func(name string) bool {
		switch name {
		case "property":
			f.Property = r.str()
		case "kind":
			f.Kind = r.str()
		case "message":
			f.Message = r.str()
		case "thread":
			f.Thread = r.threadName()
		case "function":
			f.Function = r.str()
		case "file":
			f.File = r.str()
		case "line":
			f.Line = r.integer()
		case "column":
			f.Column = r.integer()
		case "threads":
			r.array(func() { f.Threads = append(f.Threads, r.threadName()) })
		case "other":
			f.Other = r.standing()
		default:
			return false
		}
		return true
	})
	if f.Property == "" {
		r.fail("a failure has a property")
	}
	return f
}

func (r *reader) standing() *Standing {
	s := &Standing{}
	r.object(func(name string) bool {
		switch name {
		case "thread":
			s.Thread = r.threadName()
		case "function":
			s.Function = r.str()
		case "file":
			s.File = r.str()
		case "line":
			s.Line = r.integer()
		case "column":
			s.Column = r.integer()
		default:
			return false
		}
		return true
	})
	if s.Thread == "" || s.File == "" || s.Line == 0 {
		r.fail("the other thread has a name and a place")
	}
	return s
}

func (r *reader) segment() Segment {
	var s Segment
	r.object(func(name string) bool {
		switch name {
		case "thread":
			s.Thread = r.threadName()
		case "steps":
			if s.Steps = r.number(math.MaxInt64); s.Steps == 0 {
				r.fail("a segment has at least one step")
			}
		default:
			return false
		}
		return true
	})
	if s.Thread == "" || s.Steps == 0 {
		r.fail("a segment has a thread and steps")
	}
	return s
}

func (r *reader) threads(t *Trace) {
	seen := make(map[string]bool)
	r.array(func() {
		var th ThreadInputs
		r.object(func(name string) bool {
			switch name {
			case "thread":
				if th.Thread = r.threadName(); seen[th.Thread] {
					r.fail("the inputs of %s come twice", th.Thread)
				}
				seen[th.Thread] = true
			case "values":
				r.array(func() { th.Inputs = append(th.Inputs, r.input()) })
			default:
				return false
			}
			return true
		})
		if th.Thread == "" {
			r.fail("inputs have a thread")
		}
		t.Threads = append(t.Threads, th)
	})
}

func (r *reader) input() Input {
	var in Input
	hasValue := false
	r.object(func(name string) bool {
		switch name {
		case "reason":
			in.Reason = r.str()
		case "width":
			if in.Width = r.integer(); in.Width < 1 || in.Width > 128 {
				r.fail("width %d is not in 1..128", in.Width)
			}
		case "value":
			in.Lo, in.Hi = r.value()
			hasValue = true
		case "place":
			in.Place = r.str()
		default:
			return false
		}
		return true
	})
	switch {
	case in.Reason == "" || in.Width == 0 || !hasValue:
		r.fail("an input has a reason, a width and a value")
	case in.Width < 64 && in.Lo>>in.Width != 0, in.Width <= 64 && in.Hi != 0,
		in.Width > 64 && in.Width < 128 && in.Hi>>(in.Width-64) != 0:
		r.fail("the value does not fit %d bits", in.Width)
	}
	return in
}

// value reads an unsigned value, decimal or hexadecimal, as a string.
func (r *reader) value() (lo, hi uint64) {
	s := r.str()
	digits, base := s, 10
	if rest, ok := strings.CutPrefix(s, "0x"); ok {
		digits, base = rest, 16
	}
	v, ok := new(big.Int), false
	if len(digits) > 0 && len(digits) <= 40 && digits[0] != '-' && digits[0] != '+' {
		v, ok = v.SetString(digits, base)
	}
	if !ok || v.BitLen() > 128 {
		r.fail("%q is not an unsigned value of at most 128 bits", s)
	}
	return new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64)).Uint64(), new(big.Int).Rsh(v, 64).Uint64()
}

func (r *reader) uninit() Uninit {
	var u Uninit
	r.object(func(name string) bool {
		switch name {
		case "global":
			u.Object.Global = r.str()
		case "site":
			u.Object.Site = r.integer()
		case "thread":
			u.Object.Thread = r.threadName()
		case "count":
			u.Object.Count = uint32(r.number(math.MaxUint32))
		case "offset":
			u.Offset = r.number(math.MaxUint64)
		case "value":
			u.Value = byte(r.number(255))
		default:
			return false
		}
		return true
	})
	if (u.Object.Global == "") == (u.Object.Site == 0 || u.Object.Thread == "") {
		r.fail("a byte's object is a global, or a site and a thread")
	}
	return u
}
