// Where blocks go: a file that has the length of the source from the beginning, so that each
// block can be written at its place.
#include "download.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum outcome target_open(struct transfer *t, const char *name)
{
	t->target = open(name, O_WRONLY | O_CREAT, 0666);
	if (t->target < 0)
		return FAILED;
	return ftruncate(t->target, t->length) == 0 ? DONE : FAILED;
}

enum outcome target_put(const struct transfer *t, int block, const unsigned char *from)
{
	size_t want = range_bytes(t->length, block);
	size_t have = 0;

	for (int tries = 0; tries < TRIES && have < want; tries++) {
		ssize_t put = pwrite(t->target, from + have, want - have, range_offset(block) + (long)have);

		if (put < 0 && errno != EINTR)
			return FAILED;
		if (put > 0)
			have += (size_t)put;
	}
	return have == want ? DONE : FAILED;
}

enum outcome target_close(struct transfer *t)
{
	bool written = fsync(t->target) == 0;
	bool closed = close(t->target) == 0;

	return written && closed ? DONE : FAILED;
}
