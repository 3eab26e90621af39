package load

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Options holds the settings for reading a translation unit.
type Options struct {
	Model         ir.DataModel
	IncludeDirs   []string // -I, searched in order
	Defines       []string // -D: "NAME" or "NAME=VALUE"
	Undefines     []string // -U, after all Defines
	Includes      []string // -include: files read before the unit
	Set           []string // NAME=VALUE, in place of the values that the files give (Constants)
	SystemHeaders bool     // #include <...> also finds the host's libc
	CompilerFlags []string // of the compiler, those that package known lists with another treatment than Honoured
	PhysicalLines bool     // positions are those in the files as they are: line markers mean nothing
	// ReadFile reads a file; nil means the file system.
	ReadFile func(name string) ([]byte, error)
}

// Unit is a parsed translation unit.
type Unit struct {
	File string // as given
	AST  *cc.AST

	files *files
}

// Source returns the bytes of a file that took part in the unit, by the name that positions carry: the
// given name, the name that #include found, or "<pthread.h>" for an embedded header. It returns nil
// for other names.
func (u *Unit) Source(name string) []byte { return u.files.original(name) }

// Presumed returns a file that was read with its lines at the numbers that positions have, which line markers may change.
func (u *Unit) Presumed(name string) []byte { return u.files.presumed(name) }

// Assumed describes the names with other values than in the files, and the pragmas that were ignored.
func (u *Unit) Assumed() []string { return append(u.files.assumed, u.files.drops()...) }

// Found reports whether a file gives a name a value that was replaced.
func (u *Unit) Found(name string) bool { return u.files.found[name] }

// Redefined returns the place where a file defines a macro of the command line with another value, if that definition
// holds at the end of the unit; an empty file: none does.
func (u *Unit) Redefined(name, value string) (file string, line, column int) {
	name, _, _ = strings.Cut(name, "(")
	if u.AST == nil || u.AST.Macros[name] == nil {
		return "", 0, 0
	}
	m := u.AST.Macros[name]
	var text []string
	for _, t := range m.ReplacementList() {
		text = append(text, t.SrcStr())
	}
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	at := m.Position()
	if strings.HasPrefix(at.Filename, "<") || bare(strings.Join(text, "")) == bare(value) {
		return "", 0, 0
	}
	return at.Filename, at.Line, at.Column
}

// maxWork limits one unit, in tokens read or made by macros; it bounds time and memory. A token in the result of a macro
// costs about eight, and more where macros nest.
const maxWork = 6_000_000

// Parse preprocesses and parses one file. When a diagnostic is an error, the unit's AST is nil; its
// sources are still available. It returns when ctx ends, with an error, even if the parser does not.
func Parse(ctx context.Context, file string, opts Options) (*Unit, []diag.Diagnostic) {
	u := &Unit{File: file, files: newFiles(opts)}
	type result struct {
		ast   *cc.AST
		diags []diag.Diagnostic
	}
	done := make(chan result, 1)
	go func() {
		ast, diags := parse(u.files, file, opts)
		done <- result{ast, diags}
	}()
	select {
	case r := <-done:
		u.AST = r.ast
		return u, diag.Tidy(r.diags)
	case <-ctx.Done():
		return &Unit{File: file, files: newFiles(opts)}, []diag.Diagnostic{{
			Code: "timeout", File: file, Message: "parsing was stopped: " + ctx.Err().Error(),
		}}
	}
}

// parse reads the unit. The parser must not meet an end of text that no file
// has: where macro expansion is cut or a header is missing, it may loop for
// ever. Nor must it recurse too deep. Without macros and headers, prescan has
// settled both; otherwise the unit is preprocessed once before it is parsed.
func parse(fs *files, file string, opts Options) (ast *cc.AST, diags []diag.Diagnostic) {
	if diags := refusedFlags(opts.CompilerFlags); diag.HasErrors(diags) {
		return nil, diags
	}
	sources, diags := unitSources(fs, file, opts)
	if len(diags) > 0 {
		return nil, diags
	}
	if !fs.plain || len(opts.Defines)+len(opts.Includes) > 0 {
		if diags := measure(fs, sources, opts); diag.HasErrors(diags) {
			return nil, diags
		}
	}
	err := protect(func() (err error) {
		ast, err = cc.Parse(config(fs, opts, 2*maxWork), sources)
		return err
	})
	diags = slices.Concat(refusedFlags(opts.CompilerFlags), fs.takeProblems(), messages(fs, err))
	if diag.HasErrors(diags) {
		return nil, diags
	}
	return ast, diags
}

