package fromefsm

import "github.com/heddle-mc/heddle/internal/model/efsm"

// Replicas returns, for each list of replicas and each replica, its facts (circuit.Fact): latches,
// locations and comparisons. They state its place, the values of its variables and how these compare.
// Corresponding facts have the same index.
func (m *Composition) Replicas() [][][]int {
	first := make([]int, len(m.System.Threads)) // by thread: its first location
	at := len(m.Circuit.Latches)
	for i, group := range m.Circuit.Locations {
		first[i+1] = at
		at += len(group)
	}
	var out [][][]int
	for _, list := range m.System.Replicas {
		var members [][]int
		for _, id := range list {
			members = append(members, m.own(id, first[id]))
		}
		out = append(out, members)
	}
	return out
}

// own lists the facts of a thread, given its first location.
func (m *Composition) own(id efsm.ThreadID, first int) []int {
	list := append([]int(nil), m.places[id]...)
	for _, v := range m.System.Own(id) {
		for i := range m.vars[v] {
			list = append(list, m.latch[v]+i)
		}
	}
	for i := range m.Circuit.Locations[id-1] {
		list = append(list, first+i)
	}
	for i, of := range m.comparing {
		if of == id {
			list = append(list, m.Circuit.Comparison(i))
		}
	}
	return list
}
