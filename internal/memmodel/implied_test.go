package memmodel

import "testing"

// TestImplied has the built-in models whose coherence and atomicity are recognised.
func TestImplied(t *testing.T) {
	coherent := map[string]bool{"aarch64": true, "imm": true, "lkmm": true, "pso": true, "rc11": true, "riscv": true, "sc": true, "tso": true}
	for _, name := range Builtins() {
		m, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.ImpliesCoherence(); got != coherent[name] {
			t.Errorf("%s implies coherence: %v", name, got)
		}
		if !m.ImpliesAtomicity() {
			t.Errorf("%s does not imply atomicity", name)
		}
	}
}
