package memmodel

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// library has the models that come with Heddle, and the files that models include.
//
//go:embed models/*.cat
var library embed.FS

// stdlib is the file that all models include.
const stdlib = "stdlib.cat"

// Builtins returns the names of the models that come with Heddle.
func Builtins() []string {
	entries, err := fs.ReadDir(library, "models")
	if err != nil {
		panic(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != stdlib {
			names = append(names, strings.TrimSuffix(e.Name(), ".cat"))
		}
	}
	return names
}

// Builtin returns the model of this name that comes with Heddle: sc, tso, ….
func Builtin(name string) (*Model, error) {
	files, err := fs.Sub(library, "models")
	if err != nil {
		return nil, err
	}
	if name+".cat" == stdlib || name != path.Base(name) {
		return nil, fmt.Errorf("no built-in memory model %s", name)
	}
	if _, err := fs.Stat(files, name+".cat"); err != nil {
		return nil, fmt.Errorf("no built-in memory model %s", name)
	}
	return Load(name+".cat", files)
}
