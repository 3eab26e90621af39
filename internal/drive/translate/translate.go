// Package translate writes a program as C: either the program itself, or the sequential program that a
// method of engine/sequentialized makes of it within bounds. The first lines of the text describe it, and state
// what holds if no assertion in it fails.
//
// The public package calls Write for heddle translate. The program must have passed the front end. Write
// decides no property and changes no program: a construct that has no exact C form is an error.
package translate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/sequentialized"
	"github.com/heddle-mc/heddle/internal/model/cemit"
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// The default bounds of a translation.
const (
	DefaultUnwind = 2
	DefaultRounds = 3  // contexts are counted in the same way: as many as 3 rounds of 2 threads
	DefaultWrites = 24 // or the number of writes in the program, if it is smaller; enough for the small programs of Tomasco et al. (2015, section 5)
)

// Itself is the name of the translation to the program itself.
const Itself = "c"

// Options configures a translation.
type Options struct {
	To       string // one of Names
	Dialect  cemit.Dialect
	Files    []string        // the sources, for the header
	Property string          // assert or reach; empty: reach if the program uses it, else assert
	Bounds   engine.Bounds   // 0: the defaults; threads: as many as are created, up to a large number
	Settings engine.Settings // of the method
}

// Names lists the names of translations: Itself first, then sequentialisations.
func Names() []string {
	names := []string{Itself}
	for _, k := range sequentialized.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Write writes a program as C. The error is an *engine.InputError, also for a construct that has no C
// form, or the cause of ctx's end, or the writer's error.
//
// requires: the method obeys the bounds and settings.
func Write(ctx context.Context, p *ir.Program, o Options, w io.Writer) error {
	out, assumed := cemit.Options{Header: o.header(p)}, p.Externals()
	if o.To != Itself {
		var err error
		if p, out, err = o.sequential(ctx, p); err != nil {
			return err
		}
	}
	out.Dialect = o.Dialect
	for _, a := range assumed {
		out.Header = append(out.Header, "Assuming: "+a+".")
	}
	err := cemit.Write(w, p, out)
	if cemit.IsUnprintable(err) {
		return &engine.InputError{Err: err}
	}
	return err
}

// header returns the description of the untransformed text.
func (o *Options) header(p *ir.Program) []string {
	return []string{
		o.baseNames() + ", printed by heddle translate --to c.",
		"",
		"The program as Heddle understands it: evaluation order, conversions and memory",
		"accesses are explicit. It means what the source means; nothing is bounded.",
		"Data model: " + p.Model.String() + ". " + compileLine,
	}
}

const compileLine = "Compile with: gcc -std=gnu11 -fno-strict-aliasing -ffp-contract=off"

func (o *Options) baseNames() string {
	var files []string
	for _, f := range o.Files {
		files = append(files, filepath.Base(f))
	}
	return strings.Join(files, " ")
}

// sequential makes the sequential program of a method, and returns the options for printing it.
func (o *Options) sequential(ctx context.Context, p *ir.Program) (*ir.Program, cemit.Options, error) {
	var out cemit.Options
	method, b := o.To, o.Bounds
	fail := func(err error) (*ir.Program, cemit.Options, error) { return nil, out, &engine.InputError{Err: err} }
	property, err := o.property(p)
	if err != nil {
		return fail(err)
	}
	limits := sequential.Limits{Schedule: sequential.RoundRobin, EachWrite: sequentialized.EachWrite(o.Settings)}
	if b.Contexts > 0 || o.Settings["schedule"] == sequential.Arbitrary.String() {
		limits.Schedule = sequential.Arbitrary
	}
	measure := ""
	switch {
	case sequentialized.BoundsWrites(method):
		limits.Number = cmp.Or(b.Writes, DefaultWrites)
		measure = "--writes"
	case limits.Schedule == sequential.Arbitrary:
		limits.Number = cmp.Or(b.Contexts, 2*DefaultRounds)
		measure = "--contexts"
	default:
		limits.Number = cmp.Or(b.Rounds, DefaultRounds)
		measure = "--rounds"
	}
	flat := sequential.Options{Property: property, Loop: cmp.Or(b.Unwind, DefaultUnwind), Threads: b.Threads}
	s, err := sequentialized.Sequential(ctx, method, p, flat, limits)
	switch {
	case ctx.Err() != nil:
		return nil, out, context.Cause(ctx)
	case err != nil:
		return fail(err)
	}
	var missing []string // constructs without a translation
	for _, m := range s.Marks {
		if m.Bound == verdict.WriteBound {
			limits.Number = m.Limit // the program executes no more
		}
		if m.Unsupported != "" {
			missing = append(missing, fmt.Sprintf("- %s (%s:%d).", m.Unsupported, filepath.Base(m.Location.File), m.Location.Line))
		}
	}
	out.Sequential = true
	out.Header = []string{
		o.baseNames() + ", made sequential by heddle translate --to " + method + ".",
		"",
		fmt.Sprintf("Bounds: %s %d --unwind %d --threads %d. An assertion (%s) that fails here fails", measure, limits.Number, flat.Loop, len(s.Inlined.Threads), property),
		"in some execution of the program with threads. If none can fail, none fails in",
		"the executions within the bounds:",
		boundText[sequentialized.BoundsWrites(method)][limits.Schedule],
		"- no loop or recursion goes on longer than --unwind says, but loops whose number of",
		"  iterations is constant go on to their end; no more threads than --threads exist.",
		"An execution that comes to a bound ends at a comment \"bound\".",
		"Data model: " + p.Model.String() + ". " + compileLine,
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		out.Header = append(append(out.Header, "", "Executions that come to one of these are left out, too:"), slices.Compact(missing)...)
	}
	return s.Program, out, nil
}

// boundText describes the first bound: for methods that bound writes or not, by schedule.
var boundText = map[bool]map[sequential.Schedule]string{
	false: {
		sequential.RoundRobin: "- in each of the --rounds every thread runs at most once, in the order of creation;",
		sequential.Arbitrary:  "- threads run in at most so many --contexts, each of one thread without interruption;",
	},
	true: {
		sequential.RoundRobin: "- threads write to shared memory at most as often as --writes says;",
		sequential.Arbitrary:  "- threads write to shared memory at most as often as --writes says;",
	},
}

// property returns the property of a sequential program.
func (o *Options) property(p *ir.Program) (verdict.Property, error) {
	if o.Property != "" {
		for _, property := range []verdict.Property{verdict.Assert, verdict.Reach} {
			if o.Property == property.String() {
				return property, nil
			}
		}
		return 0, fmt.Errorf("sequential programs are about assert or reach, not %s", o.Property)
	}
	for _, in := range p.Instrs() {
		if in.Op == ir.OpAssert && in.Property() == verdict.Reach {
			return verdict.Reach, nil
		}
	}
	return verdict.Assert, nil
}
