package instrument

import (
	"errors"
	"fmt"
	"os"

	"github.com/heddle-mc/heddle/internal/solve/sat"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// proofFile is the file that `heddle sat --proof` writes; nil for none.
type proofFile struct {
	file *os.File
	text *sat.ProofText
}

// createProof opens the file, if a path is given.
func createProof(path string, drat bool) (*proofFile, error) {
	if path == "" {
		if drat {
			return nil, cli.InputError("--drat needs --proof")
		}
		return nil, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, cli.InputError("%w", err)
	}
	format := sat.LRAT
	if drat {
		format = sat.DRAT
	}
	return &proofFile{file, sat.NewProofText(file, format)}, nil
}

// writer returns the solver's proof writer; nil: there is no proof file.
func (p *proofFile) writer() sat.ProofWriter {
	if p == nil {
		return nil
	}
	return p.text
}

// close completes the file.
func (p *proofFile) close() error {
	if p == nil {
		return nil
	}
	if err := errors.Join(p.text.Flush(), p.file.Close()); err != nil {
		return fmt.Errorf("close proof: %w", err)
	}
	return nil
}
