package link

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// TestModelHooks checks that no model needs a hook in the program: a model reads it only to test or call it.
func TestModelHooks(t *testing.T) {
	lib := clib.Load("lp64")
	for _, live := range []bool{false, true} {
		l, n := newLinker(nil, Options{Model: ir.LP64, Library: lib}), 0
		for _, h := range clib.Hooks {
			if live {
				l.library.hooks.targets[h.Pointer] = h.Target
			}
		}
		for _, name := range lib.Funcs() {
			text, _ := lib.Func(name)
			if !strings.Contains(text, "_hook") {
				continue
			}
			l.library.hooks.waiting = nil
			l.loadItem(libraryItem{name: name, text: text})
			for _, p := range l.library.hooks.waiting {
				n++
				l.library.hooks.fold(p, ir.LP64)
				made := make([]bool, len(p.f.Regs))
				made[0] = true // of a constant
				for _, r := range p.f.Params {
					made[r] = true
				}
				for _, in := range p.f.Instrs() {
					made[in.Dst] = true
					if in.Glob != 0 && strings.HasSuffix(p.names.globals[in.Glob-1], "_hook") {
						t.Errorf("%s keeps %s", name, p.names.globals[in.Glob-1])
					}
				}
				for o := range p.f.Operands() {
					if !made[o.Reg()] {
						t.Errorf("%s, live %t: register %d has no value", name, live, o.Reg())
					}
				}
			}
		}
		if n < 50 {
			t.Errorf("%d models have hooks, want more", n)
		}
	}
}

// TestHook links programs with and without the user of a hook. The user may be
// in code that the hook's reader needs.
func TestHook(t *testing.T) {
	exit := func(also string) string {
		return "func @exit(%1: i32) model noreturn {\nb1:\n  %2 = globaladdr ptr @__heddle_exit_hook\n  %3 = load ptr %2 align 8\n" +
			"  %4 = ne ptr %3, null\n  condbr %4, b2, b3\nb2:\n  callptr %3()\n  br b3\nb3:\n" + also + "  halt %1\n}\n"
	}
	for _, c := range []struct{ name, also, want string }{
		{"null", "", "main __heddle_start exit |"},
		{"live", "  call @atexit()\n", "main __heddle_start exit atexit __heddle_run_at_exit |"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lib := library{
				"func exit":                 exit(c.also),
				"func atexit":               "func @atexit() model {\nb1:\n  ret\n}\n",
				"func __heddle_run_at_exit": "func @__heddle_run_at_exit() model {\nb1:\n  ret\n}\n",
				"global __heddle_exit_hook": "global @__heddle_exit_hook size 8 align 8 model\n",
			}
			p, diags := Link(units(t, []string{"int main(void) { return 0; }"}), Options{Model: ir.LP64, Library: lib})
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			if got := names(p); strings.TrimSpace(got) != c.want {
				t.Errorf("the program has %q, want %q", got, c.want)
			}
			if calls := strings.Contains(p.String(), "call @__heddle_run_at_exit()"); calls != (c.also != "") {
				t.Errorf("the target is called: %t\n%s", calls, p)
			}
		})
	}
}
