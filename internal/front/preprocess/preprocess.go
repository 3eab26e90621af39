package preprocess

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/front/diag"
)

// Options holds the sources of a preprocessor and the functions that it calls.
type Options struct {
	Sources []Source // read one after another
	// Open finds the file that a directive includes. Without it, macros like __LINE__ are unknown.
	Open func(Inclusion) (Source, error)
	// Problem describes an error of Open; the header has its quotes.
	Problem func(header string, err error) diag.Diagnostic
	// Pragma handles the tokens behind #pragma, or in _Pragma. The declaration, if any, takes its place in the result.
	Pragma func(place Pos, line []Token) (declaration string)
	// Has answers __has_attribute and __has_builtin.
	Has func(operator, name string) bool
	// Refuse reports whether a directive has no meaning here, and why.
	Refuse func(directive string) string
}

// Source is a file.
type Source struct {
	Name string // the name in positions
	Key  string // the file's identity
	Text string
	Dir  int // where it was found, for Inclusion.Next
}

// Inclusion is the need for a file.
type Inclusion struct {
	Name   string
	Angled bool
	From   Source // the file with the directive
	Next   bool   // #include_next: below the directory where From was found
}

// These limits bound time and memory: the tokens that macros make, the tokens that they read, and the nesting of files, calls and #if.
const (
	maxMade  = 750_000
	maxWork  = 12_000_000
	maxFiles = 200
	maxDepth = 2_000
	maxIfs   = 1_000
)

// Preprocessor turns source files into the tokens of a translation unit. Next returns them.
type Preprocessor struct {
	opts   Options
	macros map[string]*macro
	shapes shapes              // of their names
	saved  map[string][]*macro // by #pragma push_macro
	files  *Files
	ahead  []Token // read by lex, to be read again
	source int     // Sources that were begun
	chain  func() Token

	inputs     []*input // open files
	contexts   []context
	invocation Pos // of the macro in whose text get reads
	quote      Token
	last       Pos // of the last token of a file

	inDirective bool
	seeking     bool // for the parenthesis of a call
	collecting  int  // arguments of calls
	prevent     int  // expansion is off where it is above 0
	depth       int
	work, made  int
	embedded    bool // the directive is in the arguments of a macro
	counter     int
	imported    map[string]bool // by identity: files that are not read again
	entered     map[string]bool

	Diagnostics []diag.Diagnostic
}

// Files numbers the files of positions.
type Files struct {
	Names []string
	ids   map[string]int32
}

// ID returns the number of a file.
func (f *Files) ID(name string) int32 {
	id, ok := f.ids[name]
	if !ok {
		if f.ids == nil {
			f.ids = make(map[string]int32)
		}
		id = int32(len(f.Names))
		f.Names = append(f.Names, name)
		f.ids[name] = id
	}
	return id
}

// input is an open file.
type input struct {
	*lexer
	Source
	ifs []conditional
}

// conditional is an open #if.
type conditional struct {
	pos   Pos
	taken bool // one of its groups was read
	final bool // #else was read
}

// New returns a preprocessor at the beginning of its first source.
func New(files *Files, opts Options) *Preprocessor {
	p := &Preprocessor{
		opts: opts, files: files, macros: make(map[string]*macro), saved: make(map[string][]*macro),
		imported: make(map[string]bool), entered: make(map[string]bool),
	}
	if opts.Open != nil {
		p.builtins()
	}
	return p
}

// Chain gives a preprocessor tokens to read behind its sources. None of them begins a directive.
func (p *Preprocessor) Chain(next func() Token) { p.chain = next }

// Next returns the next token of the unit, or an End.
func (p *Preprocessor) Next() Token {
	for {
		t := p.get()
		if t.Kind == padding {
			continue
		}
		if len(p.contexts) > 0 {
			if p.made++; p.made > maxMade {
				p.exceed()
			}
			t.Pos = p.invocation
		}
		if t.Kind == Pragma && p.opts.Pragma != nil {
			if t.Text = p.opts.Pragma(t.Pos, tokens(t.Text, t.Pos)); t.Text == "" {
				continue
			}
		}
		t.flags &= white
		return t
	}
}

