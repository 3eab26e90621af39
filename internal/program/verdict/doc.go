// Package verdict owns the words in which Heddle answers: verdicts and their reasons, properties, kinds of
// violation, marks of bounds, and places in the source. It decides nothing. Engines answer in these words,
// and the driver and the reports pass them on.
package verdict

import "fmt"

// Location is a place in the program, for people and for JSON.
type Location struct {
	File     string `json:"file"`
	Line     int    `json:"line"`   // from 1
	Column   int    `json:"column"` // from 1, in bytes
	Function string `json:"function,omitempty"`
}

// String returns file:line:column.
func (l Location) String() string { return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column) }
