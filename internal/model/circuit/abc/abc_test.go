//go:build unix

package abc_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/abc"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

func status(s circuit.Status) string { return fmt.Sprintf("status %d", s) }

// TestMisbehaviour: whether or not the program answers correctly, a check ends with a valid answer or
// with an error that names the fault. The circuit is bad where its input is 1.
func TestMisbehaviour(t *testing.T) {
	c := &circuit.Circuit{Graph: bitblast.NewGraph()}
	c.Bads = []circuit.Signal{{Edge: c.NewInput("x")}}
	says := func(text string) string { return "printf '" + text + "' >reply" }
	for _, x := range []struct {
		script string
		want   string
		depth  int
	}{
		{"exit 0", "it ended without an answer", -1},
		{"echo starting; echo no licence; exit 3", `it ended without an answer (it said "no licence")`, -1},
		{says("snl_SAT 0 unknown 0\\n0\\n1\\n") + "; kill -SEGV $$", "it ended without an answer", -1},
		{says(""), `found "", expected a result and a depth`, -1},
		{says("proved"), `found "proved", expected a result and a depth`, -1},
		{says("proved 1"), `found "proved", expected snl_SAT`, -1},
		{says("snl_UNK soon"), `found "snl_UNK soon", expected numbers`, -1},
		{says("snl_SAT 0 unknown 0\\n0\\nNULL\\n"), "found no 1 inputs of each step up to 0", -1},
		{says("snl_SAT 0 unknown 0 1\\n0\\n1\\n"), "found no 1 inputs of each step up to 1", -1},
		{says("snl_SAT 0 unknown\\nNULL\\nNULL\\n"), "found no 1 inputs", -1},
		{says("snl_SAT -1 unknown 0\\n\\n\\n"), "found no 1 inputs", -1},
		{says("snl_SAT 1 unknown 0\\n0\\n10\\n"), "nothing bad is reached", -1},
		{says("snl_SAT 1 unknown 0\\n0\\n01\\n"), status(circuit.Reached), -1},
		{says("snl_SAT 1 unknown 0 0\\n0\\n1\\n"), status(circuit.Reached), -1},
		{says("snl_UNSAT 4 unknown\\nNULL\\nNULL\\n"), status(circuit.Claimed), -1},
		{says("snl_UNK 0 unknown\\nNULL\\nNULL\\n"), status(circuit.Unknown), -1},
		{says("snl_UNK 4 unknown\\nNULL\\nNULL\\n"), status(circuit.Unknown), 3},
		{says("snl_UNK 9 unknown\\nNULL\\nNULL\\n"), status(circuit.Bounded), 7},
		{"sleep 100", status(circuit.Unknown), -1},
	} {
		dir := t.TempDir()
		t.Setenv("PATH", dir)
		if err := os.WriteFile(filepath.Join(dir, "abc"), []byte("#!/bin/sh\nPATH=/usr/bin:/bin\n"+x.script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		if strings.HasPrefix(x.script, "sleep") {
			time.AfterFunc(300*time.Millisecond, cancel)
		}
		k := abc.New(c, abc.PDR, abc.Options{Depth: 7})
		a, err := k.Check(ctx, []int{0})
		cancel()
		got := fmt.Sprint(err)
		if err == nil {
			got = status(a.Status)
		}
		if !strings.Contains(got, x.want) || k.Depth() != x.depth {
			t.Errorf("%s: %s, depth %d, expected %s, depth %d", x.script, got, k.Depth(), x.want, x.depth)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := abc.New(c, abc.PDR, abc.Options{}).Check(context.Background(), []int{0}); err == nil || !strings.Contains(err.Error(), "berkeley-abc or abc is not on PATH") {
		t.Errorf("found %v", err)
	}
}
