package svcomp

import (
	"cmp"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// named returns the names of a property in SV-COMP, and the row of a kind of its violations.
func named(property, kind string) (verdict.SVCOMP, verdict.KindRow) {
	p, err := verdict.ParseProperty(property)
	if err != nil {
		return verdict.SVCOMP{}, verdict.KindRow{}
	}
	return p.Row().SVCOMP, p.Row().Kind(verdict.Kind(kind))
}

// Specification returns the specification of a property in a witness, the official one if SV-COMP has
// one. ok is false if the property has none. kind is the kind of a violation.
func Specification(property, kind string) (text string, ok bool) {
	names, of := named(property, kind)
	formula := names.Formula
	if of.Formula != "" {
		formula = "G " + of.Formula
	}
	if formula == "" {
		return "", false
	}
	return "CHECK( init(main()), LTL(" + formula + ") )", true
}

// VerdictName returns the name of a property in SV-COMP's verdicts, as in false(unreach-call). kind is
// the kind of a violation.
func VerdictName(property, kind string) string {
	names, of := named(property, kind)
	return cmp.Or(of.Formula, names.Verdict, property)
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
	if p, _, ok := verdict.OfFormula(s); ok {
		return p.String()
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
