package event

// Candidates says where the value of a read may come from: an executed read sees one of
// them.
type Candidates struct {
	Read    ID
	Writes  []ID // of its node or others, that it may see
	Initial bool // it may see the initial value
}
