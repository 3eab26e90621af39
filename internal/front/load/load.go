package load

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/front/known"
	"github.com/heddle-mc/heddle/internal/front/openmp"
	"github.com/heddle-mc/heddle/internal/front/preprocess"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Options holds the settings for reading a translation unit.
type Options struct {
	Model         ir.DataModel
	IncludeDirs   []string // -I, searched in order
	Defines       []string // -D: "NAME" or "NAME=VALUE"
	Undefines     []string // -U, after all Defines
	Includes      []string // -include: files read before the unit
	Set           []string // NAME=VALUE, in place of the values that the files give (Constants); FILE:LINE:COLUMN=VALUE, in place of a number
	Beside        []string // the program's files: a message names the directory of one that has a missing header
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
	text  *parserText
}

// Place returns the place in a file of a token, whose position in the parser's text is an offset.
// It requires a unit with a tree.
func (u *Unit) Place(offset int) (file string, line, column int) { return u.text.place(offset) }

// Source returns the bytes of a file that took part in the unit, by the name that positions carry: the
// given name, the name that #include found, or "<pthread.h>" for an embedded header. It returns nil
// for other names.
func (u *Unit) Source(name string) []byte { return u.files.original(name) }

// Presumed returns a file that was read with its lines at the numbers that positions have, which line markers may change.
func (u *Unit) Presumed(name string) []byte { return u.files.presumed(name) }

// Assumed describes the names with other values than in the files, and the pragmas that were ignored.
func (u *Unit) Assumed() []string { return append(u.files.assumed, u.files.drops()...) }

// Found reports whether a value of Options.Set has replaced another one: that of a name, or the number at
// FILE:LINE:COLUMN.
func (u *Unit) Found(name string) bool { return u.files.found[name] }

// Redefined returns the place where a file defines a macro of the command line with another value, if that definition
// holds at the end of the unit; an empty file: none does.
func (u *Unit) Redefined(name, value string) (file string, line, column int) {
	name, _, _ = strings.Cut(name, "(")
	if u.text == nil {
		return "", 0, 0
	}
	text, at, ok := u.text.macros.Macro(name)
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	file = u.text.names.Names[at.File]
	if !ok || strings.HasPrefix(file, "<") || text == bare(value) {
		return "", 0, 0
	}
	return file, int(at.Line), int(at.Col)
}

// Parse preprocesses and parses one file. When a diagnostic is an error, the unit's AST is nil; its
// sources are still available. When ctx ends it returns an error and no sources, even if the parser goes on.
func Parse(ctx context.Context, file string, opts Options) (*Unit, []diag.Diagnostic) {
	u := &Unit{File: file, files: newFiles(opts)}
	type result struct {
		ast   *cc.AST
		text  *parserText
		diags []diag.Diagnostic
	}
	done := make(chan result, 1)
	go func() {
		var r result
		r.ast, r.text, r.diags = parse(u.files, file, opts)
		done <- r
	}()
	select {
	case r := <-done:
		u.AST, u.text = r.ast, r.text
		return u, diag.Tidy(r.diags)
	case <-ctx.Done():
		return &Unit{File: file, files: newFiles(opts)}, []diag.Diagnostic{{
			Code: "timeout", File: file, Message: "parsing was stopped: " + ctx.Err().Error(),
		}}
	}
}

// parse reads the unit. The parser must not meet an end of text that no file has, since it may loop for ever, nor
// recurse too deep. So it gets the text only where preprocessing found no error.
func parse(fs *files, file string, opts Options) (*cc.AST, *parserText, []diag.Diagnostic) {
	diags := refusedFlags(opts.CompilerFlags)
	if diag.HasErrors(diags) {
		return nil, nil, diags
	}
	sources, more := unitSources(fs, file, opts)
	if diags = append(diags, more...); diag.HasErrors(diags) {
		return nil, nil, diags
	}
	text, more := preprocessed(fs, sources)
	if diags = append(diags, more...); diag.HasErrors(diags) {
		return nil, nil, diags
	}
	abi := abiLP64
	if opts.Model == ir.ILP32 {
		abi = abiILP32
	}
	var ast *cc.AST
	err := protect(func() (err error) {
		ast, err = cc.Parse(&cc.Config{ABI: abi, UnsignedEnums: true}, []cc.Source{{Name: "<text>", Value: text.b}})
		return err
	})
	if diags = append(diags, messages(file, text, err)...); diag.HasErrors(diags) {
		return nil, nil, diags
	}
	return ast, text, diags
}

