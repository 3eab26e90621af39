package front

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

var token = regexp.MustCompile(`[A-Za-z_]\w*|\d\w*|"[^"\n]*"|[-+*/%&|^<>=!]+|\s+|.`)

// mutate edits the tokens of a text. ops has four bytes for each edit: its kind, its place (two bytes,
// scaled), and its token.
func mutate(text string, ops []byte) string {
	tokens := token.FindAllString(text, -1)
	for ; len(ops) >= 4 && len(tokens) > 0; ops = ops[4:] {
		i := (int(ops[1])<<8 | int(ops[2])) * len(tokens) >> 16
		j := (i + int(ops[3])*3 + 1) % len(tokens)
		switch ops[0] % 5 {
		case 0:
			tokens[i] = tokens[j]
		case 1:
			tokens[i], tokens[j] = tokens[j], tokens[i]
		case 2:
			tokens[i] = ""
		case 3:
			tokens[i] += " " + tokens[j]
		case 4:
			tokens = append(tokens[:i:i], tokens[j:]...)
		}
	}
	return strings.Join(tokens, "")
}

// FuzzCompile compiles mutated C programs: whatever comes in, there is a
// program that passes the checker, or a diagnostic.
func FuzzCompile(f *testing.F) {
	var texts []string
	files, _ := filepath.Glob("difftest/testdata/*.c")
	golden, _ := filepath.Glob("lower/testdata/*.txtar")
	for _, name := range append(files, golden...) {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		c, _, _ := strings.Cut(string(text), "-- lp64.ir --")
		texts = append(texts, strings.TrimPrefix(c, "-- t.c --\n"))
	}
	texts = append(texts, tinyProgram, largeProgram(1))
	corpus, _ := filepath.Glob("../../../shared/corpus/*/*.c")
	for i := 0; i < len(corpus); i += 2 {
		if text, err := os.ReadFile(corpus[i]); err == nil && len(text) < 10_000 {
			texts = append(texts, string(text))
		}
	}
	for i := range texts {
		f.Add(uint8(i), []byte{})
		f.Add(uint8(i), []byte{byte(i), 100, 7, 40, 3, 200, 9, 11, 2, 30, 1, 1})
	}
	f.Fuzz(func(t *testing.T, base uint8, ops []byte) {
		if len(ops) > 64 {
			return
		}
		text := mutate(texts[int(base)%len(texts)], ops)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		r, err := Compile(ctx, Options{
			Files: []string{"a.c"}, Model: ir.DataModel(base & 1), ReadFile: fromMemory(map[string]string{"a.c": text}),
		})
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, text)
		}
		if r.Program == nil && len(r.Diagnostics) == 0 {
			t.Fatalf("neither program nor diagnostic for\n%s", text)
		}
	})
}