// Expand returns tokens with their macros expanded, for Options.Pragma.
func (p *Preprocessor) Expand(list []Token) (out []Token) {
	invocation := p.invocation
	for _, t := range p.all(list) {
		if t.Kind != padding {
			out = append(out, t)
		}
	}
	p.invocation = invocation
	return out
}

// spend accounts for work of macros.
func (p *Preprocessor) spend(n int) {
	if p.work += n; p.work > maxWork {
		p.exceed()
	}
}

// exceed ends the preprocessing, since macros make too much text.
func (p *Preprocessor) exceed() {
	p.stop(diag.Diagnostic{Code: "macro-expansion", Message: "macros expand to too much text"}, p.invocation)
}

// stopped is the panic that ends the preprocessing. Run recovers from it.
type stopped struct{}

// stop reports an error behind which the text is not read.
func (p *Preprocessor) stop(d diag.Diagnostic, at Pos) {
	p.Report(d, at)
	panic(stopped{})
}

// Run calls f, which calls Next. It returns early where the rest of the text is not read.
func Run(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(stopped); !ok {
				panic(r)
			}
		}
	}()
	f()
}

// Report adds a diagnostic at a place.
func (p *Preprocessor) Report(d diag.Diagnostic, at Pos) {
	if int(at.File) < len(p.files.Names) && at.Line > 0 {
		d.File, d.Line, d.Column = p.files.Names[at.File], int(at.Line), int(at.Col)
	}
	if !slices.Contains(p.Diagnostics, d) {
		p.Diagnostics = append(p.Diagnostics, d)
	}
}

// errorf reports an error.
func (p *Preprocessor) errorf(at Pos, format string, args ...any) {
	p.Report(diag.Diagnostic{Code: "syntax", Message: fmt.Sprintf(format, args...)}, at)
}

// current returns the file that is being read.
func (p *Preprocessor) current() *input { return p.inputs[len(p.inputs)-1] }

// lex returns the next token of the files, and handles directives. At the end of a directive, and at the end of a file
// in the arguments of a macro, it returns an End.
func (p *Preprocessor) lex() Token {
	for {
		var t Token
		if n := len(p.ahead); n > 0 {
			t = p.ahead[n-1]
			p.ahead = p.ahead[:n-1]
		} else if len(p.inputs) == 0 {
			if p.source < len(p.opts.Sources) {
				p.source++
				p.open(p.opts.Sources[p.source-1])
				continue
			}
			if p.chain != nil {
				return p.chain()
			}
			return Token{Pos: p.last}
		} else if t = p.current().next(); t.Kind == End {
			if p.inDirective || p.seeking || p.collecting > 0 {
				return t
			}
			p.last = t.Pos
			p.leave()
			continue
		}
		if t.flags&lineStart != 0 && t.is("#") && !p.seeking && !p.inDirective {
			p.directive(t)
			continue
		}
		return t
	}
}

// open begins to read a file.
func (p *Preprocessor) open(s Source) {
	p.entered[s.Key] = true
	l := newLexer(p.files.ID(s.Name), s.Text, func(at Pos) { p.errorf(at, "comment is not terminated") })
	p.inputs = append(p.inputs, &input{lexer: l, Source: s})
}

// leave ends a file.
func (p *Preprocessor) leave() {
	in := p.current()
	if n := len(in.ifs); n > 0 {
		p.errorf(in.ifs[n-1].pos, "#if without #endif")
	}
	p.inputs = p.inputs[:len(p.inputs)-1]
}

// Defined reports whether a name is a macro.
func (p *Preprocessor) Defined(name string) bool { return p.macros[name] != nil || operators[name] }
