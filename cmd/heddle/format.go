package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
)

// The forms of a result.
const (
	textForm  = "text"
	jsonForm  = "json"
	sarifForm = "sarif"
	junitForm = "junit"
	gccForm   = "gcc"
)

var forms = []string{textForm, jsonForm, sarifForm, junitForm, gccForm}

// formOptions are the flags for the form of a result and its destination.
type formOptions struct {
	name string
	json bool   // another flag for the same
	out  string // a file; empty: standard output
	file *os.File
}

func (o *formOptions) register(flags *pflag.FlagSet) {
	flags.StringVar(&o.name, "format", textForm, "the `FORM` of the result: "+strings.Join(forms, ", "))
	flags.BoolVar(&o.json, "json", false, "the same as --format json (docs/use/result.schema.json)")
	flags.StringVar(&o.out, "out", "", "write the result into `FILE`; standard output then has the text")
}

// open checks the flags, and that the file can be written. The file keeps its contents until there is a
// result, since it may be the baseline.
func (o *formOptions) open() (err error) {
	switch {
	case !slices.Contains(forms, o.name):
		return inputError("--format: found %q, expected one of %s", o.name, strings.Join(forms, ", "))
	case o.json && o.name != textForm && o.name != jsonForm:
		return inputError("--json: found --format %s as well", o.name)
	case o.json:
		o.name = jsonForm
	}
	if o.out == "" {
		return nil
	}
	if o.file, err = os.OpenFile(o.out, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
		return inputError("--out: %w", err)
	}
	return nil
}

// page reports whether standard output has the text form.
func (o *formOptions) page() bool { return o.name == textForm || o.out != "" }

// finish writes a result in its form, unless standard output already has it as text. If write is nil there
// is no result, and a file that was made for it is removed.
func (o *formOptions) finish(stdout io.Writer, write func(io.Writer) error) error {
	switch {
	case o.file == nil && (o.name == textForm || write == nil):
		return nil
	case o.file == nil:
		return wrapWrite(write(stdout))
	case write == nil:
		info, err := o.file.Stat()
		err = errors.Join(err, o.file.Close())
		if err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			err = os.Remove(o.out)
		}
		return err
	}
	err := write(o.file)
	if info, failed := o.file.Stat(); failed == nil && info.Mode().IsRegular() {
		end, failed := o.file.Seek(0, io.SeekCurrent)
		err = errors.Join(err, failed, o.file.Truncate(end))
	}
	return wrapWrite(errors.Join(err, o.file.Close()))
}

func wrapWrite(err error) error {
	if err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// report writes results in a form other than text.
func (o *formOptions) report(w io.Writer, list []heddle.Tested, code int, requireProof bool) error {
	switch o.name {
	case sarifForm:
		return heddle.WriteSARIF(w, list, heddle.Exit{Code: code, Meaning: meanings[code]})
	case junitForm:
		return heddle.WriteJUnit(w, list, heddle.JUnitOptions{RequireProof: requireProof})
	case gccForm:
		return heddle.WriteGCC(w, list)
	}
	if len(list) == 1 && list[0].Test == "" {
		return list[0].Result.WriteJSON(w)
	}
	return json.NewEncoder(w).Encode(list)
}
