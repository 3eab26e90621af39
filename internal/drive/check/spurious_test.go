package check

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestQuieter checks that the story of a violation mentions spurious wake-ups only if the violation needs
// one, for several engines.
func TestQuieter(t *testing.T) {
	needs := choices[ir.ChooseSpurious]
	// The setter signals before it sets: the waiter can be woken in time, or by itself.
	happens := strings.Replace(needs, "set = 1; pthread_cond_signal(&c);", "pthread_cond_signal(&c); set = 1;", 1)
	happens = strings.Replace(happens, "pthread_mutex_lock(&m); pthread_cond_signal", "pthread_cond_signal", 1)
	happens = strings.Replace(happens, "set = 1; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); set = 1; pthread_mutex_unlock(&m);", 1)
	for _, name := range []string{"order", "explore", "lazyseq"} {
		for _, c := range []struct {
			text string
			says bool
		}{{needs, true}, {happens, false}} {
			list, err := checkedBy(t, c.text, time.Minute, Options{Properties: []string{"assert"}, Engine: name, Jobs: 1}, everything())
			if err != nil || list[0].Verdict != verdict.Violation {
				t.Fatalf("%s: %v, %+v", name, err, list)
			}
			j := &list[0]
			told := slices.ContainsFunc(j.Story.Actions, func(a story.Action) bool { return a.Kind == story.Spurious })
			if told != c.says {
				t.Errorf("%s: the story tells of a spurious wake-up: %t, expected %t", name, told, c.says)
			}
			asks := slices.Contains(j.Trace.Environment, ir.ChooseSpurious.String())
			if says := strings.Contains(j.Message, "spurious wake-up"); says != c.says || asks != c.says {
				t.Errorf("%s: %q, spurious wake-ups in the trace: %t, expected %t", name, j.Message, asks, c.says)
			}
		}
	}
}
