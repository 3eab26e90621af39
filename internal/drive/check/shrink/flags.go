package shrink

import (
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// MaxFlags is how many flags a hint has at most.
const MaxFlags = 3

// few is the least value that a constant gets, and fewRounds the rounds of a loop that need not become
// fewer.
const (
	few       = 2
	fewRounds = 4
)

// maxValue bounds the values that are tried for a constant.
const maxValue = 64

// Places are places of a program, for which a hint is wanted.
type Places struct {
	Cut   []verdict.Location // heads of loops that a bound cut: each gets shorter, as far as its rounds are known
	Loops []verdict.Location // heads of further loops to make shorter
	Sizes []verdict.Location // calls and declarations whose sizes may be smaller
	All   []verdict.Location // the heads of all loops of the program
}

// candidate is a constant with the value that it may get, or a number that is in the heads of some loops.
type candidate struct {
	sources []source // several: places of the same number
	value   int64
	was     int64
	cut     bool // for a loop that a bound cut
}

// chooser chooses the flags of one hint.
type chooser struct {
	*Text
	every   map[verdict.Location][]*loop
	of      map[string][]*loop // by constant
	now     *evaluation
	settled map[string]bool // constants for which no other loop can change the answer
	named   []candidate
	numbers []candidate
}

// Flags returns flags that make constants smaller: names, then numbers by their places. Those with the largest values
// are chosen. Empty: nothing fits.
func (t *Text) Flags(p Places) []string {
	if t == nil {
		return nil
	}
	c := &chooser{Text: t, every: make(map[verdict.Location][]*loop), of: make(map[string][]*loop), now: t.evaluate(nil), settled: make(map[string]bool)}
	for _, place := range p.All {
		place.Column = 0
		if _, known := c.every[place]; known {
			continue
		}
		c.every[place] = t.loops(place)
		for _, l := range c.every[place] {
			for _, s := range l.depends.list {
				c.of[s.name] = append(c.of[s.name], l)
			}
		}
	}
	c.tryLoops(p.Cut, true)
	c.tryLoops(p.Loops, false)
	for _, place := range p.Sizes {
		var depends sources
		for _, e := range t.sizes(place) {
			t.sourcesOf(e, &depends, 0)
		}
		for _, s := range depends.list {
			if !depends.many && s.number.file == nil {
				c.try(s, nil, false)
			}
		}
	}
	return c.flags(p.Cut)
}

// tryLoops tries the constants of the loops at some places.
func (c *chooser) tryLoops(places []verdict.Location, cut bool) {
	for _, place := range places {
		place.Column = 0
		for _, l := range c.every[place] {
			if l.depends.many {
				continue
			}
			for _, s := range l.depends.list {
				c.try(s, l, cut)
			}
		}
	}
}

// try adds a constant to the candidates, if a smaller value makes a loop shorter; nil: it is a size.
func (c *chooser) try(s source, l *loop, cut bool) {
	if c.settled[s.name] {
		return
	}
	group := []source{s}
	if s.number.file != nil {
		group = c.sameNumber(s)
	} else if c.uses[s.name].unfit {
		group = nil
	}
	if group == nil {
		c.settled[s.name] = true
		return
	}
	found, ok := c.shrunk(group, l)
	if !ok {
		return
	}
	found.cut = cut
	for _, s := range group {
		c.settled[s.name] = true
	}
	if s.number.file == nil {
		c.named = append(c.named, found)
	} else {
		c.numbers = append(c.numbers, found)
	}
}

// flags writes the flags of the best candidates. All values hold together. The list is empty if a loop stays as
// long as it was, although a bound cut it or a loop in its body is made shorter.
func (c *chooser) flags(cut []verdict.Location) (out []string) {
	best := func(a, b candidate) int {
		switch {
		case a.cut != b.cut && a.cut:
			return -1
		case a.cut != b.cut:
			return 1
		}
		return int(min(1, max(-1, b.was-a.was)))
	}
	set := make(setting)
	for _, k := range slices.SortedStableFunc(slices.Values(c.named), best) {
		c.include(k, set)
	}
	named := len(set) > 0
	for _, k := range slices.SortedStableFunc(slices.Values(c.numbers), best) {
		if !named || k.cut {
			c.include(k, set)
		}
	}
	then := c.evaluate(set)
	var shorter []*loop
	for name := range set {
		shorter = append(shorter, c.of[name]...)
	}
	for _, list := range c.every {
		for _, l := range list {
			if c.stays(l, then) && (l.startsAt(cut) || l.encloses(shorter)) {
				return nil
			}
		}
	}
	for _, k := range slices.Concat(c.named, c.numbers) {
		for _, s := range k.sources {
			if value, is := set[s.name]; is {
				out = append(out, "--set "+s.name+"="+strconv.FormatInt(value, 10))
			}
		}
	}
	return out
}

// stays reports whether a loop has as many rounds as before, and not few.
func (c *chooser) stays(l *loop, then *evaluation) bool {
	before, known := l.rounds(c.now)
	after, also := l.rounds(then)
	return known && before.high > fewRounds && (!also || after.high >= before.high)
}

// include adds a candidate to a setting, if there is room and the loops still go round.
func (c *chooser) include(k candidate, set setting) {
	if len(set)+len(k.sources) > MaxFlags {
		return
	}
	for _, s := range k.sources {
		set[s.name] = k.value
	}
	then := c.evaluate(set)
	for name := range set {
		for _, l := range c.of[name] {
			if !c.fits(l, then) {
				for _, s := range k.sources {
					delete(set, s.name)
				}
				return
			}
		}
	}
}

// fits reports whether a loop whose rounds are known still goes round.
func (c *chooser) fits(l *loop, then *evaluation) bool {
	before, known := l.rounds(c.now)
	after, also := l.rounds(then)
	return !known || also && (after.low >= 1 || before.low < 1)
}

// shrunk returns the least value of a constant for which each of the loops that depend on it still goes
// round, and one of them less often; nil: the constant is a size.
func (c *chooser) shrunk(group []source, target *loop) (candidate, bool) {
	found := candidate{sources: group}
	least := int64(few)
	if s := group[0]; s.number.file != nil {
		text := s.number.token().text
		if set, known := c.constants[s.name]; known {
			text = set
		}
		found.was, _ = number(text)
	} else {
		found.was, _ = c.value(s.name, nil)
		least = max(least, c.uses[s.name].least)
	}
	var all []*loop
	for _, s := range group {
		all = append(all, c.of[s.name]...)
	}
	const most = 256 // bound on the loops that are examined
	if found.was <= few || len(all) > most {
		return found, false
	}
	set := make(setting)
	isPower := func(n int64) bool { return n&(n-1) == 0 }
	for found.value = least; found.value < min(found.was, least+maxValue); found.value++ {
		if isPower(found.was) && !isPower(found.value) {
			continue // the program may need a power of two
		}
		for _, s := range group {
			set[s.name] = found.value
		}
		then := c.evaluate(set)
		if target != nil {
			before, known := target.rounds(c.now)
			after, also := target.rounds(then)
			if !known || !also || after.high >= before.high {
				return found, false // with larger values all the more
			}
			if after.low < 1 {
				continue
			}
		}
		if !slices.ContainsFunc(all, func(l *loop) bool { return !c.fits(l, then) }) {
			return found, true
		}
		if !c.step() {
			break
		}
	}
	return found, false
}

// sameNumber returns the places of a number in heads of loops, at most MaxFlags. It may also be the size of
// arrays, or an argument; nil: it has another use, or too many.
func (c *chooser) sameNumber(s source) []source {
	group := []source{s}
	for _, o := range c.Text.numbers[s.number.token().text] {
		if o == s.number {
			continue
		}
		other := source{placeOf(o.file, o.token()), o}
		toks, i := o.file.tokens, o.at
		before, behind := at(toks, i-1), at(toks, i+1)
		size := before == "[" && behind == "]"
		argument := strings.Contains("(,", before) && strings.Contains("),", behind) && !toks[i].directive
		switch {
		case c.of[other.name] != nil:
			group = append(group, other)
		case !size && !argument:
			return nil
		}
	}
	for _, s := range group {
		if masks(s.number.file.tokens, s.number.at) || s.number.file.marked {
			return nil
		}
	}
	if len(group) > MaxFlags {
		return nil
	}
	return group
}

// sizes returns the arguments of the call at a place, or the declaration there.
func (t *Text) sizes(place verdict.Location) []expression {
	if args := t.arguments(place, ""); args != nil {
		return args
	}
	f, i, ok := t.line(place.File, place.Line)
	if !ok {
		return nil
	}
	for i < len(f.tokens) && f.tokens[i].line == place.Line && f.tokens[i].column < place.Column {
		i++
	}
	to := i
	for to < len(f.tokens) && f.tokens[to].line == place.Line && f.tokens[to].text != "=" {
		to++
	}
	return []expression{{f, i, to, place.Function}}
}
