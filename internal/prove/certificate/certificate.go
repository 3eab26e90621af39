package certificate

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/host/raise"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// version is the version of the format; Read refuses others.
const version = "1"

// Header identifies the program of a certificate and the options of the check.
type Header struct {
	Program string   // Digest
	Files   []string // as given to the check
	Options []Option // in their order
}

// Option is a setting that affects the program or the question. An option with several values occurs
// several times.
type Option struct{ Name, Value string }

// Kind is the kind of proof of a section.
type Kind string

// The kinds of proof: thread-modular proofs (package threadproof), and the kinds of package confirm.
const (
	Values     Kind = "values"
	Invariant  Kind = "invariant"
	Replicas   Kind = "replicas"
	Induction  Kind = "induction"
	Exhaustion Kind = "exhaustion"
	States     Kind = "states"
)

var kinds = []Kind{Values, Invariant, Replicas, Induction, Exhaustion, States}

// Claim is a proof of some properties. Exactly one of Values and Circuit is set.
type Claim struct {
	Properties []string
	Values     *threadproof.Proof
	Circuit    *Circuit
}

// Digest returns a hash that identifies a program. It covers the IR, except the directories of its
// files.
func Digest(p *ir.Program) string {
	bare := *p
	bare.Files = baseNames(p.Files)
	h := sha256.New()
	bare.WriteTo(h) // writing to a hash does not fail
	return hex.EncodeToString(h.Sum(nil))
}

func baseNames(files []string) (out []string) {
	for _, f := range files {
		out = append(out, filepath.Base(f))
	}
	return out
}

// Write writes a certificate: proofs about a program, and remarks for readers. Remarks are ignored when
// it is read.
func Write(out io.Writer, p *ir.Program, h *Header, remarks []string, claims []Claim) error {
	w := &writer{out: bufio.NewWriter(out)}
	w.line("heddle", "certificate", version)
	w.line("program", h.Program)
	for _, f := range h.Files {
		w.line("file", f)
	}
	for _, o := range h.Options {
		w.line("option", o.Name, o.Value)
	}
	for _, r := range remarks {
		w.remark(r)
	}
	for _, k := range claims {
		kind := Values
		if k.Circuit != nil {
			kind = k.Circuit.Kind
		}
		w.line(append([]string{"proof", string(kind), "of"}, k.Properties...)...)
		if k.Circuit != nil {
			w.circuit(k.Circuit)
		} else {
			w.values(p, k.Values)
		}
		w.line("end")
	}
	return w.out.Flush()
}

// writer writes lines. Flush returns its first error.
type writer struct{ out *bufio.Writer }

// line writes words.
func (w *writer) line(words ...string) {
	for i, s := range words {
		if i > 0 {
			w.out.WriteByte(' ')
		}
		w.out.WriteString(quote(s))
	}
	w.out.WriteByte('\n')
}

// remark writes a line that Read ignores.
func (w *writer) remark(text string) {
	fmt.Fprintln(w.out, "# "+strings.NewReplacer("\n", " ", "\r", " ").Replace(text))
}

// Certificate is a certificate whose proofs are not parsed yet.
type Certificate struct {
	Header
	Sections []*Section
}

// Section is a proof of some properties. Values or Circuit parses it when its subject is known.
type Section struct {
	Kind       Kind
	Properties []verdict.Property
	Instances  int // Circuit.Instances
	body       cursor
}

// Of returns the proof of a property; nil: there is none.
func (c *Certificate) Of(p verdict.Property) *Section {
	for _, s := range c.Sections {
		if slices.Contains(s.Properties, p) {
			return s
		}
	}
	return nil
}

// Properties lists the properties with a proof.
func (c *Certificate) Properties() (out []string) {
	for _, s := range c.Sections {
		for _, p := range s.Properties {
			out = append(out, p.String())
		}
	}
	return out
}

// Read reads a certificate. file is its name in errors. Values and Circuit parse the proofs later.
func Read(file, text string) (out *Certificate, err error) {
	defer raise.Catch[*SyntaxError](&err)
	c := newCursor(file, text)
	if !c.line() || !c.take("heddle") || !c.take("certificate") {
		c.at = -1
		c.failAt(1, "expected a certificate, which begins with: heddle certificate %s", version)
	}
	if v := c.word("its version"); v != version {
		c.fail("found version %q of certificates, expected %s", v, version)
	}
	out = &Certificate{}
	for c.line() {
		switch key := c.word("a keyword"); {
		case key == "program" && out.Program == "":
			out.Program = c.word("a digest")
			if b, err := hex.DecodeString(out.Program); err != nil || len(b) != sha256.Size {
				c.fail("found %q, expected a digest of %d hexadecimal digits", out.Program, 2*sha256.Size)
			}
		case key == "file":
			out.Files = append(out.Files, c.word("a file"))
		case key == "option":
			out.Options = append(out.Options, Option{c.word("the name of an option"), c.word("its value")})
		case key == "proof" && out.Program != "":
			out.section(c)
		default:
			c.fail("found %q, expected program, file, option or, behind these, proof", key)
		}
	}
	if len(out.Sections) == 0 {
		c.failAt(1, "found the end, expected a proof")
	}
	return out, nil
}

// section finds the end of a proof.
func (out *Certificate) section(c *cursor) {
	s := &Section{Kind: Kind(c.word("a kind of proof"))}
	if !slices.Contains(kinds, s.Kind) {
		c.fail("found %q, expected a kind of proof: %v", s.Kind, kinds)
	}
	c.need("of")
	for first := true; first || c.has(); first = false {
		name := c.word("a property")
		p, err := verdict.ParseProperty(name)
		if err != nil {
			c.fail("found %q, expected a property", name)
		}
		if slices.Contains(s.Properties, p) || out.Of(p) != nil {
			c.fail("found a second proof of %s", name)
		}
		s.Properties = append(s.Properties, p)
	}
	begin := c.at + 1
	for c.line() {
		if c.at == begin && s.Kind != Values && c.take(instances) {
			s.Instances, begin = int(c.number("a number of instances", 1, maxInstances)), begin+1
			continue
		}
		if c.take("end") {
			s.body = cursor{file: c.file, lines: c.lines[begin:c.at], at: -1}
			out.Sections = append(out.Sections, s)
			return
		}
		c.next = len(c.lines[c.at].words)
	}
	c.failAt(1, "found the end, expected the end of a proof")
}
