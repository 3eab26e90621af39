package front

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/heddle-mc/heddle/internal/front/load"
)

// fromDatabase applies a compile_commands.json: without files on the command
// line it adds all of its own, otherwise it gives those files their options, and adds the others
// if units are picked from them.
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
	if len(files) == 0 && !opts.picks() {
		for _, e := range entries {
			if load.IsCPlusPlus(e.File) {
				return nil, fmt.Errorf("%s: found a C++ file, expected C: name the C files to check", e.File)
			}
		}
	}
	entries = slices.DeleteFunc(entries, func(e load.Command) bool { return load.IsCPlusPlus(e.File) })
	if len(files) == 0 {
		return entries, nil
	}
	given := make([]bool, len(files)) // of an entry, the first
	var others []load.Command
	for j := range entries {
		known := false
		for i := range files {
			if same(files[i].File, entries[j].File) {
				if !given[i] {
					files[i].Options, given[i] = entries[j].Options, true
				}
				known = true
			}
		}
		if !known {
			others = append(others, entries[j])
		}
	}
	if opts.picks() {
		files = append(files, others...)
	}
	return files, nil
}

// same reports whether two names mean one file.
func same(a, b string) bool {
	x, err1 := filepath.Abs(a)
	y, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && x == y
}
