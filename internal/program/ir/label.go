package ir

import (
	"strconv"
	"strings"
)

// maxLabel bounds the length of a label made from other labels.
const maxLabel = 40

// ctypeLabels gives every C type a name for the text form, unique in the
// program: $int, $node, $pointer.node, $int.2. Labels are functions of the
// table, not stored in it.
func ctypeLabels(types []CType) []string {
	labels := make([]string, max(len(types), 1))
	labels[0] = "$none"
	used := map[string]bool{"$none": true}
	for id := 1; id < len(types); id++ {
		t := &types[id]
		base := "$" + t.Kind.String()
		switch {
		case t.Name != "":
			base = "$" + strings.Map(labelRune, t.Name)
		case t.Elem > 0 && int(t.Elem) < len(types) && types[t.Elem].Name != "":
			base += "." + strings.Map(labelRune, types[t.Elem].Name)
		case t.Elem > 0 && int(t.Elem) < id:
			base += "." + labels[t.Elem][1:]
		}
		if len(base) > maxLabel {
			base = base[:maxLabel]
		}
		label := base
		for n := 2; used[label]; n++ {
			label = base + "." + strconv.Itoa(n)
		}
		used[label] = true
		labels[id] = label
	}
	return labels
}

func labelRune(r rune) rune {
	if r < 128 && (isLetter(byte(r)) || isDigit(byte(r))) {
		return r
	}
	return '_'
}
