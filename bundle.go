package heddle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/program/trace"
)

// report writes a bug report for an error of Heddle's own and returns that
// error with the place of the report. c may have no program.
func (o *Options) report(err error, c *compiled) error {
	e := &InternalError{Err: err}
	dir, failed := os.MkdirTemp(o.BugReports, "heddle-bug-")
	if failed != nil {
		return e
	}
	b := bundle{dir: dir}
	b.text("error.txt", describe(err))
	b.text("version.txt", fmt.Sprintf("heddle %s\n%s %s/%s\n", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH))
	b.options(o)
	var inner *check.InternalError
	if errors.As(err, &inner) && inner.Trace != nil {
		var text bytes.Buffer
		b.keep(trace.Write(&text, inner.Trace))
		b.text("trace.json", text.String())
	}
	b.sources(o, c)
	if b.err == nil {
		e.Bundle = dir
	}
	return e
}

// recover turns a panic of this goroutine into an *InternalError.
func (o *Options) recover(err *error) {
	if v := recover(); v != nil {
		*err = o.report(&check.PanicError{Value: v, Stack: string(debug.Stack())}, &compiled{})
	}
}

// describe returns an error's text with the stack of a panic.
func describe(err error) string {
	var inner *check.InternalError
	var panicked *check.PanicError
	s := err.Error() + "\n"
	switch {
	case errors.As(err, &inner):
		s += inner.Stack
	case errors.As(err, &panicked):
		s += panicked.Stack
	}
	return s
}

// bundle is the directory of a bug report. Its first error makes it invalid.
type bundle struct {
	dir string
	err error
}

func (b *bundle) keep(err error) {
	if b.err == nil {
		b.err = err
	}
}

func (b *bundle) text(name, text string) {
	b.keep(os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o666))
}

// options writes the options except for callbacks and writers. Times are in nanoseconds.
func (b *bundle) options(o *Options) {
	text, err := json.MarshalIndent(o, "", "  ")
	b.keep(err)
	b.text("options.json", string(text)+"\n")
}

// sources copies the source files of the program, and its IR.
func (b *bundle) sources(o *Options, c *compiled) {
	names := o.Files
	if c.Result != nil && c.Program != nil {
		names = c.Program.Files
		b.text("program.ir", c.Program.String())
	}
	for i, name := range names {
		var text []byte
		if c.Result != nil {
			text = c.Source(name)
		}
		if text == nil {
			text, _ = os.ReadFile(name) // a file that cannot be read is not part of the report
		}
		if text != nil && filepath.Base(name) != "" && name[0] != '<' {
			b.text(fmt.Sprintf("source-%d-%s", i, filepath.Base(name)), string(text))
		}
	}
}
