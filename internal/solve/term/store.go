package term

import "fmt"

// ID is the handle of a term in its store. IDs are dense and start at 1.
type ID uint32

// The IDs that every store has.
const (
	None  ID = 0 // no term
	False ID = 1
	True  ID = 2
)

// Mode says whether a store rewrites terms at construction.
type Mode uint8

// The modes of a store.
const (
	Simplified Mode = iota // apply the rules
	Raw                    // keep terms as asked for; for tests
)

// Options configure a store.
type Options struct {
	Mode Mode
}

// key identifies a term: package doc, Layout.
type key struct {
	args  [3]ID
	param uint32
	op    Op
	width uint8 // constants only; 0 is Bool
}

// node is one term.
type node struct {
	key
	sort Sort
	fact factRef // known bits, bit-vectors only
}

// alias records that the simplifier turned key into result.
type alias struct {
	key
	result ID
}

// Store owns terms. It is for one goroutine at a time.
type Store struct {
	mode    Mode
	nodes   []node
	names   []string // of variables, by parameter
	aliases []alias
	table   table
	facts   []Known  // facts[0]: nothing known
	nesting int      // of constructions inside rules
	cut     int      // Stats.Cut
	fired   []uint64 // by rule
}

// New returns a store that holds False and True.
func New(opt Options) *Store {
	fillRules()
	s := &Store{
		mode:  opt.Mode,
		nodes: make([]node, 1, 1024),
		facts: make([]Known, 1),
		fired: make([]uint64, len(rules)),
	}
	s.table.init(1024)
	s.constant(Word{Lo: 0}, Bool)
	s.constant(Word{Lo: 1}, Bool)
	return s
}

// Mode returns the mode the store was made with.
func (s *Store) Mode() Mode { return s.mode }

// Len returns the number of terms plus one: all IDs are less than Len.
func (s *Store) Len() int { return len(s.nodes) }

// Bytes is about how much memory the terms take, with the tables that find them.
func (s *Store) Bytes() int64 { return 48 * int64(len(s.nodes)) }

// Op returns the opcode of a term.
func (s *Store) Op(id ID) Op { return s.nodes[id].op }

// Sort returns the sort of a term.
func (s *Store) Sort(id ID) Sort { return s.nodes[id].sort }

// Width returns the width of a term: Sort.Width of its sort.
func (s *Store) Width(id ID) uint { return s.nodes[id].sort.Width() }

// Args returns the arguments of a term. The slice is a view into the store: it
// stays valid, must not be written, and costs no allocation.
func (s *Store) Args(id ID) []ID {
	n := &s.nodes[id]
	arity := opTable[n.op].arity
	return n.args[:arity:arity]
}

// Arg returns argument i of a term. requires: i < Op(id).Arity().
func (s *Store) Arg(id ID, i int) ID { return s.Args(id)[i] }

// Param returns the parameter of a term, 0 for opcodes without one: the amount
// of a constant rotation, the width that zext and sext extend to, the width of
// the indices of a constarray. For extract use Bounds.
func (s *Store) Param(id ID) uint {
	n := &s.nodes[id]
	if !n.op.HasParam() {
		return 0
	}
	return uint(n.param)
}

// Bounds returns the upper and lower bit of an extract, both included.
// requires: Op(id) is OpExtract.
func (s *Store) Bounds(id ID) (hi, lo uint) { return unpackBounds(s.nodes[id].param) }

// IsConst reports whether a term is a Bool or bit-vector constant.
func (s *Store) IsConst(id ID) bool { return s.nodes[id].op == OpConst }

// Value returns the value of a constant, and whether the term is one.
func (s *Store) Value(id ID) (Word, bool) {
	n := &s.nodes[id]
	if n.op != OpConst {
		return Word{}, false
	}
	return n.value(), true
}

// value returns the value of a constant.
func (k *key) value() Word {
	return Word{
		Hi: uint64(k.param)<<32 | uint64(k.args[2]),
		Lo: uint64(k.args[1])<<32 | uint64(k.args[0]),
	}
}

// IsVar reports whether a term is a variable.
func (s *Store) IsVar(id ID) bool { return s.nodes[id].op == OpVar }

// Name returns the name a variable was made with. Several variables may have
// the same name. requires: IsVar(id).
func (s *Store) Name(id ID) string {
	if !s.IsVar(id) {
		panic(fmt.Sprintf("term: name of %s, want a variable", s.Op(id)))
	}
	return s.names[s.nodes[id].param]
}

// Var returns a new variable of the given sort. Each call makes another one;
// the name is for people.
func (s *Store) Var(name string, sort Sort) ID {
	k := key{op: OpVar, param: uint32(len(s.names))}
	s.names = append(s.names, name)
	return s.addNode(k, sort, 0)
}

