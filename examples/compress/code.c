// Prefix codes by frequency: the two rarest letters become one, whose words begin alike, again and
// again, until there is one.
//
// Only the lengths of words are kept. The words follow: shorter ones come first, and those of one
// length in the order of letters, each the number after the one before.
//
// D. A. Huffman, A Method for the Construction of Minimum-Redundancy Codes, Proceedings of the IRE
// 40 (9), 1952.
#include "compress.h"

enum { NODES = 2 * LETTERS, NOBODY = -1 };

// A tree: the letters, then the nodes that join two nodes. A node has a number of occurrences, 0 if
// it does not exist or already has a parent, and its parent.
struct tree {
	int occurs[NODES];
	int parent[NODES];
};

// rarest returns the rarest node without a parent, or NOBODY if there is none. It skips the node except.
static int rarest(const struct tree *t, int nodes, int except)
{
	int found = NOBODY;

	for (int i = 0; i < NODES; i++)
		if (i < nodes && i != except && t->occurs[i] > 0 && (found == NOBODY || t->occurs[i] < t->occurs[found]))
			found = i;
	return found;
}

// grow joins nodes until there is one, and returns how many nodes there are then.
static int grow(struct tree *t)
{
	int nodes = LETTERS;

	for (int joined = 1; joined < LETTERS; joined++) {
		int one = rarest(t, nodes, NOBODY);
		int other = rarest(t, nodes, one);

		if (other == NOBODY)
			break;
		t->occurs[nodes] = t->occurs[one] + t->occurs[other];
		t->parent[nodes] = NOBODY;
		t->occurs[one] = t->occurs[other] = 0;
		t->parent[one] = t->parent[other] = nodes;
		nodes++;
	}
	return nodes;
}

void code_make(struct code *c, const unsigned char *letters, int n)
{
	struct tree t;
	int depth[NODES];
	int nodes;
	bool present[LETTERS];

	for (int i = 0; i < LETTERS; i++) {
		t.occurs[i] = 0;
		t.parent[i] = NOBODY;
	}
	for (int i = 0; i < BLOCK && i < n; i++)
		t.occurs[letters[i]]++;
	for (int i = 0; i < LETTERS; i++)
		present[i] = t.occurs[i] > 0;
	nodes = grow(&t);
	// A parent comes after its children: from the last node on, depths are known.
	for (int i = NODES - 1; i >= 0; i--)
		if (i < nodes)
			depth[i] = t.parent[i] == NOBODY ? 0 : depth[t.parent[i]] + 1;
	for (int i = 0; i < LETTERS; i++) {
		c->length[i] = present[i] ? (unsigned char)depth[i] : 0;
		if (present[i] && depth[i] == 0)
			c->length[i] = 1; // the only letter has a word, too
	}
}

// word finds a letter's word: those of shorter ones, and of the same length before it, come first.
static uint32_t word(const struct code *c, int letter)
{
	uint32_t next = 0;

	for (int length = 1; length <= c->length[letter] && length < LETTERS; length++) {
		next <<= 1;
		for (int i = 0; i < LETTERS; i++)
			if (c->length[i] == length && (length < c->length[letter] || i < letter))
				next++;
	}
	return next;
}

void code_write(const struct code *c, const unsigned char *letters, int n, struct bits *to)
{
	uint32_t words[LETTERS];

	for (int i = 0; i < LETTERS; i++)
		words[i] = c->length[i] > 0 ? word(c, i) : 0;
	for (int i = 0; i < BLOCK && i < n; i++)
		bits_put(to, words[letters[i]], c->length[letters[i]]);
}

// read_letter takes a bit at a time. Words of a length are the numbers from first on.
static int read_letter(const struct code *c, struct bits *from)
{
	uint32_t first = 0, number = 0;

	for (int length = 1; length <= 32 && !from->over; length++) {
		first <<= 1;
		number = number << 1 | (uint32_t)bits_get(from);
		for (int i = 0; i < LETTERS; i++) {
			if (c->length[i] != length)
				continue;
			if (number == first)
				return i;
			first++;
		}
	}
	return NOBODY;
}

bool code_read(const struct code *c, unsigned char *letters, int n, struct bits *from)
{
	for (int i = 0; i < n; i++) {
		int letter = read_letter(c, from);

		if (letter == NOBODY || from->over)
			return false;
		letters[i] = (unsigned char)letter;
	}
	return true;
}
