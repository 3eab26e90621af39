package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/front/preprocess"
	"github.com/heddle-mc/heddle/internal/host/pattern"
)

// These are the limits on input: bytes of one file and of all files, and tokens for the parser, each
// of which costs it some 600 bytes.
const (
	maxFile   = 32 << 20
	maxTotal  = 64 << 20
	maxTokens = 3_000_000 // some 250 000 dense lines
)

// embedded is the directory under which the parser finds our headers. No real
// file has such a name.
const embedded = "<>"

// compilerHeaders are ours even when the host's libc is used.
var compilerHeaders = map[string]bool{
	"stddef.h": true, "stdarg.h": true, "stdbool.h": true, "stdalign.h": true,
	"stdnoreturn.h": true, "stdatomic.h": true, "float.h": true, "iso646.h": true,
	"limits.h": true, "stdint.h": true, "x86intrin.h": true, "immintrin.h": true,
	"emmintrin.h": true, "xmmintrin.h": true,
}

// files finds and reads the files of a unit, and keeps their contents.
type files struct {
	readFile func(string) ([]byte, error)
	system   bool
	physical bool
	set      map[string]string // values by name, in place of the files' own
	assumed  []string          // where that was so
	found    map[string]bool   // the names of set that some file defines

	dirs   []string // where #include <...> looks
	beside []string // Options.Beside

	compilerFlags []string // Options.CompilerFlags
	dropped       []drop   // pragmas that were ignored
	openmp        bool     // directives of OpenMP have their meaning
	directives    bool     // there are some

	originals map[string][]byte // as read, by the name in positions
	texts     map[string]string // as package preprocess gets them, by name
	total     int               // bytes read so far
}

func newFiles(opts Options) *files {
	f := &files{
		readFile: opts.ReadFile, system: opts.SystemHeaders, physical: opts.PhysicalLines,
		originals: map[string][]byte{}, texts: map[string]string{}, beside: opts.Beside,
		set: map[string]string{}, found: map[string]bool{}, compilerFlags: opts.CompilerFlags,
		openmp: !slices.Contains(opts.CompilerFlags, noOpenMP) && !slices.Contains(opts.CompilerFlags, "-fopenmp-simd"),
	}
	f.dirs = append(slices.Clone(opts.IncludeDirs), embedded)
	if f.system {
		f.dirs = append(f.dirs, "/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include")
	}
	for _, s := range opts.Set {
		name, value, _ := strings.Cut(s, "=")
		f.set[name] = value
	}
	if f.readFile == nil {
		f.readFile = ReadFile
	}
	return f
}

// original returns a file as it was read; embedded headers by "<name>".
func (f *files) original(name string) []byte {
	if text, ok := f.originals[name]; ok {
		return text
	}
	if strings.HasPrefix(name, "<") && strings.HasSuffix(name, ">") {
		text, _ := header.Open(name[1 : len(name)-1])
		return text
	}
	return nil
}

// drop is a pragma that was ignored.
type drop struct {
	name, file string
	line       int
}

// drops describes the pragmas that were ignored, by name.
func (f *files) drops() []string {
	places := make(map[string][]string)
	var names []string
	for _, d := range f.dropped {
		place := fmt.Sprintf("%s:%d", d.file, d.line)
		if places[d.name] == nil {
			names = append(names, d.name)
		}
		if !slices.Contains(places[d.name], place) {
			places[d.name] = append(places[d.name], place)
		}
	}
	for i, name := range names {
		at := places[name]
		more := ""
		if n := len(at) - maxDrops; n > 0 {
			at, more = at[:maxDrops], fmt.Sprintf(" and %d more", n)
		}
		names[i] = fmt.Sprintf("#pragma %s is ignored, as a compiler does without a flag for it: %s%s", name, strings.Join(at, ", "), more)
	}
	return names
}

// maxDrops is how many places of a pragma are listed.
const maxDrops = 5

// open finds and reads the file that a directive includes.
func (f *files) open(inc preprocess.Inclusion) (preprocess.Source, error) {
	if path.IsAbs(inc.Name) {
		return f.source(inc.Name, 0)
	}
	first := 0
	if inc.Next {
		first = inc.From.Dir
	} else if !inc.Angled {
		dir := path.Dir(inc.From.Key)
		if strings.HasPrefix(inc.From.Key, embedded) {
			dir = embedded
		}
		if s, err := f.source(path.Join(dir, inc.Name), 0); !errors.Is(err, fs.ErrNotExist) {
			return s, err
		}
	}
	for i := first; i < len(f.dirs); i++ {
		if s, err := f.source(path.Join(f.dirs[i], inc.Name), i+1); !errors.Is(err, fs.ErrNotExist) {
			return s, err
		}
	}
	return preprocess.Source{}, fs.ErrNotExist
}

// source reads a file, or an embedded header, which was found in the directory of a number.
func (f *files) source(name string, dir int) (preprocess.Source, error) {
	if header, ok := strings.CutPrefix(name, embedded+"/"); ok {
		text, err := f.header(header)
		return preprocess.Source{Name: "<" + header + ">", Key: name, Text: text, Dir: dir}, err
	}
	text, ok := f.texts[name]
	if !ok {
		var err error
		if text, err = f.read(name); err != nil {
			return preprocess.Source{}, err
		}
		f.texts[name] = text
	}
	return preprocess.Source{Name: name, Key: name, Text: text, Dir: dir}, nil
}

