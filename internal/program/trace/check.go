package trace

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The checks return a message about the first error in the data, or an empty text.

func (f *file) check() string {
	switch {
	case f.Format != formatName:
		return fmt.Sprintf("format %q is not %s", f.Format, formatName)
	case f.Version != Version:
		return fmt.Sprintf("version %d is not %d", f.Version, Version)
	case f.Model != "" && f.Model != "lp64" && f.Model != "ilp32":
		return fmt.Sprintf("model %q is neither lp64 nor ilp32", f.Model)
	}
	seen := make(map[string]bool)
	for _, th := range f.Threads {
		if seen[th.Thread] {
			return fmt.Sprintf("the inputs of %s come twice", th.Thread)
		}
		seen[th.Thread] = true
	}
	return ""
}

func (f *Failure) check() string {
	if f.Property == "" {
		return "a failure has a property"
	}
	names := f.Threads
	if f.Thread != "" {
		names = append([]string{f.Thread}, names...)
	}
	return threadNames(names...)
}

func (o *Other) check() string {
	if o.Thread == "" || o.File == "" || o.Line == 0 {
		return "the other thread has a name and a place"
	}
	return threadNames(o.Thread)
}

func (s *Segment) check() string {
	if s.Steps == 0 || s.Steps > math.MaxInt64 {
		return "a segment has at least one step, and less than 2^63"
	}
	return threadNames(s.Thread)
}

func (t *ThreadInputs) check() string { return threadNames(t.Thread) }

func (in *Input) check() string {
	switch {
	case in.Reason == "" || in.Width < 1 || in.Width > 128:
		return "an input has a reason and a width from 1 to 128"
	case in.Width < 64 && in.Value.Lo>>in.Width != 0, in.Width <= 64 && in.Value.Hi != 0,
		in.Width > 64 && in.Width < 128 && in.Value.Hi>>(in.Width-64) != 0:
		return fmt.Sprintf("the value does not fit %d bits", in.Width)
	}
	return ""
}

func (u *Uninit) check() string {
	switch {
	case (u.Global == "") == (u.Site == 0 || u.Thread == ""):
		return "a byte's object is a global, or a site and a thread"
	case u.Thread != "":
		return threadNames(u.Thread)
	}
	return ""
}

func (r *Read) check() string {
	switch {
	case r.Access == 0 || (r.From == "") != (r.Write == 0):
		return "a read has the number of an access, and both or neither of the thread and number of its write"
	case r.From != "":
		return threadNames(r.Thread, r.From)
	}
	return threadNames(r.Thread)
}

// threadNames returns a message about a malformed name, or nothing. A name is main followed by any
// number of .k with k from 1.
func threadNames(names ...string) string {
	for _, name := range names {
		parts := strings.Split(name, ".")
		ok := parts[0] == "main"
		for _, p := range parts[1:] {
			k, err := strconv.ParseUint(p, 10, 63)
			ok = ok && err == nil && k >= 1 && p[0] != '0' && p[0] != '+'
		}
		if !ok {
			return fmt.Sprintf("%q is not a thread name such as main or main.2.1", name)
		}
	}
	return ""
}
