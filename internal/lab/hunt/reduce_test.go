package hunt

// Reduce leaves out statements of a C text, as long as something still fails.
func Reduce(text string, stillFails func(string) bool) string {
	for again := true; again; {
		again = false
		for i := 0; ; i++ {
			list := simpleStatements(scan(text))
			if i >= len(list) {
				break
			}
			tokens := scan(text)
			smaller := text[:tokens[list[i].from].start] + text[tokens[list[i].to-1].end:]
			if stillFails(smaller) {
				text, again = smaller, true
				i--
			}
		}
	}
	return text
}
