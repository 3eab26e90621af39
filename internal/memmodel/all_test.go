package memmodel

import (
	"os"
	"path/filepath"
	"testing"
)

const shared = "../../../shared/litmus/cat"

func TestShared(t *testing.T) {
	dir := os.DirFS(shared)
	files, _ := filepath.Glob(shared + "/*.cat")
	for _, f := range files {
		m, err := Load(filepath.Base(f), dir)
		if err != nil {
			t.Error(err)
			continue
		}
		t.Log(m.Name(), len(m.nodes), len(m.axioms), len(m.flags))
	}
}
