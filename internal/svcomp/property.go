package svcomp

import "strings"

// formulas are the specifications of SV-COMP, by the properties that Heddle calls so.
var formulas = []struct{ property, formula, verdict string }{
	{"reach", "G ! call(reach_error())", "unreach-call"},
	{"race", "G ! data-race", "no-data-race"},
	{"overflow", "G ! overflow", "no-overflow"},
	{"memory", "G valid-memsafety", "valid-memsafety"},
	{"termination", "F end", "termination"},
	{"deadlock", "G ! deadlock", "no-deadlock"},
	{"assert", "G assert", "no-assertion-failure"},
}

// memoryFormulas are those that the property memory is made of, by the kind of violation.
var memoryFormulas = map[string]string{
	"null-dereference": "valid-deref", "out-of-bounds": "valid-deref", "use-after-free": "valid-deref",
	"use-after-scope": "valid-deref", "read-only-write": "valid-deref", "overlap": "valid-deref",
	"double-free": "valid-free", "invalid-free": "valid-free", "leak": "valid-memtrack",
}

// Specification returns the specification that a property is in a witness: official where SV-COMP
// has one; ok is false where a property has none. kind is that of a violation of memory.
func Specification(property, kind string) (text string, ok bool) {
	for _, f := range formulas {
		if f.property != property {
			continue
		}
		formula := f.formula
		if of := memoryFormulas[kind]; of != "" && property == "memory" {
			formula = "G " + of
		}
		return "CHECK( init(main()), LTL(" + formula + ") )", true
	}
	return "", false
}

// VerdictName returns what SV-COMP calls a property in a verdict, as in
// false(unreach-call); kind is that of a violation of memory.
func VerdictName(property, kind string) string {
	if of := memoryFormulas[kind]; of != "" && property == "memory" {
		return of
	}
	for _, f := range formulas {
		if f.property == property {
			return f.verdict
		}
	}
	return property
}

// Property returns the property that a specification asks for: CHECK(…), or a formula alone.
// Empty: none that is known.
func Property(specification string) string {
	s := strings.Join(strings.Fields(specification), "")
	if inner, ok := strings.CutPrefix(s, "CHECK(init("); ok {
		_, inner, ok = strings.Cut(inner, "LTL(")
		if !ok || !strings.HasSuffix(inner, "))") {
			return ""
		}
		s = strings.TrimSuffix(inner, "))")
	}
	switch s {
	case "G!call(__VERIFIER_error())":
		return "reach"
	case "Gvalid-free", "Gvalid-deref", "Gvalid-memtrack":
		return "memory"
	}
	for _, f := range formulas {
		if strings.Join(strings.Fields(f.formula), "") == s {
			return f.property
		}
	}
	return ""
}

// DataModel returns what a witness calls a data model: lp64 or ilp32.
func DataModel(arch string) string { return strings.ToUpper(arch) }

// Architecture returns what GraphML calls a data model.
func Architecture(model string) string {
	if model == "ILP32" {
		return "32bit"
	}
	return "64bit"
}
