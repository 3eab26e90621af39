package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// parts lists the kinds of files that have a part of the result of one check.
var parts = []string{"html", "lcov", "invariant", "certificate", "witness"}

// writers writes the parts of a result by kind. A witness has a way of its own (writeWitness).
var writers = map[string]func(*heddle.Result, io.Writer) error{
	"html": (*heddle.Result).WriteHTML, "lcov": (*heddle.Result).WriteLCOV,
	"invariant": (*heddle.Result).WriteInvariant, "certificate": (*heddle.Result).WriteCertificate,
}

// fileHelp explains the kinds of files of --write.
var fileHelp = map[string]string{
	"html":        "a page that needs no network (docs/use/report.md)",
	"lcov":        "the lines that random executions came to",
	"invariant":   "why properties are safe: the invariants that bdd, kind and pdr find, a conjunct on a line",
	"certificate": "the proofs of what is safe beyond bounds, for heddle certify (docs/use/certificate.md)",
	"witness":     "a verification witness, in YAML, or in GraphML if FILE ends in .graphml or .xml (docs/use/witnesses.md)",
}

// resultFiles is the flag --write: files that a result or a part of it is written into.
type resultFiles struct {
	kinds []string
	list  []resultFile
}

type resultFile struct {
	kind, name string
	file       *os.File // nil: it is not open
}

// register registers the flag for files of some kinds.
func (f *resultFiles) register(flags *pflag.FlagSet, kinds []string) {
	f.kinds = kinds
	help := "write a `KIND=FILE` beside standard output, any number of them; KIND is a form, " + strings.Join(forms, ", ")
	for _, k := range kinds[len(forms):] {
		help += "\n  " + k + ": " + fileHelp[k]
	}
	flags.Var(f, "write", help)
}

// Set implements pflag.Value.
func (f *resultFiles) Set(text string) error {
	kind, name, ok := strings.Cut(text, "=")
	switch {
	case !ok || name == "":
		return fmt.Errorf("found %q, expected KIND=FILE", text)
	case !slices.Contains(f.kinds, kind):
		return fmt.Errorf("found the kind %q, expected one of %s", kind, strings.Join(f.kinds, ", "))
	}
	f.list = append(f.list, resultFile{kind: kind, name: name})
	return nil
}

// String implements pflag.Value.
func (f *resultFiles) String() string { return "" }

// Type implements pflag.Value.
func (f *resultFiles) Type() string { return "KIND=FILE" }

// has reports whether a file of a kind is written.
func (f *resultFiles) has(kind string) bool {
	return slices.ContainsFunc(f.list, func(r resultFile) bool { return r.kind == kind })
}

// witness returns the name of the witness; empty: none is written.
func (f *resultFiles) witness() string {
	for _, r := range f.list {
		if r.kind == "witness" {
			return r.name
		}
	}
	return ""
}

// open opens the files before the check, which may take long. They keep their contents until there is a
// result, since one may be the baseline.
func (f *resultFiles) open() (err error) {
	for i := range f.list {
		r := &f.list[i]
		if r.kind == "witness" {
			continue
		}
		if r.file, err = os.OpenFile(r.name, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
			return cli.InputError("--write %s: %w", r.kind, err)
		}
	}
	return nil
}

// writeParts writes the parts of a result; nil: there is none.
func (f *resultFiles) writeParts(limit *writeLimit, result *heddle.Result) error {
	for i := range f.list {
		r := &f.list[i]
		write := writers[r.kind]
		if write == nil || result == nil {
			continue
		}
		err := limit.write(r.name, func() error { return r.write(func(w io.Writer) error { return write(result, w) }) })
		if err != nil {
			return fmt.Errorf("write %s: %w", r.name, err)
		}
	}
	return nil
}

// writeForms writes the files that have a whole result.
func (f *resultFiles) writeForms(write func(form string, w io.Writer) error) error {
	for i := range f.list {
		r := &f.list[i]
		if !slices.Contains(forms, r.kind) {
			continue
		}
		if err := r.write(func(w io.Writer) error { return write(r.kind, w) }); err != nil {
			return wrapWrite(err)
		}
	}
	return nil
}

// write replaces the contents of the file, and closes it.
func (r *resultFile) write(do func(io.Writer) error) error {
	err := do(r.file)
	if info, failed := r.file.Stat(); failed == nil && info.Mode().IsRegular() {
		end, failed := r.file.Seek(0, io.SeekCurrent)
		err = errors.Join(err, failed, r.file.Truncate(end))
	}
	return errors.Join(err, r.file.Close())
}

// discard closes the files of a check without a result. It removes empty files.
func (f *resultFiles) discard() (err error) {
	for i := range f.list {
		r := &f.list[i]
		if r.file == nil {
			continue
		}
		info, failed := r.file.Stat()
		err = errors.Join(err, failed, r.file.Close())
		if failed == nil && info.Mode().IsRegular() && info.Size() == 0 {
			err = errors.Join(err, os.Remove(r.name))
		}
	}
	return err
}
