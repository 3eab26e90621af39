package slice

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The names of files: the plan's, and the ends of those of slices and results.
const (
	planName   = "plan"
	sliceEnd   = ".slice"
	resultEnd  = ".result"
	runningEnd = ".running"
	temporary  = ".new-" // the beginning of a file that is being written, or whose writer was killed
)

// Dir is a directory with slices and results. Any number of processes may work with it.
type Dir struct {
	path string
	Plan *Plan
	Hash string // of the plan
}

// ErrOther is the error for a directory that has another plan.
var ErrOther = errors.New("it has the slices of another check")

// Create makes a directory for a plan. If there is one, it must be empty or have this plan.
func Create(path string, p *Plan) (*Dir, error) {
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	text, hash, err := seal(planKind, p)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	d := &Dir{path, p, hash}
	switch there, err := os.ReadFile(d.file(planName)); {
	case err == nil && string(there) == string(text):
		return d, nil
	case err == nil:
		return nil, fmt.Errorf("%s: %w", path, ErrOther)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return d, d.write(planName, text)
}

// Open opens a directory with a plan.
func Open(path string) (*Dir, error) {
	d := &Dir{path: path, Plan: &Plan{}}
	text, err := os.ReadFile(d.file(planName))
	if err != nil {
		return nil, err
	}
	if d.Hash, err = unseal(planKind, text, d.Plan); err != nil {
		return nil, fmt.Errorf("%s: %w", d.file(planName), err)
	}
	return d, nil
}

func (d *Dir) file(name string) string { return filepath.Join(d.path, name) }

// write writes a file under a temporary name, and renames it once it is on the disk.
func (d *Dir) write(name string, text []byte) error {
	f, err := os.OpenFile(d.file(temporary+rand.Text()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", d.file(name), err)
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if failed := f.Close(); err == nil {
		err = failed
	}
	if err == nil {
		err = os.Rename(f.Name(), d.file(name))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", d.file(name), err), os.Remove(f.Name()))
	}
	return nil
}

// Add writes a slice, if it is not there, and returns its hash.
func (d *Dir) Add(s *Slice) (hash string, err error) {
	if err := s.check(); err != nil {
		return "", fmt.Errorf("slice: %w", err)
	}
	text, hash, err := seal(sliceKind, s)
	if err != nil {
		return "", err
	}
	if there, err := os.ReadFile(d.file(hash + sliceEnd)); err == nil && string(there) == string(text) {
		return hash, nil
	}
	return hash, d.write(hash+sliceEnd, text)
}

// Finish writes the result of a slice, in place of an earlier one.
func (d *Dir) Finish(r *Result) error {
	if err := r.check(); err != nil {
		return fmt.Errorf("result: %w", err)
	}
	text, _, err := seal(resultKind, r)
	if err != nil {
		return err
	}
	return d.write(r.Slice+resultEnd, text)
}

// Slice reads a slice of the plan.
func (d *Dir) Slice(hash string) (*Slice, error) {
	text, err := os.ReadFile(d.file(hash + sliceEnd))
	if err != nil {
		return nil, err
	}
	s := &Slice{}
	found, err := unseal(sliceKind, text, s)
	switch {
	case err != nil:
		return nil, err
	case found != hash:
		return nil, fmt.Errorf("it is another slice: found the hash %.16s…", found)
	case s.Plan != d.Hash:
		return nil, fmt.Errorf("it is of another plan: found %.16s…, expected %.16s…", s.Plan, d.Hash)
	case !slices.Contains(d.Plan.Properties, s.Property):
		return nil, fmt.Errorf("the plan does not have its property %s", s.Property)
	}
	return s, nil
}

// result reads the result of a slice.
func (d *Dir) result(hash string) (*Result, error) {
	text, err := os.ReadFile(d.file(hash + resultEnd))
	if err != nil {
		return nil, err
	}
	r := &Result{}
	_, err = unseal(resultKind, text, r)
	switch {
	case err != nil:
		return nil, err
	case r.Slice != hash:
		return nil, fmt.Errorf("it is of another slice: %.16s…", r.Slice)
	case r.Version != d.Plan.Version:
		return nil, fmt.Errorf("it is of another version of Heddle: found %s, expected %s", r.Version, d.Plan.Version)
	}
	return r, nil
}

// hashes lists the hashes of the slices, in order. Results without a slice are not listed.
func (d *Dir) hashes() (list []string, err error) {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if hash, is := strings.CutSuffix(e.Name(), sliceEnd); is && isHash(hash) {
			list = append(list, hash)
		}
	}
	return list, nil
}
