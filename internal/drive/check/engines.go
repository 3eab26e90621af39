package check

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Auto is the name under which the driver picks engines itself.
const Auto = "auto"

// table holds the engines and the strategy for programs without a named engine.
type table struct {
	kinds []engine.Kind
	auto  strategy
}

// kind returns an engine by name; nil: there is none.
func (t *table) kind(name string) *engine.Kind {
	for i := range t.kinds {
		if t.kinds[i].Name == name {
			return &t.kinds[i]
		}
	}
	return nil
}

// names lists the valid engine names, Auto first.
func (t *table) names() []string {
	out := []string{Auto}
	for i := range t.kinds {
		out = append(out, t.kinds[i].Name)
	}
	return out
}

// asked returns the engine of a name. Auto is a Kind with the bounds that all engines which it runs side by
// side obey, and with the passes of all of them.
func (t *table) asked(name string) (*engine.Kind, error) {
	if k := t.kind(name); k != nil {
		return k, nil
	}
	if name != Auto {
		return nil, fmt.Errorf("unknown engine %q, expected one of %s", name, strings.Join(t.names(), ", "))
	}
	out := &engine.Kind{Name: Auto, Summary: t.auto.summary, Solver: engine.TheorySolver, Bounds: ^engine.BoundSet(0)}
	for _, name := range append(slices.Clone(t.auto.together), t.auto.otherwise) {
		if k := t.kind(name); k != nil {
			out.Passes = append(out.Passes, k.Passes...)
			if name != t.auto.otherwise {
				out.Bounds &= k.Bounds
			}
		}
	}
	return out, nil
}

// stage is a set of engines that run side by side, and the part of the
// property's remaining time that they may use; the last stage may use all of it.
type stage struct {
	engines []*engine.Kind
	share   float64
	late    []lateEngine
}

// lateEngine joins a stage.
type lateEngine struct {
	kind  *engine.Kind
	share float64 // of the stage's time
	after float64 // the part of that after which it begins
}

// late returns the engines that join the others for a property.
func (r *runner) late(property verdict.Property) (list []lateEngine) {
	for _, t := range r.table.auto.late {
		k := r.table.kind(t.engine)
		if k == nil || !k.Supports(property) || r.all(property) || t.of != nil && !t.of(r.facts) ||
			slices.ContainsFunc(list, func(l lateEngine) bool { return l.kind == k }) {
			continue
		}
		list = append(list, lateEngine{k, t.share, t.after})
	}
	return list
}

// plan returns the stages of engines that judge a property. It is empty if none can.
func (r *runner) plan(property verdict.Property) []stage {
	t := r.table
	var plan []stage
	add := func(share float64, names ...string) {
		s := stage{share: share}
		for _, name := range names {
			if k := t.kind(name); k != nil && k.Supports(property) {
				s.engines = append(s.engines, k)
			}
		}
		switch n := len(plan); {
		case len(s.engines) == 0:
		case n > 0 && slices.Equal(plan[n-1].engines, s.engines):
			plan[n-1] = s // the turns in between had no engine
		default:
			plan = append(plan, s)
		}
	}
	switch {
	case r.opts.Engine != Auto:
		add(1, r.opts.Engine)
	case property.IsTemporal():
		var names []string
		for _, turn := range t.auto.lasting {
			names = append(names, turn.engine)
			if r.opts.Jobs == 1 {
				add(turn.share, turn.engine)
			}
		}
		if r.opts.Jobs > 1 {
			add(1, names...)
		}
	case r.opts.Bounds != (engine.Bounds{}):
		for _, name := range t.auto.together {
			add(1, name)
		}
	case r.opts.Jobs > 1:
		if add(1, t.auto.together...); len(plan) > 0 {
			plan[0].late = r.late(property)
		}
	default:
		late := r.late(property)
		for _, turn := range t.auto.turns {
			joins := func(l lateEngine) bool { return l.kind.Name == turn.engine }
			if (!t.auto.isLate(turn.engine) || slices.ContainsFunc(late, joins)) && (turn.of == nil || turn.of(r.facts)) {
				add(turn.share, turn.engine)
			}
		}
	}
	if len(plan) == 0 && r.opts.Engine == Auto {
		add(1, t.auto.otherwise)
	}
	return plan
}

