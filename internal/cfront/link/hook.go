package link

import "github.com/heddle-mc/heddle/internal/ir"

// hook is a pointer through which a model calls a function that only some programs
// need. Its value is fixed here and no thread ever writes it: a program without the
// user carries none of the function, and nobody reads a pointer that another thread
// is about to set.
type hook struct {
	pointer string // a global of the library: null without the user
	user    string // the library function whose programs need it
	target  string // what the pointer then points to
}

var hooks = []hook{
	{"__heddle_exit_hook", "atexit", "__heddle_run_at_exit"},
	{"__heddle_quick_exit_hook", "at_quick_exit", "__heddle_run_at_quick_exit"},
	{"__heddle_tsd_hook", "__heddle_key_create", "__heddle_tsd_end"},
	{"__heddle_cleanup_hook", "__pthread_register_cancel", "__heddle_refuse_exit"},
	{"__heddle_channel_hook", "__heddle_open_channel", "__heddle_channel"},
}

// install gives the hooks of the program their targets. It reports whether it added
// functions, which then are still to be loaded.
func (l *linker) install() (added bool) {
	for _, h := range hooks {
		id, ok := l.library.globals[h.pointer]
		if !ok {
			continue
		}
		if _, used := l.library.funcs[h.user]; !used || len(l.prog.Globals[id].Init) > 0 {
			continue
		}
		l.prog.Globals[id].Init = []ir.InitItem{{Func: l.libraryFunc(h.target)}}
		added = true
	}
	return added
}
