package link

import (
	"testing"
)

// TestUndeclaredLibrary checks that a function of the C library that no header declares is not taken for one of the program's.
func TestUndeclaredLibrary(t *testing.T) {
	p, diags := Link(units(t, []string{"int vwscanf(const int *, char *), mine(int); int main(void) { return vwscanf(0, 0) + mine(1); }"}), Options{Library: models})
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
		case "vwscanf":
			if f.External != "" {
				t.Errorf("%s is an external function: %s", f.Name, f.External)
			}
		}
	}
}
