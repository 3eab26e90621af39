// The table as a file, for the next call.
//
// The file has a record: numbers of four bytes each, the lowest byte first.
//
//     | mark | blocks | fetched 0 | fetched 1 | … | whole | check |
//
// The check is computed from all numbers before it. A file that is too short, that has another mark, a
// wrong check, or inconsistent numbers counts as absent.
#include "download.h"

#include <assert.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

enum {
	MARK = 0x31746567, // "get1"
	AT_MARK = 0,
	AT_BLOCKS,
	AT_FETCHED,
	AT_WHOLE = AT_FETCHED + SEGMENTS,
	AT_CHECK,
	NUMBERS,
	BYTES = 4 * NUMBERS
};

// check folds the numbers before the check.
static uint32_t check(const uint32_t *number)
{
	uint32_t sum = 0;

	for (int i = 0; i < AT_CHECK; i++)
		sum = ((sum << 5) | (sum >> 27)) ^ number[i];
	return sum;
}

// encode writes numbers as bytes.
static void encode(const uint32_t *number, unsigned char *to)
{
	for (int i = 0; i < NUMBERS; i++)
		for (int b = 0; b < 4; b++)
			to[4 * i + b] = (unsigned char)(number[i] >> 8 * b);
}

// decode reads them back.
static void decode(const unsigned char *from, uint32_t *number)
{
	for (int i = 0; i < NUMBERS; i++) {
		number[i] = 0;
		for (int b = 0; b < 4; b++)
			number[i] |= (uint32_t)from[4 * i + b] << 8 * b;
	}
}

bool resume_is_sound(const struct snapshot *s, int blocks)
{
	int whole = 0;

	if (s->blocks != blocks)
		return false;
	for (int i = 0; i < SEGMENTS; i++) {
		struct range r = range_segment(blocks, i);

		if (s->fetched[i] < 0 || s->fetched[i] > r.end - r.first)
			return false;
		whole += s->fetched[i];
	}
	return s->whole == whole;
}

// read_record reads a record, and reports whether it is valid.
static bool read_record(int file, uint32_t *number)
{
	unsigned char bytes[BYTES];

	if (read(file, bytes, BYTES) != BYTES)
		return false;
	decode(bytes, number);
	return number[AT_MARK] == MARK && number[AT_CHECK] == check(number);
}

void resume_load(struct snapshot *s, const char *name, int blocks)
{
	static const struct snapshot beginning;
	uint32_t number[NUMBERS];
	int file = open(name, O_RDONLY);
	bool found = false;

	if (file >= 0) {
		found = read_record(file, number);
		close(file);
	}
	if (found) {
		s->blocks = (int)number[AT_BLOCKS];
		for (int i = 0; i < SEGMENTS; i++)
			s->fetched[i] = (int)number[AT_FETCHED + i];
		s->whole = (int)number[AT_WHOLE];
		found = resume_is_sound(s, blocks);
	}
	if (!found) {
		*s = beginning;
		s->blocks = blocks;
	}
}

enum outcome resume_save(const struct snapshot *s, const char *name)
{
	uint32_t number[NUMBERS];
	unsigned char bytes[BYTES];
	bool written, closed;
	int file;

	assert(resume_is_sound(s, s->blocks));
	number[AT_MARK] = MARK;
	number[AT_BLOCKS] = (uint32_t)s->blocks;
	for (int i = 0; i < SEGMENTS; i++)
		number[AT_FETCHED + i] = (uint32_t)s->fetched[i];
	number[AT_WHOLE] = (uint32_t)s->whole;
	number[AT_CHECK] = check(number);
	encode(number, bytes);
	file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (file < 0)
		return FAILED;
	written = write(file, bytes, BYTES) == BYTES;
	closed = close(file) == 0;
	return written && closed ? DONE : FAILED;
}

void resume_forget(const char *name)
{
	unlink(name); // which there may be none of
}
