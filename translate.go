package heddle

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/drive/translate"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/model/cemit"
)

// The bounds of a translation where Options gives none.
const (
	DefaultUnwind = translate.DefaultUnwind
	DefaultRounds = translate.DefaultRounds // also contexts are counted so: as many as 3 rounds of 2 threads
	DefaultWrites = translate.DefaultWrites // or as many as the program may do, if these are fewer
)

// TranslateOptions selects the target of a translation. The bounds of a sequentialisation are those of
// Options, and its property is the first one there. Without any, it is reach for a program that has such
// checks, and assert otherwise.
type TranslateOptions struct {
	To  string // see Translations
	For string // the tool that reads the text, see Dialects; empty: any
}

// Translations lists the possible targets of a translation: `c` is the program itself, the others are
// sequentialisations.
func Translations() []string { return translate.Names() }

// Dialects lists the tools that a translation can be made for, `any` first.
func Dialects() []string {
	var names []string
	for d := cemit.AnyTool; d <= cemit.FramaC; d++ {
		names = append(names, d.String())
	}
	return names
}

// Translate compiles a program and writes it as C. The error is an *InputError, also for a construct that C
// does not have; an *InternalError; the cause of the end of ctx or of the budget; or the writer's.
func Translate(ctx context.Context, opts Options, t TranslateOptions, w io.Writer) (err error) {
	defer opts.recover(&err)
	if !slices.Contains(Translations(), t.To) {
		return &InputError{Err: fmt.Errorf("unknown translation %q, expected one of %s", t.To, strings.Join(Translations(), ", "))}
	}
	dialect := cemit.AnyTool
	if t.For != "" {
		if dialect, err = cemit.ParseDialect(t.For); err != nil {
			return &InputError{Err: err}
		}
	}
	if t.To != translate.Itself {
		opts.Engine = t.To // whose bounds are checked
	}
	opts, err = opts.complete()
	if err != nil {
		return &InputError{Err: err}
	}
	budget := check.NewBudget(ctx, max(0, opts.Timeout), max(0, opts.Memory))
	defer budget.Stop()
	c, err := opts.compileWith(budget, func(front *front.Options) { front.KeepFormats = t.To == translate.Itself })
	if err != nil {
		return err
	}
	driver := opts.driver()
	to := translate.Options{To: t.To, Dialect: dialect, Files: opts.Files, Bounds: driver.Bounds, Settings: driver.Settings}
	if opts.asked {
		to.Property = opts.Properties[0]
	}
	return translate.Write(budget.Context(), c.Program, to, w)
}
