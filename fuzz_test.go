package heddle

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var fuzzToken = regexp.MustCompile(`[A-Za-z_]\w*|\d\w*|"[^"\n]*"|[-+*/%&|^<>=!]+|\s+|.`)

// mutate replaces tokens of a text by other tokens of it. Three bytes per edit choose the token (two,
// scaled) and its replacement.
func mutate(text string, edits []byte) string {
	tokens := fuzzToken.FindAllString(text, -1)
	for ; len(edits) >= 3 && len(tokens) > 0; edits = edits[3:] {
		i := (int(edits[0])<<8 | int(edits[1])) * len(tokens) >> 16
		tokens[i] = tokens[(i+int(edits[2])*3+1)%len(tokens)]
	}
	return strings.Join(tokens, "")
}

// FuzzCheck checks examples with some tokens replaced: for every input, there is a result or an error of
// the input, and never an internal error.
func FuzzCheck(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("examples", "*.c"))
	if err != nil {
		f.Fatal(err)
	}
	var texts []string
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		texts = append(texts, string(text))
		f.Add(uint8(i), []byte{byte(40 + 9*i), 100, byte(7 * i), 200, byte(i), 11})
	}
	f.Fuzz(func(t *testing.T, base uint8, edits []byte) {
		if len(edits) > 24 {
			return
		}
		text := mutate(texts[int(base)%len(texts)], edits)
		var said bytes.Buffer
		result, err := Check(context.Background(), Options{
			Files: []string{source(t, text)}, Timeout: 300 * time.Millisecond, Jobs: 1, Diagnostics: &said, BugReports: t.TempDir(),
		})
		var input *InputError
		switch {
		case errors.As(err, &input) && said.Len() == 0:
			t.Errorf("%v without a word in\n%s", err, text)
		case err != nil && input == nil:
			t.Errorf("%v in\n%s", err, text)
		case err == nil && result == nil:
			t.Errorf("nothing said of\n%s", text)
		}
	})
}
