// Package examples holds the example programs that the published experiments run
// at sizes of their own (internal/compare), so that the command has them wherever
// it is installed. Their macros have defaults: as they stand, they are examples
// like their neighbours.
package examples

import "embed"

// Files are the C texts, by file name.
//
//go:embed increment_ok.c bluetooth_adders_bug.c
var Files embed.FS