// preprocessed returns the tokens of a unit as text for the parser. The macros of the prelude replace constructs that the
// parser lacks. They are expanded last, in the result of the program's own macros.
func preprocessed(fs *files, sources []preprocess.Source) (*parserText, []diag.Diagnostic) {
	names := &preprocess.Files{}
	var own *preprocess.Preprocessor
	own = preprocess.New(names, preprocess.Options{
		Sources: sources, Open: fs.open, Refuse: refusal, Has: has,
		Problem: fs.missing,
		Pragma: func(at preprocess.Pos, line []preprocess.Token) string {
			return fs.pragma(own, names, at, line)
		},
	})
	all := preprocess.New(names, preprocess.Options{Sources: []preprocess.Source{{Name: "<prelude>", Text: header.Prelude()}}})
	all.Chain(own.Next)
	w := forParser{out: &parserText{names: names, macros: own}, report: own.Report, tokens: make([]preprocess.Token, 0, guessedTokens(sources))}
	preprocess.Run(func() {
		for t := all.Next(); t.Kind != preprocess.End; t = all.Next() {
			if len(w.tokens) == cap(w.tokens) {
				w.tokens = slices.Grow(w.tokens, len(w.tokens)) // append grows a long list by a quarter
			}
			if w.tokens = append(w.tokens, t); len(w.tokens) == maxTokens {
				own.Report(diag.Diagnostic{Code: "too-large", Message: errTooLarge.Error()}, t.Pos)
				return
			}
		}
	})
	diags := append(own.Diagnostics, all.Diagnostics...)
	if diag.HasErrors(diags) {
		return nil, diags
	}
	if fs.directives {
		if w.tokens = openmp.Rewrite(w.tokens, own.Report); diag.HasErrors(own.Diagnostics) {
			return nil, own.Diagnostics
		}
	}
	w.write()
	return w.out, own.Diagnostics
}

// guessedTokens returns how many tokens sources probably have. Memory beyond them costs nothing until it is used.
func guessedTokens(sources []preprocess.Source) int {
	n := 0
	for _, s := range sources {
		n += len(s.Text)
	}
	return min(n/4+1_000, maxTokens)
}

// has answers __has_attribute and __has_builtin.
func has(operator, name string) bool {
	if operator == "__has_builtin" {
		return strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_")
	}
	_, listed := known.Of(known.Attribute, name)
	return listed && operator == "__has_attribute"
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

// The parser's data models; their numbers are not used above it.
var abiLP64, abiILP32 = mustABI("amd64"), mustABI("386")

func mustABI(arch string) *cc.ABI {
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		panic("load: " + err.Error()) // both are built in
	}
	return abi
}

// unitSources lists the sources of the unit: macros, the command line, the file, and the end.
func unitSources(fs *files, file string, opts Options) ([]preprocess.Source, []diag.Diagnostic) {
	main, err := fs.source(file, 0)
	if err != nil {
		return nil, []diag.Diagnostic{problem(file, err)}
	}
	command, diags := commandLine(opts)
	if len(diags) > 0 {
		return nil, diags
	}
	if fs.openmp {
		command = "#define _OPENMP 202111\n" + command
	}
	return []preprocess.Source{
		{Name: "<predefined>", Text: header.Predefined(opts.Model)},
		{Name: "<command-line>", Text: command},
		main,
		{Name: endName, Text: endText},
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
