package memmodel

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
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

// IsFile reports whether the name of a model is that of a file.
func IsFile(name string) bool { return strings.HasSuffix(name, ".cat") }

// named has the models that Named loaded, by name.
var named sync.Map

// Named returns the model in a file, if the name is that of one, or the model of this name that comes with Heddle. Each is
// read once in a process.
func Named(name string) (*Model, error) {
	if m, ok := named.Load(name); ok {
		return m.(*Model), nil
	}
	var m *Model
	var err error
	if IsFile(name) {
		m, err = Load(filepath.Base(name), os.DirFS(filepath.Dir(name)))
	} else {
		m, err = Builtin(name)
	}
	if err != nil {
		return nil, err
	}
	named.Store(name, m)
	return m, nil
}
