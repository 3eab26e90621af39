package svcomp

import "strings"

// formulas lists the specifications of SV-COMP by the names of Heddle's properties.
var formulas = []struct{ property, formula, verdict string }{
	{"reach", "G ! call(reach_error())", "unreach-call"},
	{"race", "G ! data-race", "no-data-race"},
	{"overflow", "G ! overflow", "no-overflow"},
	{"memory", "G valid-memsafety", "valid-memsafety"},
	{"termination", "F end", "termination"},
	{"deadlock", "G ! deadlock", "no-deadlock"},
	{"assert", "G assert", "no-assertion-failure"},
}

// memoryFormulas maps kinds of memory violations to the parts of the property memory.
var memoryFormulas = map[string]string{
	"null-dereference": "valid-deref", "out-of-bounds": "valid-deref", "use-after-free": "valid-deref",
	"use-after-scope": "valid-deref", "read-only-write": "valid-deref", "overlap": "valid-deref",
	"double-free": "valid-free", "invalid-free": "valid-free", "leak": "valid-memtrack",
}

// Specification returns the specification of a property in a witness, the official one if SV-COMP has
// one. ok is false if the property has none. kind is the kind of a memory violation.
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

// VerdictName returns the name of a property in SV-COMP's verdicts, as in false(unreach-call). kind is
// the kind of a memory violation.
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

// Property returns the property of a specification, which is CHECK(…) or a formula alone. It is empty
// if the specification is unknown.
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

// DataModel returns the name of a data model in a witness: LP64 or ILP32.
func DataModel(arch string) string { return strings.ToUpper(arch) }

// Architecture returns the name of a data model in GraphML.
func Architecture(model string) string {
	if model == "ILP32" {
		return "32bit"
	}
	return "64bit"
}
