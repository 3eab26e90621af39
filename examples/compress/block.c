// The steps of a block: sorted, moved to the front, coded. A block that does not become shorter, or
// has letters without a code, is stored as it is.
//
//     | row: 2 bytes | lengths of words, a byte for each letter | words |
#include "compress.h"

#include <assert.h>
#include <string.h>

// put_head writes a record's head.
static void put_head(unsigned char *to, enum kind kind, int length, int rest)
{
	to[0] = (unsigned char)kind;
	to[1] = (unsigned char)length;
	to[2] = (unsigned char)(length >> 8);
	to[3] = (unsigned char)rest;
	to[4] = (unsigned char)(rest >> 8);
}

// known reports whether the code knows all letters.
static bool known(const unsigned char *letters, int n)
{
	for (int i = 0; i < BLOCK && i < n; i++) {
		int letter = letters[i];

		if (letter >= LETTERS)
			return false;
	}
	return true;
}

// pack writes a packed block and returns its length; 0: it does not fit.
static int pack(const unsigned char *from, int n, unsigned char *to)
{
	unsigned char letters[BLOCK];
	struct code code;
	struct bits bits = { to + START_BYTES + LETTERS, PACKED_MOST - START_BYTES - LETTERS, 0, false };
	int row = sort_forward(from, n, letters);

	front_forward(letters, n);
	code_make(&code, letters, n);
	to[0] = (unsigned char)row;
	to[1] = (unsigned char)(row >> 8);
	memcpy(to + START_BYTES, code.length, LETTERS);
	code_write(&code, letters, n, &bits);
	return bits.over ? 0 : START_BYTES + LETTERS + bits_bytes(&bits);
}

int block_compress(const unsigned char *from, int n, unsigned char *to)
{
	int rest = known(from, n) ? pack(from, n, to + HEAD_BYTES) : 0;

	assert(n > 0 && n <= BLOCK && rest <= PACKED_MOST);
	if (rest > 0 && rest < n) {
		put_head(to, PACKED, n, rest);
		return HEAD_BYTES + rest;
	}
	put_head(to, STORED, n, n);
	for (int i = 0; i < BLOCK && i < n; i++)
		to[HEAD_BYTES + i] = from[i];
	return HEAD_BYTES + n;
}

bool block_head(const unsigned char *from, struct head *h)
{
	h->kind = from[0];
	h->length = from[1] | from[2] << 8;
	h->rest = from[3] | from[4] << 8;
	switch (h->kind) {
	case END:
		return h->length == 0 && h->rest == 0;
	case STORED:
		return h->length > 0 && h->length <= BLOCK && h->rest == h->length;
	case PACKED:
		return h->length > 0 && h->length <= BLOCK && h->rest >= START_BYTES + LETTERS && h->rest <= PACKED_MOST;
	}
	return false;
}

bool block_expand(const struct head *h, const unsigned char *from, unsigned char *to)
{
	unsigned char letters[BLOCK];
	unsigned char words[PACKED_MOST];
	struct code code;
	struct bits bits = { words, h->rest - START_BYTES - LETTERS, 0, false };

	if (h->kind == STORED) {
		memcpy(to, from, (size_t)h->length);
		return true;
	}
	memcpy(code.length, from + START_BYTES, LETTERS);
	memcpy(words, from + START_BYTES + LETTERS, (size_t)bits.limit);
	return code_read(&code, letters, h->length, &bits) && front_back(letters, h->length) &&
	       sort_back(letters, h->length, from[0] | from[1] << 8, to);
}
