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

// part is a part of the result of one check that has a file of its own.
type part struct {
	kind, help string
	write      func(*heddle.Result, io.Writer) error // nil: the part is the witness (writeWitness)
}

var parts = []part{
	{"html", "a page that needs no network (docs/use/report.md)", (*heddle.Result).WriteHTML},
	{"lcov", "the lines that random executions came to", (*heddle.Result).WriteLCOV},
	{"invariant", "why properties are safe: the invariants that bdd, kind and pdr find, a conjunct on a line", (*heddle.Result).WriteInvariant},
	{"certificate", "the proofs of what is safe beyond bounds, for heddle certify (docs/use/certificate.md)", (*heddle.Result).WriteCertificate},
	{"witness", "a verification witness, in YAML, or in GraphML if FILE ends in .graphml or .xml (docs/use/witnesses.md)", nil},
}

// resultFiles holds the files that a result or parts of it are written into.
type resultFiles []resultFile

type resultFile struct {
	kind, name string
	write      func(*heddle.Result, io.Writer) error // of a part
	file       *os.File                              // nil: it is not open
}

// register registers the flag --write, for the forms and some parts.
func (f *resultFiles) register(flags *pflag.FlagSet, parts []part) {
	var lines []string
	all := slices.Clone(forms)
	for _, p := range parts {
		lines, all = append(lines, p.kind+": "+p.help), append(all, p.kind)
	}
	help := "write `KIND=FILE` beside standard output, any number of files; KIND is a form, " + strings.Join(forms, ", ")
	pairFlag(flags, "write", help, lines, func(kind, name string) error {
		if !slices.Contains(all, kind) {
			return fmt.Errorf("found the kind %q, expected one of %s", kind, strings.Join(all, ", "))
		}
		file := resultFile{kind: kind, name: name}
		if at := slices.IndexFunc(parts, func(p part) bool { return p.kind == kind }); at >= 0 {
			file.write = parts[at].write
		}
		*f = append(*f, file)
		return nil
	})
}

// named returns the name of the file of a kind; empty: there is none.
func (f resultFiles) named(kind string) string {
	if at := slices.IndexFunc(f, func(r resultFile) bool { return r.kind == kind }); at >= 0 {
		return f[at].name
	}
	return ""
}

// open opens the files before the check, which may take long. They keep their contents until there is a
// result, since one may be the baseline.
func (f resultFiles) open() (err error) {
	for i := range f {
		r := &f[i]
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
func (f resultFiles) writeParts(limit *writeLimit, result *heddle.Result) error {
	for i := range f {
		r := &f[i]
		if r.write == nil || result == nil {
			continue
		}
		err := limit.write(r.name, func() error { return r.replace(func(w io.Writer) error { return r.write(result, w) }) })
		if err != nil {
			return fmt.Errorf("write %s: %w", r.name, err)
		}
	}
	return nil
}

// writeForms writes the files that have a whole result.
func (f resultFiles) writeForms(write func(form string, w io.Writer) error) error {
	for i := range f {
		r := &f[i]
		if !slices.Contains(forms, r.kind) {
			continue
		}
		if err := r.replace(func(w io.Writer) error { return write(r.kind, w) }); err != nil {
			return wrapWrite(err)
		}
	}
	return nil
}

// replace replaces the contents of the file, and closes it.
func (r *resultFile) replace(do func(io.Writer) error) error {
	err := do(r.file)
	if info, failed := r.file.Stat(); failed == nil && info.Mode().IsRegular() {
		end, failed := r.file.Seek(0, io.SeekCurrent)
		err = errors.Join(err, failed, r.file.Truncate(end))
	}
	return errors.Join(err, r.file.Close())
}

// discard closes the files of a check without a result. It removes empty files.
func (f resultFiles) discard() (err error) {
	for i := range f {
		r := &f[i]
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

// writeFile writes a file that a flag names.
func writeFile(name string, data []byte) error {
	if err := os.WriteFile(name, data, 0o666); err != nil {
		return cli.InputError("write %s: %w", name, err)
	}
	return nil
}
