package testgen

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

func TestSequentialIsDeterministic(t *testing.T) {
	for seed := range uint64(20) {
		if first := Sequential(seed, 2); Sequential(seed, 2) != first {
			t.Fatalf("seed %d: two generations differ", seed)
		}
	}
}

// TestSequentialCompiles checks that gcc compiles the programs and that optimisation does not change
// their output. Undefined behaviour would change it.
func TestSequentialCompiles(t *testing.T) {
	peer.NeedGCC(t)
	dir := t.TempDir()
	for seed := range uint64(3) {
		source := filepath.Join(dir, "p.c")
		if err := os.WriteFile(source, []byte(Sequential(seed, 2)), 0o666); err != nil {
			t.Fatal(err)
		}
		var outputs []string
		for _, opt := range []string{"-O0", "-O2"} {
			binary := filepath.Join(dir, "p"+opt)
			args := append([]string{opt, "-o", binary, source}, SequentialFlags...)
			if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, out)
			}
			out, _ := exec.Command(binary).Output() // the exit code is a checksum
			outputs = append(outputs, string(out))
		}
		if outputs[0] != outputs[1] {
			t.Errorf("seed %d: -O0 and -O2 differ:\n%s\n%s", seed, outputs[0], outputs[1])
		}
	}
}
