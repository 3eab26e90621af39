package front

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
)

// ineffective returns a warning for each option of the program that has no effect beside the others, or beside
// the text of the files.
func (r *Result) ineffective(opts *Options) (diags []diag.Diagnostic) {
	warn := func(file string, line, column int, format string, args ...any) {
		diags = append(diags, diag.Diagnostic{Severity: diag.Warning, Code: "option", File: file, Line: line, Column: column,
			Message: fmt.Sprintf(format, args...)})
	}
	if entry := cmp.Or(opts.Entry, "main"); entry == "main" {
		if opts.Inputs.Null {
			warn("", 0, 0, "--assume entry-null has no effect without --entry: the arguments of main come from --args")
		}
		if opts.Inputs.Elements > 1 {
			warn("", 0, 0, "--assume entry-array has no effect without --entry: the arguments of main come from --args")
		}
	}
	for i, s := range opts.Set {
		if name, _, _ := strings.Cut(s, "="); last(opts.Set[i+1:], name) != "" {
			warn("", 0, 0, "--set %s has no effect: --set %s follows", s, last(opts.Set, name))
		}
	}
	for i, d := range opts.Defines {
		name, value, given := strings.Cut(d, "=")
		if !given {
			value = "1"
		}
		switch later := last(opts.Defines[i+1:], name); {
		case later != "" && later != d:
			warn("", 0, 0, "-D %s has no effect: -D %s follows", d, later)
		case last(opts.Undefines, name) != "":
			warn("", 0, 0, "-D %s has no effect: -U %s follows", d, name)
		}
		for _, u := range r.units {
			if file, line, column := u.Redefined(name, value); file != "" {
				warn(file, line, column, "-D %s has no effect from here on: the file defines %s", d, name)
			}
		}
	}
	return diags
}

// last returns the last option that is about a name; empty: none is.
func last(list []string, name string) (found string) {
	for _, s := range list {
		if n, _, _ := strings.Cut(s, "="); n == name {
			found = s
		}
	}
	return found
}
