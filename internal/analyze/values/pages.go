package values

import "slices"

// pageSize is the number of cells in a page.
const pageSize = 16

// memory holds the contents of all cells, in pages. Memories share pages, which are not changed any more: most
// stretches of code write few cells, and two states of a place differ in few.
type memory []*page

type page [pageSize]value

// newMemory returns the contents of n cells without any value.
func newMemory(n int) memory {
	m := make(memory, (n+pageSize-1)/pageSize)
	for i := range m {
		m[i] = new(page)
		for k := range m[i] {
			m[i][k] = nothing
		}
	}
	return m
}

func (m memory) at(c cellID) *value { return &m[c/pageSize][c%pageSize] }

// owner knows the parts of one memory that no state shares with it.
type owner struct {
	list  bool // the list of pages
	pages []*page
}

// set changes the contents of a cell in a memory. Shared parts are copied first.
func (o *owner) set(m *memory, c cellID, v value) {
	if !o.list {
		*m, o.list, o.pages = slices.Clone(*m), true, nil
	}
	p := (*m)[c/pageSize]
	if !slices.Contains(o.pages, p) {
		own := *p
		p = &own
		(*m)[c/pageSize] = p
		o.pages = append(o.pages, p)
	}
	p[c%pageSize] = v
}

// join returns the union of two memories, as joinValues.
func (m memory) join(x memory, wider *steps) (out memory, grew bool) {
	out = m
	for i, p := range m {
		if p == x[i] {
			continue
		}
		list, more := joinValues(p[:], x[i][:], wider)
		if !more {
			continue
		}
		if !grew {
			out, grew = slices.Clone(m), true
		}
		out[i] = (*page)(list)
	}
	return out, grew
}
