package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
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

// formOptions are the flags for the form of a result on standard output.
type formOptions struct {
	name string
	json bool // another flag for the same
}

func (o *formOptions) register(flags *pflag.FlagSet) {
	flags.StringVar(&o.name, "format", textForm, "the `FORM` of the result: "+strings.Join(forms, ", ")+"; --json is --format json")
	flags.BoolVar(&o.json, "json", false, "the same as --format json (docs/use/result.schema.json)")
	_ = flags.MarkHidden("json") // the help of --format has it
}

// valid checks the flags.
func (o *formOptions) valid() error {
	switch {
	case !slices.Contains(forms, o.name):
		return cli.InputError("--format: found %q, expected one of %s", o.name, strings.Join(forms, ", "))
	case o.json && o.name != textForm && o.name != jsonForm:
		return cli.InputError("--json: found --format %s as well", o.name)
	case o.json:
		o.name = jsonForm
	}
	return nil
}

// page reports whether standard output has the text form.
func (o *formOptions) page() bool { return o.name == textForm }

func wrapWrite(err error) error {
	if err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// report writes results in a form other than text.
func report(form string, w io.Writer, list []heddle.Tested, code int, d demands) error {
	switch form {
	case sarifForm:
		return heddle.WriteSARIF(w, list, heddle.Exit{Code: code, Meaning: cli.Meanings[code]})
	case junitForm:
		return heddle.WriteJUnit(w, list, d.failures())
	case gccForm:
		return heddle.WriteGCC(w, list)
	}
	if len(list) == 1 && list[0].Test == "" {
		return list[0].Result.WriteJSON(w)
	}
	return json.NewEncoder(w).Encode(list)
}
