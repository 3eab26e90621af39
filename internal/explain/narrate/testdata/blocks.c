// Many parts of an object are told as one where one call or one expression accesses them.
//
// expect: assert=violation
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct table {
	int length, width, height, depth;
	pthread_mutex_t mutex;
};

static char text[40];
static struct table *table;

static void *writer(void *arg)
{
	struct table fresh = {1, 2, 3, 'x', PTHREAD_MUTEX_INITIALIZER};
	(void)arg;
	*table = fresh;
	memset(text, 'x', strlen("a size that is computed"));
	return NULL;
}

int main(void)
{
	pthread_t t;
	table = malloc(sizeof *table);
	if (table == NULL)
		return 1;
	pthread_create(&t, NULL, writer, NULL);
	pthread_join(t, NULL);
	assert(table->depth != text[8]);
	free(table);
	return 0;
}
