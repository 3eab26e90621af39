package link

import (
	"testing"
)

// TestUndeclaredLibrary checks that a function of the C library that no header declares is not taken for one of the program's.
func TestUndeclaredLibrary(t *testing.T) {
	p, diags := Link(units(t, []string{"int wcscoll(const int *, const int *), mine(int); int main(void) { return wcscoll(0, 0) + mine(1); }"}), Options{Library: models})
	if p == nil {
		t.Fatal(diags)
	}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		switch f.Name {
		case "mine":
			if f.External == "" {
				t.Errorf("%s is no external function", f.Name)
			}
		case "wcscoll":
			if f.External != "" {
				t.Errorf("%s is an external function: %s", f.Name, f.External)
			}
		}
	}
}
