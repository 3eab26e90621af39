package testprog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

// Ending is the final state of a program without inputs.
type Ending struct {
	Output string
	Status int
}

// ErrDropped is the error for a program that is not worth comparing: it takes too long, or gcc's
// program crashes.
var ErrDropped = errors.New("dropped")

// GCCBits are gcc's flags for the data models.
var GCCBits = map[ir.DataModel]string{ir.LP64: "-m64", ir.ILP32: "-m32"}

// RunBinary runs a compiled program for so long.
func RunBinary(bin string, limit time.Duration) (Ending, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, bin)
	cmd.Stdout = &out
	err := cmd.Run()
	var exit *exec.ExitError
	if ctx.Err() != nil || err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0) {
		return Ending{}, fmt.Errorf("%w: %v", ErrDropped, err)
	}
	return Ending{out.String(), cmd.ProcessState.ExitCode()}, nil
}

// RunProgram interprets a program. It returns an error for a violation of one of the properties, and
// for any end other than the end of the process.
func RunProgram(p *ir.Program, properties ...verdict.Property) (Ending, error) {
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	res, _, err := interp.RunCode(ctx, interp.Prepare(p), interp.Options{Properties: interp.PropertySet(properties...), Output: &out})
	switch {
	case ctx.Err() != nil:
		return Ending{}, ErrDropped
	case err != nil:
		return Ending{}, err
	case res.Violation != nil:
		return Ending{}, fmt.Errorf("violation %+v", *res.Violation)
	case res.End.Kind == interp.StepLimit:
		return Ending{}, ErrDropped
	case res.End.Kind != interp.Exited:
		return Ending{}, fmt.Errorf("ends %s at %v: %s", res.End.Kind, res.End.Pos, res.End.Text)
	}
	return Ending{out.String(), int(uint8(res.End.Status))}, nil
}

// Is returns an error that describes the difference between an ending and the wanted one; nil: there
// is none.
func (e Ending) Is(want Ending) error {
	if e == want {
		return nil
	}
	got, wanted := strings.Split(e.Output, "\n"), strings.Split(want.Output, "\n")
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			return fmt.Errorf("status %d, expected %d; line %d: %q, expected %q", e.Status, want.Status, i+1, got[i], wanted[i])
		}
	}
	return fmt.Errorf("status %d, expected %d; %d lines, expected %d", e.Status, want.Status, len(got), len(wanted))
}

// Sequential is a kind of random programs of one thread.
type Sequential struct {
	Name     string
	Write    func(seed uint64) (string, error)
	Flags    []string // for gcc
	Includes []string
}

// Own are the programs of package testgen, most of them small ones: gcc's time for a program of a thousand lines
// is that for ten of them.
func Own() Sequential {
	return Sequential{"testgen", func(seed uint64) (string, error) {
		switch {
		case seed%64 == 31:
			return testgen.Sequential(seed, 5+4*int(seed/64%4)), nil
		case seed%8 == 2:
			return testgen.Sequential(seed, 1), nil
		}
		return testgen.Sequential(seed, 0), nil
	}, testgen.SequentialFlags, nil}
}

// Csmith are csmith's. --float is left out: such programs convert floats out of range,
// which gcc folds in another way than the machine computes.
func Csmith(t testing.TB) Sequential {
	t.Helper()
	bin, includes := peer.NeedCsmith(t)
	scratch := t.TempDir()
	return Sequential{"csmith", func(seed uint64) (string, error) {
		args := []string{"--seed", fmt.Sprint(seed), "--concise", "--max-funcs", "4", "--max-block-size", "3",
			"--max-block-depth", "3", "--inline-function"}
		if seed%4 == 1 {
			args = append(args, "--no-packed-struct")
		}
		cmd := exec.Command(bin, args...)
		cmd.Dir = scratch // csmith writes a file beside its output
		text, err := cmd.Output()
		return strings.Replace(string(text), "print_hash_value = 0", "print_hash_value = 1", 1), err
	}, []string{"-w", "-fno-strict-aliasing", "-ffp-contract=off", "-msse2", "-mfpmath=sse"}, includes}
}

// Compare calls check for the programs of seeds, so many at a time, for both data models, until as many were compared as
// there are seeds, and keeps those with an error in a folder. check returns an error for each. Ten times as many may be
// dropped.
func (s *Sequential) Compare(t *testing.T, seeds testflag.Seeds, kept string, together int, check func(t *testing.T, texts []string, m ir.DataModel) []error) {
	t.Helper()
	for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
		t.Run(m.String(), func(t *testing.T) {
			peer.NeedGCC(t, GCCBits[m])
			equal, dropped, bad := 0, 0, 0
			seed := seeds.First()
			for equal+bad < seeds.N() && dropped < 10*seeds.N() {
				var texts []string
				var names []uint64
				for ; len(texts) < min(together, seeds.N()-equal-bad) && dropped < 10*seeds.N(); seed++ {
					text, err := s.Write(seed)
					if err != nil {
						dropped++
						continue
					}
					texts, names = append(texts, text), append(names, seed)
				}
				for i, err := range check(t, texts, m) {
					switch {
					case errors.Is(err, ErrDropped):
						dropped++
					case err != nil:
						bad++
						t.Errorf("seed %d: %v", names[i], err)
						Keep(t, kept, fmt.Sprintf("%s-%s-%d.c", s.Name, m, names[i]), texts[i])
					default:
						equal++
					}
				}
			}
			t.Logf("%s %s: %d equal, %d different, %d dropped, seeds %d to %d", s.Name, m, equal, bad, dropped, seeds.First(), seed-1)
			if equal+bad < seeds.N() {
				t.Errorf("only %d of %d programs were compared", equal+bad, seeds.N())
			}
		})
	}
}

// Keep writes a program to a folder, if there is one.
func Keep(t testing.TB, folder, name, text string) {
	t.Helper()
	if folder == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
