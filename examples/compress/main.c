// The arguments, the threads, and the end.
#include "compress.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// fail says what went wrong, and returns the exit code of that.
static int fail(const char *what, const char *name)
{
	fprintf(stderr, "compress: cannot %s %s: %s\n", what, name, strerror(errno));
	return 1;
}

// fill reads bytes until there are n or no more; it returns how many there are, or -1.
static int fill(int file, unsigned char *to, int n)
{
	int have = 0;

	while (have < n) {
		ssize_t got = read(file, to + have, (size_t)(n - have));

		if (got == 0)
			break;
		if (got > 0)
			have += (int)got;
		else if (errno != EINTR)
			return -1;
	}
	return have;
}

// feed reads the blocks of a file and gives them to the workers; false: it cannot be read, or is
// too long.
static bool feed(int file)
{
	for (int number = 0; number < MOST_BLOCKS; number++) {
		struct job *job = pool_get();
		int length = fill(file, job->block, BLOCK);

		if (length <= 0)
			return length == 0;
		pool_fill(job, number, length);
	}
	errno = EFBIG;
	return false;
}

// compress_file compresses a file into another.
static bool compress_file(int source, struct output *o)
{
	static const unsigned char end[HEAD_BYTES] = { END };
	pthread_t workers[WORKERS], writes;
	bool fed;

	if (pthread_create(&writes, NULL, writer, o) != 0)
		return false;
	for (int i = 0; i < WORKERS; i++)
		if (pthread_create(&workers[i], NULL, worker, NULL) != 0)
			return false; // those that there are end with the program
	fed = feed(source);
	pool_close();
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	pthread_join(writes, NULL);
	output_write(o, end, HEAD_BYTES);
	return fed;
}

// expand_file undoes that.
static bool expand_file(int source, struct output *o)
{
	unsigned char record[HEAD_BYTES + PACKED_MOST], block[BLOCK];
	struct head h;

	for (;;) {
		errno = EILSEQ;
		if (fill(source, record, HEAD_BYTES) != HEAD_BYTES || !block_head(record, &h))
			return false;
		if (h.kind == END)
			return true;
		if (fill(source, record, h.rest) != h.rest || !block_expand(&h, record, block))
			return false;
		output_write(o, block, h.length);
	}
}

int main(int argc, char **argv)
{
	static struct output o;
	bool expands = argc == 4 && strcmp(argv[1], "-d") == 0;
	bool whole;
	int source;

	if (argc != 3 && !expands) {
		fprintf(stderr, "usage: compress [-d] SOURCE TARGET\n");
		return 2;
	}
	source = open(argv[argc - 2], O_RDONLY);
	if (source < 0)
		return fail("read", argv[argc - 2]);
	o.file = open(argv[argc - 1], O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (o.file < 0)
		return fail("write", argv[argc - 1]);
	whole = expands ? expand_file(source, &o) : compress_file(source, &o);
	if (!whole)
		return fail(expands ? "expand" : "compress", argv[argc - 2]);
	if (o.failed || close(o.file) != 0)
		return fail("write", argv[argc - 1]);
	return 0;
}