// Const returns the bit-vector constant v modulo 2^width.
func (s *Store) Const(v Word, width uint) ID {
	return s.constant(v.Mask(width), BV(width))
}

// Uint returns the bit-vector constant v modulo 2^width.
func (s *Store) Uint(v uint64, width uint) ID { return s.Const(Word{Lo: v}, width) }

// Bool returns True or False.
func (s *Store) Bool(v bool) ID {
	if v {
		return True
	}
	return False
}

// constOf returns the constant v of sort Bool or of a bit-vector sort.
func (s *Store) constOf(v Word, sort Sort) ID { return s.constant(v.Mask(sort.Width()), sort) }

// constant returns the constant with value v, which fits sort.
func (s *Store) constant(v Word, sort Sort) ID {
	k := key{
		op:    OpConst,
		args:  [3]ID{ID(v.Lo), ID(v.Lo >> 32), ID(v.Hi)},
		param: uint32(v.Hi >> 32),
	}
	if sort.IsBV() {
		k.width = uint8(sort.Width())
	}
	h := k.hash()
	if id := s.find(&k, h); id != None {
		return id
	}
	id := s.addNode(k, sort, 0)
	s.insert(h, uint32(id))
	return id
}

// Apply returns the term with the given opcode, parameter and arguments. It is the generic form of the
// named constructors, for parsers and copiers. param is the result of Param for such a term
// (PackedBounds for extract, FloatParam.Pack for floats). Wrong sorts, parameters or numbers of
// arguments give an error.
func (s *Store) Apply(op Op, param uint32, args ...ID) (ID, error) {
	if op >= OpCount || op == OpNone || op == OpConst || op == OpVar {
		return None, fmt.Errorf("%s is not an operator", op)
	}
	if len(args) != op.Arity() {
		return None, fmt.Errorf("%s: %d arguments, want %d", op, len(args), op.Arity())
	}
	if !op.HasParam() && param != 0 {
		return None, fmt.Errorf("%s: parameter %d, want none", op, param)
	}
	k := key{op: op, param: param}
	copy(k.args[:], args)
	if _, err := s.sortOf(&k); err != nil {
		return None, err
	}
	return s.app(k), nil
}

// PackedBounds returns the parameter of an extract of bits hi down to lo.
func PackedBounds(hi, lo uint) uint32 { return packBounds(hi, lo) }

// app returns the term for an application: known, rewritten or new.
func (s *Store) app(k key) ID {
	h := k.hash()
	if id := s.find(&k, h); id != None {
		return id
	}
	return s.appMiss(k, h)
}

// appMiss is app after the table had no entry for the key.
func (s *Store) appMiss(k key, h uint32) ID {
	sort, err := s.sortOf(&k)
	if err != nil {
		panic("term: " + err.Error())
	}
	var fact factRef
	switch {
	case s.mode == Raw:
	case s.nesting == maxNesting:
		s.cut++
	default:
		used := s.table.used
		s.nesting++
		result := s.rewrite(&k, sort)
		s.nesting--
		if s.table.used > used {
			if id := s.find(&k, h); id != None {
				return id // a rule constructed it at the nesting bound
			}
		}
		if result != None {
			s.addAlias(k, h, result)
			return result
		}
		fact = s.addFact(s.knownOf(k.op, k.param, k.args, sort))
	}
	id := s.addNode(k, sort, fact)
	s.insert(h, uint32(id))
	return id
}

// addNode appends a term and returns its ID.
func (s *Store) addNode(k key, sort Sort, fact factRef) ID {
	if len(s.nodes) >= aliasBit {
		panic("term: more than 2^31 terms")
	}
	s.nodes = append(s.nodes, node{key: k, sort: sort, fact: fact})
	return ID(len(s.nodes) - 1)
}

// addAlias records that key was rewritten to result.
func (s *Store) addAlias(k key, h uint32, result ID) {
	if len(s.aliases) >= aliasBit {
		panic("term: more than 2^31 rewritten terms")
	}
	s.aliases = append(s.aliases, alias{k, result})
	s.insert(h, uint32(len(s.aliases)-1)|aliasBit)
}

// Stats counts the terms of a store and the work of its rules.
type Stats struct {
	Terms     int // terms, constants and variables included
	Rewritten int // distinct applications that a rule turned into another term
	Known     int // sets of known bits kept for terms
	Cut       int // applications kept as they are at the nesting bound of rules
}

// Stats returns the present counts.
func (s *Store) Stats() Stats {
	return Stats{Terms: len(s.nodes) - 1, Rewritten: len(s.aliases), Known: len(s.facts) - 1, Cut: s.cut}
}
