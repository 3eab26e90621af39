package heddle

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// daisy returns the files of examples/daisy, with one of the drivers.
func daisy(t *testing.T, driver string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("examples", "daisy", "*.c"))
	if err != nil || len(files) < 8 {
		t.Fatalf("files %v, error %v", files, err)
	}
	return slices.DeleteFunc(files, func(file string) bool {
		name := filepath.Base(file)
		return strings.HasSuffix(name, "_threads.c") && name != driver
	})
}

// TestDaisy checks that the races of the file system, and the state after its threads, are as its text
// states; without -long one row in four.
func TestDaisy(t *testing.T) {
	const two, three = "two_threads.c", "three_threads.c"
	nine := "DAISY_FILES=9 DAISY_INODES=9 DAISY_BLOCKS=9 DAISY_FIX_SEEK "
	eachThree := "DAISY_FILES=3 DAISY_INODES=3 DAISY_BLOCKS=3 "
	for _, c := range []struct {
		name, driver, defines string
		engines               string
		race                  string // the objects on which the threads race; empty: none
		assert                Verdict
	}{
		{"as it stands", two, "", "order", "arm", Safe},
		{"seek", two, "DAISY_FIX_BITS", "order", "arm", Safe},
		{"seek, read back", two, "DAISY_FIX_BITS DAISY_WRITE", "order", "arm", Violation},
		{"bits", two, "DAISY_FIX_SEEK", "order explore", "platter", Safe},
		{"bits, in the end", two, "DAISY_FIX_SEEK DAISY_CHECK DAISY_BLOCKS=2", "order", "platter", Violation},
		{"bits 0 and 7", two, nine + "DAISY_OTHER=7", "order", "platter", Safe},
		{"bits 0 and 8", two, nine + "DAISY_OTHER=8", "order", "", Safe},
		{"bits 1 and 2", two, eachThree + "DAISY_FIX_SEEK DAISY_FIRST=1 DAISY_OTHER=2", "order", "platter", Safe},
		{"fixed", two, "DAISY_FIXED", "order", "", Safe},
		{"fixed, read back", two, "DAISY_FIXED DAISY_WRITE", "order", "", Safe},
		{"three files", two, eachThree + "DAISY_FIX_SEEK DAISY_THIRD=2", "order", "platter", Safe},
		{"three files, fixed, read back", two, eachThree + "DAISY_FIXED DAISY_THIRD=2 DAISY_WRITE", "order", "", Safe},
		{"three threads", three, "", "order explore", "arm", Safe},
		{"three threads, fixed", three, "DAISY_FIXED", "order explore", "", Safe},
		{"three threads, fixed, in the end", three, "DAISY_FIXED DAISY_CHECK", "explore", "", Safe},
	} {
		for _, engine := range strings.Fields(c.engines) {
			if !*long && !testprog.Chosen(t, c.name+" "+engine, 4) {
				continue
			}
			t.Run(c.name+"/"+engine, func(t *testing.T) {
				opts := Options{
					Files: daisy(t, c.driver), Defines: strings.Fields(c.defines),
					Engine: engine, Properties: []string{"race", "assert"}, Jobs: 1, Timeout: 5 * time.Minute,
				}
				result, err := Check(context.Background(), opts)
				if err != nil {
					t.Fatal(err)
				}
				race, assert := result.Results[0], result.Results[1]
				if assert.Verdict != c.assert {
					t.Errorf("assert: %s (%s), want %s", assert.Verdict, assert.Message, c.assert)
				}
				if c.race == "" {
					if race.Verdict != Safe {
						t.Errorf("race: %s (%s), want %s", race.Verdict, race.Message, Safe)
					}
				} else if race.Verdict != Violation || !strings.Contains(race.Message, c.race) {
					t.Errorf("race: %s (%s), want one on %s", race.Verdict, race.Message, c.race)
				}
			})
		}
	}
}
