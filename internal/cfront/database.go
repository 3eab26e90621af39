package cfront

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/heddle-mc/heddle/internal/cfront/load"
)

// fromDatabase applies a compile_commands.json: without files on the command
// line it adds all of its own, otherwise it gives those files their options.
func fromDatabase(opts Options, base load.Options, files []load.Command) ([]load.Command, error) {
	read := opts.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	data, err := read(opts.CompileCommands)
	if err != nil {
		return nil, err
	}
	entries, err := load.Database(data, filepath.Dir(opts.CompileCommands))
	if err != nil {
		return nil, err
	}
	for i := range entries {
		e := &entries[i]
		if e.ModelSet && e.Options.Model != opts.Model {
			return nil, fmt.Errorf("%s is compiled for %s, but %s was asked for", e.File, e.Options.Model, opts.Model)
		}
		e.Options = merge(e.Options, base)
	}
	if len(files) == 0 {
		return entries, nil
	}
	for i := range files {
		for j := range entries {
			if same(files[i].File, entries[j].File) {
				files[i].Options = entries[j].Options
				break
			}
		}
	}
	return files, nil
}

// same reports whether two names mean one file.
func same(a, b string) bool {
	x, err1 := filepath.Abs(a)
	y, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && x == y
}