// measure preprocesses the unit and checks its size and how deep the parser
// would recurse. The declarations of the embedded headers are left out: they are
// known, and make up most of a small unit.
func measure(fs *files, sources []cc.Source, opts Options) []diag.Diagnostic {
	fs.directivesOnly = true
	defer func() { fs.directivesOnly = false }()
	var n preprocessed
	err := protect(func() error {
		return cc.Preprocess(config(fs, opts, maxWork), sources, &n)
	})
	diags := append(fs.takeProblems(), messages(fs, err)...)
	if n.tooDeep() {
		diags = append(diags, diag.Diagnostic{
			Code: "nesting", File: fs.unit, Message: fmt.Sprintf(tooDeepMessage, maxOpen),
		})
	}
	return diags
}

// protect runs f; a panic in it becomes an error.
func protect(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			text, _, _ := strings.Cut(fmt.Sprint(r), "\n")
			err = parserFailure{text}
		}
	}()
	return f()
}

// parserFailure is a panic inside the parser.
type parserFailure struct{ text string }

func (p parserFailure) Error() string { return "the parser failed: " + p.text }

// config returns the parser's configuration; cc wants a fresh one for each use.
func config(fs *files, opts Options, work int) *cc.Config {
	abi := abiLP64
	if opts.Model == ir.ILP32 {
		abi = abiILP32
	}
	return &cc.Config{
		ABI:             abi,
		FS:              fs,
		FSOnly:          true,
		IncludePaths:    slices.Concat([]string{"@"}, opts.IncludeDirs, fs.systemDirs(), absolute),
		SysIncludePaths: slices.Concat(opts.IncludeDirs, fs.systemDirs(), absolute),
		ExpansionLimit:  work,
		UnsignedEnums:   true,
		PragmaHandler:   newInclusion(fs).pragma,
	}
}

// absolute is where names that begin with a slash are found: the parser looks for these, too, below directories only.
var absolute = []string{"/"}

// The parser's data models; their numbers are not used above it.
var abiLP64, abiILP32 = mustABI("amd64"), mustABI("386")

func mustABI(arch string) *cc.ABI {
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		panic("load: " + err.Error()) // both are built in
	}
	return abi
}

// unitSources lists the sources for the parser: macros, the prelude, the command line, the file.
func unitSources(fs *files, file string, opts Options) ([]cc.Source, []diag.Diagnostic) {
	main, err := fs.read(file)
	if err != nil {
		return nil, []diag.Diagnostic{problem(file, err)}
	}
	fs.unit = file
	fs.prefetched[file], fs.plain = main.text, main.plain
	if diags := fs.takeProblems(); diag.HasErrors(diags) {
		return nil, diags
	}
	command, diags := commandLine(opts)
	if len(diags) > 0 {
		return nil, diags
	}
	return []cc.Source{
		{Name: "<predefined>", Value: header.Predefined(opts.Model)},
		{Name: "<prelude>", Value: header.Prelude()},
		{Name: "<command-line>", Value: command},
		{Name: file, FS: fs},
		{Name: endName, Value: endText},
	}, nil
}

// This text follows the text of the unit. The parser loops for ever in a list of type qualifiers at
// the end of all text; an unfinished construct of a file does not continue with this text.
const (
	endName = "<end>"
	endText = "#undef _Static_assert\n_Static_assert(1, \"end of file\");\n"
)

// commandLine turns -D, -U and -include into source text.
func commandLine(opts Options) (string, []diag.Diagnostic) {
	var b strings.Builder
	for _, d := range opts.Defines {
		name, value, given := strings.Cut(d, "=")
		if !given {
			value = "1"
		}
		if !isMacroName(name) || strings.Contains(value, "\n") {
			return "", []diag.Diagnostic{{Code: "option", Message: fmt.Sprintf("-D %q does not name a macro", d)}}
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	for _, name := range opts.Undefines {
		if !isMacroName(name) {
			return "", []diag.Diagnostic{{Code: "option", Message: fmt.Sprintf("-U %q does not name a macro", name)}}
		}
		fmt.Fprintf(&b, "#undef %s\n", name)
	}
	for _, file := range opts.Includes {
		if strings.ContainsAny(file, "\"\n") {
			return "", []diag.Diagnostic{{Code: "option", Message: fmt.Sprintf("-include %q cannot be written as #include", file)}}
		}
		fmt.Fprintf(&b, "#include \"%s\"\n", file)
	}
	return b.String(), nil
}

// isMacroName reports whether s is an identifier, possibly with parameters.
func isMacroName(s string) bool {
	if i := strings.IndexByte(s, '('); i > 0 && strings.HasSuffix(s, ")") {
		s = s[:i]
	}
	for i, r := range s {
		letter := r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}
