package heddle

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/cemit"
	"github.com/heddle-mc/heddle/internal/check"
	"github.com/heddle-mc/heddle/internal/engine/seq"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// The bounds of a translation where Options gives none.
const (
	DefaultUnwind = 2
	DefaultRounds = 2 // also contexts are counted so: as many as 2 rounds of 2 threads
	DefaultWrites = 8
)

// untransformed is the translation that is the program itself.
const untransformed = "c"

// TranslateOptions says what a program is translated to. The bounds of a
// sequentialisation are those of Options, and its property is the first one there;
// without any, it is reach for a program that asks for it, and assert otherwise.
type TranslateOptions struct {
	To  string // see Translations
	For string // the tool that reads the text, see Dialects; empty: any
}

// Translations lists what a program can be translated to: `c` is the program itself,
// the others are sequentialisations.
func Translations() []string {
	names := []string{untransformed}
	for _, k := range seq.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Dialects lists the tools that a translation can be made for, `any` first.
func Dialects() []string {
	var names []string
	for d := cemit.AnyTool; d <= cemit.FramaC; d++ {
		names = append(names, d.String())
	}
	return names
}

// Translate compiles a program and writes it as C. The error is an *InputError, also
// for a construct that C cannot say; an *InternalError; the cause of the end of ctx or
// of the budget; or the writer's.
func Translate(ctx context.Context, opts Options, t TranslateOptions, w io.Writer) (err error) {
	defer opts.recover(&err)
	if !slices.Contains(Translations(), t.To) {
		return &InputError{fmt.Errorf("unknown translation %q, expected one of %s", t.To, strings.Join(Translations(), ", "))}
	}
	dialect := cemit.AnyTool
	if t.For != "" {
		if dialect, err = cemit.ParseDialect(t.For); err != nil {
			return &InputError{err}
		}
	}
	if t.To != untransformed {
		opts.Engine = t.To // whose bounds are checked
	}
	opts, err = opts.complete()
	if err != nil {
		return &InputError{err}
	}
	budget := check.NewBudget(ctx, max(0, opts.Timeout), max(0, opts.Memory))
	defer budget.Stop()
	c, err := opts.compile(budget)
	if err != nil {
		return err
	}
	out := cemit.Options{Dialect: dialect, Header: opts.translationHeader(c.Program)}
	p := c.Program
	if t.To != untransformed {
		if p, out, err = opts.sequential(budget.Context(), p, t.To); err != nil {
			return err
		}
		out.Dialect = dialect
	}
	err = cemit.Write(w, p, out)
	if cemit.IsUnprintable(err) {
		return &InputError{err}
	}
	return err
}

// translationHeader says what the untransformed text is.
func (o *Options) translationHeader(p *ir.Program) []string {
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

// sequential makes the sequential program of a method, and says how it is printed.
func (o *Options) sequential(ctx context.Context, p *ir.Program, method string) (*ir.Program, cemit.Options, error) {
	var out cemit.Options
	fail := func(err error) (*ir.Program, cemit.Options, error) { return nil, out, &InputError{err} }
	property, err := o.translatedProperty(p)
	if err != nil {
		return fail(err)
	}
	limits := seqz.Limits{Schedule: seqz.RoundRobin}
	if o.Contexts > 0 || o.Settings["schedule"] == seqz.Arbitrary.String() {
		limits.Schedule = seqz.Arbitrary
	}
	measure := ""
	switch {
	case seq.BoundsWrites(method):
		limits.Number = cmp.Or(o.Writes, DefaultWrites)
		measure = fmt.Sprintf("--writes %d", limits.Number)
	case limits.Schedule == seqz.Arbitrary:
		limits.Number = cmp.Or(o.Contexts, 2*DefaultRounds)
		measure = fmt.Sprintf("--contexts %d", limits.Number)
	default:
		limits.Number = cmp.Or(o.Rounds, DefaultRounds)
		measure = fmt.Sprintf("--rounds %d", limits.Number)
	}
	flat := seqz.Options{Property: property, Loop: cmp.Or(o.Unwind, DefaultUnwind), Threads: o.Threads}
	s, err := seq.Sequential(ctx, method, p, flat, limits)
	switch {
	case ctx.Err() != nil:
		return nil, out, context.Cause(ctx)
	case err != nil:
		return fail(err)
	}
	marks := make(map[string]string)
	var missing []string // constructs without a translation
	for i, m := range s.Marks {
		marks[seqz.MarkText(i)] = strings.TrimSpace(fmt.Sprintf("%s %d", m.Bound, m.Limit))
		if m.Unsupported != "" {
			marks[seqz.MarkText(i)] = m.Unsupported
			missing = append(missing, fmt.Sprintf("- %s (%s:%d).", m.Unsupported, filepath.Base(m.Location.File), m.Location.Line))
		}
	}
	out.Sequential = true
	out.Bound = func(text string) (string, bool) { b, ok := marks[text]; return b, ok }
	out.Header = []string{
		o.baseNames() + ", made sequential by heddle translate --to " + method + ".",
		"",
		fmt.Sprintf("Bounds: %s --unwind %d --threads %d. An assertion (%s) that fails here fails", measure, flat.Loop, len(s.Flat.Threads), property),
		"in some execution of the program with threads. If none can fail, none fails in",
		"the executions within the bounds:",
		boundText[seq.BoundsWrites(method)][limits.Schedule],
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

// boundText says what the first bound means: for methods that bound writes or not, by
// schedule.
var boundText = map[bool]map[seqz.Schedule]string{
	false: {
		seqz.RoundRobin: "- in each of the --rounds every thread runs at most once, in the order of creation;",
		seqz.Arbitrary:  "- threads run in at most so many --contexts, each of one thread without interruption;",
	},
	true: {
		seqz.RoundRobin: "- threads write to shared memory at most as often as --writes says;",
		seqz.Arbitrary:  "- threads write to shared memory at most as often as --writes says;",
	},
}

// translatedProperty returns the property that a sequential program is about.
func (o *Options) translatedProperty(p *ir.Program) (verdict.Property, error) {
	if o.asked {
		for _, property := range []verdict.Property{verdict.Assert, verdict.Reach} {
			if o.Properties[0] == property.String() {
				return property, nil
			}
		}
		return 0, fmt.Errorf("sequential programs are about assert or reach, not %s", o.Properties[0])
	}
	for _, in := range p.Instrs() {
		if in.Op == ir.OpAssert && in.Property() == verdict.Reach {
			return verdict.Reach, nil
		}
	}
	return verdict.Assert, nil
}
