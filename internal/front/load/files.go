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
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
)

// These are the limits on input: bytes of one file and of all files, and tokens and lines of all, each
// of which costs the parser some 600 bytes.
const (
	maxFile   = 8 << 20
	maxTotal  = 16 << 20
	maxTokens = 600_000 // some 50 000 dense lines
)

// embedded is the directory under which the parser finds our headers. No real
// file has such a name.
const embedded = "<>"

// These pragmas are put around every file, so that the parser recognises its beginning and end.
const (
	enterPragma = "__heddle_enter"
	leavePragma = "__heddle_leave"
)

// compilerHeaders are ours even when the host's libc is used.
var compilerHeaders = map[string]bool{
	"stddef.h": true, "stdarg.h": true, "stdbool.h": true, "stdalign.h": true,
	"stdnoreturn.h": true, "stdatomic.h": true, "float.h": true, "iso646.h": true,
	"limits.h": true, "stdint.h": true, "x86intrin.h": true, "immintrin.h": true,
	"emmintrin.h": true, "xmmintrin.h": true,
}

// files is the file system that the parser sees (an fs.FS whose names are not restricted to
// slash-separated relative paths). It keeps the contents of the files that were read.
type files struct {
	readFile func(string) ([]byte, error)
	system   bool
	physical bool
	set      map[string]string // values by name, in place of the files' own
	assumed  []string          // where that was so
	found    map[string]bool   // the names of set that some file defines

	unit       string            // the file of the unit
	prefetched map[string][]byte // prescanned, by name
	plain      bool              // the unit's file has neither #define nor #include

	compilerFlags []string                  // Options.CompilerFlags
	calls         map[string]map[int]string // by file and line: a name that #if calls like a macro
	dropped       []drop                    // pragmas that were ignored

	directivesOnly bool              // embedded headers consist of their directives
	originals      map[string][]byte // as read, by the name in positions
	total          int               // bytes read so far
	tokens         int               // tokens and lines read so far
	problems       []diag.Diagnostic // of the files read since the last takeProblems
	reported       map[string]bool
}

