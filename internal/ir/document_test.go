package ir

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/golden"
)

// TestDocument: docs/ir.md has what the table of opcodes says.
func TestDocument(t *testing.T) { golden.File(t, "../../docs/ir.md", Document()) }
