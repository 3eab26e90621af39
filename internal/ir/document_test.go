package ir

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite generated documents")

func TestDocument(t *testing.T) {
	const path = "../../docs/ir.md"
	want := Document()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s is stale (%v): run go test ./internal/ir -run TestDocument -update", path, err)
	}
}
