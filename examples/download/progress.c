// The table: the fetched blocks of each segment, and of all of them. A lock guards it.
//
// The holder of the lock finds a consistent table: the total is the sum of the segments.
#include "download.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct snapshot table;

void progress_begin(const struct snapshot *s)
{
	pthread_mutex_lock(&lock);
	table = *s;
	pthread_mutex_unlock(&lock);
}

int progress_fetched(int segment)
{
	int fetched;

	pthread_mutex_lock(&lock);
	fetched = table.fetched[segment];
	pthread_mutex_unlock(&lock);
	return fetched;
}

void progress_count(int segment)
{
	pthread_mutex_lock(&lock);
	table.fetched[segment]++;
#ifdef BUG
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
#endif
	table.whole++;
	pthread_mutex_unlock(&lock);
}

void progress_take(struct snapshot *s)
{
	pthread_mutex_lock(&lock);
	*s = table;
	pthread_mutex_unlock(&lock);
}

bool progress_complete(void)
{
	bool complete;

	pthread_mutex_lock(&lock);
	complete = table.whole == table.blocks;
	pthread_mutex_unlock(&lock);
	return complete;
}
