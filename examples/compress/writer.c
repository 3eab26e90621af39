// The writer writes results in the order of the blocks. If a write fails, it takes the remaining
// jobs without writing them, so that no thread waits for it.
#include "compress.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <unistd.h>

void output_write(struct output *o, const unsigned char *from, int n)
{
	int have = 0;

	while (have < n && !o->failed) {
		ssize_t put = write(o->file, from + have, (size_t)(n - have));

		if (put > 0)
			have += (int)put;
		else if (put == 0 || errno != EINTR)
			o->failed = true;
	}
}

void *writer(void *output)
{
	struct output *o = output;
	struct job *job;

	for (int number = 0; (job = pool_next(number)) != NULL; number++) {
		assert(job->result_length > HEAD_BYTES);
		output_write(o, job->result, job->result_length);
		pool_free(job);
	}
	return NULL;
}
