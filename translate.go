package heddle

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/cemit"
	"github.com/heddle-mc/heddle/internal/check"
	"github.com/heddle-mc/heddle/internal/ir"
)

// TranslateOptions says what a program is translated to.
type TranslateOptions struct {
	To  string // see Translations
	For string // the tool that reads the text, see Dialects; empty: any
}

// Translations lists what a program can be translated to: `c` is the program itself.
func Translations() []string { return []string{"c"} }

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
	err = cemit.Write(w, c.Program, cemit.Options{Header: opts.translationHeader(c.Program), Dialect: dialect})
	if cemit.IsUnprintable(err) {
		return &InputError{err}
	}
	return err
}

// translationHeader says what the text is.
func (o *Options) translationHeader(p *ir.Program) []string {
	var files []string
	for _, f := range o.Files {
		files = append(files, filepath.Base(f))
	}
	return []string{
		strings.Join(files, " ") + ", printed by heddle translate --to c.",
		"",
		"The program as Heddle understands it: evaluation order, conversions and memory",
		"accesses are explicit. It means what the source means; nothing is bounded.",
		fmt.Sprintf("Data model: %s. Compile with: gcc -std=gnu11 -fno-strict-aliasing -ffp-contract=off", p.Model),
	}
}
