package interp

import (
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// texts generates the program's arguments and environment variables, in forms that users choose. With
// arbitrary characters few executions get beyond the place where main reads a number.
type texts struct {
	rand *rand.Rand
	code *Code
	made map[ObjectKey]*string // of the objects that were read
}

// of returns the bytes of an object up to its first zero. nil: the object is no argument, or has arbitrary
// bytes.
func (t *texts) of(object ObjectKey) *string {
	if object.Global == "" {
		return nil
	}
	text, known := t.made[object]
	if known {
		return text
	}
	if words := t.code.words.of(t.code.Program()); words.given[object.Global] {
		switch n := t.rand.IntN(8); {
		case n < 2:
		case n < 4 && len(words.texts) > 0:
			text = &words.texts[t.rand.IntN(len(words.texts))]
		default:
			text = &numbers[t.rand.IntN(len(numbers))]
		}
	}
	if t.made == nil {
		t.made = make(map[ObjectKey]*string)
	}
	t.made[object] = text
	return text
}

// numbers lists counts and sizes for arguments: small ones, since few threads suffice for most violations.
var numbers = []string{"1", "2", "2", "2", "3", "3", "4", "0", "8", "10"}

// words holds texts that a program may look for in its arguments.
type words struct {
	once  sync.Once
	given map[string]bool // by the names of globals
	texts []string        // that literals of the program suggest
}

// These match the literals from which words are made: options, and option lists of getopt.
var (
	anOption = pattern.Lazy(`^--?[A-Za-z][-\w]*$`)
	getopt   = pattern.Lazy(`^[:+-]?([A-Za-z]:{0,2})+$`)
	aLetter  = pattern.Lazy(`[A-Za-z]`)
)

func (w *words) of(p *ir.Program) *words {
	w.once.Do(func() {
		w.given = make(map[string]bool)
		for id := 1; id < len(p.Globals); id++ {
			switch g := &p.Globals[id]; {
			case g.IsText():
				w.given[g.Name] = true
			case !g.Model && len(g.Init) == 1 && g.Init[0].Bytes != nil:
				w.add(strings.TrimRight(string(g.Init[0].Bytes), "\x00"))
			}
		}
	})
	return w
}

func (w *words) add(literal string) {
	if anOption().MatchString(literal) {
		w.texts = append(w.texts, literal)
	}
	if getopt().MatchString(literal) && strings.Contains(literal, ":") {
		for _, option := range aLetter().FindAllString(literal, -1) {
			w.texts = append(w.texts, "-"+option)
		}
	}
}
