// Where blocks come from: a file, which behaves as a socket may.
#include "download.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum outcome source_open(struct transfer *t, const char *name)
{
	struct stat about;

	t->source = open(name, O_RDONLY);
	if (t->source < 0)
		return FAILED;
	if (fstat(t->source, &about) != 0)
		return FAILED;
	if (about.st_size > (long)MOST_BLOCKS * BLOCK) {
		errno = EFBIG;
		return FAILED;
	}
	t->length = about.st_size;
	return DONE;
}

// A read may give fewer bytes than requested, or be cut short by a signal: both count as a try. An
// end of the source before its length is a failure.
enum outcome source_get(const struct transfer *t, int block, unsigned char *to)
{
	size_t want = range_bytes(t->length, block);
	size_t have = 0;

	for (int tries = 0; tries < TRIES && have < want; tries++) {
		ssize_t got = pread(t->source, to + have, want - have, range_offset(block) + (long)have);

		if (got < 0 && errno != EINTR && errno != EAGAIN)
			return FAILED;
		if (got == 0)
			return FAILED;
		if (got > 0)
			have += (size_t)got;
	}
	return have == want ? DONE : FAILED;
}
