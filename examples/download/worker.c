// A thread fetches the missing blocks of its segment, one by one. A block counts once it is
// written, not before.
#include "download.h"

// fetch moves one block from the source to the target.
static enum outcome fetch(const struct transfer *t, int block)
{
	unsigned char bytes[BLOCK];

	if (source_get(t, block, bytes) != DONE)
		return FAILED;
	return target_put(t, block, bytes);
}

void *worker(void *argument)
{
	struct task *task = argument;
	const struct transfer *t = task->transfer;
	struct range segment = range_segment(range_blocks(t->length), task->segment);
	int next = segment.first + progress_fetched(task->segment);

	task->outcome = DONE;
	for (int n = 0; n < SEGMENT_BLOCKS && next < segment.end; n++) {
		if (fetch(t, next) != DONE) {
			task->outcome = FAILED;
			break;
		}
		progress_count(task->segment);
		next++;
	}
	return NULL;
}
