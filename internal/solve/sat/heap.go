package sat

// heap is a binary max-heap of variables by score, as in MiniSat: the scores
// are VSIDS (Moskewicz et al., DAC 2001) with exponential growth of the
// increment instead of decay. Ties go to the smaller variable. It holds every
// unassigned variable and possibly assigned ones.
type heap struct {
	list  []Var
	at    []int32   // by variable: 1 + index in list, or notInHeap
	score []float64 // by variable
	inc   float64   // the amount that the next bump adds
}

const (
	notInHeap    = 0
	scoreDecay   = 0.95
	scoreRescale = 1e150
)

func (h *heap) grow(n int) {
	h.list = extend(h.list, n)[:len(h.list)]
	h.at = extend(h.at, n)
	h.score = extend(h.score, n)
	if h.inc == 0 {
		h.inc = 1
	}
}

// before reports whether a is chosen before b.
func (h *heap) before(a, b Var) bool {
	sa, sb := h.score[a], h.score[b]
	return sa > sb || sa == sb && a < b
}

func (h *heap) push(v Var) {
	h.list = append(h.list, v)
	h.at[v] = int32(len(h.list))
	h.up(v)
}

// pop removes the first variable.
func (h *heap) pop() {
	first, last := h.list[0], h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	h.at[first] = notInHeap
	if first != last {
		h.list[0] = last
		h.at[last] = 1
		h.down(last)
	}
}

// bump raises the score of v.
func (h *heap) bump(v Var) {
	h.score[v] += h.inc
	if h.score[v] > scoreRescale {
		for i := range h.score {
			h.score[i] /= scoreRescale
		}
		h.inc /= scoreRescale
	}
	if h.at[v] != notInHeap {
		h.up(v)
	}
}

// decay makes earlier bumps weigh less than later ones.
func (h *heap) decay() { h.inc /= scoreDecay }

func (h *heap) up(v Var) {
	list, at := h.list, h.at
	i := int(at[v]) - 1
	for i > 0 {
		parent := (i - 1) / 2
		p := list[parent]
		if !h.before(v, p) {
			break
		}
		list[i] = p
		at[p] = int32(i + 1)
		i = parent
	}
	list[i] = v
	at[v] = int32(i + 1)
}

func (h *heap) down(v Var) {
	list, at := h.list, h.at
	i := int(at[v]) - 1
	for {
		child := 2*i + 1
		if child >= len(list) {
			break
		}
		if child+1 < len(list) && h.before(list[child+1], list[child]) {
			child++
		}
		c := list[child]
		if !h.before(c, v) {
			break
		}
		list[i] = c
		at[c] = int32(i + 1)
		i = child
	}
	list[i] = v
	at[v] = int32(i + 1)
}

// remove takes v out.
func (h *heap) remove(v Var) {
	if h.at[v] == notInHeap {
		return
	}
	i := int(h.at[v]) - 1
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	h.at[v] = notInHeap
	if last != v {
		h.list[i] = last
		h.at[last] = int32(i + 1)
		h.up(last)
		h.down(last)
	}
}
