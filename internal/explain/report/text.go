package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// TextOptions selects the layout of a story.
type TextOptions struct {
	Width   int  // of the page, in characters; 0: 80; less than 40: 40
	Verbose bool // show every action, also those on which the failure does not depend
	ASCII   bool // use only ASCII, as far as the program's text allows
	Color   bool // use control sequences of a terminal
}

// Text writes a story as text.
func Text(w io.Writer, s *story.Story, opts TextOptions) error {
	if opts.Width == 0 {
		opts.Width = defaultWidth
	}
	opts.Width = max(opts.Width, minWidth)
	head, explanation := heads(s), conclusion(s)
	var title, b strings.Builder
	WriteLine(&title, headline(s)+condition(&s.Failure), opts.Width)
	for line := range strings.Lines(title.String()) {
		b.WriteString(painter{opts.Color}.paint(strings.TrimSuffix(line, "\n"), failing) + "\n")
	}
	for _, line := range append(head, origins(s, head, explanation)...) {
		WriteLine(&b, line, opts.Width)
	}
	writeTable(&b, s, tellingOf(s, append(head, explanation...), opts.Verbose), opts)
	if len(explanation) > 0 {
		b.WriteByte('\n')
	}
	for _, line := range explanation {
		WriteLine(&b, line, opts.Width)
	}
	text := b.String()
	if opts.ASCII {
		text = plain.Replace(text)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("write the story: %w", err)
	}
	return nil
}

// plain replaces the characters outside ASCII that this package uses.
var plain = strings.NewReplacer("│", "|", "─", "-", "┼", "+", "→", "->", "…", "~", "×", "x", "–", "-")
