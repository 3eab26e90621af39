// A worker compresses one block after the other; in which order they come out is the writer's
// affair.
#include "compress.h"

#include <stddef.h>

void *worker(void *unused)
{
	struct job *job;

	while ((job = pool_take()) != NULL)
		pool_done(job, block_compress(job->block, job->length, job->result));
	return unused;
}