// header returns the text of an embedded header.
func (f *files) header(name string) (string, error) {
	text, ok := header.Open(name)
	if !ok || f.system && !compilerHeaders[name] && !strings.HasPrefix(name, "heddle/") {
		return "", &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return string(text), nil
}

// encodingError is an error of bytes that are no C source text.
type encodingError struct {
	at      int // offset
	text    []byte
	message string
}

// Error implements error.
func (e *encodingError) Error() string { return e.message }

// read reads a file.
func (f *files) read(name string) (string, error) {
	text, err := f.readFile(name)
	if err != nil {
		return "", err
	}
	if f.total += len(text); len(text) > maxFile || f.total > maxTotal {
		return "", errTooLarge
	}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return "", &encodingError{0, text, "the file is UTF-16; expected UTF-8"}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark
	f.originals[name] = text
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return "", &encodingError{i, text, "the file contains a zero byte; expected C source text"}
	}
	if f.physical {
		text = lineMarkers().ReplaceAllFunc(text, blank)
	}
	if len(f.set) > 0 {
		text = f.setConstants(name, text)
	}
	return string(text), nil
}

var errTooLarge = fmt.Errorf("source text is larger than %d megabytes in one file, %d in all, or %d tokens",
	maxFile>>20, maxTotal>>20, maxTokens)

// lineMarkers matches the lines with which a preprocessor gives the origin of lines: the number of the
// next line, and the file if it changes.
var lineMarkers = pattern.Lazy(`(?m)^[ \t]*#[ \t]*(?:line[ \t]+)?([0-9]+)(?:[ \t]+"([^"\n]*)")?.*$`)

// maxPresumed bounds the lines of a file that line markers number.
const maxPresumed = 1 << 20

// presumed returns a file with each line at the number that positions have for it. Lines that line
// markers number as lines of another file are left out, and so are two different lines of one number.
func (f *files) presumed(name string) []byte {
	text := f.original(name)
	if f.physical || !lineMarkers().Match(text) {
		return text
	}
	var out [][]byte
	given := make(map[int]bool)
	at, here := 1, true
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if m := lineMarkers().FindSubmatch(line); m != nil {
			at, _ = strconv.Atoi(string(m[1]))
			here = m[2] == nil && here || m[2] != nil && string(m[2]) == name
			continue
		}
		if here && 0 < at && at <= maxPresumed {
			for len(out) < at {
				out = append(out, nil)
			}
			if !given[at] {
				out[at-1], given[at] = line, true
			} else if !bytes.Equal(out[at-1], line) {
				out[at-1] = nil
			}
		}
		at++
	}
	return bytes.Join(out, []byte("\n"))
}

// blank returns as many blanks as a text has bytes.
func blank(text []byte) []byte { return bytes.Repeat([]byte(" "), len(text)) }

// ReadFile reads a regular file, or a pipe, up to one byte over the limit.
func ReadFile(name string) ([]byte, error) {
	file, err := os.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
	case info.Size() > maxFile:
		return nil, errTooLarge
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + 1)
	if _, err := b.ReadFrom(io.LimitReader(file, maxFile+1)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// problem describes a file that cannot be read.
func problem(name string, err error) diag.Diagnostic {
	d := diag.Diagnostic{Code: "unreadable-file", File: name}
	var pathError *fs.PathError
	var encoding *encodingError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.Code, d.Message = "no-such-file", "no such file"
	case errors.As(err, &encoding):
		before := encoding.text[:encoding.at]
		d.Code, d.Message = "encoding", encoding.message
		d.Line, d.Column = 1+bytes.Count(before, []byte("\n")), encoding.at-bytes.LastIndexByte(before, '\n')
	case errors.Is(err, errTooLarge):
		d.Code, d.Message = "too-large", err.Error()
	case errors.As(err, &pathError):
		d.Message = "cannot be read: " + pathError.Err.Error()
	default:
		d.Message = "cannot be read: " + err.Error()
	}
	return d
}

// missing describes an error of open. The header has its quotes.
func (f *files) missing(header string, err error) diag.Diagnostic {
	d := problem("", err)
	dir, found := f.besides(strings.Trim(header, "\"<>"))
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		d.Message = header + ": " + d.Message
	case found:
		d.Message = fmt.Sprintf("no such header: %s: it is in %s, where -I %s looks", header, dir, dir)
	case f.system:
		d.Message = "no such header: " + header
	default:
		d.Message = "no such header: " + header + ": -I looks in a directory, --system-headers on this machine"
	}
	return d
}

// besides returns the first directory of a source file in which a header is.
func (f *files) besides(header string) (dir string, found bool) {
	for _, name := range f.beside {
		dir = path.Dir(name)
		if _, err := f.readFile(path.Join(dir, header)); err == nil {
			return dir, true
		}
	}
	return "", false
}
