package load

import (
	"context"
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/cfront/diag"
	"github.com/heddle-mc/heddle/internal/cfront/header"
	"github.com/heddle-mc/heddle/internal/ir"
)

// Options say how to read a translation unit.
type Options struct {
	Model         ir.DataModel
	IncludeDirs   []string // -I, searched in order
	Defines       []string // -D: "NAME" or "NAME=VALUE"
	Undefines     []string // -U, after all Defines
	Includes      []string // -include: files read before the unit
	SystemHeaders bool     // #include <...> also finds the host's libc
	// ReadFile reads a file; nil means the file system.
	ReadFile func(name string) ([]byte, error)
}

// Unit is a parsed translation unit.
type Unit struct {
	File string // as given
	AST  *cc.AST

	files *files
}

// Source returns the bytes of a file that took part in the unit, under the name
// that positions carry: what was given, what #include found, or "<pthread.h>"
// for an embedded header. It returns nil for others.
func (u *Unit) Source(name string) []byte { return u.files.original(name) }

// Limits of one unit, in tokens read or made by macros. What is open at once is
// part of what was read, so that quickWork also bounds the parser's recursion.
const (
	quickWork = 40_000    // the first attempt
	fullWork  = 1_500_000 // bounds time and memory
)

// Parse preprocesses and parses one file. The unit is nil when there are
// errors, except that its sources can be asked for. It returns when ctx ends,
// with an error, even if the parser does not.
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

// parse reads the unit. Without macros, prescan has measured how deep the
// parser recurses. Otherwise a first attempt is so short that no depth can hurt;
// when it is too short, the text is measured after preprocessing.
func parse(fs *files, file string, opts Options) (*cc.AST, []diag.Diagnostic) {
	sources, diags := unitSources(fs, file, opts)
	if len(diags) > 0 {
		return nil, diags
	}
	if fs.plain && len(opts.Defines) == 0 && len(opts.Includes) == 0 {
		return parseWithin(fs, sources, opts, fullWork)
	}
	if fs.total < quickWork*8 {
		ast, diags := parseWithin(fs, sources, opts, quickWork)
		if !exceeded(diags) {
			return ast, diags
		}
	}
	if diags := measure(fs, sources, opts); len(diags) > 0 {
		return nil, diags
	}
	return parseWithin(fs, sources, opts, fullWork)
}

// parseWithin runs the parser once.
func parseWithin(fs *files, sources []cc.Source, opts Options, work int) (ast *cc.AST, diags []diag.Diagnostic) {
	err := protect(func() (err error) {
		ast, err = cc.Parse(config(fs, opts, work), sources)
		return err
	})
	diags = append(fs.takeProblems(), messages(fs, err)...)
	if diag.HasErrors(diags) {
		return nil, diags
	}
	return ast, diags
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

// measure preprocesses the unit and checks how deep the parser would recurse.
func measure(fs *files, sources []cc.Source, opts Options) []diag.Diagnostic {
	var n preprocessed
	err := protect(func() error {
		return cc.Preprocess(config(fs, opts, fullWork), sources, &n)
	})
	if diags := append(fs.takeProblems(), messages(fs, err)...); diag.HasErrors(diags) {
		return diags
	}
	if n.tooDeep() {
		return []diag.Diagnostic{{
			Code: "nesting", File: fs.unit, Message: fmt.Sprintf(tooDeepMessage, maxOpen),
		}}
	}
	return nil
}

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
		IncludePaths:    append(append([]string{"@"}, opts.IncludeDirs...), fs.systemDirs()...),
		SysIncludePaths: append(append([]string(nil), opts.IncludeDirs...), fs.systemDirs()...),
		ExpansionLimit:  work,
		UnsignedEnums:   true,
		PragmaHandler:   (&inclusion{fs: fs}).pragma,
	}
}

// The parser's data models; their numbers are not used above it.
var abiLP64, abiILP32 = mustABI("amd64"), mustABI("386")

func mustABI(arch string) *cc.ABI {
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		panic("load: " + err.Error()) // both are built in
	}
	return abi
}

// unitSources lists what the parser reads: macros, the prelude, the command
// line, the file.
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
	}, nil
}

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
