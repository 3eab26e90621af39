package check

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// validPlaces returns an error unless the options have two well-formed places for exclusion or progress,
// and none otherwise.
func (o *Options) validPlaces() error {
	about := slices.IndexFunc(o.Properties, func(p string) bool { return p == verdict.Exclusion.String() || p == verdict.Progress.String() })
	switch {
	case about < 0 && len(o.Places) > 0:
		return fmt.Errorf("found places, which only the properties %s and %s are about", verdict.Exclusion, verdict.Progress)
	case about >= 0 && len(o.Places) != 2:
		return fmt.Errorf("the property %s is about two places: found %d", o.Properties[about], len(o.Places))
	}
	for _, text := range o.Places {
		if _, _, err := parsePlace(text); err != nil {
			return err
		}
	}
	return nil
}

// parsePlace takes FILE:LINE, or LINE, apart.
func parsePlace(text string) (file string, line int32, err error) {
	number := text
	i := strings.LastIndexByte(text, ':')
	if i >= 0 {
		file, number = text[:i], text[i+1:]
	}
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil || n == 0 || i == 0 {
		return "", 0, fmt.Errorf("found the place %q, expected FILE:LINE or LINE, from 1", text)
	}
	return file, int32(n), nil
}

// Locate finds the options' places, those of the formula too, in a program that was compiled from the given
// files, headers not included. The error names a place that is in none of these files, or at a line without
// code.
//
// requires: the options are valid.
func (o *Options) Locate(p *ir.Program, files []string) error {
	if err := o.locateFormula(p, files); err != nil || len(o.Places) == 0 {
		return err
	}
	var found [2]ir.Place
	for i, text := range o.Places {
		var err error
		if found[i], err = locate(p, files, text); err != nil {
			return err
		}
	}
	o.places = &found
	return nil
}

// locate finds one place in a program.
func locate(p *ir.Program, files []string, text string) (found ir.Place, err error) {
	name, line, err := parsePlace(text)
	if err != nil {
		return found, err
	}
	if name == "" && len(files) == 1 && hasCode(p, files[0]) {
		name = files[0] // not a header with code
	}
	file, err := fileOf(p, text, name)
	if err != nil {
		return found, err
	}
	found = ir.Place{File: file, Line: line}
	if !holdsCode(p, func(at ir.Pos) bool { return found.Has(at) }) {
		return found, fmt.Errorf("%s:%d: nothing is done here that a thread could be about to do", p.Files[file], line)
	}
	return found, nil
}

// hasCode reports whether a file is one with code.
func hasCode(p *ir.Program, name string) bool {
	return holdsCode(p, func(at ir.Pos) bool { return at.IsValid() && p.Files[at.File] == name })
}

// fileOf returns the file with code that a name is of: the whole name as the compiler
// was given it, or the last parts of its path. No name is of the only one.
func fileOf(p *ir.Program, text, name string) (ir.FileID, error) {
	var found []ir.FileID
	var names []string
	for id, file := range p.Files {
		at := ir.FileID(id)
		if !holdsCode(p, func(pos ir.Pos) bool { return pos.IsValid() && pos.File == at }) {
			continue
		}
		names = append(names, file)
		switch slashed := filepath.ToSlash(file); {
		case file == name:
			return at, nil
		case name == "", strings.HasSuffix(slashed, "/"+filepath.ToSlash(name)):
			found = append(found, at)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("the place %s is in no file with code, which are %s", text, strings.Join(names, ", "))
	case 1:
		return found[0], nil
	}
	if name == "" {
		return 0, fmt.Errorf("the place %s may be in %s: FILE:LINE says in which", text, strings.Join(names, " or "))
	}
	return 0, fmt.Errorf("the place %s is in %s or %s: a longer name says in which", text, p.Files[found[0]], p.Files[found[1]])
}

// holdsCode reports whether an instruction of a function of the program, not of a
// library model, is at a position with a property.
func holdsCode(p *ir.Program, is func(ir.Pos) bool) bool {
	for f := 1; f < len(p.Funcs); f++ {
		if p.Funcs[f].Model {
			continue
		}
		for b := range p.Funcs[f].Blocks {
			if slices.ContainsFunc(p.Funcs[f].Blocks[b].Instrs, func(in ir.Instr) bool { return is(in.Pos) }) {
				return true
			}
		}
	}
	return false
}
