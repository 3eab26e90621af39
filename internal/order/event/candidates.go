package event

// Candidates lists the possible sources of a read's value: an executed read sees one of them.
type Candidates struct {
	Read    ID
	Writes  []ID // of its node or others, that it may see
	Initial bool // it may see the initial value
}
