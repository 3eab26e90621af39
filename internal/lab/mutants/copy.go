package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// copyTree copies the tree of the working directory into the folder `tree` of a directory, and links
// the folder `shared` beside it to the original one. It returns the path of the copy. Files that are
// already equal are left alone, so that Go's cached test results stay valid; other files are removed.
func copyTree(dir string) (root string, err error) {
	root, err = filepath.Abs(filepath.Join(dir, "tree"))
	if err != nil {
		return "", err
	}
	shared, err := filepath.Abs(filepath.Join("..", "shared"))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(root, 0o777); err != nil {
		return "", err
	}
	if err := os.Symlink(shared, filepath.Join(dir, "shared")); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	if err := removeOthers(root); err != nil {
		return "", err
	}
	return root, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		to := filepath.Join(root, path)
		switch {
		case d.Name() == ".git" && d.IsDir():
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(to, 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if there, err := os.ReadFile(to); err == nil && string(there) == string(text) {
			return nil
		}
		return os.WriteFile(to, text, info.Mode().Perm())
	})
}

// removeOthers removes the files of a copy that the tree does not have.
func removeOthers(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if _, err := os.Lstat(strings.TrimPrefix(path, root+string(filepath.Separator))); errors.Is(err, fs.ErrNotExist) {
			return os.Remove(path)
		}
		return nil
	})
}
