package check

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/ltl"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Fairness lists the possible assumptions about schedules in properties of executions as a whole, the
// default first.
var Fairness = []string{"weak", "none"}

// validFormula returns an error unless the options have a well-formed formula for property ltl, and none
// otherwise.
func (o *Options) validFormula() error {
	asked := slices.Contains(o.Properties, verdict.LTL.String())
	switch {
	case !asked && o.Formula != "":
		return fmt.Errorf("found a formula, which only the property %s is about", verdict.LTL)
	case asked && o.Formula == "":
		return fmt.Errorf("the property %s is about a formula: found none", verdict.LTL)
	case o.Fair != "" && !slices.Contains(Fairness, o.Fair):
		return fmt.Errorf("found the fairness %q, expected weak or none", o.Fair)
	case !asked:
		return nil
	}
	f, _, err := ltl.Parse(o.Formula)
	if err == nil && f.Uses(ltl.Next) {
		return fmt.Errorf("formula: found X: which state is the next one is no matter of the program's text, F says some later one")
	}
	return err
}

// locateFormula finds the places of the formula's atoms in a program.
//
// requires: the options are valid.
func (o *Options) locateFormula(p *ir.Program, files []string) error {
	if o.Formula == "" {
		return nil
	}
	f, atoms, err := ltl.Parse(o.Formula)
	if err != nil {
		return err
	}
	t := &engine.Temporal{Text: o.Formula, Formula: f, Atoms: atoms, Places: make([]ir.Place, len(atoms)), Unfair: o.unfair()}
	for i := range atoms {
		if atoms[i].Kind == ltl.At {
			if t.Places[i], err = locate(p, files, atoms[i].Place); err != nil {
				return err
			}
		}
	}
	o.temporal = t
	return nil
}

// Temporal returns a property of executions as a whole; nil if the property is not one. Engines that run at
// once share the formula of ltl.
func (o *Options) Temporal(property verdict.Property) *engine.Temporal {
	var t *engine.Temporal
	switch property {
	case verdict.Termination:
		t = engine.Ended()
	case verdict.Progress:
		t = engine.Arrives([2]string(o.Places), *o.places)
	case verdict.LTL:
		return o.temporal
	default:
		return nil
	}
	t.Unfair = o.unfair()
	return t
}

func (o *Options) unfair() bool { return o.Fair == "none" }