// beside returns the rest of a plan when a joint exploration does the part of its engine. With one job that
// exploration has already ended, so the whole plan remains.
func (r *runner) beside(plan []stage) []stage {
	if r.opts.Jobs == 1 {
		return plan
	}
	var out []stage
	for _, s := range plan {
		s.engines = slices.DeleteFunc(slices.Clone(s.engines), func(k *engine.Kind) bool { return k.Name == r.table.auto.joint })
		if len(s.engines) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Engines lists the valid engine names, Auto first.
func Engines() []string { return everything().names() }

// Option is an option of some engines.
type Option struct {
	engine.Option
	Engines []string // that know it
}

// EngineOptions lists the options that only some engines know.
func EngineOptions() []Option {
	var out []Option
	for _, k := range Kinds() {
		for _, o := range k.AllOptions() {
			at := slices.IndexFunc(out, func(x Option) bool { return x.Name == o.Name })
			if at < 0 {
				at = len(out)
				o.Values = slices.Clone(o.Values)
				out = append(out, Option{Option: o})
			} else if last := &out[at]; o.List || !strings.HasSuffix(last.Help, o.Help) { // other values of the same
				if !o.List {
					last.Help += "; " + o.Help
				}
				last.Values = append(last.Values, slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return slices.Contains(last.Values, v) })...)
			}
			out[at].Engines = append(out[at].Engines, k.Name)
		}
	}
	return out
}

// SetEngineOptions sets options by the names that EngineOptions lists. Whether the requested engine knows
// them, Valid reports.
func (o *Options) SetEngineOptions(values map[string]string) error {
	bounds := map[string]*int{engine.RoundsOption: &o.Bounds.Rounds, engine.ContextsOption: &o.Bounds.Contexts, engine.WritesOption: &o.Bounds.Writes}
	o.Settings = make(engine.Settings)
	for name, value := range values {
		var err error
		switch bound := bounds[name]; {
		case bound != nil:
			*bound, err = strconv.Atoi(value)
		case name == engine.SeedOption:
			o.Seed, err = strconv.ParseUint(value, 10, 64)
		case name == engine.WithoutOption:
			o.Without = strings.Split(value, ",")
		default:
			o.Settings[name] = value
		}
		if err != nil {
			return fmt.Errorf("--engine-option %s: found %q, expected a number", name, value)
		}
	}
	return nil
}

// passNames lists the passes of engines with a property, each once.
func passNames(kinds []engine.Kind, has func(engine.Pass) bool) []string {
	var out []string
	for _, k := range kinds {
		for _, p := range k.Passes {
			if has(p) && !slices.Contains(out, p.Name) {
				out = append(out, p.Name)
			}
		}
	}
	return out
}

// validFor returns an error unless the requested engine knows the bounds, passes, settings and solver of
// the options.
func (o *Options) validFor(t *table) error {
	k, err := t.asked(o.Engine)
	if err != nil {
		return err
	}
	for name, value := range o.Settings {
		at := slices.IndexFunc(k.Options, func(own engine.Option) bool { return own.Name == name })
		if at < 0 {
			return t.unknown(k, "has no option "+name, func(k *engine.Kind) bool {
				return slices.ContainsFunc(k.Options, func(own engine.Option) bool { return own.Name == name })
			})
		}
		if err := k.Options[at].Valid(value); err != nil {
			return err
		}
	}
	for _, name := range o.Without {
		has := func(k *engine.Kind) bool {
			return slices.ContainsFunc(k.Passes, func(p engine.Pass) bool { return p.Name == name && !p.Needed })
		}
		if !has(k) {
			return t.unknown(k, "has no pass "+name+" to leave out", has)
		}
	}
	if o.Seed != 0 && k.Solver == engine.NoSolver {
		return t.unknown(k, "has no option "+engine.SeedOption, func(k *engine.Kind) bool { return k.Solver != engine.NoSolver })
	}
	if why := k.Refusal(o.Bounds, o.Settings); why != "" {
		return errors.New(why)
	}
	if o.Solver != Embedded && k.Solver != engine.AnySolver {
		return t.unknown(k, "cannot ask the solver "+o.Solver, func(k *engine.Kind) bool { return k.Solver == engine.AnySolver })
	}
	return nil
}

// unknown returns the error that an engine lacks something, with the engines that have it.
func (t *table) unknown(k *engine.Kind, lacks string, has func(*engine.Kind) bool) error {
	var others []string
	for i := range t.kinds {
		if has(&t.kinds[i]) {
			others = append(others, t.kinds[i].Name)
		}
	}
	if len(others) == 0 {
		return fmt.Errorf("the engine %s %s, as no other", k.Name, lacks)
	}
	return fmt.Errorf("the engine %s %s, but %s", k.Name, lacks, strings.Join(others, ", "))
}
