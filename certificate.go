package heddle

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
)

// Certify compiles the program of a certificate, which Result.WriteCertificate wrote, and confirms the
// proofs in it; it tries nothing else. The certificate has the options about the program, except for Files,
// which replace those of the certificate if there are any. name is the name of the file, for errors. A
// property whose proof does not hold is unknown, with the reason refused. A malformed certificate, or one
// of another program, is an *InputError.
func Certify(ctx context.Context, opts Options, name string, text []byte) (result *Result, err error) {
	defer opts.recover(&err)
	c, err := certificate.Read(name, string(text))
	if err != nil {
		return nil, &InputError{Err: err}
	}
	if len(opts.Files) == 0 {
		opts.Files = c.Files
	}
	for _, o := range c.Options {
		if err := opts.set(o); err != nil {
			return nil, &InputError{Err: fmt.Errorf("%s: option %s: %w", name, o.Name, err)}
		}
	}
	opts.Properties, opts.Jobs = c.Properties(), 1
	if opts, err = opts.complete(); err != nil {
		return nil, &InputError{Err: fmt.Errorf("%s: %w", name, err)}
	}
	return opts.again(ctx, func(b *check.Budget, program *compiled) ([]Judgement, error) {
		if found := certificate.Digest(program.Program); found != c.Program {
			return nil, &InputError{Err: fmt.Errorf("%s: it is about another program, or one of another version of Heddle: found the digest %.16s…, expected %.16s…", name, found, c.Program)}
		}
		driver := opts.driver()
		driver.Progress, driver.Sources = opts.progress(b), program.lines
		if err := driver.Locate(program.Program, opts.Files); err != nil {
			return nil, &InputError{Err: err}
		}
		return check.Certify(b, program.Program, driver, c)
	})
}

// recorded is an option that certificates have.
type recorded struct {
	name  string
	value any // *string, *bool, *int, *[]string or, for the engine option of the name, *map[string]string
}

// recorded lists the options that determine the program and, except for the properties, the question.
func (o *Options) recorded() []recorded {
	return []recorded{
		{"arch", &o.Arch}, {"entry", &o.Entry}, {"library", &o.Library}, {"args", &o.Args}, {"entry-array", &o.EntryArray}, {"entry-null", &o.EntryNull},
		{"evaluation", &o.Evaluation}, {"volatile", &o.Volatile}, {"shift", &o.Shift}, {"include-dir", &o.IncludeDirs}, {"define", &o.Defines}, {"undefine", &o.Undefines},
		{"include", &o.Includes}, {"compiler-flag", &o.CompilerFlags}, {"set", &o.Set}, {"loop", &o.Loops}, {"stub", &o.Stubs}, {"externals", &o.Externals},
		{"physical-lines", &o.PhysicalLines}, {"system-headers", &o.SystemHeaders}, {"compile-commands", &o.CompileCommands},
		{"environment", &o.Environment}, {"places", &o.Places}, {"model", &o.Model}, {engine.WithoutOption, &o.EngineOptions},
	}
}

// values returns the values of the option, as texts.
func (r recorded) values() []string {
	switch v := r.value.(type) {
	case *string:
		if *v != "" {
			return []string{*v}
		}
	case *bool:
		if *v {
			return []string{strconv.FormatBool(*v)}
		}
	case *int:
		if *v != 0 {
			return []string{strconv.Itoa(*v)}
		}
	case *[]string:
		return *v
	case *map[string]string:
		if list := (*v)[r.name]; list != "" {
			return strings.Split(list, ",")
		}
	}
	return nil
}

// set adds an option of a certificate.
func (o *Options) set(from certificate.Option) (err error) {
	all := o.recorded()
	at := slices.IndexFunc(all, func(r recorded) bool { return r.name == from.Name })
	if at < 0 {
		return errors.New("it is not known")
	}
	switch v := all[at].value.(type) {
	case *string:
		*v = from.Value
	case *bool:
		*v, err = strconv.ParseBool(from.Value)
	case *int:
		*v, err = strconv.Atoi(from.Value)
	case *[]string:
		*v = append(*v, from.Value)
	case *map[string]string:
		known := all[at].values()
		*v = maps.Clone(*v)
		if *v == nil {
			*v = make(map[string]string)
		}
		(*v)[from.Name] = strings.Join(append(known, from.Value), ",")
	}
	return err
}