func newFiles(opts Options) *files {
	f := &files{
		readFile: opts.ReadFile, system: opts.SystemHeaders, physical: opts.PhysicalLines,
		prefetched: map[string][]byte{}, originals: map[string][]byte{}, reported: map[string]bool{},
		set: map[string]string{}, found: map[string]bool{}, calls: map[string]map[int]string{},
		compilerFlags: opts.CompilerFlags,
	}
	for _, s := range opts.Set {
		name, value, _ := strings.Cut(s, "=")
		f.set[name] = value
	}
	if f.readFile == nil {
		f.readFile = readRegular
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

// takeProblems returns and clears the problems of the files read so far.
func (f *files) takeProblems() []diag.Diagnostic {
	p := f.problems
	f.problems = nil
	return p
}

// systemDirs lists where #include <...> looks after -I.
func (f *files) systemDirs() []string {
	if !f.system {
		return []string{embedded}
	}
	return []string{embedded, "/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"}
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

// Open implements fs.FS for the parser.
func (f *files) Open(name string) (fs.File, error) {
	frame := enterPragma
	if before, after, ok := strings.Cut(name, importDir+"/"); ok {
		name, frame = before+after, enterPragma+" import"
	}
	if rest, ok := strings.CutPrefix(name, embedded+"/"); ok {
		if f.system && !compilerHeaders[rest] && !strings.HasPrefix(rest, "heddle/") {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		text, ok := header.Open(rest)
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		if f.directivesOnly {
			text = directives(text)
		}
		return newFile(rest, []byte(fmt.Sprintf("#line 1 \"<%s>\"\n%s", rest, text))), nil
	}
	text, ok := f.prefetched[name]
	if !ok {
		file, err := f.read(name)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) && !f.reported[name] {
				// The parser would only report that no file was found.
				f.reported[name] = true
				f.problems = append(f.problems, problem(name, err))
			}
			return nil, err
		}
		text = file.text
		f.prefetched[name] = text
	}
	if strings.ContainsAny(name, "\"\n") {
		return newFile(name, text), nil // no #line can spell the name
	}
	framed := fmt.Sprintf("#pragma %s\n#line 1 \"%s\"\n%s\n#pragma %s\n", frame, name, text, leavePragma)
	return newFile(name, []byte(framed)), nil
}

// directives returns the preprocessing directives of an embedded header.
func directives(text []byte) []byte {
	var out []byte
	continued := false
	for line := range bytes.Lines(text) {
		if continued || line[0] == '#' {
			out = append(out, line...)
			continued = bytes.HasSuffix(line, []byte("\\\n"))
		}
	}
	return out
}

// read reads and prescans a file.
func (f *files) read(name string) (scanned, error) {
	text, err := f.readFile(name)
	if err != nil {
		return scanned{}, err
	}
	if len(text) > maxFile {
		return scanned{}, errTooLarge
	}
	if f.total += len(text); f.total > maxTotal {
		return scanned{}, errTooLarge
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark
	f.originals[name] = text
	if f.physical {
		text = lineMarkers.ReplaceAllFunc(text, blank)
	}
	out, diags := prescan(name, text)
	if f.tokens += out.tokens; f.tokens > maxTokens {
		return scanned{}, errTooLarge
	}
	f.problems = append(f.problems, diags...)
	if out.calls != nil {
		f.calls[name] = out.calls
	}
	if len(f.set) > 0 {
		out.text = f.setConstants(name, out.text)
	}
	return out, nil
}

var errTooLarge = fmt.Errorf("source text is larger than %d megabytes in one file, %d in all, or %d tokens and lines",
	maxFile>>20, maxTotal>>20, maxTokens)

// lineMarkers matches the lines with which a preprocessor gives the origin of lines: the number of the
// next line, and the file if it changes.
var lineMarkers = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(?:line[ \t]+)?([0-9]+)(?:[ \t]+"([^"\n]*)")?.*$`)

// maxPresumed bounds the lines of a file that line markers number.
const maxPresumed = 1 << 20

// presumed returns a file with each line at the number that positions have for it. Lines that line
// markers number as lines of another file are left out, and so are two different lines of one number.
func (f *files) presumed(name string) []byte {
	text := f.original(name)
	if f.physical || !lineMarkers.Match(text) {
		return text
	}
	var out [][]byte
	given := make(map[int]bool)
	at, here := 1, true
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if m := lineMarkers.FindSubmatch(line); m != nil {
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

// readRegular reads a regular file, or a pipe, up to one byte over the limit.
func readRegular(name string) ([]byte, error) {
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
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.Code, d.Message = "no-such-file", "no such file"
	case errors.Is(err, errTooLarge):
		d.Code, d.Message = "too-large", err.Error()
	case errors.As(err, &pathError):
		d.Message = "cannot be read: " + pathError.Err.Error()
	default:
		d.Message = "cannot be read: " + err.Error()
	}
	return d
}

// memFile is a file in memory.
type memFile struct {
	bytes.Reader
	name string
}

func newFile(name string, text []byte) *memFile {
	f := &memFile{name: name}
	f.Reset(text)
	return f
}

// Stat returns the file itself: it is its own description.
func (f *memFile) Stat() (fs.FileInfo, error) { return f, nil }

// Close does nothing.
func (f *memFile) Close() error { return nil }

// Name implements fs.FileInfo.
func (f *memFile) Name() string { return path.Base(f.name) }

// Mode implements fs.FileInfo.
func (f *memFile) Mode() fs.FileMode { return 0o444 }

// ModTime implements fs.FileInfo.
func (f *memFile) ModTime() time.Time { return time.Time{} }

// IsDir implements fs.FileInfo.
func (f *memFile) IsDir() bool { return false }

// Sys implements fs.FileInfo.
func (f *memFile) Sys() any { return nil }
